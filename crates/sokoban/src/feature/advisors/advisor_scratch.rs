//! The data of one search by features, and the macro moves that its advisors choose.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::{Control, Stop};

use super::advised_move::{AdvisedMove, least};
use super::blocked_route::{BlockedRoute, BlockedRoutes};
use super::excess_table::ExcessTable;
use super::explorer::Explorer;
use super::useful_ends::UsefulEnds;
use crate::analysis::{BoxTables, Corrals, DeadlockSearch};
use crate::board::{BoxSet, MAX_WORDS, Push, SearchBoard, Square};
use crate::bound::{GroupBound, GroupTables, LowerBounds, MatchingBound};
use crate::feature::feature_options::FeatureOptions;
use crate::feature::feature_state::{FeatureState, after};
use crate::feature::macro_moves::{BoxAction, MacroMove, MacroMoveGenerator};
use crate::feature::measures::{BlockedGoals, FeatureContext, RegionCounter, WayCounter};
use crate::search::{PlayerDistances, Position};

/// The data of one search, of which deadlock sets and excesses are kept for the next.
pub(crate) struct AdvisorScratch<'b, const W: usize> {
    board: &'b SearchBoard,
    macro_moves: MacroMoveGenerator<'b, W>,
    matching: MatchingBound<'b>,
    bounds: &'b LowerBounds,
    groups: Option<GroupBound<'b>>,
    /// The least excess of each position, if the excess is limited.
    pub(super) excesses: Option<ExcessTable<W>>,
    corrals: Corrals<'b, W>,
    pub(super) regions: RegionCounter<'b>,
    pub(super) ways: WayCounter<'b, W>,
    explorer: Option<Explorer<'b, W>>,
    walks: PlayerDistances,
    useful_ends: Option<UsefulEnds<'b, W>>,
    /// Whether macro moves have been omitted because a box could be packed; `None` if none may be.
    kept_to_plan: Option<bool>,
    routes: BlockedRoutes<'b>,
    pub(super) deadlocks: DeadlockSearch<'b, W>,
    forced: Vec<Push>,
    pub(super) candidates: Vec<AdvisedMove>,
}

impl<'b, const W: usize> AdvisorScratch<'b, W> {
    pub(super) fn new(
        board: &'b SearchBoard,
        (bounds, groups): (&'b LowerBounds, Option<&'b GroupTables>),
        context: &FeatureContext<W>,
        options: &FeatureOptions,
        deadlocks: DeadlockSearch<'b, W>,
    ) -> Self {
        Self {
            board,
            macro_moves: MacroMoveGenerator::new(board, BoxAction::Pushes),
            matching: MatchingBound::new(bounds),
            bounds,
            groups: groups.map(GroupBound::new),
            excesses: None,
            corrals: Corrals::new(board),
            regions: RegionCounter::new(board),
            ways: WayCounter::new(board, options.ways),
            explorer: options.more.explorer.then(|| Explorer::new(board)),
            walks: PlayerDistances::new(board),
            useful_ends: options.efficient.then(|| UsefulEnds::new(board, context.squares())),
            kept_to_plan: (W > MAX_WORDS).then_some(false),
            routes: BlockedRoutes::new(board),
            deadlocks,
            forced: Vec::new(),
            candidates: Vec::new(),
        }
    }
}

impl<'b, const W: usize> AdvisorScratch<'b, W> {
    /// Also prunes by tables of pushes.
    pub(crate) fn with_tables(mut self, tables: Option<Arc<BoxTables<W>>>) -> Self {
        self.macro_moves = self.macro_moves.with_tables(tables);
        self
    }

    /// Limits solutions to this many pushes beyond the bound of the start. An exhausted search then
    /// proves that there is no such solution.
    pub(crate) fn limit(&mut self, excess: u16, control: &mut Control) {
        if let Some(before) = self.excesses.replace(ExcessTable::new(excess)) {
            before.release(control);
        }
    }

    /// After an exhausted search, returns the least limit that would have admitted more positions;
    /// `None` if there are no others.
    pub(crate) fn next_limit(&mut self, control: &mut Control) -> Result<Option<u16>, Stop> {
        self.excesses.as_mut().map_or(Ok(None), |excesses| excesses.next_limit(control))
    }

