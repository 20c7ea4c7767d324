//! The positions of a few tiles and the blank as a space of ranks, for moves of any number of tiles
//! of a line at once.
//!
//! All permutations of the tiles on a set of cells with a cell of the blank are a *block* of
//! consecutive ranks. A move changes the permutation of all states of a block alike, and only if it
//! is along a column, where a tile passes others.

use alloc::vec::Vec;

use motion_core::internal::{RankGroup, RankVisitor, RankedSpace};
use motion_core::search::fingerprint;
use motion_core::{Control, Direction, Stop};

use super::cell_sets::{binomial, cells_of, number, set_with_number};
use super::goal_layout::GoalLayout;
use super::permutation_index::{MAX_TILES, PermutationIndex};

/// The cells of some tiles and of the blank, numbered without gaps. All other tiles are alike, but
/// their moves count.
#[derive(Debug)]
pub(super) struct LinePattern {
    layout: GoalLayout,
    /// The goal cells of the tiles.
    tiles: Vec<u32>,
    sets: u64,
    /// The permutations of the tiles in the cells of a set, lowest cell first.
    orders: PermutationIndex,
}

/// An abstract state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinePlace {
    /// The cells of the tiles.
    pub(super) tiles: u64,
    pub(super) blank: u32,
    /// The number of the permutation of the tiles in these cells.
    pub(super) order: u16,
}

impl LinePattern {
    /// Returns the number of states of this many tiles.
    pub(super) fn states_of(layout: GoalLayout, tiles: usize) -> u64 {
        let cells = u64::from(layout.cells());
        (0..=tiles as u64).map(|placed| cells.saturating_sub(placed)).fold(1, u64::saturating_mul)
    }

    /// Makes the space of the tiles with these goal cells, at most [`MAX_TILES`], on a board of at
    /// most 64 cells. The memory of the space remains held in `control`.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    pub(super) fn held(layout: GoalLayout, tiles: &[u32], control: &mut Control) -> Result<Self, Stop> {
        control.hold(PermutationIndex::bytes(tiles.len()))?;
        Ok(Self {
            layout,
            tiles: tiles.to_vec(),
            sets: binomial(u64::from(layout.cells()), tiles.len() as u64),
            orders: PermutationIndex::new(tiles.len()),
        })
    }

    fn orders(&self) -> u64 {
        self.orders.count() as u64
    }

    /// Returns the number of cells without a tile of the pattern.
    fn free_cells(&self) -> u64 {
        u64::from(self.layout.cells()) - self.tiles.len() as u64
    }

    /// Returns the state in which the tiles with these goal cells are in these cells.
    pub(super) fn place(&self, cells: &[(u32, u32)], blank: u32) -> LinePlace {
        let tiles = cells.iter().fold(0, |set, (_, cell)| set | 1 << cell);
        let mut order = [0; MAX_TILES];
        for (place, at) in order.iter_mut().zip(cells_of(tiles)) {
            let goal = cells.iter().find(|&&(_, cell)| cell == at).map(|&(goal, _)| goal);
            let tile = self.tiles.iter().position(|&tile| Some(tile) == goal);
            *place = tile.expect("invariant: these are the tiles") as u8;
        }
        LinePlace { tiles, blank, order: self.orders.number(order) as u16 }
    }

    /// Returns the rank of the goal.
    pub(super) fn goal_rank(&self) -> u64 {
        let goals: Vec<_> = self.tiles.iter().map(|&tile| (tile, tile)).collect();
        self.rank(self.place(&goals, self.layout.goal_blank))
    }

    #[inline]
    pub(super) fn rank(&self, place: LinePlace) -> u64 {
        self.block(place.tiles, place.blank) * self.orders() + u64::from(place.order)
    }

    #[inline]
    fn block(&self, tiles: u64, blank: u32) -> u64 {
        let before = blank - (tiles & ((1 << blank) - 1)).count_ones();
        number(tiles) as u64 * self.free_cells() + u64::from(before)
    }

    /// Returns the cells of the tiles and of the blank in a block.
    fn cells(&self, block: u64) -> (u64, u32) {
        let tiles = set_with_number(block / self.free_cells(), self.tiles.len());
        let free = cells_of(!tiles).nth((block % self.free_cells()) as usize);
        (tiles, free.expect("invariant: a block has a free cell"))
    }

    /// Returns the cells of the tiles after the one in `from` has moved to `blank`, and the numbers
    /// of the permutations then; `None` if these stay the same.
    #[inline]
    fn shifted(&self, tiles: u64, from: u32, blank: u32) -> (u64, Option<&[u16]>) {
        let moved = tiles ^ (1 << from) ^ (1 << blank);
        let place = |set: u64, cell: u32| (set & ((1 << cell) - 1)).count_ones() as usize;
        let [from, to] = [place(tiles, from), place(moved, blank)];
        (moved, (from != to).then(|| self.orders.shifted(from, to)))
    }

    /// Returns the state after the blank has moved to a cell beside it.
    #[inline]
    pub(super) fn after(&self, place: LinePlace, from: u32) -> LinePlace {
        if place.tiles >> from & 1 == 0 {
            return LinePlace { blank: from, ..place };
        }
        let (tiles, shifted) = self.shifted(place.tiles, from, place.blank);
        let order = shifted.map_or(place.order, |shifted| shifted[usize::from(place.order)]);
        LinePlace { tiles, blank: from, order }
    }

    /// Returns the cells that the blank passes in a direction.
    fn line(&self, blank: u32, direction: Direction) -> impl Iterator<Item = u32> + use<> {
        let layout = self.layout;
        core::iter::successors(Some(blank), move |&cell| match direction {
            Direction::Up => cell.checked_sub(layout.columns),
            Direction::Right => Some(cell + 1).filter(|&cell| layout.column(cell) > 0),
            Direction::Down => Some(cell + layout.columns).filter(|&cell| cell < layout.cells()),
            Direction::Left => cell.checked_sub(1).filter(|_| layout.column(cell) > 0),
        })
        .skip(1)
    }
}

