//! The states of one low-level search: a hash table that is emptied at once.

use alloc::vec::Vec;

use motion_core::Vertex;

/// A slot: vertex and time, the search that it belongs to, and the state's index.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    state: u64,
    search: u32,
    index: Option<u32>,
}

/// From a vertex and a time to an index. Linear probing, at most half full.
#[derive(Clone, Debug, Default)]
pub(super) struct VisitedStates {
    slots: Vec<Slot>,
    search: u32,
    used: usize,
}

/// The size that a table begins with: a power of two.
const FIRST: usize = 1 << 10;

impl VisitedStates {
    /// Forgets all states, in constant time.
    pub(super) fn clear(&mut self) {
        if self.search == u32::MAX || self.slots.is_empty() {
            self.slots.clear();
            self.slots.resize(FIRST, Slot::default());
            self.search = 0;
        }
        self.search += 1;
        self.used = 0;
    }

    fn find(&self, state: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut index = (state.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.slots[index].search == self.search && self.slots[index].state != state {
            index = (index + 1) & mask;
        }
        index
    }

    /// The index of a state, if it was seen.
    #[inline]
    pub(super) fn get(&self, vertex: Vertex, time: u32) -> Option<u32> {
        let slot = &self.slots[self.find(state(vertex, time))];
        if slot.search == self.search { slot.index } else { None }
    }

    /// Where the index of a state is, or is to be put.
    #[inline]
    pub(super) fn slot(&mut self, vertex: Vertex, time: u32) -> &mut Option<u32> {
        if 2 * self.used >= self.slots.len() {
            self.grow();
        }
        let state = state(vertex, time);
        let found = self.find(state);
        let slot = &mut self.slots[found];
        if slot.search != self.search {
            *slot = Slot { state, search: self.search, index: None };
            self.used += 1;
        }
        &mut slot.index
    }

    #[cold]
    fn grow(&mut self) {
        let size = 2 * self.slots.len();
        let old = core::mem::replace(&mut self.slots, alloc::vec![Slot::default(); size]);
        for slot in old.into_iter().filter(|slot| slot.search == self.search) {
            let found = self.find(slot.state);
            self.slots[found] = slot;
        }
    }

    /// The memory on the heap.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<Slot>()) as u64
    }
}

const fn state(vertex: Vertex, time: u32) -> u64 {
    (vertex.0 as u64) << 32 | time as u64
}
