//! Tests budgets and the panics on invalid arguments.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Budget, Configuration, Control, Stop, Vertex};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::super::rearrange;
use super::{cycle, graph, grid, random_configuration, theta};

#[test]
fn limits_stop_it_and_nothing_stays_held() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    for graph in [theta([1, 2, 4]), theta([3, 4, 6])] {
        let [start, goal] = [(); 2].map(|()| random_configuration(&graph, 2, &mut rng));
        let mut control = Control::unlimited();
        let plan = rearrange(&graph, &start, &goal, &mut control).expect("no limit");
        let stats = *control.stats();
        assert_eq!(stats.bytes, 0);
        let run = |budget: Budget| {
            let mut control = Control::new(budget);
            let end = rearrange(&graph, &start, &goal, &mut control);
            assert_eq!(control.stats().bytes, 0);
            end
        };
        for nodes in [0, stats.nodes / 9, stats.nodes / 3, stats.nodes - 1] {
            assert_eq!(run(Budget::new().with_nodes(nodes)), Err(Stop::Nodes));
        }
        for bytes in [0, stats.peak_bytes / 9, stats.peak_bytes / 3, stats.peak_bytes - 1] {
            assert_eq!(run(Budget::new().with_bytes(bytes)), Err(Stop::Memory));
        }
        assert_eq!(run(Budget::new().with_nodes(stats.nodes).with_bytes(stats.peak_bytes)), Ok(plan));
    }
}

#[test]
fn a_cycle_costs_a_node_a_move() {
    let graph = cycle(12);
    let [start, goal] =
        [[0, 3], [6, 9]].map(|places| Configuration::new(12, &places.map(Vertex)).expect("distinct places"));
    let run = |nodes| rearrange(&graph, &start, &goal, &mut Control::new(Budget::new().with_nodes(nodes)));
    assert_eq!(run(11), Err(Stop::Nodes));
    assert_eq!(run(12).map(|plan| plan.map(|plan| plan.len())), Ok(Some(12)));
}

#[test]
fn no_robot_at_home_is_moved() {
    for graph in [cycle(12), grid(3, 3), theta([3, 4, 6])] {
        let start = random_configuration(&graph, 1, &mut Xoshiro256PlusPlus::seed_from_u64(8));
        let plan = rearrange(&graph, &start, &start, &mut Control::unlimited()).expect("no limit");
        assert_eq!(plan.map(|plan| plan.len()), Some(0));
    }
}

fn on_a_path(vertices: u32, places: &[u32]) {
    let graph: Graph = graph(vertices, (1..vertices).map(|b| (b - 1, b)));
    solve_as_it_stands(&graph, places);
}

fn solve_as_it_stands(graph: &Graph, places: &[u32]) {
    let places: Vec<_> = places.iter().copied().map(Vertex).collect();
    let start = Configuration::new(graph.vertex_count(), &places).expect("distinct places");
    let _ = rearrange(graph, &start, &start, &mut Control::unlimited());
}

#[test]
#[should_panic(expected = "not bi-connected")]
fn a_path_panics() {
    on_a_path(4, &[0, 1]);
}

#[test]
#[should_panic(expected = "no vertex is vacant")]
fn a_full_graph_panics() {
    solve_as_it_stands(&cycle(4), &[0, 1, 2, 3]);
}
