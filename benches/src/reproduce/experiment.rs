//! The experiments.

use motion_puzzles::CliError;

use super::findings::Findings;
use super::runner::Runner;
use super::{clockwise, cooperative, ricochet, sliding, sokoban};

/// A table or a figure of a paper, or several that come from the same runs.
pub(super) struct Experiment {
    /// Its name on the command line and of its files.
    pub(super) name: &'static str,
    /// Its number in the paper.
    pub(super) source: &'static str,
    pub(super) title: &'static str,
    /// The description on the page.
    pub(super) about: &'static str,
    pub(super) measure: fn(&Runner) -> Result<Findings, Obstacle>,
}

/// Why an experiment cannot be run.
pub(super) enum Obstacle {
    /// It needs a published file that is not part of this project.
    NoData(&'static str),
    /// A file cannot be read.
    Unreadable(CliError),
}

impl Experiment {
    /// All experiments, paper by paper.
    pub(super) fn all() -> impl Iterator<Item = &'static Self> {
        [
            sliding::EXPERIMENTS,
            cooperative::EXPERIMENTS,
            clockwise::EXPERIMENTS,
            sokoban::EXPERIMENTS,
            ricochet::EXPERIMENTS,
        ]
        .into_iter()
        .flatten()
    }
}
