#![no_main]

use std::sync::LazyLock;

use families::Family;
use libfuzzer_sys::fuzz_target;

/// The family that the environment names.
static FAMILY: LazyLock<&dyn Family> = LazyLock::new(|| {
    let names = families::ALL.map(Family::name).join(", ");
    let name = std::env::var("FAMILY").unwrap_or_default();
    families::family(&name).unwrap_or_else(|| panic!("FAMILY is one of {names}, not {name:?}"))
});

fuzz_target!(|input: &[u8]| {
    FAMILY.read_input(input);
});
