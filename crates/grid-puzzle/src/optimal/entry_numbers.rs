//! The numbers of the entries of pattern databases, one for each arrangement of a pattern's tiles.
//!
//! A number is the sum of a number for each tile times its *stride*. On a board of n cells, [by
//! cells](Numbering::ByCells) a tile has the number of its cell, and strides are 1, n, n², … So a
//! move changes the number by one stride, but numbers with two tiles in a cell are not used.
//!
//! [By ranks](Numbering::ByRanks), a tile has its *rank*: its cell, less the number of earlier
//! tiles of the pattern in lower cells. Strides are 1, n, n (n − 1), …, and all numbers are used. A
//! tile that moves along a row passes no other. One that moves along a column passes the tiles in
//! the cells between, and each of these changes the rank of the later one of the two by one.

use alloc::vec::Vec;

use super::goal_layout::GoalLayout;
use super::partition::{Pattern, reflection};
use super::sliding_state::TileSlide;

/// The contributions of tiles to the numbers of their patterns' entries, and to those of their
/// reflections if a reflection keeps the blank's goal: *side* 0 and side 1.
///
/// A pattern that uses the database of its mirror image sees the mirrored cells.
#[derive(Debug)]
pub(super) struct EntryNumbers {
    cells: usize,
    /// The number of patterns.
    pub(super) pattern_count: usize,
    /// Whether a reflection keeps the blank's goal.
    pub(super) is_symmetric: bool,
    /// By goal cell.
    tiles: Vec<[PatternTile; 2]>,
    /// By goal cell and cell.
    places: Vec<TilePlace>,
    /// By two goal cells: what is added to the number when the first tile passes the second
    /// upwards, in the order of the cells.
    passing: Vec<[u32; 2]>,
    /// By pattern, side, the lower of two adjacent cells, and whether they are in a column. Empty
    /// if entries are numbered by cells.
    passes: Vec<Pass>,
    /// The cells between the two of each pass.
    passed: Vec<u8>,
}

/// A tile in a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct PatternTile {
    /// The tile's number in the pattern that has the database.
    number: u32,
    stride: u32,
}

/// A tile in a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TilePlace {
    /// The cell that the database sees, times the stride.
    adds: [u32; 2],
    /// The pattern of the tile, and that of its reflection.
    patterns: [u8; 2],
    /// The distance to the goal.
    steps: u8,
}

/// The cells that the database sees between two adjacent cells.
#[derive(Clone, Copy, Debug, Default)]
struct Pass {
    begin: u32,
    len: u32,
    /// Whether the database sees the two cells in the same order.
    rises: bool,
}

/// A way to number entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    ByCells,
    ByRanks,
}

/// The greatest number of entries of a database that are numbered by cells.
const MOST_BY_CELLS: u64 = 1 << 28;

impl Numbering {
    /// Chooses the numbering for the databases of some patterns.
    pub(super) fn of(layout: GoalLayout, patterns: &[Pattern]) -> Self {
        let entries = |pattern: &Pattern| Self::ByCells.entries(layout.cells(), pattern.tiles.len());
        if patterns.iter().all(|pattern| entries(pattern) <= MOST_BY_CELLS) {
            Self::ByCells
        } else {
            Self::ByRanks
        }
    }

    /// Returns the number of entries of this many tiles, at most eight, on at most 64 cells.
    pub(super) fn entries(self, cells: u32, tiles: usize) -> u64 {
        (0..tiles as u32).map(|tile| u64::from(self.numbers(cells, tile))).product()
    }

    /// The numbers that a tile can have.
    const fn numbers(self, cells: u32, tile: u32) -> u32 {
        match self {
            Self::ByCells => cells,
            Self::ByRanks => cells - tile,
        }
    }

    /// Returns the strides of the tiles of a pattern.
    pub(super) fn strides(self, cells: u32) -> impl Iterator<Item = u32> {
        (0..cells).scan(1u32, move |next, tile| {
            let stride = *next;
            *next = next.wrapping_mul(self.numbers(cells, tile));
            Some(stride)
        })
    }

    /// Returns the sum by which the number of an arrangement is less than that of its cells times
    /// strides. `order` lists the tiles, lowest cell first.
    pub(super) fn rank_reduction(self, cells: u32, order: &[u8]) -> u32 {
        if self == Self::ByCells {
            return 0;
        }
        let reductions = order.iter().enumerate().map(|(place, &tile)| {
            let earlier = order[..place].iter().filter(|&&lower| lower < tile).count() as u32;
            earlier * self.strides(cells).nth(usize::from(tile)).unwrap_or(0)
        });
        reductions.sum()
    }
}

