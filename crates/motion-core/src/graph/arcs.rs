//! Arcs between vertices, and their strong components.

use alloc::vec::Vec;

use super::{UNSEEN, Vertex};

/// The arcs of a directed graph, in compressed sparse rows.
///
/// # Complexity
/// Memory is four bytes per vertex and four per arc.
///
/// # Examples
/// ```
/// use motion_core::Vertex;
/// use motion_core::internal::Arcs;
///
/// // A cycle of three, and a way out of it.
/// let arcs = Arcs::new(4, &[(0, 1), (1, 2), (2, 0), (1, 3)].map(|(a, b)| (Vertex(a), Vertex(b))));
/// assert_eq!(arcs.successors(Vertex(1)), [Vertex(2), Vertex(3)]);
/// let components = arcs.strong_components();
/// let sizes: Vec<_> = components.iter().map(<[Vertex]>::len).collect();
/// assert_eq!(sizes, [1, 3]);
/// assert_eq!(components.number(Vertex(0)), components.number(Vertex(2)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arcs {
    /// For each vertex, the index in `targets` of its first successor; one more entry for the end.
    pub(super) offsets: Vec<u32>,
    pub(super) targets: Vec<Vertex>,
}

impl Arcs {
    /// Builds a graph of this many vertices with these arcs. The successors of a vertex keep their
    /// order.
    ///
    /// # Panics
    /// If an arc starts at a vertex that does not exist.
    pub fn new(vertices: usize, arcs: &[(Vertex, Vertex)]) -> Self {
        let mut offsets = alloc::vec![0; vertices + 1];
        for (from, _) in arcs {
            offsets[from.index()] += 1;
        }
        let mut end = 0;
        for offset in &mut offsets {
            end += *offset;
            *offset = end;
        }
        let mut targets = alloc::vec![Vertex(0); arcs.len()];
        for &(from, to) in arcs.iter().rev() {
            offsets[from.index()] -= 1;
            targets[offsets[from.index()] as usize] = to;
        }
        Self { offsets, targets }
    }

    /// The number of a vertex's first arc, if the arcs of all vertices are numbered in their order.
    #[inline]
    pub fn first_arc(&self, vertex: Vertex) -> usize {
        self.offsets[vertex.index()] as usize
    }

    /// The same arcs, each in the other direction. The successors of a vertex are in ascending
    /// order.
    pub fn reversed(&self) -> Self {
        let vertices = (0..self.vertex_count() as u32).map(Vertex);
        let arcs: Vec<_> =
            vertices.flat_map(|from| self.successors(from).iter().map(move |&to| (to, from))).collect();
        Self::new(self.vertex_count(), &arcs)
    }

    /// The number of vertices.
    pub const fn vertex_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The number of arcs.
    pub const fn arc_count(&self) -> usize {
        self.targets.len()
    }

    /// The end vertices of the arcs from this vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[inline]
    pub fn successors(&self, vertex: Vertex) -> &[Vertex] {
        let index = vertex.index();
        &self.targets[self.offsets[index] as usize..self.offsets[index + 1] as usize]
    }

