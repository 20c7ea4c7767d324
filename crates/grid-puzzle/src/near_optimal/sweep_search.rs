//! The beams that the sweep phase may use.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::geometry::Geometry;
use super::permutation::TilePermutation;
use super::weights::DistanceWeights;
use super::window::BoardWindow;

/// A beam that keeps the best few states for each cell of the blank in a window.
pub(super) trait SweepSearch<'w> {
    /// Makes a beam with one state: the content of the window.
    fn new(
        geometry: &'w Geometry,
        weights: &'w DistanceWeights,
        window: BoardWindow,
        permutation: &TilePermutation,
        width: usize,
    ) -> Self;

    /// Makes one more move. Returns whether any state is left.
    fn advance(&mut self, control: &mut Control) -> Result<bool, Stop>;

    /// The number of moves so far.
    fn level(&self) -> usize;

    /// Returns the least change of the sum of distances so far.
    fn nearest(&self) -> i32;

    /// Returns the states: the number of each, the blank's cell in the window, and the changes of
    /// the sums of weights and of distances.
    fn states(&self) -> impl Iterator<Item = (usize, u32, i64, i32)>;

    /// Returns the moves that lead to a state.
    fn moves(&self, state: usize) -> Vec<Direction>;

    /// Releases the memory.
    fn release(&mut self, control: &mut Control);
}
