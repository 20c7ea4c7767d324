//! Search from both ends.

use motion_core::search::{Bidirectional as Engine, Order, Path, Termination};
use motion_core::{Control, Outcome, Solver};

use super::search_problem::{self, SearchMethod, SearchProblem};
use super::{Enhancement, Enhancements};
use crate::board::Push;
use crate::level::Level;
use crate::moves::Moves;

/// Searches by pushes from the start and by pulls from the goals in turn, until the two meet: BBFS,
/// IDDFS/RBFS and BFS/RIDDFS.
///
/// # Complexity
/// Time and memory linear in the positions reached from either end; depth-first directions may
/// expand positions more than once.
///
/// # Guarantees
/// Complete. By default optimal in pushes; the steps between pushes are not. With
/// [`FirstMeeting`](Enhancement::FirstMeeting), as in the thesis, the quality is the bound proved
/// at the first meeting. When stopped, the lower bound is proved, and the shortest solution met is
/// `best`. Levels of more than 1,024 live squares, or whose boxes may end on more than 1,000 sets
/// of goals, are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 5.2 and 6.1.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{Bidirectional, Level, solver::Pairing};
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

/// The orders of the two directions of [`Bidirectional`]. Depth-first directions use postponing and
/// inertia move ordering.
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
    /// The enhancements that this solver has.
    pub(super) const ENHANCEMENTS: Enhancements =
        Enhancements::new(&[Enhancement::StaticDeadlocks, Enhancement::FirstMeeting, Enhancement::BoxTables]);

    /// Sets the orders of the two directions; by default both are breadth-first.
    pub const fn with_pairing(mut self, pairing: Pairing) -> Self {
        self.pairing = pairing;
        self
    }

    /// The orders of the two directions.
    pub const fn pairing(&self) -> Pairing {
        self.pairing
    }

    /// Sets the enhancements. Those that this solver does not have – it has `SD`, `met` and
    /// `tables` – are ignored.
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.enhancements = enhancements.and(Self::ENHANCEMENTS);
        self
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        self.enhancements
    }
}

impl Solver<Level> for Bidirectional {
    type Solution = Moves;

    /// Solves a level. Nodes are positions expanded.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
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
        control.scope(|control| {
            let forward = problem.push_tables(self.enhancements, control);
            let both =
                forward.and_then(|forward| Ok((forward, problem.pull_tables(self.enhancements, control)?)));
            match both {
                Ok((forward, backward)) => {
                    let pushes = problem.pruned_pushes(self.enhancements).with_tables(forward);
                    // The search from the goals meets no deadlocks.
                    let pulls = problem.pruned_pulls(Enhancements::NONE).with_tables(backward);
                    engine.search(&pushes, &problem.start, &pulls, &pulls.starts(), control)
                }
                Err(why) => problem.stopped(why),
            }
        })
    }
}
