//! Helpers that the tests of several crates share.

mod counted_clock;
pub mod fuzzing;
mod published;
pub mod wrapped_space;

pub use counted_clock::{ends_at_readings, readings};
pub use published::published;

/// How many cases a test tries: all where the variable `EXHAUSTIVE` is set, as by `.ci/run`, and
/// otherwise few.
pub fn cases<T>(few: T, all: T) -> T {
    if std::env::var_os("EXHAUSTIVE").is_some() { all } else { few }
}
