//! Random levels of rooms and passages.

mod floor_plan;
mod pulled;

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::RangeInclusive;

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::level::Level;
use floor_plan::FloorPlan;
use pulled::PulledPosition;

/// The number of boxes that a random level may have.
const BOXES: RangeInclusive<usize> = 1..=100;

/// A generator of random levels that have a solution: rooms joined by passages, goals in one of the
/// rooms, and a start that was reached by random pulls from the solved position.
///
/// # Guarantees
/// Every level has a solution, and at least half of its boxes start off the goals.
///
/// # Complexity
/// Some milliseconds for each of up to 500 attempts, for levels of up to twenty boxes.
///
/// # Examples
/// ```
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
/// use sokoban::{GoalPlacement, RandomLevel};
///
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let random_level = RandomLevel::default().with_boxes(6).with_goals(GoalPlacement::Scattered);
/// let level = random_level.generate(&mut rng)?;
/// assert_eq!(level.boxes().count(), 6);
/// # Ok::<(), sokoban::error::RandomLevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomLevel {
    boxes: usize,
    goals: GoalPlacement,
    /// Rows and columns.
    largest: [u32; 2],
}

/// The arrangement of the goals of a random level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum GoalPlacement {
    /// In rows along a wall of one room.
    #[default]
    Block,
    /// Anywhere in one room.
    Scattered,
}

/// The reason why no level can be generated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RandomLevelError {
    /// The number of boxes is not 1 to 100.
    BoxCount {
        /// The number of boxes.
        boxes: usize,
    },
    /// No attempt led to a level with this generator of random numbers.
    NoLevel,
}

impl fmt::Display for RandomLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoxCount { boxes } => {
                write!(f, "a random level has {} to {} boxes, not {boxes}", BOXES.start(), BOXES.end())
            }
            Self::NoLevel => write!(f, "no level was found in {} attempts", RandomLevel::ATTEMPTS),
        }
    }
}

impl Error for RandomLevelError {}

impl Default for RandomLevel {
    /// Chooses ten boxes, goals in a block, and any size.
    fn default() -> Self {
        Self { boxes: 10, goals: GoalPlacement::Block, largest: [u32::MAX; 2] }
    }
}

impl RandomLevel {
    /// Each attempt has more space around the goals.
    const ATTEMPTS: usize = 500;

    /// Sets the number of boxes, 1 to 100.
    pub const fn with_boxes(mut self, boxes: usize) -> Self {
        self.boxes = boxes;
        self
    }

    /// Sets the arrangement of the goals.
    pub const fn with_goals(mut self, goals: GoalPlacement) -> Self {
        self.goals = goals;
        self
    }

    /// Sets the most rows and columns that a level may have, the walls around it included.
    ///
    /// Larger levels are dropped, so a small size for many boxes ends in
    /// [`RandomLevelError::NoLevel`], after about a second: 12 rows and 14 columns have room for
    /// about
    /// eight boxes.
    pub const fn with_size(mut self, rows: u32, columns: u32) -> Self {
        self.largest = [rows, columns];
        self
    }

    /// Generates a level.
    ///
    /// Equal generators give equal levels on every platform, if the generator itself is portable.
    ///
    /// # Errors
    /// [`RandomLevelError`] for a wrong number of boxes, or if no attempt succeeds.
    pub fn generate(&self, rng: &mut impl Rng) -> Result<Level, RandomLevelError> {
        let boxes = self.boxes;
        if !BOXES.contains(&boxes) {
            return Err(RandomLevelError::BoxCount { boxes });
        }
        for attempt in 0..Self::ATTEMPTS {
            let cells = boxes * (130 + attempt) / 100;
            let plan = FloorPlan::random(boxes, cells, rng);
            let goals = self.goals(&plan, rng);
            if let Some(position) = PulledPosition::random(&plan, &goals, rng) {
                let level = plan.level(&goals, position.boxes(), position.player());
                let [rows, columns] = self.largest;
                if level.grid().rows() <= rows && level.grid().columns() <= columns {
                    return Ok(level);
                }
            }
        }
        Err(RandomLevelError::NoLevel)
    }

    /// Chooses the goals, in ascending order.
    fn goals(&self, plan: &FloorPlan, rng: &mut impl Rng) -> Vec<usize> {
        let mut cells = match self.goals {
            GoalPlacement::Block => {
                let orders = plan.rows_from_walls();
                orders.choose(rng).cloned().expect("invariant: a room has four walls")
            }
            GoalPlacement::Scattered => {
                let mut cells = plan.goal_room();
                cells.shuffle(rng);
                cells
            }
        };
        cells.truncate(self.boxes);
        cells.sort_unstable();
        cells
    }
}
