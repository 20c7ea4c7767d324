//! Tests which instances are accepted, on every small graph.

use cpf_core::Instance;
use cpf_core::internal::all_graphs;
use motion_core::Vertex;
use motion_testing_robots::cases;
use push_swap::PushInstance;

/// Returns the first vertex whose component has a single blank, a vertex with three neighbours, and
/// a robot away from its goal.
fn first_without_room(instance: &Instance) -> Option<Vertex> {
    let graph = instance.graph();
    graph.vertices().find(|&first| {
        let distances = graph.distances([first]);
        let inside: Vec<_> = graph.vertices().filter(|&vertex| distances.get(vertex).is_some()).collect();
        let is_settled = inside.iter().all(|&vertex| {
            let robot = instance.start().token_at(vertex);
            robot.is_none_or(|robot| instance.goal().vertex_of(robot) == vertex)
        });
        let blanks = inside.iter().filter(|&&vertex| instance.start().is_vacant(vertex)).count();
        blanks == 1 && !is_settled && inside.iter().any(|&vertex| graph.degree(vertex) > 2)
    })
}

#[test]
fn a_component_with_one_blank_must_be_a_line_or_settled() {
    let small = (0..=4).flat_map(all_graphs).flat_map(|graph| cases::every_instance(&graph));
    let named = cases::small().into_iter().map(|case| case.instance);
    for instance in small.chain(named) {
        let refused = PushInstance::new(&instance).err().map(|error| error.vertex);
        assert_eq!(refused, first_without_room(&instance), "{instance:?}");
    }
}
