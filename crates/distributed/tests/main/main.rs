//! Tests of searches on disk.

mod exploring;
mod families;
mod faults;
#[cfg(feature = "cluster")]
mod lost_processes;
mod solving;
mod spaces;
#[cfg(feature = "cluster")]
mod together;
