//! Shortest solutions by IDA*.
//!
//! Tiles are named by their goal cells, so that every goal is the same to the bounds; IDA* is
//! [`motion_core::search::IdaStar`], and the board it changes is in [`sliding`].

mod complete;
mod detours;
mod distance;
#[cfg(feature = "std")]
mod file;
mod filling;
mod layout;
mod metric;
mod partition;
mod pattern_tables;
mod patterns;
mod ranks;
mod sliding;
mod sweep;
mod tables;
mod walking;

use alloc::sync::Arc;
use core::fmt;

use motion_core::search::{IdaStar, Path};
use motion_core::{Control, Direction, Outcome, Sink, Stop, Walk};
use spin::Mutex;

use crate::instance::Instance;
use crate::solver::Solver;
pub use complete::CompleteTable;
use detours::{Detours, SHORT};
use distance::{Conflicts, Distances};
#[cfg(feature = "std")]
pub use file::TableError;
use layout::Layout;
pub use metric::Metric;
pub use pattern_tables::PatternTables;
use patterns::Patterns;
use sliding::{Bound, Sliding};
use tables::Tables;
use walking::{Walking, WalkingTables};

/// A board gets this many nodes without tables for each entry that its tables would have: about a twentieth of the
/// time that it takes to fill them.
const ENTRIES_A_NODE: u64 = 256;

/// Finds a shortest solution by iterative deepening A* (IDA*).
///
/// # Guarantees
/// Complete and optimal: solves every solvable instance by the fewest moves and proves the others unsolvable at once, by
/// parity. Of all shortest solutions, the first in the order of the blank's directions – up, right, down, left – is
/// found, whichever the [`heuristic`](Optimal::heuristic). When stopped, the `lower_bound` is proved, at least the
/// distances of the tiles. Tables stay with the solver, and serve all boards of one size whose blank ends in the same
/// cell; clones share them. A run counts them among its bytes while it lasts, whether it makes them or finds them.
///
/// # Complexity
/// Exponential in the cells; see the measured table on the page on sliding puzzles in `docs/`. A node is a state
/// expanded or, while tables are made, a situation tabulated: 23.6 million for the 15-puzzle. Tables take at most
/// 40 MiB and, while they are made, several times that: 244 MiB for the 15-puzzle.
///
/// # References
/// R. E. Korf, *Depth-first iterative-deepening*, 1985; R. E. Korf, A. Felner, *Disjoint pattern database heuristics*,
/// Artificial Intelligence 134 (2002) 9–22; O. Hansson, A. Mayer, M. Yung, *Criticizing solutions to relaxed models
/// yields powerful admissible heuristics*, 1992 (linear conflict). The walking distance is K. Takahashi's.
///
/// # Examples
/// ```
/// use grid_puzzle::{Instance, Optimal, Solver};
/// use motion_core::{Control, Outcome, Quality};
///
/// let solver = Optimal::default();
/// let instance = Instance::to_standard("8 6 7\n2 5 4\n3 0 1".parse()?);
/// let outcome = solver.solve(&instance, &mut Control::unlimited());
/// let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else { panic!("solvable") };
/// assert_eq!(instance.verify(&plan), Ok(31)); // no 8-puzzle takes more
/// # Ok::<(), grid_puzzle::SetupError>(())
/// ```
#[derive(Default)]
#[non_exhaustive]
pub struct Optimal {
    /// The lower bound that leads the search.
    pub heuristic: Heuristic,
    prepared: Mutex<Prepared>,
}

/// A lower bound on the moves to the goal. Stronger ones save nodes, but take tables.
///
/// Where tables are refused by the byte limit, or a board is too large for them, the bound of
/// [`LinearConflict`](Heuristic::LinearConflict) takes their place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heuristic {
    /// Linear conflicts for as long as tables would take longer; then patterns.
    #[default]
    Automatic,
    /// The sum of the tiles' distances.
    Manhattan,
    /// The distances, and two moves for each tile that has to let others of its row or column pass. No tables.
    LinearConflict,
    /// Moves across rows and moves across columns, as if the tiles of a line were alike: 4 MiB of tables on 4×4 cells.
    /// Larger boards, from 5×5, are too large.
    WalkingDistance,
    /// Least moves of groups of tiles, added up: 32 MiB of tables on 4×4 cells, of six, six and three tiles. Where
    /// a reflection of the board keeps the blank's goal, the reflected board is looked up, too. For up to 64 cells.
    Patterns,
}

