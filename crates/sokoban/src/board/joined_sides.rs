//! Decides in constant time whether the player can walk around a box.
//!
//! A box on a square cuts the floor only if the square is an articulation vertex. Two neighbours of
//! the square stay connected without it if they lie in the same block (biconnected component) with
//! it.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Direction, Vertex};

use super::{SearchBoard, Square};

/// Returns the sides for which something holds, as bits.
pub(crate) fn sides_where(holds: impl Fn(Direction) -> bool) -> u8 {
    let sides = Direction::ALL.into_iter().filter(|&side| holds(side));
    sides.fold(0, |sides, side| sides | 1 << side.index())
}

/// Iterates over sides given as bits.
pub(crate) fn sides_of(sides: u8) -> impl Iterator<Item = Direction> {
    Direction::ALL.into_iter().filter(move |side| sides & 1 << side.index() != 0)
}

/// For each square with a box and each of its sides, the sides to which the player can walk.
#[derive(Clone, Debug)]
pub(crate) struct JoinedSides {
    around: Vec<[u8; 4]>,
}

impl JoinedSides {
    /// Computes the joined sides of a board of which only some squares are open.
    pub(crate) fn on(board: &SearchBoard, is_open: impl Fn(Square) -> bool) -> Self {
        Self::new(&board.neighbours, is_open)
    }

    /// Computes the joined sides of the open squares.
    ///
    /// `neighbours` are those of a board; the wall is the last entry. Takes time linear in the
    /// squares.
    pub(crate) fn new(neighbours: &[[Square; 4]], is_open: impl Fn(Square) -> bool) -> Self {
        let squares = neighbours.len() - 1;
        let open: Vec<bool> = (0..squares as u16).map(|square| is_open(Square(square))).collect();
        Self::of_open_squares(neighbours, &open)
    }

    fn of_open_squares(neighbours: &[[Square; 4]], open: &[bool]) -> Self {
        let squares = open.len();
        let open = |square: Square| open.get(square.index()) == Some(&true);
        let mut edges = Vec::new();
        for square in (0..squares as u16).map(Square).filter(|&square| open(square)) {
            for direction in [Direction::Right, Direction::Down] {
                let next = neighbours[square.index()][direction.index()];
                if open(next) {
                    edges.push((Vertex(square.0.into()), Vertex(next.0.into())));
                }
            }
        }
        let graph = Graph::from_edges(squares, edges)
            .expect("invariant: every pair of neighbouring squares comes once, in range");
        let mut around = alloc::vec![[0; 4]; squares + 1];
        let mut block_of = alloc::vec![usize::MAX; squares + 1];
        for (number, block) in graph.biconnected().blocks().enumerate() {
            for vertex in block {
                block_of[vertex.index()] = number;
            }
            for vertex in block {
                let inside = |side: &usize| {
                    let next = neighbours[vertex.index()][*side];
                    block_of[next.index()] == number
                };
                let joined = (0..4).filter(inside).fold(0, |joined, side| joined | 1 << side);
                for side in (0..4).filter(|side| joined & 1 << side != 0) {
                    around[vertex.index()][side] = joined;
                }
            }
        }
        Self { around }
    }

    /// Returns the sides, as bits, to which the player can walk from `side` of a box; 0 if it
    /// cannot stand there.
    #[inline]
    pub(crate) fn around(&self, box_at: Square, side: Direction) -> u8 {
        self.around[box_at.index()][side.index()]
    }

    /// Moves a lone box everywhere from some squares, each with the sides that the player reaches.
    /// `seen` collects the sides reached of each square; `stack` is empty before and after. `moved`
    /// returns the square of a box after a move with the player on a side, if the move is possible;
    /// the player stays on that side.
    pub(crate) fn spread(
        &self,
        from: impl IntoIterator<Item = (Square, u8)>,
        seen: &mut [u8],
        stack: &mut Vec<(Square, Direction)>,
        mut moved: impl FnMut(Square, Direction) -> Option<Square>,
    ) {
        let mut enter = |stack: &mut Vec<_>, at: Square, sides: u8| {
            let new = sides & !seen[at.index()];
            seen[at.index()] |= new;
            stack.extend(sides_of(new).map(|side| (at, side)));
        };
        for (at, sides) in from {
            enter(stack, at, sides);
        }
        while let Some((at, side)) = stack.pop() {
            if let Some(next) = moved(at, side) {
                enter(stack, next, self.around(next, side));
            }
        }
    }
}
