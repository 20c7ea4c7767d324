//! Tests of searches on disk.

mod exploring;
mod spaces;
