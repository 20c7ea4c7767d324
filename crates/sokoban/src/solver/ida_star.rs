//! IDA* by pushes, with a transposition table.

use alloc::sync::Arc;

use motion_core::search::{IterativeDeepening, MemoryPolicy, Path};
use motion_core::{Control, Outcome, Solver};

use super::search_problem::{self, SearchMethod, SearchProblem};
use super::{Enhancement, Enhancements, tunnel_search};
use crate::analysis::BoxTables;
use crate::board::Push;
use crate::bound::RunBound;
use crate::level::Level;
use crate::moves::Moves;

/// Finds the fewest pushes within any memory limit: depth-first searches, each limited by the least
/// sum of pushes and bound that the one before exceeded.
///
/// The method of Rolling Stone: IDA* with a lossy table of failed positions, and with pushes of the
/// same box first; with OMO, the other pushes are in Rolling Stone's order, too. Without a table,
/// the same positions would be searched far too often.
///
/// # Complexity
/// Positions are expanded in each of the searches, and again for each lower number of pushes at
/// which they are reached. Memory for the table, which grows while memory is granted, and for the
/// open positions.
///
/// # Guarantees
/// Complete – exhaustion is a proof, which is reached if the memory is sufficient for the table –
/// and optimal in pushes; the steps between pushes are not. When stopped, the lower bound is
/// proved. Levels of more than 1,024 live squares are
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// A. Junghanns & J. Schaeffer, *Sokoban: enhancing general single-agent search methods using
/// domain knowledge*, Artificial Intelligence 129 (2001) 219–251. T. Virkkala, *Solving Sokoban*,
/// 2011, sections 3.4 and 4.2.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{IdaStar, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let moves = IdaStar::default().solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdaStar {
    enhancements: Enhancements,
}

impl IdaStar {
    /// Without enhancements.
    pub(super) const PLAIN: Self = Self { enhancements: Enhancements::NONE };

    /// The enhancements that this solver has.
    const ENHANCEMENTS: Enhancements = Enhancements::new(&[
        Enhancement::OptimalMoveOrdering,
        Enhancement::SimpleBound,
        Enhancement::Pruned,
        Enhancement::TunnelMacros,
        Enhancement::BoxTables,
    ]);

    /// Sets the enhancements. Those that this solver does not have – it has `OMO`, `simple`,
    /// `pruned`, `TM` and `tables` – are ignored.
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.enhancements = enhancements.and(Self::ENHANCEMENTS);
        self
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        self.enhancements
    }
}

impl Solver<Level> for IdaStar {
    type Solution = Moves;

    /// Solves a level. Nodes are positions expanded.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl SearchMethod for IdaStar {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        control.scope(|control| match problem.push_tables(self.enhancements, control) {
            Ok(tables) => self.search_with(problem, tables, control),
            Err(why) => problem.stopped(why),
        })
    }
}

impl IdaStar {
    fn search_with<const W: usize>(
        self,
        problem: &SearchProblem<'_, W>,
        tables: Option<Arc<BoxTables<W>>>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let engine = IterativeDeepening::default()
            .with_memory(MemoryPolicy::TranspositionTable)
            .with_inertia(true)
            .with_ranked(self.enhancements.contains(Enhancement::OptimalMoveOrdering))
            .with_bounded(true)
            .with_least(problem.least);
        let (start, heuristic) = (problem.start, problem.heuristic(self.enhancements.bound()));
        let is_pruned = self.enhancements.contains(Enhancement::Pruned);
        let has_tables = tables.is_some();
        let pruned = || problem.pruned_pushes_or_all(is_pruned).with_tables(tables);
        if self.enhancements.contains(Enhancement::TunnelMacros) {
            let bound = RunBound(heuristic);
            tunnel_search::search(problem, pruned(), |space| engine.search(space, bound, start, control))
        } else if is_pruned || has_tables {
            engine.search(&pruned(), heuristic, start, control)
        } else {
            engine.search(&problem.pushes(), heuristic, start, control)
        }
    }
}
