//! A priority queue of indices with small keys.

use alloc::vec::Vec;

/// A queue with a stack for each key. Items come by ascending key, and the most recent first among
/// equal keys. Clearing takes time linear in the keys used, and keeps the memory.
#[derive(Clone, Debug, Default)]
pub(super) struct BucketQueue {
    stacks: Vec<Vec<u32>>,
    /// A bit for each stack, set if the stack has an item.
    filled: Vec<u64>,
    /// The words before this one have no bit set.
    first: usize,
}

impl BucketQueue {
    /// Removes all items.
    pub(super) fn clear(&mut self) {
        for (word, filled) in self.filled.iter_mut().enumerate().skip(self.first) {
            while *filled != 0 {
                self.stacks[64 * word + filled.trailing_zeros() as usize].clear();
                *filled &= *filled - 1;
            }
        }
        self.first = self.filled.len();
    }

    /// Adds an item.
    #[inline]
    pub(super) fn push(&mut self, key: usize, item: u32) {
        let word = key / 64;
        if word >= self.filled.len() {
            self.filled.resize(word + 1, 0);
            self.stacks.resize_with(64 * (word + 1), Vec::new);
        }
        self.filled[word] |= 1 << (key % 64);
        self.first = self.first.min(word);
        self.stacks[key].push(item);
    }

    /// Removes and returns the most recent item of the smallest key.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        while let Some(filled) = self.filled.get_mut(self.first) {
            if *filled != 0 {
                let stack = &mut self.stacks[64 * self.first + filled.trailing_zeros() as usize];
                let item = stack.pop();
                if stack.is_empty() {
                    *filled &= *filled - 1;
                }
                return item;
            }
            self.first += 1;
        }
        None
    }

    /// The memory on the heap, without the items' own.
    pub(super) fn bytes(&self) -> u64 {
        (self.stacks.capacity() * size_of::<Vec<u32>>() + 8 * self.filled.capacity()) as u64
    }
}
