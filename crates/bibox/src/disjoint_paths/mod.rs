//! Finds two paths that share only their beginning: the parts of a cycle through given vertices.
//!
//! In a bi-connected graph two such paths lead from any vertex to any two others (the fan lemma,
//! after K. Menger, *Zur allgemeinen Kurventheorie*, Fundamenta Mathematicae 10, 1927). They are
//! found as a flow of two units by two breadth-first searches, the second of which may reroute the
//! first path.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;

#[cfg(test)]
mod tests;

/// The ends of the two paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FanEnds {
    /// Both paths end at this vertex.
    One(Vertex),
    /// One path ends at each of these two.
    Two(Vertex, Vertex),
}

impl FanEnds {
    fn contain(self, vertex: Vertex) -> bool {
        match self {
            Self::One(end) => vertex == end,
            Self::Two(first, second) => vertex == first || vertex == second,
        }
    }
}

/// A state of the second search: a vertex, and whether it lies on the first path and was entered
/// from outside that path. Such a vertex may be left only backwards along the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FanLabel {
    vertex: Vertex,
    only_back: bool,
}

/// Finds two paths over passable vertices from `source` to the ends. They share no vertices except
/// `source` and, if there is only one, the end. `None` if there are no such paths.
///
/// Given two ends, the first path leads to the first. Given one end, the first path is no longer
/// than the second, and is a shortest one unless the second search has rerouted it.
///
/// # Complexity
/// Time and memory O(V + E).
pub(crate) fn fan(
    graph: &Graph,
    source: Vertex,
    ends: FanEnds,
    passable: impl Fn(Vertex) -> bool,
) -> Option<[Vec<Vertex>; 2]> {
    let first = FirstPath::new(graph, &shortest(graph, source, ends, &passable)?)?;
    let second = SecondPath::search(graph, source, ends, &passable, &first)?;
    let (after, last) = second.merge(source, &first)?;
    let starts = [first.second, last];
    let [one, other] = starts.map(|start| follow(source, start, ends, &after));
    let in_order = match ends {
        FanEnds::One(_) => one.len() <= other.len(),
        FanEnds::Two(end, _) => one.last() == Some(&end),
    };
    Some(if in_order { [one, other] } else { [other, one] })
}

/// A shortest path from the source to an end.
struct FirstPath {
    /// For each vertex, the one before it on the path.
    before: Vec<Option<Vertex>>,
    /// For each vertex, the one after it on the path.
    after: Vec<Option<Vertex>>,
    /// The vertex after the source.
    second: Vertex,
    end: Vertex,
}

impl FirstPath {
    fn new(graph: &Graph, path: &[Vertex]) -> Option<Self> {
        let mut before = alloc::vec![None; graph.vertex_count()];
        let mut after = alloc::vec![None; graph.vertex_count()];
        for pair in path.windows(2) {
            before[pair[1].index()] = Some(pair[0]);
            after[pair[0].index()] = Some(pair[1]);
        }
        Some(Self { before, after, second: *path.get(1)?, end: *path.last()? })
    }
}

/// An augmenting path, which may use edges of the first path backwards.
struct SecondPath {
    /// For each state, the one before it, by `only_back`.
    came_from: [Vec<Option<FanLabel>>; 2],
    /// The last state before the end.
    last: FanLabel,
    end: Vertex,
}

impl SecondPath {
    /// Searches [states](FanLabel) breadth-first.
    fn search(
        graph: &Graph,
        source: Vertex,
        ends: FanEnds,
        passable: &impl Fn(Vertex) -> bool,
        first: &FirstPath,
    ) -> Option<Self> {
        let vertices = graph.vertex_count();
        let mut came_from: [Vec<Option<FanLabel>>; 2] =
            [alloc::vec![None; vertices], alloc::vec![None; vertices]];
        let mut queue = VecDeque::from([FanLabel { vertex: source, only_back: false }]);
        while let Some(label) = queue.pop_front() {
            let here = label.vertex;
            let mut visit = |next: FanLabel| {
                let slot = &mut came_from[usize::from(next.only_back)][next.vertex.index()];
                if slot.is_none() && next.vertex != source {
                    *slot = Some(label);
                    queue.push_back(next);
                }
            };
            // Go backwards along the first path, which frees the vertex for the second one.
            if let Some(back) = first.before[here.index()] {
                visit(FanLabel { vertex: back, only_back: false });
            }
            if label.only_back {
                continue;
            }
            for &next in graph.neighbours(here) {
                let along =
                    first.after[here.index()] == Some(next) || first.before[here.index()] == Some(next);
                if along || !(passable(next) || ends.contain(next)) {
                    continue;
                }
                if ends.contain(next) && (next != first.end || matches!(ends, FanEnds::One(_))) {
                    return Some(Self { came_from, last: label, end: next });
                }
                visit(FanLabel { vertex: next, only_back: first.before[next.index()].is_some() });
            }
        }
        None
    }

    /// Merges the two paths: edges used in opposite directions cancel out. Returns the vertex after
    /// each vertex, and the vertex after the source on the second path.
    ///
    /// A vertex that the second path leaves only by cancelled edges is no longer on any path, so
    /// its successor does not matter.
    fn merge(self, source: Vertex, first: &FirstPath) -> Option<(Vec<Option<Vertex>>, Vertex)> {
        let mut after = first.after.clone();
        let (mut label, mut last) = (self.last, self.end);
        loop {
            if first.before[label.vertex.index()] != Some(last) {
                after[label.vertex.index()] = Some(last);
            }
            if label.vertex == source {
                return Some((after, last));
            }
            last = label.vertex;
            label = self.came_from[usize::from(label.only_back)][last.index()]?;
        }
    }
}

/// Returns the path from the source over this neighbour to an end, where `after` gives the
/// successor of each vertex.
fn follow(source: Vertex, start: Vertex, ends: FanEnds, after: &[Option<Vertex>]) -> Vec<Vertex> {
    let more = |&vertex: &Vertex| if ends.contain(vertex) { None } else { after[vertex.index()] };
    core::iter::once(source).chain(core::iter::successors(Some(start), more)).collect()
}

/// Finds a shortest path over passable vertices from `source` to one of the ends.
pub(crate) fn shortest(
    graph: &Graph,
    source: Vertex,
    ends: FanEnds,
    passable: &impl Fn(Vertex) -> bool,
) -> Option<Vec<Vertex>> {
    let mut came_from = alloc::vec![None; graph.vertex_count()];
    let mut queue = VecDeque::from([source]);
    while let Some(here) = queue.pop_front() {
        if ends.contain(here) {
            let mut path: Vec<_> =
                core::iter::successors(Some(here), |&vertex: &Vertex| came_from[vertex.index()]).collect();
            path.reverse();
            return Some(path);
        }
        for &next in graph.neighbours(here) {
            if next != source && came_from[next.index()].is_none() && (passable(next) || ends.contain(next)) {
                came_from[next.index()] = Some(here);
                queue.push_back(next);
            }
        }
    }
    None
}
