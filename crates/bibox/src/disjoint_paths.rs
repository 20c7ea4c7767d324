//! Two paths that share nothing but their beginning: what a cycle through given vertices is made of.
//!
//! In a bi-connected graph two such paths lead from any vertex to any two others (the fan lemma, after K. Menger,
//! *Zur allgemeinen Kurventheorie*, Fundamenta Mathematicae 10, 1927). They are found as a flow of two units by two
//! breadth-first searches, the second of which may push the first path aside.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use motion_core::{Graph, Vertex};

#[cfg(test)]
mod tests;

/// Where the two paths end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FanEnds {
    /// Both at one vertex.
    One(Vertex),
    /// Each at one of two.
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

/// What the second search knows: where it came from, for a vertex that it may leave as it likes, and for a vertex
/// of the first path that it may only leave backwards along that path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FanLabel {
    vertex: Vertex,
    only_back: bool,
}

/// Two paths over passable vertices from `source` to the ends, which are others, both with source and end, which
/// share no other vertex. `None` where there are none.
///
/// Of two ends, the first path leads to the first. To one end, the first path is not longer than the second, and a
/// shortest one unless the second search pushed that aside.
///
/// # Complexity
/// Time and memory O(V + E).
pub(crate) fn fan(
    graph: &Graph,
    source: Vertex,
    ends: FanEnds,
    passable: impl Fn(Vertex) -> bool,
) -> Option<[Vec<Vertex>; 2]> {
    let vertices = graph.vertex_count();
    let first = shortest(graph, source, ends, &passable)?;
    // The neighbours on the first path.
    let mut before = alloc::vec![None; vertices];
    let mut behind = alloc::vec![None; vertices];
    for pair in first.windows(2) {
        before[pair[1].index()] = Some(pair[0]);
        behind[pair[0].index()] = Some(pair[1]);
    }
    let used_end = *first.last()?;
    let mut came_from: [Vec<Option<FanLabel>>; 2] =
        [alloc::vec![None; vertices], alloc::vec![None; vertices]];
    let mut queue = VecDeque::from([FanLabel { vertex: source, only_back: false }]);
    let mut reached = None;
    'search: while let Some(label) = queue.pop_front() {
        let here = label.vertex;
        let mut go = |next: FanLabel, queue: &mut VecDeque<FanLabel>| {
            let slot = &mut came_from[usize::from(next.only_back)][next.vertex.index()];
            if slot.is_none() && next.vertex != source {
                *slot = Some(label);
                queue.push_back(next);
            }
        };
        if let Some(back) = before[here.index()] {
            go(FanLabel { vertex: back, only_back: false }, &mut queue);
        }
        if label.only_back {
            continue;
        }
        for &next in graph.neighbours(here) {
            let along = behind[here.index()] == Some(next) || before[here.index()] == Some(next);
            if along || !(passable(next) || ends.contain(next)) {
                continue;
            }
            let is_end = ends.contain(next) && (next != used_end || matches!(ends, FanEnds::One(_)));
            if is_end {
                reached = Some((label, next));
                break 'search;
            }
            go(FanLabel { vertex: next, only_back: before[next.index()].is_some() }, &mut queue);
        }
    }
    // Edges that both paths use in opposite directions cancel out. A vertex that the second one leaves only by such
    // edges is on no path any more, so that it does not matter what follows it.
    let (mut label, mut last) = reached?;
    loop {
        if before[label.vertex.index()] != Some(last) {
            behind[label.vertex.index()] = Some(last);
        }
        if label.vertex == source {
            break;
        }
        last = label.vertex;
        label = came_from[usize::from(label.only_back)][last.index()]?;
    }
    let starts = [*first.get(1)?, last];
    let [one, other] = starts.map(|start| follow(source, start, ends, &behind));
    let in_order = match ends {
        FanEnds::One(_) => one.len() <= other.len(),
        FanEnds::Two(end, _) => one.last() == Some(&end),
    };
    Some(if in_order { [one, other] } else { [other, one] })
}

/// The path from the source over its neighbour to an end, where `behind` names what follows each vertex.
fn follow(source: Vertex, start: Vertex, ends: FanEnds, behind: &[Option<Vertex>]) -> Vec<Vertex> {
    let more = |&vertex: &Vertex| if ends.contain(vertex) { None } else { behind[vertex.index()] };
    core::iter::once(source).chain(core::iter::successors(Some(start), more)).collect()
}

fn shortest(
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
