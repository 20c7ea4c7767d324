//! The integration tests, one binary.

mod conflict_search;
