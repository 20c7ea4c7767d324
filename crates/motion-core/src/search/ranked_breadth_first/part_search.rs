//! The search of one thread over a range of ranks, which it alone labels.

use alloc::vec::Vec;
use core::ops::Range;

use super::labels::{Label, Labels, ReachedLabels, STATES_A_WORD};
use crate::control::Control;
use crate::outcome::Stop;
use crate::search::{RankGroup, RankVisitor, RankedSpace};

/// The number of states collected before they are expanded.
const PORTION: usize = 1024;

/// The number of label words between two checks of the flag and the clock while nothing is
/// expanded.
const POLL_INTERVAL: usize = 1 << 16;

/// The threads that search the other parts of the space.
pub(super) trait OtherParts {
    /// Sends a state to the thread of another part. May label states that the others have sent
    /// meanwhile.
    fn send(&mut self, rank: u64, own: &mut ReachedLabels<'_>);

    /// Labels the states sent by the others.
    fn receive(&mut self, own: &mut ReachedLabels<'_>);
}

/// The case of a single part.
pub(super) struct NoOtherParts;

impl OtherParts for NoOtherParts {
    #[cold]
    fn send(&mut self, rank: u64, _: &mut ReachedLabels<'_>) {
        panic!("a successor has rank {rank}, beyond the states of the space");
    }

    fn receive(&mut self, _: &mut ReachedLabels<'_>) {}
}

/// A search over a part of a space.
pub(super) struct PartSearch {
    /// The first rank, a multiple of [`STATES_A_WORD`].
    begin: u64,
    labels: Labels,
    /// The states of one neighbourhood to be expanded.
    offsets: Vec<u32>,
    masks: Vec<StateMask>,
}

/// The context of the expansion of a level.
pub(super) struct Level<'l, S: RankedSpace, O, V> {
    pub(super) space: &'l S,
    pub(super) scratch: S::Scratch,
    pub(super) depth: u32,
    pub(super) others: &'l mut O,
    pub(super) visit: V,
}

/// States of a group whose labels share eight bytes.
#[derive(Clone, Copy)]
struct StateMask {
    /// The offset of these bytes from the first label of the neighbourhood.
    place: u32,
    /// The lower bits of their labels.
    states: u64,
}

impl PartSearch {
    /// The heap bytes in addition to the labels.
    #[cfg(feature = "std")]
    pub(super) const BUFFER_BYTES: u64 = (PORTION * (size_of::<u32>() + size_of::<StateMask>())) as u64;

    /// Creates a search over these ranks. The first is a multiple of [`STATES_A_WORD`] and begins a
    /// neighbourhood.
    pub(super) fn new(ranks: Range<u64>, control: &mut Control) -> Result<Self, Stop> {
        let (mut offsets, mut masks) = (Vec::new(), Vec::new());
        control.reserve(&mut offsets, PORTION)?;
        control.reserve(&mut masks, PORTION)?;
        let labels = Labels::new(ranks.end - ranks.start, control)?;
        Ok(Self { begin: ranks.start, labels, offsets, masks })
    }

    /// Labels a start, if it is in this part.
    pub(super) fn start(&mut self, rank: u64) {
        self.reached(0).visit(rank);
    }

    /// Returns the labels, for labelling states of a level.
    pub(super) fn reached(&mut self, depth: u32) -> ReachedLabels<'_> {
        self.labels.reach(self.begin, Label::of_level(depth))
    }

    /// Visits and expands the states of a level; returns their number.
    pub(super) fn expand_level<S, O, V>(
        &mut self,
        level: &mut Level<'_, S, O, V>,
        control: &mut Control,
    ) -> Result<u64, Stop>
    where
        S: RankedSpace,
        O: OtherParts,
        V: FnMut(&RankGroup<'_>, u32),
    {
        let label = Label::of_level(level.depth);
        let len = u64::from(level.space.neighbourhood_len().max(1));
        // The present neighbourhood.
        let (mut first, mut end) = (self.begin, self.begin.saturating_add(len));
        let mut count = 0;
        for word in 0..self.labels.words() {
            if word % POLL_INTERVAL == 0 {
                control.poll()?;
                level.others.receive(&mut self.reached(level.depth + 1));
            }
            let mut states = self.labels.close(word, label);
            while states != 0 {
                let state = word as u64 * STATES_A_WORD + u64::from(states.trailing_zeros() / 2);
                let rank = self.begin + state;
                states &= states - 1;
                if rank >= end || self.offsets.len() == PORTION {
                    count += self.expand(first, level, control)?;
                    first = rank - rank % len;
                    end = first.saturating_add(len);
                }
                self.offsets.push((rank - first) as u32);
            }
        }
        Ok(count + self.expand(first, level, control)?)
    }

    /// Visits and expands the collected states; returns their number.
    fn expand<S, O, V>(
        &mut self,
        first: u64,
        level: &mut Level<'_, S, O, V>,
        control: &mut Control,
    ) -> Result<u64, Stop>
    where
        S: RankedSpace,
        O: OtherParts,
        V: FnMut(&RankGroup<'_>, u32),
    {
        let count = self.offsets.len() as u64;
        if count > 0 {
            control.spend(count)?;
            let group = RankGroup { first, offsets: &self.offsets };
            (level.visit)(&group, level.depth);
            self.masks.clear();
            let labels = self.labels.reach(self.begin, Label::of_level(level.depth + 1));
            let mut reached = Reached { labels, others: level.others, group, masks: &mut self.masks };
            level.space.expand(&mut level.scratch, &group, &mut reached);
            reached.others.receive(&mut reached.labels);
            self.offsets.clear();
        }
        Ok(count)
    }
}

/// A visitor that labels the successors of a group.
struct Reached<'l, O> {
    labels: ReachedLabels<'l>,
    others: &'l mut O,
    group: RankGroup<'l>,
    /// The states of the group, computed when they are needed.
    masks: &'l mut Vec<StateMask>,
}

impl<O: OtherParts> Reached<'_, O> {
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

impl<O: OtherParts> RankVisitor for Reached<'_, O> {
    #[inline]
    fn visit(&mut self, rank: u64) {
        if !self.labels.visit(rank) {
            self.others.send(rank, &mut self.labels);
        }
    }

    /// Labels up to 32 states at once, if the labels have the same positions in their bytes.
    #[inline]
    fn visit_moved(&mut self, group: &RankGroup<'_>, first: u64) {
        if !(group.first.is_multiple_of(4) && first.is_multiple_of(4)) {
            return RankGroup { first, ..*group }.ranks().for_each(|rank| self.visit(rank));
        }
        if self.masks.is_empty() {
            self.make_masks();
        }
        for number in 0..self.masks.len() {
            let StateMask { place, states } = self.masks[number];
            let first = first + u64::from(place) * 4;
            if !self.labels.visit_all(first, states) {
                self.visit_each(first, states);
            }
        }
    }
}

impl<O: OtherParts> Reached<'_, O> {
    /// Labels states whose labels are not all in this part.
    #[cold]
    fn visit_each(&mut self, first: u64, mut states: u64) {
        while states != 0 {
            self.visit(first + u64::from(states.trailing_zeros() / 2));
            states &= states - 1;
        }
    }
}
