//! Positions from which boxes were not all brought home, remembered as long as there is room.

use alloc::vec::Vec;

use crate::place::place;
use crate::space::Position;

/// Each position has one place, which the last one takes; there are a power of two of them, more when they are needed.
#[derive(Clone, Debug)]
pub(super) struct Failures<const W: usize> {
    places: Vec<Option<Position<W>>>,
    most: usize,
    /// How many positions have come since there were so many places.
    come: usize,
}

impl<const W: usize> Failures<W> {
    /// Bytes for a place.
    pub(super) const SIZE: u64 = size_of::<Option<Position<W>>>() as u64;
    /// The fewest places.
    pub(super) const FEWEST: usize = 64;

    /// Room for so many positions, a power of two that is at least [`FEWEST`](Failures::FEWEST).
    pub(super) fn new(most: usize) -> Self {
        Self { places: alloc::vec![None; Self::FEWEST], most, come: 0 }
    }

    #[inline]
    pub(super) fn contains(&self, position: &Position<W>) -> bool {
        self.places[place(position, self.places.len())].as_ref() == Some(position)
    }

    pub(super) fn insert(&mut self, position: &Position<W>) {
        self.come += 1;
        if self.come > self.places.len() && self.places.len() < self.most {
            let mut places = alloc::vec![None; 4 * self.places.len().min(self.most / 4)];
            for known in self.places.drain(..).flatten() {
                let place = place(&known, places.len());
                places[place] = Some(known);
            }
            (self.places, self.come) = (places, 0);
        }
        let place = place(position, self.places.len());
        self.places[place] = Some(*position);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Boxes, Square};

    #[test]
    fn positions_are_remembered_until_there_is_no_room() {
        let position = |number: u16| {
            let mut boxes = Boxes::<2>::new();
            boxes.insert(Square(number % 128));
            Position { boxes, player: Square(number / 128) }
        };
        let mut failures = Failures::new(256);
        assert!((0..1000).all(|number| !failures.contains(&position(number))));
        for number in 0..1000 {
            failures.insert(&position(number));
            assert!(failures.contains(&position(number)));
        }
        let known = (0..1000).filter(|&number| failures.contains(&position(number))).count();
        assert!((100..=256).contains(&known) && failures.places.len() == 256, "{known}");
    }
}
