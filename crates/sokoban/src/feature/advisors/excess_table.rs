//! The least excess at which each position was reached.

use alloc::vec::Vec;

use motion_core::internal::{Insertion, NodeStore};
use motion_core::{Control, Stop};

use crate::search::Position;

/// A table of the least excess at which positions were reached, within the limit or beyond it.
pub(super) struct ExcessTable<const W: usize> {
    limit: u16,
    least: NodeStore<Position<W>, ()>,
    /// The positions beyond the limit that are not yet entered.
    beyond: Vec<(Position<W>, u16)>,
    /// The least excess beyond the limit that a closer look found for an entered position.
    least_beyond: Option<u16>,
}

impl<const W: usize> ExcessTable<W> {
    pub(super) fn new(limit: u16) -> Self {
        Self { limit, least: NodeStore::default(), beyond: Vec::new(), least_beyond: None }
    }

    /// Returns whether an excess is within the limit. Positions beyond it are recorded.
    pub(super) fn admits(&mut self, position: &Position<W>, excess: u16) -> bool {
        let is_within = excess <= self.limit;
        if !is_within {
            self.beyond.push((*position, excess));
        }
        is_within
    }

    /// Returns whether the excess that a closer look found for an entered position is beyond the
    /// limit.
    pub(super) fn exceeds(&mut self, excess: u16) -> bool {
        let is_beyond = excess > self.limit;
        if is_beyond {
            self.least_beyond = Some(self.least_beyond.map_or(excess, |least| least.min(excess)));
        }
        is_beyond
    }

    /// Enters a position, and returns whether its excess is the least so far.
    pub(super) fn is_new(
        &mut self,
        position: &Position<W>,
        excess: u16,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let mut beyond = core::mem::take(&mut self.beyond);
        for (position, excess) in beyond.drain(..) {
            self.enter(&position, excess, control)?;
        }
        self.beyond = beyond;
        self.enter(position, excess, control)
    }

    fn enter(&mut self, position: &Position<W>, excess: u16, control: &mut Control) -> Result<bool, Stop> {
        let excess = u32::from(excess);
        match self.least.insert(*position, excess, None, 0, control)? {
            Insertion::New(_) => Ok(true),
            Insertion::Known(id) if self.least.cost(id) > excess => {
                self.least.improve(id, excess, id, ());
                Ok(true)
            }
            Insertion::Known(_) => Ok(false),
        }
    }

    /// Returns the least limit that admits more positions; `None` if there are no more.
    pub(super) fn next_limit(&mut self, control: &mut Control) -> Result<Option<u16>, Stop> {
        for (position, excess) in core::mem::take(&mut self.beyond) {
            self.enter(&position, excess, control)?;
        }
        let ids = (0..self.least.len()).filter_map(|index| self.least.id(index));
        let beyond = ids.map(|id| self.least.cost(id) as u16).filter(|&excess| excess > self.limit);
        Ok(beyond.chain(self.least_beyond).min())
    }

    /// Releases the memory.
    pub(super) fn release(self, control: &mut Control) {
        self.least.release(control);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use alloc::collections::BTreeMap;
    use motion_core::Budget;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    fn position(number: u16) -> Position<4> {
        Position { boxes: [Square(number % 64)].into_iter().collect(), player: Square(number / 64) }
    }

    #[test]
    fn a_position_is_new_whenever_it_is_met_with_fewer() {
        let mut control = Control::unlimited();
        let mut excesses = ExcessTable::new(6);
        let mut is_new =
            |number, excess| excesses.is_new(&position(number), excess, &mut control).expect("no limit");
        assert!(is_new(0, 4) && is_new(1, 4));
        assert!(!is_new(0, 4) && !is_new(0, 6));
        assert!(is_new(0, 2) && !is_new(0, 3) && !is_new(1, 4) && is_new(0, 0));
        // All positions are within the limit.
        assert_eq!(excesses.next_limit(&mut control), Ok(None));
        assert!(control.stats().bytes > 0);
        excesses.release(&mut control);
        assert_eq!(control.stats().bytes, 0);
    }

    #[test]
    fn what_is_refused_is_let_in_by_the_next_limit() {
        let mut control = Control::unlimited();
        let refused = [(1, 6), (2, 4), (3, 8)];
        let mut limits = Vec::new();
        let mut next = Some(0);
        while let Some(limit) = next {
            limits.push(limit);
            let mut excesses = ExcessTable::new(limit);
            assert_eq!(excesses.is_new(&position(0), 0, &mut control), Ok(true));
            for (number, excess) in refused {
                let is_within = excesses.admits(&position(number), excess);
                assert_eq!(is_within, excess <= limit);
                if is_within {
                    assert_eq!(excesses.is_new(&position(number), excess, &mut control), Ok(true));
                }
            }
            next = excesses.next_limit(&mut control).expect("no limit");
            assert_eq!(excesses.next_limit(&mut control), Ok(next));
            excesses.release(&mut control);
        }
        assert_eq!((limits, control.stats().bytes), (alloc::vec![0, 4, 6, 8], 0));
    }

    #[test]
    fn a_position_that_is_reached_after_all_raises_no_limit() {
        let mut control = Control::unlimited();
        let mut excesses = ExcessTable::new(2);
        assert!(!excesses.admits(&position(1), 4) && !excesses.admits(&position(2), 8));
        assert_eq!(excesses.is_new(&position(1), 2, &mut control), Ok(true));
        // It is also refused later.
        assert!(!excesses.admits(&position(1), 6));
        assert_eq!(excesses.is_new(&position(1), 2, &mut control), Ok(false));
        assert_eq!(excesses.next_limit(&mut control), Ok(Some(8)));
    }

    #[test]
    fn the_least_excess_of_each_position_counts_whatever_the_order() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let (mut new, mut raised) = (0, 0);
        for _ in 0..500 {
            let limit = rng.random_range(0..20);
            let mut control = Control::unlimited();
            let mut excesses = ExcessTable::new(limit);
            let mut least = BTreeMap::new();
            for _ in 0..rng.random_range(1..60) {
                let (number, excess) = (rng.random_range(0..10), rng.random_range(0..25));
                let before = least.get(&number).copied();
                least.insert(number, before.map_or(excess, |before: u16| before.min(excess)));
                if excesses.admits(&position(number), excess) {
                    let is_new = before.is_none_or(|before| excess < before);
                    assert_eq!(excesses.is_new(&position(number), excess, &mut control), Ok(is_new));
                    new += usize::from(is_new);
                }
            }
            let next = least.into_values().filter(|&excess| excess > limit).min();
            assert_eq!(excesses.next_limit(&mut control), Ok(next));
            raised += usize::from(next.is_some());
        }
        assert!(new > 1_000 && (100..400).contains(&raised), "{new} new, {raised} limits raised");
    }

    #[test]
    fn without_memory_nothing_is_entered() {
        let mut control = Control::new(Budget::new().with_bytes(0));
        let mut excesses = ExcessTable::new(0);
        assert_eq!(excesses.is_new(&position(0), 0, &mut control), Err(Stop::Memory));
        assert!(!excesses.admits(&position(1), 1));
        assert_eq!(excesses.next_limit(&mut control), Err(Stop::Memory));
        excesses.release(&mut control);
        assert_eq!(control.stats().bytes, 0);
    }
}
