//! Disjoint sets, stored as trees.

use alloc::vec::Vec;

use motion_core::{Control, Stop, Vertex};

/// Disjoint sets of the numbers from 0, each represented by one of its members, the *root*. The
/// caller chooses which root stays.
///
/// # Complexity
/// Any sequence of n operations takes time O(n log n); memory is four bytes for each number.
///
/// # References
/// R. E. Tarjan and J. van Leeuwen, *Worst-case analysis of set union algorithms*, Journal of the
/// ACM 31, 1984: naive linking with path halving.
pub(super) struct Forest {
    parents: Vec<u32>,
}

impl Forest {
    /// Makes a set of its own for every number below `count`.
    pub(super) fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    /// The root of the set with this number.
    pub(super) fn root(&mut self, mut number: usize) -> usize {
        while self.parents[number] as usize != number {
            let parent = self.parents[number] as usize;
            self.parents[number] = self.parents[parent];
            number = self.parents[number] as usize;
        }
        number
    }

    /// Joins the sets of all these vertices.
    pub(super) fn join_all(&mut self, vertices: &[Vertex], control: &mut Control) -> Result<(), Stop> {
        for pair in vertices.windows(2) {
            control.advance(1)?;
            self.join(pair[0].index(), pair[1].index());
        }
        Ok(())
    }

    /// Joins two sets; the root of `other` stays a root.
    pub(super) fn join(&mut self, number: usize, other: usize) {
        let (root, other) = (self.root(number), self.root(other));
        self.parents[root] = other as u32;
    }
}
