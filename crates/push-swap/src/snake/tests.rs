//! The ways of two robots past a third.

use alloc::vec::Vec;

use cpf_core::board::{BlankRoute, GoalDistances, LocalSearch, WorkingBoard};
use motion_core::{Configuration, Control, Graph, Vertex};

use crate::StepRule;
use crate::robot_walker::RobotWalker;
use crate::tests::samples::graph;

fn walker<'a, 'c>(graph: &'a Graph, places: &[u32], control: &'a mut Control<'c>) -> RobotWalker<'a, 'c> {
    let places: Vec<_> = places.iter().copied().map(Vertex).collect();
    let start = Configuration::new(graph.vertex_count(), &places).expect("distinct vertices");
    let board = WorkingBoard::new(graph, start, GoalDistances::default(), control).expect("no limit");
    RobotWalker::new(
        board,
        LocalSearch::new(graph.vertex_count()),
        BlankRoute::Shortest,
        StepRule::CheapestPath,
    )
    .expect("no limit")
}

/// Past a robot on a ray of a hub with four of them it takes 10 moves, where two swaps take 12.
/// With three rays two swaps are all there is.
#[test]
fn the_cheaper_way_past_a_robot_is_taken() {
    let star = graph(5, (1..=4).map(|ray| (0, ray)));
    let spider = graph(7, [(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (3, 6)]);
    for (made, row, expected) in [(star, [2, 0, 1], 10), (spider, [0, 1, 4], 20)] {
        let mut control = Control::unlimited();
        let mut walker = walker(&made, &row, &mut control);
        let [next, here, behind] = row.map(Vertex);
        assert_eq!(walker.pass_together(next, here, behind), Ok(()));
        assert_eq!(walker.board.configuration().places(), [behind, next, here]);
        assert_eq!(walker.board.trail().len(), expected);
    }
}
