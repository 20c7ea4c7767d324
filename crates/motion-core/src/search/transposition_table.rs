//! A table of states searched in vain, in the available memory.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};
use core::num::NonZeroU32;

use rustc_hash::FxBuildHasher;

use crate::control::Control;
use crate::outcome::Stop;

/// The number of slots that may hold a key.
const BUCKET: usize = 4;

/// The initial size of a table, and the minimum.
const FIRST: usize = 1 << 10;
const LEAST: usize = 1 << 4;

/// An odd number without a pattern, from the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A transposition table: the remaining cost with which a state was last searched in vain. It grows
/// while memory is granted, and then forgets entries.
///
/// Keys are stored whole, so two states are never confused. If all four slots for a key are full,
/// the entry with the least remainder is replaced, because it is the quickest to search again.
///
/// # Complexity
/// Constant time, except when the table doubles. Memory for each slot: the key and four bytes.
/// Between half and all of the slots are filled. While the table doubles, the old one also counts.
#[derive(Clone, Debug)]
pub(super) struct TranspositionTable<K> {
    slots: Vec<Option<Slot<K>>>,
    used: usize,
    /// The number of used slots at which the table tries to grow.
    crowded: usize,
    /// Bytes that `control` has granted.
    held: u64,
}

#[derive(Clone, Debug)]
struct Slot<K> {
    key: K,
    /// The remainder plus one, so that an empty slot takes no additional memory.
    left: NonZeroU32,
}

impl<K> Slot<K> {
    fn left(&self) -> u32 {
        self.left.get() - 1
    }
}

impl<K: Clone + Eq + Hash> TranspositionTable<K> {
    /// Creates an empty table, smaller if little memory is granted.
    ///
    /// # Errors
    /// [`Stop::Memory`] if not even a few slots are granted.
    pub(super) fn new(control: &mut Control) -> Result<Self, Stop> {
        let mut len = FIRST;
        loop {
            match slots(len, control) {
                Ok(slots) => return Ok(Self::of(slots)),
                Err(why) if len == LEAST => return Err(why),
                Err(_) => len /= 2,
            }
        }
    }

    fn of(slots: Vec<Option<Slot<K>>>) -> Self {
        Self { used: 0, crowded: slots.len() / 2, held: bytes_of::<K>(slots.len()), slots }
    }

    /// Returns the remainder with which this state was last searched, if it is stored.
    #[inline]
    pub(super) fn get(&self, key: &K) -> Option<u32> {
        let bucket = self.bucket(key);
        let slot = self.slots[bucket..bucket + BUCKET].iter().flatten().find(|slot| slot.key == *key);
        slot.map(Slot::left)
    }

    /// Stores the remainder (at most 2³² – 2) with which a state is searched, replacing an earlier
    /// one.
    ///
    /// `heap_bytes` returns the heap memory of a key. If that is not granted, the key is not
    /// stored.
    #[inline]
    pub(super) fn set(&mut self, key: &K, left: u32, heap_bytes: impl Fn(&K) -> u64, control: &mut Control) {
        if self.used >= self.crowded {
            self.grow(&heap_bytes, control);
        }
        self.put(key, left, &heap_bytes, control);
    }

    #[inline]
    fn put(&mut self, key: &K, left: u32, heap_bytes: &impl Fn(&K) -> u64, control: &mut Control) {
        let bucket = self.bucket(key);
        let index = self.place(bucket, key);
        let left = NonZeroU32::MIN.saturating_add(left);
        match &mut self.slots[index] {
            Some(slot) if slot.key == *key => slot.left = left,
            slot => {
                if let Some(old) = slot.take() {
                    self.used -= 1;
                    control.release(heap_bytes(&old.key));
                    self.held -= heap_bytes(&old.key);
                }
                if control.hold(heap_bytes(key)).is_ok() {
                    self.used += 1;
                    self.held += heap_bytes(key);
                    *slot = Some(Slot { key: key.clone(), left });
                }
            }
        }
    }

    /// Halves the table and forgets everything, to release memory; returns `false` if the table is
    /// too small.
    pub(super) fn shrink(&mut self, control: &mut Control) -> bool {
        let len = self.slots.len() / 2;
        if len < LEAST {
            return false;
        }
        self.slots.clear();
        self.slots.resize_with(len, || None);
        self.slots.shrink_to_fit();
        self.used = 0;
        self.crowded = usize::MAX;
        let held = bytes_of::<K>(len);
        control.release(core::mem::replace(&mut self.held, held) - held);
        true
    }

    /// Drops the table and releases its memory.
    pub(super) fn release(self, control: &mut Control) {
        control.release(self.held);
    }

