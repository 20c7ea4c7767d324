//! A space of ranks for the abstract states of a pattern. Only moves of the pattern's tiles count.
//!
//! A set of cells for the tiles and a region for the blank define a *block*: the consecutive ranks
//! of all permutations of the tiles on these cells. Each block is a neighbourhood. The moves of the
//! tiles depend only on the set and the region. A move along a row keeps the permutation, so it
//! leads from each state to the one at the same position of another block.

use alloc::vec::Vec;
use core::fmt;

use motion_core::internal::{RankGroup, RankVisitor, RankedSpace};
use motion_core::search::fingerprint;
use motion_core::{Cell, Control, Stop};

use super::cell_sets::{binomial, cells_of, number, sets};
use super::goal_layout::GoalLayout;
use super::permutation_index::{MAX_TILES, PermutationIndex};
use super::ranking_error::RankingError;
use crate::board::{Board, Tile};

/// The greatest number of cells of a board with patterns. A set of cells is a `u64` with one bit
/// per cell.
pub(super) const MAX_CELLS: u32 = 64;

/// The abstract states of a pattern, numbered without gaps. A state consists of the cells of some
/// tiles of a board and the cells that the blank can reach without moving these tiles. All other
/// tiles are alike, and their moves do not count.
///
/// The entry of an additive pattern database is the fewest actions from an abstract state to the
/// goal. A search over such spaces fills [`PatternDatabases`](crate::tables::PatternDatabases).
///
/// # Complexity
/// With k tiles on n cells, there are n!/(n − k)! arrangements of the tiles, each with one or a few
/// abstract states: 11,816,640 states for six tiles of the 15-puzzle. The space itself takes about
/// 120 bytes for each of the n!/(k! (n − k)!) sets of cells, and 2k²·k! bytes for the permutations.
///
/// # References
/// R. E. Korf, A. Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134
/// (2002) 9–22.
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, Tile};
/// use grid_puzzle::internal::RankedPattern;
/// use motion_core::Control;
/// use motion_core::internal::{RankedSpace, explore_ranked};
///
/// let control = &mut Control::unlimited();
/// let pattern = RankedPattern::new(&Board::solved(3, 3)?, &[1, 2, 3, 4].map(Tile), control)?;
/// let counts = explore_ranked(&pattern, [pattern.goal_rank()], control, |_, _| ())?;
/// assert_eq!(counts.iter().sum::<u64>(), pattern.states());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RankedPattern {
    layout: GoalLayout,
    /// The goal cells of the tiles.
    tiles: Vec<u32>,
    /// The neighbours of each cell.
    beside: Vec<u64>,
    /// The number of the first block of each set.
    first: Vec<u32>,
    /// For each set and each free cell, the number of the cell's region within the set. The first
    /// block of the set plus this number is the block.
    regions: Vec<u8>,
    blocks: Vec<Block>,
    /// The permutations of the tiles in the cells of a set, lowest cell first.
    orders: PermutationIndex,
}

impl fmt::Debug for RankedPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RankedPattern")
            .field("layout", &self.layout)
            .field("tiles", &self.tiles)
            .finish_non_exhaustive()
    }
}

/// A block: the cells of tiles, and a region that the blank can reach between them.
#[derive(Clone, Copy, Debug)]
struct Block {
    tiles: u64,
    region: u64,
}

impl RankedPattern {
    /// Makes the space of these tiles, in this order, on boards with this goal. Every set of cells
    /// spends one node of the budget. The memory of the space remains held in `control`.
    ///
    /// # Errors
    /// [`RankingError`] for more than 64 cells, several blanks, no tile or more than 8, and numbers
    /// that are not tiles; [`RankingError::Stopped`] if a limit is reached.
    pub fn new(goal: &Board, tiles: &[Tile], control: &mut Control) -> Result<Self, RankingError> {
        let cells = goal.rows() * goal.columns();
        if goal.blank_count() > 1 {
            return Err(RankingError::SeveralBlanks { blanks: goal.blank_count() });
        }
        if cells > MAX_CELLS {
            return Err(RankingError::TooManyCells { cells, most: MAX_CELLS });
        }
        if tiles.is_empty() || tiles.len() > MAX_TILES {
            return Err(RankingError::TileCount { tiles: tiles.len(), most: MAX_TILES });
        }
        let goals = goal.cells_of_tiles();
        let mut cells = Vec::new();
        for &Tile(tile) in tiles {
            let cell = goals.get(tile as usize).filter(|cell| tile > 0 && !cells.contains(&cell.0));
            cells.push(cell.ok_or(RankingError::NotATile { tile })?.0);
        }
        Ok(Self::of_cells(GoalLayout::of(goal), &cells, control)?)
    }

