//! Search from both ends.

use motion_core::search::{Bidirectional as Engine, Order, Path, Termination};
use motion_core::{Control, Outcome};

use super::search_problem::{self, SearchMethod, SearchProblem};
use crate::board::Push;
use crate::bound::BoundKind;
use crate::level::Level;
use crate::moves::Moves;

/// Pushes from the start and pulls from the goals in turn, until the two meet: BBFS, IDDFS/RBFS and BFS/RIDDFS.
///
/// # Complexity
/// Time and memory linear in the positions reached from either end; depth-first directions may expand positions more
/// than once.
///
/// # Guarantees
/// Complete. By default ([`Termination::Proved`]) optimal in pushes; the steps between are not. With [`Termination::FirstMeeting`], as in the
/// thesis, the quality says what is proved at the first meeting. When stopped, the lower bound is proved, and a
/// solution met is the best plan. Levels of more than 1,024 live squares are not treated.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 5.2 and 6.1.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use sokoban::{Bidirectional, Level, Pairing};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver = Bidirectional::default().with_pairing(Pairing::DepthForward);
/// let moves = solver.solve(&level, &mut Control::unlimited()).plan().expect("a solution");
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bidirectional {
    /// The order of either direction; by default breadth-first.
    pub pairing: Pairing,
    /// When the search ends; by default when the solution is proved to be the shortest.
    pub termination: Termination,
    /// Whether pushes are left out that lose for certain ([`Deadlocks`](crate::Deadlocks), SD); by default not. No such
    /// position is met from the goals.
    pub deadlocks: bool,
}

/// The orders of the two directions of [`Bidirectional`]. Depth-first ones postpone and go on with the same box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pairing {
    /// Breadth-first from both ends: BBFS.
    #[default]
    Breadth,
    /// Depth-first from the start, breadth-first from the goals: IDDFS/RBFS.
    DepthForward,
    /// Breadth-first from the start, depth-first from the goals: BFS/RIDDFS.
    DepthBackward,
}

impl Bidirectional {
    /// The same with another [`pairing`](Bidirectional::pairing).
    pub const fn with_pairing(mut self, pairing: Pairing) -> Self {
        self.pairing = pairing;
        self
    }

    /// The same with another [end](Bidirectional::termination).
    pub const fn with_termination(mut self, termination: Termination) -> Self {
        self.termination = termination;
        self
    }

    /// The same with or without the [deadlock rules](Bidirectional::deadlocks).
    pub const fn with_deadlocks(mut self, deadlocks: bool) -> Self {
        self.deadlocks = deadlocks;
        self
    }

    /// Solves a level. Nodes are positions expanded.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl SearchMethod for Bidirectional {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let (breadth, depth) = (Order::BreadthFirst, Order::DepthFirst { inertia: true });
        let (forward, backward) = match self.pairing {
            Pairing::Breadth => (breadth, breadth),
            Pairing::DepthForward => (depth, breadth),
            Pairing::DepthBackward => (breadth, depth),
        };
        let engine = Engine::default().with_orders(forward, backward).with_termination(self.termination);
        let pulls = problem.pulls();
        let starts = pulls.starts();
        if self.deadlocks {
            engine.search(&problem.live_pushes(BoundKind::Matching), &problem.start, &pulls, &starts, control)
        } else {
            engine.search(&problem.pushes(BoundKind::Matching), &problem.start, &pulls, &starts, control)
        }
    }
}
