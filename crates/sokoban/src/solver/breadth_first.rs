//! Breadth-first search by pushes.

use motion_core::search::{Path, breadth_first};
use motion_core::{Control, Outcome, Solver};

use super::search_problem::{self, SearchMethod, SearchProblem};
use super::{Enhancement, Enhancements, symmetric_search};
use crate::board::Push;
use crate::level::Level;
use crate::moves::Moves;

/// Finds the fewest pushes by visiting all positions in the order of their distance from the start:
/// BFS, with or without the thesis's enhancements SD, PI and VL. Without them, only pushes onto
/// dead squares are pruned. With `sym`, images under the symmetries of the board are one position.
///
/// # Complexity
/// Time and memory linear in the positions within the pushes of the solution: at most 80 bytes for
/// each on boards of up to 256 live squares. With VL, within the pushes to the first position that
/// can be solved one box at a time, and at most 10 MB on such boards for failed positions.
///
/// # Guarantees
/// Complete and, without VL, optimal in pushes; the steps between pushes are not. With VL the
/// quality is the bound that is proved, by the matching of the start and by the depth of the
/// search. Levels of more than 1,024 live squares are
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.2, 4.4.1, 4.5, 5.3, 5.4, 6.1 and 6.2.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::{Enhancement, Enhancements};
/// use sokoban::{BreadthFirst, Level};
///
/// let level: Level = "7#|#@-$-.#|7#".parse()?;
/// let moves = BreadthFirst::default().solve(&level, &mut Control::unlimited()).into_result()?;
/// assert_eq!(moves.to_string(), "rRR");
/// assert_eq!(level.verify(&moves)?.pushes, 2);
///
/// let mut control = Control::unlimited();
/// let pruned = Enhancements::new(&[Enhancement::StaticDeadlocks, Enhancement::PiCorrals]);
/// let pruned = BreadthFirst::default().with_enhancements(pruned);
/// assert_eq!(pruned.solve(&level, &mut control).plan(), Some(moves));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BreadthFirst {
    enhancements: Enhancements,
}

impl BreadthFirst {
    /// The enhancements that this solver has.
    pub(super) const ENHANCEMENTS: Enhancements = Enhancements::new(&[
        Enhancement::StaticDeadlocks,
        Enhancement::PiCorrals,
        Enhancement::OneBoxAtATime,
        Enhancement::OneBoxThesisOrder,
        Enhancement::OneBoxVanLishoutOrder,
        Enhancement::Symmetry,
        Enhancement::Chambers,
        Enhancement::BoxTables,
        Enhancement::RoomDeadlocks,
    ]);

    /// Sets the enhancements. Those that this solver does not have – it has `SD`, `PI`, `VL`,
    /// `VL-thesis`, `VL-Lishout`, `sym`, `CD`, `tables` and `RD` – are ignored; of several `VL`,
    /// the last of these wins. `sym` is ignored together with one of them, as packing orders have
    /// no symmetry, and `CD` together with `SD`, which detects the same.
    pub const fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.enhancements = enhancements.and(Self::ENHANCEMENTS).with_one_order();
        if self.enhancements.has_early_end() {
            self.enhancements = self.enhancements.and_not(Enhancements::new(&[Enhancement::Symmetry]));
        }
        if self.enhancements.contains(Enhancement::StaticDeadlocks) {
            self.enhancements = self.enhancements.and_not(Enhancements::new(&[Enhancement::Chambers]));
        }
        self
    }

    /// The enhancements that are switched on.
    pub const fn enhancements(&self) -> Enhancements {
        self.enhancements
    }
}

impl Solver<Level> for BreadthFirst {
    type Solution = Moves;

    /// Solves a level. Nodes are positions expanded.
    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        search_problem::solve(self, level, control)
    }
}

impl SearchMethod for BreadthFirst {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        if self.enhancements.contains(Enhancement::Symmetry) && symmetric_search::has_symmetries(problem) {
            return control.scope(|control| match problem.prepared_pushes(self.enhancements, control) {
                Ok(space) => symmetric_search::search(problem, space, |space, start| {
                    breadth_first(space, start, control)
                }),
                Err(why) => problem.stopped(why),
            });
        }
        problem.forward(
            self.enhancements,
            &|space, start, _, control| breadth_first(space, start, control),
            control,
        )
    }
}