impl EntryNumbers {
    /// Numbers the entries of a partition, whose patterns use the databases of `tables`.
    pub(super) fn new(
        layout: GoalLayout,
        patterns: &[Pattern],
        tables: &[Pattern],
        numbering: Numbering,
    ) -> Self {
        let cells = layout.cells() as usize;
        let reflection = reflection(layout);
        let is_symmetric = reflection.is_some();
        let reflection = reflection.unwrap_or_else(|| (0..layout.cells()).collect());
        let mut numbers = Self {
            cells,
            pattern_count: patterns.len(),
            is_symmetric,
            tiles: alloc::vec![[PatternTile::default(); 2]; cells],
            places: alloc::vec![TilePlace::default(); cells * cells],
            passing: alloc::vec![[0; 2]; cells * cells],
            passes: Vec::new(),
            passed: Vec::new(),
        };
        let strides: Vec<u32> = numbering.strides(layout.cells()).collect();
        for (number, pattern) in (0..).zip(patterns) {
            let own = &tables[pattern.table].tiles;
            for side in 0..2 {
                // A reflection is an involution.
                let real = |cell: u32| if side == 0 { cell } else { reflection[cell as usize] };
                let seen: Vec<u32> =
                    (0..layout.cells()).map(|cell| pattern.image[real(cell) as usize]).collect();
                let members: Vec<u32> = pattern.tiles.iter().map(|&tile| real(tile)).collect();
                for &tile in &members {
                    let place = own.iter().position(|&other| other == seen[tile as usize]);
                    let place = place.expect("invariant: the image of a pattern has the database");
                    let stride = strides[place];
                    let tile = tile as usize;
                    numbers.tiles[tile][side] = PatternTile { number: place as u32, stride };
                    for (place, cell) in numbers.places[tile * cells..][..cells].iter_mut().zip(0..) {
                        place.adds[side] = seen[cell as usize] * stride;
                        place.patterns[side] = number;
                        place.steps = layout.distance(tile as u32, cell) as u8;
                    }
                }
                if numbering == Numbering::ByRanks {
                    numbers.add_passing(side, &members);
                    numbers.add_passes(layout, &seen);
                }
            }
        }
        numbers
    }

    /// Adds what each two of a pattern's tiles add when they pass each other.
    fn add_passing(&mut self, side: usize, members: &[u32]) {
        for (tile, other) in members.iter().flat_map(|&tile| members.iter().map(move |&other| (tile, other)))
        {
            let [one, two] = [tile, other].map(|tile| self.tiles[tile as usize][side]);
            self.passing[tile as usize * self.cells + other as usize][side] =
                if two.number < one.number { one.stride.wrapping_neg() } else { two.stride };
        }
    }

    /// Adds the passes of a side of a pattern, which sees these cells.
    fn add_passes(&mut self, layout: GoalLayout, seen: &[u32]) {
        for (cell, step) in
            (0..self.cells).flat_map(|cell| [1, layout.columns as usize].map(|step| (cell, step)))
        {
            let mut pass = Pass { begin: self.passed.len() as u32, ..Pass::default() };
            if let Some(&end) = seen.get(cell + step) {
                let (low, high) = (seen[cell].min(end), seen[cell].max(end));
                let is_between = |&(_, seen): &(u8, &u32)| low < *seen && *seen < high;
                self.passed.extend((0..).zip(seen).filter(is_between).map(|(cell, _)| cell));
                pass.len = self.passed.len() as u32 - pass.begin;
                pass.rises = seen[cell] < end;
            }
            self.passes.push(pass);
        }
    }

    /// Returns an upper bound on the heap memory.
    pub(super) fn bytes(layout: GoalLayout, patterns: &[Pattern]) -> u64 {
        let cells = u64::from(layout.cells());
        let passes = 4 * cells * patterns.len() as u64;
        cells * size_of::<[PatternTile; 2]>() as u64
            + cells * cells * size_of::<(TilePlace, [u32; 2])>() as u64
            + passes * (size_of::<Pass>() as u64 + 2 * u64::from(layout.rows.max(layout.columns)))
    }

    /// Whether entries are numbered by ranks.
    #[inline]
    pub(super) const fn are_ranks(&self) -> bool {
        !self.passes.is_empty()
    }

    /// Returns the pattern of a tile, and that of its reflection.
    #[inline]
    pub(super) fn patterns(&self, tile: u32) -> [usize; 2] {
        self.places(tile)[0].patterns.map(usize::from)
    }

    /// Returns the distance of a tile in a cell to its goal.
    #[inline]
    pub(super) fn steps(&self, tile: u32, cell: u32) -> u32 {
        self.places(tile)[cell as usize].steps.into()
    }

    /// Returns a tile in all cells.
    #[inline]
    fn places(&self, tile: u32) -> &[TilePlace] {
        &self.places[tile as usize * self.cells..][..self.cells]
    }

