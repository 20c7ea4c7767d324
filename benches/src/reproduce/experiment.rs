//! An experiment.

use super::findings::Findings;
use super::obstacle::Obstacle;
use super::runner::Runner;

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
