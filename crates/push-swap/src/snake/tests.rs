//! The ways of two robots past a third.

use alloc::vec::Vec;

use cpf_core::board::{Homes, Route, Ways, WorkingBoard};
use motion_core::{Configuration, Control, Graph, Vertex};

use crate::Steps;
use crate::tests::samples::graph;
use crate::walk::Mover;

fn mover<'a, 'c>(graph: &'a Graph, places: &[u32], control: &'a mut Control<'c>) -> Mover<'a, 'c> {
    let places: Vec<_> = places.iter().copied().map(Vertex).collect();
    let start = Configuration::new(graph.vertex_count(), &places).expect("distinct vertices");
    let board = WorkingBoard::new(graph, start, Homes::default(), control).expect("no limit");
    Mover::new(board, Ways::new(graph.vertex_count()), Route::Shortest, Steps::Path)
}

/// Past a robot on a ray of a hub with four of them it takes 10 moves, where two swaps take 12.
/// With three rays two swaps are all there is.
#[test]
fn the_cheaper_way_past_a_robot_is_taken() {
    let star = graph(5, (1..=4).map(|ray| (0, ray)));
    let spider = graph(7, [(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)]);
    for (made, row, expected) in [(star, [2, 0, 1], 10), (spider, [0, 1, 4], 20)] {
        let mut control = Control::unlimited();
        let mut mover = mover(&made, &row, &mut control);
        let [next, here, behind] = row.map(Vertex);
        assert_eq!(mover.pass_together(next, here, behind), Ok(()));
        assert_eq!(mover.board.configuration().places(), [behind, next, here]);
        assert_eq!(mover.board.record().len(), expected);
    }
}