    /// Returns the number of pushes by which the bound by groups exceeds the matching; `None` if
    /// the position is lost.
    pub(crate) fn groups_excess(&mut self, position: &Position<W>) -> Option<u16> {
        let Some(groups) = &mut self.groups else { return Some(0) };
        let matching = self.matching.enter(position)?;
        let bound = groups.bound(position, self.bounds, matching)?;
        Some(u16::try_from(bound - matching).unwrap_or(u16::MAX))
    }

    /// Whether the bound by groups puts a position beyond the limit, or proves it lost. Its excess
    /// is recorded unless it is lost.
    pub(super) fn exceeds(&mut self, state: &FeatureState<W>) -> bool {
        let Some(more) = self.groups_excess(&state.position) else { return true };
        let excess = state.excess.saturating_add(more);
        self.excesses.as_mut().is_some_and(|excesses| excesses.exceeds(excess))
    }

    /// After an exhausted search, returns whether macro moves were omitted. Another search with
    /// this scratch omits none.
    pub(crate) fn admits_all(&mut self) -> bool {
        let has_kept_to_plan = self.kept_to_plan.take() == Some(true);
        self.useful_ends.take().is_some_and(|ends| ends.has_pruned()) || has_kept_to_plan
    }

    /// Returns the proved deadlocks, for another search.
    pub(crate) fn into_deadlocks(self) -> DeadlockSearch<'b, W> {
        self.deadlocks
    }

    /// Returns the pushes of macro moves from a position.
    pub(crate) fn pushes(&mut self, start: Position<W>, macro_moves: &[MacroMove]) -> Vec<Push> {
        let mut position = start;
        let mut pushes = Vec::new();
        for &macro_move in macro_moves {
            let found = self.macro_moves.pushes(&position, macro_move);
            pushes.extend(found.expect("invariant: a macro move of this position"));
            position = after(&position, macro_move);
        }
        pushes
    }
}

