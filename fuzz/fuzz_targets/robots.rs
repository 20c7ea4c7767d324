#![no_main]

use libfuzzer_sys::fuzz_target;
use motion_benches::readers::ALL;

fuzz_target!(|input: &[u8]| {
    ALL[1].read(input);
});
