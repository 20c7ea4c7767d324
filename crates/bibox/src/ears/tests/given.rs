use alloc::string::ToString;
use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;
use proptest::prelude::*;

use super::oracle::{accepts, is_decomposition};
use super::shortest_cycle;
use crate::EarDecomposition;
use crate::ears::EarError;
use crate::tests::samples::{biconnected_graphs, cycle, graph, grown, vertices};

const NO_EARS: [[Vertex; 0]; 0] = [];

/// A square 0 1 2 3, the path 0 – 4 – 5 – 1, the vertex 6 over 4 and 2, and the chord 1 – 3.
fn square_with_ears() -> Graph {
    let square = [(0, 1), (1, 2), (2, 3), (3, 0)];
    graph(7, square.into_iter().chain([(0, 4), (4, 5), (5, 1), (4, 6), (6, 2), (1, 3)]))
}

fn with_ears(ears: &[&[u32]]) -> Result<EarDecomposition, EarError> {
    let ears = ears.iter().map(|ear| ear.iter().copied().map(Vertex).collect::<Vec<_>>());
    EarDecomposition::new(&square_with_ears(), vertices([0, 1, 2, 3]), ears)
}

#[test]
fn chords_are_checked_and_dropped() {
    let made = with_ears(&[&[0, 4, 5, 1], &[1, 3], &[2, 6, 4]]).expect("a decomposition");
    assert!(made.ears().eq([vertices([0, 4, 5, 1]), vertices([2, 6, 4])]));
    assert_eq!(with_ears(&[&[0, 4, 5, 1], &[2, 6, 4]]), Ok(made));
    let gap = EarError::GapInEar { ear: 0, from: Vertex(0), to: Vertex(2) };
    assert_eq!(with_ears(&[&[0, 2], &[0, 4, 5, 1], &[2, 6, 4]]), Err(gap));
    assert_eq!(with_ears(&[&[6, 4]]), Err(EarError::LooseEnd { ear: 0, vertex: Vertex(6) }));
}

#[test]
fn what_is_wrong_with_the_cycle_is_named() {
    let square = square_with_ears();
    let error = |cycle| EarDecomposition::new(&square, cycle, NO_EARS).expect_err("no cycle");
    assert_eq!(error(vertices([])), EarError::ShortCycle { vertices: 0 });
    assert_eq!(error(vertices([0, 1])), EarError::ShortCycle { vertices: 2 });
    assert_eq!(error(vertices([0, 1, 7])), EarError::NoSuchVertex { vertex: Vertex(7), vertices: 7 });
    assert_eq!(error(vertices([0, 1, 2, 1])), EarError::RepeatedInCycle { vertex: Vertex(1) });
    assert_eq!(error(vertices([0, 2, 1, 3])), EarError::GapInCycle { from: Vertex(0), to: Vertex(2) });
    assert_eq!(error(vertices([0, 1, 2])), EarError::GapInCycle { from: Vertex(2), to: Vertex(0) });
    assert_eq!(error(vertices([0, 1, 2, 3])), EarError::Uncovered { vertex: Vertex(4) });
    let whole = EarDecomposition::new(&cycle(5), vertices([0, 1, 2, 3, 4]), NO_EARS);
    assert_eq!(whole.map(|made| made.ears().len()), Ok(0));
}

#[test]
fn what_is_wrong_with_an_ear_is_named() {
    let path: &[u32] = &[0, 4, 5, 1];
    let error = |second: &[u32]| with_ears(&[path, second]).expect_err("no ear");
    let six = Vertex(6);
    assert_eq!(error(&[]), EarError::ShortEar { ear: 1 });
    assert_eq!(error(&[2]), EarError::ShortEar { ear: 1 });
    assert_eq!(error(&[2, 6, 2]), EarError::EqualEnds { ear: 1, vertex: Vertex(2) });
    assert_eq!(error(&[2, 6, 9]), EarError::NoSuchVertex { vertex: Vertex(9), vertices: 7 });
    assert_eq!(error(&[2, 9, 4]), EarError::NoSuchVertex { vertex: Vertex(9), vertices: 7 });
    assert_eq!(error(&[6, 2, 4]), EarError::LooseEnd { ear: 1, vertex: six });
    assert_eq!(error(&[2, 4, 6]), EarError::LooseEnd { ear: 1, vertex: six });
    assert_eq!(error(&[2, 3, 4]), EarError::OldInnerVertex { ear: 1, vertex: Vertex(3) });
    assert_eq!(error(&[2, 6, 6, 4]), EarError::OldInnerVertex { ear: 1, vertex: six });
    assert_eq!(error(&[0, 6, 4]), EarError::GapInEar { ear: 1, from: Vertex(0), to: six });
    assert_eq!(error(&[3, 1]), EarError::Uncovered { vertex: six });
    assert_eq!(with_ears(&[&[2, 6, 4], path]), Err(EarError::LooseEnd { ear: 0, vertex: Vertex(4) }));
    assert_eq!(error(&[2, 6, 2]).to_string(), "both ends of ear 2 are vertex 3");
}

/// A change that spoils a list of paths, the first of which is the cycle.
#[derive(Clone, Debug)]
enum Change {
    Replace(u32),
    Remove,
    Insert(u32),
    Reverse,
    Exchange,
    Drop,
}

fn changes() -> impl Strategy<Value = Change> {
    prop_oneof![
        any::<u32>().prop_map(Change::Replace),
        Just(Change::Remove),
        any::<u32>().prop_map(Change::Insert),
        Just(Change::Reverse),
        Just(Change::Exchange),
        Just(Change::Drop),
    ]
}

proptest! {
    #[test]
    fn generated_ears_are_accepted(cycle in 3u32..9, mean_ear in 1u32..6, more in 0u32..60, seed in any::<u64>()) {
        let made = grown(cycle, mean_ear, cycle + more, seed);
        let ears = EarDecomposition::new(&made.graph, made.cycle.clone(), &made.ears).expect("as it grew");
        prop_assert!(accepts(&made.graph, &ears));
        prop_assert!(ears.cycle() == made.cycle && ears.ears().eq(made.ears));
    }

    #[test]
    fn spoilt_ears_are_accepted_exactly_where_the_definition_holds(
        graph in biconnected_graphs(16),
        change in changes(),
        path in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
    ) {
        let start = shortest_cycle(&graph, None).expect("a cycle");
        let made = EarDecomposition::breadth_first(&graph, start).expect("bi-connected");
        let mut paths: Vec<Vec<Vertex>> = core::iter::once(made.cycle()).chain(made.ears()).map(<[_]>::to_vec).collect();
        let path = path.index(paths.len());
        let place = place.index(paths[path].len());
        // One vertex more than exist.
        let vertex = |number: u32| Vertex(number % (graph.vertex_count() as u32 + 1));
        match change {
            Change::Replace(number) => paths[path][place] = vertex(number),
            Change::Remove => drop(paths[path].remove(place)),
            Change::Insert(number) => paths[path].insert(place, vertex(number)),
            Change::Reverse => paths[path].reverse(),
            Change::Exchange => paths[1..].rotate_left(path.saturating_sub(1)),
            Change::Drop => paths[path].clear(),
        }
        let (start, ears) = paths.split_first().expect("there is a cycle");
        let judged = EarDecomposition::new(&graph, start.clone(), ears);
        prop_assert_eq!(judged.is_ok(), is_decomposition(&graph, start, ears), "{:?}", judged);
    }
}
