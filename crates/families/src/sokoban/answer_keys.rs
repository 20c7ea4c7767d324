//! The keys that Sokoban adds to an answer.

use serde::Serialize;
use sokoban::{Level, Metrics, Moves};

/// The keys of a level and of its solution.
#[derive(Clone, Debug, Default, Serialize)]
pub struct AnswerKeys {
    /// The title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The rows.
    pub rows: u32,
    /// The columns.
    pub columns: u32,
    /// The number of boxes.
    pub boxes: usize,
    /// The objective of the improvement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub improve: Option<&'static str>,
    /// The pushes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pushes: Option<usize>,
    /// The steps of the player, pushes included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_moves: Option<usize>,
    /// The pushes before the improvement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver_pushes: Option<u64>,
    /// The steps of the player before the improvement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver_player_moves: Option<u64>,
}

impl AnswerKeys {
    /// Returns the keys of a level.
    pub fn of(level: &Level) -> Self {
        let grid = level.grid();
        let (rows, columns, boxes) = (grid.rows(), grid.columns(), level.boxes().count());
        Self { rows, columns, boxes, ..Self::default() }
    }

    /// Adds the keys of a solution.
    pub fn with_moves(self, moves: &Moves) -> Self {
        Self { pushes: Some(moves.pushes()), player_moves: Some(moves.len()), ..self }
    }

    /// Adds the costs of the solver's solution, if it was improved.
    pub fn with_before(self, before: Option<Metrics>) -> Self {
        Self {
            solver_pushes: before.map(|before| before.pushes),
            solver_player_moves: before.map(|before| before.steps),
            ..self
        }
    }
}
