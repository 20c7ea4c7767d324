//! The error of a level that a solver does not support.

use core::error::Error;
use core::fmt;

use crate::board::SearchBoard;

/// The reason why a solver does not support a level; it then answers
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnsupportedLevelError {
    /// There are more than [`SearchBoard::MAX_LIVE_SQUARES`] live squares, or for searches by
    /// features more than [`SearchBoard::MAX_LIVE_SQUARES_BY_FEATURES`].
    LiveSquares {
        /// The number of live squares.
        live_squares: usize,
    },
    /// The solver searches from the goals, and boxes may end on more than
    /// [`SearchBoard::MAX_FINAL_SETS`] sets of goals.
    FinalSets {
        /// The number of boxes.
        boxes: usize,
        /// The number of goals.
        goals: usize,
    },
}

impl fmt::Display for UnsupportedLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LiveSquares { live_squares } => write!(
                f,
                "auto and FESS support at most {} squares from which a box can be pushed to a goal, and \
                 other solvers {}, not {live_squares}",
                SearchBoard::MAX_LIVE_SQUARES_BY_FEATURES,
                SearchBoard::MAX_LIVE_SQUARES
            ),
            Self::FinalSets { boxes, goals } => write!(
                f,
                "a search from the goals supports at most {} sets of goals that boxes may end on, and \
                 {boxes} boxes may end on more of {goals} goals",
                SearchBoard::MAX_FINAL_SETS
            ),
        }
    }
}

impl Error for UnsupportedLevelError {}
