//! The obstacles to experiments.

use motion_puzzles::CliError;

/// The reason why an experiment cannot be run.
pub(super) enum Obstacle {
    /// The experiment needs a published file that is not part of this project.
    NoData(&'static str),
    /// A file cannot be read.
    Unreadable(CliError),
}
