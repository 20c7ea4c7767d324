//! Converts pushes to the player's steps.

use alloc::vec::Vec;

use motion_core::Direction;

use crate::board::{Push, SearchBoard, Square};
use crate::moves::{Moves, PlayerStep};

impl SearchBoard {
    /// Returns the player's steps that make these pushes from the start, with shortest walks
    /// between them; `None` if a push is illegal. Pushes that undo [`Pulls`](crate::search::Pulls)
    /// have to be reversed first.
    ///
    /// # Complexity
    /// Linear in the squares for each push.
    pub fn moves(&self, pushes: impl IntoIterator<Item = Push>) -> Option<Moves> {
        let mut has_box = alloc::vec![false; self.square_count() + 1];
        has_box[self.wall().index()] = true;
        for square in self.boxes() {
            has_box[square.index()] = true;
        }
        let mut player = self.player();
        let mut moves = Moves::new();
        for Push { from, direction } in pushes {
            let (behind, to) = (self.step(from, direction.opposite()), self.step(from, direction));
            if !has_box[from.index()] || has_box[to.index()] {
                return None;
            }
            let walk = self.walk(player, behind, |square| has_box[square.index()])?;
            moves.extend(walk.into_iter().map(|direction| PlayerStep { direction, pushes: false }));
            moves.push(PlayerStep { direction, pushes: true });
            has_box[from.index()] = false;
            has_box[to.index()] = true;
            player = from;
        }
        Some(moves)
    }

    /// Returns a shortest walk of the player from one square to another; `None` if there is none.
    ///
    /// Ties are broken from the end of the walk, clockwise from up.
    ///
    /// # Panics
    /// If `from` or `to` is neither a square nor the wall.
    ///
    /// # Complexity
    /// Linear in the squares.
    pub fn walk(
        &self,
        from: Square,
        to: Square,
        is_occupied: impl Fn(Square) -> bool,
    ) -> Option<Vec<Direction>> {
        if self.is_wall(to) || is_occupied(to) {
            return None;
        }
        if from == to {
            return Some(Vec::new());
        }
        // The search begins at `to`, so that the steps are in the right order.
        let mut next_step = alloc::vec![None; self.square_count() + 1];
        let mut queue = alloc::vec![to];
        let mut next = 0;
        while let Some(&square) = queue.get(next) {
            if square == from {
                break;
            }
            next += 1;
            for direction in Direction::ALL {
                let before = self.step(square, direction);
                let seen = before == to || next_step[before.index()].is_some();
                if !seen && !self.is_wall(before) && !is_occupied(before) {
                    next_step[before.index()] = Some(direction.opposite());
                    queue.push(before);
                }
            }
        }
        let mut walk = Vec::new();
        let mut square = from;
        while square != to {
            let direction = next_step[square.index()]?;
            walk.push(direction);
            square = self.step(square, direction);
        }
        Some(walk)
    }
}
