//! Which macro moves are tried first.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::num::NonZero;

use motion_core::search::{Advice, FeatureSpace};
use motion_core::{Control, Direction, Stop};

use super::advised_move::{AdvisedMove, least};
use super::blocked_route::{BlockedRoute, BlockedRoutes};
use super::excess_table::ExcessTable;
use super::explorer::Explorer;
use super::feature_context::{FeatureContext, Features};
use super::feature_options::FeatureOptions;
use super::macro_moves::{BoxAction, MacroMove, MacroMoveGenerator};
use super::out_of_turn::OutOfTurn;
use super::region_counter::RegionCounter;
use super::useful_ends::UsefulEnds;
use super::walk::Walks;
use super::ways::Ways;
use crate::analysis::{Corrals, DeadlockSearch};
use crate::board::{BoxSet, Push, SearchBoard, Square};
use crate::bound::{LowerBounds, MatchingBound};
use crate::search::Position;

/// The feature space of a board. Each advisor is responsible for one feature and advises one macro
/// move.
pub(crate) struct Advisors<'b, const W: usize> {
    board: &'b SearchBoard,
    bounds: &'b LowerBounds,
    context: FeatureContext<W>,
    options: FeatureOptions,
}

/// A position and its excess: by how many pushes the pushes made and the matching bound exceed the
/// bound of the start, if that is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FeatureState<const W: usize> {
    position: Position<W>,
    excess: u16,
}

/// What one search knows, and what is kept for the next: deadlock sets and excesses.
pub(crate) struct AdvisorScratch<'b, const W: usize> {
    macro_moves: MacroMoveGenerator<'b, W>,
    matching: MatchingBound<'b>,
    /// The least excess of each position, if it is limited.
    excesses: Option<ExcessTable<W>>,
    corrals: Corrals<'b, W>,
    regions: RegionCounter<'b>,
    ways: Ways<'b, W>,
    explorer: Option<Explorer<'b, W>>,
    walks: Walks<'b>,
    useful_ends: Option<UsefulEnds<'b, W>>,
    turns: Option<OutOfTurn<'b, W>>,
    routes: BlockedRoutes<'b>,
    deadlocks: DeadlockSearch<'b, W>,
    forced: Vec<Push>,
    candidates: Vec<AdvisedMove>,
}

impl<'b, const W: usize> Advisors<'b, W> {
    /// Computes what the features of a board need. Its memory is held in `control`.
    pub(crate) fn new(
        board: &'b SearchBoard,
        bounds: &'b LowerBounds,
        options: FeatureOptions,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let context = FeatureContext::new(board, options.packing, control)?;
        Ok(Self { board, bounds, context, options })
    }

    /// The state that a search starts from.
    pub(crate) const fn start(position: Position<W>) -> FeatureState<W> {
        FeatureState { position, excess: 0 }
    }
}

impl<const W: usize> AdvisorScratch<'_, W> {
    /// Limits solutions to this many pushes beyond the bound of the start. A search that is
    /// exhausted then proves that there is no such solution.
    pub(crate) fn limit(&mut self, excess: u16, control: &mut Control) {
        if let Some(before) = self.excesses.replace(ExcessTable::new(excess)) {
            before.release(control);
        }
    }

    /// After an exhausted search, the least limit that would have admitted more positions; `None`
    /// if there are no others.
    pub(crate) fn next_limit(&mut self, control: &mut Control) -> Result<Option<u16>, Stop> {
        self.excesses.as_mut().map_or(Ok(None), |excesses| excesses.next_limit(control))
    }

    /// After an exhausted search, whether there are more macro moves, which another search with
    /// this scratch does not leave out.
    pub(crate) fn admits_all_ends(&mut self) -> bool {
        let has_pruned = self.useful_ends.take().is_some_and(|ends| ends.has_pruned());
        self.turns.take().is_some_and(|turns| turns.has_refused()) || has_pruned
    }

    /// The pushes of macro moves from a position on.
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

/// The nodes of the first search for a deadlock.
const SEARCHED: u32 = 12;

