//! Stores positions that cannot be solved one box at a time, as far as memory permits.

use alloc::vec::Vec;

use crate::lossy_index::lossy_index;
use crate::search::Position;

/// A lossy table whose length is a power of two and grows as it fills.
#[derive(Clone, Debug)]
pub(super) struct FailedPositions<const W: usize> {
    entries: Vec<Option<Position<W>>>,
    most: usize,
    /// The number of positions inserted since the table got this length.
    inserted: usize,
}

impl<const W: usize> FailedPositions<W> {
    /// The size of an entry in bytes.
    pub(super) const SIZE: u64 = size_of::<Option<Position<W>>>() as u64;
    /// The least number of entries.
    pub(super) const FEWEST: usize = 64;

    /// Creates a table that grows to at most `most` entries, a power of two that is at least
    /// [`FEWEST`](FailedPositions::FEWEST).
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
            let mut boxes = BoxSet::<4>::new();
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
