//! Numbers for all boards that can reach a goal, without gaps, and the number after a move.
//!
//! The tiles are read row by row, without the blank, and named by the order of their goals. A move
//! along a row keeps this sequence; a move along a column moves a tile past all but one of the
//! tiles of a row. The number of the sequence is written in factorial digits: for each position,
//! the number of later tiles that are smaller. A move along a column changes only the digits of the
//! tiles involved, and it does so by a table. The last digit that is not always 0 follows from the
//! parity of the others and is left out.

use alloc::vec::Vec;

use motion_core::Direction;

use super::goal_layout::GoalLayout;
use crate::instance::Instance;

/// The number of sequences that the last digits distinguish: 7!/2. Their parities have a table of
/// their own.
const LOW: u32 = 2520;

/// The numbering of the boards of one layout.
#[derive(Debug)]
pub(super) struct BoardRanking {
    layout: GoalLayout,
    /// The number of sequences of one parity.
    halves: u32,
    /// Parities of the digits of each half: of its lower digits, and of its higher digits.
    low_parity: Vec<u8>,
    high_parity: Vec<u8>,
    /// By the first position that a vertical move changes.
    windows: Vec<DigitWindow>,
}

/// As many consecutive positions as there are columns.
#[derive(Debug)]
struct DigitWindow {
    /// The place value of the last digit.
    unit: u32,
    /// The number of values that these digits have together.
    size: u32,
    /// The digits after the first tile has become the last one, and vice versa.
    forward: Vec<u32>,
    backward: Vec<u32>,
}

/// A board: the blank's cell and the number of the sequence of the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankedBoard {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) sequence: u32,
}

const fn factorial(number: u32) -> u32 {
    if number < 2 { 1 } else { number * factorial(number - 1) }
}

impl BoardRanking {
    /// Heap bytes of the numbering.
    pub(super) fn bytes(layout: GoalLayout) -> u64 {
        let tiles = layout.cells() - 1;
        let windows = 0..=tiles - layout.columns;
        let sizes = windows.map(|first| factorial(tiles - first) / factorial(tiles - first - layout.columns));
        sizes.map(|size| 8 * u64::from(size) + size_of::<DigitWindow>() as u64).sum::<u64>()
            + u64::from(LOW)
            + u64::from(factorial(tiles) / 2 / LOW)
            + 1
    }

    /// For layouts of at most 12 cells.
    pub(super) fn new(layout: GoalLayout) -> Self {
        let tiles = layout.cells() - 1;
        let halves = factorial(tiles) / 2;
        // The digits of a half, the last one first; the first radix is 3.
        let parity = |mut half: u32, first_radix: u32| {
            let mut sum = 0;
            for radix in first_radix.. {
                if half == 0 {
                    break;
                }
                sum += half % radix;
                half /= radix;
            }
            (sum % 2) as u8
        };
        let windows =
            (0..=tiles - layout.columns).map(|first| DigitWindow::new(first, layout.columns, tiles));
        Self {
            layout,
            halves,
            low_parity: (0..halves.min(LOW)).map(|half| parity(half, 3)).collect(),
            high_parity: (0..halves.div_ceil(LOW)).map(|half| parity(half, 8)).collect(),
            windows: windows.collect(),
        }
    }

    /// The number of boards of a layout with at most 12 cells.
    pub(super) const fn boards_of(layout: GoalLayout) -> usize {
        layout.cells() as usize * (factorial(layout.cells() - 1) / 2) as usize
    }

    /// The number of boards.
    pub(super) const fn boards(&self) -> usize {
        Self::boards_of(self.layout)
    }

    /// The number of boards with the blank in one row; their indices are consecutive.
    pub(super) const fn row_boards(&self) -> usize {
        self.layout.columns as usize * self.halves as usize
    }

    pub(super) const fn goal(&self) -> RankedBoard {
        let goal = self.layout.goal_blank;
        RankedBoard { row: self.layout.row(goal), column: self.layout.column(goal), sequence: 0 }
    }

    #[inline]
    pub(super) const fn index(&self, position: RankedBoard) -> usize {
        let RankedBoard { row, column, sequence } = position;
        ((row * self.halves + sequence / 2) * self.layout.columns + column) as usize
    }

    /// The board of an index among those with the blank in this row.
    #[inline]
    pub(super) fn position(&self, row: u32, index: u32) -> RankedBoard {
        let (half, column) = (index / self.layout.columns, index % self.layout.columns);
        let parity = self.low_parity[(half % LOW) as usize] ^ self.high_parity[(half / LOW) as usize];
        RankedBoard { row, column, sequence: 2 * half + u32::from(parity ^ self.parity(row)) }
    }

    /// The parity of the sequences with the blank in this row: a vertical move takes a tile past
    /// all but one tile of a row.
    #[inline]
    const fn parity(&self, row: u32) -> u8 {
        let rows = row.abs_diff(self.layout.row(self.layout.goal_blank));
        (rows * (self.layout.columns - 1) % 2) as u8
    }

