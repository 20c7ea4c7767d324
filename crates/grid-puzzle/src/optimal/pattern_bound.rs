//! The bound of additive pattern databases: each move counts for only one pattern, so the moves of
//! all patterns may be added.

use super::goal_layout::GoalLayout;
use super::packed_databases::PackedDatabases;
use super::ranked_pattern::MAX_CELLS;
use super::sliding_state::{SlidingBound, TileSlide};

/// The sum of the tiles' distances, plus the greater of two sums of extra moves: one for the board,
/// one for its reflection. `BY_RANKS` says how entries are numbered.
#[derive(Clone)]
pub(super) struct PatternBound<'t, const BY_RANKS: bool> {
    tables: &'t PackedDatabases,
    distances: u32,
    /// For the board and, if there is a symmetry, for its reflection.
    sides: [PatternSums; 2],
}

/// The lookups of all patterns.
#[derive(Clone)]
struct PatternSums {
    /// By pattern. There are fewer patterns than cells.
    lookups: [PatternLookup; MAX_CELLS as usize],
    /// The number of pairs of extra moves, summed over the patterns.
    pairs: u32,
}

/// An entry, and its value: the number of pairs of moves beyond the distances.
#[derive(Clone, Copy, Default)]
pub(super) struct PatternLookup {
    entry: u32,
    pairs: u8,
}

impl PatternSums {
    #[inline]
    fn lookup(&mut self, pattern: usize) -> &mut PatternLookup {
        &mut self.lookups[pattern % MAX_CELLS as usize]
    }

    /// Replaces the lookup of a pattern, and returns the previous one.
    #[inline]
    fn set(&mut self, pattern: usize, lookup: PatternLookup) -> PatternLookup {
        let before = core::mem::replace(self.lookup(pattern), lookup);
        self.pairs = self.pairs + u32::from(lookup.pairs) - u32::from(before.pairs);
        before
    }
}

impl<'t, const BY_RANKS: bool> PatternBound<'t, BY_RANKS> {
    pub(super) fn new(layout: GoalLayout, tables: &'t PackedDatabases, cells: &[u32]) -> Self {
        let numbers = tables.numbers();
        let tiles = (0..).zip(cells).filter(|&(_, &tile)| tile != layout.goal_blank);
        let distances = tiles.map(|(cell, &tile)| numbers.steps(tile, cell)).sum();
        let sides = core::array::from_fn(|side| {
            let mut sums = PatternSums { lookups: [PatternLookup::default(); _], pairs: 0 };
            for pattern in 0..if side == 0 || numbers.is_symmetric { tables.pattern_count() } else { 0 } {
                let entry = tables.entry(pattern, side, cells);
                sums.set(pattern, PatternLookup { entry, pairs: tables.pairs(entry) });
            }
            sums
        });
        Self { tables, distances, sides }
    }
}

impl<const BY_RANKS: bool> SlidingBound for PatternBound<'_, BY_RANKS> {
    /// The distances, and the lookups of the moved tile's pattern and, if there is a symmetry, of
    /// its reflection's pattern.
    type Undo = (u32, [PatternLookup; 2]);

    #[inline]
    fn value(&self) -> u32 {
        self.distances + 2 * self.sides[0].pairs.max(self.sides[1].pairs)
    }

    #[expect(
        clippy::inline_always,
        reason = "otherwise the data to undo a slide are copied, which takes a tenth longer"
    )]
    #[inline(always)]
    fn slide(&mut self, slide: TileSlide, cells: &[u32], allowance: u32) -> Result<Self::Undo, u32> {
        let (tables, numbers) = (self.tables, self.tables.numbers());
        let distances =
            self.distances + numbers.steps(slide.tile, slide.to) - numbers.steps(slide.tile, slide.from);
        let patterns = numbers.patterns(slide.tile);
        let mut lookups = [PatternLookup::default(); 2];
        for side in 0..if numbers.is_symmetric { 2 } else { 1 } {
            let sums = &mut self.sides[side];
            let before = *sums.lookup(patterns[side]);
            let entry = numbers.after::<BY_RANKS>(before.entry, side, slide, cells);
            let pairs = tables.pairs(entry);
            let bound = distances + 2 * (sums.pairs + u32::from(pairs) - u32::from(before.pairs));
            if bound > allowance {
                return Err(bound);
            }
            lookups[side] = PatternLookup { entry, pairs };
        }
        lookups[0] = self.sides[0].set(patterns[0], lookups[0]);
        if numbers.is_symmetric {
            lookups[1] = self.sides[1].set(patterns[1], lookups[1]);
        }
        Ok((core::mem::replace(&mut self.distances, distances), lookups))
    }

    #[expect(clippy::inline_always, reason = "see above")]
    #[inline(always)]
    fn slide_back(&mut self, slide: TileSlide, (distances, lookups): Self::Undo) {
        self.distances = distances;
        let numbers = self.tables.numbers();
        let patterns = numbers.patterns(slide.tile);
        self.sides[0].set(patterns[0], lookups[0]);
        if numbers.is_symmetric {
            self.sides[1].set(patterns[1], lookups[1]);
        }
    }
}
