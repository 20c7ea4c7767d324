//! A numbering, without gaps, of all boards that can reach a goal, and the numbers after moves.
//!
//! The tiles are read row by row, without the blank, and named by the order of their goals. A move
//! along a row keeps this sequence. A move along a column moves a tile past all tiles of a row
//! except one. The number of the sequence is written in factorial digits: each is the number of
//! later tiles that are smaller. A move along a column changes only the digits of the tiles
//! involved, and a table gives the change. The last digit that is not always 0 follows from the
//! parity of the others and is omitted.

use alloc::vec::Vec;

use motion_core::Direction;
use motion_core::internal::{RankGroup, RankVisitor};

use super::digit_window::{CommonPass, PassDirection, TilePasses};
use super::goal_layout::GoalLayout;
use super::metric::MoveMetric;

/// The greatest number of cells of a board whose rank fits into 64 bits: 20!/2 boards.
pub(super) const MAX_CELLS: u32 = 20;

/// The greatest number of columns of such a board.
const MAX_COLUMNS: usize = 10;

/// The radices that bound the digits of each parity table. The first table has radices below 8;
/// each further one has about as many values.
const RADICES: [u32; 6] = [3, 8, 12, 16, 19, 21];

/// The least number of orders of the first tiles that make neighbourhoods, if that many exist.
const FIRST_TILES: u64 = 4096;

/// The numbering of the boards of one layout.
#[derive(Debug)]
pub(super) struct BoardRanking {
    layout: GoalLayout,
    /// The number of sequences of one parity.
    halves: u64,
    /// The number of sequences of one parity that begin with the same tiles.
    others: u64,
    parities: DigitParities,
    passes: TilePasses,
}

/// A board: the blank's cell and the number of the sequence of the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankedBoard {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) sequence: u64,
}

/// A step of the blank along a column, for all boards of a half.
struct ColumnStep<'r> {
    direction: Direction,
    /// The row to which it leads.
    row: u32,
    /// The upper of the two rows.
    tile_row: u32,
    pass: PassDirection,
    /// By column.
    passes: [CommonPass<'r>; MAX_COLUMNS],
}

/// The parity of the sum of factorial digits, in tables for a few digits each, the last digits
/// first.
#[derive(Debug)]
struct DigitParities(Vec<Vec<u8>>);

impl DigitParities {
    /// Returns the number of values of the digits of each table.
    fn sizes(tiles: u32) -> impl Iterator<Item = u64> {
        let ends = RADICES.windows(2).map(move |radices| radices[0]..radices[1].min(tiles + 1));
        ends.filter(|radices| !radices.is_empty()).map(|radices| radices.map(u64::from).product())
    }

    fn new(tiles: u32) -> Self {
        let tables = Self::sizes(tiles)
            .zip(RADICES)
            .map(|(size, radix)| (0..size as u32).map(|value| digit_sum(value, radix) as u8 & 1).collect());
        Self(tables.collect())
    }

    #[inline]
    fn of(&self, mut half: u64) -> u8 {
        let mut parity = 0;
        for table in &self.0 {
            let len = table.len() as u64;
            parity ^= table[(half % len) as usize];
            half /= len;
        }
        parity
    }
}

/// Returns the sum of the digits, the last of which has this radix.
fn digit_sum(mut value: u32, radix: u32) -> u32 {
    let mut sum = 0;
    for radix in radix.. {
        if value == 0 {
            break;
        }
        sum += value % radix;
        value /= radix;
    }
    sum
}

const fn factorial(number: u32) -> u64 {
    if number < 2 { 1 } else { number as u64 * factorial(number - 1) }
}

impl BoardRanking {
    /// Returns the heap bytes of the numbering.
    pub(super) fn bytes(layout: GoalLayout) -> u64 {
        let tiles = layout.cells() - 1;
        TilePasses::bytes(tiles as usize, layout.columns as usize - 1)
            + DigitParities::sizes(tiles).map(|size| size + size_of::<Vec<u8>>() as u64).sum::<u64>()
    }