    /// Makes the space of the tiles with these goal cells, at most [`MAX_TILES`], on a board of at
    /// most [`MAX_CELLS`].
    pub(super) fn of_cells(layout: GoalLayout, tiles: &[u32], control: &mut Control) -> Result<Self, Stop> {
        let before = control.stats().bytes;
        control.hold(PermutationIndex::bytes(tiles.len()))?;
        let mut space = Self {
            layout,
            tiles: tiles.to_vec(),
            beside: (0..layout.cells()).map(|cell| layout.beside(cell)).collect(),
            first: Vec::new(),
            regions: Vec::new(),
            blocks: Vec::new(),
            orders: PermutationIndex::new(tiles.len()),
        };
        if let Err(why) = space.find_regions(control) {
            control.release(control.stats().bytes - before);
            return Err(why);
        }
        Ok(space)
    }

    /// Numbers the regions of each set. Each region is a block.
    fn find_regions(&mut self, control: &mut Control) -> Result<(), Stop> {
        let cells = self.cell_count();
        let sets_in_all = binomial(cells as u64, self.tiles.len() as u64);
        let sets_in_all = usize::try_from(sets_in_all).map_err(|_| Stop::Memory)?;
        control.reserve(&mut self.first, sets_in_all)?;
        control.reserve(&mut self.regions, sets_in_all.checked_mul(cells).ok_or(Stop::Memory)?)?;
        let board = u64::MAX >> (u64::BITS - self.layout.cells());
        for set in self.sets() {
            control.spend(1)?;
            self.first.push(u32::try_from(self.blocks.len()).map_err(|_| Stop::Memory)?);
            let mut regions = [u8::MAX; u64::BITS as usize];
            let mut free = board & !set;
            for region_number in 0.. {
                if free == 0 {
                    break;
                }
                let region = self.region(free & free.wrapping_neg(), free);
                free &= !region;
                for cell in cells_of(region) {
                    regions[cell as usize] = region_number;
                }
                if self.blocks.len() == self.blocks.capacity() {
                    let capacity = sets_in_all.max(2 * self.blocks.len());
                    control.reserve(&mut self.blocks, capacity)?;
                }
                self.blocks.push(Block { tiles: set, region });
            }
            self.regions.extend_from_slice(&regions[..cells]);
        }
        Ok(())
    }

    fn cell_count(&self) -> usize {
        self.layout.cells() as usize
    }

    /// Returns the cells of the tiles of an abstract state, in the order of the tiles, and a cell
    /// that the blank can reach.
    ///
    /// # Panics
    /// If the rank does not exist.
    pub fn cells(&self, rank: u64) -> (Vec<Cell>, Cell) {
        let Block { tiles, region } = self.blocks[(rank / self.orders() as u64) as usize];
        let order = self.orders.tiles((rank % self.orders() as u64) as usize);
        let mut cells = alloc::vec![Cell(0); self.tiles.len()];
        for (&tile, cell) in order.iter().zip(cells_of(tiles)) {
            cells[usize::from(tile)] = Cell(cell);
        }
        (cells, Cell(region.trailing_zeros()))
    }

    /// Returns the free cells connected with these.
    fn region(&self, from: u64, free: u64) -> u64 {
        let mut region = from;
        let mut border = from;
        while border != 0 {
            let grown = cells_of(border).fold(0, |grown, cell| grown | self.beside[cell as usize]);
            border = grown & free & !region;
            region |= border;
        }
        region
    }

    /// Returns all sets of cells that the tiles can be in.
    fn sets(&self) -> impl Iterator<Item = u64> + use<> {
        sets(self.layout.cells(), self.tiles.len())
    }

    /// The number of permutations, equal to the length of a block.
    pub(super) const fn orders(&self) -> usize {
        self.orders.count()
    }

