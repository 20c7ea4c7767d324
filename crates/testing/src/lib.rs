//! Helpers that the tests of several crates share.

mod counted_clock;
pub mod fuzzing;
mod published;
pub mod wrapped_space;

pub use counted_clock::{ends_at_readings, readings};
pub use published::published;

/// Returns the number of cases that a test tries: all if the variable `EXHAUSTIVE` is set, as
/// `.ci/run` does, otherwise few.
pub fn cases<T>(few: T, all: T) -> T {
    if std::env::var_os("EXHAUSTIVE").is_some() { all } else { few }
}
