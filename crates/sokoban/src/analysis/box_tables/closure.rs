//! Finds all positions of a few boxes from which the ends of a game can be reached, by playing it
//! backward.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use crate::board::{BoxSet, Reach, SearchBoard, Square};

/// The number of positions between two polls of the control.
const POLL_INTERVAL: u32 = 256;

/// The game that is played backward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Game {
    /// Boxes are pushed to goals.
    Pushes,
    /// Boxes are pulled to their start squares.
    Pulls,
}

/// The positions of `K` boxes that have been reached so far.
///
/// A position is identified by each side of each of its boxes that the player reaches. The table
/// has a row for each combination of a box's square, a side of it, and the squares of all other
/// boxes but one. The row is the set of squares of that last box.
pub(super) struct Closure<'b, const K: usize, const W: usize> {
    board: &'b SearchBoard,
    game: Game,
    live_squares: usize,
    reached: Vec<BoxSet<W>>,
    /// Positions whose moves have not yet been undone.
    open: Vec<Sides<K>>,
    /// The number of bytes granted for `open`.
    held_open: u64,
    reach: Reach,
}

/// A position of `K` boxes with the sides of its boxes that the player reaches: side *s* of box *b*
/// is bit 4 *b* + *s*.
#[derive(Clone, Copy)]
struct Sides<const K: usize> {
    boxes: [Square; K],
    reached: u16,
}

impl<'b, const K: usize, const W: usize> Closure<'b, K, W> {
    /// Creates an empty closure, and holds the memory of its table.
    pub(super) fn new(board: &'b SearchBoard, game: Game, control: &mut Control) -> Result<Self, Stop> {
        let live_squares = board.live_square_count();
        let mut reached = Vec::new();
        let rows = 4 * live_squares.pow(K as u32 - 1);
        control.reserve(&mut reached, rows)?;
        reached.resize(rows, BoxSet::new());
        Ok(Self {
            board,
            game,
            live_squares,
            reached,
            open: Vec::new(),
            held_open: 0,
            reach: Reach::new(board),
        })
    }

    /// Plays backward from all ends, and returns for each row the squares with which the box is
    /// lost. If it stops, the memory of the table is released.
    pub(super) fn lost(mut self, control: &mut Control) -> Result<Vec<BoxSet<W>>, Stop> {
        let closed = self.close(control);
        control.release(self.held_open);
        if let Err(why) = closed {
            control.release((self.reached.capacity() * size_of::<BoxSet<W>>()) as u64);
            return Err(why);
        }
        let mut all = BoxSet::new();
        (0..self.live_squares as u16).for_each(|square| all.insert(Square(square)));
        for (number, row) in self.reached.iter_mut().enumerate() {
            *row = all.without(row);
            let second = (K == 3).then(|| Square((number % self.live_squares) as u16));
            let first = number / self.live_squares.pow(K as u32 - 2) / 4;
            let first = Square(first as u16);
            row.remove(first);
            match second {
                // Two boxes cannot share a square.
                Some(second) if second == first => *row = BoxSet::new(),
                Some(second) => row.remove(second),
                None => {}
            }
        }
        Ok(self.reached)
    }

    fn close(&mut self, control: &mut Control) -> Result<(), Stop> {
        control.poll()?;
        let board = self.board;
        let ends = if self.game == Game::Pushes { board.goals() } else { board.boxes() };
        let mut done = 0;
        each_choice(ends, &mut |boxes| {
            poll_sometimes(&mut done, control)?;
            self.end(boxes, control)
        })?;
        while let Some(sides) = self.open.pop() {
            poll_sometimes(&mut done, control)?;
            self.play_back(sides, control)?;
        }
        Ok(())
    }

