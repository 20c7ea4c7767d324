//! The solvers by their names, and the claims that solutions make.

use families::sliding::{Puzzle, Solution};
use grid_puzzle::{AnySolver, Optimal, Snake, SolverMethod};
use motion_core::{Control, Outcome, Solver, SolverEntry, SolverRow};

use crate::CliError;

/// The values of `--algorithm`: solvers of sliding puzzles, and those of cooperative path-finding.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// A solver of sliding puzzles.
    Board(AnySolver),
    /// A solver of cooperative path-finding.
    Robots(cpf::AnySolver),
}

impl Choice {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        AnySolver::all().map(Self::Board).chain(cpf::AnySolver::all().map(Self::Robots))
    }

    /// What its table says of it.
    pub fn entry(&self) -> &SolverEntry {
        match self {
            Self::Board(solver) => solver.entry(),
            Self::Robots(solver) => solver.entry(),
        }
    }

    /// The solver, with these options if it is `snake`, `snake-dummies` or `optimal`.
    pub fn method(self, snake: Snake, optimal: Optimal) -> Method {
        match self {
            Self::Board(solver) => {
                Method::Board(solver.name(), solver.method().with_snake(snake).with_optimal(optimal))
            }
            Self::Robots(solver) => Method::Robots(solver),
        }
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
    /// Solves a puzzle; returns the name of the solver, too.
    ///
    /// # Errors
    /// [`CliError::Unsuitable`] if the algorithm does not support the puzzle.
    pub fn solve(
        &self,
        puzzle: &Puzzle,
        control: &mut Control,
    ) -> Result<(&'static str, Outcome<Solution>), CliError> {
        match self {
            Self::Board(name, method) => {
                let outcome = match (puzzle, method) {
                    (Puzzle::One(instance), SolverMethod::Clockwise(clockwise)) => {
                        clockwise.solution(instance, control).map(Solution::Clockwise)
                    }
                    (Puzzle::One(instance), _) => method.solve(instance, control).map(Solution::Free),
                    (Puzzle::Several(instance), _) => method.solve(instance, control).map(Solution::Moves),
                };
                Ok((name, outcome))
            }
            Self::Robots(solver) => {
                let instance = match puzzle.robots(control) {
                    Ok(instance) => instance,
                    Err(why) => return Ok((solver.name(), Outcome::stopped(why))),
                };
                match solver.check_within(&instance, control) {
                    Ok(checked) => checked.map_err(|why| CliError::Unsuitable {
                        algorithm: solver.name(),
                        why: why.to_string(),
                    })?,
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
