//! Iterative-deepening depth-first search, by pushes and by pulls.

use motion_core::search::{IterativeDeepening as Engine, Path, Remembering};
use motion_core::{Control, Outcome};

use super::game::{self, Game, Method};
use crate::board::Push;
use crate::bound::Bound;
use crate::level::Level;
use crate::moves::Moves;

/// The fewest pushes, by depth-first searches up to one limit after another, the first being the matching bound of the
/// start: IDDFS, with or without the thesis's enhancements PP and IMO.
///
/// # Complexity
/// A node is a position expanded, once for each lower number of pushes at which it is reached and, without postponing,
/// in each of the searches. Memory linear in the positions reached; where it is refused, the searches go on with a table
/// that forgets.
///
/// # Guarantees
/// Complete – exhaustion is a proof, to which it comes if memory lasts for the table – and optimal in pushes; the steps
/// between are not. When stopped, the lower bound is proved. Levels of more than 1,024 live squares are not treated.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 5.1, 6.1 and 6.4.
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
pub struct IterativeDeepening {
    /// Whether positions beyond the limit are kept until it is raised (PP), instead of beginning again.
    pub postponing: bool,
    /// Whether pushes of the box pushed last are tried first (IMO).
    pub inertia: bool,
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
    /// With both enhancements.
    fn default() -> Self {
        Self { postponing: true, inertia: true }
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

    /// Solves a level. Nodes are positions expanded.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        game::solve(self, level, control)
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
        game::solve(self, level, control)
    }
}

/// The engine, whose first limit is the bound of the start in either direction.
fn engine<const W: usize>(game: &Game<'_, W>, postponing: bool, inertia: bool) -> Engine {
    let remembering =
        if postponing { Remembering::PostponingThenForgetting } else { Remembering::Forgetting };
    Engine::default().with_remembering(remembering).with_inertia(inertia).with_least(game.least)
}

impl Method for IterativeDeepening {
    fn search<const W: usize>(&self, game: &Game<'_, W>, control: &mut Control) -> Outcome<Path<Push>> {
        let engine = engine(game, self.postponing, self.inertia);
        engine.search(&game.pushes(Bound::Matching), game.start, control)
    }
}

impl Method for ReverseIterativeDeepening {
    fn search<const W: usize>(&self, game: &Game<'_, W>, control: &mut Control) -> Outcome<Path<Push>> {
        let (engine, pulls) = (engine(game, self.postponing, self.inertia), game.pulls());
        engine.search_from(&pulls, &pulls.starts(), control).map(|path| path.turned(&pulls))
    }
}
