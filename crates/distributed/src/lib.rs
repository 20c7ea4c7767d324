#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod candidates;
#[cfg(feature = "cluster")]
mod cluster;
mod delta_coding;
mod directory_lock;
mod disk_error;
mod disk_search;
mod disk_solver;
mod explorer;
mod manifest;
mod memory_shares;
mod merge;
mod next_level;
mod opening;
mod part_buffer;
mod path;
mod portions;
mod processes;
mod shared_file;
mod state_file;

/// The errors of this crate.
pub mod error {
    #[cfg(feature = "cluster")]
    #[cfg_attr(docsrs, doc(cfg(feature = "cluster")))]
    pub use crate::cluster::ClusterError;
    pub use crate::disk_error::DiskError;
}

#[cfg(feature = "cluster")]
#[cfg_attr(docsrs, doc(cfg(feature = "cluster")))]
pub use cluster::Cluster;
pub use disk_solver::DiskSolver;
pub use explorer::{Exploration, Explorer, Interrupted};
/// The types that occur in all signatures here: each version of this crate uses one version of it.
#[doc(no_inline)]
pub use motion_core;
