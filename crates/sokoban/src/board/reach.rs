//! Where the player can go.

use alloc::vec::Vec;

use super::{Board, Boxes, Square};

/// The squares that the player reaches without pushing; the memory is used again by the next flood.
///
/// # Examples
/// ```
/// use sokoban::{Board, Boxes, Reach};
///
/// let board = Board::new(&"7#|#@--$.#|7#".parse()?);
/// let boxes: Boxes<1> = board.boxes().iter().copied().collect();
/// let mut reach = Reach::new(&board);
/// reach.flood(&board, &boxes, board.player());
/// assert_eq!(reach.squares().len(), 3);
/// assert!(reach.contains(board.player()) && reach.has_box(board.boxes()[0]));
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reach {
    /// `stamp` where the player can be, one more on boxes and the wall, less elsewhere: nothing has to be cleared.
    marks: Vec<u32>,
    stamp: u32,
    /// What was reached, in the order of the steps it takes.
    queue: Vec<Square>,
    least: Square,
}

impl Reach {
    /// Room for floods of a board; nothing is reached yet.
    pub fn new(board: &Board) -> Self {
        let squares = board.squares();
        Self {
            marks: alloc::vec![0; squares + 1],
            stamp: 1,
            queue: Vec::with_capacity(squares),
            least: board.wall(),
        }
    }

    /// Floods from where the player stands.
    ///
    /// # Panics
    /// May panic if the board is not the one this was made for.
    ///
    /// # Complexity
    /// Linear in the squares reached and the boxes.
    #[inline]
    pub fn flood<const W: usize>(&mut self, board: &Board, boxes: &Boxes<W>, player: Square) {
        if self.stamp > u32::MAX - 4 {
            self.marks.fill(0);
            self.stamp = 0;
        }
        self.stamp += 2;
        let (stamp, marks) = (self.stamp, &mut self.marks);
        marks[board.wall().index()] = stamp + 1;
        for square in boxes {
            marks[square.index()] = stamp + 1;
        }
        self.queue.clear();
        self.queue.push(player);
        marks[player.index()] = stamp;
        let mut least = player;
        let mut next = 0;
        while let Some(&square) = self.queue.get(next) {
            next += 1;
            for &neighbour in board.neighbours(square) {
                let mark = &mut marks[neighbour.index()];
                if *mark < stamp {
                    *mark = stamp;
                    self.queue.push(neighbour);
                    least = least.min(neighbour);
                }
            }
        }
        self.least = least;
    }

    /// Whether the player can be on this square. The wall may be asked for.
    ///
    /// # Panics
    /// If there is no such square.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.marks[square.index()] == self.stamp
    }

    /// Whether a box, or the wall, is here.
    ///
    /// # Panics
    /// If there is no such square.
    #[inline]
    pub fn has_box(&self, square: Square) -> bool {
        self.marks[square.index()] > self.stamp
    }

    /// The square with the lowest number: the same wherever in its zone the player stands.
    #[inline]
    pub const fn least(&self) -> Square {
        self.least
    }

    /// The square with the lowest number but this one; it has to be one of several.
    pub(crate) fn least_but(&self, square: Square) -> Square {
        self.queue.iter().copied().filter(|&other| other != square).min().unwrap_or(square)
    }

    /// All squares reached, the nearest first.
    pub fn squares(&self) -> &[Square] {
        &self.queue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floods_are_stamped() {
        let board = Board::new(&"#######\n#@ $ .#\n#######".parse().expect("a level"));
        let mut reach = Reach::new(&board);
        let boxes: Boxes<1> = board.boxes().iter().copied().collect();
        reach.stamp = u32::MAX - 7;
        for _ in 0..10 {
            reach.flood(&board, &boxes, board.player());
            assert_eq!(reach.squares().len(), 2);
            reach.flood(&board, &Boxes::<1>::new(), board.player());
            assert_eq!(reach.squares().len(), 5);
            assert!(reach.has_box(board.wall()) && !reach.has_box(board.player()));
        }
    }
}
