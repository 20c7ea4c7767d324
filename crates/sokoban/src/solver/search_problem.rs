//! What all solvers of this module begin and end with.

use alloc::sync::Arc;

use motion_core::search::{ErasedSpace, Path};
use motion_core::{Control, Outcome, Quality, Stop};

use super::{Enhancement, Enhancements};
use crate::analysis::{BoxTables, DeadlockRule, PrunedPulls, PrunedPushes, RoomGraph, Structure};
use crate::board::{BoardSearch, Push, SearchBoard};
use crate::bound::{BoundHeuristic, BoundKind, GroupTables, LowerBounds};
use crate::level::Level;
use crate::moves::Moves;
use crate::one_box_at_a_time::{OneBoxAtATime, PackingOrder, UntilOneBoxAtATime};
use crate::search::{MoveGenerator, Position, Pulls};

/// A level to be solved: its board, its start, and what is known before the search.
pub(super) struct SearchProblem<'b, const W: usize> {
    pub(super) board: &'b SearchBoard,
    pub(super) bounds: &'b LowerBounds,
    pub(super) start: Position<W>,
    /// What groups of boxes cost, if bounds are to be raised by that.
    pub(super) groups: Option<&'b GroupTables>,
    /// A lower bound on the pushes.
    pub(super) least: u32,
}

/// How a solver searches a problem.
pub(super) trait SearchMethod {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>>;
}

/// Any space of positions and pushes, for engines that are compiled once for all of them.
pub(super) type AnyPushes<'s, const W: usize> = ErasedSpace<'s, Position<W>, Push>;

/// An engine that finds a path from a start in a space, and is told how many pushes it takes at
/// least.
pub(super) type ForwardEngine<'e, const W: usize> =
    &'e dyn Fn(&AnyPushes<'_, W>, Position<W>, u32, &mut Control) -> Outcome<Path<Push>>;

/// Solves a level, unless what is known before the search settles it.
pub(super) fn solve(method: &impl SearchMethod, level: &Level, control: &mut Control) -> Outcome<Moves> {
    let board = SearchBoard::new(level);
    if !board.starts_on_live_squares() {
        return Outcome::Unsolvable;
    }
    board.with_width(Solving { method, control }).unwrap_or(Outcome::stopped(Stop::Unsupported))
}

struct Solving<'m, 'c, 'o, M> {
    method: &'m M,
    control: &'c mut Control<'o>,
}

impl<M: SearchMethod> BoardSearch for Solving<'_, '_, '_, M> {
    type Output = Outcome<Moves>;

    fn run<const W: usize>(self, board: &SearchBoard) -> Outcome<Moves> {
        let bounds = LowerBounds::new(board);
        let Some(problem) = SearchProblem::<W>::new(board, &bounds) else { return Outcome::Unsolvable };
        self.method.search(&problem, self.control).map(|path| problem.moves(&path))
    }
}

impl<'b, const W: usize> SearchProblem<'b, W> {
    /// The problem of a board whose boxes are on live squares, and fit; `None` if some have no
    /// goal.
    pub(super) fn new(board: &'b SearchBoard, bounds: &'b LowerBounds) -> Option<Self> {
        let start = Position::start(board).expect("invariant: boxes are on live squares and fit");
        let least = bounds.matching(&start)?;
        Some(Self { board, bounds, start, groups: None, least })
    }

    /// The player's steps of a path.
    pub(super) fn moves(&self, path: &Path<Push>) -> Moves {
        let moves = self.board.moves(path.actions.iter().copied());
        moves.expect("invariant: pushes of the space are legal")
    }

