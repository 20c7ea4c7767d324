//! The integration tests, one binary.

mod conflict_search;
mod directed;
mod fleet;
mod grids;
mod harness;
mod improvement;
mod lacam;
mod limits;
mod schedulers;
mod small_graphs;