impl RankedSpace for LinePattern {
    /// The permutations after a part of a move.
    type Scratch = Vec<u32>;

    fn states(&self) -> u64 {
        self.sets * self.free_cells() * self.orders()
    }

    fn scratch(&self) -> Vec<u32> {
        Vec::new()
    }

    fn successors(&self, _: &mut Vec<u32>, rank: u64, visit: &mut impl FnMut(u64)) {
        let (tiles, blank) = self.cells(rank / self.orders());
        let start = LinePlace { tiles, blank, order: (rank % self.orders()) as u16 };
        for direction in Direction::ALL {
            let mut place = start;
            for from in self.line(blank, direction) {
                place = self.after(place, from);
                visit(self.rank(place));
            }
        }
    }

    fn fingerprint(&self) -> u64 {
        let GoalLayout { rows, columns, goal_blank } = self.layout;
        let words = [rows, columns, goal_blank].into_iter().chain(self.tiles.iter().copied());
        fingerprint(*b"lines   ", words.map(u64::from))
    }

    fn neighbourhood_len(&self) -> u32 {
        self.orders.count() as u32
    }

    fn expand(&self, orders: &mut Vec<u32>, group: &RankGroup<'_>, visitor: &mut impl RankVisitor) {
        let (start, blank) = self.cells(group.first / self.orders());
        for direction in Direction::ALL {
            let (mut tiles, mut blank) = (start, blank);
            orders.clear();
            for from in self.line(blank, direction) {
                if tiles >> from & 1 == 1 {
                    let (moved, shifted) = self.shifted(tiles, from, blank);
                    tiles = moved;
                    if let Some(shifted) = shifted {
                        if orders.is_empty() {
                            orders.extend(group.offsets);
                        }
                        for order in &mut *orders {
                            *order = u32::from(shifted[*order as usize]);
                        }
                    }
                }
                blank = from;
                let first = self.block(tiles, blank) * self.orders();
                if orders.is_empty() {
                    visitor.visit_moved(group, first);
                } else {
                    for &order in &*orders {
                        visitor.visit(first + u64::from(order));
                    }
                }
            }
        }
    }
}