    /// Adds the ends of the game with these boxes.
    fn end(&mut self, boxes: [Square; K], control: &mut Control) -> Result<(), Stop> {
        if self.game == Game::Pulls {
            return self.add(boxes, self.board.player(), control);
        }
        for at in boxes {
            for side in Direction::ALL {
                let player = self.board.step(at, side);
                if !self.board.is_wall(player) && !boxes.contains(&player) {
                    self.add(boxes, player, control)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the positions from which a move leads to this one.
    fn play_back(&mut self, sides: Sides<K>, control: &mut Control) -> Result<(), Stop> {
        for number in 0..K {
            let at = sides.boxes[number];
            for side in Direction::ALL {
                if sides.reached >> (4 * number + side.index()) & 1 == 0 {
                    continue;
                }
                // A push is undone by a pull towards the player, who steps back, and a pull by a
                // push.
                let (to, player) = match self.game {
                    Game::Pushes => {
                        let to = self.board.step(at, side);
                        (to, self.board.step(to, side))
                    }
                    Game::Pulls => (self.board.step(at, side.opposite()), at),
                };
                let mut boxes = sides.boxes;
                if !self.board.is_live(to) || boxes.contains(&to) {
                    continue;
                }
                boxes[number] = to;
                if self.board.is_wall(player) || boxes.contains(&player) {
                    continue;
                }
                let (row, last) = self.row(&boxes, number, side);
                if !self.reached[row].contains(last) {
                    self.add(boxes, player, control)?;
                }
            }
        }
        Ok(())
    }

    /// Adds a position, if it is new.
    fn add(&mut self, boxes: [Square; K], player: Square, control: &mut Control) -> Result<(), Stop> {
        let set: BoxSet<W> = boxes.iter().copied().collect();
        self.reach.flood(self.board, &set, player);
        let mut sides = Sides { boxes, reached: 0 };
        let mut is_new = false;
        for (number, &at) in boxes.iter().enumerate() {
            for side in Direction::ALL {
                if self.reach.contains(self.board.step(at, side)) {
                    sides.reached |= 1 << (4 * number + side.index());
                    is_new |= self.mark(&boxes, number, side);
                }
            }
        }
        if is_new {
            if self.open.len() == self.open.capacity() {
                let capacity = (2 * self.open.len()).max(64);
                self.held_open += control.reserve(&mut self.open, capacity)?;
            }
            self.open.push(sides);
        }
        Ok(())
    }

    /// Marks a side of a box, and returns whether it was unmarked before.
    fn mark(&mut self, boxes: &[Square; K], number: usize, side: Direction) -> bool {
        let (row, last) = self.row(boxes, number, side);
        let is_new = !self.reached[row].contains(last);
        self.reached[row].insert(last);
        if K == 3 {
            // Exchanges the other two boxes.
            let mut turned = *boxes;
            turned.swap((number + 1) % K, (number + 2) % K);
            let (row, last) = self.row(&turned, number, side);
            self.reached[row].insert(last);
        }
        is_new
    }

    /// Returns the row of a side of a box among others, and the square of the last of these.
    fn row(&self, boxes: &[Square; K], number: usize, side: Direction) -> (usize, Square) {
        let row = 4 * boxes[number].index() + side.index();
        let between = (1..K - 1).map(|next| boxes[(number + next) % K]);
        let row = between.fold(row, |row, other| row * self.live_squares + other.index());
        (row, boxes[(number + K - 1) % K])
    }
}

/// Polls the control after every [`POLL_INTERVAL`] positions.
fn poll_sometimes(done: &mut u32, control: &mut Control) -> Result<(), Stop> {
    *done = (*done + 1) % POLL_INTERVAL;
    if *done == 0 { control.poll() } else { Ok(()) }
}

/// Calls `visit` with every choice of `K` of these squares.
fn each_choice<const K: usize>(
    squares: &[Square],
    visit: &mut impl FnMut([Square; K]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if squares.len() < K {
        return Ok(());
    }
    let mut chosen: [usize; K] = core::array::from_fn(|number| number);
    loop {
        visit(chosen.map(|number| squares[number]))?;
        // Advances the last number that can grow, and places those after it directly behind.
        let Some(grown) = (0..K).rfind(|&place| chosen[place] < squares.len() - K + place) else {
            return Ok(());
        };
        chosen[grown] += 1;
        for place in grown + 1..K {
            chosen[place] = chosen[place - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_comes_once() {
        let squares: Vec<_> = (0..6).map(Square).collect();
        let mut seen = Vec::new();
        let mut keep = |chosen: [Square; 3]| {
            assert!(chosen[0] < chosen[1] && chosen[1] < chosen[2] && !seen.contains(&chosen));
            seen.push(chosen);
            Ok(())
        };
        assert_eq!(each_choice(&squares, &mut keep), Ok(()));
        assert_eq!(each_choice(&squares[..2], &mut keep), Ok(()));
        assert_eq!(each_choice(&squares[..3], &mut |_: [Square; 2]| Err(Stop::Time)), Err(Stop::Time));
        assert_eq!(seen.len(), 20);
    }
}
