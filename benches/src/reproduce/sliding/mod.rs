//! Solvers of sliding puzzles.

mod blanks;
mod growth;
mod lengths;
mod optimal;
mod snakes;

use grid_puzzle::{Board, Instance};

use super::experiment::{Experiment, experiment};
use super::seed::Seed;

pub(super) const EXPERIMENTS: &[Experiment] = &[
    experiment!("snakes-puzzle", |runner| Ok(snakes::measure(runner))),
    experiment!("sliding-lengths", |runner| Ok(lengths::measure(runner))),
    experiment!("sliding-optimal", optimal::measure),
    experiment!("sliding-24-puzzles", growth::measure),
    experiment!("sliding-blanks", |runner| Ok(blanks::measure(runner))),
];

/// Returns a random board of this size with the standard goal.
fn random(seed: Seed, [rows, columns]: [u32; 2], number: u32) -> Instance {
    let goal = Board::solved(rows, columns).expect("invariant: a legal size");
    Instance::random(goal, &mut seed.generator([rows, columns, number]))
}
