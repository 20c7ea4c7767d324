//! The feature space of positions.

mod advised_move;
mod advisor_scratch;
mod blocked_route;
mod excess_table;
mod explorer;
mod useful_ends;

use alloc::sync::Arc;
use core::num::NonZero;

use motion_core::internal::{Advice, FeatureSpace};
use motion_core::{Control, Direction, Stop};

use crate::analysis::DeadlockSearch;
use crate::board::{BoxSet, Push, SearchBoard};
use crate::bound::{GroupTables, LowerBounds};
use crate::feature::cell::{FeatureCell, fewer};
use crate::feature::feature_options::FeatureOptions;
use crate::feature::feature_state::{FeatureState, after};
use crate::feature::macro_moves::MacroMove;
use crate::feature::measures::{BlockedGoals, FeatureContext};
pub(crate) use advisor_scratch::AdvisorScratch;

/// The number of nodes of the first search for a deadlock.
const SEARCHED: u32 = 12;

/// The feature space of a board. Each advisor is responsible for one feature and advises one macro
/// move.
pub(crate) struct Advisors<'b, const W: usize> {
    board: &'b SearchBoard,
    bounds: &'b LowerBounds,
    groups: Option<&'b GroupTables>,
    context: FeatureContext<W>,
    blocked: Arc<BlockedGoals<W>>,
    options: FeatureOptions,
}

impl<'b, const W: usize> Advisors<'b, W> {
    /// Computes the tables for the features of a board. Their memory is held in `control`.
    pub(crate) fn new(
        board: &'b SearchBoard,
        bounds: &'b LowerBounds,
        blocked: Arc<BlockedGoals<W>>,
        options: FeatureOptions,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let context = FeatureContext::new(board, options.packing, control)?;
        Ok(Self { board, bounds, groups: None, context, blocked, options })
    }

    /// Raises bounds by groups of boxes if the pushes are limited.
    pub(crate) fn with_groups(mut self, groups: Option<&'b GroupTables>) -> Self {
        self.groups = groups;
        self
    }

    /// Creates a search for deadlocks without any proofs.
    pub(crate) fn deadlocks(board: &'b SearchBoard) -> DeadlockSearch<'b, W> {
        DeadlockSearch::new(board).with_nodes(SEARCHED)
    }

    /// Creates a scratch with the deadlocks proved by previous searches.
    pub(crate) fn scratch_with(&self, deadlocks: DeadlockSearch<'b, W>) -> AdvisorScratch<'b, W> {
        AdvisorScratch::new(self.board, (self.bounds, self.groups), &self.context, &self.options, deadlocks)
    }
}

impl<'b, const W: usize> FeatureSpace for Advisors<'b, W> {
    type State = FeatureState<W>;
    type Action = MacroMove;
    type Cell = FeatureCell;
    type Scratch = AdvisorScratch<'b, W>;

    fn scratch(&self) -> AdvisorScratch<'b, W> {
        self.scratch_with(Self::deadlocks(self.board))
    }

    fn turns(&self) -> NonZero<u32> {
        self.options.turns
    }

    fn is_goal(&self, _: &mut AdvisorScratch<'b, W>, state: &FeatureState<W>) -> bool {
        state.position.boxes.is_subset(&self.context.goals)
    }

    /// Returns the numbers of boxes packed, of regions, of tunnels or links cut, and of boxes that
    /// will soon have no goal left; without a plan, those of regions and ways cut.
    fn cell(&self, scratch: &mut AdvisorScratch<'b, W>, state: &FeatureState<W>) -> FeatureCell {
        let boxes: &BoxSet<W> = &state.position.boxes;
        let [regions, cut] = [scratch.regions.count(boxes), scratch.ways.cut(boxes)].map(fewer);
        if self.options.packing.is_none() {
            return [regions, cut, 0, 0];
        }
        let packed = self.context.packed(boxes);
        [packed, regions, cut, fewer(self.context.outside(packed, boxes))]
    }

    fn advise(
        &self,
        scratch: &mut AdvisorScratch<'b, W>,
        state: &FeatureState<W>,
        control: &mut Control,
        visit: &mut impl FnMut(Advice<MacroMove>),
    ) -> Result<(), Stop> {
        scratch.list(state, &self.context, &self.blocked, control)?;
        let advised = self
            .options
            .packing
            .map(|_| scratch.advised(&state.position, &self.context, &self.blocked, &self.options));
        for (number, candidate) in scratch.candidates.iter().enumerate() {
            let weight = u16::from(advised.is_some_and(|advised| !advised.contains(&Some(number))));
            visit(Advice { action: candidate.macro_move, weight, rank: candidate.rank(self.options.ties) });
        }
        Ok(())
    }

    fn after(&self, state: &FeatureState<W>, macro_move: MacroMove) -> FeatureState<W> {
        FeatureState { position: after(&state.position, macro_move), excess: macro_move.excess }
    }

    fn is_lost(
        &self,
        scratch: &mut AdvisorScratch<'b, W>,
        state: &FeatureState<W>,
        macro_move: MacroMove,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let has_room = |side: &Direction| !self.board.is_wall(self.board.step(macro_move.to, *side));
        let side = Direction::ALL.into_iter().find(has_room).expect("invariant: a box came here");
        let last = Push { from: self.board.step(macro_move.to, side), direction: side.opposite() };
        if let Some(excesses) = &mut scratch.excesses
            && (!excesses.is_new(&state.position, state.excess, control)? || scratch.exceeds(state))
        {
            return Ok(true);
        }
        scratch.deadlocks.is_lost(&state.position, Some(last), control)
    }
}

#[cfg(all(test, feature = "survey"))]
mod tests {
    use motion_core::{Budget, CancelFlag};

