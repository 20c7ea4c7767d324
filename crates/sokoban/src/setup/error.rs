//! Errors in the text of a level.

use core::error::Error;
use core::fmt;

use motion_core::TextPosition;

use super::Setup;

/// An error in the text of a level, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// There is no level in the text.
    Empty,
    /// A character that stands for no tile.
    UnexpectedCharacter {
        /// Where it stands.
        at: TextPosition,
        /// What stands there.
        found: char,
    },
    /// A number without a tile after it, or zero.
    Count {
        /// Where the number begins.
        at: TextPosition,
    },
    /// More than [`Setup::MAX_SIDE`] rows or columns.
    TooLarge {
        /// Where the level begins.
        at: TextPosition,
    },
    /// There is no player.
    NoPlayer {
        /// Where the level begins.
        at: TextPosition,
    },
    /// A second player.
    SeveralPlayers {
        /// Where the second one stands.
        at: TextPosition,
        /// Where the first one stands.
        first: TextPosition,
    },
    /// Walls do not enclose the player.
    Open {
        /// The nearest place where the player could leave the level.
        at: TextPosition,
    },
    /// A box that the player cannot reach, off the goals.
    BoxOutOfReach {
        /// Where it stands.
        at: TextPosition,
    },
    /// A goal that no box can be pushed to.
    GoalOutOfReach {
        /// Where it is.
        at: TextPosition,
    },
    /// There are more boxes than goals, or goals and no box.
    Unbalanced {
        /// Where the level begins.
        at: TextPosition,
        /// The number of boxes, without decoration.
        boxes: usize,
        /// The number of goals, without decoration.
        goals: usize,
    },
    /// A second level where one was expected.
    SeveralLevels {
        /// Where the second level begins.
        at: TextPosition,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no level: the text has no row of walls"),
            Self::UnexpectedCharacter { at, found } => {
                write!(f, "{at}: expected one of # @ + $ * . - _ or a space but found {found:?}")
            }
            Self::Count { at } => {
                write!(f, "{at}: expected a number from 1 to {} and a tile or | after it", Setup::MAX_SIDE)
            }
            Self::TooLarge { at } => {
                write!(f, "{at}: this level has more than {} rows or columns", Setup::MAX_SIDE)
            }
            Self::NoPlayer { at } => write!(f, "{at}: this level has no player"),
            Self::SeveralPlayers { at, first } => write!(f, "{at}: a second player; the first is at {first}"),
            Self::Open { at } => write!(f, "{at}: the border is open: the player could walk out here"),
            Self::BoxOutOfReach { at } => {
                write!(f, "{at}: the player cannot reach this box, and it stands on no goal")
            }
            Self::GoalOutOfReach { at } => {
                write!(f, "{at}: no box can be pushed to this goal: the player cannot reach it")
            }
            Self::Unbalanced { at, boxes: 0, .. } => write!(f, "{at}: this level has goals and no box"),
            Self::Unbalanced { at, boxes, goals } => {
                write!(f, "{at}: there are more boxes, {boxes}, than goals, {goals}")
            }
            Self::SeveralLevels { at } => write!(f, "{at}: a second level begins here, but one was expected"),
        }
    }
}

impl Error for SetupError {}
