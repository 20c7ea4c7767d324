//! Closed walks of the blank that move only three robots.
//!
//! Let A and B be the closed walks around two cycles that share a path. Their commutator A B A⁻¹
//! B⁻¹ moves three robots in a cycle if the path has a single edge, and otherwise exchanges two
//! pairs of robots. Two such exchanges, one of them conjugated by a closed walk, make a 3-cycle if
//! they overlap suitably. Such an overlap is not proved in advance but found by trial: closed
//! walks, commutators, and products and commutators of those that move few robots are searched for
//! a power that is a 3-cycle.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use motion_core::{Control, Stop, Vertex};

use super::blank_walk::BlankWalk;
use super::closed_walks::{ClosedWalk, ClosedWalks, SHORT_WALKS};
use super::permutation::Permutation;

/// A closed walk of the blank that takes the robot on each of three places to the next one, and the
/// third to the first.
#[derive(Clone, Debug)]
pub(super) struct ThreeCycle {
    pub(super) places: [Vertex; 3],
    pub(super) walk: BlankWalk,
}

/// The 3-cycles found: the shortest one for each set of three vertices.
#[derive(Default)]
struct ThreeCycles(BTreeMap<[Vertex; 3], ThreeCycle>);

/// The largest number of vertices that a permutation moving few vertices moves.
const FEW: usize = 6;

/// The number of shortest walks moving few vertices whose products are tried, with all their
/// conjugates.
const CARRIED: usize = 4;

impl ThreeCycles {
    /// Adds the power of the permutation that is a 3-cycle, if there is one.
    fn consider(&mut self, permutation: &Permutation, walk: impl FnOnce() -> BlankWalk) {
        let Some((exponent, places)) = permutation.three_cycle() else { return };
        let once = walk();
        let mut walk = once.clone();
        (1..exponent).for_each(|_| walk.append(&once));
        let mut key = places;
        key.sort_unstable();
        if self.0.get(&key).is_none_or(|known| walk.len() < known.walk.len()) {
            self.0.insert(key, ThreeCycle { places, walk });
        }
    }
}

/// Finds at least one 3-cycle, and returns the 3-cycles with the shortest closed walks used.
///
/// # Errors
/// [`Stop`] if a limit is reached or the run is cancelled.
///
/// # Complexity
/// The first round, which was enough on every graph tried, takes O(V) time for each of a constant
/// number of permutations, and O(V²) for each 3-cycle found.
///
/// # Guarantees
/// Terminates: by Wilson's theorem some closed walk is a 3-cycle, and later rounds try all closed
/// walks. On a cycle and on Wilson's exception there is no 3-cycle, and only a limit ends the
/// search.
pub(super) fn find(
    closed_walks: &ClosedWalks,
    control: &mut Control,
) -> Result<(Vec<ThreeCycle>, Vec<ClosedWalk>), Stop> {
    let mut round = 0;
    loop {
        let mut held = 0;
        let found = closed_walks.pool(round, &mut held, control).and_then(|pool| {
            let found = find_among(&pool, control)?;
            Ok((found, pool))
        });
        control.release(held);
        let (found, mut pool) = found?;
        if !found.0.is_empty() {
            pool.truncate(SHORT_WALKS);
            return Ok((found.0.into_values().collect(), pool));
        }
        round += 1;
    }
}

fn find_among(pool: &[ClosedWalk], control: &mut Control) -> Result<ThreeCycles, Stop> {
    let mut found = ThreeCycles::default();
    let mut few: Vec<ClosedWalk> = Vec::new();
    for (index, first) in pool.iter().enumerate() {
        found.consider(&first.permutation, || first.walk.clone());
        for second in &pool[..index] {
            control.spend(1)?;
            let permutation = commutator(first, second);
            found.consider(&permutation, || commutator_walk(first, second));
            if (1..=FEW).contains(&permutation.moved().count()) {
                few.push(ClosedWalk::of(commutator_walk(first, second), permutation));
            }
        }
    }
    few.sort_by_key(ClosedWalk::len);
    let shortest = found.0.values().map(|cycle| cycle.walk.len()).min();
    if few.first().is_none_or(|closed| shortest.is_some_and(|shortest| shortest <= closed.len())) {
        // Products of two walks that move few vertices are unlikely to be shorter.
        return Ok(found);
    }
    few.dedup_by(|a, b| a.permutation == b.permutation);
    few.truncate(CARRIED);
    let carry = |closed: &ClosedWalk, by: &ClosedWalk| by.reversed().then(closed).then(by);
    let carried: Vec<ClosedWalk> =
        few.iter().flat_map(|closed| pool.iter().map(|by| carry(closed, by))).collect();
    for first in &few {
        for second in few.iter().chain(&carried) {
            control.spend(1)?;
            found.consider(&first.permutation.then(&second.permutation), || first.then(second).walk);
            found.consider(&first.inverse.then(&second.permutation), || first.reversed().then(second).walk);
            found.consider(&commutator(first, second), || commutator_walk(first, second));
        }
    }
    Ok(found)
}

fn commutator(first: &ClosedWalk, second: &ClosedWalk) -> Permutation {
    let there = first.permutation.then(&second.permutation);
    there.then(&first.inverse).then(&second.inverse)
}

fn commutator_walk(first: &ClosedWalk, second: &ClosedWalk) -> BlankWalk {
    let mut walk = first.walk.clone();
    walk.append(&second.walk);
    walk.append_reversed(&first.walk);
    walk.append_reversed(&second.walk);
    walk
}
