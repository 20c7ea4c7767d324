//! Routes of a single box with the fewest steps of the player.

use alloc::vec::Vec;

use motion_core::Direction;

use super::{BoxRoutes, Push, SearchBoard, Square, sides_of, sides_where};

/// A position on a route with the fewest pushes.
#[derive(Clone, Copy, Debug)]
struct RoutePosition {
    at: Square,
    player: Square,
    /// The sides of the box that the player can reach.
    sides: u8,
    /// The fewest steps of the player up to here.
    steps: u32,
    /// The index of the position before the last push.
    before: usize,
}

impl BoxRoutes<'_> {
    /// Returns pushes as [`find`](Self::find) does; of the routes with the fewest pushes, this is
    /// one with the fewest steps of the player.
    ///
    /// # Panics
    /// If a square does not exist.
    ///
    /// # Complexity
    /// Linear in the squares, and in the squares that the player's walks around the box take on all
    /// routes with the fewest pushes.
    pub fn find_with_fewest_steps(&self, from: Square, player: Square, to: Square) -> Option<Vec<Push>> {
        self.find(from, player, to)?;
        let positions = self.positions(from, player, to);
        let numbers = (0..positions.len()).filter(|&number| positions[number].at == to);
        let mut number = numbers.min_by_key(|&number| positions[number].steps)?;
        let mut pushes = Vec::new();
        while number > 0 {
            let RoutePosition { at, player, before, .. } = positions[number];
            let direction = side_of(self.board, at, player)?.opposite();
            pushes.push(Push { from: player, direction });
            number = before;
        }
        pushes.reverse();
        Some(pushes)
    }

    /// Returns all positions on routes with the fewest pushes, in the order of their pushes.
    fn positions(&self, from: Square, player: Square, to: Square) -> Vec<RoutePosition> {
        let Self { board, others } = self;
        let distances = others.pushes_to(to, |_| true);
        let distance = |at: Square, side: Direction| distances[at.index()][side.index()];
        let sides = self.reached_sides(from, player);
        let mut positions = alloc::vec![RoutePosition { at: from, player, sides, steps: 0, before: 0 }];
        // The index of the position for each square and side of the player.
        let mut numbers = alloc::vec![[0; 4]; board.square_count()];
        let mut walks = Walks::new(board);
        let mut before = 0;
        while let Some(&RoutePosition { at, player, sides, steps, .. }) = positions.get(before) {
            let left = sides_of(sides).map(|side| distance(at, side)).min().unwrap_or_default();
            let leads = |side: Direction| {
                let next = board.step(at, side.opposite());
                left > 0 && others.is_open(next) && distance(next, side) == left - 1
            };
            let wanted = sides & sides_where(leads);
            let is_free = |square| square != at && others.is_open(square);
            walks.measure(board, player, (at, wanted), is_free, |side, walk| {
                let next = board.step(at, side.opposite());
                let sides = sides_where(|other| others.are_joined(next, side, other));
                let position = RoutePosition { at: next, player: at, sides, steps: steps + walk + 1, before };
                let number = &mut numbers[next.index()][side.index()];
                if *number == 0 {
                    *number = positions.len();
                    positions.push(position);
                } else if position.steps < positions[*number].steps {
                    // All positions with as many pushes left are visited before this one.
                    positions[*number] = position;
                }
            });
            before += 1;
        }
        positions
    }
}

/// Walks of the player around a box; each reuses the memory.
struct Walks {
    /// The number of the last walk that reached each square.
    reached: Vec<u32>,
    walk: u32,
    queue: Vec<(Square, u32)>,
}

impl Walks {
    fn new(board: &SearchBoard) -> Self {
        Self { reached: alloc::vec![0; board.square_count()], walk: 0, queue: Vec::new() }
    }

    /// Calls `visit` with some sides of a box, which the player can reach, and the steps to them.
    fn measure(
        &mut self,
        board: &SearchBoard,
        player: Square,
        (at, mut wanted): (Square, u8),
        is_free: impl Fn(Square) -> bool,
        mut visit: impl FnMut(Direction, u32),
    ) {
        self.walk += 1;
        self.queue.clear();
        self.queue.push((player, 0));
        self.reached[player.index()] = self.walk;
        let mut next = 0;
        while wanted != 0
            && let Some(&(square, steps)) = self.queue.get(next)
        {
            next += 1;
            if let Some(side) = side_of(board, at, square)
                && wanted & 1 << side.index() != 0
            {
                wanted &= !(1 << side.index());
                visit(side, steps);
            }
            for &beside in board.neighbours(square).iter().filter(|&&beside| is_free(beside)) {
                if self.reached[beside.index()] != self.walk {
                    self.reached[beside.index()] = self.walk;
                    self.queue.push((beside, steps + 1));
                }
            }
        }
    }
}

/// Returns the side of a box on which a square lies.
fn side_of(board: &SearchBoard, at: Square, square: Square) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&side| board.step(at, side) == square)
}
