//! One search after another, from weak bounds to strong ones.

use motion_core::search::{IdaStar, Path};
use motion_core::{Control, Direction, Outcome, Sink, Stop};

use super::goal_layout::GoalLayout;
use super::line_moves::{LineBound, LineDistances, LineMove, LineMoveState};
use super::linear_conflict::{LinearConflictBound, ManhattanBound};
use super::metric::MoveMetric;
use super::operator_fsm::DuplicateOperatorFsm;
use super::packed_databases::PackedDatabases;
use super::pattern_bound::PatternBound;
use super::sliding_state::{SlidingBound, SlidingState};
use super::table_cache::{CachedTable, TableCache, TableKind};
use super::walking_distance::WalkingBound;
use super::{Optimal, OptimalHeuristic};
use crate::instance::Instance;

/// A board gets this many nodes without tables for each entry that its tables would have: about a twentieth of the
/// time that it takes to fill them.
const ENTRIES_A_NODE: u64 = 256;

/// Solves an instance. Nothing is written before the whole solution is found.
pub(super) fn solve<K: Sink<Direction>>(
    solver: &Optimal,
    instance: &Instance,
    sink: &mut K,
    control: &mut Control,
) -> Outcome<()> {
    let held = control.stats().bytes;
    let layout = GoalLayout::of(instance.goal());
    // Solvability takes the order of the tiles; then there is the arrangement, as a list and in the search.
    let bytes = 12 * u64::from(layout.cells())
        + SlidingState::<()>::bytes(layout)
        + LinearConflictBound::bytes(layout)
        + PatternBound::bytes(layout)
        + DuplicateOperatorFsm::SHORT_BYTES;
    if let Err(why) = control.hold(bytes) {
        let lower_bound = Some(least_moves(instance, solver.metric, control));
        return Outcome::Stopped { why, best: None, lower_bound };
    }
    let outcome = if instance.is_solvable() {
        let cells = GoalLayout::start(instance);
        let tables = &solver.tables;
        let run = OptimalSearch { tables, layout, cells: &cells, engine: IdaStar::default() };
        match solver.metric {
            MoveMetric::SingleTile => {
                let path = run.single(solver.heuristic, control);
                path.map(|path| path.actions.into_iter().for_each(|step| sink.accept(step)))
            }
            MoveMetric::MultiTile => run.multi(solver.heuristic, control).map(|path| {
                for LineMove { direction, tiles } in path.actions {
                    (0..tiles).for_each(|_| sink.accept(direction));
                }
            }),
        }
    } else {
        Outcome::Unsolvable
    };
    control.release(control.stats().bytes - held);
    outcome
}

/// A bound that needs hardly any memory.
fn least_moves(instance: &Instance, metric: MoveMetric, control: &mut Control) -> u64 {
    let at_least_one = u64::from(instance.start() != instance.goal());
    // Two lists of cells.
    let bytes = 8 * instance.start().tiles().len() as u64;
    if metric == MoveMetric::MultiTile || control.hold(bytes).is_err() {
        return at_least_one;
    }
    let distance = instance.manhattan_distance();
    control.release(bytes);
    distance.max(at_least_one)
}

/// What is to be solved, and how far that has come.
#[derive(Clone, Copy)]
struct OptimalSearch<'r> {
    tables: &'r TableCache,
    layout: GoalLayout,
    cells: &'r [u32],
    engine: IdaStar,
}

