//! The order in which the successors of a state are tried.

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::search::Space;

/// What the successors of a state are ordered by: first whether the action continues the last one,
/// then the rank. What is equal stays in the order in which the space lists it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct SuccessorOrder {
    pub(in crate::search) inertia: bool,
    pub(in crate::search) ranked: bool,
}

/// The place of a successor in the order; less comes first.
pub(super) type Place = u32;

/// Added to the places of actions that do not continue the last one.
const OTHER: Place = 1 << 31;

impl SuccessorOrder {
    /// By inertia or not, without ranks.
    pub(in crate::search) const fn by_inertia(inertia: bool) -> Self {
        Self { inertia, ranked: false }
    }

    /// Whether successors are ordered at all.
    #[inline]
    pub(super) const fn is_any(self) -> bool {
        self.inertia || self.ranked
    }

    /// Whether an action continues the last one, if that matters.
    #[inline]
    pub(super) fn continues<S: Space>(self, space: &S, last: Option<S::Action>, next: S::Action) -> bool {
        self.inertia && last.is_some_and(|last| space.continues(last, next))
    }

    /// The place of an action that continues the last one or not, and has this rank.
    #[inline]
    pub(super) fn place(self, continues: bool, rank: impl FnOnce() -> u32) -> Place {
        let rank = if self.ranked { rank().min(OTHER - 1) } else { 0 };
        if continues { rank } else { OTHER | rank }
    }
}

/// Sorts what is put on a stack, so that the first in the order is taken first; equals keep their
/// order. Only places and numbers are sorted, by code that is compiled once for all states.
pub(super) fn sort_by_place<T>(nodes: &mut [T], place: impl Fn(&T) -> Place) {
    let mut sorted: Vec<_> = nodes.iter().map(|node| Reverse(place(node))).zip(0..).collect();
    sort_places(&mut sorted);
    for to in 0..nodes.len() {
        let mut from = sorted[to].1;
        while from < to {
            from = sorted[from].1;
        }
        sorted[to].1 = from;
        nodes.swap(to, from);
    }
}

fn sort_places(places: &mut [(Reverse<Place>, usize)]) {
    places.sort_unstable();
}