    /// The board after a step of the blank, if it stays on the board.
    #[inline]
    pub(super) fn step(&self, position: RankedBoard, direction: Direction) -> Option<RankedBoard> {
        let RankedBoard { row, column, sequence } = position;
        let columns = self.layout.columns;
        match direction {
            Direction::Up => Some(RankedBoard {
                row: row.checked_sub(1)?,
                sequence: self.windows[((row - 1) * columns + column) as usize].forward(sequence),
                ..position
            }),
            Direction::Down if row + 1 < self.layout.rows => Some(RankedBoard {
                row: row + 1,
                sequence: self.windows[(row * columns + column) as usize].backward(sequence),
                ..position
            }),
            Direction::Left => Some(RankedBoard { column: column.checked_sub(1)?, ..position }),
            Direction::Right if column + 1 < columns => Some(RankedBoard { column: column + 1, ..position }),
            Direction::Right | Direction::Down => None,
        }
    }

    /// The start of a solvable instance with this layout.
    pub(super) fn start(&self, instance: &Instance) -> RankedBoard {
        let goal_blank = self.layout.goal_blank;
        let cells = GoalLayout::start(instance);
        let blank = instance.start().blank().0;
        let tiles: Vec<u32> = cells.into_iter().filter(|&tile| tile != goal_blank).collect();
        let mut sequence = 0;
        for (place, tile) in tiles.iter().enumerate() {
            let smaller = tiles[place + 1..].iter().filter(|later| *later < tile).count();
            sequence = sequence * (tiles.len() - place) as u32 + smaller as u32;
        }
        RankedBoard { row: self.layout.row(blank), column: self.layout.column(blank), sequence }
    }
}

impl DigitWindow {
    fn new(first: u32, len: u32, tiles: u32) -> Self {
        let unit = factorial(tiles - first - len);
        let size = factorial(tiles - first) / unit;
        // The radix of each digit.
        let radices: Vec<u32> = (0..len).map(|place| tiles - first - place).collect();
        let mut digits = alloc::vec![0; len as usize];
        let shifted = |value: u32, digits: &mut [u32], forward: bool| {
            let mut rest = value;
            for (digit, radix) in digits.iter_mut().zip(&radices).rev() {
                *digit = rest % radix;
                rest /= radix;
            }
            let swaps = digits.len() - 1;
            for number in 0..swaps {
                let place = if forward { number } else { swaps - 1 - number };
                swap(&mut digits[place..]);
            }
            digits.iter().zip(&radices).fold(0, |value, (digit, radix)| value * radix + digit)
        };
        let forward = (0..size).map(|value| shifted(value, &mut digits, true)).collect();
        let backward = (0..size).map(|value| shifted(value, &mut digits, false)).collect();
        Self { unit, size, forward, backward }
    }

    #[inline]
    fn forward(&self, sequence: u32) -> u32 {
        self.after(sequence, &self.forward)
    }

    #[inline]
    fn backward(&self, sequence: u32) -> u32 {
        self.after(sequence, &self.backward)
    }

    #[inline]
    fn after(&self, sequence: u32, digits: &[u32]) -> u32 {
        let before = sequence / self.unit % self.size;
        sequence + digits[before as usize] * self.unit - before * self.unit
    }
}

/// Exchanges the first two tiles, given their digits.
fn swap(digits: &mut [u32]) {
    let [first, second] = [digits[0], digits[1]];
    // If the first tile is the smaller one, the second digit does not count it yet; afterwards the
    // other one does.
    [digits[0], digits[1]] = if first <= second { [second + 1, first] } else { [second, first - 1] };
}

#[cfg(all(test, feature = "rand"))]
mod tests {
    use super::*;
    use crate::board::Board;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn numbers_follow_the_moves_of_the_board() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for (rows, columns) in [(2, 2), (3, 3), (3, 4), (4, 3), (2, 6), (6, 2), (2, 5)] {
            let goal = Board::random(rows, columns, &mut rng).expect("a legal size");
            let ranks = BoardRanking::new(GoalLayout::of(&goal));
            let start = |board: &Board| {
                let instance = Instance::new(board.clone(), goal.clone()).expect("equal sizes");
                ranks.start(&instance)
            };
            let mut board = goal.clone();
            let mut position = ranks.goal();
            assert_eq!(position, start(&board));
            for _ in 0..2000 {
                let direction = Direction::from_index(rng.random_range(0..4));
                let next = ranks.step(position, direction);
                assert_eq!(next.is_some(), board.slide(direction).is_some());
                position = next.unwrap_or(position);
                assert_eq!(position, start(&board), "{board}");
                let index = ranks.index(position);
                assert!(index < ranks.boards() && index / ranks.row_boards() == position.row as usize);
                assert_eq!(ranks.position(position.row, (index % ranks.row_boards()) as u32), position);
            }
        }
    }
}
