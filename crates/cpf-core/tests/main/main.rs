//! Texts of every format, published files, what is written by serde, and how often clocks are read.
//!
//! The other files here are for the tests of crates with solvers: the suite that every solver runs.

#[cfg(feature = "exhaustive")]
mod feasibility;
#[cfg(feature = "exhaustive")]
mod fuzz;
mod polls;
mod published_files;
#[cfg(feature = "serde")]
mod serde;
