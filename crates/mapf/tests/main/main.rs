//! The integration tests, one binary.

mod grids;
mod harness;
mod limits;
mod schedulers;
mod small_graphs;