    /// Returns the tiles in the cells of a set, lowest cell first, in a state of a group.
    #[inline]
    pub(super) fn order(&self, offset: u32) -> &[u8; MAX_TILES] {
        self.orders.tiles(offset as usize)
    }

    /// Returns the cells of the tiles in the group's block.
    pub(super) fn set(&self, group: &RankGroup<'_>) -> u64 {
        self.blocks[(group.first / self.orders() as u64) as usize].tiles
    }

    /// Returns the rank of the goal.
    pub fn goal_rank(&self) -> u64 {
        let goal: u64 = self.tiles.iter().map(|tile| 1 << tile).sum();
        let mut order = [0; MAX_TILES];
        for (place, cell) in order.iter_mut().zip(cells_of(goal)) {
            let tile = self.tiles.iter().position(|&tile| tile == cell);
            *place = tile.expect("invariant: the cells are the goals of the tiles") as u8;
        }
        self.block(goal, self.layout.goal_blank) * self.orders() as u64 + self.orders.number(order) as u64
    }

    /// For every move of a tile, visits the first rank of the block to which it leads. Also passes
    /// the number that each permutation has after the move; `None` if the move changes none.
    #[inline]
    fn moves(&self, block: u64, mut visit: impl FnMut(u64, Option<&[u16]>)) {
        let Block { tiles, region } = self.blocks[block as usize];
        for (from, cell) in cells_of(tiles).enumerate() {
            for target in cells_of(self.beside[cell as usize] & region) {
                let moved = tiles ^ (1 << cell) ^ (1 << target);
                let to = (moved & ((1 << target) - 1)).count_ones() as usize;
                let first = self.block(moved, cell) * self.orders() as u64;
                visit(first, (from != to).then(|| self.orders.shifted(from, to)));
            }
        }
    }

    /// Returns the block of a set of cells, given a cell of the blank's region.
    #[inline]
    fn block(&self, tiles: u64, blank: u32) -> u64 {
        let set = number(tiles);
        u64::from(self.first[set]) + u64::from(self.regions[set * self.cell_count() + blank as usize])
    }
}

impl RankedSpace for RankedPattern {
    type Scratch = ();

    fn states(&self) -> u64 {
        self.blocks.len() as u64 * self.orders() as u64
    }

    fn scratch(&self) {}

    fn successors(&self, (): &mut (), rank: u64, visit: &mut impl FnMut(u64)) {
        let offset = rank % self.orders() as u64;
        self.moves(rank / self.orders() as u64, |first, shifted| {
            visit(first + shifted.map_or(offset, |shifted| u64::from(shifted[offset as usize])));
        });
    }

    fn fingerprint(&self) -> u64 {
        let GoalLayout { rows, columns, goal_blank } = self.layout;
        let words = [rows, columns, goal_blank].into_iter().chain(self.tiles.iter().copied());
        fingerprint(*b"pattern ", words.map(u64::from))
    }

    fn neighbourhood_len(&self) -> u32 {
        self.orders.count() as u32
    }

