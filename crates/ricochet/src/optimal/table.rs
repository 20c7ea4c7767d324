//! A table of positions from which so many moves are not enough.
//!
//! Keys are stored whole, so that two positions are never taken for one. Where memory is not granted, the table stays as
//! it is and what matters least is forgotten.

use alloc::vec::Vec;
use motion_core::{Control, Stop};

use super::key::Key;

/// Slots that are looked at for a key.
const BUCKET: usize = 4;

/// The sizes that a table begins with and never exceeds.
const FIRST: usize = 1 << 11;
const LEAST: usize = 1 << 6;
const MOST: usize = 1 << 26;

/// Bits for the moves left, below those of the position.
pub(super) const LEFT: u32 = 8;

pub(super) struct Table<K> {
    /// Positions and the moves left, none where it is zero.
    slots: Vec<K>,
    used: usize,
    /// Used slots at which it grows.
    crowded: usize,
    shift: u32,
}

impl<K: Key> Table<K> {
    /// An empty table, smaller where little memory is granted.
    pub(super) fn new(control: &mut Control) -> Result<Self, Stop> {
        let mut len = FIRST;
        while let Err(why) = control.hold(Self::bytes_of(len)) {
            if len == LEAST {
                return Err(why);
            }
            len /= 2;
        }
        Ok(Self::of(alloc::vec![K::default(); len]))
    }

    fn of(slots: Vec<K>) -> Self {
        let shift = 64 - (slots.len() / BUCKET).trailing_zeros();
        Self { used: 0, crowded: slots.len() / 2, shift, slots }
    }

    const fn bytes_of(len: usize) -> u64 {
        (len * size_of::<K>()) as u64
    }

    /// Bytes that `control` holds for it.
    pub(super) const fn bytes(&self) -> u64 {
        Self::bytes_of(self.slots.len())
    }

    /// Whether so many moves are known not to be enough. Where they are not, they are known to be from now on.
    #[inline]
    pub(super) fn visit(&mut self, key: K, left: u8) -> bool {
        let slot = self.slot(key);
        match self.slots[slot].pop(LEFT) {
            (_, 0) => self.used += 1,
            (there, known) if there == key && known >= u16::from(left) => return true,
            _ => {}
        }
        self.slots[slot] = key.push(LEFT, u16::from(left));
        false
    }

    /// Takes back what was said by [`visit`](Table::visit): only fewer moves are not enough.
    pub(super) fn lower(&mut self, key: K, left: u8) {
        let slot = self.slot(key);
        self.slots[slot] = key.push(LEFT, u16::from(left));
    }

    /// The slot of a key, or that in its bucket with the fewest moves left, which are the quickest to try again.
    #[inline]
    fn slot(&self, key: K) -> usize {
        let bucket = (key.hash() >> self.shift) as usize * BUCKET;
        let (mut slot, mut least) = (bucket, u16::MAX);
        for (index, entry) in (bucket..).zip(&self.slots[bucket..bucket + BUCKET]) {
            let (there, left) = entry.pop(LEFT);
            if there == key && left > 0 {
                return index;
            }
            if left < least {
                (slot, least) = (index, left);
            }
        }
        slot
    }

    /// Whether [`grow`](Table::grow) should be called.
    #[inline]
    pub(super) const fn is_crowded(&self) -> bool {
        self.used >= self.crowded
    }

    /// Doubles the table, unless memory is short.
    #[cold]
    pub(super) fn grow(&mut self, control: &mut Control) {
        let len = 2 * self.slots.len();
        let mut slots = Vec::new();
        if len > MOST || control.hold(Self::bytes_of(len)).is_err() {
            self.crowded = usize::MAX;
        } else if slots.try_reserve_exact(len).is_err() {
            control.release(Self::bytes_of(len));
            self.crowded = usize::MAX;
        } else {
            slots.resize(len, K::default());
            let old = core::mem::replace(self, Self::of(slots));
            for (key, left) in old.slots.iter().map(|entry| entry.pop(LEFT)).filter(|&(_, left)| left > 0) {
                self.visit(key, left as u8);
            }
            control.release(old.bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_core::Budget;

    fn key<K: Key>(number: u16) -> K {
        K::default().push(16, 7).push(16, number)
    }

    fn remembers<K: Key + core::fmt::Debug>() {
        let mut control = Control::unlimited();
        let mut table = Table::<K>::new(&mut control).expect("no limit");
        for number in 0..10_000 {
            assert!(!table.visit(key(number), 5), "{number}");
            if table.is_crowded() {
                table.grow(&mut control);
            }
        }
        // Half empty buckets of four are seldom full.
        let kept = (0..10_000).filter(|&number| table.visit(key(number), 5)).count();
        assert!(kept > 9_500, "{kept}");
        let one = key(77);
        table.visit(one, 6);
        assert!(table.visit(one, 6) && !table.visit(one, 7));
        table.lower(one, 3);
        assert!(table.visit(one, 3) && !table.visit(one, 4));
        assert_eq!(control.stats().bytes, table.bytes());
    }

    #[test]
    fn what_is_visited_is_remembered() {
        remembers::<u64>();
        remembers::<u128>();
    }

    #[test]
    fn memory_limits_are_kept() {
        let mut control = Control::new(Budget::new().with_bytes(511));
        assert!(Table::<u64>::new(&mut control).is_err());
        let mut control = Control::new(Budget::new().with_bytes(5000));
        let mut table = Table::<u64>::new(&mut control).expect("a small table");
        assert_eq!(table.bytes(), 4096);
        (0..10_000).for_each(|number| {
            table.visit(key(number), 1);
        });
        table.grow(&mut control);
        assert_eq!((table.bytes(), table.is_crowded()), (4096, false));
        assert!(table.visit(key(9999), 1));
    }
}
