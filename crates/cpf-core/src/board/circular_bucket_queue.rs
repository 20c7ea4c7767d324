//! A priority queue for keys within a small range.

use alloc::vec::Vec;

use motion_core::Vertex;

/// The number of stacks. It exceeds the largest growth of cost plus estimate in a single move,
/// which is 15 + 8.
const STACKS: u32 = u32::BITS;

/// A vertex and the cost of reaching it.
type QueuedVertex = (Vertex, u32);

/// A bucket queue with one stack for each key modulo their number, and a bit for each stack that is
/// not empty (R. B. Dial, *Algorithm 360*, Communications of the ACM 12, 1969).
///
/// [`BucketQueue`](motion_core::internal::BucketQueue) takes any keys and accounts for its memory;
/// this one is cleared in constant time and reused for every move of a plan.
pub(super) struct CircularBucketQueue {
    stacks: [Vec<QueuedVertex>; STACKS as usize],
    /// The stacks that are not empty, one bit each.
    occupied: u32,
    /// A lower bound on all keys in the queue.
    key: u32,
}

impl Default for CircularBucketQueue {
    fn default() -> Self {
        Self { stacks: [const { Vec::new() }; STACKS as usize], occupied: 0, key: u32::MAX }
    }
}

impl CircularBucketQueue {
    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        while self.occupied != 0 {
            self.stacks[self.occupied.trailing_zeros() as usize].clear();
            self.occupied &= self.occupied - 1;
        }
        self.key = u32::MAX;
    }

    /// Announces the key of a first entry. All first keys must be announced before the first entry
    /// is pushed.
    pub(super) fn start(&mut self, key: u32) {
        self.key = self.key.min(key);
    }

    /// Adds an entry. A key below the current smallest is raised to it, because estimates may fall
    /// by more than a move weighs. First keys beyond the last stack are lowered to it.
    #[inline]
    pub(super) fn push(&mut self, key: u32, entry: QueuedVertex) {
        let stack = key.clamp(self.key, self.key + STACKS - 1) % STACKS;
        self.stacks[stack as usize].push(entry);
        self.occupied |= 1 << stack;
    }

    /// Removes and returns the latest entry with the smallest key.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<QueuedVertex> {
        if self.occupied == 0 {
            return None;
        }
        self.key += self.occupied.rotate_right(self.key % STACKS).trailing_zeros();
        let stack = &mut self.stacks[(self.key % STACKS) as usize];
        let entry = stack.pop();
        if stack.is_empty() {
            self.occupied &= !(1 << (self.key % STACKS));
        }
        entry
    }
}
