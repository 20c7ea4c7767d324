//! The samples of a family that the checks solve.

use families::{Sample, Status, family};
use motion_core::Control;

/// A sliding puzzle that is solved by the moves U and L.
pub const BOARD: &str = "1 2 3\n4 0 6\n7 5 8\n";

/// Returns the samples of a family that are neither solved nor known to have no solution.
///
/// # Panics
/// If the family does not exist.
pub fn open_samples(name: &str) -> Vec<Sample> {
    let family = family(name).expect("a family");
    let is_open = |text| family.read(text, &mut Control::unlimited()).status == Status::Open;
    family.description().samples.into_iter().filter(|sample| is_open(sample.text)).collect()
}

/// Returns the first of these samples, which shows most.
///
/// # Panics
/// If the family does not exist or has no such sample.
pub fn first_sample(name: &str) -> Sample {
    open_samples(name).swap_remove(0)
}
