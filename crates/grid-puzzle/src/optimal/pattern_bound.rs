//! The bound of additive pattern databases: each move counts for only one pattern, so the moves of
//! all patterns may be added.

use super::entry_numbers::EntryNumbers;
use super::goal_layout::GoalLayout;
use super::packed_databases::PackedDatabases;
use super::ranked_pattern::MAX_CELLS;
use super::sliding_state::{SlidingBound, TileSlide};

/// The sum of the tiles' distances, plus the greatest of the sums of extra moves of up to three
/// *views*: of the board, of its reflection if there is a symmetry, and of the board with a second
/// partition. `BY_RANKS` says how entries are numbered.
#[derive(Clone)]
pub(super) struct PatternBound<'t, const BY_RANKS: bool> {
    tables: &'t PackedDatabases,
    distances: u32,
    views: [PatternSums; 3],
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
    pairs: u32,
}

impl PatternSums {
    #[inline(never)] // Otherwise, there is a copy for each view of each kind of bound.
    fn new(tables: &PackedDatabases, view: usize, cells: &[u32]) -> Self {
        let mut sums = Self { lookups: [PatternLookup::default(); _], pairs: 0 };
        for (pattern, entry) in tables.entries_in(view, cells).enumerate() {
            sums.set(pattern, PatternLookup { entry, pairs: tables.pairs(entry) });
        }
        sums
    }

    #[inline]
    fn lookup(&mut self, pattern: usize) -> &mut PatternLookup {
        &mut self.lookups[pattern % MAX_CELLS as usize]
    }

    /// Replaces the lookup of a pattern, and returns the previous one.
    #[inline]
    fn set(&mut self, pattern: usize, lookup: PatternLookup) -> PatternLookup {
        let before = core::mem::replace(self.lookup(pattern), lookup);
        self.pairs = self.pairs + lookup.pairs - before.pairs;
        before
    }
}

impl<'t, const BY_RANKS: bool> PatternBound<'t, BY_RANKS> {
    pub(super) fn new(layout: GoalLayout, tables: &'t PackedDatabases, cells: &[u32]) -> Self {
        let numbers = tables.numbers();
        let tiles = (0..).zip(cells).filter(|&(_, &tile)| tile != layout.goal_blank);
        let distances = tiles.map(|(cell, &tile)| numbers.steps(tile, cell)).sum();
        let views = core::array::from_fn(|view| PatternSums::new(tables, view, cells));
        Self { tables, distances, views }
    }
}

impl<const BY_RANKS: bool> PatternBound<'_, BY_RANKS> {
    /// Looks up the pattern of a tile after its slide, in a view with these numbers and this side.
    #[expect(clippy::inline_always, reason = "otherwise the lookups are copied")]
    #[inline(always)]
    fn look(
        &mut self,
        view: usize,
        (numbers, side): (&EntryNumbers, usize),
        (slide, cells): (TileSlide, &[u32]),
        distances: u32,
        allowance: u32,
    ) -> Result<PatternLookup, u32> {
        let sums = &mut self.views[view];
        let before = *sums.lookup(numbers.patterns(slide.tile)[side]);
        let entry = numbers.after::<BY_RANKS>(before.entry, side, slide, cells);
        let pairs = self.tables.pairs(entry);
        let bound = distances + 2 * (sums.pairs + pairs - before.pairs);
        if bound > allowance { Err(bound) } else { Ok(PatternLookup { entry, pairs }) }
    }

    /// Replaces the lookups of a tile's pattern in all views, and returns the previous ones.
    #[expect(clippy::inline_always, reason = "otherwise the lookups are copied")]
    #[inline(always)]
    fn exchange(&mut self, slide: TileSlide, mut lookups: [PatternLookup; 3]) -> [PatternLookup; 3] {
        let numbers = self.tables.numbers();
        let patterns = numbers.patterns(slide.tile);
        lookups[0] = self.views[0].set(patterns[0], lookups[0]);
        if numbers.is_symmetric {
            lookups[1] = self.views[1].set(patterns[1], lookups[1]);
        }
        if let Some(second) = self.tables.second() {
            lookups[2] = self.views[2].set(second.patterns(slide.tile)[0], lookups[2]);
        }
        lookups
    }
}

