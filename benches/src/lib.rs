//! What measures: `reproduce`, which measures the papers' tables and figures again, `soak`, which lets all solvers
//! solve random instances and checks what they say, and the pictures of the documentation.
//!
//! The benchmarks beside this library are programs of their own; each asserts its own result.

pub mod gallery;
pub mod reproduce;
pub mod soak;
mod statistics;
mod workers;
