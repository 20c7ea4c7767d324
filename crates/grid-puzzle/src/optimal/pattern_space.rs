//! The abstract states of a pattern as a ranked space: what the moves of its own tiles lead to,
//! whatever the other tiles do.
//!
//! An abstract state is where the tiles of the pattern are, and the *region* that the blank can
//! reach without moving them. The moves of the tiles depend only on the set of their cells and on
//! the region. Therefore all permutations of the tiles on a set of cells with a region have
//! consecutive ranks; they are a neighbourhood, here called a block. A move along a row keeps the
//! permutation, so it leads from each state to that at the same position of another block. Memory
//! accesses are local.

use alloc::vec::Vec;

use motion_core::search::{RankGroup, RankVisitor, RankedSpace, fingerprint};
use motion_core::{Control, Stop};

use super::cell_sets::{binomial, cells_of, number, sets};
use super::goal_layout::GoalLayout;
use super::permutation_index::{MAX_TILES, PermutationIndex};

/// The abstract states of one pattern.
#[derive(Debug)]
pub(super) struct PatternSpace {
    layout: GoalLayout,
    /// The goal cells of the tiles.
    tiles: Vec<u32>,
    /// The neighbours of each cell.
    beside: Vec<u64>,
    /// The number of the first block of each set.
    first: Vec<u32>,
    /// The region of each free cell, by set and cell: its number is added to that of the set's
    /// first block.
    regions: Vec<u8>,
    blocks: Vec<Block>,
    /// The permutations of the tiles in the cells of a set, lowest cell first.
    orders: PermutationIndex,
}

/// Cells of tiles, and a region that the blank can reach between them.
#[derive(Clone, Copy, Debug)]
struct Block {
    tiles: u64,
    region: u64,
    /// The number of the set of cells.
    set: u32,
}

impl PatternSpace {
    /// The space of at most [`MAX_TILES`] of a board of at most 64 cells. A node is a set of cells.
    /// Its memory stays held.
    ///
    /// # Errors
    /// [`Stop`].
    pub(super) fn new(layout: GoalLayout, tiles: &[u32], control: &mut Control) -> Result<Self, Stop> {
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
        space.find_regions(control)?;
        Ok(space)
    }

    /// Numbers the regions of each set; each is a block.
    fn find_regions(&mut self, control: &mut Control) -> Result<(), Stop> {
        let cells = self.cells();
        let sets_in_all = binomial(cells as u64, self.tiles.len() as u64);
        let sets_in_all = usize::try_from(sets_in_all).map_err(|_| Stop::Memory)?;
        control.reserve(&mut self.first, sets_in_all)?;
        control.reserve(&mut self.regions, sets_in_all.checked_mul(cells).ok_or(Stop::Memory)?)?;
        let board = u64::MAX >> (u64::BITS - self.layout.cells());
        for (number, set) in (0..).zip(self.sets()) {
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
                self.blocks.push(Block { tiles: set, region, set: number });
            }
            self.regions.extend_from_slice(&regions[..cells]);
        }
        Ok(())
    }

    fn cells(&self) -> usize {
        self.layout.cells() as usize
    }

    /// The free cells connected with these.
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

    /// The goal cells of the tiles.
    pub(super) fn tiles(&self) -> &[u32] {
        &self.tiles
    }

    /// All sets of cells that the tiles can be in.
    pub(super) fn sets(&self) -> impl Iterator<Item = u64> + use<> {
        sets(self.layout.cells(), self.tiles.len())
    }

    /// The number of permutations, which is the length of a block.
    pub(super) const fn orders(&self) -> usize {
        self.orders.count()
    }

    /// By number: the tiles in the cells of a set, lowest cell first.
    pub(super) fn permutations(&self) -> impl Iterator<Item = &[u8; MAX_TILES]> {
        self.orders.all()
    }

    /// The number of arrangements of the tiles, wherever the blank is.
    ///
    /// # Errors
    /// [`Stop::Memory`] if they cannot be addressed.
    pub(super) fn arrangements(&self) -> Result<usize, Stop> {
        self.first.len().checked_mul(self.orders()).ok_or(Stop::Memory)
    }

    /// The first arrangement of the tiles in the cells of a group.
    pub(super) fn first_arrangement(&self, group: &RankGroup<'_>) -> usize {
        self.blocks[self.block_of(group)].set as usize * self.orders()
    }

    fn block_of(&self, group: &RankGroup<'_>) -> usize {
        (group.first / self.orders() as u64) as usize
    }

    /// The rank of the goal.
    pub(super) fn goal_rank(&self) -> u64 {
        let goal: u64 = self.tiles.iter().map(|tile| 1 << tile).sum();
        let mut order = [0; MAX_TILES];
        for (place, cell) in order.iter_mut().zip(cells_of(goal)) {
            let tile = self.tiles.iter().position(|&tile| tile == cell);
            *place = tile.expect("invariant: the cells are the goals of the tiles") as u8;
        }
        self.block(goal, self.layout.goal_blank) * self.orders() as u64 + self.orders.number(order) as u64
    }

    /// Shows the first rank of every block that a move of a tile leads to, and the numbers of the
    /// permutations after it, unless they stay the same.
    #[inline]
    fn moves(&self, block: u64, mut visit: impl FnMut(u64, Option<&[u16]>)) {
        let Block { tiles, region, .. } = self.blocks[block as usize];
        for (from, cell) in cells_of(tiles).enumerate() {
            for target in cells_of(self.beside[cell as usize] & region) {
                let moved = tiles ^ (1 << cell) ^ (1 << target);
                let to = (moved & ((1 << target) - 1)).count_ones() as usize;
                let first = self.block(moved, cell) * self.orders() as u64;
                visit(first, (from != to).then(|| self.orders.shifted(from, to)));
            }
        }
    }

    /// The block of a set of cells, given a cell of the blank's region.
    #[inline]
    fn block(&self, tiles: u64, blank: u32) -> u64 {
        let set = number(tiles);
        u64::from(self.first[set]) + u64::from(self.regions[set * self.cells() + blank as usize])
    }
}

impl RankedSpace for PatternSpace {
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
