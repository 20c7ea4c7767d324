//! The sequence of searches, from weak bounds to strong ones.

use motion_core::search::{IdaStar, Path};
use motion_core::sink::Sink;
use motion_core::{Control, Direction, Outcome, Stop};

use super::goal_layout::GoalLayout;
use super::heuristic::OptimalHeuristic;
use super::line_databases::LineDatabases;
use super::line_moves::{LineBound, LineDistances, LineMove, LineMoveState};
use super::line_pattern_bound::LinePatternBound;
use super::linear_conflict::LinearConflictBound;
use super::manhattan::ManhattanBound;
use super::metric::MoveMetric;
use super::operator_fsm::DuplicateOperatorFsm;
use super::packed_databases::PackedDatabases;
use super::pattern_bound::PatternBound;
use super::pattern_databases::MetricDatabases;
use super::sliding_state::{SlidingBound, SlidingState};
use super::table_cache::{CachedTable, TableCache, TableKind};
use super::walking_distance::WalkingBound;
use crate::instance::Instance;

/// The search without tables may take one node per this many entries that the tables would have.
/// That is about a twentieth of the time for making them.
const ENTRIES_A_NODE: u64 = 256;

/// The same for moves of several tiles at once, per this many states of pattern databases.
const STATES_A_NODE: u64 = 80;

/// Solves an instance. Writes only after the whole solution is found.
pub(super) fn solve(
    tables: &TableCache,
    (heuristic, metric): (OptimalHeuristic, MoveMetric),
    instance: &Instance,
    sink: &mut dyn Sink<Direction>,
    control: &mut Control,
) -> Outcome<()> {
    if !instance.has_one_blank() {
        return Outcome::stopped(Stop::Unsupported);
    }
    let layout = GoalLayout::of(instance.goal());
    // The test of solvability keeps the order of the tiles. The search keeps the tiles as a list
    // and as a state.
    let bytes = 12 * u64::from(layout.cells())
        + SlidingState::<()>::bytes(layout)
        + LinearConflictBound::bytes(layout)
        + DuplicateOperatorFsm::SHORT_BYTES;
    control.scope(|control| {
        if let Err(why) = control.hold(bytes) {
            let lower_bound = Some(least_moves(instance, metric, control));
            return Outcome::Stopped { why, best: None, lower_bound };
        }
        if !instance.is_solvable() {
            return Outcome::Unsolvable;
        }
        let cells = GoalLayout::start(instance);
        let search = OptimalSearch::new(tables, layout, &cells);
        match metric {
            MoveMetric::SingleTile => {
                let path = search.single(heuristic, control);
                path.map(|path| sink.accept_all(&path.actions))
            }
            MoveMetric::MultiTile => search.multi(heuristic, control).map(|path| {
                for LineMove { direction, tiles } in path.actions {
                    (0..tiles).for_each(|_| sink.accept(direction));
                }
            }),
        }
    })
}

/// Computes a lower bound that needs hardly any memory.
fn least_moves(instance: &Instance, metric: MoveMetric, control: &mut Control) -> u64 {
    let at_least_one = u64::from(instance.start() != instance.goal());
    // Memory for two lists of cells.
    let bytes = 8 * instance.start().tiles().len() as u64;
    if metric == MoveMetric::MultiTile || control.hold(bytes).is_err() {
        return at_least_one;
    }
    let distance = instance.manhattan_distance();
    control.release(bytes);
    distance.max(at_least_one)
}

/// The problem, with the lower bound proved by earlier searches.
#[derive(Clone, Copy)]
struct OptimalSearch<'r> {
    tables: &'r TableCache,
    layout: GoalLayout,
    /// The goal cell of the tile in each cell of the start.
    cells: &'r [u32],
    least: u32,
}

impl<'r> OptimalSearch<'r> {
    const fn new(tables: &'r TableCache, layout: GoalLayout, cells: &'r [u32]) -> Self {
        Self { tables, layout, cells, least: 0 }
    }

    fn engine(self) -> IdaStar {
        IdaStar::default().with_least(self.least).telling_bounds()
    }