/// What a solver has prepared; all of it can be shared.
#[derive(Clone, Default)]
struct Prepared {
    detours: Option<Arc<Detours>>,
    tables: Option<Ready>,
}

/// Tables for boards of one layout.
#[derive(Clone)]
enum Ready {
    Walking(Layout, Arc<WalkingTables>),
    Patterns(PatternTables),
}

impl Clone for Optimal {
    fn clone(&self) -> Self {
        Self { heuristic: self.heuristic, prepared: Mutex::new(self.prepared.lock().clone()) }
    }
}

impl fmt::Debug for Optimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Optimal").field("heuristic", &self.heuristic).finish_non_exhaustive()
    }
}

impl Optimal {
    /// The same with another [`heuristic`](Optimal::heuristic).
    pub fn with_heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// The same with these tables, instead of those that it has.
    pub fn with_tables(self, tables: PatternTables) -> Self {
        self.prepared.lock().tables = Some(Ready::Patterns(tables));
        self
    }

    /// The pattern tables that were given or made.
    pub fn tables(&self) -> Option<PatternTables> {
        match &self.prepared.lock().tables {
            Some(Ready::Patterns(tables)) => Some(tables.clone()),
            _ => None,
        }
    }

    fn path(&self, instance: &Instance, control: &mut Control) -> Outcome<Path<Direction>> {
        let held = control.stats().bytes;
        let layout = Layout::of(instance.goal());
        // Solvability takes the order of the tiles; then there is the arrangement, as a list and in the search.
        let cells = u64::from(layout.cells());
        let bytes = 12 * cells
            + Sliding::<()>::bytes(layout)
            + Conflicts::bytes(layout)
            + Patterns::bytes(layout)
            + Detours::SHORT_BYTES;
        if let Err(why) = control.hold(bytes) {
            return Outcome::Stopped { why, best: None, lower_bound: Some(least_moves(instance, control)) };
        }
        let outcome = if instance.is_solvable() {
            let cells = Layout::start(instance);
            let detours = self.detours(control);
            Run { layout, cells: &cells, detours: &detours, engine: IdaStar::default() }.solve(self, control)
        } else {
            Outcome::Unsolvable
        };
        control.release(control.stats().bytes - held);
        outcome
    }

    fn detours(&self, control: &mut Control) -> Arc<Detours> {
        if let Some(detours) = &self.prepared.lock().detours {
            return detours.clone();
        }
        let detours = Arc::new(Detours::up_to(SHORT, control));
        self.prepared.lock().detours = Some(detours.clone());
        detours
    }

    /// The tables of this heuristic, held by `control`: those that are there, or new ones.
    fn ensure_tables(&self, layout: Layout, walking: bool, control: &mut Control) -> Result<Ready, Stop> {
        if let Some(ready) = self.ready_tables(layout, walking) {
            control.hold(ready.bytes())?;
            return Ok(ready);
        }
        // Old ones would not be counted.
        self.prepared.lock().tables = None;
        let ready = if walking {
            Ready::Walking(layout, Arc::new(WalkingTables::new(layout, control)?))
        } else {
            Ready::Patterns(PatternTables::held(layout, control)?)
        };
        self.prepared.lock().tables = Some(ready.clone());
        Ok(ready)
    }

    fn ready_tables(&self, layout: Layout, walking: bool) -> Option<Ready> {
        let ready = self.prepared.lock().tables.clone()?;
        let fits = match &ready {
            Ready::Walking(known, _) => walking && *known == layout,
            Ready::Patterns(tables) => !walking && tables.tables().layout() == layout,
        };
        fits.then_some(ready)
    }
}

impl Ready {
    fn bytes(&self) -> u64 {
        match self {
            Self::Walking(_, tables) => tables.bytes(),
            Self::Patterns(tables) => tables.bytes(),
        }
    }
}

