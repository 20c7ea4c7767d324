//! The obstacles of experiments.

use motion_puzzles::CliError;

/// Why an experiment cannot be run.
pub(super) enum Obstacle {
    /// It needs a published file that is not part of this project.
    NoData(&'static str),
    /// A file cannot be read.
    Unreadable(CliError),
}
