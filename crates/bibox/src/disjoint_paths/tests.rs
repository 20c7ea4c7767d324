use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;
use proptest::prelude::*;
use proptest::sample::Index;

use super::{FanEnds, fan};
use crate::tests::samples::{biconnected_graphs, cycle, graph, graphs, grid, vertices};

/// Returns, for every simple path over passable vertices from the source to the end that does not
/// meet the other end, the set of its inner vertices as bits.
fn inner_vertices(
    graph: &Graph,
    source: Vertex,
    end: Vertex,
    inner: impl Fn(Vertex) -> bool,
) -> BTreeSet<u32> {
    let mut seen = BTreeSet::from([(0, source)]);
    let mut open = alloc::vec![(0, source)];
    while let Some((passed, here)) = open.pop() {
        for &next in graph.neighbours(here) {
            let longer = (passed | 1 << next.0, next);
            if inner(next)
                && passed >> next.0 & 1 == 0
                && next != source
                && next != end
                && seen.insert(longer)
            {
                open.push(longer);
            }
        }
    }
    seen.into_iter().filter(|&(_, last)| graph.has_edge(last, end)).map(|(passed, _)| passed).collect()
}

/// Decides by trying all paths whether there are two.
fn exist(graph: &Graph, source: Vertex, ends: FanEnds, passable: impl Fn(Vertex) -> bool) -> bool {
    let inner = |vertex: Vertex| passable(vertex) && !ends.contain(vertex);
    let (first, second) = match ends {
        FanEnds::One(end) => (end, end),
        FanEnds::Two(first, second) => (first, second),
    };
    let [ones, others] = [first, second].map(|end| inner_vertices(graph, source, end, inner));
    // The edge from the source to the end is one path, not two.
    let differ = |one: u32, other: u32| first != second || one != other;
    ones.iter().any(|&one| others.iter().any(|&other| one & other == 0 && differ(one, other)))
}

/// Fails unless these are two paths as documented.
fn check(
    graph: &Graph,
    source: Vertex,
    ends: FanEnds,
    passable: impl Fn(Vertex) -> bool,
    paths: &[Vec<Vertex>; 2],
) {
    let last = paths.each_ref().map(|path| path[path.len() - 1]);
    match ends {
        FanEnds::One(end) => {
            assert_eq!(last, [end, end]);
            assert!(paths[0].len() <= paths[1].len());
        }
        FanEnds::Two(first, second) => assert_eq!(last, [first, second]),
    }
    let mut inner = Vec::new();
    for path in paths {
        assert_eq!(path[0], source);
        assert!(path.len() > 1 && path.windows(2).all(|pair| graph.has_edge(pair[0], pair[1])), "{paths:?}");
        inner.extend_from_slice(&path[1..path.len() - 1]);
    }
    assert!(paths[0] != paths[1]);
    let count = inner.len();
    assert!(inner.iter().all(|&vertex| passable(vertex) && vertex != source && !ends.contain(vertex)));
    inner.sort_unstable();
    inner.dedup();
    assert_eq!(inner.len(), count, "{paths:?} meet on their way");
}

