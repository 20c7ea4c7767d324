//! What all solvers of this module begin and end with.

use motion_core::search::{Path, Space};
use motion_core::{Control, Outcome, Quality, Stop};

use super::guided::Guided;
use crate::analysis::{DeadlockRule, PrunedPushes};
use crate::board::{Push, SearchBoard};
use crate::bound::{BoundKind, LowerBounds};
use crate::level::Level;
use crate::moves::Moves;
use crate::one_box_at_a_time::{OneBoxAtATime, PackingOrder, UntilOneBoxAtATime};
use crate::search::{MoveGenerator, Position, Pulls, Pushes, with_width};

/// A level that is to be solved: its board, its start, and what is known of it before the search.
pub(super) struct SearchProblem<'b, const W: usize> {
    pub(super) board: &'b SearchBoard,
    pub(super) bounds: &'b LowerBounds,
    pub(super) start: Position<W>,
    /// A lower bound on the pushes.
    pub(super) least: u32,
}

/// A way to search a problem.
pub(super) trait SearchMethod {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>>;
}

/// What a search forward leaves out, and where it ends.
#[derive(Clone, Copy)]
pub(super) struct Enhancements {
    /// Pushes that lose for certain are left out (SD).
    pub(super) deadlocks: bool,
    /// Pushes that a PI-corral makes wait are left out (PI).
    pub(super) corrals: bool,
    /// The search ends where the rest goes stone by stone (VL).
    pub(super) stones: bool,
}

/// An engine that searches any space of positions for a path of the fewest pushes.
pub(super) trait ForwardEngine<const W: usize> {
    fn search<S>(&self, space: &S, start: Position<W>, control: &mut Control) -> Outcome<Path<Push>>
    where
        S: Space<State = Position<W>, Action = Push>;
}

/// Solves a level, unless what is known beforehand settles it.
pub(super) fn solve(method: &impl SearchMethod, level: &Level, control: &mut Control) -> Outcome<Moves> {
    let board = SearchBoard::new(level);
    if !board.starts_on_live_squares() {
        return Outcome::Unsolvable;
    }
    with_width!(board.word_count(), W => search::<W>(method, &board, control), Outcome::stopped(Stop::Unsupported))
}

fn search<const W: usize>(
    method: &impl SearchMethod,
    board: &SearchBoard,
    control: &mut Control,
) -> Outcome<Moves> {
    let start = Position::<W>::start(board).expect("invariant: boxes are alive and fit");
    let bounds = LowerBounds::new(board);
    let Some(least) = bounds.matching(&start) else { return Outcome::Unsolvable };
    let outcome = method.search(&SearchProblem { board, bounds: &bounds, start, least }, control);
    outcome.map(|path| board.moves(path.actions).expect("invariant: pushes of the space are possible"))
}

impl<'b, const W: usize> SearchProblem<'b, W> {
    /// Searches forward, enhanced.
    pub(super) fn forward(
        &self,
        enhancements: Enhancements,
        engine: &impl ForwardEngine<W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let Enhancements { deadlocks, corrals, stones } = enhancements;
        let rules: &[DeadlockRule] = if deadlocks { &DeadlockRule::ALL } else { &[] };
        let pruned = || PrunedPushes::with_rules(self.board, rules).with_corrals(corrals);
        if stones {
            self.ending(pruned(), engine, control)
        } else if deadlocks || corrals {
            engine.search(&pruned(), self.start, control)
        } else {
            engine.search(&Pushes::new(self.board), self.start, control)
        }
    }

    /// Searches for a position that is solved stone by stone, and goes on from there.
    fn ending<S>(
        &self,
        pushes: S,
        engine: &impl ForwardEngine<W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>>
    where
        S: Space<State = Position<W>, Action = Push>,
    {
        let test = PackingOrder::within(self.board, control)
            .and_then(|order| OneBoxAtATime::held(self.board, &order, control));
        let (test, held) = match test {
            Ok(test) => test,
            Err(why) => {
                return Outcome::Stopped { why, best: None, lower_bound: Some(self.least.into()) };
            }
        };
        let space = UntilOneBoxAtATime::new(pushes, test);
        let outcome = engine.search(&space, self.start, control);
        control.release(held);
        match outcome {
            Outcome::Solved { plan, .. } => self.completed(plan, &space),
            Outcome::Stopped { why, best, lower_bound } => {
                let bound = lower_bound.map(|bound| self.evened(bound));
                Outcome::Stopped { why, best, lower_bound: bound }
            }
            Outcome::Unsolvable => Outcome::Unsolvable,
        }
    }

    /// Adds what comes after the search. Its path is a shortest one to a position solved stone by stone; solved positions
    /// are, too, so that no solution takes fewer pushes than that path.
    fn completed<S>(
        &self,
        mut path: Path<Push>,
        space: &UntilOneBoxAtATime<'_, S, W>,
    ) -> Outcome<Path<Push>> {
        let lower_bound = path.cost.max(self.least.into());
        let mut generator = MoveGenerator::new(self.board);
        let end = path.actions.iter().fold(self.start, |position, &push| {
            generator.enter(&position);
            generator.after_push(&position.boxes, push)
        });
        path.actions.extend(space.rest(&end).expect("invariant: the search has ended there"));
        path.cost = path.actions.len() as u64;
        bounded(path, lower_bound)
    }

    /// The least bound not below this one and the matching's that has the parity of all solutions.
    fn evened(&self, bound: u64) -> u64 {
        let least = u64::from(self.least);
        let bound = bound.max(least);
        bound + (bound - least) % 2
    }

    /// The problem forward.
    pub(super) fn pushes(&self, bound: BoundKind) -> Guided<'b, Pushes<'b, W>, W> {
        Guided::new(Pushes::new(self.board), self.board, self.bounds, bound)
    }

    /// The problem forward without what deadlock rules rule out.
    pub(super) fn live_pushes(&self, bound: BoundKind) -> Guided<'b, PrunedPushes<'b, W>, W> {
        let pushes = PrunedPushes::with_rules(self.board, &DeadlockRule::ALL).with_corrals(false);
        Guided::new(pushes, self.board, self.bounds, bound)
    }

    /// The problem forward without what deadlock rules and PI-corrals rule out.
    pub(super) fn pruned_pushes(&self, bound: BoundKind) -> Guided<'b, PrunedPushes<'b, W>, W> {
        Guided::new(PrunedPushes::new(self.board), self.board, self.bounds, bound)
    }

    /// The problem backward.
    pub(super) fn pulls(&self) -> Pulls<'b, W> {
        Pulls::new(self.board).expect("invariant: boxes are alive and fit")
    }
}

/// A solution, with this proved of its pushes and the parity of all solutions.
pub(super) fn bounded(plan: Path<Push>, lower_bound: u64) -> Outcome<Path<Push>> {
    // A bound of the other parity can be raised by one.
    let lower_bound = lower_bound + (lower_bound ^ plan.cost) % 2;
    let quality = if lower_bound >= plan.cost { Quality::Optimal } else { Quality::Bounded { lower_bound } };
    Outcome::Solved { plan, quality }
}
