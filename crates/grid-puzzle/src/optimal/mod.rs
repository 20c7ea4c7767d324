//! Shortest solutions, by IDA* and by complete tables.
//!
//! Tiles are named by their goal cells, so that every goal is the same to the bounds; IDA* is
//! [`motion_core::search::IdaStar`], and the boards it changes are in [`sliding_state`] and, where several tiles move at once, in
//! [`line_moves`]. Which search comes when is in [`search`], and what a solver keeps in [`table_cache`].

mod board_ranking;
mod complete_search;
mod complete_table;
mod goal_layout;
mod line_moves;
mod linear_conflict;
mod metric;
mod operator_fsm;
mod packed_databases;
mod partition;
mod pattern_bound;
mod pattern_database_builder;
mod pattern_databases;
mod search;
mod sliding_state;
mod table_cache;
#[cfg(feature = "std")]
mod table_file;
mod walking_distance;

use core::fmt;

use motion_core::{Control, Direction, Outcome, Sink, Walk};

use crate::instance::Instance;
use crate::solver::Solver;
pub use complete_table::CompleteTable;
pub use metric::MoveMetric;
pub use pattern_databases::PatternDatabases;
use table_cache::TableCache;
#[cfg(feature = "std")]
pub use table_file::TableError;

/// Finds a shortest solution by iterative deepening A* (IDA*).
///
/// # Guarantees
/// Complete and optimal: solves every solvable instance by the fewest moves in the [`metric`](Optimal::metric) and proves
/// the others unsolvable at once, by parity. Of all shortest solutions, the first in the order of the blank's
/// directions – up, right, down, left, and shorter ways before longer ones in a direction – is found, whichever the
/// [`heuristic`](Optimal::heuristic). When stopped, the `lower_bound` is proved, and counts moves in the metric; it is at
/// least the distances of the tiles where single tiles move and the bytes suffice to add them up.
///
/// Tables stay with the solver and serve all boards of one size whose blank ends in the same cell, until others are
/// needed; clones share them. A run counts them among its bytes while it lasts, whether it makes them or finds them.
/// Threads may share a solver; those that begin at the same time each make the tables, unless it has them
/// [beforehand](Optimal::with_tables).
///
/// # Complexity
/// Exponential in the cells; see the measured tables on the page on sliding puzzles in `docs/`. A node is a state
/// expanded or, while tables are made, a situation tabulated: 23.7 million for the 15-puzzle, 362 million for the
/// 24-puzzle. Tables take 16 MiB for the 15-puzzle and 28 MiB while they are made; 233 MiB and 411 MiB for the 24-puzzle
/// whose blank ends in a corner; and at most 40 MiB for other boards, and several times that while they are made.
///
/// # References
/// R. E. Korf, *Depth-first iterative-deepening*, 1985; R. E. Korf, A. Felner, *Disjoint pattern database heuristics*,
/// Artificial Intelligence 134 (2002) 9–22; O. Hansson, A. Mayer, M. Yung, *Criticizing solutions to relaxed models
/// yields powerful admissible heuristics*, 1992 (linear conflict); L. A. Taylor, R. E. Korf, *Pruning duplicate nodes in
/// depth-first search*, AAAI 1993. The walking distance is K. Takahashi's.
///
/// # Examples
/// ```
/// use grid_puzzle::{Instance, Optimal, Solver};
/// use motion_core::{Control, Outcome, Quality};
///
/// let solver = Optimal::default();
/// let instance: Instance = "8 6 7\n2 5 4\n3 0 1".parse()?;
/// let outcome = solver.solve(&instance, &mut Control::unlimited());
/// let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else { panic!("solvable") };
/// assert_eq!(instance.verify(&plan)?.moves, 31); // no 8-puzzle takes more
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Optimal {
    /// The lower bound that leads the search.
    pub heuristic: OptimalHeuristic,
    /// What counts as a move.
    pub metric: MoveMetric,
    tables: TableCache,
}

/// A lower bound on the moves to the goal. Stronger ones save nodes, but take tables.
///
/// Where tables are refused by the byte limit, or a board is too large for them, the bound of
/// [`LinearConflict`](OptimalHeuristic::LinearConflict) takes their place. Where any number of tiles moves at once
/// ([`MoveMetric::MultiTile`]) there are two bounds: walking distances and, for the heuristics without tables and for large boards,
/// the distances divided by the tiles that a move carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OptimalHeuristic {
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
    /// Least moves of groups of tiles, added up: on 4×4 cells with the blank's goal in a corner of six, six and three
    /// tiles, on 5×5 cells four times of six. Where a reflection of the board keeps the blank's goal, the reflected board is
    /// looked up, too. For up to 64 cells.
    PatternDatabases,
}

impl fmt::Debug for Optimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Optimal")
            .field("heuristic", &self.heuristic)
            .field("metric", &self.metric)
            .finish_non_exhaustive()
    }
}

impl Optimal {
    /// The same with another [`heuristic`](Optimal::heuristic).
    pub fn with_heuristic(mut self, heuristic: OptimalHeuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// The same with another [`metric`](Optimal::metric).
    pub fn with_metric(mut self, metric: MoveMetric) -> Self {
        self.metric = metric;
        self
    }

    /// The same with these pattern tables, instead of the tables that it has.
    pub fn with_tables(self, tables: PatternDatabases) -> Self {
        self.tables.keep(tables);
        self
    }

    /// The pattern tables that the solver has, given or made.
    pub fn tables(&self) -> Option<PatternDatabases> {
        self.tables.patterns()
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
        search::solve(self, instance, sink, control)
    }

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Walk> {
        let mut walk = Walk::new();
        self.solve_into(instance, &mut walk, control).map(|()| walk)
    }
}
