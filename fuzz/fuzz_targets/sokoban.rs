#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    families::family("sokoban").expect("invariant: a family").read_input(input);
});
