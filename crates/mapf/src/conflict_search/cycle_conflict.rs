//! Closed cycles of robots, which the model `Train` forbids.

use alloc::vec::Vec;

use hashbrown::HashMap;
use motion_core::Vertex;
use rustc_hash::FxBuildHasher;

use super::restriction::Restriction;
use crate::timed_paths::place_at;

/// Finds the first closed cycle in paths that have no other conflicts. Returns its robots and their
/// steps.
pub(super) fn find_cycle(paths: &[&[Vertex]]) -> Option<Vec<(u32, Restriction)>> {
    let last = paths.iter().map(|path| path.len()).max().unwrap_or(0);
    let mut leavers: HashMap<Vertex, (u32, Vertex), FxBuildHasher> = HashMap::default();
    // The last round in which each robot was met. Each time and first robot has its own round.
    let mut met = alloc::vec![0; paths.len()];
    let mut round = 0;
    for time in 1..last {
        leavers.clear();
        for (robot, path) in (0u32..).zip(paths) {
            let (from, to) = (place_at(path, time - 1), place_at(path, time));
            if from != to {
                leavers.insert(from, (robot, to));
            }
        }
        let before = round;
        for path in paths {
            round += 1;
            let mut vertex = place_at(path, time - 1);
            while let Some(&(robot, to)) = leavers.get(&vertex) {
                let met = &mut met[robot as usize];
                if *met == round {
                    return Some(circle(&leavers, vertex, time as u32));
                }
                if *met > before {
                    break;
                }
                *met = round;
                vertex = to;
            }
        }
    }
    None
}

/// The steps of the cycle through a vertex.
fn circle(
    leavers: &HashMap<Vertex, (u32, Vertex), FxBuildHasher>,
    first: Vertex,
    time: u32,
) -> Vec<(u32, Restriction)> {
    let mut steps = Vec::new();
    let mut from = first;
    loop {
        let (robot, to) = leavers[&from];
        steps.push((robot, Restriction::Step { from, to, time }));
        from = to;
        if from == first {
            return steps;
        }
    }
}
