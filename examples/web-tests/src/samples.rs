//! The samples of a family that the checks solve.

use families::{Sample, Status, family};
use motion_core::Control;

/// The samples of a family that are neither solved nor known to have no solution.
///
/// # Panics
/// Where there is no such family.
pub fn open_samples(name: &str) -> Vec<Sample> {
    let family = family(name).expect("a family");
    let is_open = |text| family.read(text, &mut Control::unlimited()).status == Status::Open;
    family.description().samples.into_iter().filter(|sample| is_open(sample.text)).collect()
}

/// The first of them, which is the least.
///
/// # Panics
/// Where there is no such family, or it has no such sample.
pub fn first_sample(name: &str) -> Sample {
    open_samples(name).swap_remove(0)
}
