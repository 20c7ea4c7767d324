//! Tests texts of every format, published files, serialization by serde, and polling of the clock.
//!
//! The other files here are used by the tests of crates with solvers: the suite that every solver
//! runs.

#[cfg(feature = "exhaustive")]
mod feasibility;
#[cfg(feature = "exhaustive")]
mod fuzz;
mod polls;
mod published_files;
#[cfg(feature = "serde")]
mod serde;
