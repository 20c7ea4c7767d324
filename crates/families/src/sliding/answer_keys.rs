//! The keys that sliding puzzles add to an answer.

use grid_puzzle::Board;
use serde::Serialize;

/// The keys of a board, and of a clockwise solution.
#[derive(Clone, Debug, Serialize)]
pub struct AnswerKeys {
    /// The rows.
    pub rows: u32,
    /// The columns.
    pub columns: u32,
    /// The number of blanks.
    pub blanks: u32,
    /// The choice squares that a clockwise solution uses, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice_squares: Option<Vec<u32>>,
}

impl AnswerKeys {
    /// Returns the keys of a board.
    pub fn of(board: &Board) -> Self {
        let (rows, columns, blanks) = (board.rows(), board.columns(), board.blank_count());
        Self { rows, columns, blanks, choice_squares: None }
    }
}