    #[inline]
    fn expand(&self, (): &mut (), group: &RankGroup<'_>, visitor: &mut impl RankVisitor) {
        self.moves(group.first / self.orders() as u64, |first, shifted| match shifted {
            None => visitor.visit_moved(group, first),
            Some(shifted) => {
                for &offset in group.offsets {
                    visitor.visit(first + u64::from(shifted[offset as usize]));
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use motion_core::Budget;

    fn space(rows: u32, columns: u32, tiles: impl IntoIterator<Item = u32>) -> RankedPattern {
        let goal = Board::solved(rows, columns).expect("a legal size");
        let tiles: Vec<Tile> = tiles.into_iter().map(Tile).collect();
        RankedPattern::new(&goal, &tiles, &mut Control::unlimited()).expect("few cells, no limit")
    }

    fn successors(space: &RankedPattern, rank: u64) -> Vec<u64> {
        let mut found = Vec::new();
        space.successors(&mut (), rank, &mut |next| found.push(next));
        found
    }

    #[test]
    fn a_move_takes_one_tile_into_the_region_and_can_be_undone() {
        for (rows, columns, tiles) in [(3, 3, 1..5), (2, 4, 3..6), (4, 4, 1..9), (2, 5, 1..9)] {
            let space = space(rows, columns, tiles);
            let step = space.states() / 500 + 1;
            for rank in (0..space.states()).step_by(step as usize) {
                let (cells, _) = space.cells(rank);
                for next in successors(&space, rank) {
                    assert!(successors(&space, next).contains(&rank));
                    let (moved, _) = space.cells(next);
                    let changed: Vec<_> = cells.iter().zip(&moved).filter(|(from, to)| from != to).collect();
                    let [(from, to)] = changed[..] else { panic!("one tile moves: {cells:?}, {moved:?}") };
                    assert_eq!(space.layout.distance(from.0, to.0), 1);
                }
            }
            let (cells, _) = space.cells(space.goal_rank());
            assert!(cells.iter().map(|cell| cell.0).eq(space.tiles.iter().copied()));
        }
    }

    #[test]
    fn groups_have_the_successors_of_their_states() {
        struct Visited(Vec<u64>);

        impl RankVisitor for Visited {
            fn visit(&mut self, rank: u64) {
                self.0.push(rank);
            }
        }

        let space = space(3, 4, [1, 2, 5, 7]);
        for first in (0..space.states()).step_by(24) {
            let group = RankGroup { first, offsets: &[0, 3, 4, 17, 23] };
            let mut all = Visited(Vec::new());
            space.expand(&mut (), &group, &mut all);
            let mut each: Vec<u64> = group.ranks().flat_map(|rank| successors(&space, rank)).collect();
            each.sort_unstable();
            all.0.sort_unstable();
            assert_eq!(all.0, each);
        }
    }

    #[test]
    fn eight_tiles_of_the_24_puzzle_have_ranks_of_more_than_32_bits() {
        let space = space(5, 5, 1..9);
        assert_eq!(space.orders(), 40_320);
        assert!(space.states() > 40 << 30, "{}", space.states());
        let ranks = [space.states() - 1, space.states() / 2, u64::from(u32::MAX) + 7];
        for rank in ranks {
            for next in successors(&space, rank) {
                assert!(next < space.states() && successors(&space, next).contains(&rank));
            }
        }
    }

    #[test]
    fn patterns_without_ranks_are_refused() {
        let goal = Board::solved(3, 4).expect("a legal size");
        let refused = |goal: &Board, tiles: &[u32]| {
            let tiles: Vec<Tile> = tiles.iter().copied().map(Tile).collect();
            RankedPattern::new(goal, &tiles, &mut Control::unlimited()).expect_err("no ranks")
        };
        assert_eq!(refused(&goal, &[]), RankingError::TileCount { tiles: 0, most: 8 });
        assert_eq!(refused(&goal, &[1; 9]), RankingError::TileCount { tiles: 9, most: 8 });
        for (tiles, tile) in [([1, 2, 0], 0), ([1, 12, 2], 12), ([3, 1, 3], 3)] {
            assert_eq!(refused(&goal, &tiles), RankingError::NotATile { tile });
        }
        let large = Board::solved(5, 13).expect("a legal size");
        assert_eq!(refused(&large, &[1]), RankingError::TooManyCells { cells: 65, most: 64 });
        let two = Board::solved_with_blanks(3, 4, 2).expect("a legal size");
        assert_eq!(refused(&two, &[1]), RankingError::SeveralBlanks { blanks: 2 });
    }

    #[test]
    fn stopped_spaces_hold_nothing() {
        let goal = Board::solved(4, 4).expect("a legal size");
        for (budget, why) in
            [(Budget::new().with_nodes(1000), Stop::Nodes), (Budget::new().with_bytes(30_000), Stop::Memory)]
        {
            let mut control = Control::new(budget);
            let stopped = RankedPattern::new(&goal, &[1, 2, 3, 4].map(Tile), &mut control);
            assert_eq!(stopped.err(), Some(RankingError::Stopped(why)));
            assert_eq!(control.stats().bytes, 0);
        }
    }

    #[test]
    fn fingerprints_are_those_of_earlier_versions() {
        let prints = [space(4, 4, [1, 2, 3]), space(4, 4, [1, 3, 2]), space(3, 4, [1, 2, 3])];
        let prints: BTreeSet<u64> = prints.iter().map(RankedSpace::fingerprint).collect();
        assert_eq!(prints.len(), 3);
        assert_eq!(space(4, 4, [1, 2, 3]).fingerprint(), 15_480_020_791_252_660_469);
    }
}