    /// The game forward, pruned by `SD`, `PI` and `CD`, each by itself.
    pub(super) fn pruned_pushes(&self, enhancements: Enhancements) -> PrunedPushes<'b, W> {
        let has_rules = enhancements.contains(Enhancement::StaticDeadlocks);
        let rules: &[DeadlockRule] = if has_rules { &DeadlockRule::ALL } else { &[] };
        let has_corrals = enhancements.contains(Enhancement::PiCorrals);
        let has_chambers = enhancements.contains(Enhancement::Chambers);
        PrunedPushes::new(self.board).with_rules(rules).with_corrals(has_corrals).with_chambers(has_chambers)
    }

    /// The game forward, pruned by all rules and corrals or by nothing.
    pub(super) fn pruned_pushes_or_all(&self, is_pruned: bool) -> PrunedPushes<'b, W> {
        if is_pruned { PrunedPushes::new(self.board) } else { self.pruned_pushes(Enhancements::NONE) }
    }

    /// The tables that prune pushes, with `tables`. They hold memory until the scope of the control
    /// ends.
    pub(super) fn push_tables(
        &self,
        enhancements: Enhancements,
        control: &mut Control,
    ) -> Result<Option<Arc<BoxTables<W>>>, Stop> {
        let is_on = enhancements.contains(Enhancement::BoxTables);
        is_on.then(|| BoxTables::for_pushes(self.board, control).map(Arc::new)).transpose()
    }

    /// The game forward, pruned by `SD`, `PI`, `CD`, `tables` and `RD`. What they prepare holds
    /// memory until the scope of the control ends.
    pub(super) fn prepared_pushes(
        &self,
        enhancements: Enhancements,
        control: &mut Control,
    ) -> Result<PrunedPushes<'b, W>, Stop> {
        let tables = self.push_tables(enhancements, control)?;
        let has_rooms = enhancements.contains(Enhancement::RoomDeadlocks);
        let rooms = has_rooms.then(|| RoomGraph::new(self.board, &Structure::new(self.board), control));
        let rooms = rooms.transpose()?.map(Arc::new);
        Ok(self.pruned_pushes(enhancements).with_tables(tables).with_rooms(rooms))
    }

    /// The tables that prune pulls, with `tables`.
    pub(super) fn pull_tables(
        &self,
        enhancements: Enhancements,
        control: &mut Control,
    ) -> Result<Option<Arc<BoxTables<W>>>, Stop> {
        let is_on = enhancements.contains(Enhancement::BoxTables);
        is_on.then(|| BoxTables::for_pulls(self.board, control).map(Arc::new)).transpose()
    }

    /// The game backward, pruned by `SD`.
    pub(super) fn pruned_pulls(&self, enhancements: Enhancements) -> PrunedPulls<'b, W> {
        let pulls = PrunedPulls::new(self.board).expect("invariant: boxes are on live squares and fit");
        pulls.with_rules(enhancements.contains(Enhancement::StaticDeadlocks))
    }

    /// The game backward.
    pub(super) fn pulls(&self) -> Pulls<'b, W> {
        Pulls::new(self.board).expect("invariant: boxes are on live squares and fit")
    }

    /// Searches by pulls, with `SD`, `tables` and `zones` if they are switched on. The engine finds
    /// a path of the fewest pulls from any of several ends.
    pub(super) fn backward(
        &self,
        enhancements: Enhancements,
        engine: impl Fn(&AnyPushes<'_, W>, &[Position<W>], &mut Control) -> Outcome<Path<Push>>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        control.scope(|control| match self.pull_tables(enhancements, control) {
            Ok(tables) => {
                let pulls = self.pruned_pulls(enhancements).with_tables(tables);
                self.backward_from(&pulls, enhancements, engine, control)
            }
            Err(why) => self.stopped(why),
        })
    }

    /// Searches from all zones of the player in solved positions at once or, with `zones`, from one
    /// after the other until one leads to the start.
    fn backward_from(
        &self,
        pulls: &PrunedPulls<'_, W>,
        enhancements: Enhancements,
        engine: impl Fn(&AnyPushes<'_, W>, &[Position<W>], &mut Control) -> Outcome<Path<Push>>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let (ends, space) = (pulls.starts(), ErasedSpace::new(pulls));
        if !enhancements.contains(Enhancement::ZoneByZone) {
            return engine(&space, &ends, control).map(|path| path.reversed(pulls));
        }
        for end in ends {
            match engine(&space, &[end], control) {
                // Another zone may be nearer to the start.
                Outcome::Solved { plan, .. } => return bounded(plan.reversed(pulls), self.least.into()),
                Outcome::Stopped { why, .. } => return self.stopped(why),
                Outcome::Unsolvable => {}
            }
        }
        Outcome::Unsolvable
    }

    /// Calls `search` with this problem, its bounds raised by groups of boxes.
    pub(super) fn with_groups<R>(
        &self,
        control: &mut Control,
        search: impl FnOnce(&SearchProblem<'_, W>, &mut Control) -> R,
    ) -> Result<R, Stop> {
        let Self { board, bounds, start, least, .. } = *self;
        control.scope(|control| {
            let tables = GroupTables::new(board, bounds, &start, control)?;
            Ok(search(&SearchProblem { board, bounds, start, groups: Some(&tables), least }, control))
        })
    }

    /// A lower bound as a heuristic.
    pub(super) fn heuristic(&self, kind: BoundKind) -> BoundHeuristic<'b, W> {
        let heuristic = BoundHeuristic::new(self.board, self.bounds, kind);
        match self.groups {
            Some(groups) => heuristic.with_groups(groups),
            None => heuristic,
        }
    }

    /// Searches forward, with `SD`, `PI`, `tables`, `RD` and `VL` if they are switched on.
    pub(super) fn forward(
        &self,
        enhancements: Enhancements,
        engine: ForwardEngine<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        control.scope(|control| match self.prepared_pushes(enhancements, control) {
            Ok(pushes) => self.forward_with(enhancements, pushes, engine, control),
            Err(why) => self.stopped(why),
        })
    }

    fn forward_with(
        &self,
        enhancements: Enhancements,
        pushes: PrunedPushes<'b, W>,
        engine: ForwardEngine<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        if enhancements.has_early_end() {
            match control.scope(|control| self.packing_order(enhancements, control)) {
                Ok(Some(order)) => {
                    return control
                        .scope(|control| self.until_one_box_at_a_time(&order, pushes, engine, control));
                }
                // Without an order, no position can be solved one box at a time.
                Ok(None) => {}
                Err(why) => return self.stopped(why),
            }
        }
        engine(&ErasedSpace::new(&pushes), self.start, self.least, control)
    }

    /// The order in which `VL` fills the goals; `None` if the thesis's algorithm finds none.
    fn packing_order(
        &self,
        enhancements: Enhancements,
        control: &mut Control,
    ) -> Result<Option<PackingOrder>, Stop> {
        if enhancements.contains(Enhancement::OneBoxVanLishoutOrder) {
            Ok(Some(PackingOrder::by_walls_only(self.board)))
        } else if enhancements.contains(Enhancement::OneBoxThesisOrder) {
            PackingOrder::by_walls_within(self.board, &Structure::new(self.board), control)
        } else {
            PackingOrder::within(self.board, control).map(Some)
        }
    }

    /// Searches for a position that can be solved one box at a time, and continues from there.
    fn until_one_box_at_a_time(
        &self,
        order: &PackingOrder,
        pushes: PrunedPushes<'b, W>,
        engine: ForwardEngine<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let method = match OneBoxAtATime::within(self.board, order, control) {
            Ok(method) => method,
            Err(why) => return self.stopped(why),
        };
        let space = UntilOneBoxAtATime::new(pushes, method);
        match engine(&ErasedSpace::new(&space), self.start, 0, control) {
            Outcome::Solved { plan, .. } => self.completed(plan, &space, control),
            Outcome::Stopped { why, best, lower_bound } => {
                let lower_bound = lower_bound.map(|bound| self.with_parity(bound));
                Outcome::Stopped { why, best, lower_bound }
            }
            Outcome::Unsolvable => Outcome::Unsolvable,
        }
    }

    /// Appends the pushes after the search. The path is a shortest one to a position that can be
    /// solved one box at a time. Solved positions are such positions, so no solution takes fewer
    /// pushes than the path.
    fn completed<S>(
        &self,
        mut path: Path<Push>,
        space: &UntilOneBoxAtATime<'_, S, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let lower_bound = path.cost.max(self.least.into());
        let mut generator = MoveGenerator::new(self.board);
        let end = path.actions.iter().fold(self.start, |position, &push| {
            generator.enter(&position);
            generator.after_push(&position.boxes, push)
        });
        match space.rest(&end, control) {
            Ok(rest) => path.actions.extend(rest.expect("invariant: the search has ended there")),
            Err(why) => return self.stopped(why),
        }
        path.cost = path.actions.len() as u64;
        bounded(path, lower_bound)
    }

    /// A run that was stopped with no more than the matching bound proved.
    pub(super) fn stopped(&self, why: Stop) -> Outcome<Path<Push>> {
        Outcome::Stopped { why, best: None, lower_bound: Some(self.least.into()) }
    }

    /// The least bound not below this one and the matching's that has the parity of all solutions.
    fn with_parity(&self, bound: u64) -> u64 {
        let least = u64::from(self.least);
        let bound = bound.max(least);
        bound + (bound - least) % 2
    }
}

/// A solution, with a proved lower bound on the pushes and the parity of all solutions.
pub(super) fn bounded(plan: Path<Push>, lower_bound: u64) -> Outcome<Path<Push>> {
    // A bound of the other parity can be raised by one.
    let lower_bound = lower_bound + (lower_bound ^ plan.cost) % 2;
    let quality = if lower_bound >= plan.cost { Quality::Optimal } else { Quality::Bounded { lower_bound } };
    Outcome::Solved { plan, quality }
}
