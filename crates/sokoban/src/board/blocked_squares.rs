//! Distances of a lone box to a square, with walls on further squares.

use alloc::vec::Vec;

use motion_core::Direction;

use super::box_distances::fill_distances;
use super::{JoinedSides, SearchBoard, Square, UNREACHABLE, sides_where};

/// A board with walls on some of its squares.
#[derive(Clone, Debug)]
pub(crate) struct BlockedSquares<'b> {
    board: &'b SearchBoard,
    /// Whether each square is open. The last entry stands for the wall and is false.
    is_open: Vec<bool>,
    sides: JoinedSides,
}

impl<'b> BlockedSquares<'b> {
    pub(crate) fn new(board: &'b SearchBoard, walls: impl IntoIterator<Item = Square>) -> Self {
        let mut is_open = alloc::vec![true; board.square_count() + 1];
        is_open[board.wall().index()] = false;
        for wall in walls {
            is_open[wall.index()] = false;
        }
        let sides = JoinedSides::on(board, |square| is_open[square.index()]);
        Self { board, is_open, sides }
    }

    pub(crate) fn is_open(&self, square: Square) -> bool {
        self.is_open[square.index()]
    }

    /// Whether the player can walk from one side of a lone box to another.
    pub(crate) fn are_joined(&self, box_at: Square, side: Direction, other: Direction) -> bool {
        self.sides.around(box_at, side) & 1 << other.index() != 0
    }

    /// Returns the fewest pushes of a lone box to `target`, from every square and side of the
    /// player. The player may end on the sides for which `may_end` holds.
    pub(crate) fn pushes_to(&self, target: Square, may_end: impl Fn(Square) -> bool) -> Vec<[u16; 4]> {
        let mut table = alloc::vec![[UNREACHABLE; 4]; self.board.square_count()];
        let ends = sides_where(|side| {
            let beside = self.board.step(target, side);
            self.is_open(beside) && may_end(beside)
        });
        // The box came from the player's side, and the player stood behind it.
        let pushed_from = |to: Square, side: Direction| {
            let from = self.board.step(to, side);
            (self.is_open(from) && self.is_open(self.board.step(from, side))).then_some(from)
        };
        fill_distances([(target, ends)], &self.sides, pushed_from, &mut table);
        table
    }

    /// Returns the fewest pushes of a lone box from `start`, with the player on some sides of it,
    /// to every square, with the player on every side.
    pub(crate) fn pushes_from(&self, start: Square, sides: u8) -> Vec<[u16; 4]> {
        let mut table = alloc::vec![[UNREACHABLE; 4]; self.board.square_count()];
        let pushed = |at: Square, side: Direction| {
            let to = self.board.step(at, side.opposite());
            self.is_open(to).then_some(to)
        };
        fill_distances([(start, sides)], &self.sides, pushed, &mut table);
        table
    }
}
