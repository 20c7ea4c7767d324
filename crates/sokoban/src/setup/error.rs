//! Errors in the text of a level.

use motion_core::TextPosition;
use thiserror::Error;

use super::Setup;

/// An error in the text of a level, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no level in the text.
    #[error("there is no level: the text has no row of walls")]
    Empty,
    /// A character that stands for no tile.
    #[error("{at}: expected one of # @ + $ * . - _ or a space but found {found:?}")]
    UnexpectedCharacter {
        /// Where it stands.
        at: TextPosition,
        /// What stands there.
        found: char,
    },
    /// A number without a tile after it, or zero.
    #[error("{at}: expected a number from 1 to {} and a tile or | after it", Setup::MAX_SIDE)]
    Count {
        /// Where the number begins.
        at: TextPosition,
    },
    /// More than [`Setup::MAX_SIDE`] rows or columns.
    #[error("{at}: this level has more than {} rows or columns", Setup::MAX_SIDE)]
    TooLarge {
        /// Where the level begins.
        at: TextPosition,
    },
    /// There is no player.
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
    /// Walls do not enclose the player.
    #[error("{at}: the border is open: the player could walk out here")]
    Open {
        /// The nearest place where the player could leave the level.
        at: TextPosition,
    },
    /// A box that the player cannot reach, off the goals.
    #[error("{at}: the player cannot reach this box, and it stands on no goal")]
    BoxOutOfReach {
        /// Where it stands.
        at: TextPosition,
    },
    /// A goal that no box can be pushed to.
    #[error("{at}: no box can be pushed to this goal: the player cannot reach it")]
    GoalOutOfReach {
        /// Where it is.
        at: TextPosition,
    },
    /// The numbers of boxes and goals differ.
    #[error("{at}: the number of boxes, {boxes}, is not the number of goals, {goals}")]
    Unbalanced {
        /// Where the level begins.
        at: TextPosition,
        /// The number of boxes.
        boxes: usize,
        /// The number of goals.
        goals: usize,
    },
    /// A second level where one was expected.
    #[error("{at}: a second level begins here, but one was expected")]
    SeveralLevels {
        /// Where the second level begins.
        at: TextPosition,
    },
}
