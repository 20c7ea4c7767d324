//! Properties of random values, with a number of cases that the test chooses.

use std::fmt::Debug;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Checks a property for as many random values as there are cases, and panics with the simplest
/// value for which it does not hold.
pub(crate) fn for_all<T: Debug + 'static>(
    cases: u32,
    values: impl Strategy<Value = T> + 'static,
    property: impl Fn(T) -> Result<(), TestCaseError>,
) {
    let property: &dyn Fn(T) -> Result<(), TestCaseError> = &property;
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    runner.run(&values.boxed(), property).unwrap_or_else(|error| panic!("{error}"));
}