impl OptimalSearch<'_> {
    fn single(self, heuristic: OptimalHeuristic, control: &mut Control) -> Outcome<Path<Direction>> {
        match heuristic {
            OptimalHeuristic::Manhattan => self.search(ManhattanBound::new(self.layout, self.cells), control),
            OptimalHeuristic::LinearConflict => self.search_conflicts(control),
            OptimalHeuristic::WalkingDistance => {
                self.search_tables(TableKind::Walking(MoveMetric::SingleTile), control)
            }
            OptimalHeuristic::PatternDatabases => self.search_tables(TableKind::Patterns, control),
            OptimalHeuristic::Automatic => self.search_automatically(control),
        }
    }

    fn search(&self, bound: impl SlidingBound, control: &mut Control) -> Outcome<Path<Direction>> {
        let fsm = self.tables.fsm(control);
        self.search_without(&fsm, bound, control)
    }

    fn search_without(
        &self,
        fsm: &DuplicateOperatorFsm,
        bound: impl SlidingBound,
        control: &mut Control,
    ) -> Outcome<Path<Direction>> {
        self.engine.search(&mut SlidingState::new(self.layout, self.cells, fsm, bound), control)
    }

    fn search_conflicts(&self, control: &mut Control) -> Outcome<Path<Direction>> {
        self.search(LinearConflictBound::new(self.layout, self.cells), control)
    }

    fn search_automatically(mut self, control: &mut Control) -> Outcome<Path<Direction>> {
        if self.tables.cached(self.layout, TableKind::Patterns).is_none() {
            let Some(entries) = PackedDatabases::entries(self.layout) else {
                return self.search_conflicts(control);
            };
            let first = self.engine;
            self.engine = first.with_state_limit(entries / ENTRIES_A_NODE);
            match self.search_conflicts(control) {
                Outcome::Stopped { why: Stop::Nodes, lower_bound, .. } => {
                    self.engine = first.with_least(lower_bound.map_or(0, |bound| bound as u32));
                }
                outcome => return outcome,
            }
        }
        self.search_tables(TableKind::Patterns, control)
    }

    fn search_tables(self, kind: TableKind, control: &mut Control) -> Outcome<Path<Direction>> {
        let cached = match self.tables.tables(self.layout, kind, control) {
            Ok(cached) => cached,
            Err(Stop::Memory | Stop::Unsupported) => return self.search_conflicts(control),
            Err(why) => {
                let conflicts = LinearConflictBound::new(self.layout, self.cells).value();
                let lower_bound = Some(u64::from(conflicts.max(self.engine.least)));
                return Outcome::Stopped { why, best: None, lower_bound };
            }
        };
        let outcome = match &cached {
            CachedTable::Walking(tables) => {
                self.search(WalkingBound::new(self.layout, tables, self.cells), control)
            }
            CachedTable::Patterns(tables) => {
                let tables = tables.tables();
                let bound = PatternBound::new(self.layout, tables, self.cells);
                self.search_without(tables.fsm(), bound, control)
            }
        };
        match self.without_tables(&outcome, &cached, control) {
            Some(again) => again.search_conflicts(control),
            None => outcome,
        }
    }

    /// How to go on where tables have left no room for the path.
    fn without_tables<P>(
        self,
        outcome: &Outcome<P>,
        cached: &CachedTable,
        control: &mut Control,
    ) -> Option<Self> {
        let Outcome::Stopped { why: Stop::Memory, lower_bound, .. } = outcome else { return None };
        control.release(cached.bytes());
        self.tables.forget();
        let engine = self.engine.with_least(lower_bound.map_or(0, |bound| bound as u32));
        Some(Self { engine, ..self })
    }

    fn multi(self, heuristic: OptimalHeuristic, control: &mut Control) -> Outcome<Path<LineMove>> {
        if matches!(heuristic, OptimalHeuristic::Manhattan | OptimalHeuristic::LinearConflict) {
            return self.search_distances(control);
        }
        let cached = match self.tables.tables(self.layout, TableKind::Walking(MoveMetric::MultiTile), control)
        {
            Ok(cached) => cached,
            Err(Stop::Memory | Stop::Unsupported) => return self.search_distances(control),
            Err(why) => {
                let bound = LineDistances::new(self.layout, self.cells);
                let least = LineMoveState::new(self.layout, self.cells, bound).least_moves();
                return Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(least)) };
            }
        };
        let CachedTable::Walking(tables) = &cached else { return self.search_distances(control) };
        let outcome = self.search_lines(WalkingBound::new(self.layout, tables, self.cells), control);
        match self.without_tables(&outcome, &cached, control) {
            Some(again) => again.search_distances(control),
            None => outcome,
        }
    }

    fn search_distances(&self, control: &mut Control) -> Outcome<Path<LineMove>> {
        self.search_lines(LineDistances::new(self.layout, self.cells), control)
    }

    fn search_lines(&self, bound: impl LineBound, control: &mut Control) -> Outcome<Path<LineMove>> {
        self.engine.search(&mut LineMoveState::new(self.layout, self.cells, bound), control)
    }
}
