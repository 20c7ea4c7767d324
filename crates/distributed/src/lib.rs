#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod candidates;
mod delta;
mod disk_search;
mod error;
mod explorer;
mod in_parallel;
mod manifest;
mod merge;
mod next_level;
mod path;
mod shared_file;
mod solver;
mod state_file;

pub use error::Error;
pub use explorer::{Exploration, Explorer, Interrupted};
/// The vocabulary of all signatures here: one version of it goes with one version of this crate.
#[doc(no_inline)]
pub use motion_core;
pub use solver::DiskSolver;
