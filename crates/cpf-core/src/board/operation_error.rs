//! Why operations of the board fail.

use motion_core::Stop;
use thiserror::Error;

/// Why an operation of the [`WorkingBoard`](super::WorkingBoard) was not completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum OperationError {
    /// The budget is used up.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// No path leads around the locked vertices.
    #[error("no path leads around the locked vertices")]
    Blocked,
}