    /// Numbers the boards of a layout of at most [`MAX_CELLS`].
    pub(super) fn new(layout: GoalLayout) -> Self {
        let tiles = layout.cells() - 1;
        let halves = factorial(tiles) / 2;
        let others = (2..tiles).map(|others| factorial(others) / 2);
        Self {
            layout,
            halves,
            others: others.rev().find(|others| halves / others >= FIRST_TILES).unwrap_or(1),
            parities: DigitParities::new(tiles),
            passes: TilePasses::new(tiles as usize, layout.columns as usize - 1),
        }
    }

    /// Returns the number of boards of a layout of at most [`MAX_CELLS`].
    pub(super) const fn boards_of(layout: GoalLayout) -> u64 {
        layout.cells() as u64 * (factorial(layout.cells() - 1) / 2)
    }

    pub(super) const fn layout(&self) -> GoalLayout {
        self.layout
    }

    /// The number of boards.
    pub(super) const fn boards(&self) -> u64 {
        Self::boards_of(self.layout)
    }

    /// Returns the number of ranks of a neighbourhood: boards that differ only in the last digits
    /// of the sequence and in the blank's column. It divides the number of boards with the blank in
    /// one row.
    pub(super) fn neighbourhood_len(&self) -> u32 {
        self.parities.0[0].len() as u32 * self.layout.columns
    }

    /// Returns the number of the order of the first tiles. It takes as few tiles as make
    /// [`FIRST_TILES`] orders, or else all.
    pub(super) fn first_tiles(&self, rank: u64) -> u64 {
        rank / u64::from(self.layout.columns) % self.halves / self.others
    }

    pub(super) const fn goal(&self) -> RankedBoard {
        let goal = self.layout.goal_blank;
        RankedBoard { row: self.layout.row(goal), column: self.layout.column(goal), sequence: 0 }
    }

    #[inline]
    pub(super) const fn rank(&self, position: RankedBoard) -> u64 {
        let RankedBoard { row, column, sequence } = position;
        (row as u64 * self.halves + sequence / 2) * self.layout.columns as u64 + column as u64
    }

    #[inline]
    pub(super) fn position(&self, rank: u64) -> RankedBoard {
        let columns = u64::from(self.layout.columns);
        let (sequence, column) = (rank / columns, (rank % columns) as u32);
        let (row, half) = ((sequence / self.halves) as u32, sequence % self.halves);
        let parity = self.parities.of(half) ^ self.parity(row);
        RankedBoard { row, column, sequence: 2 * half + u64::from(parity) }
    }

    /// Returns the parity of the sequences with the blank in this row. A vertical move takes a tile
    /// past all tiles of a row except one.
    #[inline]
    const fn parity(&self, row: u32) -> u8 {
        let rows = row.abs_diff(self.layout.row(self.layout.goal_blank));
        (rows * (self.layout.columns - 1) % 2) as u8
    }

    /// Returns the boards after the moves in this direction, fewer tiles first.
    pub(super) fn moves(
        &self,
        metric: MoveMetric,
        position: RankedBoard,
        direction: Direction,
    ) -> impl Iterator<Item = RankedBoard> {
        let most = match metric {
            MoveMetric::SingleTile => 1,
            MoveMetric::MultiTile => usize::MAX,
        };
        core::iter::successors(self.step(position, direction), move |&next| self.step(next, direction))
            .take(most)
    }

    /// Returns the board after a step of the blank, if the blank stays on the board.
    #[inline]
    pub(super) fn step(&self, position: RankedBoard, direction: Direction) -> Option<RankedBoard> {
        let RankedBoard { row, column, sequence } = position;
        let columns = self.layout.columns;
        match direction {
            Direction::Up => {
                let row = row.checked_sub(1)?;
                let tile = (row * columns + column) as usize;
                Some(RankedBoard {
                    row,
                    sequence: self.passes.after(tile, PassDirection::Behind, sequence),
                    ..position
                })
            }
            Direction::Down if row + 1 < self.layout.rows => {
                let tile = (row * columns + column) as usize;
                Some(RankedBoard {
                    row: row + 1,
                    sequence: self.passes.after(tile, PassDirection::Before, sequence),
                    ..position
                })
            }
            Direction::Left => Some(RankedBoard { column: column.checked_sub(1)?, ..position }),
            Direction::Right if column + 1 < columns => Some(RankedBoard { column: column + 1, ..position }),
            Direction::Right | Direction::Down => None,
        }
    }

