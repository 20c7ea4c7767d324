//! Texts of every format, published files, and what is written by serde.
//!
//! The other files here are for the tests of crates with solvers: the suite that every solver runs.

#[cfg(feature = "exhaustive")]
mod fuzz;
#[cfg(feature = "exhaustive")]
#[path = "../../../motion-core/tests/main/fuzzing.rs"]
mod fuzzing;
#[path = "../../../motion-core/tests/main/published.rs"]
mod published;
mod published_files;
#[cfg(feature = "serde")]
mod serde;