impl<const W: usize> AdvisorScratch<'_, W> {
    /// Lists the macro moves of a position and the features after them.
    ///
    /// With wide sets of boxes, all macro moves together take up to a second. Those of the boxes
    /// nearest to the next square of the plan are then listed first, and once one of them packs a
    /// box, the others are omitted.
    pub(super) fn list(
        &mut self,
        state: &FeatureState<W>,
        context: &FeatureContext<W>,
        blocked: &BlockedGoals<W>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let (order, next) = self.listing_order(&state.position.boxes, context);
        let Self {
            bounds,
            kept_to_plan,
            macro_moves,
            matching,
            excesses,
            corrals,
            regions,
            ways,
            explorer,
            ..
        } = self;
        let Self { useful_ends, forced, candidates, .. } = self;
        let FeatureState { position, excess } = state;
        let here = excesses.as_ref().and_then(|_| matching.enter(position));
        candidates.clear();
        forced.clear();
        let corral =
            corrals.forced(macro_moves.reach(position)).map(|pushes| forced.extend_from_slice(pushes));
        let first = corral.map(|()| &**forced);
        if let Some(explorer) = explorer {
            explorer.enter(position);
        }
        for from in order {
            if first.is_some_and(|first| first.iter().all(|push| push.from != from)) {
                continue;
            }
            let excess = |after: &Position<W>, pushes: u16| {
                let Some((excesses, here)) = excesses.as_mut().zip(here) else {
                    return Some(0);
                };
                let to = after.boxes.without(&position.boxes).iter().next()?;
                let rest = matching.after_macro_move(from, to, after.player)?;
                let more = u16::try_from(rest + u32::from(pushes) - here).unwrap_or(u16::MAX);
                let excess = excess.saturating_add(more);
                excesses.admits(after, excess).then_some(excess)
            };
            let (mut others, listed) = (position.boxes, candidates.len());
            others.remove(from);
            regions.lift(&others);
            let reached = macro_moves.each(position, from, first, excess, |macro_move, end, boxes, reach| {
                let is_useful = |ends: &mut UsefulEnds<W>| ends.are_useful_after(end.last, reach);
                if !useful_ends.as_mut().is_none_or(is_useful) {
                    return;
                }
                let after = Position { boxes: *boxes, player: macro_move.player };
                let Some(bound) = bounds.simple(&after) else { return };
                let packed = context.packed(boxes);
                candidates.push(AdvisedMove {
                    macro_move,
                    packed,
                    outside: context.outside(packed, boxes),
                    regions: regions.count_with(&others, macro_move.to, reach),
                    cut: ways.cut(boxes),
                    hotspots: blocked.hotspots(boxes),
                    bound: u16::try_from(bound).unwrap_or(u16::MAX),
                    explores: explorer
                        .as_ref()
                        .is_some_and(|explorer| explorer.explores(macro_move, boxes, reach)),
                });
            });
            control.advance(reached)?;
            if next.is_some_and(|packed| candidates[listed..].iter().any(|advised| advised.packed > packed)) {
                *kept_to_plan = Some(true);
                break;
            }
        }
        Ok(())
    }

    /// Returns the boxes in the order in which their macro moves are listed. If those after a box
    /// that can be packed are omitted, also returns the number of boxes packed so far.
    fn listing_order(
        &mut self,
        boxes: &BoxSet<W>,
        context: &FeatureContext<W>,
    ) -> (Vec<Square>, Option<u16>) {
        let mut order: Vec<_> = boxes.iter().collect();
        if self.kept_to_plan.is_none() || self.excesses.is_some() {
            return (order, None);
        }
        let packed = context.packed(boxes);
        let Some((target, _)) = context.next(packed, boxes) else { return (order, None) };
        self.walks.measure(self.board, &BoxSet::<W>::new(), [target]);
        order.sort_by_key(|&at| self.walks.to(at));
        (order, Some(packed))
    }

    /// Returns the indices of the macro moves that the advisors choose.
    pub(super) fn advised(
        &mut self,
        position: &Position<W>,
        context: &FeatureContext<W>,
        blocked: &BlockedGoals<W>,
        options: &FeatureOptions,
    ) -> [Option<usize>; 8] {
        let (boxes, ties) = (&position.boxes, options.ties);
        let packed = context.packed(boxes);
        let (outside, hotspots) = (context.outside(packed, boxes), blocked.hotspots(boxes));
        let (regions, cut) = (self.regions.count(boxes), self.ways.cut(boxes));
        let packs = least(&self.candidates, ties, |advised| {
            (advised.packed > packed).then_some(Reverse(advised.packed))
        });
        let next = context.next(packed, boxes).filter(|_| packs.is_none());
        let route = next.and_then(|(target, settled)| self.routes.find(target, &settled, boxes));
        let opens = next.filter(|_| options.more.opener).and_then(|(target, _)| {
            let is_open = |advised: &AdvisedMove| {
                advised.packed >= packed && advised.regions <= regions && advised.cut <= cut
            };
            self.clears(target, options, is_open)
        });
        // No advised move may unpack a box.
        let improves = |value: fn(&AdvisedMove) -> u16, before: u16| {
            let is_better = |advised: &AdvisedMove| advised.packed >= packed && value(advised) < before;
            least(&self.candidates, ties, |advised| is_better(advised).then(|| value(advised)))
        };
        let explores = least(&self.candidates, ties, |advised| {
            (advised.explores && advised.packed >= packed).then_some(())
        });
        [
            packs,
            improves(|advised| advised.regions, regions),
            improves(|advised| advised.outside, outside),
            improves(|advised| advised.hotspots, hotspots),
            improves(|advised| advised.cut, cut),
            route.and_then(|route| self.unblocks(&route, packed, options)),
            opens,
            explores,
        ]
    }

    /// Chooses the macro move that takes the box nearest to a square as far away from it as
    /// possible.
    fn clears(
        &mut self,
        target: Square,
        options: &FeatureOptions,
        is_open: impl Fn(&AdvisedMove) -> bool,
    ) -> Option<usize> {
        self.walks.measure(self.board, &BoxSet::<W>::new(), [target]);
        least(&self.candidates, options.ties, |advised| {
            let MacroMove { from, to, .. } = advised.macro_move;
            let (from, to) = (self.walks.to(from), self.walks.to(to));
            (to >= from && is_open(advised)).then_some((from, Reverse(to)))
        })
    }

    /// Chooses the macro move that takes a box out of the way.
    fn unblocks(&self, route: &BlockedRoute<W>, packed: u16, options: &FeatureOptions) -> Option<usize> {
        let is_out = |advised: &AdvisedMove| {
            let MacroMove { from, to, .. } = advised.macro_move;
            advised.packed >= packed && route.blockers.contains(from) && !route.squares.contains(to)
        };
        let harm = |advised: &AdvisedMove| advised.outside + advised.cut + advised.regions;
        least(&self.candidates, options.ties, |advised| is_out(advised).then(|| harm(advised)))
    }
}
