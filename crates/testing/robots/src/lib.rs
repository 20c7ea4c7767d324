//! Graphs and instances for cooperative path-finding, and the suite that every solver runs.

pub mod cases;
pub mod fuzzed_instances;
pub mod promises;
pub mod samples;
pub mod suite;
