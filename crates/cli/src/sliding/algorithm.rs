//! The solvers by their names, and the claims that solutions make.

use std::sync::LazyLock;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use grid_puzzle::{
    Clockwise, Dummies, Instance, MultiBlankInstance, MultiBlankOptimal, NearOptimal, Optimal, Parberry,
    Snake,
};
use motion_core::{Control, Outcome, Plan, Solver};

use super::puzzles::Puzzle;
use super::solution::Solution;
use crate::CliError;
use crate::cpf::algorithm as robots;

/// The values of `--algorithm`: solvers of sliding puzzles, and those of cooperative path-finding.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// A solver of sliding puzzles.
    Board(Algorithm),
    /// A solver of cooperative path-finding.
    Robots(robots::Algorithm),
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let boards = Algorithm::value_variants().iter().copied().map(Choice::Board);
            boards.chain(robots::Algorithm::value_variants().iter().copied().map(Choice::Robots)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Board(algorithm) => algorithm.to_possible_value(),
            Self::Robots(algorithm) => algorithm.to_possible_value(),
        }
    }
}

/// The solvers that have options, or keep tables from one puzzle to the next.
#[derive(Clone, Default)]
pub struct Solvers {
    /// With the length of its snakes.
    pub snake: Snake,
    /// With its tables.
    pub optimal: Optimal,
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
            Self::Board(algorithm) => {
                let outcome = match puzzle {
                    Puzzle::One(instance) => algorithm.solve(solvers, instance, control),
                    Puzzle::Several(instance) => {
                        algorithm.plan(solvers, instance, control).map(Solution::Moves)
                    }
                };
                Ok((algorithm.name(), outcome))
            }
            Self::Robots(algorithm) => {
                let instance = puzzle.robots();
                let chosen = robots::solver(algorithm, &instance)?;
                let outcome = chosen.solver().solve(&instance, control);
                Ok((chosen.name(), outcome.map(|plan| puzzle.solution(plan))))
            }
        }
    }
}

/// The number of choices of the walking blank that are tried.
const TRIES: u32 = 4;

/// The names of the solvers of sliding puzzles on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Algorithm {
    /// One tile after another (Parberry 1995)
    Parberry,
    /// Two tiles at a time where that is shorter (Surynek & Michalík 2011)
    Snake,
    /// Snakes with all blanks but one treated as tiles
    SnakeDummies,
    /// Near-optimal, improved until the limit of time or nodes; without a limit about a second for
    /// 20x20
    Short,
    /// Near-optimal, by the first and fastest round only
    ShortQuick,
    /// Never turning left, with few choice squares (Almulla & Newborn): the shortest of several
    /// walks
    Clockwise,
    /// Never turning left, by the paper's procedure (corrected)
    ClockwiseProcedure,
    /// Never turning left, by the paper's procedure (corrected), with laps where it has them begin
    ClockwisePrinted,
    /// Never turning left, turning right anywhere
    ClockwiseAnywhere,
    /// The fewest moves, by IDA* (Korf 1985); for boards up to 4x4, and larger ones near the goal
    Optimal,
}

impl Algorithm {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parberry => "parberry",
            Self::Snake => "snake",
            Self::SnakeDummies => "snake-dummies",
            Self::Short => "short",
            Self::ShortQuick => "short-quick",
            Self::Clockwise => "clockwise",
            Self::ClockwiseProcedure => "clockwise-procedure",
            Self::ClockwisePrinted => "clockwise-printed",
            Self::ClockwiseAnywhere => "clockwise-anywhere",
            Self::Optimal => "optimal",
        }
    }

    fn solve(self, solvers: &Solvers, instance: &Instance, control: &mut Control) -> Outcome<Solution> {
        let clockwise = match self {
            Self::Parberry => return Parberry::default().solve(instance, control).map(Solution::Free),
            Self::Snake | Self::SnakeDummies => {
                return solvers.snake.solve(instance, control).map(Solution::Free);
            }
            Self::Short => return NearOptimal::default().solve(instance, control).map(Solution::Free),
            Self::ShortQuick => return NearOptimal::quick().solve(instance, control).map(Solution::Free),
            Self::Optimal => return solvers.optimal.solve(instance, control).map(Solution::Free),
            Self::Clockwise => Clockwise::default(),
            Self::ClockwiseProcedure => Clockwise::procedure(),
            Self::ClockwisePrinted => Clockwise::printed_procedure(),
            Self::ClockwiseAnywhere => Clockwise::anywhere(),
        };
        clockwise.solution(instance, control).map(Solution::Clockwise)
    }

    /// Solves a puzzle with several blanks. The algorithms for one blank treat the others as dummy
    /// tiles.
    fn plan(self, solvers: &Solvers, instance: &MultiBlankInstance, control: &mut Control) -> Outcome<Plan> {
        let clockwise = match self {
            Self::Parberry => return Parberry::default().solve(instance, control),
            Self::Snake => return solvers.snake.solve(instance, control),
            Self::SnakeDummies => {
                return Dummies::new(solvers.snake).with_tries(TRIES).solve(instance, control);
            }
            Self::Short => return Dummies::new(NearOptimal::default()).solve(instance, control),
            Self::ShortQuick => return Dummies::new(NearOptimal::quick()).solve(instance, control),
            Self::Optimal => return MultiBlankOptimal::default().solve(instance, control),
            Self::Clockwise => Clockwise::default(),
            Self::ClockwiseProcedure => Clockwise::procedure(),
            Self::ClockwisePrinted => Clockwise::printed_procedure(),
            Self::ClockwiseAnywhere => Clockwise::anywhere(),
        };
        Dummies::new(clockwise).solve(instance, control)
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