impl<const W: usize> AdvisorScratch<'_, W> {
    /// Lists the macro moves of a position and the features after them.
    fn list(&mut self, state: &FeatureState<W>, advisors: &Advisors<'_, W>) {
        let Self { macro_moves, matching, excesses, corrals, regions, ways, explorer, .. } = self;
        let Self { useful_ends, turns, forced, candidates, .. } = self;
        let Advisors { context, bounds, .. } = advisors;
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
        let before = context.packed(&position.boxes);
        for from in &position.boxes {
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
            macro_moves.each(position, from, first, excess, |macro_move, end, boxes| {
                let is_useful =
                    |ends: &mut UsefulEnds<W>| ends.are_useful_after(end.last, boxes, macro_move.player);
                if !useful_ends.as_mut().is_none_or(is_useful) {
                    return;
                }
                let after = Position { boxes: *boxes, player: macro_move.player };
                let Some(bound) = bounds.simple(&after) else { return };
                let packed = context.packed(boxes);
                let refuses =
                    |turns: &mut OutOfTurn<W>| turns.refuses(context.stage(before), boxes, macro_move.to);
                if packed <= before && turns.as_mut().is_some_and(refuses) {
                    return;
                }
                candidates.push(AdvisedMove {
                    macro_move,
                    packed,
                    outside: context.outside(packed, boxes),
                    regions: regions.count(boxes),
                    cut: ways.cut(boxes),
                    hotspots: context.hotspots(boxes),
                    bound: u16::try_from(bound).unwrap_or(u16::MAX),
                    explores: explorer.as_mut().is_some_and(|explorer| explorer.explores(macro_move, &after)),
                });
            });
        }
    }

    /// The indices of the macro moves that the advisors name.
    fn advised(&mut self, position: &Position<W>, advisors: &Advisors<'_, W>) -> [Option<usize>; 8] {
        let Advisors { context, options, .. } = advisors;
        let (boxes, ties) = (&position.boxes, options.ties);
        let packed = context.packed(boxes);
        let (outside, hotspots) = (context.outside(packed, boxes), context.hotspots(boxes));
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

    /// The macro move that takes the box nearest to a square away from it, as far as possible.
    fn clears(
        &mut self,
        target: Square,
        options: &FeatureOptions,
        is_open: impl Fn(&AdvisedMove) -> bool,
    ) -> Option<usize> {
        let steps = self.walks.from([target]);
        least(&self.candidates, options.ties, |advised| {
            let MacroMove { from, to, .. } = advised.macro_move;
            let (from, to) = (steps[from.index()], steps[to.index()]);
            (to >= from && is_open(advised)).then_some((from, Reverse(to)))
        })
    }

    /// The macro move that takes a box out of the way.
    fn unblocks(&self, route: &BlockedRoute<W>, packed: u16, options: &FeatureOptions) -> Option<usize> {
        let is_out = |advised: &AdvisedMove| {
            let MacroMove { from, to, .. } = advised.macro_move;
            advised.packed >= packed && route.blockers.contains(from) && !route.squares.contains(to)
        };
        let harm = |advised: &AdvisedMove| advised.outside + advised.cut + advised.regions;
        least(&self.candidates, options.ties, |advised| is_out(advised).then(|| harm(advised)))
    }
}

/// The position after a macro move.
fn after<const W: usize>(position: &Position<W>, macro_move: MacroMove) -> Position<W> {
    let mut boxes = position.boxes;
    boxes.shift(macro_move.from, macro_move.to);
    Position { boxes, player: macro_move.player }
}

impl<'b, const W: usize> FeatureSpace for Advisors<'b, W> {
    type State = FeatureState<W>;
    type Action = MacroMove;
    type Cell = Features;
    type Scratch = AdvisorScratch<'b, W>;

    fn scratch(&self) -> AdvisorScratch<'b, W> {
        let board = self.board;
        AdvisorScratch {
            macro_moves: MacroMoveGenerator::new(board, BoxAction::Pushes),
            matching: MatchingBound::new(self.bounds),
            excesses: None,
            corrals: Corrals::new(board),
            regions: RegionCounter::new(board),
            ways: Ways::new(board, self.options.ways),
            explorer: self.options.more.explorer.then(|| Explorer::new(board)),
            walks: Walks::new(board),
            turns: self
                .options
                .left_out
                .out_of_turn
                .then(|| OutOfTurn::new(board, self.context.plan.as_ref())),
            useful_ends: self
                .options
                .left_out
                .inefficient
                .then(|| UsefulEnds::new(board, self.context.squares())),
            routes: BlockedRoutes::new(board),
            deadlocks: DeadlockSearch::new(board).with_nodes(SEARCHED),
            forced: Vec::new(),
            candidates: Vec::new(),
        }
    }

    fn turns(&self) -> NonZero<u32> {
        self.options.turns
    }

    fn is_goal(&self, _: &mut AdvisorScratch<'b, W>, state: &FeatureState<W>) -> bool {
        state.position.boxes == self.context.goals
    }

    fn cell(&self, scratch: &mut AdvisorScratch<'b, W>, state: &FeatureState<W>) -> Features {
        let boxes: &BoxSet<W> = &state.position.boxes;
        let packed = self.context.packed(boxes);
        let regions = scratch.regions.count(boxes);
        let (cut, outside) = (scratch.ways.cut(boxes), self.context.outside(packed, boxes));
        (packed, Reverse(regions), Reverse(cut), Reverse(outside))
    }

    fn advise(
        &self,
        scratch: &mut AdvisorScratch<'b, W>,
        state: &FeatureState<W>,
        visit: &mut impl FnMut(Advice<MacroMove>),
    ) {
        scratch.list(state, self);
        let advised = scratch.advised(&state.position, self);
        for (number, candidate) in scratch.candidates.iter().enumerate() {
            let weight = u16::from(!advised.contains(&Some(number)));
            visit(Advice { action: candidate.macro_move, weight, rank: candidate.rank(self.options.ties) });
        }
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
        let AdvisorScratch { excesses, deadlocks, .. } = scratch;
        if let Some(excesses) = excesses
            && !excesses.is_new(&state.position, state.excess, control)?
        {
            return Ok(true);
        }
        deadlocks.is_lost(&state.position, Some(last), control)
    }
}
