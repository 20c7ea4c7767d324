//! A* by pushes.

use motion_core::search::{Path, a_star};
use motion_core::{Control, Outcome};

use super::search_problem::{self, SearchMethod, SearchProblem};
use crate::board::Push;
use crate::bound::BoundKind;
use crate::level::Level;
use crate::moves::Moves;

/// The fewest pushes, by looking first at positions from which the end may be nearest: A*.
///
/// # Complexity
/// Memory linear in the positions reached, as for [`BreadthFirst`](crate::BreadthFirst); fewer are expanded the nearer
/// the bound is to the truth. A bound takes time linear in the boxes or, where a push departs from the matching,
/// quadratic.
///
/// # Guarantees
/// Complete, and optimal in pushes; the steps between are not. When stopped, the lower bound is proved. Levels of more
/// than 1,024 live squares are not treated.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 3.4 and 4.2.
///
/// # Examples
/// ```
/// use motion_core::{Control, Quality};
/// use sokoban::{AStar, BoundKind, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver = AStar::default().with_bound(BoundKind::Simple);
/// let moves = solver.solve(&level, &mut Control::unlimited()).plan().expect("a solution");
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AStar {
    /// The bound that leads the search; by default the matching.
    pub bound: BoundKind,
    /// Whether pushes are left out that lose for certain or that a PI-corral makes wait
    /// ([`PrunedPushes`](crate::PrunedPushes)); by default not.
    pub pruned: bool,
}

impl AStar {
    /// The same with another [`bound`](AStar::bound).
    pub const fn with_bound(mut self, bound: BoundKind) -> Self {
        self.bound = bound;
        self
    }

    /// The same with or without [pruning](AStar::pruned).
    pub const fn with_pruned(mut self, pruned: bool) -> Self {
        self.pruned = pruned;
        self
    }

    /// Solves a level. Nodes are positions expanded.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl SearchMethod for AStar {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        if self.pruned {
            a_star(&problem.pruned_pushes(self.bound), problem.start, control)
        } else {
            a_star(&problem.pushes(self.bound), problem.start, control)
        }
    }
}
