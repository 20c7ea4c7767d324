//! Random standard games.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::Cell;
use motion_core::internal::Counted;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::{Quadrant, QuadrantSet, StandardBoard};
use crate::colour::Colour;
use crate::instance::{Instance, MAX_ROBOTS, Target, TargetRobot};

/// A generator of random standard games: one side of each of four pieces in random order, a target,
/// and robots on other cells. Neither the robots nor the target are on diagonals.
///
/// # Examples
/// ```
/// use ricochet::quadrants::{QuadrantSet, RandomGame};
/// use ricochet::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let game = RandomGame::default().generate(&QuadrantSet::standard(), &mut rng)?;
/// assert_eq!(game.robots().len(), 4);
/// assert_eq!(game.board().diagonals().count(), 0);
/// # Ok::<(), ricochet::quadrants::RandomGameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomGame {
    robots: usize,
    sides: Vec<char>,
    any_robot_targets: bool,
}

/// The reason why no game can be generated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RandomGameError {
    /// The number of robots is not between 1 and 8.
    RobotCount {
        /// The number of robots.
        robots: usize,
    },
    /// Fewer than four pieces of the set have an allowed side.
    TooFewPieces {
        /// The number of pieces with an allowed side.
        found: usize,
    },
    /// The quadrants have no target for a robot of the game.
    NoTarget {
        /// Robots of the game.
        robots: usize,
    },
    /// The quadrants have fewer open cells without a target or a diagonal than the game has robots.
    TooFewCells {
        /// Robots of the game.
        robots: usize,
    },
}

impl fmt::Display for RandomGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RobotCount { robots } => write!(f, "a game has 1 to {MAX_ROBOTS} robots, not {robots}"),
            Self::TooFewPieces { found } => {
                write!(
                    f,
                    "the set has {} with one of these sides, but a board needs 4",
                    Counted(*found, "piece")
                )
            }
            Self::NoTarget { robots } => {
                write!(f, "these quadrants have no target for a game of {}", Counted(*robots, "robot"))
            }
            Self::TooFewCells { robots } => {
                write!(f, "these quadrants have too few open cells for {}", Counted(*robots, "robot"))
            }
        }
    }
}

impl Error for RandomGameError {}

impl Default for RandomGame {
    /// Returns a generator with four robots, sides A and B, and targets for one particular robot.
    fn default() -> Self {
        Self { robots: 4, sides: ['A', 'B'].to_vec(), any_robot_targets: false }
    }
}

impl RandomGame {
    /// Sets the number of robots: red, green, blue, yellow, white, orange, purple, black, in this
    /// order.
    pub const fn with_robots(mut self, robots: usize) -> Self {
        self.robots = robots;
        self
    }

    /// Sets the allowed sides of the pieces, one letter each.
    pub fn with_sides(mut self, sides: &str) -> Self {
        self.sides = sides.chars().collect();
        self
    }

    /// Sets whether the target may be one that any robot may reach.
    pub const fn with_any_robot_targets(mut self, allowed: bool) -> Self {
        self.any_robot_targets = allowed;
        self
    }

    /// Generates a game. The robots stand on open cells without a target or a diagonal.
    ///
    /// Equal generators give equal games on every platform, if the generator itself is portable.
    ///
    /// # Errors
    /// [`RandomGameError`] if no game can be generated.
    pub fn generate(&self, set: &QuadrantSet, rng: &mut impl Rng) -> Result<Instance, RandomGameError> {
        let robots = self.robots;
        if robots == 0 || robots > MAX_ROBOTS {
            return Err(RandomGameError::RobotCount { robots });
        }
        let mut pieces: Vec<(char, Vec<&Quadrant>)> = Vec::new();
        for quadrant in set.quadrants().iter().filter(|quadrant| self.allows(quadrant)) {
            match pieces.iter_mut().find(|(piece, _)| *piece == quadrant.piece()) {
                Some((_, sides)) => sides.push(quadrant),
                None => pieces.push((quadrant.piece(), [quadrant].to_vec())),
            }
        }
        pieces.shuffle(rng);
        let found = pieces.len();
        let sides: Vec<&Quadrant> =
            pieces.iter().take(4).filter_map(|(_, sides)| sides.choose(rng).copied()).collect();
        let quadrants =
            <[&Quadrant; 4]>::try_from(sides).map_err(|_| RandomGameError::TooFewPieces { found })?;
        let StandardBoard { board, targets } = StandardBoard::assemble(quadrants);

        let is_plain = |cell| !board.grid().is_closed(cell) && board.diagonal(cell).is_none();
        let suits = |target: &&Target| match target.robot {
            _ if !is_plain(target.cell) => false,
            TargetRobot::Any => self.any_robot_targets,
            TargetRobot::Only(robot) => (robot as usize) < robots,
        };
        let suitable: Vec<Target> = targets.iter().filter(suits).copied().collect();
        let &target = suitable.choose(rng).ok_or(RandomGameError::NoTarget { robots })?;
        let free = |cell: &Cell| is_plain(*cell) && targets.iter().all(|target| target.cell != *cell);
        let mut cells: Vec<Cell> = board.grid().cells().filter(free).collect();
        if cells.len() < robots {
            return Err(RandomGameError::TooFewCells { robots });
        }
        let (cells, _) = cells.partial_shuffle(rng, robots);
        let robots: Vec<_> = Colour::ALL.into_iter().zip(cells.iter().copied()).collect();
        Ok(Instance::new(board, &robots, &[target]).expect("invariant: robots on different open cells"))
    }

    fn allows(&self, quadrant: &Quadrant) -> bool {
        let mut side = quadrant.side().chars();
        matches!((side.next(), side.next()), (Some(side), None) if self.sides.contains(&side))
    }
}
