//! The integration tests, one binary.

mod conflict_search;
mod grids;
mod harness;
mod improvement;
mod lacam;
mod limits;
#[path = "../../../motion-core/tests/main/published.rs"]
mod published;
mod schedulers;
mod small_graphs;
