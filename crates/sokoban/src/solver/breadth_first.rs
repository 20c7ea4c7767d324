//! Breadth-first search by pushes.

use motion_core::search::{Path, Space, breadth_first};
use motion_core::{Control, Outcome};

use super::search_problem::{self, Enhancements, ForwardEngine, SearchMethod, SearchProblem};
use crate::board::Push;
use crate::level::Level;
use crate::moves::Moves;
use crate::search::Position;

/// The fewest pushes, by looking at all positions in the order of their distance from the start: BFS, with or without the
/// thesis's enhancements SD, PI and VL. Without them, nothing but dead squares is left out.
///
/// # Complexity
/// Time and memory linear in the positions within the solution's pushes: at most 64 bytes for each on boards of up to
/// 192 live squares. With [`stones`](BreadthFirst::stones), within the pushes to the first position that is solved stone
/// by stone, and at most 10 MB on such boards for positions remembered in vain.
///
/// # Guarantees
/// Complete and, but for `stones`, optimal in pushes; the steps between are not. With `stones` the quality says what is
/// proved: by the matching at the start, and by how many pushes the search went. Levels of more than 1,024 live squares are
/// not treated.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.2, 4.4.1, 4.5, 5.3, 5.4, 6.1 and 6.2.
///
/// # Examples
/// ```
/// use motion_core::{Control, Quality};
/// use sokoban::{BreadthFirst, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let moves = BreadthFirst::default().solve(&level, &mut Control::unlimited()).plan().expect("a solution");
/// assert_eq!(moves.to_string(), "rRR");
/// assert_eq!(level.verify(&moves)?.pushes, 2);
///
/// let mut control = Control::unlimited();
/// let enhanced = BreadthFirst::default().with_deadlocks(true).with_corrals(true).with_stones(true);
/// assert_eq!(enhanced.solve(&level, &mut control).plan(), Some(moves));
/// assert_eq!(control.stats().nodes, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BreadthFirst {
    /// Whether pushes are left out that lose for certain ([`Deadlocks`](crate::Deadlocks), SD); by default not.
    pub deadlocks: bool,
    /// Whether pushes are left out that a PI-corral makes wait ([`Corrals`](crate::Corrals), PI); by default not.
    pub corrals: bool,
    /// Whether the search ends where the rest goes stone by stone ([`OneBoxAtATime`](crate::OneBoxAtATime), VL); by default
    /// not.
    pub stones: bool,
}

impl BreadthFirst {
    /// The same with or without the [deadlock rules](BreadthFirst::deadlocks).
    pub const fn with_deadlocks(mut self, deadlocks: bool) -> Self {
        self.deadlocks = deadlocks;
        self
    }

    /// The same with or without [PI-corrals](BreadthFirst::corrals).
    pub const fn with_corrals(mut self, corrals: bool) -> Self {
        self.corrals = corrals;
        self
    }

    /// The same with or without an end [stone by stone](BreadthFirst::stones).
    pub const fn with_stones(mut self, stones: bool) -> Self {
        self.stones = stones;
        self
    }

    /// Solves a level. Nodes are positions expanded.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl SearchMethod for BreadthFirst {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        let &Self { deadlocks, corrals, stones } = self;
        problem.forward(Enhancements { deadlocks, corrals, stones }, self, control)
    }
}

impl<const W: usize> ForwardEngine<W> for BreadthFirst {
    fn search<S>(&self, space: &S, start: Position<W>, control: &mut Control) -> Outcome<Path<Push>>
    where
        S: Space<State = Position<W>, Action = Push>,
    {
        breadth_first(space, start, control)
    }
}