/// A bound that needs hardly any memory.
fn least_moves(instance: &Instance, control: &mut Control) -> u64 {
    // Two lists of cells.
    let bytes = 8 * instance.start().tiles().len() as u64;
    if control.hold(bytes).is_err() {
        return u64::from(instance.start() != instance.goal());
    }
    let distance = instance.manhattan_distance();
    control.release(bytes);
    distance
}

/// One search after another, from weak bounds to strong ones.
struct Run<'r> {
    layout: Layout,
    cells: &'r [u32],
    detours: &'r Detours,
    engine: IdaStar,
}

impl Run<'_> {
    fn solve(self, solver: &Optimal, control: &mut Control) -> Outcome<Path<Direction>> {
        let layout = self.layout;
        match solver.heuristic {
            Heuristic::Manhattan => self.search(Distances::new(layout, self.cells), control),
            Heuristic::LinearConflict => self.search_conflicts(control),
            Heuristic::WalkingDistance => self.search_tables(solver, true, control),
            Heuristic::Patterns => self.search_tables(solver, false, control),
            Heuristic::Automatic => self.search_automatically(solver, control),
        }
    }

    fn search(&self, bound: impl Bound, control: &mut Control) -> Outcome<Path<Direction>> {
        self.engine.search(&mut Sliding::new(self.layout, self.cells, self.detours, bound), control)
    }

    fn search_conflicts(&self, control: &mut Control) -> Outcome<Path<Direction>> {
        self.search(Conflicts::new(self.layout, self.cells), control)
    }

    fn search_automatically(mut self, solver: &Optimal, control: &mut Control) -> Outcome<Path<Direction>> {
        let Some(entries) = Tables::entries(self.layout) else {
            return self.search_conflicts(control);
        };
        if solver.ready_tables(self.layout, false).is_none() {
            let first = self.engine;
            self.engine = first.with_patience(entries / ENTRIES_A_NODE);
            match self.search_conflicts(control) {
                Outcome::Stopped { why: Stop::Nodes, lower_bound, .. } => {
                    self.engine = first.with_least(lower_bound.map_or(0, |bound| bound as u32));
                }
                outcome => return outcome,
            }
        }
        self.search_tables(solver, false, control)
    }

    fn search_tables(
        &self,
        solver: &Optimal,
        walking: bool,
        control: &mut Control,
    ) -> Outcome<Path<Direction>> {
        let ready = match solver.ensure_tables(self.layout, walking, control) {
            Ok(ready) => ready,
            Err(Stop::Bytes | Stop::Untreated) => return self.search_conflicts(control),
            Err(why) => {
                let conflicts = Conflicts::new(self.layout, self.cells).value();
                let lower_bound = Some(u64::from(conflicts.max(self.engine.least)));
                return Outcome::Stopped { why, best: None, lower_bound };
            }
        };
        let outcome = match &ready {
            Ready::Walking(_, tables) => self.search(Walking::new(self.layout, tables, self.cells), control),
            Ready::Patterns(tables) => {
                let tables = tables.tables();
                let bound = Patterns::new(self.layout, tables, self.cells);
                Run { detours: tables.detours(), ..*self }.search(bound, control)
            }
        };
        match outcome {
            // The tables have left no room for the path.
            Outcome::Stopped { why: Stop::Bytes, lower_bound, .. } => {
                control.release(ready.bytes());
                solver.prepared.lock().tables = None;
                let least = lower_bound.map_or(0, |bound| bound as u32);
                Run { engine: self.engine.with_least(least), ..*self }.search_conflicts(control)
            }
            outcome => outcome,
        }
    }
}

impl Solver for Optimal {
    /// Nothing is written before the whole solution is found.
    fn solve_into<K: Sink<Direction>>(
        &self,
        instance: &Instance,
        sink: &mut K,
        control: &mut Control,
    ) -> Outcome<()> {
        self.path(instance, control).map(|path| path.actions.into_iter().for_each(|step| sink.accept(step)))
    }

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Walk> {
        let mut walk = Walk::new();
        self.solve_into(instance, &mut walk, control).map(|()| walk)
    }
}
