//! The list of all experiments.

use super::experiment::Experiment;
use super::{clockwise, cooperative, distributed, fleets, ricochet, schedules, sliding, sokoban};

/// The experiments paper by paper, and the crates whose solvers they measure, besides
/// `motion-core`.
const PAPERS: [(&[Experiment], &[&str]); 8] = [
    (sliding::EXPERIMENTS, &["grid-puzzle"]),
    (cooperative::EXPERIMENTS, &["bibox", "cpf-core", "grid-puzzle", "push-swap"]),
    (schedules::EXPERIMENTS, &["cpf-core", "mapf"]),
    (fleets::EXPERIMENTS, &["cpf-core", "mapf"]),
    (clockwise::EXPERIMENTS, &["grid-puzzle"]),
    (sokoban::EXPERIMENTS, &["sokoban"]),
    (ricochet::EXPERIMENTS, &["ricochet"]),
    (distributed::EXPERIMENTS, &["distributed", "grid-puzzle", "ricochet", "sokoban"]),
];

/// Returns all experiments, paper by paper.
pub(super) fn experiments() -> impl Iterator<Item = &'static Experiment> {
    experiments_and_crates().map(|(experiment, _)| experiment)
}

/// Returns all experiments, each with the crates of its solvers.
pub(super) fn experiments_and_crates() -> impl Iterator<Item = (&'static Experiment, &'static [&'static str])>
{
    PAPERS.into_iter().flat_map(|(experiments, crates)| experiments.iter().map(move |it| (it, crates)))
}
