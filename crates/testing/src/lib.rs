//! Helpers that the tests of several crates share.

mod counted_clock;

pub use counted_clock::{ends_at_readings, readings};

/// How many cases a test tries: all where the variable `EXHAUSTIVE` is set, as by `.ci/run`, and
/// otherwise few.
pub fn cases<T>(few: T, all: T) -> T {
    if std::env::var_os("EXHAUSTIVE").is_some() { all } else { few }
}
