//! A circular bucket queue.

use alloc::vec::Vec;

/// A priority queue by cost, for searches with cheap steps. The costs in it differ by at most the
/// greatest cost of a step.
#[derive(Clone, Debug)]
pub(crate) struct CircularBuckets<T> {
    buckets: Vec<Vec<T>>,
    /// A lower bound on the costs in the queue.
    least: u32,
    len: usize,
}

impl<T> CircularBuckets<T> {
    /// Creates an empty queue for steps that cost at most `step`.
    pub(crate) fn new(step: usize) -> Self {
        let mut buckets = Vec::new();
        buckets.resize_with(step + 1, Vec::new);
        Self { buckets, least: 0, len: 0 }
    }

    /// Empties the queue for a search that starts at cost 0.
    pub(crate) fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        (self.least, self.len) = (0, 0);
    }

    /// Adds an item.
    pub(crate) fn push(&mut self, cost: u32, item: T) {
        let bucket = cost as usize % self.buckets.len();
        self.buckets[bucket].push(item);
        self.len += 1;
    }

    /// Removes and returns the most recent item of the least cost.
    pub(crate) fn pop(&mut self) -> Option<(u32, T)> {
        if self.len == 0 {
            return None;
        }
        self.len -= 1;
        loop {
            let bucket = self.least as usize % self.buckets.len();
            if let Some(item) = self.buckets[bucket].pop() {
                return Some((self.least, item));
            }
            self.least += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_by_cost_around_the_circle() {
        let mut queue = CircularBuckets::new(3);
        queue.push(0, 0);
        let mut costs = Vec::new();
        while let Some((cost, item)) = queue.pop() {
            costs.push(cost);
            if item < 4 {
                for step in [3, 1] {
                    queue.push(cost + step, item + 1);
                }
            }
        }
        assert_eq!(costs.len(), 31);
        assert!(costs.is_sorted() && costs.last() == Some(&12));
        queue.push(5, 9);
        queue.clear();
        assert_eq!(queue.pop(), None);
    }
}
