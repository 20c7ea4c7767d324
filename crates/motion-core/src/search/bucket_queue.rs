//! A priority queue for small integer keys.

use alloc::vec::Vec;

use super::growth::{push, reserve};
use crate::control::Control;
use crate::outcome::Stop;

/// A priority queue with one stack per key: the smallest key comes first, and among equal keys the
/// latest item.
///
/// Last-in-first-out order makes best-first searches go deep among equals, which ends them early.
///
/// # Complexity
/// [`push`](BucketQueue::push) takes amortised constant time, and so does [`pop`](BucketQueue::pop)
/// if keys mostly grow, as in a search. Memory is linear in the items and in the largest key.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::internal::BucketQueue;
///
/// let mut control = Control::unlimited();
/// let mut queue = BucketQueue::new();
/// for (key, item) in [(3, 'c'), (1, 'a'), (3, 'd')] {
///     queue.push(key, item, &mut control)?;
/// }
/// assert_eq!(queue.pop(), Some((1, 'a')));
/// assert_eq!(queue.pop(), Some((3, 'd')));
/// # Ok::<(), motion_core::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct BucketQueue<T> {
    buckets: Vec<Vec<T>>,
    /// No bucket before this one holds an item.
    first: usize,
    len: usize,
    /// Bytes that `control` has granted.
    held: u64,
}

impl<T> Default for BucketQueue<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> BucketQueue<T> {
    /// Creates an empty queue.
    pub const fn new() -> Self {
        Self { buckets: Vec::new(), first: 0, len: 0, held: 0 }
    }

    /// The number of items.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no item.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an item and accounts for its memory in `control`.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the limit or the system refuses the memory; the queue is then unchanged.
    #[inline]
    pub fn push(&mut self, key: u32, item: T, control: &mut Control) -> Result<(), Stop> {
        let key = key as usize;
        if key >= self.buckets.len() {
            reserve(&mut self.buckets, key + 1, &mut self.held, control)?;
            self.buckets.resize_with(key + 1, Vec::new);
        }
        push(&mut self.buckets[key], item, &mut self.held, control)?;
        self.first = self.first.min(key);
        self.len += 1;
        Ok(())
    }

    /// Removes and returns the latest item of the smallest key.
    pub fn pop(&mut self) -> Option<(u32, T)> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        while let Some(bucket) = self.buckets.get_mut(self.first) {
            if let Some(item) = bucket.pop() {
                return Some((self.first as u32, item));
            }
            self.first += 1;
        }
        None
    }

    /// Returns the smallest key of any item.
    pub fn first_key(&mut self) -> Option<u32> {
        if self.len == 0 {
            return None;
        }
        while self.buckets.get(self.first).is_some_and(Vec::is_empty) {
            self.first += 1;
        }
        Some(self.first as u32)
    }

    /// Removes all items but keeps the memory.
    pub fn clear(&mut self) {
        if self.len > 0 {
            self.buckets[self.first..].iter_mut().for_each(Vec::clear);
            self.len = 0;
        }
    }

    /// Drops the queue and releases its memory in `control`.
    pub fn release(self, control: &mut Control) {
        control.release(self.held);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Budget;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pops_the_smallest_key_and_of_equals_the_latest(
            keys in proptest::collection::vec(0u32..10, 0..80),
        ) {
            let mut control = Control::unlimited();
            let mut queue = BucketQueue::new();
            let mut model: Vec<(u32, usize)> = Vec::new();
            for (time, key) in keys.into_iter().enumerate() {
                let least = model.iter().map(|&(key, _)| key).min();
                prop_assert_eq!(queue.first_key(), least);
                if key == 9 {
                    queue.clear();
                    model.clear();
                } else if key == 8 {
                    let best = model.iter().copied().min_by_key(|&(key, time)| (key, usize::MAX - time));
                    model.retain(|&entry| Some(entry) != best);
                    prop_assert_eq!(queue.pop(), best);
                } else {
                    queue.push(key, time, &mut control).expect("no limit");
                    model.push((key, time));
                }
                prop_assert_eq!(queue.len(), model.len());
                prop_assert_eq!(queue.is_empty(), model.is_empty());
            }
        }
    }

    #[test]
    fn a_key_that_would_need_too_many_buckets_is_refused() {
        let mut control = Control::new(Budget::new().with_bytes(10_000));
        let mut queue = BucketQueue::new();
        assert_eq!(queue.push(u32::MAX, (), &mut control), Err(Stop::Memory));
        assert_eq!(queue.push(2, (), &mut control), Ok(()));
        assert_eq!(queue.pop(), Some((2, ())));
        assert_eq!(queue.pop(), None);
    }
}
