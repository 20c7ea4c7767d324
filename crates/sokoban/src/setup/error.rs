//! What can be wrong with the text of a level.

use motion_core::TextPosition;
use thiserror::Error;

use super::MAX_SIDE;

/// What is wrong with the text of a level, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no level in the text.
    #[error("there is no level: the text has no row of walls")]
    Empty,
    /// A character that is no tile's.
    #[error("{at}: expected one of # @ + $ * . - _ or a space but found {found:?}")]
    UnexpectedCharacter {
        /// Where it stands.
        at: TextPosition,
        /// What stands there.
        found: char,
    },
    /// A number that repeats nothing, or nothing but zero times.
    #[error("{at}: expected a number from 1 to {MAX_SIDE} and a tile or | behind it")]
    Count {
        /// Where the number begins.
        at: TextPosition,
    },
    /// More than [`MAX_SIDE`] rows or columns.
    #[error("{at}: this level has more than {MAX_SIDE} rows or columns")]
    TooLarge {
        /// Where the level begins.
        at: TextPosition,
    },
    /// Nobody is there to push.
    #[error("{at}: this level has no player")]
    NoPlayer {
        /// Where the level begins.
        at: TextPosition,
    },
    /// A second player.
    #[error("{at}: a second player; the first is at {first}")]
    SeveralPlayers {
        /// Where the second one stands.
        at: TextPosition,
        /// Where the first one stands.
        first: TextPosition,
    },
    /// Walls do not shut the player in.
    #[error("{at}: the border is open: the player could walk out here")]
    Open {
        /// The place nearest to the player where it could leave the level.
        at: TextPosition,
    },
    /// A box that never moves, on no goal.
    #[error("{at}: the player never comes to this box, and it stands on no goal")]
    BoxOutOfReach {
        /// Where it stands.
        at: TextPosition,
    },
    /// A goal that no box ever comes to.
    #[error("{at}: no box ever comes to this goal: the player cannot go there")]
    GoalOutOfReach {
        /// Where it is.
        at: TextPosition,
    },
    /// There are not as many boxes as goals.
    #[error("{at}: the number of boxes, {boxes}, is not that of goals, {goals}")]
    Unbalanced {
        /// Where the level begins.
        at: TextPosition,
        /// How many boxes there are.
        boxes: usize,
        /// How many goals there are.
        goals: usize,
    },
    /// A second level where one was expected.
    #[error("{at}: a second level begins here, but one was expected")]
    SeveralLevels {
        /// Where the second level begins.
        at: TextPosition,
    },
}
