//! A cache of sub-positions that could not be proved lost.

use alloc::vec::Vec;

use motion_core::Control;

use super::prover::ProofResult;
use super::sub_position::SubPosition;
use crate::lossy_index::lossy_index;

/// The number of entries.
const REMEMBERED: usize = 1 << 12;

/// The factor by which the limit of a later search may exceed that of the first.
const MOST: u32 = 64;

/// A lossy table of sub-positions that were not proved lost.
#[derive(Clone, Debug, Default)]
pub(super) struct ProofCache<const W: usize> {
    entries: Vec<Option<(SubPosition<W>, CacheState)>>,
    /// The number of bytes of this cache that the control holds.
    held: u64,
}

#[derive(Clone, Copy, Debug)]
enum CacheState {
    /// The sub-position can be resolved.
    Open,
    /// The search reached its limit. The number counts the queries so far.
    Unknown(u32),
}

impl<const W: usize> ProofCache<W> {
    /// Returns the node limit of the next search, or `None` if there should be none. The first
    /// query gets `first`. After a search has reached its limit, each further doubling of the
    /// number of queries gets a larger limit, and the queries between get `None`. A sub-position
    /// that can be resolved gets `None`.
    pub(super) fn limit(&mut self, part: &SubPosition<W>, first: u32) -> Option<u32> {
        match self.entries.get_mut(lossy_index(part, REMEMBERED)) {
            Some(Some((known, state))) if known == part => match state {
                CacheState::Open => None,
                CacheState::Unknown(times) => {
                    *times = times.saturating_add(1);
                    times.is_power_of_two().then(|| first.saturating_mul((*times).min(MOST)))
                }
            },
            _ => Some(first),
        }
    }

    /// Stores that a sub-position was not proved lost, if memory is granted.
    pub(super) fn note(&mut self, part: &SubPosition<W>, result: ProofResult, control: &mut Control) {
        if !self.is_allocated(control) {
            return;
        }
        let entry = &mut self.entries[lossy_index(part, REMEMBERED)];
        let is_known = entry.as_ref().is_some_and(|(known, _)| known == part);
        match result {
            ProofResult::Open => *entry = Some((*part, CacheState::Open)),
            ProofResult::Unknown if !is_known => *entry = Some((*part, CacheState::Unknown(1))),
            ProofResult::Unknown | ProofResult::Lost => {}
        }
    }

    /// Whether there is a table; allocates it if memory is granted.
    fn is_allocated(&mut self, control: &mut Control) -> bool {
        if self.entries.is_empty() {
            let bytes = (REMEMBERED * size_of::<Option<(SubPosition<W>, CacheState)>>()) as u64;
            if control.hold(bytes).is_err() {
                return false;
            }
            self.held = bytes;
            self.entries.resize_with(REMEMBERED, || None);
        }
        true
    }

    /// The number of bytes held in the control.
    pub(super) const fn held_bytes(&self) -> u64 {
        self.held
    }

    /// Releases the memory.
    pub(super) fn release(self, control: &mut Control) {
        control.release(self.held);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoxSet, Square};
    use motion_core::Budget;

    fn part(square: u16) -> SubPosition<4> {
        let boxes = [Square(square)].into_iter().collect();
        SubPosition { boxes, vacant: BoxSet::new(), player: Square(0) }
    }

    #[test]
    fn what_was_given_up_is_searched_again_when_it_was_asked_twice_as_often() {
        let mut control = Control::unlimited();
        let mut proofs = ProofCache::default();
        let (unknown, open) = (part(1), part(2));
        assert_eq!((proofs.limit(&unknown, 10), proofs.limit(&open, 10)), (Some(10), Some(10)));
        proofs.note(&unknown, ProofResult::Unknown, &mut control);
        proofs.note(&open, ProofResult::Open, &mut control);
        let mut limits = Vec::new();
        for _ in 2..=256 {
            assert_eq!(proofs.limit(&open, 10), None);
            if let Some(limit) = proofs.limit(&unknown, 10) {
                proofs.note(&unknown, ProofResult::Unknown, &mut control);
                limits.push(limit);
            }
        }
        assert_eq!(limits, [20, 40, 80, 160, 320, 640, 640, 640]);
        proofs.note(&unknown, ProofResult::Open, &mut control);
        assert_eq!(proofs.limit(&unknown, 10), None);
        proofs.release(&mut control);
        assert!(control.stats().bytes == 0 && control.stats().peak_bytes > 0);
    }

    #[test]
    fn nothing_is_remembered_without_memory() {
        let mut control = Control::new(Budget::new().with_bytes(1_000));
        let mut proofs = ProofCache::default();
        proofs.note(&part(1), ProofResult::Open, &mut control);
        assert_eq!((proofs.limit(&part(1), 5), control.stats().bytes), (Some(5), 0));
    }
}
