//! The integration tests, one binary.

mod conflict_search;
mod directed;
#[cfg(feature = "fleet")]
mod fleet;
mod grids;
mod harness;
mod improvement;
mod lacam;
mod leaving;
mod limits;
mod schedulers;
mod small_graphs;
