//! One search after another, from weak bounds to strong ones.

use motion_core::search::{IdaStar, Path};
use motion_core::{Control, Direction, Outcome, Sink, Stop};

use super::detours::Detours;
use super::distance::{Conflicts, Distances};
use super::layout::Layout;
use super::lines::{LineBound, LineDistances, LineMove, Lines};
use super::metric::Metric;
use super::patterns::Patterns;
use super::prepared::{Prepared, Ready, Wanted};
use super::sliding::{Bound, Sliding};
use super::tables::Tables;
use super::walking::Walking;
use super::{Heuristic, Optimal};
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
    let layout = Layout::of(instance.goal());
    // Solvability takes the order of the tiles; then there is the arrangement, as a list and in the search.
    let bytes = 12 * u64::from(layout.cells())
        + Sliding::<()>::bytes(layout)
        + Conflicts::bytes(layout)
        + Patterns::bytes(layout)
        + Detours::SHORT_BYTES;
    if let Err(why) = control.hold(bytes) {
        let lower_bound = Some(least_moves(instance, solver.metric, control));
        return Outcome::Stopped { why, best: None, lower_bound };
    }
    let outcome = if instance.is_solvable() {
        let cells = Layout::start(instance);
        let prepared = &solver.prepared;
        let run = Run { prepared, layout, cells: &cells, engine: IdaStar::default() };
        match solver.metric {
            Metric::Single => {
                let path = run.single(solver.heuristic, control);
                path.map(|path| path.actions.into_iter().for_each(|step| sink.accept(step)))
            }
            Metric::Multi => run.multi(solver.heuristic, control).map(|path| {
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
fn least_moves(instance: &Instance, metric: Metric, control: &mut Control) -> u64 {
    let at_least_one = u64::from(instance.start() != instance.goal());
    // Two lists of cells.
    let bytes = 8 * instance.start().tiles().len() as u64;
    if metric == Metric::Multi || control.hold(bytes).is_err() {
        return at_least_one;
    }
    let distance = instance.manhattan_distance();
    control.release(bytes);
    distance.max(at_least_one)
}

/// What is to be solved, and how far that has come.
#[derive(Clone, Copy)]
struct Run<'r> {
    prepared: &'r Prepared,
    layout: Layout,
    cells: &'r [u32],
    engine: IdaStar,
}

impl Run<'_> {
    fn single(self, heuristic: Heuristic, control: &mut Control) -> Outcome<Path<Direction>> {
        match heuristic {
            Heuristic::Manhattan => self.search(Distances::new(self.layout, self.cells), control),
            Heuristic::LinearConflict => self.search_conflicts(control),
            Heuristic::WalkingDistance => self.search_tables(Wanted::Walking(Metric::Single), control),
            Heuristic::Patterns => self.search_tables(Wanted::Patterns, control),
            Heuristic::Automatic => self.search_automatically(control),
        }
    }

    fn search(&self, bound: impl Bound, control: &mut Control) -> Outcome<Path<Direction>> {
        let detours = self.prepared.detours(control);
        self.search_without(&detours, bound, control)
    }

    fn search_without(
        &self,
        detours: &Detours,
        bound: impl Bound,
        control: &mut Control,
    ) -> Outcome<Path<Direction>> {
        self.engine.search(&mut Sliding::new(self.layout, self.cells, detours, bound), control)
    }

    fn search_conflicts(&self, control: &mut Control) -> Outcome<Path<Direction>> {
        self.search(Conflicts::new(self.layout, self.cells), control)
    }

    fn search_automatically(mut self, control: &mut Control) -> Outcome<Path<Direction>> {
        if self.prepared.ready(self.layout, Wanted::Patterns).is_none() {
            let Some(entries) = Tables::entries(self.layout) else {
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
        self.search_tables(Wanted::Patterns, control)
    }

    fn search_tables(self, wanted: Wanted, control: &mut Control) -> Outcome<Path<Direction>> {
        let ready = match self.prepared.tables(self.layout, wanted, control) {
            Ok(ready) => ready,
            Err(Stop::Memory | Stop::Unsupported) => return self.search_conflicts(control),
            Err(why) => {
                let conflicts = Conflicts::new(self.layout, self.cells).value();
                let lower_bound = Some(u64::from(conflicts.max(self.engine.least)));
                return Outcome::Stopped { why, best: None, lower_bound };
            }
        };
        let outcome = match &ready {
            Ready::Walking(tables) => self.search(Walking::new(self.layout, tables, self.cells), control),
            Ready::Patterns(tables) => {
                let tables = tables.tables();
                let bound = Patterns::new(self.layout, tables, self.cells);
                self.search_without(tables.detours(), bound, control)
            }
        };
        match self.without_tables(&outcome, &ready, control) {
            Some(again) => again.search_conflicts(control),
            None => outcome,
        }
    }

    /// How to go on where tables have left no room for the path.
    fn without_tables<P>(self, outcome: &Outcome<P>, ready: &Ready, control: &mut Control) -> Option<Self> {
        let Outcome::Stopped { why: Stop::Memory, lower_bound, .. } = outcome else { return None };
        control.release(ready.bytes());
        self.prepared.forget();
        let engine = self.engine.with_least(lower_bound.map_or(0, |bound| bound as u32));
        Some(Self { engine, ..self })
    }

    fn multi(self, heuristic: Heuristic, control: &mut Control) -> Outcome<Path<LineMove>> {
        if matches!(heuristic, Heuristic::Manhattan | Heuristic::LinearConflict) {
            return self.search_distances(control);
        }
        let ready = match self.prepared.tables(self.layout, Wanted::Walking(Metric::Multi), control) {
            Ok(ready) => ready,
            Err(Stop::Memory | Stop::Unsupported) => return self.search_distances(control),
            Err(why) => {
                let bound = LineDistances::new(self.layout, self.cells);
                let least = Lines::new(self.layout, self.cells, bound).least_moves();
                return Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(least)) };
            }
        };
        let Ready::Walking(tables) = &ready else { return self.search_distances(control) };
        let outcome = self.search_lines(Walking::new(self.layout, tables, self.cells), control);
        match self.without_tables(&outcome, &ready, control) {
            Some(again) => again.search_distances(control),
            None => outcome,
        }
    }

    fn search_distances(&self, control: &mut Control) -> Outcome<Path<LineMove>> {
        self.search_lines(LineDistances::new(self.layout, self.cells), control)
    }

    fn search_lines(&self, bound: impl LineBound, control: &mut Control) -> Outcome<Path<LineMove>> {
        self.engine.search(&mut Lines::new(self.layout, self.cells, bound), control)
    }
}