impl<const BY_RANKS: bool> SlidingBound for PatternBound<'_, BY_RANKS> {
    /// The distances, and the lookups of the moved tile's pattern by view.
    type Undo = (u32, [PatternLookup; 3]);

    #[inline]
    fn value(&self) -> u32 {
        let pairs = self.views.each_ref().map(|sums| sums.pairs);
        self.distances + 2 * pairs.into_iter().fold(0, u32::max)
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
        let mut lookups = [PatternLookup::default(); 3];
        lookups[0] = self.look(0, (numbers, 0), (slide, cells), distances, allowance)?;
        if numbers.is_symmetric {
            lookups[1] = self.look(1, (numbers, 1), (slide, cells), distances, allowance)?;
        }
        if let Some(second) = tables.second() {
            lookups[2] = self.look(2, (second, 0), (slide, cells), distances, allowance)?;
        }
        lookups = self.exchange(slide, lookups);
        Ok((core::mem::replace(&mut self.distances, distances), lookups))
    }

    #[expect(clippy::inline_always, reason = "see above")]
    #[inline(always)]
    fn slide_back(&mut self, slide: TileSlide, (distances, lookups): Self::Undo) {
        self.distances = distances;
        self.exchange(slide, lookups);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::optimal::partition::of_groups;
    use alloc::collections::{BTreeSet, VecDeque};
    use alloc::vec::Vec;
    use motion_core::Control;

    /// Returns the bound for a board, given the goal cell of the tile in each cell.
    pub(in crate::optimal) fn bound(databases: &PackedDatabases, cells: &[u32]) -> u32 {
        let layout = databases.layout();
        if databases.numbers().are_ranks() {
            PatternBound::<true>::new(layout, databases, cells).value()
        } else {
            PatternBound::<false>::new(layout, databases, cells).value()
        }
    }

    /// On all boards of 2×3 cells, and on those of 3×3 up to 16 moves from the goal.
    #[test]
    fn a_second_partition_raises_bounds_up_to_the_moves() {
        let (first, second): ([&[u32]; 2], [&[u32]; 2]) = ([&[1, 2], &[3, 4, 5]], [&[1, 4], &[2, 3, 5]]);
        raises_bounds((2, 3), &first, &second, u32::MAX);
        let first: [&[u32]; 3] = [&[1, 2, 5], &[3, 6, 7], &[4, 8]];
        raises_bounds((3, 3), &first, &[&[1, 3, 4], &[2, 5, 8, 6, 7]], 16);
    }

    fn raises_bounds((rows, columns): (u32, u32), first: &[&[u32]], second: &[&[u32]], most: u32) {
        let layout = GoalLayout { rows, columns, goal_blank: 0 };
        let databases = |groups: &[&[u32]]| {
            let patterns = of_groups(layout, groups.iter().map(|group| group.to_vec()).collect());
            PackedDatabases::new(layout, &patterns, &mut Control::unlimited()).expect("no limit")
        };
        let both = databases(&[first, second].concat());
        assert!(both.second().is_some());
        let [first, second] = [first, second].map(databases);
        let mut known = BTreeSet::new();
        let mut queue = VecDeque::from([((0..layout.cells()).collect::<Vec<u32>>(), 0)]);
        let mut raised = 0;
        while let Some((cells, moves)) = queue.pop_front() {
            if moves > most || !known.insert(cells.clone()) {
                continue;
            }
            let [both, first, second] = [&both, &first, &second].map(|databases| bound(databases, &cells));
            assert!(first <= both && both <= first.max(second) && both <= moves, "{cells:?}");
            raised += u32::from(first < both);
            let blank = cells.iter().position(|&tile| tile == 0).expect("a blank");
            let beside = layout.beside(blank as u32);
            for cell in (0..cells.len()).filter(|cell| beside >> cell & 1 == 1) {
                let mut next = cells.clone();
                next.swap(cell, blank);
                queue.push_back((next, moves + 1));
            }
        }
        assert!(raised > 0);
    }
}
