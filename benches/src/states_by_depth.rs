//! Histograms of spaces that fit into memory.

use std::ops::ControlFlow;

use motion_core::Control;
use motion_core::search::{PackedSpace, explore};

/// The number of states at each depth.
pub fn states_by_depth<S: PackedSpace<N>, const N: usize>(space: &S, start: &S::State) -> Vec<u64> {
    let mut states: Vec<u64> = Vec::new();
    let explored = explore(space, [start.clone()], &mut Control::unlimited(), |_, depth| {
        states.resize(depth as usize + 1, 0);
        states[depth as usize] += 1;
        ControlFlow::Continue(())
    });
    explored.expect("invariant: no limit");
    states
}
