//! The bound of additive pattern databases: each move counts for only one pattern, so the moves of
//! all patterns may be added.

use alloc::vec::Vec;

use super::goal_layout::GoalLayout;
use super::packed_databases::PackedDatabases;
use super::sliding_state::{SlidingBound, TileSlide};

/// The sum of the tiles' distances, plus the greater of two sums of extra moves: one for the board,
/// one for its reflection. `BY_RANKS` says how entries are numbered.
#[derive(Clone)]
pub(super) struct PatternBound<'t, const BY_RANKS: bool> {
    tables: &'t PackedDatabases,
    distances: u32,
    /// By pattern: for the board and, if there is a symmetry, for its reflection.
    lookups: Vec<[PatternLookup; 2]>,
    /// The number of pairs of extra moves, summed over the patterns: for the board and for its
    /// reflection.
    pairs: [u32; 2],
}

/// The index of a pattern's entry, and its value: the number of pairs of moves beyond the
/// distances.
#[derive(Clone, Copy, Default)]
pub(super) struct PatternLookup {
    entry: u32,
    pairs: u32,
}

impl<'t, const BY_RANKS: bool> PatternBound<'t, BY_RANKS> {
    /// Returns an upper bound on the heap memory without the databases. There are fewer patterns
    /// than cells.
    pub(super) fn bytes(layout: GoalLayout) -> u64 {
        u64::from(layout.cells()) * size_of::<[PatternLookup; 2]>() as u64
    }

    pub(super) fn new(layout: GoalLayout, tables: &'t PackedDatabases, cells: &[u32]) -> Self {
        let lookups = alloc::vec![[PatternLookup::default(); 2]; tables.pattern_count()];
        let mut bound = Self { tables, distances: 0, lookups, pairs: [0; 2] };
        let numbers = tables.numbers();
        let tiles = cells.iter().enumerate().filter(|&(_, &tile)| tile != layout.goal_blank);
        bound.distances = tiles.map(|(cell, &tile)| numbers.places(tile)[cell].steps).sum();
        for side in 0..if numbers.is_symmetric { 2 } else { 1 } {
            for (pattern, lookups) in bound.lookups.iter_mut().enumerate() {
                let entry = numbers.entry(pattern, side, cells, layout.goal_blank);
                lookups[side] = PatternLookup { entry, pairs: tables.pairs(pattern, entry) };
                bound.pairs[side] += lookups[side].pairs;
            }
        }
        bound
    }

    /// Replaces the lookup of a pattern, and returns the previous one.
    #[inline]
    fn set(&mut self, pattern: usize, side: usize, lookup: PatternLookup) -> PatternLookup {
        let before = core::mem::replace(&mut self.lookups[pattern][side], lookup);
        self.pairs[side] = self.pairs[side] + lookup.pairs - before.pairs;
        before
    }
}

impl<const BY_RANKS: bool> SlidingBound for PatternBound<'_, BY_RANKS> {
    /// The distances, and the lookups of the moved tile's pattern and, if there is a symmetry, of
    /// its reflection's pattern.
    type Undo = (u32, [PatternLookup; 2]);

    #[inline]
    fn value(&self) -> u32 {
        self.distances + 2 * self.pairs[0].max(self.pairs[1])
    }

    #[inline]
    fn slide(&mut self, slide: TileSlide, cells: &[u32], allowance: u32) -> Result<Self::Undo, u32> {
        let (tables, numbers) = (self.tables, self.tables.numbers());
        let places = numbers.places(slide.tile);
        let steps = |cell: u32| places[cell as usize].steps;
        let distances = self.distances + steps(slide.to) - steps(slide.from);
        let patterns = numbers.patterns(slide.tile);
        let mut lookups = [PatternLookup::default(); 2];
        for side in 0..if numbers.is_symmetric { 2 } else { 1 } {
            let before = self.lookups[patterns[side]][side];
            let entry = numbers.after::<BY_RANKS>(before.entry, side, slide, cells);
            let pairs = tables.pairs(patterns[side], entry);
            let bound = distances + 2 * (self.pairs[side] + pairs - before.pairs);
            if bound > allowance {
                return Err(bound);
            }
            lookups[side] = PatternLookup { entry, pairs };
        }
        lookups[0] = self.set(patterns[0], 0, lookups[0]);
        if numbers.is_symmetric {
            lookups[1] = self.set(patterns[1], 1, lookups[1]);
        }
        Ok((core::mem::replace(&mut self.distances, distances), lookups))
    }

    #[inline]
    fn slide_back(&mut self, slide: TileSlide, (distances, lookups): Self::Undo) {
        self.distances = distances;
        let numbers = self.tables.numbers();
        let patterns = numbers.patterns(slide.tile);
        self.set(patterns[0], 0, lookups[0]);
        if numbers.is_symmetric {
            self.set(patterns[1], 1, lookups[1]);
        }
    }
}
