//! Removal of the loops of a walk: the moves between two visits to the same board.

use alloc::vec::Vec;

use motion_core::{Control, Direction};

use super::beam::{cell_key, tile_hash};
use super::geometry::Geometry;
use super::permutation::TilePermutation;

/// Removes all loops from the first board on, always the longest at each board. Does nothing if the
/// memory does not suffice for a hash of every board.
pub(super) fn cut(
    geometry: &Geometry,
    start: &TilePermutation,
    walk: &mut Vec<Direction>,
    control: &mut Control,
) {
    let bytes = (2 * size_of::<(u64, u32)>() * (walk.len() + 1)) as u64;
    if control.hold(bytes).is_err() {
        return;
    }
    let shorter = without_loops(geometry, start, walk);
    control.release(bytes);
    // Guards against a hash collision.
    let after = |walk: &[Direction]| {
        let mut permutation = start.clone();
        for &direction in walk {
            permutation.go(geometry, direction);
        }
        permutation
    };
    if shorter.len() < walk.len() && after(&shorter) == after(walk) {
        *walk = shorter;
    }
}

fn without_loops(geometry: &Geometry, start: &TilePermutation, walk: &[Direction]) -> Vec<Direction> {
    let key = |cell: u32| cell_key(u64::from(cell) + 1);
    let mut permutation = start.clone();
    let mut number = 0;
    let mut boards = Vec::with_capacity(walk.len() + 1);
    boards.push((0, 0));
    for (at, &direction) in (1u32..).zip(walk) {
        let to = permutation.blank;
        permutation.go(geometry, direction);
        let tile = permutation.tiles[to as usize];
        number ^= tile_hash(tile, key(to)) ^ tile_hash(tile, key(permutation.blank));
        boards.push((number, at));
    }
    let mut last_visits = boards.clone();
    last_visits.sort_unstable();
    let last_visit = |number: u64| {
        let end = last_visits.partition_point(|&(other, _)| other <= number);
        last_visits[end - 1].1 as usize
    };
    let mut shorter = Vec::with_capacity(walk.len());
    let mut at = 0;
    loop {
        at = last_visit(boards[at].0);
        let Some(&direction) = walk.get(at) else { return shorter };
        shorter.push(direction);
        at += 1;
    }
}