/// Picks three vertices, or two if the ends coincide.
fn pick(graph: &Graph, picked: [Index; 3], two_ends: bool) -> Option<(Vertex, FanEnds)> {
    let mut left: Vec<_> = graph.vertices().collect();
    let needed = if two_ends { 3 } else { 2 };
    if left.len() < needed {
        return None;
    }
    let mut draw = |index: Index| left.remove(index.index(left.len()));
    let (source, first) = (draw(picked[0]), draw(picked[1]));
    let ends = if two_ends { FanEnds::Two(first, draw(picked[2])) } else { FanEnds::One(first) };
    Some((source, ends))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn two_paths_are_found_where_there_are_two(
        graph in graphs(10),
        picked in any::<[Index; 3]>(),
        two_ends in any::<bool>(),
        closed in prop_oneof![Just(0), any::<u16>(), (any::<u16>(), any::<u16>()).prop_map(|(a, b)| a & b)],
    ) {
        let Some((source, ends)) = pick(&graph, picked, two_ends) else { return Ok(()) };
        let passable = |vertex: Vertex| closed >> vertex.0 & 1 == 0;
        let found = fan(&graph, source, ends, passable);
        prop_assert_eq!(found.is_some(), exist(&graph, source, ends, passable));
        if let Some(paths) = found {
            check(&graph, source, ends, passable, &paths);
        }
    }

    /// Tests the fan lemma.
    #[test]
    fn there_are_two_in_every_bi_connected_graph(
        graph in biconnected_graphs(60),
        picked in any::<[Index; 3]>(),
        two_ends in any::<bool>(),
    ) {
        let (source, ends) = pick(&graph, picked, two_ends).expect("three vertices or more");
        let paths = fan(&graph, source, ends, |_| true);
        check(&graph, source, ends, |_| true, &paths.expect("the graph is bi-connected"));
    }

    /// Tests that neither path is longer than necessary if the first path can stay.
    #[test]
    fn the_shorter_way_around_a_cycle_comes_first(length in 3u32..40, to in any::<Index>()) {
        let to = 1 + to.index(length as usize - 1) as u32;
        let [one, other] = fan(&cycle(length), Vertex(0), FanEnds::One(Vertex(to)), |_| true).expect("a cycle");
        prop_assert_eq!(one.len() as u32 - 1, to.min(length - to));
        prop_assert_eq!(other.len() as u32 - 1, to.max(length - to));
    }
}

/// The shortest path from 0 to 3, over 1 and 2, leaves no way for another; neither of the two paths
/// is a shortest one.
#[test]
fn the_second_path_pushes_the_first_aside() {
    let graph = graph(8, [(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 2), (1, 6), (6, 7), (7, 3)]);
    let mut paths = fan(&graph, Vertex(0), FanEnds::One(Vertex(3)), |_| true).expect("two paths");
    paths.sort_unstable();
    assert_eq!(paths, [vertices([0, 1, 6, 7, 3]), vertices([0, 4, 5, 2, 3])]);
    assert_eq!(fan(&graph, Vertex(0), FanEnds::One(Vertex(3)), |vertex| vertex != Vertex(6)), None);
    let paths = fan(&graph, Vertex(0), FanEnds::Two(Vertex(3), Vertex(1)), |_| true);
    assert_eq!(paths, Some([vertices([0, 4, 5, 2, 3]), vertices([0, 1])]));
}

/// Tests a graph that is not bi-connected, and one without three vertices.
#[test]
fn no_second_path() {
    let path = graph(3, [(0, 1), (1, 2)]);
    assert_eq!(fan(&path, Vertex(0), FanEnds::One(Vertex(2)), |_| true), None);
    assert_eq!(fan(&path, Vertex(0), FanEnds::Two(Vertex(1), Vertex(2)), |_| true), None);
    let expected = [vertices([1, 2]), vertices([1, 0])];
    assert_eq!(fan(&path, Vertex(1), FanEnds::Two(Vertex(2), Vertex(0)), |_| false), Some(expected));
    let square = cycle(4);
    for ends in
        [FanEnds::One(Vertex(0)), FanEnds::Two(Vertex(0), Vertex(1)), FanEnds::Two(Vertex(1), Vertex(1))]
    {
        assert_eq!(fan(&square, Vertex(0), ends, |_| true), None);
    }
}

/// Takes time linear in the length of the paths; quadratic time would be minutes.
#[test]
fn long_paths_take_no_longer_than_they_must() {
    let ladder = grid(2, 200_000).to_graph().graph;
    let (source, end) = (Vertex(0), Vertex(399_999));
    let paths = fan(&ladder, source, FanEnds::One(end), |_| true).expect("a bi-connected graph");
    check(&ladder, source, FanEnds::One(end), |_| true, &paths);
    assert_eq!(paths.each_ref().map(Vec::len), [200_001, 200_001]);
}
