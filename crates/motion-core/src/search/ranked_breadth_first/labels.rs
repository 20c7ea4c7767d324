//! Labels of states, two bits each.

use alloc::vec::Vec;

use crate::control::Control;
use crate::outcome::Stop;

/// The number of states whose labels share a word.
pub(super) const STATES_A_WORD: u64 = 32;

/// The lower bits of all labels in a word.
const LOWER_BITS: u64 = u64::MAX / 3;

/// The label of the states of a level. An unseen state has neither bit, a closed state both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Label {
    Even = 1,
    Odd = 2,
}

impl Label {
    pub(super) const fn of_level(depth: u32) -> Self {
        if depth.is_multiple_of(2) { Self::Even } else { Self::Odd }
    }
}

/// Two bits for each state: four states per byte, in whole words of 64 bits.
pub(super) struct Labels(Vec<u8>);

impl Labels {
    /// Returns the heap bytes for this many states.
    pub(super) const fn bytes(states: u64) -> u64 {
        states.div_ceil(STATES_A_WORD).saturating_mul(8)
    }

    /// Creates labels of unseen states.
    pub(super) fn new(states: u64, control: &mut Control) -> Result<Self, Stop> {
        let bytes = usize::try_from(Self::bytes(states)).map_err(|_| Stop::Memory)?;
        let mut labels = Vec::new();
        control.reserve(&mut labels, bytes)?;
        labels.resize(bytes, 0);
        Ok(Self(labels))
    }

    pub(super) const fn words(&self) -> usize {
        self.0.len() / 8
    }

    /// Returns the labels of a part that begins with this rank, for labelling reached states.
    pub(super) fn reach(&mut self, begin: u64, label: Label) -> ReachedLabels<'_> {
        ReachedLabels { bytes: &mut self.0, begin, label_shift: label as u32 - 1 }
    }

    /// Closes the states of a word that have this label. Returns a bit for each, at the position of
    /// the lower bit of its label.
    #[inline]
    pub(super) fn close(&mut self, word: usize, label: Label) -> u64 {
        let bytes = &mut self.0[8 * word..][..8];
        let labels = u64::from_le_bytes((&*bytes).try_into().expect("invariant: eight bytes"));
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

/// The labels of a part while states of the next level are found.
pub(super) struct ReachedLabels<'l> {
    bytes: &'l mut [u8],
    /// A multiple of [`STATES_A_WORD`].
    begin: u64,
    /// The number of bits by which that level's label bit is to the left of the lower bit.
    label_shift: u32,
}

impl ReachedLabels<'_> {
    /// Labels a state if it is unseen; returns whether it is in this part.
    #[inline]
    pub(super) fn visit(&mut self, rank: u64) -> bool {
        // Ranks before the part wrap around to values beyond its end.
        let state = rank.wrapping_sub(self.begin);
        let place = usize::try_from(state / 4).unwrap_or(usize::MAX);
        let Some(byte) = self.bytes.get_mut(place) else { return false };
        let unseen = !(*byte | *byte >> 1) & 1 << (state % 4 * 2);
        // There is no branch, because about half of the successors are unseen.
        *byte |= unseen << self.label_shift;
        true
    }

    /// Labels the unseen ones of up to 32 states if all 32 are in this part; returns whether they
    /// are. `first` is a multiple of 4.
    #[inline]
    pub(super) fn visit_all(&mut self, first: u64, states: u64) -> bool {
        let place = usize::try_from(first.wrapping_sub(self.begin) / 4).unwrap_or(usize::MAX);
        let bytes = self.bytes.get_mut(place..).and_then(|bytes| bytes.first_chunk_mut::<8>());
        let Some(bytes) = bytes else { return false };
        let labels = u64::from_le_bytes(*bytes);
        let unseen = states & !(labels | labels >> 1);
        if unseen != 0 {
            *bytes = (labels | unseen << self.label_shift).to_le_bytes();
        }
        true
    }
}
