#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    families::family("sliding").expect("invariant: a family").read_input(input);
});
