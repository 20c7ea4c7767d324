//! The keys that Ricochet Robots adds to an answer.

use ricochet::Instance;
use serde::Serialize;

/// The keys of a game and of its solutions.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AnswerKeys {
    /// The rows.
    pub rows: u32,
    /// The columns.
    pub columns: u32,
    /// The number of robots.
    pub robots: usize,
    /// The number of targets, of which one is to be reached.
    pub targets: usize,
    /// The number of robots that move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robots_moved: Option<u32>,
    /// All shortest solutions, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
    /// Whether the list of solutions is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions_complete: Option<bool>,
}

impl AnswerKeys {
    /// Returns the keys of a game.
    pub fn of(game: &Instance) -> Self {
        let grid = game.board().grid();
        let (rows, columns) = (grid.rows(), grid.columns());
        let (robots, targets) = (game.robots().len(), game.targets().len());
        Self { rows, columns, robots, targets, ..Self::default() }
    }
}
