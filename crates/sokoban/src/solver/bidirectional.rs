//! Search from both ends.

use motion_core::search::{Bidirectional as Engine, Order, Path, Termination};
use motion_core::{Control, Outcome};

use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::{Enhancement, Enhancements};
use crate::board::Push;

/// Searches by pushes from the start and by pulls from the goals in turn, until the two meet: BBFS,
/// IDDFS/RBFS and BFS/RIDDFS.
///
/// # Complexity
/// Time and memory are linear in the positions reached from either end. Depth-first directions may
/// expand positions more than once.
///
/// # Guarantees
/// Complete. By default optimal in pushes, but not in steps between them. With
/// [`FirstMeeting`](Enhancement::FirstMeeting), as in the thesis, the quality is the bound proved
/// at the first meeting. When stopped, the lower bound is proved, and `best` is the shortest
/// solution found so far. Levels of more than 1,024 live squares, or whose boxes may end on more
/// than 1,000 sets of goals, are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 5.2 and 6.1.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::{Bidirectional, Pairing};
/// use sokoban::Level;
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver = Bidirectional::default().with_pairing(Pairing::DepthForward);
/// let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bidirectional {
    pairing: Pairing,
    enhancements: Enhancements,
}

/// The search orders of the two directions of [`Bidirectional`]. Depth-first directions use
/// postponing and inertia move ordering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
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
    /// Sets the search orders of the two directions; by default both are breadth-first.
    #[doc(hidden)]
    pub const fn with_pairing(mut self, pairing: Pairing) -> Self {
        self.pairing = pairing;
        self
    }

    /// The search orders of the two directions.
    #[doc(hidden)]
    pub const fn pairing(&self) -> Pairing {
        self.pairing
    }
}

level_solver! {
    /// Sets the enhancements. This solver has `SD`, `met` and `tables`; others are ignored.
    Bidirectional, "positions expanded",
    Enhancements::new(&[Enhancement::StaticDeadlocks, Enhancement::FirstMeeting, Enhancement::BoxTables]),
    |set| set
}

impl SearchMethod for Bidirectional {
    const FROM_GOALS: bool = true;

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
        let is_proved = !self.enhancements.contains(Enhancement::FirstMeeting);
        let termination = if is_proved { Termination::Proved } else { Termination::FirstMeeting };
        let engine = Engine::default()
            .with_orders(forward, backward)
            .with_termination(termination)
            .with_least(problem.least);
        problem.search(control, |control| {
            let (forward, backward) = (
                problem.push_tables(self.enhancements, control)?,
                problem.pull_tables(self.enhancements, control)?,
            );
            let pushes = problem.pruned_pushes(self.enhancements).with_tables(forward);
            // Deadlocks do not occur in the search from the goals.
            let pulls = problem.pruned_pulls(Enhancements::NONE).with_tables(backward);
            Ok(engine.search(&pushes, &problem.start, &pulls, &pulls.starts(), control))
        })
    }
}
