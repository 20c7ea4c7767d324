//! The fewest pushes of some boxes of a position, without the others.

use alloc::vec::Vec;

use motion_core::search::{Space, a_star_with};
use motion_core::{Control, Direction, Outcome, Stop};

use super::penalty_sets::{Penalty, PenaltySets};
use crate::analysis::deadlock::freeze;
use crate::board::{BoxSet, Push, SearchBoard};
use crate::bound::{BoundHeuristic, LowerBounds};
use crate::search::{MoveGenerator, Position};

/// The result of a search of some boxes.
#[derive(Clone, Debug)]
pub(super) enum PartCost {
    /// A shortest sequence of pushes to goals.
    Pushes(Vec<Push>),
    /// The boxes cannot all be pushed to goals.
    Lost,
    /// The search reached its limit.
    Unknown,
}

/// The game with fewer boxes than goals.
pub(super) struct PartSpace<'s, 'b, const W: usize> {
    pub(super) board: &'b SearchBoard,
    pub(super) goals: &'s BoxSet<W>,
    pub(super) sets: &'s PenaltySets<W>,
}

impl<'b, const W: usize> Space for PartSpace<'_, 'b, W> {
    type State = Position<W>;
    type Action = Push;
    type Scratch = MoveGenerator<'b>;

    fn scratch(&self) -> MoveGenerator<'b> {
        MoveGenerator::new(self.board)
    }

    fn is_goal(&self, _: &mut MoveGenerator<'b>, part: &Position<W>) -> bool {
        part.boxes.is_subset(self.goals)
    }

    fn successors(
        &self,
        generator: &mut MoveGenerator<'b>,
        part: &Position<W>,
        visit: &mut impl FnMut(Push, Position<W>, u32),
    ) {
        let Self { board, goals, sets } = *self;
        generator.enter(part);
        for from in &part.boxes {
            for push in Direction::ALL.map(|direction| Push { from, direction }) {
                if !generator.can_push(push) {
                    continue;
                }
                let (to, mut boxes) = (board.step(from, push.direction), part.boxes);
                boxes.shift(from, to);
                if freeze::is_lost(board, goals, &boxes, to) {
                    continue;
                }
                let after = generator.after_push(&part.boxes, push);
                if !sets.parts(after.boxes, after.player).any(|(_, penalty)| penalty == Penalty::Lost) {
                    visit(push, after, 1);
                }
            }
        }
    }
}

impl<'b, const W: usize> PartSpace<'_, 'b, W> {
    /// Finds the fewest pushes of a part in at most `limit` nodes.
    ///
    /// # Errors
    /// [`Stop`] if the run ends.
    pub(super) fn cost(
        &self,
        scratch: &mut MoveGenerator<'b>,
        bounds: &'b LowerBounds,
        part: &Position<W>,
        limit: u64,
        control: &mut Control,
    ) -> Result<PartCost, Stop> {
        let bound = BoundHeuristic::for_boxes(self.board, bounds, part.boxes.len());
        let before = control.stats().nodes;
        let outcome =
            control.within_nodes(limit, |control| a_star_with(self, scratch, bound, *part, control));
        match outcome {
            Outcome::Solved { plan, .. } => Ok(PartCost::Pushes(plan.actions)),
            Outcome::Unsolvable => Ok(PartCost::Lost),
            Outcome::Stopped { why: Stop::Memory, .. } => Ok(PartCost::Unknown),
            Outcome::Stopped { why: Stop::Nodes, .. } if control.stats().nodes - before == limit => {
                Ok(PartCost::Unknown)
            }
            Outcome::Stopped { why, .. } => Err(why),
        }
    }
}