    /// Visits the boards after all moves of the boards of a group.
    ///
    /// The orders of a neighbourhood differ only in their last digits, so the others are computed
    /// once for all of them.
    pub(super) fn expand(&self, group: &RankGroup<'_>, metric: MoveMetric, visitor: &mut impl RankVisitor) {
        let columns = self.layout.columns;
        let order = group.first / u64::from(columns);
        let (row, half) = ((order / self.halves) as u32, order % self.halves);
        let parity = self.parities.of(half) ^ self.parity(row);
        let steps = [Direction::Up, Direction::Down].map(|direction| self.column_step(row, half, direction));
        for &offset in group.offsets {
            let (last_half, column) = (offset / columns, offset % columns);
            let last_digits = 2 * last_half + u32::from(self.parities.0[0][last_half as usize] ^ parity);
            let rank = group.first + u64::from(offset);
            match metric {
                MoveMetric::SingleTile => {
                    if column > 0 {
                        visitor.visit(rank - 1);
                    }
                    if column + 1 < columns {
                        visitor.visit(rank + 1);
                    }
                }
                MoveMetric::MultiTile => {
                    let left = rank - u64::from(column);
                    (0..columns)
                        .filter(|&other| other != column)
                        .for_each(|other| visitor.visit(left + u64::from(other)));
                }
            }
            for step in steps.iter().flatten() {
                let change = step.passes[column as usize].change(last_digits);
                let sequence = (2 * half + u64::from(last_digits)).wrapping_add_signed(change);
                let tile = (step.tile_row * columns + column) as usize;
                let sequence = self.passes.after_first(tile, step.pass, sequence);
                let next = RankedBoard { row: step.row, column, sequence };
                visitor.visit(self.rank(next));
                if metric == MoveMetric::MultiTile {
                    core::iter::successors(self.step(next, step.direction), |&next| {
                        self.step(next, step.direction)
                    })
                    .for_each(|next| visitor.visit(self.rank(next)));
                }
            }
        }
    }

    /// Returns the step along a column from a row, for all orders that begin like a half.
    fn column_step(&self, row: u32, half: u64, direction: Direction) -> Option<ColumnStep<'_>> {
        let (next, tile_row, pass) = match direction {
            Direction::Up => (row.checked_sub(1)?, row - 1, PassDirection::Behind),
            _ => ((row + 1 < self.layout.rows).then_some(row + 1)?, row, PassDirection::Before),
        };
        let values = 2 * self.parities.0[0].len() as u32;
        let passes = core::array::from_fn(|column| {
            let column = column.min(self.layout.columns as usize - 1);
            let tile = tile_row as usize * self.layout.columns as usize + column;
            self.passes.common(tile, pass, 2 * half, values)
        });
        Some(ColumnStep { direction, row: next, tile_row, pass, passes })
    }

    /// Returns the board whose tiles are in these cells, each named by its goal's cell. It must be
    /// able to reach the goal.
    pub(super) fn position_of(&self, cells: &[u32]) -> RankedBoard {
        let goal_blank = self.layout.goal_blank;
        let blank = cells.iter().position(|&tile| tile == goal_blank);
        let blank = blank.expect("invariant: an arrangement has a blank") as u32;
        let tiles: Vec<u32> = cells.iter().copied().filter(|&tile| tile != goal_blank).collect();
        let mut sequence = 0;
        for (place, tile) in tiles.iter().enumerate() {
            let smaller = tiles[place + 1..].iter().filter(|later| *later < tile).count();
            sequence = sequence * (tiles.len() - place) as u64 + smaller as u64;
        }
        RankedBoard { row: self.layout.row(blank), column: self.layout.column(blank), sequence }
    }

    /// Returns the sum of the tiles' distances to their goals.
    pub(super) fn distances(&self, position: RankedBoard) -> u32 {
        let RankedBoard { row, column, mut sequence } = position;
        let layout = self.layout;
        let (blank, tiles) = (layout.cell(row, column), layout.cells() - 1);
        let mut unused = ((1_u32 << layout.cells()) - 1) & !(1 << layout.goal_blank);
        let mut unit = factorial(tiles);
        let mut sum = 0;
        for place in 0..tiles {
            unit /= u64::from(tiles - place);
            let mut from_here = unused;
            for _ in 0..sequence / unit {
                from_here &= from_here - 1;
            }
            sequence %= unit;
            let tile = from_here.trailing_zeros();
            unused &= !(1 << tile);
            sum += layout.distance(place + u32::from(place >= blank), tile);
        }
        sum
    }

    /// Returns the tile of each cell, named by its goal's cell.
    pub(super) fn cells(&self, position: RankedBoard) -> Vec<u32> {
        let RankedBoard { row, column, mut sequence } = position;
        let goal_blank = self.layout.goal_blank;
        let mut unused: Vec<u32> = (0..self.layout.cells()).filter(|&tile| tile != goal_blank).collect();
        let mut unit = factorial(unused.len() as u32);
        let mut cells = Vec::with_capacity(unused.len() + 1);
        while !unused.is_empty() {
            unit /= unused.len() as u64;
            cells.push(unused.remove((sequence / unit) as usize));
            sequence %= unit;
        }
        cells.insert(self.layout.cell(row, column) as usize, goal_blank);
        cells
    }
}

