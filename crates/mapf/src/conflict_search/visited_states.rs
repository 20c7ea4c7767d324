//! The states of one low-level search, in tables that are cleared in constant time.

use alloc::vec::Vec;

use motion_core::Vertex;

/// A slot of the table by delays: the search it belongs to, and the state's index.
#[derive(Clone, Copy, Debug, Default)]
struct DelaySlot {
    search: u32,
    index: u32,
}

/// A slot of the hash table: vertex and time, the search it belongs to, and the state's index.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    state: u64,
    search: u32,
    index: u32,
}

/// A map from a vertex and a time to an index.
///
/// Small delays are in a table by delay and vertex, with 8 bytes an entry. Most states of a search
/// have delays near 0, so the table stays in the processor's cache. Larger delays are in a hash
/// table with linear probing, which is at most half full.
#[derive(Clone, Debug, Default)]
pub(super) struct VisitedStates {
    cells: Vec<DelaySlot>,
    vertices: usize,
    slots: Vec<Slot>,
    search: u32,
    used: usize,
}

/// The initial size of the hash table, a power of two.
const FIRST: usize = 1 << 10;

/// The maximum number of cells of the table by delay and vertex.
const CELLS: usize = 1 << 21;

/// Marks a state that has not been seen.
const NONE: u32 = u32::MAX;

impl VisitedStates {
    /// Drops all states in constant time. All vertices are less than `vertices`.
    pub(super) fn clear(&mut self, vertices: usize) {
        if self.search == u32::MAX || self.slots.is_empty() || self.vertices != vertices {
            self.slots.clear();
            self.slots.resize(FIRST, Slot::default());
            self.cells.clear();
            self.vertices = vertices;
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

    /// The index of a state, which the caller may set; `u32::MAX` if the state is new. At a given
    /// vertex, each delay belongs to one time.
    #[inline]
    pub(super) fn index(&mut self, vertex: Vertex, time: u32, delay: u32) -> &mut u32 {
        let cell = (delay as usize).saturating_mul(self.vertices).saturating_add(vertex.index());
        if cell >= CELLS {
            return self.hashed(vertex, time);
        }
        if cell >= self.cells.len() {
            self.cells.resize((delay as usize + 1) * self.vertices, DelaySlot::default());
        }
        let cell = &mut self.cells[cell];
        if cell.search != self.search {
            *cell = DelaySlot { search: self.search, index: NONE };
        }
        &mut cell.index
    }

    fn hashed(&mut self, vertex: Vertex, time: u32) -> &mut u32 {
        if 2 * self.used >= self.slots.len() {
            self.grow();
        }
        let state = u64::from(vertex.0) << 32 | u64::from(time);
        let found = self.find(state);
        let slot = &mut self.slots[found];
        if slot.search != self.search {
            *slot = Slot { state, search: self.search, index: NONE };
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
        (size_of::<DelaySlot>() * self.cells.capacity() + size_of::<Slot>() * self.slots.capacity()) as u64
    }
}
