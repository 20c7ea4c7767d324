//! A transposition table of positions that are not solvable within a number of moves.
//!
//! Keys are stored whole, so two positions are never confused. If memory is not granted, the table
//! keeps its size, and the entry with the fewest moves is replaced.

use alloc::vec::Vec;
use motion_core::{Control, Stop};

use super::packed_position::PackedPosition;

/// The number of slots in a bucket. A key is stored in its bucket.
const BUCKET_SLOTS: usize = 4;

/// The number of slots of an initial table, the minimum if little memory is granted, and the
/// maximum.
const INITIAL_SLOTS: usize = 1 << 11;
const MIN_SLOTS: usize = 1 << 6;
const MAX_SLOTS: usize = 1 << 26;

/// The number of bits that store the number of moves. They lie below the bits of the position.
pub(super) const MOVES_LEFT_BITS: u32 = 8;

pub(super) struct DepthFirstTable<K> {
    /// The positions, each with its number of moves; an empty slot has the number zero.
    slots: Vec<K>,
    used: usize,
    /// The number of used slots at which the table should grow.
    grow_at: usize,
    shift: u32,
}

impl<K: PackedPosition> DepthFirstTable<K> {
    /// Creates an empty table, smaller if little memory is granted.
    pub(super) fn new(control: &mut Control) -> Result<Self, Stop> {
        let mut len = INITIAL_SLOTS;
        while let Err(why) = control.hold(Self::bytes_of(len)) {
            if len == MIN_SLOTS {
                return Err(why);
            }
            len /= 2;
        }
        Ok(Self::with_slots(alloc::vec![K::default(); len]))
    }

    fn with_slots(slots: Vec<K>) -> Self {
        let shift = 64 - (slots.len() / BUCKET_SLOTS).trailing_zeros();
        Self { used: 0, grow_at: slots.len() / 2, shift, slots }
    }

    const fn bytes_of(len: usize) -> u64 {
        (len * size_of::<K>()) as u64
    }

    /// The number of bytes that `control` accounts for.
    pub(super) const fn bytes(&self) -> u64 {
        Self::bytes_of(self.slots.len())
    }

    /// Records that a position is unsolvable within `left` moves; returns whether that was already
    /// known.
    #[inline]
    pub(super) fn insert(&mut self, key: K, left: u8) -> bool {
        let slot = self.slot(key);
        match self.slots[slot].pop(MOVES_LEFT_BITS) {
            (_, 0) => self.used += 1,
            (stored, known) if stored == key && known >= u16::from(left) => return true,
            _ => {}
        }
        self.slots[slot] = key.push(MOVES_LEFT_BITS, u16::from(left));
        false
    }

    /// Lowers the entry that [`insert`](Self::insert) made: the position is known to be unsolvable
    /// only within this number of moves.
    pub(super) fn lower(&mut self, key: K, left: u8) {
        let slot = self.slot(key);
        self.slots[slot] = key.push(MOVES_LEFT_BITS, u16::from(left));
    }

    /// Returns the slot that holds the key. If there is none, returns the slot of the key's bucket
    /// with the fewest moves, because that position is the quickest to search again.
    #[inline]
    fn slot(&self, key: K) -> usize {
        let bucket = (key.hash() >> self.shift) as usize * BUCKET_SLOTS;
        let (mut slot, mut least) = (bucket, u16::MAX);
        for (index, entry) in (bucket..).zip(&self.slots[bucket..bucket + BUCKET_SLOTS]) {
            let (stored, left) = entry.pop(MOVES_LEFT_BITS);
            if stored == key && left > 0 {
                return index;
            }
            if left < least {
                (slot, least) = (index, left);
            }
        }
        slot
    }

    /// Returns whether [`grow`](Self::grow) should be called.
    #[inline]
    pub(super) const fn is_full(&self) -> bool {
        self.used >= self.grow_at
    }

    /// Doubles the table if the memory is granted.
    #[cold]
    pub(super) fn grow(&mut self, control: &mut Control) {
        let len = 2 * self.slots.len();
        let mut slots = Vec::new();
        if len > MAX_SLOTS || control.hold(Self::bytes_of(len)).is_err() {
            self.grow_at = usize::MAX;
        } else if slots.try_reserve_exact(len).is_err() {
            control.release(Self::bytes_of(len));
            self.grow_at = usize::MAX;
        } else {
            slots.resize(len, K::default());
            let old = core::mem::replace(self, Self::with_slots(slots));
            for (key, left) in
                old.slots.iter().map(|entry| entry.pop(MOVES_LEFT_BITS)).filter(|&(_, left)| left > 0)
            {
                self.insert(key, left as u8);
            }
            control.release(old.bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_core::Budget;

    fn key<K: PackedPosition>(number: u16) -> K {
        K::default().push(16, 7).push(16, number)
    }

    fn insert_and_find<K: PackedPosition + core::fmt::Debug>() {
        let mut control = Control::unlimited();
        let mut table = DepthFirstTable::<K>::new(&mut control).expect("no limit");
        for number in 0..10_000 {
            assert!(!table.insert(key(number), 5), "{number}");
            if table.is_full() {
                table.grow(&mut control);
            }
        }
        // In buckets of four that are half empty on average, few keys are lost.
        let kept = (0..10_000).filter(|&number| table.insert(key(number), 5)).count();
        assert!(kept > 9_500, "{kept}");
        let one = key(77);
        table.insert(one, 6);
        assert!(table.insert(one, 6) && !table.insert(one, 7));
        table.lower(one, 3);
        assert!(table.insert(one, 3) && !table.insert(one, 4));
        assert_eq!(control.stats().bytes, table.bytes());
    }

    #[test]
    fn inserted_positions_are_known() {
        insert_and_find::<u64>();
        insert_and_find::<u128>();
    }

    #[test]
    fn memory_limits_are_kept() {
        let mut control = Control::new(Budget::new().with_bytes(511));
        assert!(DepthFirstTable::<u64>::new(&mut control).is_err());
        let mut control = Control::new(Budget::new().with_bytes(5000));
        let mut table = DepthFirstTable::<u64>::new(&mut control).expect("a small table");
        assert_eq!(table.bytes(), 4096);
        (0..10_000).for_each(|number| {
            table.insert(key(number), 1);
        });
        table.grow(&mut control);
        assert_eq!((table.bytes(), table.is_full()), (4096, false));
        assert!(table.insert(key(9999), 1));
    }
}
