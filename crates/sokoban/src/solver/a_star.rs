//! A* by pushes.

use motion_core::search::{Path, a_star};
use motion_core::{Control, Outcome, Solver};

use super::search_problem::{self, SearchMethod, SearchProblem};
use super::{Enhancement, Enhancements};
use crate::analysis::PrunedPushes;
use crate::board::Push;
use crate::level::Level;
use crate::moves::Moves;

/// Finds the fewest pushes by best-first search on pushes plus lower bound: A*.
///
/// # Complexity
/// Memory linear in the positions reached, as for [`BreadthFirst`](crate::BreadthFirst); the
/// tighter the bound, the fewer are expanded. A bound takes time linear in the boxes, or quadratic
/// if a push changes the matching.
///
/// # Guarantees
/// Complete, and optimal in pushes; the steps between pushes are not. When stopped, the lower bound
/// is proved. Levels of more than 1,024 live squares are
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 3.4 and 4.2.
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
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AStar {
    enhancements: Enhancements,
}

impl AStar {
    /// Without enhancements.
    pub(super) const PLAIN: Self = Self { enhancements: Enhancements::NONE };

    /// The enhancements that this solver has.
    const ENHANCEMENTS: Enhancements = Enhancements::new(&[Enhancement::SimpleBound, Enhancement::Pruned]);

    /// Sets the enhancements. Those that this solver does not have – it has `simple` and `pruned` –
    /// are ignored.
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.enhancements = enhancements.and(Self::ENHANCEMENTS);
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
        let heuristic = problem.heuristic(self.enhancements.bound());
        if self.enhancements.contains(Enhancement::Pruned) {
            a_star(&PrunedPushes::new(problem.board), heuristic, problem.start, control)
        } else {
            a_star(&problem.pushes(), heuristic, problem.start, control)
        }
    }
}
