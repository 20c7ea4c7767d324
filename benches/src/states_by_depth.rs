//! Histograms of spaces that fit into memory.

use motion_core::Control;
use motion_core::search::PackedSpace;

/// Returns the number of states at each depth.
pub fn states_by_depth<S: PackedSpace<N>, const N: usize>(space: &S, start: &S::State) -> Vec<u64> {
    families::states_by_depth(space, start, &mut Control::unlimited()).expect("invariant: no limit")
}
