//! The game forward: boxes are pushed to the goals.

use motion_core::search::Space;

use super::{MoveGenerator, Position, PushSpace, Run};
use crate::board::{BoxSet, Push, SearchBoard};

/// Positions and the pushes between them, from the start to the goals. No box is pushed onto a dead
/// square.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::search::breadth_first;
/// use sokoban::board::SearchBoard;
/// use sokoban::search::{Position, Pushes};
///
/// let board = SearchBoard::new(&"7#|#@-$-.#|7#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let path = breadth_first(&Pushes::new(&board), start, &mut Control::unlimited()).into_result()?;
/// assert_eq!(board.moves(path.actions).expect("legal").to_string(), "rRR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pushes<'b, const W: usize> {
    board: &'b SearchBoard,
    goals: BoxSet<W>,
}

impl<'b, const W: usize> Pushes<'b, W> {
    /// The space of a board.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`].
    pub fn new(board: &'b SearchBoard) -> Self {
        let goals = board.goals().iter().copied().collect();
        Self { board, goals }
    }
}

impl<'b, const W: usize> Space for Pushes<'b, W> {
    type State = Position<W>;
    type Action = Push;
    type Scratch = MoveGenerator<'b>;

    fn scratch(&self) -> MoveGenerator<'b> {
        MoveGenerator::new(self.board)
    }

    fn is_goal(&self, _: &mut MoveGenerator<'b>, position: &Position<W>) -> bool {
        position.boxes == self.goals
    }

    #[inline]
    fn successors(
        &self,
        generator: &mut MoveGenerator<'b>,
        position: &Position<W>,
        visit: &mut impl FnMut(Push, Position<W>, u32),
    ) {
        generator.enter(position);
        generator.each_push(&position.boxes, |push, after| visit(push, after, 1));
    }

    /// Returns whether both push the same box.
    fn continues(&self, last: Push, next: Push) -> bool {
        self.board.step(last.from, last.direction) == next.from
    }
}

impl<'b, const W: usize> PushSpace<W> for Pushes<'b, W> {
    fn leaves_out(&self, _: &mut MoveGenerator<'b>, _: &BoxSet<W>, _: Push) -> bool {
        false
    }

    fn after_run(
        &self,
        generator: &mut MoveGenerator<'b>,
        boxes: &BoxSet<W>,
        run: Run,
    ) -> Option<Position<W>> {
        Some(generator.after_run(boxes, run))
    }
}
