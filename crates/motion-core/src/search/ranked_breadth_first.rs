//! Breadth-first search over ranked spaces, with two bits a state.
//!
//! Every state has one of four labels: unseen, closed, and two labels that the present level and
//! the next one take in turn. A level is a sweep over all labels; nothing else is stored.

use alloc::vec::Vec;

use super::{RankGroup, RankVisitor, RankedSpace};
use crate::control::Control;
use crate::outcome::Stop;

/// States that are collected before they are expanded.
const PORTION: usize = 1024;

/// Words of labels between two looks at the flag and the clock, where there is nothing to expand.
const POLL_INTERVAL: usize = 1 << 16;

/// Shows every state that can be reached from the starts to `visit`, once, in groups of one
/// neighbourhood, with its depth (the fewest actions from a start); returns the number of states of
/// each depth. Depths ascend, and ranks ascend within a depth.
///
/// # Errors
/// [`Stop`] where a limit is reached or the run is cancelled; [`Stop::Memory`] also where the
/// states cannot be addressed.
///
/// # Complexity
/// A node is a state. Two bits a state, whether or not it can be reached, are held while the search
/// lasts; time is linear in the actions, and in the states of the space times the levels divided by
/// 32.
///
/// # Panics
/// If a start is no rank.
///
/// # References
/// R. E. Korf, P. Schultze, *Large-scale parallel breadth-first search*, AAAI 2005, for two bits a
/// state. There, a sweep between two levels relabels the states; here, two labels take turns.
///
/// # Examples
/// See [`RankedSpace`].
pub fn explore_ranked<S: RankedSpace>(
    space: &S,
    starts: impl IntoIterator<Item = u64>,
    control: &mut Control,
    mut visit: impl FnMut(&RankGroup<'_>, u32),
) -> Result<Vec<u64>, Stop> {
    control.scope(|control| {
        let mut search = RankedSearch::new(space, control)?;
        for start in starts {
            assert!(start < space.states(), "rank {start} of {} states", space.states());
            search.labels.reach(start, Label::of_level(0));
        }
        let mut counts = Vec::new();
        for depth in 0.. {
            match search.expand_level(depth, control, &mut visit)? {
                0 => break,
                count => counts.push(count),
            }
        }
        Ok(counts)
    })
}

struct RankedSearch<'s, S: RankedSpace> {
    space: &'s S,
    scratch: S::Scratch,
    labels: Labels,
    /// States of one neighbourhood that are to be expanded.
    offsets: Vec<u32>,
    masks: Vec<StateMask>,
}

/// States of a group whose labels are in the same eight bytes.
#[derive(Clone, Copy)]
struct StateMask {
    /// The place of these bytes behind the first label of the neighbourhood.
    place: u32,
    /// The lower bits of their labels.
    states: u64,
}

/// Labels the successors of a group.
struct Reached<'l> {
    labels: &'l mut Labels,
    label: Label,
    group: RankGroup<'l>,
    /// The states of the group; made when they are needed.
    masks: &'l mut Vec<StateMask>,
}

impl Reached<'_> {
    fn make_masks(&mut self) {
        for &offset in self.group.offsets {
            let (place, state) = (offset / 32 * 8, 1 << (offset % 32 * 2));
            match self.masks.last_mut() {
                Some(mask) if mask.place == place => mask.states |= state,
                _ => self.masks.push(StateMask { place, states: state }),
            }
        }
    }
}

impl RankVisitor for Reached<'_> {
    #[inline]
    fn visit(&mut self, rank: u64) {
        self.labels.reach(rank, self.label);
    }

    /// Up to 32 states at once, if the labels are at the same places of their bytes.
    #[inline]
    fn visit_moved(&mut self, group: &RankGroup<'_>, first: u64) {
        debug_assert_eq!(*group, self.group, "the group that is expanded");
        if !(group.first.is_multiple_of(4) && first.is_multiple_of(4)) {
            return RankGroup { first, ..*group }.ranks().for_each(|rank| self.visit(rank));
        }
        if self.masks.is_empty() {
            self.make_masks();
        }
        let first = (first / 4) as usize;
        for mask in &*self.masks {
            self.labels.reach_all(first + mask.place as usize, mask.states, self.label);
        }
    }
}

impl<'s, S: RankedSpace> RankedSearch<'s, S> {
    fn new(space: &'s S, control: &mut Control) -> Result<Self, Stop> {
        let (mut offsets, mut masks) = (Vec::new(), Vec::new());
        control.reserve(&mut offsets, PORTION)?;
        control.reserve(&mut masks, PORTION)?;
        let labels = Labels::new(space.states(), control)?;
        Ok(Self { space, scratch: space.scratch(), labels, offsets, masks })
    }

