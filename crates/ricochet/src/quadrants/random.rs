//! Random standard games.

use alloc::vec::Vec;

use motion_core::Cell;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use thiserror::Error;

use super::{Quadrant, QuadrantSet, StandardBoard};
use crate::colour::Colour;
use crate::instance::{Goal, Instance, MAX_ROBOTS, Target};

/// How random standard games are dealt: one side of every piece, in random order; a target; robots on other cells.
///
/// # Examples
/// ```
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
/// use ricochet::{Deal, QuadrantSet};
///
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let set = QuadrantSet::standard();
/// let game = Deal::default().game(&set, &mut rng)?;
/// assert_eq!(game.robots().len(), 4);
/// assert_eq!(game.board().diagonals().count(), 0);
/// # Ok::<(), ricochet::DealError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    robots: usize,
    sides: Vec<char>,
    any: bool,
}

/// Why no game can be dealt.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DealError {
    /// A game has one to eight robots.
    #[error("a game has 1 to {MAX_ROBOTS} robots, not {robots}")]
    Robots {
        /// Robots asked for.
        robots: usize,
    },
    /// Four pieces are needed, with one of the sides asked for.
    #[error("the set has {found} pieces with one of these sides, but a board needs 4")]
    Pieces {
        /// Pieces in the set with one of the sides.
        found: usize,
    },
    /// None of the targets is for a robot that is there.
    #[error("these quadrants have no target for any of {robots} robots")]
    NoTarget {
        /// Robots in the game.
        robots: usize,
    },
    /// There are fewer open cells that are nobody's target than robots.
    #[error("these quadrants have no room for {robots} robots")]
    NoRoom {
        /// Robots in the game.
        robots: usize,
    },
}

impl Default for Deal {
    /// Four robots, sides A and B, and targets that one robot has to reach.
    fn default() -> Self {
        Self { robots: 4, sides: ['A', 'B'].to_vec(), any: false }
    }
}

impl Deal {
    /// The same with so many robots: red, green, blue, yellow, white, orange, purple, black.
    pub fn with_robots(mut self, robots: usize) -> Self {
        self.robots = robots;
        self
    }

    /// The same with these sides of the pieces, a letter each.
    pub fn with_sides(mut self, sides: &str) -> Self {
        self.sides = sides.chars().collect();
        self
    }

    /// The same with targets that any robot may reach among the others, or without.
    pub fn with_any(mut self, any: bool) -> Self {
        self.any = any;
        self
    }

    /// Draws a game. Robots stand on open cells that are nobody's target.
    ///
    /// Equal generators give equal games on every platform, if the generator itself is portable.
    ///
    /// # Errors
    /// [`DealError`].
    pub fn game(&self, set: &QuadrantSet, rng: &mut impl Rng) -> Result<Instance, DealError> {
        let robots = self.robots;
        if robots == 0 || robots > MAX_ROBOTS {
            return Err(DealError::Robots { robots });
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
        let quadrants = <[&Quadrant; 4]>::try_from(sides).map_err(|_| DealError::Pieces { found })?;
        let StandardBoard { board, targets } = StandardBoard::assemble(quadrants);

        let suits = |target: &&Target| match target.goal {
            Goal::Any => self.any,
            Goal::Robot(robot) => (robot as usize) < robots,
        };
        let suitable: Vec<Target> = targets.iter().filter(suits).copied().collect();
        let &target = suitable.choose(rng).ok_or(DealError::NoTarget { robots })?;
        let free =
            |cell: &Cell| !board.grid().is_closed(*cell) && targets.iter().all(|target| target.cell != *cell);
        let mut cells: Vec<Cell> = board.grid().cells().filter(free).collect();
        if cells.len() < robots {
            return Err(DealError::NoRoom { robots });
        }
        let (cells, _) = cells.partial_shuffle(rng, robots);
        let robots: Vec<_> = Colour::ALL.into_iter().zip(cells.iter().copied()).collect();
        Ok(Instance::new(board, &robots, target).expect("invariant: robots on different open cells"))
    }

    fn allows(&self, quadrant: &Quadrant) -> bool {
        let mut side = quadrant.side().chars();
        matches!((side.next(), side.next()), (Some(side), None) if self.sides.contains(&side))
    }
}
