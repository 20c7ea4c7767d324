//! The order in which the successors of a state are tried.

use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::search::Space;

/// The order of the successors of a state: first actions that continue the previous one, then the
/// others, each by rank. Equal successors keep the order of the space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct SuccessorOrder {
    pub(in crate::search) inertia: bool,
    pub(in crate::search) ranked: bool,
}

/// The place of a successor in the order; smaller places come first.
pub(super) type Place = u32;

/// Added to the places of actions that do not continue the previous one.
const OTHER: Place = 1 << 31;

impl SuccessorOrder {
    /// Orders by inertia or not, without ranks.
    pub(in crate::search) const fn by_inertia(inertia: bool) -> Self {
        Self { inertia, ranked: false }
    }

    /// Whether successors are ordered at all.
    #[inline]
    pub(super) const fn is_any(self) -> bool {
        self.inertia || self.ranked
    }

    /// Returns whether an action continues the previous one; always `false` without inertia.
    #[inline]
    pub(super) fn continues<S: Space>(self, space: &S, last: Option<S::Action>, next: S::Action) -> bool {
        self.inertia && last.is_some_and(|last| space.continues(last, next))
    }

    /// Returns the place of an action with this rank that does or does not continue the previous
    /// one.
    #[inline]
    pub(super) fn place(self, continues: bool, rank: impl FnOnce() -> u32) -> Place {
        let rank = if self.ranked { rank().min(OTHER - 1) } else { 0 };
        if continues { rank } else { OTHER | rank }
    }
}

/// Sorts items of a stack so that the first in the order is popped first; equal items keep their
/// order. Only places and indices are sorted, by code that is compiled once for all states.
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