    /// Shows the states of this depth and expands them; returns their number.
    fn expand_level(
        &mut self,
        depth: u32,
        control: &mut Control,
        visit: &mut impl FnMut(&RankGroup<'_>, u32),
    ) -> Result<u64, Stop> {
        let label = Label::of_level(depth);
        let len = u64::from(self.space.neighbourhood_len().max(1));
        // The present neighbourhood.
        let (mut first, mut end) = (0, len);
        let mut count = 0;
        for word in 0..self.labels.words() {
            if word % POLL_INTERVAL == 0 {
                control.poll()?;
            }
            let mut states = self.labels.close(word, label);
            while states != 0 {
                let rank = word as u64 * STATES_A_WORD + u64::from(states.trailing_zeros() / 2);
                states &= states - 1;
                if rank >= end || self.offsets.len() == PORTION {
                    count += self.expand(first, depth, control, visit)?;
                    first = rank - rank % len;
                    end = first.saturating_add(len);
                }
                self.offsets.push((rank - first) as u32);
            }
        }
        Ok(count + self.expand(first, depth, control, visit)?)
    }

    /// Shows and expands the states that were collected; returns their number.
    fn expand(
        &mut self,
        first: u64,
        depth: u32,
        control: &mut Control,
        visit: &mut impl FnMut(&RankGroup<'_>, u32),
    ) -> Result<u64, Stop> {
        let count = self.offsets.len() as u64;
        if count > 0 {
            control.spend(count)?;
            let group = RankGroup { first, offsets: &self.offsets };
            visit(&group, depth);
            self.masks.clear();
            let mut reached = Reached {
                labels: &mut self.labels,
                label: Label::of_level(depth + 1),
                group,
                masks: &mut self.masks,
            };
            self.space.expand(&mut self.scratch, &group, &mut reached);
            self.offsets.clear();
        }
        Ok(count)
    }
}

/// The label of the states of a level. An unseen state has 0, a closed one both bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Label {
    Even = 1,
    Odd = 2,
}

impl Label {
    const fn of_level(depth: u32) -> Self {
        if depth.is_multiple_of(2) { Self::Even } else { Self::Odd }
    }
}

const STATES_A_WORD: u64 = 32;

/// The lower bits of all labels in a word.
const LOWER_BITS: u64 = u64::MAX / 3;

/// Two bits for each state: four states a byte, whole words of 64 bits.
struct Labels(Vec<u8>);

impl Labels {
    fn new(states: u64, control: &mut Control) -> Result<Self, Stop> {
        // A word more, for eight bytes that begin within the last ones.
        let bytes = (states.div_ceil(STATES_A_WORD) + 1).saturating_mul(8);
        let bytes = usize::try_from(bytes).map_err(|_| Stop::Memory)?;
        let mut labels = Vec::new();
        control.reserve(&mut labels, bytes)?;
        labels.resize(bytes, 0);
        Ok(Self(labels))
    }

    const fn words(&self) -> usize {
        self.0.len() / 8
    }

    /// Labels a state that is unseen.
    #[inline]
    fn reach(&mut self, rank: u64, label: Label) {
        let shift = rank % 4 * 2;
        let byte = &mut self.0[(rank / 4) as usize];
        let known = *byte >> shift & 3;
        // No branch: about half of the successors are unseen.
        *byte |= (u8::from(known == 0) * label as u8) << shift;
    }

    /// Labels those of up to 32 states that are unseen, whose labels begin with this byte.
    #[inline]
    fn reach_all(&mut self, place: usize, states: u64, label: Label) {
        let bytes = &mut self.0[place..][..8];
        let labels = u64::from_le_bytes((&*bytes).try_into().expect("invariant: eight bytes"));
        let unseen = states & !(labels | labels >> 1);
        if unseen != 0 {
            bytes.copy_from_slice(&(labels | (unseen * label as u64)).to_le_bytes());
        }
    }

