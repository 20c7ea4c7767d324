//! Minimum weighted vertex covers: the least sum of numbers at the vertices such that the numbers
//! at the ends of each edge add up to at least its weight.

use alloc::vec::Vec;

/// An edge between two vertices, with its weight, which is positive.
pub(super) type WeightedEdge = (u32, u32, u64);

/// The node limit of the branch and bound for a component, beyond which a lower bound is used.
const NODE_LIMIT: u32 = 4000;

/// The least sum of integers, one for each vertex, such that the numbers at the ends of every edge
/// add up to at least its weight. If a component takes too long, the result is a lower bound.
///
/// Each connected component is searched by branch and bound. It branches on the number of the
/// vertex with the largest sum of weights. The bound is the weight of a matching, whose edges share
/// no vertex.
pub(super) fn minimum_cover(edges: &[WeightedEdge]) -> u64 {
    let mut rest = edges.to_vec();
    let mut total = 0;
    while let Some(&(seed, ..)) = rest.first() {
        let mut inside = alloc::vec![seed];
        let mut component = Vec::new();
        loop {
            let before = component.len();
            rest.retain(|&(a, b, weight)| {
                let touches = inside.contains(&a) || inside.contains(&b);
                if touches {
                    inside.push(a);
                    inside.push(b);
                    component.push((a, b, weight));
                }
                !touches
            });
            if component.len() == before {
                break;
            }
            inside.sort_unstable();
            inside.dedup();
        }
        // Heavy edges come first, for the matching. The order by vertices makes it unique.
        component.sort_unstable_by_key(|&(a, b, weight)| (core::cmp::Reverse(weight), a, b));
        let matched = matching(&component);
        let mut search = Search { best: upper_bound(&component), nodes: 0 };
        search.branch(&component, 0);
        total += if search.nodes > NODE_LIMIT { matched } else { search.best };
    }
    total
}

/// The weight of the matching that takes edges greedily in the given order.
fn matching(edges: &[WeightedEdge]) -> u64 {
    let mut used: Vec<u32> = Vec::new();
    let mut sum = 0;
    for &(a, b, weight) in edges {
        if !used.contains(&a) && !used.contains(&b) {
            used.extend([a, b]);
            sum += weight;
        }
    }
    sum
}

/// The sum of a cover in which both ends of each edge of the matching get its weight.
fn upper_bound(edges: &[WeightedEdge]) -> u64 {
    2 * matching(edges)
}

struct Search {
    best: u64,
    nodes: u32,
}

impl Search {
    /// Covers the edges by branching. The depth is at most the number of vertices.
    fn branch(&mut self, edges: &[WeightedEdge], sum: u64) {
        self.nodes += 1;
        if self.nodes > NODE_LIMIT || sum + matching(edges) >= self.best && !edges.is_empty() {
            return;
        }
        if edges.is_empty() {
            self.best = self.best.min(sum);
            return;
        }
        let mut degrees: Vec<(u64, u32)> = Vec::new();
        for &(a, b, weight) in edges {
            for end in [a, b] {
                match degrees.iter_mut().find(|(_, vertex)| *vertex == end) {
                    Some((degree, _)) => *degree += weight,
                    None => degrees.push((weight, end)),
                }
            }
        }
        let &(_, vertex) = degrees
            .iter()
            .max_by_key(|&&(degree, vertex)| (degree, core::cmp::Reverse(vertex)))
            .expect("invariant: there is an edge");
        let at = |&&(a, b, _): &&WeightedEdge| a == vertex || b == vertex;
        let largest = edges.iter().filter(at).map(|&(.., weight)| weight).max().unwrap_or(0);
        for value in (0..=largest).rev() {
            // The neighbours pay the rest of each weight.
            let mut paid = sum + value;
            let mut demands: Vec<(u32, u64)> = Vec::new();
            for &(a, b, weight) in edges.iter().filter(at) {
                let rest = weight.saturating_sub(value);
                paid += rest;
                demands.push((if a == vertex { b } else { a }, rest));
            }
            let less =
                |end: u32| demands.iter().find(|&&(other, _)| other == end).map_or(0, |&(_, rest)| rest);
            let mut rest: Vec<WeightedEdge> = edges
                .iter()
                .filter(|edge| !at(edge))
                .map(|&(a, b, weight)| (a, b, weight.saturating_sub(less(a) + less(b))))
                .filter(|&(.., weight)| weight > 0)
                .collect();
            rest.sort_unstable_by_key(|&(a, b, weight)| (core::cmp::Reverse(weight), a, b));
            self.branch(&rest, paid);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tries all numbers for all vertices.
    fn brute_force(vertices: u32, edges: &[WeightedEdge]) -> u64 {
        let most = edges.iter().map(|&(.., weight)| weight).max().unwrap_or(0);
        let mut values = alloc::vec![0; vertices as usize];
        let mut best = u64::MAX;
        loop {
            if edges.iter().all(|&(a, b, weight)| values[a as usize] + values[b as usize] >= weight) {
                best = best.min(values.iter().sum());
            }
            let Some(next) = values.iter().position(|&value| value < most) else { return best };
            values[..next].fill(0);
            values[next] += 1;
        }
    }

    proptest! {
        #[test]
        fn covers_are_the_least(weights in proptest::collection::vec(0u64..4, 15)) {
            let pairs = (0u32..6).flat_map(|b| (0..b).map(move |a| (a, b)));
            let weighted = pairs.zip(weights).map(|((a, b), weight)| (a, b, weight));
            let edges: Vec<_> = weighted.filter(|&(.., weight)| weight > 0).collect();
            prop_assert_eq!(minimum_cover(&edges), brute_force(6, &edges));
        }
    }

    #[test]
    fn a_large_component_is_bounded_from_below() {
        // All pairs of 60 vertices. A cover leaves out one vertex.
        let edges: Vec<_> = (0..60).flat_map(|b| (0..b).map(move |a| (a, b, 1))).collect();
        let cover = minimum_cover(&edges);
        assert!((30..=59).contains(&cover), "{cover}");
    }
}