    use super::*;
    use crate::board::WIDE_WORDS;
    use crate::feature::{MoreAdvisors, PackingHeuristic, Ties, WayKind};
    use crate::samples::board_of;
    use crate::search::Position;

    /// Once a box can be packed, the other macro moves of a wide board wait for the second search.
    #[test]
    fn wide_boards_keep_to_the_plan_and_look_at_the_flag() {
        let (rim, row) = ("#".repeat(52), " ".repeat(50));
        let rows = alloc::format!("#{row}#\n").repeat(47);
        let text = alloc::format!("{rim}\n#{row}#\n#@$.{}#\n#  $.{}#\n{rows}{rim}", &row[3..], &row[4..]);
        let board = board_of(&text);
        let mut control = Control::unlimited();
        let bounds = LowerBounds::new(&board);
        let blocked = BlockedGoals::<WIDE_WORDS>::new(&board, &mut control).expect("no limit");
        let options = FeatureOptions {
            packing: Some(PackingHeuristic::Sinks { seed: 0 }),
            ways: WayKind::Nothing,
            more: MoreAdvisors { opener: false, explorer: false },
            ties: Ties::Far,
            turns: NonZero::<u32>::MIN,
            efficient: false,
        };
        let advisors = Advisors::new(&board, &bounds, Arc::new(blocked), options, &mut control);
        let advisors = advisors.expect("no limit");
        let mut scratch = advisors.scratch();
        let start = FeatureState::start(Position::start(&board).expect("live"));
        let [few, all] = core::array::from_fn(|_| {
            let mut boxes = Vec::new();
            let visit = &mut |advice: Advice<MacroMove>| boxes.push(advice.action.from);
            advisors.advise(&mut scratch, &start, &mut control, visit).expect("no limit");
            scratch.admits_all();
            boxes.dedup();
            boxes.len()
        });
        assert_eq!((few, all), (1, 2));
        assert!(!scratch.admits_all());

        let flag = CancelFlag::new();
        flag.raise();
        let mut control = Control::new(Budget::new().with_cancel(flag));
        assert_eq!(advisors.advise(&mut scratch, &start, &mut control, &mut |_| {}), Err(Stop::Cancelled));
    }
}
