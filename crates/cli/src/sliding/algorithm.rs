//! The solvers by their names, and the claims that solutions make.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use families::sliding::{Puzzle, Solution};
use grid_puzzle::{AnySolver, Solvers};
use motion_core::{Control, Outcome};

use crate::CliError;
use crate::cpf::algorithm as robots;

/// The values of `--algorithm`: solvers of sliding puzzles, and those of cooperative path-finding.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// A solver of sliding puzzles.
    Board(AnySolver),
    /// A solver of cooperative path-finding.
    Robots(robots::Algorithm),
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let boards = AnySolver::ALL.into_iter().map(Choice::Board);
            boards.chain(robots::Algorithm::value_variants().iter().copied().map(Choice::Robots)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Board(solver) => Some(PossibleValue::new(solver.name()).help(solver.summary())),
            Self::Robots(algorithm) => algorithm.to_possible_value(),
        }
    }
}

impl Choice {
    /// Solves a puzzle; returns the name of the solver, too.
    ///
    /// # Errors
    /// [`CliError::Unsuitable`] if the algorithm does not support the puzzle.
    pub fn solve(
        self,
        solvers: &Solvers,
        puzzle: &Puzzle,
        control: &mut Control,
    ) -> Result<(&'static str, Outcome<Solution>), CliError> {
        match self {
            Self::Board(solver) => {
                let outcome = match (puzzle, solver.clockwise()) {
                    (Puzzle::One(instance), Some(clockwise)) => {
                        clockwise.solution(instance, control).map(Solution::Clockwise)
                    }
                    (Puzzle::One(instance), None) => {
                        solvers.solve(solver, instance, control).map(Solution::Free)
                    }
                    (Puzzle::Several(instance), _) => {
                        solvers.solve_with_blanks(solver, instance, control).map(Solution::Moves)
                    }
                };
                Ok((solver.name(), outcome))
            }
            Self::Robots(robots::Algorithm(solver)) => {
                let instance = match puzzle.robots(control) {
                    Ok(instance) => instance,
                    Err(why) => return Ok((solver.name(), Outcome::stopped(why))),
                };
                match robots::check(solver, &instance, control) {
                    Ok(checked) => checked?,
                    Err(why) => return Ok((solver.name(), Outcome::stopped(why))),
                }
                let mut solution = puzzle.no_moves();
                let (outcome, name) = solver.solve_with_name(&instance, &mut solution, control);
                Ok((name, outcome.map(|()| solution.solution)))
            }
        }
    }
}

/// The choice squares as a line of text.
pub fn choices_line(squares: &[u32]) -> String {
    let numbers: Vec<_> = squares.iter().map(u32::to_string).collect();
    match numbers.len() {
        0 => "no choice squares".to_owned(),
        1 => format!("1 choice square: {}", numbers[0]),
        count => format!("{count} choice squares: {}", numbers.join(", ")),
    }
}
