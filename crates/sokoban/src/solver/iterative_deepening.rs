//! Iterative-deepening depth-first search, by pushes and by pulls.

use motion_core::search::{IterativeDeepening as Deepening, MemoryPolicy, Path, Space};
use motion_core::{Control, Outcome};

use super::search_problem::{self, Enhancements, ForwardEngine, SearchMethod, SearchProblem};
use crate::board::Push;
use crate::level::Level;
use crate::moves::Moves;
use crate::search::Position;

/// The fewest pushes, by depth-first searches up to one limit after another, the first being the matching bound of the
/// start: IDDFS, with or without the thesis's enhancements PP, IMO, SD, PI and VL.
///
/// With [`stones`](IterativeDeepening::stones) the first limit is none: positions that are solved stone by stone come long
/// before the end.
///
/// # Complexity
/// A node is a position expanded, once for each lower number of pushes at which it is reached and, without postponing,
/// in each of the searches. Memory linear in the positions reached; where it is refused, the searches go on with a table
/// that forgets.
///
/// # Guarantees
/// Complete – exhaustion is a proof, to which it comes if memory lasts for the table – and, but for `stones`, optimal in
/// pushes; the steps between are not. With `stones` the quality says what is proved. When stopped, the lower bound is
/// proved. Levels of more than 1,024 live squares are not treated.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 5.1, 5.3, 5.4, 6.1 and 6.4. With VL, the thesis begins with the lower bound
/// of the start.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use sokoban::{IterativeDeepening, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let plain = IterativeDeepening::default().with_postponing(false).with_inertia(false);
/// let moves = plain.solve(&level, &mut Control::unlimited()).plan().expect("a solution");
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "independent enhancements, as the thesis has them")]
pub struct IterativeDeepening {
    /// Whether positions beyond the limit are kept until it is raised (PP), instead of beginning again.
    pub postponing: bool,
    /// Whether pushes of the box pushed last are tried first (IMO).
    pub inertia: bool,
    /// Whether pushes are left out that lose for certain ([`Deadlocks`](crate::Deadlocks), SD).
    pub deadlocks: bool,
    /// Whether pushes are left out that a PI-corral makes wait ([`Corrals`](crate::Corrals), PI).
    pub corrals: bool,
    /// Whether the search ends where the rest goes stone by stone ([`OneBoxAtATime`](crate::OneBoxAtATime), VL).
    pub stones: bool,
}

/// The fewest pushes, by pulling the boxes from the goals, depth-first up to one limit after another: RIDDFS.
///
/// The searches start from all zones in which the player of a solved position can be, within each limit.
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
/// use motion_core::Control;
/// use sokoban::{Level, ReverseIterativeDeepening};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let solver = ReverseIterativeDeepening::default();
/// let moves = solver.solve(&level, &mut Control::unlimited()).plan().expect("a solution");
/// assert_eq!(level.verify(&moves)?.pushes, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReverseIterativeDeepening {
    /// Whether positions beyond the limit are kept until it is raised (PP), instead of beginning again.
    pub postponing: bool,
    /// Whether pulls of the box pulled last are tried first (IMO).
    pub inertia: bool,
}

impl Default for IterativeDeepening {
    /// With PP and IMO.
    fn default() -> Self {
        Self { postponing: true, inertia: true, deadlocks: false, corrals: false, stones: false }
    }
}

impl Default for ReverseIterativeDeepening {
    /// With both enhancements, as in the thesis.
    fn default() -> Self {
        Self { postponing: true, inertia: true }
    }
}

impl IterativeDeepening {
    /// The same with or without [`postponing`](IterativeDeepening::postponing).
    pub const fn with_postponing(mut self, postponing: bool) -> Self {
        self.postponing = postponing;
        self
    }

    /// The same with or without [`inertia`](IterativeDeepening::inertia).
    pub const fn with_inertia(mut self, inertia: bool) -> Self {
        self.inertia = inertia;
        self
    }

    /// The same with or without the [deadlock rules](IterativeDeepening::deadlocks).
    pub const fn with_deadlocks(mut self, deadlocks: bool) -> Self {
        self.deadlocks = deadlocks;
        self
    }

    /// The same with or without [PI-corrals](IterativeDeepening::corrals).
    pub const fn with_corrals(mut self, corrals: bool) -> Self {
        self.corrals = corrals;
        self
    }

    /// The same with or without an end [stone by stone](IterativeDeepening::stones).
    pub const fn with_stones(mut self, stones: bool) -> Self {
        self.stones = stones;
        self
    }

    /// Solves a level. Nodes are positions expanded.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl ReverseIterativeDeepening {
    /// The same with or without [`postponing`](ReverseIterativeDeepening::postponing).
    pub const fn with_postponing(mut self, postponing: bool) -> Self {
        self.postponing = postponing;
        self
    }

    /// The same with or without [`inertia`](ReverseIterativeDeepening::inertia).
    pub const fn with_inertia(mut self, inertia: bool) -> Self {
        self.inertia = inertia;
        self
    }

    /// Solves a level. Nodes are positions expanded.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

/// The engine, with a first limit.
fn engine(postponing: bool, inertia: bool, least: u32) -> Deepening {
    let remembering =
        if postponing { MemoryPolicy::KeepAllThenTable } else { MemoryPolicy::TranspositionTable };
    Deepening::default().with_memory(remembering).with_inertia(inertia).with_least(least)
}

impl SearchMethod for IterativeDeepening {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let &Self { postponing, inertia, deadlocks, corrals, stones } = self;
        let engine = engine(postponing, inertia, if stones { 0 } else { problem.least });
        problem.forward(Enhancements { deadlocks, corrals, stones }, &engine, control)
    }
}

impl<const W: usize> ForwardEngine<W> for Deepening {
    fn search<S>(&self, space: &S, start: Position<W>, control: &mut Control) -> Outcome<Path<Push>>
    where
        S: Space<State = Position<W>, Action = Push>,
    {
        Self::search(*self, space, start, control)
    }
}

impl SearchMethod for ReverseIterativeDeepening {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let (engine, pulls) = (engine(self.postponing, self.inertia, problem.least), problem.pulls());
        engine.search_from(&pulls, &pulls.starts(), control).map(|path| path.reversed(&pulls))
    }
}
