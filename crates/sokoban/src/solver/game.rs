//! What all solvers of this module begin and end with.

use motion_core::search::Path;
use motion_core::{Control, Outcome, Quality, Stop};

use super::guided::Guided;
use crate::analysis::PrunedPushes;
use crate::board::{Board, Push};
use crate::bound::{Bound, LowerBounds};
use crate::level::Level;
use crate::moves::Moves;
use crate::space::{Position, Pulls, Pushes, with_width};

/// A level that is to be solved: its board, its start, and what is known of it before the search.
pub(super) struct Game<'b, const W: usize> {
    pub(super) board: &'b Board,
    pub(super) bounds: &'b LowerBounds,
    pub(super) start: Position<W>,
    /// A lower bound on the pushes.
    pub(super) least: u32,
}

/// A way to search a game.
pub(super) trait Method {
    fn search<const W: usize>(&self, game: &Game<'_, W>, control: &mut Control) -> Outcome<Path<Push>>;
}

/// Solves a level, unless what is known beforehand settles it.
pub(super) fn solve(method: &impl Method, level: &Level, control: &mut Control) -> Outcome<Moves> {
    let board = Board::new(level);
    if !board.starts_alive() {
        return Outcome::Unsolvable;
    }
    with_width!(board.words(), W => search::<W>(method, &board, control), Outcome::stopped(Stop::Untreated))
}

fn search<const W: usize>(method: &impl Method, board: &Board, control: &mut Control) -> Outcome<Moves> {
    let start = Position::<W>::start(board).expect("invariant: boxes are alive and fit");
    let bounds = LowerBounds::new(board);
    let Some(least) = bounds.matching(&start) else { return Outcome::Unsolvable };
    let outcome = method.search(&Game { board, bounds: &bounds, start, least }, control);
    outcome.map(|path| board.moves(path.actions).expect("invariant: pushes of the space are possible"))
}

impl<'b, const W: usize> Game<'b, W> {
    /// A solution, with this proved of its pushes and the parity of all solutions.
    pub(super) fn bounded(&self, plan: Path<Push>, lower_bound: u64) -> Outcome<Path<Push>> {
        // A bound of the other parity can be raised by one.
        let lower_bound = lower_bound + (lower_bound ^ plan.cost) % 2;
        let quality =
            if lower_bound >= plan.cost { Quality::Optimal } else { Quality::Bounded { lower_bound } };
        Outcome::Solved { plan, quality }
    }

    /// The game forward.
    pub(super) fn pushes(&self, bound: Bound) -> Guided<'b, Pushes<'b, W>, W> {
        Guided::new(Pushes::new(self.board), self.board, self.bounds, bound)
    }

    /// The game forward without what deadlock rules and PI-corrals rule out.
    pub(super) fn pruned_pushes(&self, bound: Bound) -> Guided<'b, PrunedPushes<'b, W>, W> {
        Guided::new(PrunedPushes::new(self.board), self.board, self.bounds, bound)
    }

    /// The game backward.
    pub(super) fn pulls(&self) -> Pulls<'b, W> {
        Pulls::new(self.board).expect("invariant: boxes are alive and fit")
    }
}