#[cfg(all(test, feature = "rand"))]
mod tests {
    use super::*;
    use crate::board::Board;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// Sizes with moves along columns that need one table or several.
    const SIZES: [(u32, u32); 14] = [
        (2, 2),
        (3, 3),
        (3, 4),
        (4, 3),
        (2, 6),
        (6, 2),
        (2, 5),
        (2, 7),
        (3, 5),
        (4, 4),
        (2, 8),
        (8, 2),
        (4, 5),
        (2, 10),
    ];

    #[test]
    fn ranks_follow_the_moves_of_the_board() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for (rows, columns) in SIZES {
            let goal = Board::random(rows, columns, &mut rng).expect("a legal size");
            let ranks = BoardRanking::new(GoalLayout::of(&goal));
            let mut board = goal.clone();
            let mut position = ranks.goal();
            for _ in 0..2000 {
                let cells = GoalLayout::goal_cells(&board, &goal);
                assert_eq!(position, ranks.position_of(&cells), "{board}");
                assert_eq!(ranks.cells(position), cells);
                let rank = ranks.rank(position);
                assert!(rank < ranks.boards());
                assert_eq!(ranks.position(rank), position);
                let direction = Direction::from_index(rng.random_range(0..4));
                let next = ranks.step(position, direction);
                assert_eq!(next.is_some(), board.slide(direction).is_some());
                position = next.unwrap_or(position);
            }
        }
    }

    #[test]
    fn neighbourhoods_are_expanded_like_single_boards() {
        struct Visited(Vec<u64>);

        impl RankVisitor for Visited {
            fn visit(&mut self, rank: u64) {
                self.0.push(rank);
            }
        }

        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for (rows, columns) in SIZES {
            let goal_blank = rng.random_range(0..rows * columns);
            let ranks = BoardRanking::new(GoalLayout { rows, columns, goal_blank });
            let len = ranks.neighbourhood_len();
            assert_eq!(ranks.boards() / u64::from(rows) % u64::from(len), 0);
            for _ in 0..50 {
                let number = rng.random_range(0..ranks.boards() / u64::from(len));
                let first = number * u64::from(len);
                let offsets: Vec<u32> = (0..len).filter(|_| rng.random_range(0..len) < 8).collect();
                let group = RankGroup { first, offsets: &offsets };
                for metric in [MoveMetric::SingleTile, MoveMetric::MultiTile] {
                    let mut all = Visited(Vec::new());
                    ranks.expand(&group, metric, &mut all);
                    let mut each = Vec::new();
                    for position in group.ranks().map(|rank| ranks.position(rank)) {
                        for direction in Direction::ALL {
                            each.extend(
                                ranks.moves(metric, position, direction).map(|next| ranks.rank(next)),
                            );
                        }
                    }
                    each.sort_unstable();
                    all.0.sort_unstable();
                    assert_eq!(all.0, each, "{rows}x{columns} {metric:?}");
                }
            }
        }
    }
}
