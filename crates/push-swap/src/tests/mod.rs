//! The parts of solvers against exhaustive search.

mod completeness;
pub(crate) mod samples;
