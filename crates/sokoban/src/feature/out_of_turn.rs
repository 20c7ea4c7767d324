//! Boxes that are packed out of turn.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::packing_plan::PackingPlan;
use crate::analysis::{GoalTable, frozen, goals_reached};
use crate::board::{BoxSet, SearchBoard, Square};
use crate::lossy_index::lossy_index;

/// The number of sets of frozen boxes that are cached.
const REMEMBERED: usize = 256;

/// Finds boxes that freeze on a goal before their turn, so that a later step of the plan becomes
/// impossible.
#[derive(Clone, Debug)]
pub(super) struct OutOfTurn<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
    /// For each stage the squares onto which later steps bring boxes.
    later: Vec<BoxSet<W>>,
    /// All squares of the plan.
    all: BoxSet<W>,
    /// A lossy table: sets of frozen boxes, and the squares of the plan that can be reached beside
    /// them.
    beside: Vec<Option<Box<(BoxSet<W>, GoalTable<W>)>>>,
    /// Whether a move was refused.
    has_refused: bool,
}

impl<'b, const W: usize> OutOfTurn<'b, W> {
    pub(super) fn new(board: &'b SearchBoard, plan: Option<&PackingPlan<W>>) -> Self {
        let stages = plan.map_or(&[][..], |plan| &plan.stages);
        let mut all = stages.first().copied().unwrap_or_default();
        let mut later = alloc::vec![BoxSet::new(); stages.len()];
        for step in (1..stages.len()).rev() {
            later[step - 1] = later[step].or(&stages[step].without(&stages[step - 1]));
        }
        if let Some(first) = later.first() {
            all = all.or(first);
        }
        let goals = board.goals().iter().copied().collect();
        Self { board, goals, later, all, beside: alloc::vec![None; REMEMBERED], has_refused: false }
    }

    /// Whether a move was refused.
    pub(super) const fn has_refused(&self) -> bool {
        self.has_refused
    }

    /// Whether a box that has come to a square is frozen there on a goal, and no box can reach the
    /// square of a step after this stage any more.
    pub(super) fn refuses(&mut self, stage: usize, boxes: &BoxSet<W>, to: Square) -> bool {
        if !self.goals.contains(to) {
            return false;
        }
        let frozen = frozen(self.board, boxes.and(&self.goals));
        let Some(later) = self.later.get(stage).filter(|_| frozen.contains(to)) else { return false };
        let number = lossy_index(&frozen, REMEMBERED);
        let place = &mut self.beside[number];
        if place.as_ref().is_none_or(|entry| entry.0 != frozen) {
            *place = Some(Box::new((frozen, goals_reached(self.board, &self.all, &frozen))));
        }
        let table = &place.as_ref().expect("invariant: it has just been filled").1;
        let mut missing = later.without(&frozen);
        for at in &boxes.without(&frozen) {
            missing = missing.without(&table[at.index()]);
        }
        self.has_refused |= !missing.is_empty();
        !missing.is_empty()
    }
}