    /// Closes the states of a word that have this label; returns a bit for each, at the place of
    /// the lower bit of its label.
    #[inline]
    fn close(&mut self, word: usize, label: Label) -> u64 {
        let bytes = &mut self.0[8 * word..][..8];
        let labels = u64::from_le_bytes(bytes.try_into().expect("invariant: eight bytes"));
        let (lower, higher) = (labels & LOWER_BITS, labels >> 1 & LOWER_BITS);
        let states = match label {
            Label::Even => lower & !higher,
            Label::Odd => higher & !lower,
        };
        if states != 0 {
            bytes.copy_from_slice(&(labels | states | states << 1).to_le_bytes());
        }
        states
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{Budget, CancelFlag};
    use core::time::Duration;
    use proptest::prelude::*;

    /// A directed graph whose neighbourhoods have moves of whole groups, besides arcs of its own.
    #[derive(Clone, Debug)]
    struct Ranked {
        arcs: Vec<Vec<u64>>,
        neighbourhood_len: u32,
        /// For each whole neighbourhood, others to which each state has an arc, at the same offset.
        moved: Vec<Vec<u64>>,
    }

    impl RankedSpace for Ranked {
        type Scratch = ();

        fn states(&self) -> u64 {
            self.arcs.len() as u64
        }

        fn scratch(&self) {}

        fn successors(&self, (): &mut (), rank: u64, visit: &mut impl FnMut(u64)) {
            let len = u64::from(self.neighbourhood_len);
            self.arcs[rank as usize].iter().for_each(|&to| visit(to));
            let moved = self.moved.get((rank / len) as usize);
            moved.into_iter().flatten().for_each(|&to| visit(to * len + rank % len));
        }

        fn fingerprint(&self) -> u64 {
            0
        }

        fn neighbourhood_len(&self) -> u32 {
            self.neighbourhood_len
        }

        fn expand(&self, (): &mut (), group: &RankGroup<'_>, visitor: &mut impl RankVisitor) {
            for rank in group.ranks() {
                self.arcs[rank as usize].iter().for_each(|&to| visitor.visit(to));
            }
            let len = u64::from(self.neighbourhood_len);
            let moved = self.moved.get((group.first / len) as usize);
            moved.into_iter().flatten().for_each(|&to| visitor.visit_moved(group, to * len));
        }
    }

    /// The depths of all states, by the states of each level in a list.
    fn depths(space: &Ranked, starts: &[u64]) -> Vec<Option<u32>> {
        let mut depths = alloc::vec![None; space.arcs.len()];
        let mut level = starts.to_vec();
        for depth in 0.. {
            level.retain(|&rank| depths[rank as usize].is_none());
            if level.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for rank in level {
                depths[rank as usize] = Some(depth);
                space.successors(&mut (), rank, &mut |to| next.push(to));
            }
            level = next;
        }
        depths
    }

    fn any_space() -> impl Strategy<Value = Ranked> {
        let sizes = (1usize..300, prop::sample::select(alloc::vec![1u32, 2, 3, 4, 7, 12, 32, 36, 100, 1000]));
        sizes.prop_flat_map(|(states, neighbourhood_len)| {
            let arcs = prop::collection::vec(prop::collection::vec(0..states as u64, 0..3), states);
            let whole = states as u64 / u64::from(neighbourhood_len);
            let moved = prop::collection::vec(prop::collection::vec(0..whole.max(1), 0..2), whole as usize);
            (arcs, moved).prop_map(move |(arcs, moved)| Ranked { arcs, neighbourhood_len, moved })
        })
    }

    proptest! {
        #[test]
        fn depths_are_those_of_a_plain_search(
            space in any_space(),
            starts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        ) {
            let starts: Vec<u64> =
                starts.iter().map(|start| start.index(space.arcs.len()) as u64).collect();
            let truth = depths(&space, &starts);
            let mut found = alloc::vec![None; space.arcs.len()];
            let mut last = None;
            let mut control = Control::unlimited();
            let counts = explore_ranked(&space, starts.iter().copied(), &mut control, |group, depth| {
                assert_eq!(group.first % u64::from(space.neighbourhood_len), 0);
                assert!(group.offsets.iter().all(|&offset| offset < space.neighbourhood_len));
                for rank in group.ranks() {
                    assert_eq!(found[rank as usize].replace(depth), None, "shown once");
                    assert!(last.replace((depth, rank)) < Some((depth, rank)), "in order");
                }
            });
            let counts = counts.expect("no limit is set");
            for (depth, &count) in (0..).zip(&counts) {
                prop_assert_eq!(found.iter().filter(|&&found| found == Some(depth)).count() as u64, count);
            }
            prop_assert_eq!(counts.iter().sum::<u64>(), control.stats().nodes);
            prop_assert_eq!(control.stats().bytes, 0);
            prop_assert_eq!(found, truth);
        }
    }

    /// A path through all states, or far more states than fit into memory.
    struct Line(u64);

    impl RankedSpace for Line {
        type Scratch = ();

        fn states(&self) -> u64 {
            self.0
        }

        fn scratch(&self) {}

        fn successors(&self, (): &mut (), rank: u64, visit: &mut impl FnMut(u64)) {
            visit((rank + 1).min(self.0 - 1));
        }

        fn fingerprint(&self) -> u64 {
            self.0
        }
    }

    #[test]
    fn limits_end_the_search() {
        let flag = CancelFlag::new();
        flag.raise();
        for (budget, why) in [
            (Budget::new().with_nodes(999), Stop::Nodes),
            (Budget::new().with_bytes(10_000), Stop::Memory),
            (Budget::new().with_cancel(flag), Stop::Cancelled),
            (Budget::new().with_time_by(|| Duration::ZERO, Duration::ZERO), Stop::Time),
        ] {
            let mut control = Control::new(budget);
            assert_eq!(explore_ranked(&Line(1000), [0], &mut control, |_, _| ()), Err(why));
            assert_eq!(control.stats().bytes, 0);
        }
        let counts = explore_ranked(&Line(1000), [0], &mut Control::unlimited(), |_, _| ());
        assert_eq!(counts, Ok(alloc::vec![1; 1000]));
        for states in [u64::MAX, 1 << 60] {
            let counts = explore_ranked(&Line(states), [0], &mut Control::unlimited(), |_, _| ());
            assert_eq!(counts, Err(Stop::Memory));
        }
    }

    #[test]
    #[should_panic(expected = "rank 5 of 5 states")]
    fn a_start_is_a_rank() {
        drop(explore_ranked(&Line(5), [5], &mut Control::unlimited(), |_, _| ()));
    }
}
