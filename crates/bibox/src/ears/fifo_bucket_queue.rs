//! A priority queue for small keys in which equal keys are first in, first out.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// A queue of items with small numbers as keys. The bucket queue of `motion-core` returns equal
/// keys in the opposite order, in which ears would not grow evenly around the cycle.
///
/// Pushing takes amortised constant time, as does popping apart from skipping empty keys.
pub(super) struct FifoBucketQueue<T> {
    queues: Vec<VecDeque<T>>,
    /// No smaller key has an item.
    least: usize,
}

impl<T> FifoBucketQueue<T> {
    pub(super) const fn new() -> Self {
        Self { queues: Vec::new(), least: 0 }
    }

    pub(super) fn push(&mut self, key: usize, item: T) {
        if self.queues.len() <= key {
            self.queues.resize_with(key + 1, VecDeque::new);
        }
        self.queues[key].push_back(item);
        self.least = self.least.min(key);
    }

    /// The smallest key with an item.
    pub(super) fn least(&mut self) -> Option<usize> {
        let empty = self.queues[self.least..].iter().take_while(|queue| queue.is_empty()).count();
        self.least += empty;
        (self.least < self.queues.len()).then_some(self.least)
    }

    /// Removes and returns the oldest item with the smallest key.
    pub(super) fn pop(&mut self) -> Option<T> {
        let key = self.least()?;
        self.queues[key].pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn takes_the_oldest_of_the_smallest(
            steps in prop::collection::vec(prop::option::of(0usize..6), 0..60),
        ) {
            let mut buckets = FifoBucketQueue::new();
            let mut list: Vec<(usize, usize)> = Vec::new();
            for (number, step) in steps.into_iter().enumerate() {
                if let Some(key) = step {
                    buckets.push(key, number);
                    list.push((key, number));
                } else {
                    let first = list.iter().copied().min();
                    prop_assert_eq!(buckets.least(), first.map(|(key, _)| key));
                    prop_assert_eq!(buckets.pop(), first.map(|(_, number)| number));
                    list.retain(|&item| Some(item) != first);
                }
            }
        }
    }
}
