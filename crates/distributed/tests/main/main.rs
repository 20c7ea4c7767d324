//! Tests of searches on disk.

mod exploring;
mod families;
mod faults;
mod solving;
mod spaces;
#[cfg(feature = "cluster")]
mod together;
