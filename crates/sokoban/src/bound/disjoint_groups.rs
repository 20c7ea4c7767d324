//! Groups of boxes without a common box, of the greatest weight.

use alloc::vec::Vec;
use core::cmp::Reverse;

/// Boxes, by their numbers, that together cost more than each alone.
#[derive(Clone, Debug)]
pub(super) struct WeightedGroup {
    /// Two or three boxes; of two, the second twice.
    pub(super) boxes: [u16; 3],
    pub(super) weight: u32,
}

/// The choices of groups that are tried.
const STEPS: u32 = 2_000;

/// The greatest sum of weights of groups without a common box – or nearly, if it takes too long.
/// Sorts the groups.
pub(super) fn greatest_disjoint(groups: &mut [WeightedGroup], taken: &mut Vec<bool>, boxes: usize) -> u32 {
    groups.sort_unstable_by_key(|group| Reverse(group.weight));
    taken.clear();
    taken.resize(boxes, false);
    let mut steps = STEPS;
    choose(groups, taken, &mut steps)
}

fn choose(groups: &[WeightedGroup], taken: &mut [bool], steps: &mut u32) -> u32 {
    let is_free =
        |group: &WeightedGroup, taken: &[bool]| group.boxes.iter().all(|&number| !taken[usize::from(number)]);
    let Some(next) = groups.iter().position(|group| is_free(group, taken)) else { return 0 };
    let (first, rest) = (&groups[next], &groups[next + 1..]);
    first.boxes.iter().for_each(|&number| taken[usize::from(number)] = true);
    let with = first.weight + choose(rest, taken, steps);
    first.boxes.iter().for_each(|&number| taken[usize::from(number)] = false);
    *steps = steps.saturating_sub(1);
    // Without it, only groups with one of its boxes can gain anything.
    let shares = |other: &WeightedGroup| other.boxes.iter().any(|number| first.boxes.contains(number));
    if *steps == 0 || !rest.iter().any(|other| shares(other) && is_free(other, taken)) {
        return with;
    }
    with.max(choose(rest, taken, steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// The greatest sum over all sets of groups.
    fn by_trying(groups: &[WeightedGroup]) -> u32 {
        let is_disjoint = |set: &u32| {
            let mut boxes = Vec::new();
            let chosen = (0..groups.len()).filter(|number| set & 1 << number != 0);
            chosen.into_iter().all(|number| {
                let mut own = groups[number].boxes.to_vec();
                own.dedup();
                let is_free = own.iter().all(|at| !boxes.contains(at));
                boxes.extend(own);
                is_free
            })
        };
        let weight = |set: u32| {
            let chosen = (0..groups.len()).filter(move |number| set & 1 << number != 0);
            chosen.map(|number| groups[number].weight).sum()
        };
        (0..1 << groups.len()).filter(is_disjoint).map(weight).max().unwrap_or(0)
    }

    #[test]
    fn the_greatest_sum_is_found() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut taken, mut beside) = (Vec::new(), 0);
        for _ in 0..2_000 {
            let group = |rng: &mut Xoshiro256PlusPlus| loop {
                let mut boxes: [u16; 3] = core::array::from_fn(|_| rng.random_range(0..7));
                boxes.sort_unstable();
                if boxes[0] != boxes[1] && (boxes[1] != boxes[2] || rng.random_bool(0.5)) {
                    return WeightedGroup { boxes, weight: rng.random_range(1..9) };
                }
            };
            let mut groups: Vec<_> = (0..rng.random_range(0..10)).map(|_| group(&mut rng)).collect();
            let best = by_trying(&groups);
            assert_eq!(greatest_disjoint(&mut groups, &mut taken, 7), best, "{groups:?}");
            beside += usize::from(groups.first().is_some_and(|first| best > first.weight));
        }
        assert!(beside > 1_000, "{beside} with two groups and more");
    }

    #[test]
    fn too_many_choices_end_early_with_groups_that_are_disjoint() {
        let pair = |number: u16| WeightedGroup { boxes: [number, number + 1, number + 1], weight: 2 };
        let mut groups: Vec<_> = (0..999).map(pair).collect();
        let sum = greatest_disjoint(&mut groups, &mut Vec::new(), 1_000);
        assert!((2 * 333..=2 * 500).contains(&sum), "{sum}");
    }
}