    #[inline]
    fn bucket(&self, key: &K) -> usize {
        let hash = FxBuildHasher.hash_one(key).wrapping_mul(SPREAD);
        let buckets = self.slots.len() / BUCKET;
        // Use the highest bits, because they are the best mixed.
        ((u128::from(hash) * buckets as u128) >> 64) as usize * BUCKET
    }

    /// Returns the key's slot in its bucket, else an empty slot, else the slot with the least
    /// remainder.
    #[inline]
    fn place(&self, bucket: usize, key: &K) -> usize {
        let (mut place, mut least) = (bucket, u32::MAX);
        for (index, slot) in (bucket..).zip(&self.slots[bucket..bucket + BUCKET]) {
            match slot {
                Some(slot) if slot.key == *key => return index,
                Some(slot) if slot.left.get() < least => (place, least) = (index, slot.left.get()),
                None if least > 0 => (place, least) = (index, 0),
                Some(_) | None => {}
            }
        }
        place
    }

    /// Doubles the table. If memory is short, the table stays as it is and never grows again.
    #[cold]
    fn grow(&mut self, heap_bytes: &impl Fn(&K) -> u64, control: &mut Control) {
        let Ok(slots) = slots(2 * self.slots.len(), control) else {
            self.crowded = usize::MAX;
            return;
        };
        let old = core::mem::replace(self, Self::of(slots));
        control.release(old.held);
        for slot in old.slots.into_iter().flatten() {
            self.put(&slot.key, slot.left(), heap_bytes, control);
        }
    }
}

const fn bytes_of<K>(len: usize) -> u64 {
    (len as u64).saturating_mul(size_of::<Option<Slot<K>>>() as u64)
}

/// Allocates this many empty slots.
fn slots<K>(len: usize, control: &mut Control) -> Result<Vec<Option<Slot<K>>>, Stop> {
    control.hold(bytes_of::<K>(len))?;
    let mut slots = Vec::new();
    if slots.try_reserve_exact(len).is_err() {
        control.release(bytes_of::<K>(len));
        return Err(Stop::Memory);
    }
    slots.resize_with(len, || None);
    Ok(slots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Budget;

    #[test]
    fn what_is_set_is_remembered_while_it_grows() {
        let mut control = Control::unlimited();
        let mut table = TranspositionTable::new(&mut control).expect("no limit");
        for key in 0..10_000u64 {
            table.set(&key, key as u32, |_| 3, &mut control);
            assert_eq!(table.get(&key), Some(key as u32));
        }
        // In half-empty buckets of four, few keys are lost.
        let kept = (0..10_000u64).filter(|key| table.get(key) == Some(*key as u32)).count();
        assert!(kept > 9_500, "{kept}");
        assert_eq!(control.stats().bytes, table.slots.len() as u64 * 16 + table.used as u64 * 3);
        table.set(&77, 5, |_| 3, &mut control);
        assert_eq!((table.get(&77), table.get(&10_000)), (Some(5), None));
        table.release(&mut control);
        assert_eq!(control.stats().bytes, 0);
    }

    #[test]
    fn short_of_memory_it_keeps_what_matters_most() {
        let mut control = Control::new(Budget::new().with_bytes(16 * LEAST as u64 - 1));
        assert_eq!(TranspositionTable::<u64>::new(&mut control).err(), Some(Stop::Memory));

        let mut control = Control::new(Budget::new().with_bytes(5000));
        let mut table = TranspositionTable::new(&mut control).expect("a small table");
        for key in 0..10_000u64 {
            table.set(&key, if key % 100 == 0 { 9 } else { 1 }, |_| 0, &mut control);
        }
        assert_eq!(control.stats().bytes, 256 * 16);
        let kept =
            |remainder| (0..10_000).filter(|key| key % 100 == remainder && table.get(key).is_some()).count();
        assert!(kept(0) >= 90, "{}", kept(0));
        assert!(kept(1) <= 10, "{}", kept(1));

        // It shrinks and forgets until hardly anything is left of it.
        assert!(table.shrink(&mut control));
        assert_eq!((control.stats().bytes, table.get(&9_900)), (128 * 16, None));
        table.set(&1, 2, |_| 4, &mut control);
        assert_eq!((table.get(&1), control.stats().bytes), (Some(2), 128 * 16 + 4));
        while table.shrink(&mut control) {}
        assert_eq!(control.stats().bytes, LEAST as u64 * 16);
        table.set(&1, 2, |_| 1_000_000, &mut control);
        assert_eq!((table.get(&1), control.stats().bytes), (None, LEAST as u64 * 16));
    }
}
