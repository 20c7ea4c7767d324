//! Errors in the text of a level.

use alloc::string::String;
use core::error::Error;
use core::fmt;

use motion_core::error::TextPosition;

use super::Setup;

/// An error in the text of a level, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupError {
    /// The text contains no level.
    Empty,
    /// A character that is not a tile.
    UnexpectedCharacter {
        /// Its position.
        at: TextPosition,
        /// The character.
        found: char,
    },
    /// A number without a tile after it, or zero.
    Count {
        /// The position of the number.
        at: TextPosition,
    },
    /// A parenthesis without its partner, or with nothing to repeat inside.
    Group {
        /// Its position.
        at: TextPosition,
    },
    /// Repetitions encode more tiles than 2²⁰ plus 16 for each byte of the text.
    TooMuch {
        /// The position at which the limit is exceeded.
        at: TextPosition,
    },
    /// More than [`Setup::MAX_SIDE`] rows or columns.
    TooLarge {
        /// The position of the level.
        at: TextPosition,
    },
    /// There is no player.
    NoPlayer {
        /// The position of the level.
        at: TextPosition,
    },
    /// A second player.
    SeveralPlayers {
        /// The position of the second player.
        at: TextPosition,
        /// The position of the first player.
        first: TextPosition,
    },
    /// Walls do not enclose the player.
    Open {
        /// The nearest place where the player could leave the level.
        at: TextPosition,
    },
    /// A box that the player cannot reach and that is not on a goal.
    BoxOutOfReach {
        /// Its position.
        at: TextPosition,
    },
    /// A goal that no box can be pushed to.
    GoalOutOfReach {
        /// Its position.
        at: TextPosition,
    },
    /// There are more boxes than goals, or goals and no box.
    Unbalanced {
        /// The position of the level.
        at: TextPosition,
        /// The number of boxes, without decoration.
        boxes: usize,
        /// The number of goals, without decoration.
        goals: usize,
    },
    /// The text says that this is a level of another game.
    OtherGame {
        /// The position of the game's name.
        at: TextPosition,
        /// The name of the game.
        game: String,
    },
    /// A text that begins like XML but is not a valid `.slc` file, or an `.slc` file without the
    /// feature `slc`, which reads it.
    NotSlc {
        /// The position of the error.
        at: TextPosition,
        /// The error in words.
        why: String,
    },
    /// A second level where one was expected.
    SeveralLevels {
        /// The position of the second level.
        at: TextPosition,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => {
                f.write_str("there is no level: no rows have a wall and a player, or a wall, boxes and goals")
            }
            Self::UnexpectedCharacter { at, found } => {
                write!(
                    f,
                    "{at}: expected one of # @ + $ * . - _ or a space, or of W p P b B, but found {found:?}"
                )
            }
            Self::Count { at } => {
                write!(f, "{at}: expected a number from 1 to {} and a tile, | or ( after it", Setup::MAX_SIDE)
            }
            Self::Group { at } => {
                write!(f, "{at}: this parenthesis has no partner, or nothing stands between the two")
            }
            Self::TooMuch { at } => write!(f, "{at}: repeated rows and groups stand for too many tiles"),
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
            Self::OtherGame { at, game } => write!(f, "{at}: {game} is not Sokoban"),
            Self::NotSlc { at, why } => write!(f, "{at}: this begins like an .slc file, but {why}"),
            Self::SeveralLevels { at } => write!(f, "{at}: a second level begins here, but one was expected"),
        }
    }
}

impl Error for SetupError {}
