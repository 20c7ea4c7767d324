//! Penalty sets: boxes that cost more pushes than their matching.

use alloc::vec::Vec;

use motion_core::Control;

use crate::board::{BoxSet, Reach, SearchBoard, Square, bit, has};

/// The largest number of sets for each square.
const SETS_OF_SQUARE: usize = 128;

/// The excess of the pushes of some boxes over their matching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Penalty {
    /// The fewest pushes without other boxes, minus the matching.
    Pushes(u32),
    /// The boxes cannot all be pushed to goals.
    Lost,
}

/// Sets of boxes with the player in one zone between them, and their penalties. Each set is listed
/// at one of its squares.
///
/// Each square stores a bounded number of sets, the latest ones, so that time and memory of
/// look-ups are bounded.
#[derive(Clone, Debug)]
pub(super) struct PenaltySets<const W: usize> {
    of_square: Vec<SquareSets<W>>,
    /// The number of words of a zone.
    words: usize,
}

#[derive(Clone, Debug)]
struct SquareSets<const W: usize> {
    sets: Vec<(BoxSet<W>, Penalty)>,
    /// The player's zones, set by set.
    zones: Vec<u64>,
    /// The set that the next one replaces when the list is full.
    oldest: usize,
}

impl<const W: usize> PenaltySets<W> {
    pub(super) fn new(board: &SearchBoard) -> Self {
        let stored = SquareSets { sets: Vec::new(), zones: Vec::new(), oldest: 0 };
        Self { of_square: alloc::vec![stored; board.live_square_count()], words: board.floor().words() }
    }

    /// Iterates over all sets, each with a square of the player's zone.
    #[cfg(test)]
    pub(super) fn all(&self) -> impl Iterator<Item = (BoxSet<W>, Penalty, Square)> {
        self.of_square.iter().flat_map(|stored| {
            let zones = stored.zones.chunks(self.words);
            let player = |zone: &[u64]| {
                (0..64 * zone.len() as u16).map(Square).find(|&at| has(zone, at)).expect("a square")
            };
            stored.sets.iter().zip(zones).map(move |(&(boxes, penalty), zone)| (boxes, penalty, player(zone)))
        })
    }

    /// Iterates over the sets that these boxes contain, with the player in the zone of the set once
    /// all other boxes are removed.
    #[inline]
    pub(super) fn parts(
        &self,
        boxes: BoxSet<W>,
        player: Square,
    ) -> impl Iterator<Item = (BoxSet<W>, Penalty)> {
        boxes.into_iter().flat_map(move |at| {
            let stored = &self.of_square[at.index()];
            let zones = stored.zones.chunks(self.words);
            let is_part = move |(set, zone): &(&(BoxSet<W>, Penalty), &[u64])| {
                set.0.is_subset(&boxes) && has(zone, player)
            };
            stored.sets.iter().zip(zones).filter(is_part).map(|(set, _)| *set)
        })
    }

    /// Stores a set whose zone of the player is `reach`, unless memory is refused. Returns whether
    /// it was stored.
    pub(super) fn insert(
        &mut self,
        boxes: BoxSet<W>,
        penalty: Penalty,
        reach: &Reach,
        control: &mut Control,
    ) -> bool {
        let size = |square: &Square| self.of_square[square.index()].sets.len();
        let Some(square) = boxes.into_iter().min_by_key(size) else { return false };
        let (words, stored) = (self.words, &mut self.of_square[square.index()]);
        let number = if stored.sets.len() < SETS_OF_SQUARE {
            if control.hold((size_of::<(BoxSet<W>, Penalty)>() + 8 * words) as u64).is_err() {
                return false;
            }
            stored.sets.push((boxes, penalty));
            stored.zones.resize(stored.zones.len() + words, 0);
            stored.sets.len() - 1
        } else {
            let number = stored.oldest;
            stored.oldest = (number + 1) % SETS_OF_SQUARE;
            stored.sets[number] = (boxes, penalty);
            number
        };
        let zone = &mut stored.zones[number * words..][..words];
        zone.fill(0);
        reach.squares().for_each(|square| zone[square.index() / 64] |= bit(square));
        true
    }
}
