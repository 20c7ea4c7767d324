//! Shortest solutions, by IDA* and by complete tables.
//!
//! Tiles are named by their goal cells, so every goal is the same to the bounds. IDA* is
//! [`motion_core::search::IdaStar`]. The states that it changes are in [`sliding_state`] and, for
//! moves of several tiles at once, in [`line_moves`]. [`search`] has the order of searches, and
//! [`table_cache`] the tables that a solver keeps. Tables are filled by
//! [`motion_core::internal::explore_ranked_in_parallel`], for [`RankedBoards`] and
//! [`RankedPattern`].

mod board_ranking;
mod cell_sets;
mod complete_table;
mod digit_window;
mod entry_numbers;
mod goal_layout;
mod heuristic;
mod line_databases;
mod line_moves;
mod line_pattern;
mod line_pattern_bound;
mod linear_conflict;
mod manhattan;
mod metric;
mod operator_fsm;
mod packed_databases;
mod packed_distances;
mod partition;
mod pattern_bound;
mod pattern_databases;
mod pattern_entries;
#[cfg(feature = "std")]
mod pattern_file;
mod permutation_index;
mod ranked_boards;
mod ranked_pattern;
mod ranking_error;
mod search;
mod sliding_state;
mod table_cache;
#[cfg(feature = "std")]
mod table_file;
mod walking_distance;

use core::fmt;

use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Direction, Outcome, Walk};

use crate::instance::Instance;
pub use complete_table::CompleteTable;
pub use heuristic::OptimalHeuristic;
pub use metric::MoveMetric;
pub use pattern_databases::PatternDatabases;
pub use ranked_boards::RankedBoards;
pub use ranked_pattern::RankedPattern;
pub use ranking_error::RankingError;
use table_cache::TableCache;
#[cfg(feature = "std")]
pub use table_file::TableError;

/// A solver that finds a shortest solution by iterative deepening A* (IDA*).
///
/// # Guarantees
/// Complete and optimal: solves every solvable instance by the fewest moves in the
/// [metric](Optimal::with_metric) and proves the others unsolvable at once, by parity. Of all
/// shortest solutions, it finds the first in the order of the blank's directions: up, right, down,
/// left, and fewer cells before more cells in a direction. This holds for every heuristic.
///
/// If it is stopped, the `lower_bound` is proved and counts moves in the metric. For moves of
/// single tiles, it is at least the sum of the tiles' distances, if the byte limit allows computing
/// that sum.
///
/// The solver keeps its tables for all boards of one size whose blank ends in the same cell, until
/// it needs others. Clones share them. A run counts the tables as its memory, even if it did not
/// make them. Threads may share a solver, but each thread that begins at the same time makes the
/// tables, unless the solver [has them already](Optimal::with_databases).
///
/// # Complexity
/// Exponential in the cells. See the measurements on the page on sliding puzzles in `docs/`. A node
/// is a state expanded or, while pattern databases are made, an abstract state tabulated: 23.7
/// million for the 15-puzzle, 362 million for the 24-puzzle. Moves of single tiles are searched on
/// the threads of the [budget](motion_core::Budget::with_threads) unless nodes are limited; the
/// solution does not depend on them, but the number of nodes does. Databases take 16 MiB for the
/// 15-puzzle, and 22 MiB while they are made; 233 MiB and 286 MiB for the 24-puzzle whose blank
/// ends in a corner. [`PatternDatabases::large`](crate::tables::PatternDatabases::large) makes
/// larger ones for 4×4 cells, which the hardest boards need. For other boards, they take at most 40
/// MiB, and several times that while they are made.
///
/// # References
/// R. E. Korf, *Depth-first iterative-deepening*, 1985; R. E. Korf, A. Felner, *Disjoint pattern
/// database heuristics*, Artificial Intelligence 134 (2002) 9–22; O. Hansson, A. Mayer, M. Yung,
/// *Criticizing solutions to relaxed models yields powerful admissible heuristics*, 1992 (linear
/// conflict); L. A. Taylor, R. E. Korf, *Pruning duplicate nodes in depth-first search*, AAAI 1993.
/// The walking distance is K. Takahashi's.
///
/// # Examples
/// ```
/// use grid_puzzle::{Instance, Optimal};
/// use motion_core::{Control, Outcome, Quality, Solver};
///
/// let solver = Optimal::default();
/// let instance: Instance = "8 6 7\n2 5 4\n3 0 1".parse()?;
/// let outcome = solver.solve(&instance, &mut Control::unlimited());
/// let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else { panic!("solvable") };
/// assert_eq!(instance.verify(&plan)?.moves, 31); // no 8-puzzle takes more
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Optimal {
    heuristic: OptimalHeuristic,
    metric: MoveMetric,
    tables: TableCache,
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
    /// The definition of a move.
    pub(crate) const fn metric(&self) -> MoveMetric {
        self.metric
    }

    /// Returns the pattern databases that the solver has received or made.
    #[doc(hidden)]
    pub fn databases(&self) -> Option<PatternDatabases> {
        self.tables.patterns()
    }

    /// Sets the lower bound that guides the search.
    #[doc(hidden)]
    pub const fn with_heuristic(mut self, heuristic: OptimalHeuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Sets the definition of a move. By default, a move is a tile that moves by one cell.
    pub const fn with_metric(mut self, metric: MoveMetric) -> Self {
        self.metric = metric;
        self
    }

    /// Replaces the solver's tables by these pattern databases.
    pub fn with_databases(self, databases: PatternDatabases) -> Self {
        self.tables.store(databases);
        self
    }
}

impl StreamingSolver<Instance> for Optimal {
    type Move = Direction;
    type Solution = Walk;

    /// Writes only after the whole solution is found.
    fn solve_into(
        &self,
        instance: &Instance,
        sink: &mut dyn Sink<Direction>,
        control: &mut Control,
    ) -> Outcome<()> {
        search::solve(&self.tables, (self.heuristic, self.metric), instance, sink, control)
    }
}