    /// Returns the number of the entry of a pattern on one side. `cells` are the tiles' goal cells.
    pub(super) fn entry(&self, pattern: usize, side: usize, cells: &[u32], goal_blank: u32) -> u32 {
        let members = || {
            let tiles = (0..).zip(cells).filter(move |&(_, &tile)| tile != goal_blank);
            tiles.filter(move |&(_, &tile)| self.patterns(tile)[side] == pattern)
        };
        let seen = |cell: usize, tile: u32| {
            let PatternTile { number, stride } = self.tiles[tile as usize][side];
            (number, self.places(tile)[cell].adds[side] / stride, stride)
        };
        members().fold(0u32, |entry, (cell, &tile)| {
            let (number, place, stride) = seen(cell, tile);
            let earlier = members().map(|(cell, &tile)| seen(cell, tile));
            let earlier = earlier.filter(|&(other, below, _)| other < number && below < place);
            let lower = if self.are_ranks() { earlier.count() as u32 } else { 0 };
            entry.wrapping_add((place - lower) * stride)
        })
    }

    /// Returns the number of the entry of a tile's pattern after a slide, given the one before.
    /// `cells` are the tiles' goal cells before the slide. `BY_RANKS` says how entries are
    /// numbered.
    #[inline]
    pub(super) fn after<const BY_RANKS: bool>(
        &self,
        entry: u32,
        side: usize,
        slide: TileSlide,
        cells: &[u32],
    ) -> u32 {
        let TileSlide { tile, from, to } = slide;
        let places = self.places(tile);
        let adds = |cell: u32| places[cell as usize].adds[side];
        let entry = entry.wrapping_add(adds(to).wrapping_sub(adds(from)));
        if BY_RANKS { entry.wrapping_add(self.passed_by(side, slide, cells)) } else { entry }
    }

    /// Returns what is added to the number of a tile's entry by the tiles that it passes.
    #[inline]
    fn passed_by(&self, side: usize, TileSlide { tile, from, to }: TileSlide, cells: &[u32]) -> u32 {
        let sides = 2 * self.patterns(tile)[side] + side;
        let in_column = usize::from(from.abs_diff(to) != 1);
        let pass = self.passes[2 * (sides * self.cells + from.min(to) as usize) + in_column];
        let passing = &self.passing[tile as usize * self.cells..][..self.cells];
        let passed = &self.passed[pass.begin as usize..][..pass.len as usize];
        let sum = passed
            .iter()
            .fold(0u32, |sum, &cell| sum.wrapping_add(passing[cells[usize::from(cell)] as usize][side]));
        if (from < to) == pass.rises { sum } else { sum.wrapping_neg() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimal::partition::{first_partition_len, large, patterns};
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// Walks the blank at random. After each slide, the numbers are those of the new board.
    #[test]
    fn slides_change_numbers_as_boards_do() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let layouts =
            [(3, 3, 8), (3, 4, 0), (4, 4, 15), (4, 4, 0), (4, 4, 6), (2, 5, 4), (5, 5, 24), (4, 3, 7)];
        for (rows, columns, goal_blank) in layouts {
            let layout = GoalLayout { rows, columns, goal_blank };
            for patterns in [Some(patterns(layout)), large(layout)].into_iter().flatten() {
                let (first, second) = patterns.split_at(first_partition_len(layout, &patterns));
                let partition = if second.is_empty() { first } else { second };
                let [numbers, by_cells] = [Numbering::ByRanks, Numbering::ByCells]
                    .map(|numbering| EntryNumbers::new(layout, partition, &patterns, numbering));
                let mut cells: Vec<u32> = (0..layout.cells()).collect();
                let mut blank = goal_blank;
                for _ in 0..300 {
                    let from = loop {
                        let from = rng.random_range(0..layout.cells());
                        if layout.distance(from, blank) == 1 {
                            break from;
                        }
                    };
                    let slide = TileSlide { tile: cells[from as usize], from, to: blank };
                    let before = cells.clone();
                    cells.swap(from as usize, blank as usize);
                    blank = from;
                    for side in 0..if numbers.is_symmetric { 2 } else { 1 } {
                        let pattern = numbers.patterns(slide.tile)[side];
                        let entry = |numbers: &EntryNumbers, cells: &[u32]| {
                            numbers.entry(pattern, side, cells, goal_blank)
                        };
                        let after = numbers.after::<true>(entry(&numbers, &before), side, slide, &before);
                        assert_eq!(after, entry(&numbers, &cells), "by ranks, {layout:?}");
                        let after = by_cells.after::<false>(entry(&by_cells, &before), side, slide, &before);
                        assert_eq!(after, entry(&by_cells, &cells), "by cells, {layout:?}");
                        let tiles = partition[pattern].tiles.len();
                        assert!(
                            u64::from(entry(&numbers, &cells))
                                < Numbering::ByRanks.entries(layout.cells(), tiles)
                        );
                    }
                }
            }
        }
    }
}
