//! Tests which instances are accepted, on every small graph.

use bibox::error::NotOneBlankError;
use bibox::{BlockInstance, EarInstance};
use cpf_core::internal::all_graphs;
use motion_testing_robots::cases;

#[test]
fn ears_need_a_bi_connected_graph_and_blocks_a_connected_one_with_one_blank() {
    let small = (0..=4).flat_map(all_graphs).flat_map(|graph| cases::every_instance(&graph));
    let named = cases::small().into_iter().map(|case| case.instance);
    for instance in small.chain(named) {
        let graph = instance.graph();
        let is_biconnected = graph.vertex_count() >= 3 && graph.is_biconnected();
        assert_eq!(EarInstance::new(&instance).is_ok(), is_biconnected, "{instance:?}");
        let refused = match instance.vacant_count() {
            1 => (!graph.is_connected()).then_some(NotOneBlankError::Disconnected),
            blanks => Some(NotOneBlankError::Blanks { blanks }),
        };
        assert_eq!(BlockInstance::new(&instance).err(), refused, "{instance:?}");
    }
}
