//! All small directed graphs, and the placements that moves along their arcs reach.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use motion_core::Vertex;

use super::reachability::{TooManyPlacements, number_of, placement_count, placements};
use crate::directed::DirectedGraph;

/// Returns one strongly connected directed graph of each isomorphism class with this many vertices,
/// in a fixed order: 1, 1, 1, 5, 83 and 5,048 graphs with 0 to 5 vertices.
///
/// # Panics
/// Beyond 5 vertices.
///
/// # Complexity
/// For v vertices, time O(2^(v(v − 1))) plus O(v! v²) for each class; a byte of memory for each
/// graph, 1 MiB for five vertices.
///
/// # Examples
/// ```
/// use cpf_core::internal::strongly_connected_kinds;
///
/// // A directed triangle; with one arc back, two, three; and two edges in both directions.
/// let kinds = strongly_connected_kinds(3);
/// let arcs: usize = kinds.iter().map(|graph| graph.arc_count()).sum();
/// assert_eq!(arcs, 3 + 4 + 4 + 5 + 6);
/// ```
pub fn strongly_connected_kinds(vertices: u32) -> Vec<DirectedGraph> {
    assert!(vertices <= 5, "the directed graphs with {vertices} vertices are too many to be compared");
    let all = || (0..vertices).map(Vertex);
    let arcs: Vec<_> = all().flat_map(|a| all().filter(move |&b| a != b).map(move |b| (a, b))).collect();
    let position = |a: Vertex, b: Vertex| {
        arcs.iter().position(|&other| other == (a, b)).expect("invariant: two different vertices are an arc")
    };
    // For every other numbering, the new position of each arc.
    let images: Vec<Vec<usize>> = placements(vertices as usize, vertices as usize)
        .map(|names| arcs.iter().map(|&(a, b)| position(names[a.index()], names[b.index()])).collect())
        .collect();
    let mut seen = alloc::vec![false; 1 << arcs.len()];
    let mut kinds = Vec::new();
    for chosen in 0..seen.len() {
        if seen[chosen] {
            continue;
        }
        let is_chosen = |bit: usize| chosen >> bit & 1 == 1;
        for image in &images {
            let bits = image.iter().enumerate().filter(|&(bit, _)| is_chosen(bit));
            seen[bits.fold(0, |renamed, (_, to)| renamed | 1 << to)] = true;
        }
        let arcs = arcs.iter().enumerate().filter(|&(bit, _)| is_chosen(bit)).map(|(_, &arc)| arc);
        kinds.push(DirectedGraph::from_arcs(vertices as usize, arcs).expect("invariant: arcs are a graph"));
    }
    kinds.retain(DirectedGraph::is_strongly_connected);
    kinds
}

/// Returns all placements that moves along arcs to vacant vertices reach from this one, in
/// ascending order. This is the referee of the theorem on [directed graphs](crate::directed); it
/// does not assume that moves can be undone.
///
/// # Errors
/// [`TooManyPlacements`] for more than [`Reachability`](super::Reachability) allows.
///
/// # Complexity
/// With r robots and p placements, time O(p · r · (r + d)), where d is the largest out-degree.
pub fn reached_along_arcs(
    graph: &DirectedGraph,
    start: &[Vertex],
) -> Result<Vec<Vec<Vertex>>, TooManyPlacements> {
    let (vertices, robots) = (graph.vertex_count(), start.len());
    let count = placement_count(vertices, robots).ok_or(TooManyPlacements { vertices, robots })?;
    let mut is_reached = alloc::vec![false; count];
    is_reached[number_of(vertices, start)] = true;
    let mut queue = VecDeque::from([start.to_vec()]);
    while let Some(mut places) = queue.pop_front() {
        for robot in 0..robots {
            let from = places[robot];
            for &to in graph.successors(from) {
                if !places.contains(&to) {
                    places[robot] = to;
                    if !core::mem::replace(&mut is_reached[number_of(vertices, &places)], true) {
                        queue.push_back(places.clone());
                    }
                    places[robot] = from;
                }
            }
        }
    }
    Ok(placements(vertices, robots)
        .zip(is_reached)
        .filter(|(_, reached)| *reached)
        .map(|(at, _)| at)
        .collect())
}
