//! Tests of searches on disk.

mod exploring;
mod faults;
mod solving;
mod spaces;
