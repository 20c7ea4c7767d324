//! Solutions of sliding puzzles, with one blank or several, and their claims.

use grid_puzzle::clockwise::{ClockwiseSolution, verify_clockwise};
use grid_puzzle::{Board, MoveMetric};
use motion_core::{Plan, Walk};

/// A solution, with its claims if it is clockwise.
#[derive(Clone, PartialEq)]
pub enum Solution {
    /// The walk of one blank.
    Free(Walk),
    /// The walk of one blank that never turns left.
    Clockwise(ClockwiseSolution),
    /// The moves of tiles with several blanks.
    Moves(Plan),
}

impl Solution {
    /// The walk of the blank, if there is only one.
    pub const fn walk(&self) -> Option<&Walk> {
        match self {
            Self::Free(walk) | Self::Clockwise(ClockwiseSolution { walk, .. }) => Some(walk),
            Self::Moves(_) => None,
        }
    }

    /// The number of moves of single tiles.
    #[expect(
        clippy::len_without_is_empty,
        reason = "a solved puzzle has a solution without moves like any other"
    )]
    pub fn len(&self) -> usize {
        match self {
            Self::Free(walk) | Self::Clockwise(ClockwiseSolution { walk, .. }) => walk.len(),
            Self::Moves(plan) => plan.len(),
        }
    }

    /// Returns the number of moves in a metric.
    pub fn moves(&self, metric: MoveMetric) -> u64 {
        self.walk().map_or(self.len() as u64, |walk| metric.moves(walk))
    }

    /// Returns the moves of the tiles from this board on.
    pub fn plan(&self, start: &Board) -> Plan {
        match self {
            Self::Free(walk) | Self::Clockwise(ClockwiseSolution { walk, .. }) => start.moves(walk).collect(),
            Self::Moves(plan) => plan.clone(),
        }
    }

    /// Verifies all claims of a clockwise solution. Returns the choice squares that it uses,
    /// numbered from 1.
    ///
    /// # Panics
    /// If a claim does not hold.
    pub fn choice_squares(&self, start: &Board) -> Option<Vec<u32>> {
        let Self::Clockwise(solution) = self else { return None };
        let clockwise = verify_clockwise(&solution.walk);
        assert!(clockwise == Ok(solution.walk.len() as u64), "the verifier sees a left turn: {clockwise:?}");
        let claimed = solution.walk.len() - solution.approach as usize;
        let walk: Walk = solution.walk.iter().take(claimed).collect();
        if let Some(squares) = &solution.choice_squares {
            let kept = start.verify_choices(&walk, squares);
            assert!(kept == Ok(()), "the verifier sees a turn elsewhere: {kept:?}");
        }
        let used = start.choice_squares(&walk).expect("invariant: a walk that was verified");
        Some(used.iter().map(|cell| cell.0 + 1).collect())
    }
}
