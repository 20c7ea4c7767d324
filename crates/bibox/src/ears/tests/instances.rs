use alloc::vec::Vec;

use cpf_core::{Instance, Setup};
use motion_core::graph::Graph;
use motion_core::{Cell, Vertex};
use proptest::prelude::*;

use super::oracle::accepts;
use super::{shortest_cycle, shortest_odd_cycle};
use crate::EarDecomposition;
use crate::ears::{Corner, NotBiconnectedError};
use crate::tests::samples::{biconnected_graphs, graph, graphs, grid, vertices};

/// Returns robots at their goals, on all vertices except these.
fn robots(graph: &Graph, vacant: &[Vertex]) -> Vec<(Vertex, Vertex)> {
    graph.vertices().filter(|vertex| !vacant.contains(vertex)).map(|vertex| (vertex, vertex)).collect()
}

fn instance(graph: &Graph, vacant: &[Vertex]) -> Instance {
    Instance::new(graph.clone(), &robots(graph, vacant)).expect("distinct vertices")
}

#[test]
fn open_rectangles_are_shelled_from_the_nearest_corner() {
    let grid = grid(4, 5);
    let graph = grid.to_graph().graph;
    let corner = |vacant: &[u32]| {
        let vacant: Vec<_> = vacant.iter().copied().map(Vertex).collect();
        let setup = Setup::on_grid(grid.clone(), robots(&graph, &vacant));
        let made = EarDecomposition::for_instance(&setup.instance().expect("an instance")).expect("open");
        Corner::ALL.into_iter().find(|&corner| EarDecomposition::shells(&grid, corner).as_ref() == Ok(&made))
    };
    assert_eq!(corner(&[19]), Some(Corner::BottomRight));
    assert_eq!(corner(&[1]), Some(Corner::TopLeft));
    assert_eq!(corner(&[8]), Some(Corner::TopRight));
    assert_eq!(corner(&[7, 15]), Some(Corner::BottomLeft));
    // Equally near corners, then no vacant vertex.
    assert_eq!(corner(&[0, 4, 15, 19]), Some(Corner::BottomRight));
    assert_eq!(corner(&[]), Some(Corner::BottomRight));
}

#[test]
fn other_grids_are_taken_apart_around_a_cycle() {
    let mut grid = grid(5, 5);
    grid.close(Cell(12));
    let graph = grid.to_graph().graph;
    let setup = Setup::on_grid(grid, robots(&graph, &[Vertex(23)]));
    let made = EarDecomposition::for_instance(&setup.instance().expect("an instance")).expect("bi-connected");
    assert!(accepts(&graph, &made) && made.cycle().contains(&Vertex(23)) && made.cycle().len() == 4);
}

#[test]
fn one_vacant_vertex_asks_for_an_odd_cycle() {
    let house = graph(7, [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4), (4, 5), (5, 6), (6, 0)]);
    let length = |vacant: &[Vertex]| {
        let made = EarDecomposition::for_instance(&instance(&house, vacant)).expect("bi-connected");
        assert!(accepts(&house, &made));
        made.cycle().len()
    };
    assert_eq!(length(&vertices([2])), 5);
    assert_eq!(length(&vertices([2, 3])), 4);
    assert_eq!(length(&[]), 4);
    let square_over_square = graph(6, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5), (5, 1)]);
    let made = EarDecomposition::for_instance(&instance(&square_over_square, &vertices([5])));
    assert!(made.is_ok_and(|made| made.cycle().len() == 4 && made.cycle().contains(&Vertex(5))));
}

#[test]
fn a_path_has_no_ears() {
    let setup = Setup::on_grid(grid(1, 3), alloc::vec![(Vertex(0), Vertex(1))]);
    let refused = EarDecomposition::for_instance(&setup.instance().expect("an instance"));
    assert_eq!(refused, Err(NotBiconnectedError::Articulation { vertex: Vertex(1) }));
}

proptest! {
    #[test]
    fn the_cycle_is_as_short_as_it_may_be(graph in biconnected_graphs(40), vacant in any::<u64>(), all in any::<bool>()) {
        let count = graph.vertex_count() as u32;
        let first = Vertex((vacant % u64::from(count)) as u32);
        let second = Vertex((first.0 + 1) % count);
        let vacant = if all { &[first, second][..] } else { &[first] };
        let made = EarDecomposition::for_instance(&instance(&graph, vacant)).expect("bi-connected");
        prop_assert!(accepts(&graph, &made));
        let shortest = shortest_cycle(&graph, None);
        let odd = shortest_odd_cycle(&graph, None).filter(|_| vacant.len() == 1);
        prop_assert_eq!(Some(made.cycle().len()), odd.or(shortest).map(|cycle| cycle.len()));
    }

    #[test]
    fn the_same_reason_everywhere(graph in graphs(7)) {
        let vacant: Vec<_> = graph.vertices().take(1).collect();
        let made = EarDecomposition::for_instance(&instance(&graph, &vacant)).map(|_| ());
        prop_assert_eq!(made, NotBiconnectedError::check(&graph));
    }
}
