//! The hash table of a node store: node numbers in one array, each next to a part of its state's
//! hash.
//!
//! In a store of millions of nodes, every memory access takes longer than all computation. A
//! look-up takes two here: one for the slots, eight of which share a cache line, and one for the
//! state, hardly ever for a wrong one. `hashbrown`'s `HashTable` takes three, because its tags are
//! separate, and it reads every state again when it grows. With it, breadth-first search over 1.8
//! million states of 24 bytes takes about 1.4 times as long, and A* 1.3 times, while saving five
//! bytes per state.

use alloc::vec::Vec;

use super::growth::reserve;
use crate::control::Control;
use crate::outcome::Stop;

/// A slot without a node; no node has such a high number.
const EMPTY: u64 = u64::MAX;

/// The initial size of a table.
const FIRST: usize = 16;

/// The number of a node: nodes are numbered from 0 in the order of their insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The number as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Slots in the order of their tags, as far as there is room: linear probing.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeTable {
    /// The tag in the upper half, the number in the lower half.
    slots: Vec<u64>,
    used: usize,
}

impl NodeTable {
    /// Returns the node with this tag for which `is_it` holds, or the slot where the node belongs.
    #[inline]
    pub(super) fn find(&self, tag: u32, mut is_it: impl FnMut(NodeId) -> bool) -> Result<NodeId, usize> {
        let mut index = home(tag, self.slots.len());
        loop {
            match self.slots.get(index) {
                Some(&EMPTY) => return Err(index),
                Some(&slot) => {
                    if (slot >> 32) as u32 == tag && is_it(NodeId(slot as u32)) {
                        return Ok(NodeId(slot as u32));
                    }
                    index += 1;
                }
                None if self.slots.is_empty() => return Err(0),
                None => index = 0,
            }
        }
    }

    /// Returns the node in the home slot of this tag, if it has the tag. There is no branch before
    /// the memory access, so that many accesses overlap; call the returned closure later.
    #[inline]
    pub(super) fn at_home(&self, tag: u32) -> impl FnOnce() -> Option<NodeId> + use<> {
        let slot = self.slots.get(home(tag, self.slots.len())).copied().unwrap_or(EMPTY);
        move || ((slot >> 32) as u32 == tag && slot != EMPTY).then_some(NodeId(slot as u32))
    }

    /// Puts a node into the slot that [`find`](NodeTable::find) has returned.
    #[inline]
    pub(super) fn fill(&mut self, index: usize, tag: u32, id: NodeId) {
        self.slots[index] = u64::from(tag) << 32 | u64::from(id.0);
        self.used += 1;
    }

    /// Returns whether the table must grow before the next insertion: three in four slots are used.
    #[inline]
    pub(super) const fn is_full(&self) -> bool {
        4 * self.used >= 3 * self.slots.len()
    }

    /// Grows by half. The old table counts until the new one is allocated.
    #[cold]
    pub(super) fn grow(&mut self, held: &mut u64, control: &mut Control) -> Result<(), Stop> {
        let len = (self.slots.len() + self.slots.len() / 2).max(FIRST);
        let mut grown = Self::default();
        let mut granted = 0;
        reserve(&mut grown.slots, len, &mut granted, control)?;
        grown.slots.resize(len, EMPTY);
        for &slot in self.slots.iter().filter(|&&slot| slot != EMPTY) {
            let tag = (slot >> 32) as u32;
            if let Err(index) = grown.find(tag, |_| false) {
                grown.fill(index, tag, NodeId(slot as u32));
            }
        }
        let old = (self.slots.capacity() * size_of::<u64>()) as u64;
        control.release(old);
        *held = *held + granted - old;
        *self = grown;
        Ok(())
    }
}

/// Returns the home slot of a tag, where it would be if it were alone.
#[inline]
const fn home(tag: u32, len: usize) -> usize {
    ((tag as u64 * len as u64) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Budget;

    #[test]
    fn nodes_are_found_whatever_their_tags() {
        // All tags equal; all tags at the end, where probing wraps around to the front; and tags
        // spread evenly.
        for tag_of in [|_| 7, |id| u32::MAX - id % 3, |id: u32| id.wrapping_mul(0x9e37_79b9)] {
            let (mut table, mut held, mut control) = (NodeTable::default(), 0, Control::unlimited());
            for id in 0..500 {
                if table.is_full() {
                    table.grow(&mut held, &mut control).expect("no limit");
                }
                let index = table.find(tag_of(id), |found| found.0 == id).expect_err("not yet there");
                table.fill(index, tag_of(id), NodeId(id));
                for there in 0..=id {
                    assert_eq!(table.find(tag_of(there), |found| found.0 == there), Ok(NodeId(there)));
                }
            }
            assert_eq!((held, control.stats().bytes), (8 * table.slots.len() as u64, held));
            assert!((500.0 / 0.75..1001.0).contains(&(table.slots.len() as f64)));
        }
    }

    #[test]
    fn a_refusal_changes_nothing() {
        let (mut table, mut held) = (NodeTable::default(), 0);
        let mut control = Control::new(Budget::new().with_bytes(8 * 16 + 8 * 24 - 1));
        assert_eq!(table.grow(&mut held, &mut control), Ok(()));
        let index = table.find(3, |_| true).expect_err("an empty table");
        table.fill(index, 3, NodeId(5));
        assert_eq!(table.grow(&mut held, &mut control), Err(Stop::Memory));
        assert_eq!((table.find(3, |_| true), held, control.stats().bytes), (Ok(NodeId(5)), 128, 128));
    }
}
