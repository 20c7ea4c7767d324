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
    /// The number of targets, one of which is to be reached.
    pub targets: usize,
    /// The number of robots that move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robots_moved: Option<u32>,
    /// All shortest solutions, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
    /// Whether these are all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions_complete: Option<bool>,
}

impl AnswerKeys {
    /// Those of a game.
    pub fn of(game: &Instance) -> Self {
        let grid = game.board().grid();
        let (rows, columns) = (grid.rows(), grid.columns());
        let (robots, targets) = (game.robots().len(), game.targets().len());
        Self { rows, columns, robots, targets, ..Self::default() }
    }
}
