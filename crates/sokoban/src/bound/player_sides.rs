//! A table that tells, for every square of the player, on which side of a box the player is.

use alloc::vec::Vec;

use motion_core::Direction;

use crate::board::{SearchBoard, Square};

/// For each live square with a box and each square of the player, a side of the box that the player
/// can reach if there are no other boxes.
#[derive(Clone, Debug)]
pub(super) struct PlayerSides {
    squares: usize,
    /// The sides for each square of the box.
    of: Vec<PlayerSide>,
    /// One table for each square that cuts the floor: the side for each square of the player.
    tables: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
enum PlayerSide {
    /// The player can walk to this side from everywhere.
    Always(u8),
    /// The number of a table.
    Cut(u16),
}

impl PlayerSides {
    pub(super) fn new(board: &SearchBoard) -> Self {
        let squares = board.square_count();
        let mut views = Self { squares, of: Vec::new(), tables: Vec::new() };
        for square in (0..board.live_square_count() as u16).map(Square) {
            let open = |side: &Direction| !board.is_wall(board.step(square, *side));
            let joined = |side: Direction, other: Direction| board.are_joined(square, side, other);
            let mut parts: Vec<Direction> = Vec::new();
            for side in Direction::ALL.into_iter().filter(open) {
                if !parts.iter().any(|&other| joined(side, other)) {
                    parts.push(side);
                }
            }
            let view = if let [first, _, ..] = *parts {
                let number = views.tables.len() / squares;
                let start = views.tables.len();
                views.tables.resize(start + squares, first.index() as u8);
                for &side in &parts[1..] {
                    fill(board, square, side, &mut views.tables[start..]);
                }
                PlayerSide::Cut(number as u16)
            } else {
                // No player stands beside a square without neighbours, so any side is right.
                PlayerSide::Always(parts.first().map_or(0, |side| side.index() as u8))
            };
            views.of.push(view);
        }
        views
    }

    /// Returns the side, as an index of [`Direction`].
    #[inline]
    pub(super) fn side(&self, box_at: Square, player: Square) -> usize {
        match self.of[box_at.index()] {
            PlayerSide::Always(side) => side.into(),
            PlayerSide::Cut(table) => self.tables[usize::from(table) * self.squares + player.index()].into(),
        }
    }
}

/// Writes a side into the table for all squares from which the player can walk to this side without
/// crossing the box's square.
fn fill(board: &SearchBoard, square: Square, side: Direction, table: &mut [u8]) {
    let number = side.index() as u8;
    let mut stack = alloc::vec![board.step(square, side)];
    while let Some(here) = stack.pop() {
        if board.is_wall(here) || here == square || table[here.index()] == number {
            continue;
        }
        table[here.index()] = number;
        stack.extend(board.neighbours(here));
    }
}
