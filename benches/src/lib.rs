//! Measuring programs: `reproduce`, which measures the papers' tables and figures again, and
//! `soak`, which solves random instances with all solvers and compares their answers.
//!
//! The benchmarks beside this library are separate programs; each asserts its own result.

mod code_version;
mod grouped;
pub mod reproduce;
pub mod soak;
mod states_by_depth;
mod statistics;
mod thread_time;
mod workers;

pub use states_by_depth::states_by_depth;
