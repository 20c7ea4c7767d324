//! Chooses groups of boxes without a common box, of the greatest weight.

use core::cmp::Reverse;

use crate::board::BoxSet;

/// A group of boxes that cost more together than each alone.
#[derive(Clone, Debug)]
pub(crate) struct WeightedGroup<B = [u16; 3]> {
    pub(crate) boxes: B,
    pub(crate) weight: u32,
}

/// The boxes of a group.
pub(crate) trait GroupBoxes {
    /// A set of boxes of any groups.
    type Taken: ?Sized;

    fn is_free(&self, taken: &Self::Taken) -> bool;

    fn take(&self, taken: &mut Self::Taken);

    /// Undoes [`take`](Self::take).
    fn give_back(&self, taken: &mut Self::Taken);

    /// Whether two groups have a common box.
    fn overlaps(&self, other: &Self) -> bool;
}

/// Two or three boxes, by their numbers; a pair repeats the second.
impl GroupBoxes for [u16; 3] {
    type Taken = [bool];

    fn is_free(&self, taken: &[bool]) -> bool {
        self.iter().all(|&number| !taken[usize::from(number)])
    }

    fn take(&self, taken: &mut [bool]) {
        for &number in self {
            taken[usize::from(number)] = true;
        }
    }

    fn give_back(&self, taken: &mut [bool]) {
        for &number in self {
            taken[usize::from(number)] = false;
        }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.iter().any(|number| other.contains(number))
    }
}

/// Any number of boxes, by their squares.
impl<const W: usize> GroupBoxes for BoxSet<W> {
    type Taken = Self;

    fn is_free(&self, taken: &Self) -> bool {
        !self.overlaps(taken)
    }

    fn take(&self, taken: &mut Self) {
        *taken = taken.or(self);
    }

    fn give_back(&self, taken: &mut Self) {
        *taken = taken.without(self);
    }

    fn overlaps(&self, other: &Self) -> bool {
        !self.and(other).is_empty()
    }
}

/// The maximum number of choices of groups that are tried.
const STEPS: u32 = 2_000;

/// Returns the greatest sum of weights of groups without a common box, or nearly the greatest if
/// the search takes too long. Sorts the groups. `taken` must be empty.
pub(crate) fn greatest_disjoint<B: GroupBoxes>(groups: &mut [WeightedGroup<B>], taken: &mut B::Taken) -> u32 {
    groups.sort_unstable_by_key(|group| Reverse(group.weight));
    let mut steps = STEPS;
    choose(groups, taken, &mut steps)
}

fn choose<B: GroupBoxes>(groups: &[WeightedGroup<B>], taken: &mut B::Taken, steps: &mut u32) -> u32 {
    let Some(next) = groups.iter().position(|group| group.boxes.is_free(taken)) else { return 0 };
    let (first, rest) = (&groups[next], &groups[next + 1..]);
    first.boxes.take(taken);
    let with = first.weight + choose(rest, taken, steps);
    first.boxes.give_back(taken);
    *steps = steps.saturating_sub(1);
    // Omitting this group can gain only if another group shares one of its boxes.
    let gains = |other: &WeightedGroup<B>| other.boxes.overlaps(&first.boxes) && other.boxes.is_free(taken);
    if *steps == 0 || !rest.iter().any(gains) {
        return with;
    }
    with.max(choose(rest, taken, steps))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// Returns the greatest sum over all sets of groups.
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
        let (mut taken, mut beside) = ([false; 7], 0);
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
            assert_eq!(greatest_disjoint(&mut groups, taken.as_mut_slice()), best, "{groups:?}");
            beside += usize::from(groups.first().is_some_and(|first| best > first.weight));
        }
        assert!(beside > 1_000, "{beside} with two groups and more");
    }

    #[test]
    fn too_many_choices_end_early_with_groups_that_are_disjoint() {
        let pair = |number: u16| WeightedGroup { boxes: [number, number + 1, number + 1], weight: 2 };
        let mut groups: Vec<_> = (0..999).map(pair).collect();
        let sum = greatest_disjoint(&mut groups, [false; 1_000].as_mut_slice());
        assert!((2 * 333..=2 * 500).contains(&sum), "{sum}");
    }
}
