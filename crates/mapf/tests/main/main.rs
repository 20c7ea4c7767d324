//! The integration tests, one binary.

mod conflict_search;
mod grids;
mod harness;
mod lacam;
mod improvement;
mod limits;
#[path = "../../../motion-core/tests/main/published.rs"]
mod published;
mod schedulers;
mod small_graphs;
