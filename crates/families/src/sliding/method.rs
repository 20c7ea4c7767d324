//! The solvers by name, with their options.

use std::str::FromStr;

use grid_puzzle::internal::PlanSolver;
use grid_puzzle::internal::SolverMethod;
use grid_puzzle::{AnySolver, Optimal, Snake};
use motion_core::error::RunError;
use motion_core::error::UnknownNameError;
use motion_core::solver_table::{SolverEntry, SolverRow};
use motion_core::{Control, Outcome, Solver};

use super::{Puzzle, Solution};
use crate::UnsuitableError;

/// A solver of sliding puzzles or of cooperative path-finding, by name.
#[derive(Clone, Copy, Debug)]
pub enum SolverChoice {
    /// A solver of sliding puzzles.
    Board(AnySolver),
    /// A solver of cooperative path-finding.
    Robots(cpf::AnySolver),
}

impl SolverChoice {
    /// Returns all of them.
    pub fn all() -> impl Iterator<Item = Self> {
        AnySolver::all().map(Self::Board).chain(cpf::AnySolver::all().map(Self::Robots))
    }

    /// Returns the solver of this name.
    fn find(name: &str) -> Option<Self> {
        let board = name.parse().map(Self::Board).ok();
        board.or_else(|| name.parse().map(Self::Robots).ok())
    }

    /// Returns its row of the table.
    pub fn entry(&self) -> &SolverEntry {
        match self {
            Self::Board(solver) => solver.entry(),
            Self::Robots(solver) => solver.entry(),
        }
    }

    /// Returns the solver, with these options if it is `snake`, `snake-dummies` or `optimal`.
    pub fn method(self, snake: Snake, optimal: Optimal) -> Method {
        match self {
            Self::Board(solver) => {
                Method::Board(solver.name(), solver.method().with_snake(snake).with_optimal(optimal))
            }
            Self::Robots(solver) => Method::Robots(solver),
        }
    }
}

impl FromStr for SolverChoice {
    type Err = UnknownNameError;

    fn from_str(text: &str) -> Result<Self, UnknownNameError> {
        Self::find(text).ok_or_else(|| {
            UnknownNameError::new("solver", text, Self::all().map(|choice| choice.entry().name))
        })
    }
}

/// A solver with its options.
#[derive(Clone)]
pub enum Method {
    /// A solver of sliding puzzles with its name.
    Board(&'static str, SolverMethod),
    /// A solver of cooperative path-finding.
    Robots(cpf::AnySolver),
}

impl Method {
    /// Solves a puzzle. Also returns the name of the solver.
    ///
    /// # Errors
    /// [`UnsuitableError`] if the algorithm does not support the puzzle.
    pub fn solve(
        &self,
        puzzle: &Puzzle,
        control: &mut Control,
    ) -> Result<(&'static str, Outcome<Solution>), UnsuitableError> {
        match self {
            Self::Board(name, method) => {
                let outcome = match method {
                    _ if puzzle.has_several_blanks() => {
                        method.solve_several(puzzle, control).map(Solution::Moves)
                    }
                    SolverMethod::Clockwise(clockwise) => {
                        clockwise.solution(puzzle, control).map(Solution::Clockwise)
                    }
                    _ => method.solve(puzzle, control).map(Solution::Free),
                };
                Ok((name, outcome))
            }
            Self::Robots(solver) => {
                let instance = match puzzle.robots(control) {
                    Ok(instance) => instance,
                    Err(why) => return Ok((solver.name(), Outcome::stopped(why))),
                };
                match solver.check_within(&instance, control) {
                    Ok(()) => {}
                    Err(RunError::Because(why)) => {
                        return Err(UnsuitableError { algorithm: solver.name(), why: why.to_string() });
                    }
                    Err(RunError::Stopped(why)) => return Ok((solver.name(), Outcome::stopped(why))),
                }
                let mut solution = puzzle.no_moves();
                let (outcome, name) = solver.solve_with_name(&instance, &mut solution, control);
                Ok((name, outcome.map(|()| solution.solution)))
            }
        }
    }
}
