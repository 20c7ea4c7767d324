//! Iterative-deepening depth-first search, by pushes and by pulls.

use motion_core::search::{IterativeDeepening as Deepening, MemoryPolicy, NoHeuristic, Path, Space};
use motion_core::{Control, Outcome, Solver};

use super::search_problem::{self, ForwardEngine, SearchMethod, SearchProblem};
use super::{Enhancement, Enhancements};
use crate::board::Push;
use crate::level::Level;
use crate::moves::Moves;
use crate::search::Position;

/// `PP` and `IMO`, the default of both solvers.
const POSTPONING: Enhancements =
    Enhancements::new(&[Enhancement::Postponing, Enhancement::InertiaMoveOrdering]);

/// Finds the fewest pushes by depth-first searches with increasing limits, the first of which is
/// the matching bound of the start: IDDFS, with or without the thesis's enhancements PP, IMO, SD,
/// PI and VL.
///
/// With VL the first limit is 0: positions that can be solved one box at a time come long before
/// the end. IMO orders pushes only in searches without SD, PI and VL.
///
/// # Complexity
/// Positions are expanded again for each lower number of pushes at which they are reached and,
/// without postponing, in each of the searches. Memory linear in the positions reached; if it is
/// refused, the searches continue with a lossy table.
///
/// # Guarantees
/// Complete – exhaustion is a proof, which is reached if the memory is sufficient for the table –
/// and, without VL, optimal in pushes; the steps between pushes are not. With VL the quality is the
/// bound that is proved. When stopped, the lower bound is proved. Levels of more than 1,024 live
/// squares are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 5.1, 5.3, 5.4, 6.1 and 6.4. With VL, the thesis
/// starts with the lower bound of the start.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{IterativeDeepening, Level, solver::Enhancements};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let plain = IterativeDeepening::default().with_enhancements(Enhancements::NONE);
/// let moves = plain.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IterativeDeepening {
    enhancements: Enhancements,
}

/// Finds the fewest pushes by pulling the boxes from the goals, depth-first with increasing limits:
/// RIDDFS.
///
/// Each search starts from all zones of the player in solved positions.
///
/// # Complexity
/// As for [`IterativeDeepening`].
///
/// # Guarantees
/// Those of [`IterativeDeepening`].
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 5.2 and 6.1.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::{Level, ReverseIterativeDeepening};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver = ReverseIterativeDeepening::default();
/// let moves = solver.solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReverseIterativeDeepening {
    enhancements: Enhancements,
}

impl Default for IterativeDeepening {
    /// With `PP` and `IMO`.
    fn default() -> Self {
        Self { enhancements: POSTPONING }
    }
}

impl Default for ReverseIterativeDeepening {
    /// With both enhancements, as in the thesis.
    fn default() -> Self {
        Self { enhancements: POSTPONING }
    }
}

impl IterativeDeepening {
    /// Without enhancements.
    pub(super) const PLAIN: Self = Self { enhancements: Enhancements::NONE };

    /// The enhancements that this solver has.
    const ENHANCEMENTS: Enhancements = Enhancements::new(&[
        Enhancement::Postponing,
        Enhancement::InertiaMoveOrdering,
        Enhancement::StaticDeadlocks,
        Enhancement::PiCorrals,
        Enhancement::OneBoxAtATime,
    ]);

    /// Sets the enhancements. Those that this solver does not have – it has `PP`, `IMO`, `SD`, `PI`
    /// and `VL` – are ignored.
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.enhancements = enhancements.and(Self::ENHANCEMENTS);
        self
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        self.enhancements
    }
}

impl ReverseIterativeDeepening {
    /// Without enhancements.
    pub(super) const PLAIN: Self = Self { enhancements: Enhancements::NONE };

    /// The enhancements that this solver has.
    const ENHANCEMENTS: Enhancements = POSTPONING.with(Enhancement::StaticDeadlocks);

    /// Sets the enhancements. Those that this solver does not have – it has `PP`, `IMO` and `SD` –
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

impl Solver<Level> for IterativeDeepening {
    type Solution = Moves;

    /// Solves a level. Nodes are positions expanded.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl Solver<Level> for ReverseIterativeDeepening {
    type Solution = Moves;

    /// Solves a level. Nodes are positions expanded.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

/// The engine, with a first limit.
fn engine(enhancements: Enhancements, least: u32) -> Deepening {
    let memory = if enhancements.contains(Enhancement::Postponing) {
        MemoryPolicy::KeepAllThenTable
    } else {
        MemoryPolicy::TranspositionTable
    };
    let inertia = enhancements.contains(Enhancement::InertiaMoveOrdering);
    Deepening::default().with_memory(memory).with_inertia(inertia).with_least(least)
}

impl SearchMethod for IterativeDeepening {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let has_early_end = self.enhancements.contains(Enhancement::OneBoxAtATime);
        let least = if has_early_end { 0 } else { problem.least };
        let mut engine = engine(self.enhancements, least);
        // Searches with SD, PI or VL do not order their pushes.
        if self.enhancements.and_not(POSTPONING) != Enhancements::NONE {
            engine = engine.with_inertia(false);
        }
        problem.forward(self.enhancements, &engine, control)
    }
}

impl<const W: usize> ForwardEngine<W> for Deepening {
    fn search<S>(&self, space: &S, start: Position<W>, control: &mut Control) -> Outcome<Path<Push>>
    where
        S: Space<State = Position<W>, Action = Push>,
    {
        Self::search(*self, space, NoHeuristic, start, control)
    }
}

impl SearchMethod for ReverseIterativeDeepening {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let engine = engine(self.enhancements, problem.least);
        if self.enhancements.contains(Enhancement::StaticDeadlocks) {
            let pulls = problem.pruned_pulls();
            let found = engine.search_from(&pulls, NoHeuristic, &pulls.starts(), control);
            return found.map(|path| path.reversed(&pulls));
        }
        let pulls = problem.pulls();
        let found = engine.search_from(&pulls, NoHeuristic, &pulls.starts(), control);
        found.map(|path| path.reversed(&pulls))
    }
}
