//! The game forward: boxes are pushed to the goals.

use core::cell::RefCell;

use motion_core::search::Space;

use super::{Generator, Position};
use crate::board::{Board, Boxes, Push};

/// Positions and the pushes between them, from the start to the goals. No box is pushed onto a dead square.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::search::breadth_first;
/// use sokoban::{Board, Position, Pushes};
///
/// let board = Board::new(&"7#|#@-$-.#|7#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let path = breadth_first(&Pushes::new(&board), start, &mut Control::unlimited()).plan().expect("a solution");
/// assert_eq!(board.moves(path.actions).expect("legal").to_string(), "rRR");
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pushes<'b, const W: usize> {
    board: &'b Board,
    goals: Boxes<W>,
    generator: RefCell<Generator<'b>>,
}

impl<'b, const W: usize> Pushes<'b, W> {
    /// The space of a board.
    ///
    /// # Panics
    /// If `W` is less than [`Board::word_count`].
    pub fn new(board: &'b Board) -> Self {
        let goals = board.goals().iter().copied().collect();
        Self { board, goals, generator: RefCell::new(Generator::new(board)) }
    }
}

impl<const W: usize> Space for Pushes<'_, W> {
    type State = Position<W>;
    type Action = Push;

    fn is_goal(&self, position: &Position<W>) -> bool {
        position.boxes == self.goals
    }

    #[inline]
    fn successors(&self, position: &Position<W>, visit: &mut impl FnMut(Push, Position<W>, u32)) {
        let generator = &mut *self.generator.borrow_mut();
        generator.enter(position);
        generator.each_push(&position.boxes, |push, after| visit(push, after, 1));
    }

    /// Whether both push the same box.
    fn continues(&self, last: Push, next: Push) -> bool {
        self.board.step(last.from, last.direction) == next.from
    }
}
