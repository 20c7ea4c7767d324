//! The bound of additive pattern databases: each move counts for one pattern only, so that the
//! moves of all patterns add up.

use alloc::vec::Vec;

use super::goal_layout::GoalLayout;
use super::packed_databases::PackedDatabases;
use super::sliding_state::{SlidingBound, TileSlide};

/// The distances of the tiles, and the greatest of several sums of moves beyond them.
pub(super) struct PatternBound<'t, const SUMS: usize> {
    tables: &'t PackedDatabases,
    distances: u32,
    /// By the number of the pattern among those of all sums.
    lookups: Vec<PatternLookup>,
    /// The sums of all pairs of moves.
    pairs: [u32; SUMS],
}

/// The index of a pattern's entry, and the entry: pairs of moves beyond the distances.
#[derive(Clone, Copy, Default)]
pub(super) struct PatternLookup {
    entry: u32,
    pairs: u32,
}

impl<'t, const SUMS: usize> PatternBound<'t, SUMS> {
    /// Heap memory of this bound without the databases; a sum has fewer patterns than there are
    /// cells.
    pub(super) fn bytes(layout: GoalLayout) -> u64 {
        u64::from(layout.cells()) * (SUMS * size_of::<PatternLookup>()) as u64
    }

    pub(super) fn new(tables: &'t PackedDatabases, cells: &[u32]) -> Self {
        let goal_blank = tables.layout().goal_blank;
        let lookups = alloc::vec![PatternLookup::default(); tables.pattern_count()];
        let mut bound = Self { tables, distances: 0, lookups, pairs: [0; SUMS] };
        for (cell, &tile) in cells.iter().enumerate().filter(|&(_, &tile)| tile != goal_blank) {
            bound.distances += u32::from(tables.steps(tile)[cell]);
            for sum in 0..SUMS {
                bound.lookups[tables.pattern(sum, tile)].entry += tables.adds(sum, tile)[cell];
            }
        }
        for (sum, pattern) in (0..SUMS).flat_map(|sum| tables.patterns(sum).map(move |it| (sum, it))) {
            let lookup = &mut bound.lookups[pattern];
            lookup.pairs = tables.pairs(pattern, lookup.entry);
            bound.pairs[sum] += lookup.pairs;
        }
        bound
    }

    /// Replaces the lookup of a tile's pattern, and returns the former one.
    #[inline]
    fn set(&mut self, sum: usize, tile: u32, lookup: PatternLookup) -> PatternLookup {
        let pattern = self.tables.pattern(sum, tile);
        let before = core::mem::replace(&mut self.lookups[pattern], lookup);
        self.pairs[sum] = self.pairs[sum] + lookup.pairs - before.pairs;
        before
    }
}

impl<const SUMS: usize> SlidingBound for PatternBound<'_, SUMS> {
    /// The distances, and for each sum the lookup of the moved tile's pattern.
    type Undo = (u32, [PatternLookup; SUMS]);

    #[inline]
    fn value(&self) -> u32 {
        self.distances + 2 * self.pairs.iter().max().copied().unwrap_or(0)
    }

    #[inline]
    fn slide(&mut self, slide: TileSlide, _: &[u32], allowance: u32) -> Result<Self::Undo, u32> {
        let tables = self.tables;
        let [from, to] = [slide.from, slide.to].map(|cell| cell as usize);
        let steps = tables.steps(slide.tile);
        let distances = self.distances + u32::from(steps[to]) - u32::from(steps[from]);
        let mut lookups = [PatternLookup::default(); SUMS];
        for (sum, lookup) in lookups.iter_mut().enumerate() {
            let pattern = tables.pattern(sum, slide.tile);
            let before = self.lookups[pattern];
            let adds = tables.adds(sum, slide.tile);
            let entry = before.entry.wrapping_add(adds[to].wrapping_sub(adds[from]));
            let pairs = tables.pairs(pattern, entry);
            let bound = distances + 2 * (self.pairs[sum] + pairs - before.pairs);
            if bound > allowance {
                return Err(bound);
            }
            *lookup = PatternLookup { entry, pairs };
        }
        for (sum, lookup) in lookups.iter_mut().enumerate() {
            *lookup = self.set(sum, slide.tile, *lookup);
        }
        Ok((core::mem::replace(&mut self.distances, distances), lookups))
    }

    #[inline]
    fn slide_back(&mut self, slide: TileSlide, (distances, lookups): Self::Undo) {
        self.distances = distances;
        for (sum, lookup) in lookups.into_iter().enumerate() {
            self.set(sum, slide.tile, lookup);
        }
    }
}