    /// Continues with the bound that a stopped search has proved.
    fn after_bound(self, lower_bound: Option<u64>) -> Self {
        Self { least: lower_bound.map_or(0, |bound| bound as u32), ..self }
    }

    fn single(self, heuristic: OptimalHeuristic, control: &mut Control) -> Outcome<Path<Direction>> {
        match heuristic {
            OptimalHeuristic::Manhattan => {
                let bound = ManhattanBound::new(self.layout, self.cells);
                self.search(self.engine(), bound, control)
            }
            OptimalHeuristic::LinearConflict => self.search_conflicts(self.engine(), control),
            OptimalHeuristic::WalkingDistance => {
                self.search_tables(TableKind::Walking(MoveMetric::SingleTile), control)
            }
            OptimalHeuristic::PatternDatabases => {
                self.search_tables(TableKind::Patterns(MoveMetric::SingleTile), control)
            }
            OptimalHeuristic::Automatic => self.search_automatically(control),
        }
    }

    fn search(
        self,
        engine: IdaStar,
        bound: impl SlidingBound + Clone + Send,
        control: &mut Control,
    ) -> Outcome<Path<Direction>> {
        let fsm = self.tables.fsm(control);
        engine.search_in_parallel(&mut SlidingState::new(self.layout, self.cells, &fsm, bound), control)
    }

    fn search_conflicts(self, engine: IdaStar, control: &mut Control) -> Outcome<Path<Direction>> {
        self.search(engine, LinearConflictBound::new(self.layout, self.cells), control)
    }

    /// Searches with linear conflicts for a share of the time for making pattern databases, then
    /// with these.
    fn search_automatically(mut self, control: &mut Control) -> Outcome<Path<Direction>> {
        if self.tables.cached(self.layout, TableKind::Patterns(MoveMetric::SingleTile)).is_none() {
            let Some(entries) = PackedDatabases::entries(self.layout) else {
                return self.search_conflicts(self.engine(), control);
            };
            let engine = self.engine().with_state_limit(entries / ENTRIES_A_NODE);
            match self.search_conflicts(engine, control) {
                Outcome::Stopped { why: Stop::Nodes, lower_bound, .. } => {
                    self = self.after_bound(lower_bound);
                }
                outcome => return outcome,
            }
        }
        self.search_tables(TableKind::Patterns(MoveMetric::SingleTile), control)
    }

    /// Searches with tables, or with linear conflicts if the memory does not suffice for tables.
    fn search_tables(self, kind: TableKind, control: &mut Control) -> Outcome<Path<Direction>> {
        let table = match self.tables.tables(self.layout, kind, control) {
            Ok(table) => table,
            Err(Stop::Memory | Stop::Unsupported) => {
                return self.search_conflicts(self.engine(), control);
            }
            Err(why) => {
                let conflicts = LinearConflictBound::new(self.layout, self.cells).value();
                let lower_bound = Some(u64::from(conflicts.max(self.least)));
                return Outcome::Stopped { why, best: None, lower_bound };
            }
        };
        let outcome = match &table {
            CachedTable::Walking(tables) => {
                self.search(self.engine(), WalkingBound::new(self.layout, tables, self.cells), control)
            }
            CachedTable::Patterns(databases) => {
                let MetricDatabases::Single(databases) = databases.databases() else {
                    return self.search_conflicts(self.engine(), control);
                };
                if databases.numbers().are_ranks() {
                    self.search_patterns::<true>(databases, control)
                } else {
                    self.search_patterns::<false>(databases, control)
                }
            }
        };
        match self.without_tables(&outcome, &table, control) {
            Some(again) => again.search_conflicts(again.engine(), control),
            None => outcome,
        }
    }

    fn search_patterns<const BY_RANKS: bool>(
        self,
        databases: &PackedDatabases,
        control: &mut Control,
    ) -> Outcome<Path<Direction>> {
        let bound = PatternBound::<BY_RANKS>::new(self.layout, databases, self.cells);
        let mut state = SlidingState::new(self.layout, self.cells, databases.fsm(), bound);
        self.engine().search_in_parallel(&mut state, control)
    }

