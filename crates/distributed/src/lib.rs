//! State spaces larger than memory.

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
pub use solver::DiskSolver;