    /// Returns the strong components: the largest sets of vertices in which a directed path leads
    /// from each vertex to every other.
    ///
    /// # Complexity
    /// Time and memory linear in the vertices and arcs.
    ///
    /// # References
    /// R. Tarjan, *Depth-first search and linear graph algorithms*, SIAM Journal on Computing 1,
    /// 1972; here an explicit stack replaces the recursion.
    pub fn strong_components(&self) -> StrongComponents {
        let count = self.vertex_count();
        let mut entry = alloc::vec![UNSEEN; count];
        // The earliest entry of an open vertex reachable from the vertex.
        let mut low = alloc::vec![0; count];
        let mut found =
            StrongComponents { numbers: alloc::vec![UNSEEN; count], ..StrongComponents::default() };
        let (mut open, mut path, mut clock) = (Vec::new(), Vec::new(), 0);
        for root in (0..count as u32).map(Vertex) {
            let mut entered = (entry[root.index()] == UNSEEN).then_some(root);
            loop {
                if let Some(vertex) = entered.take() {
                    (entry[vertex.index()], low[vertex.index()]) = (clock, clock);
                    clock += 1;
                    open.push(vertex);
                    path.push((vertex, self.successors(vertex).iter()));
                }
                let Some((vertex, successors)) = path.last_mut() else { break };
                let here = vertex.index();
                if let Some(&next) = successors.next() {
                    if entry[next.index()] == UNSEEN {
                        entered = Some(next);
                    } else if found.numbers[next.index()] == UNSEEN {
                        low[here] = low[here].min(entry[next.index()]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    low[parent.index()] = low[parent.index()].min(low[here]);
                }
                if low[here] == entry[here] {
                    let begin = open.iter().rposition(|vertex| vertex.index() == here);
                    found.add(open.drain(begin.expect("invariant: it is open")..));
                }
            }
        }
        found
    }
}

/// The strong components of a directed graph. Made by [`Arcs::strong_components`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrongComponents {
    /// The number of each vertex's component.
    numbers: Vec<u32>,
    /// The vertices, component by component, and the index where each component ends.
    members: Vec<Vertex>,
    ends: Vec<u32>,
}

impl StrongComponents {
    /// The number of the component of a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn number(&self, vertex: Vertex) -> usize {
        self.numbers[vertex.index()] as usize
    }

    /// The components in the order of their numbers: each comes after all components that its arcs
    /// lead to.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[Vertex]> {
        let begin = |number: usize| number.checked_sub(1).map_or(0, |before| self.ends[before]);
        (0..self.ends.len())
            .map(move |number| &self.members[begin(number) as usize..self.ends[number] as usize])
    }

    fn add(&mut self, members: impl Iterator<Item = Vertex>) {
        for vertex in members {
            self.numbers[vertex.index()] = self.ends.len() as u32;
            self.members.push(vertex);
        }
        self.ends.push(self.members.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::splitmix::splitmix64;

    /// On small random graphs, two vertices are in the same component if and only if each reaches
    /// the other, and no arc leads to a later component.
    #[test]
    fn components_are_the_classes_of_mutual_reachability() {
        for seed in 0..2_000_u64 {
            let count = 1 + splitmix64(seed) as usize % 9;
            let number = |index: u64| splitmix64(seed << 32 | index);
            let arcs: Vec<_> = (0..number(0) % 16)
                .map(|arc| {
                    [number(2 * arc + 1), number(2 * arc + 2)].map(|end| Vertex(end as u32 % count as u32))
                })
                .map(|[from, to]| (from, to))
                .collect();
            let mut reaches = alloc::vec![alloc::vec![false; count]; count];
            for (vertex, reached) in reaches.iter_mut().enumerate() {
                reached[vertex] = true;
            }
            for (from, to) in &arcs {
                reaches[from.index()][to.index()] = true;
            }
            for (between, from, to) in
                (0..count).flat_map(|a| (0..count).flat_map(move |b| (0..count).map(move |c| (a, b, c))))
            {
                reaches[from][to] |= reaches[from][between] && reaches[between][to];
            }
            let components = Arcs::new(count, &arcs).strong_components();
            let vertex = |index: usize| Vertex(index as u32);
            for (a, b) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
                let together = components.number(vertex(a)) == components.number(vertex(b));
                assert_eq!(together, reaches[a][b] && reaches[b][a]);
                assert!(!reaches[a][b] || components.number(vertex(a)) >= components.number(vertex(b)));
            }
            let mut listed = 0;
            for (number, members) in components.iter().enumerate() {
                listed += members.len();
                assert!(members.iter().all(|&member| components.number(member) == number));
            }
            assert_eq!(listed, count);
        }
    }
}
