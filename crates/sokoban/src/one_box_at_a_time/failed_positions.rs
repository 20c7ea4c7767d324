//! Positions from which boxes were not all brought home, remembered as long as there is room.

use alloc::vec::Vec;

use crate::lossy_index::lossy_index;
use crate::search::Position;

/// Each position has one index, which the last one takes; there are a power of two of them, more when they are needed.
#[derive(Clone, Debug)]
pub(super) struct FailedPositions<const W: usize> {
    entries: Vec<Option<Position<W>>>,
    most: usize,
    /// How many positions have inserted since there were so many entries.
    inserted: usize,
}

impl<const W: usize> FailedPositions<W> {
    /// Bytes for a index.
    pub(super) const SIZE: u64 = size_of::<Option<Position<W>>>() as u64;
    /// The fewest entries.
    pub(super) const FEWEST: usize = 64;

    /// Room for so many positions, a power of two that is at least [`FEWEST`](FailedPositions::FEWEST).
    pub(super) fn new(most: usize) -> Self {
        Self { entries: alloc::vec![None; Self::FEWEST], most, inserted: 0 }
    }

    #[inline]
    pub(super) fn contains(&self, position: &Position<W>) -> bool {
        self.entries[lossy_index(position, self.entries.len())].as_ref() == Some(position)
    }

    pub(super) fn insert(&mut self, position: &Position<W>) {
        self.inserted += 1;
        if self.inserted > self.entries.len() && self.entries.len() < self.most {
            let mut entries = alloc::vec![None; 4 * self.entries.len().min(self.most / 4)];
            for known in self.entries.drain(..).flatten() {
                let index = lossy_index(&known, entries.len());
                entries[index] = Some(known);
            }
            (self.entries, self.inserted) = (entries, 0);
        }
        let index = lossy_index(position, self.entries.len());
        self.entries[index] = Some(*position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoxSet, Square};

    #[test]
    fn positions_are_remembered_until_there_is_no_room() {
        let position = |number: u16| {
            let mut boxes = BoxSet::<2>::new();
            boxes.insert(Square(number % 128));
            Position { boxes, player: Square(number / 128) }
        };
        let mut failures = FailedPositions::new(256);
        assert!((0..1000).all(|number| !failures.contains(&position(number))));
        for number in 0..1000 {
            failures.insert(&position(number));
            assert!(failures.contains(&position(number)));
        }
        let known = (0..1000).filter(|&number| failures.contains(&position(number))).count();
        assert!((100..=256).contains(&known) && failures.entries.len() == 256, "{known}");
    }
}
