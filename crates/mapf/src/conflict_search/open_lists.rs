//! The open nodes, in the orders in which they are taken.

use alloc::collections::BTreeSet;
use core::cmp::Reverse;

use super::constraint_tree::{ConstraintTree, Node};

/// The key of a queue. The node's number comes last, with larger numbers first.
type Entry = (u64, u64, Reverse<u32>);

/// The open nodes in several queues: by bound, by expected cost, and by conflicts. The latter has
/// the nodes whose expected cost is close to the least.
#[derive(Debug, Default)]
pub(super) struct OpenLists {
    by_bound: BTreeSet<Entry>,
    by_expectation: BTreeSet<Entry>,
    by_conflicts: BTreeSet<Entry>,
    /// Nodes that cost more than every limit so far, by cost.
    above_limit: BTreeSet<Entry>,
    /// The other nodes, by conflicts.
    within_limit: BTreeSet<Entry>,
    /// The largest limit so far.
    limit: u64,
    /// Whether the last fallback was by bound.
    bound_last: bool,
    /// The nodes in `by_conflicts` are those whose expected cost is at most this.
    threshold: u64,
    /// The ratio in thousandths. With 1000, only the first queue is used.
    ratio: u64,
}

/// The queue from which a node was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// The node had the least bound.
    ByBound(u32),
    /// The node's expected cost was close to the least, or it had few conflicts.
    ByExpectation(u32),
}

/// The memory of a node's entries, with the overhead of the sets.
pub(super) const ENTRY_BYTES: u64 = 3 * 40;

fn bound_entry(number: u32, node: &Node) -> Entry {
    (node.bound, node.pairs.into(), Reverse(number))
}

fn expectation_entry(number: u32, node: &Node) -> Entry {
    (node.expected, node.pairs.into(), Reverse(number))
}

fn cost_entry(number: u32, node: &Node) -> Entry {
    (node.cost, node.pairs.into(), Reverse(number))
}

fn conflict_entry(number: u32, node: &Node) -> Entry {
    (node.pairs.into(), node.expected, Reverse(number))
}

impl OpenLists {
    /// Creates empty queues for a ratio in thousandths.
    pub(super) fn new(ratio: u64) -> Self {
        Self { ratio, ..Self::default() }
    }

    const fn focal(&self) -> bool {
        self.ratio > 1000
    }

    /// Adds a node.
    pub(super) fn push(&mut self, number: u32, tree: &ConstraintTree) {
        let node = tree.node(number);
        self.by_bound.insert(bound_entry(number, node));
        if self.focal() {
            self.by_expectation.insert(expectation_entry(number, node));
            if node.expected <= self.threshold {
                self.by_conflicts.insert(conflict_entry(number, node));
            }
            if node.cost <= self.limit {
                self.within_limit.insert(conflict_entry(number, node));
            } else {
                self.above_limit.insert(cost_entry(number, node));
            }
        }
    }

    /// Removes a node, which must be as it was when added.
    fn remove(&mut self, number: u32, tree: &ConstraintTree) {
        let node = tree.node(number);
        self.by_bound.remove(&bound_entry(number, node));
        if self.focal() {
            self.forget(number, node);
        }
    }

    /// Removes a node from all queues but `by_bound`.
    fn forget(&mut self, number: u32, node: &Node) {
        self.by_expectation.remove(&expectation_entry(number, node));
        self.by_conflicts.remove(&conflict_entry(number, node));
        self.within_limit.remove(&conflict_entry(number, node));
        self.above_limit.remove(&cost_entry(number, node));
    }

    /// The least bound of the open nodes.
    pub(super) fn least_bound(&self) -> Option<u64> {
        self.by_bound.first().map(|&(bound, ..)| bound)
    }

    /// Removes and returns the next node. A node with a promising expected cost is taken only if it
    /// costs at most `limit`.
    pub(super) fn pop(&mut self, limit: u64, tree: &ConstraintTree) -> Option<Taken> {
        let &(_, _, Reverse(least)) = self.by_bound.first()?;
        if !self.focal() {
            self.remove(least, tree);
            return Some(Taken::ByBound(least));
        }
        self.move_threshold(tree);
        self.raise_limit(limit, tree);
        let near = self.by_conflicts.first().map(|&(_, _, Reverse(number))| number);
        let expected = self.by_expectation.first().map(|&(_, _, Reverse(number))| number);
        let taken = [near, expected].into_iter().flatten().find(|&number| tree.node(number).cost <= limit);
        let (number, taken) = if let Some(number) = taken {
            (number, Taken::ByExpectation(number))
        } else {
            self.bound_last = !self.bound_last;
            match self.within_limit.first() {
                Some(&(_, _, Reverse(number))) if !self.bound_last => (number, Taken::ByExpectation(number)),
                _ => (least, Taken::ByBound(least)),
            }
        };
        self.remove(number, tree);
        Some(taken)
    }

    /// Moves the nodes that the new limit admits to `within_limit`.
    fn raise_limit(&mut self, limit: u64, tree: &ConstraintTree) {
        if limit <= self.limit {
            return;
        }
        self.limit = limit;
        let above_limit = self.above_limit.split_off(&(limit + 1, 0, Reverse(u32::MAX)));
        for (.., Reverse(number)) in core::mem::replace(&mut self.above_limit, above_limit) {
            self.within_limit.insert(conflict_entry(number, tree.node(number)));
        }
    }

    /// Updates `by_conflicts` after a change of the least expected cost.
    fn move_threshold(&mut self, tree: &ConstraintTree) {
        let Some(&(least, ..)) = self.by_expectation.first() else { return };
        let threshold = (u128::from(least) * u128::from(self.ratio) / 1000) as u64;
        let (low, high) = (threshold.min(self.threshold), threshold.max(self.threshold));
        if low == high {
            return;
        }
        let range = (low + 1, 0, Reverse(u32::MAX))..(high + 1, 0, Reverse(u32::MAX));
        for &(.., Reverse(number)) in self.by_expectation.range(range) {
            let entry = conflict_entry(number, tree.node(number));
            if threshold > self.threshold {
                self.by_conflicts.insert(entry);
            } else {
                self.by_conflicts.remove(&entry);
            }
        }
        self.threshold = threshold;
    }

    /// Drops all nodes whose bound is at least `bound`, and returns their number.
    pub(super) fn drop_from(&mut self, bound: u64, tree: &ConstraintTree) -> u64 {
        let dropped = self.by_bound.split_off(&(bound, 0, Reverse(u32::MAX)));
        if self.focal() {
            for &(.., Reverse(number)) in &dropped {
                let node = tree.node(number);
                self.forget(number, node);
            }
        }
        dropped.len() as u64
    }
}
