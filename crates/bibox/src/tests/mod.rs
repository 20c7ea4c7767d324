//! Compares the solvers by ears with exhaustive search; contains the code that tests share.

mod completeness;
pub(crate) mod samples;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Tries `cases` values; panics if the property does not hold.
pub(crate) fn for_all<S: Strategy>(cases: u32, strategy: S, property: impl Fn(S::Value)) {
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let result = runner.run(&strategy, |value| {
        property(value);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}