    /// Returns the search without tables, if these have left no memory for the path.
    fn without_tables<P>(
        self,
        outcome: &Outcome<P>,
        table: &CachedTable,
        control: &mut Control,
    ) -> Option<Self> {
        let Outcome::Stopped { why: Stop::Memory, lower_bound, .. } = outcome else { return None };
        control.release(table.bytes());
        self.tables.clear();
        Some(self.after_bound(*lower_bound))
    }

    fn multi(mut self, heuristic: OptimalHeuristic, control: &mut Control) -> Outcome<Path<LineMove>> {
        let (walking, patterns) =
            (TableKind::Walking(MoveMetric::MultiTile), TableKind::Patterns(MoveMetric::MultiTile));
        match heuristic {
            OptimalHeuristic::Manhattan | OptimalHeuristic::LinearConflict => {
                return self.search_distances(self.engine(), control);
            }
            OptimalHeuristic::WalkingDistance => {
                return self.search_line_tables(walking, self.engine(), control);
            }
            OptimalHeuristic::PatternDatabases => {}
            OptimalHeuristic::Automatic => {
                if self.tables.cached(self.layout, patterns).is_none() {
                    let Some(states) = LineDatabases::states(self.layout) else {
                        return self.search_line_tables(walking, self.engine(), control);
                    };
                    // Searches with walking distances for a share of the time for making databases.
                    let engine = self.engine().with_state_limit(states / STATES_A_NODE);
                    match self.search_line_tables(walking, engine, control) {
                        Outcome::Stopped { why: Stop::Nodes, lower_bound, .. } => {
                            self = self.after_bound(lower_bound);
                        }
                        outcome => return outcome,
                    }
                }
            }
        }
        self.search_line_tables(patterns, self.engine(), control)
    }

    /// Searches with tables, or with weaker bounds if the memory does not suffice for tables.
    fn search_line_tables(
        self,
        kind: TableKind,
        engine: IdaStar,
        control: &mut Control,
    ) -> Outcome<Path<LineMove>> {
        control.scope(|control| {
            let table = match self.tables.tables(self.layout, kind, control) {
                Ok(table) => table,
                Err(Stop::Memory | Stop::Unsupported) => {
                    let walking = TableKind::Walking(MoveMetric::MultiTile);
                    return if kind == walking {
                        self.search_distances(engine, control)
                    } else {
                        self.search_line_tables(walking, engine, control)
                    };
                }
                Err(why) => {
                    let bound = LineDistances::new(self.layout, self.cells);
                    let least = LineMoveState::new(self.layout, self.cells, bound).least_moves();
                    let lower_bound = Some(u64::from(least.max(self.least)));
                    return Outcome::Stopped { why, best: None, lower_bound };
                }
            };
            let outcome = match &table {
                CachedTable::Walking(tables) => {
                    self.search_lines(engine, WalkingBound::new(self.layout, tables, self.cells), control)
                }
                CachedTable::Patterns(databases) => {
                    let bound = match databases.databases() {
                        MetricDatabases::Multi(databases) => {
                            LinePatternBound::new(self.layout, databases, self.cells)
                        }
                        MetricDatabases::Single(_) => None,
                    };
                    match bound {
                        Some(bound) => self.search_lines(engine, bound, control),
                        None => self.search_distances(engine, control),
                    }
                }
            };
            match self.without_tables(&outcome, &table, control) {
                Some(again) => again.search_distances(again.engine(), control),
                None => outcome,
            }
        })
    }

    fn search_distances(self, engine: IdaStar, control: &mut Control) -> Outcome<Path<LineMove>> {
        self.search_lines(engine, LineDistances::new(self.layout, self.cells), control)
    }

    fn search_lines(
        self,
        engine: IdaStar,
        bound: impl LineBound,
        control: &mut Control,
    ) -> Outcome<Path<LineMove>> {
        engine.search(&mut LineMoveState::new(self.layout, self.cells, bound), control)
    }
}
