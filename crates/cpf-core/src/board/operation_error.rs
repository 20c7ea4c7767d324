//! The reasons for which operations of the board fail.

use core::error::Error;
use core::fmt;

use motion_core::Stop;

/// The reason why an operation of the [`WorkingBoard`](super::WorkingBoard) was not completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationError {
    /// The budget is used up.
    Stop(Stop),
    /// No path leads around the locked vertices.
    Blocked,
}

impl fmt::Display for OperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stop(why) => why.fmt(f),
            Self::Blocked => f.write_str("no path leads around the locked vertices"),
        }
    }
}

impl Error for OperationError {}

impl From<Stop> for OperationError {
    fn from(why: Stop) -> Self {
        Self::Stop(why)
    }
}
