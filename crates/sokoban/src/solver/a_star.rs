//! A* by pushes or by steps of the player.

use alloc::sync::Arc;

use motion_core::search::{Path, a_star};
use motion_core::{Control, Outcome, Solver};

use super::search_problem::{self, SearchMethod, SearchProblem};
use super::symmetric_search::SymmetricBound;
use super::{Enhancement, Enhancements, symmetric_search, tunnel_search};
use crate::analysis::BoxTables;
use crate::board::Push;
use crate::bound::RunBound;
use crate::level::Level;
use crate::moves::Moves;

/// Finds the fewest pushes by best-first search on pushes plus lower bound: A*. With
/// [`steps`](Enhancement::Steps) it finds the fewest steps of the player instead and, of the
/// solutions with these, one with the fewest pushes.
///
/// With `steps`, positions differ by the exact square of the player; the bound adds to the pushes
/// how far the player has to return between them. `pruned` then means the deadlock rules only:
/// PI-corrals keep the fewest pushes, not the fewest steps.
///
/// With [`groups`](Enhancement::Groups) the bound of a position is raised, before it is expanded,
/// by what disjoint groups of two and three boxes cost beyond their part of the matching. Levels of
/// up to three boxes then have an exact bound.
///
/// # Complexity
/// Memory linear in the positions reached, as for `BreadthFirst`; the
/// tighter the bound, the fewer are expanded. A bound takes time linear in the boxes, or quadratic
/// if a push changes the matching.
///
/// # Guarantees
/// Complete, and optimal in pushes; the steps between pushes are not. With `steps` optimal in
/// steps, pushes second; the quality and the lower bound are then about steps, pushes included.
/// When stopped, the lower bound is proved. Levels of more than 1,024 live squares are
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 2 (both ways of counting), 3.4 and 4.2.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::{Enhancement, Enhancements};
/// use sokoban::{AStar, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let simple = Enhancements::new(&[Enhancement::SimpleBound]);
/// let solver = AStar::default().with_enhancements(simple);
/// let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
///
/// // Two pushes are enough, but then the player walks around the box.
/// let level: Level = "6#|##---#|#@$--#|#.---#|6#".parse()?;
/// let metrics = |solver: AStar| {
///     let moves = solver.solve(&level, &mut Control::unlimited()).plan().expect("a solution");
///     level.verify(&moves).map(|metrics| (metrics.steps, metrics.pushes))
/// };
/// assert_eq!(metrics(AStar::default()), Ok((10, 2)));
/// let steps = Enhancements::new(&[Enhancement::Steps]);
/// assert_eq!(metrics(AStar::default().with_enhancements(steps)), Ok((8, 4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AStar {
    enhancements: Enhancements,
}

/// The enhancements that do not go with `steps`.
const PUSHES_ONLY: Enhancements = Enhancements::new(&[
    Enhancement::Symmetry,
    Enhancement::TunnelMacros,
    Enhancement::BoxTables,
    Enhancement::Groups,
]);

impl AStar {
    /// The enhancements that this solver has.
    pub(super) const ENHANCEMENTS: Enhancements = Enhancements::new(&[
        Enhancement::SimpleBound,
        Enhancement::Pruned,
        #[cfg(feature = "survey")]
        Enhancement::Steps,
        Enhancement::Symmetry,
        Enhancement::TunnelMacros,
        Enhancement::BoxTables,
        Enhancement::Groups,
    ]);

    /// Sets the enhancements. Those that this solver does not have – it has `simple`, `pruned`,
    /// `steps`, `sym`, `TM`, `tables` and `groups` – are ignored; so are the last four together
    /// with `steps` – runs keep the fewest pushes, not the fewest steps –, `TM` together with
    /// `sym`, and `simple` and `tables` together with `groups`, which knows what is lost.
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.enhancements = enhancements.and(Self::ENHANCEMENTS);
        if self.enhancements.contains(Enhancement::Steps) {
            self.enhancements = self.enhancements.and_not(PUSHES_ONLY);
        }
        if self.enhancements.contains(Enhancement::Symmetry) {
            self.enhancements = self.enhancements.and_not(Enhancements::new(&[Enhancement::TunnelMacros]));
        }
        if self.enhancements.contains(Enhancement::Groups) {
            let others = Enhancements::new(&[Enhancement::SimpleBound, Enhancement::BoxTables]);
            self.enhancements = self.enhancements.and_not(others);
        }
        self
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        self.enhancements
    }
}

impl Solver<Level> for AStar {
    type Solution = Moves;

    /// Solves a level. Nodes are positions expanded.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl SearchMethod for AStar {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        #[cfg(feature = "survey")]
        if self.enhancements.contains(Enhancement::Steps) {
            return super::fewest_steps::search(problem, self.enhancements, control);
        }
        if self.enhancements.contains(Enhancement::Groups) && problem.groups.is_none() {
            return problem
                .with_groups(control, |problem, control| self.search(problem, control))
                .unwrap_or_else(|why| problem.stopped(why));
        }
        control.scope(|control| match problem.push_tables(self.enhancements, control) {
            Ok(tables) => self.search_with(problem, tables, control),
            Err(why) => problem.stopped(why),
        })
    }
}

impl AStar {
    fn search_with<const W: usize>(
        self,
        problem: &SearchProblem<'_, W>,
        tables: Option<Arc<BoxTables<W>>>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let (start, heuristic) = (problem.start, problem.heuristic(self.enhancements.bound()));
        let is_pruned = self.enhancements.contains(Enhancement::Pruned);
        let space = problem.pruned_pushes_or_all(is_pruned).with_tables(tables);
        if self.enhancements.contains(Enhancement::TunnelMacros) {
            let bound = RunBound(heuristic);
            return tunnel_search::search(problem, space, |space| a_star(space, bound, start, control));
        }
        if self.enhancements.contains(Enhancement::Symmetry) && symmetric_search::has_symmetries(problem) {
            let bound = SymmetricBound(heuristic);
            return symmetric_search::search(problem, space, |space, start| {
                a_star(space, bound, start, control)
            });
        }
        a_star(&space, heuristic, start, control)
    }
}
