//! Breadth-first search by pushes.

use motion_core::search::{Path, breadth_first};
use motion_core::{Control, Outcome};

use super::enhancement::PACKING_ORDERS;
use super::search_problem::{SearchMethod, SearchProblem, level_solver};
use super::{Enhancement, Enhancements, symmetric_search};
use crate::board::Push;

/// Finds the fewest pushes by visiting all positions in the order of their distance from the start:
/// BFS, with or without the thesis's enhancements SD, PI and VL. Without them, only pushes onto
/// dead squares are pruned. With `sym`, images under the symmetries of the board count as one
/// position.
///
/// # Complexity
/// Time and memory are linear in the positions within the pushes of the solution: at most 80 bytes
/// for each on boards of up to 256 live squares. With VL, they are linear in those within the
/// pushes to the first position that can be solved one box at a time, plus at most 10 MB on such
/// boards for failed positions.
///
/// # Guarantees
/// Complete and, without VL, optimal in pushes but not in steps between them. With VL, the quality
/// is the bound proved by the matching of the start and by the depth of the search. Levels of more
/// than 1,024 live squares are [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.2, 4.4.1, 4.5, 5.3, 5.4, 6.1 and 6.2.
///
/// # Examples
/// ```
/// use motion_core::{Control, Solver};
/// use sokoban::solver::{Enhancement, Enhancements};
/// use sokoban::solver::BreadthFirst;
/// use sokoban::Level;
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

level_solver! {
    /// Sets the enhancements. This solver has `SD`, `PI`, `VL`, `VL-thesis`, `VL-Lishout`, `sym`,
    /// `CD`, `tables` and `RD`; others are ignored. Of several `VL`, the last in this list wins.
    /// `VL` excludes `sym`, because packing orders have no symmetry, and `SD` excludes `CD`,
    /// because it detects the same deadlocks.
    BreadthFirst, "positions expanded",
    Enhancements::new(&[
        Enhancement::StaticDeadlocks,
        Enhancement::PiCorrals,
        Enhancement::OneBoxAtATime,
        Enhancement::OneBoxThesisOrder,
        Enhancement::OneBoxVanLishoutOrder,
        Enhancement::Symmetry,
        Enhancement::Chambers,
        Enhancement::BoxTables,
        Enhancement::RoomDeadlocks,
    ]),
    |set| set
        .with_last_of(&PACKING_ORDERS)
        .excluding(&PACKING_ORDERS, &[Enhancement::Symmetry])
        .excluding(&[Enhancement::StaticDeadlocks], &[Enhancement::Chambers])
}

impl SearchMethod for BreadthFirst {
    fn search<const W: usize>(
        &self,
        problem: &SearchProblem<'_, W>,
        control: &mut Control,
    ) -> Outcome<Path<Push>> {
        if self.enhancements.contains(Enhancement::Symmetry) && symmetric_search::has_symmetries(problem) {
            return problem.search(control, |control| {
                let space = problem.prepared_pushes(self.enhancements, control)?;
                let engine = |space: &_, start| breadth_first(space, start, control);
                Ok(symmetric_search::search(problem, space, engine))
            });
        }
        problem.forward(
            self.enhancements,
            &|space, start, _, control| breadth_first(space, start, control),
            control,
        )
    }
}
