//! The least moves of every arrangement of the tiles of a pattern.

use alloc::vec::Vec;

use motion_core::search::explore_ranked;
use motion_core::{Control, Stop};

use super::cell_sets::cells_of;
use super::pattern_space::PatternSpace;
use super::permutation_index::MAX_TILES;

/// Arrangements that no moves lead to have this value, and those that take more moves the greatest
/// one below: a bound that is too low.
const UNKNOWN: u8 = u8::MAX;

/// The least moves of a pattern to its goal, from wherever the blank is.
pub(super) struct PatternMoves<'p> {
    space: &'p PatternSpace,
    /// By set of cells and permutation.
    least: Vec<u8>,
}

impl<'p> PatternMoves<'p> {
    /// Searches the whole space. A node is an abstract state. The memory of the result stays held.
    ///
    /// # Errors
    /// [`Stop`].
    pub(super) fn new(space: &'p PatternSpace, control: &mut Control) -> Result<Self, Stop> {
        let mut least = Vec::new();
        control.reserve(&mut least, space.arrangements()?)?;
        least.resize(least.capacity(), UNKNOWN);
        explore_ranked(space, [space.goal_rank()], control, |group, depth| {
            let depth = depth.min(u32::from(UNKNOWN) - 1) as u8;
            let least = &mut least[space.first_arrangement(group)..][..space.orders()];
            for &offset in group.offsets {
                let known = &mut least[offset as usize];
                *known = depth.min(*known);
            }
        })?;
        Ok(Self { space, least })
    }

    /// Visits every arrangement of the tiles with its least moves, and with the sum of the tiles'
    /// weights in their cells. Tiles are given to `weight` by their number in the pattern. A node
    /// is a set of cells.
    ///
    /// # Errors
    /// [`Stop`].
    pub(super) fn for_each(
        &self,
        control: &mut Control,
        weight: impl Fn(usize, u32) -> u64,
        mut visit: impl FnMut(u64, u8),
    ) -> Result<(), Stop> {
        let orders = self.space.orders();
        for (set, least) in self.space.sets().zip(self.least.chunks(orders)) {
            control.spend(1)?;
            let mut weights = [[0; MAX_TILES]; MAX_TILES];
            for (weights, cell) in weights.iter_mut().zip(cells_of(set)) {
                for (tile, sum) in weights[..self.space.tiles().len()].iter_mut().enumerate() {
                    *sum = weight(tile, cell);
                }
            }
            for (order, &least) in self.space.permutations().zip(least) {
                let weights = weights.iter().zip(order);
                visit(weights.map(|(weights, &tile)| weights[usize::from(tile & 7)]).sum(), least);
            }
        }
        Ok(())
    }
}
