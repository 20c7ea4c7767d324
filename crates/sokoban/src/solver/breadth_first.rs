//! Breadth-first search by pushes.

use motion_core::search::breadth_first;
use motion_core::{Control, Outcome, Stop};

use crate::board::Board;
use crate::level::Level;
use crate::moves::Moves;
use crate::space::{Position, Pushes, with_width};

/// The fewest pushes, by looking at all positions in the order of their distance from the start. Nothing but dead
/// squares is left out.
///
/// # Complexity
/// Time and memory linear in the positions within the solution's pushes: at most 64 bytes for each on boards of up to
/// 192 live squares.
///
/// # Guarantees
/// Complete, and optimal in pushes; the steps between are not. Levels of more than 1,024 live squares are not treated.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, sections 4.2 and 6.1.
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
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BreadthFirst {}

impl BreadthFirst {
    /// Solves a level. Nodes are positions expanded.
    pub fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        let board = Board::new(level);
        if !board.starts_alive() {
            return Outcome::Unsolvable;
        }
        with_width!(board.words(), W => Self::search::<W>(&board, control), Outcome::stopped(Stop::Untreated))
    }

    fn search<const W: usize>(board: &Board, control: &mut Control) -> Outcome<Moves> {
        let start = Position::<W>::start(board).expect("invariant: boxes are alive and fit");
        let outcome = breadth_first(&Pushes::new(board), start, control);
        outcome.map(|path| board.moves(path.actions).expect("invariant: pushes of the space are possible"))
    }
}
