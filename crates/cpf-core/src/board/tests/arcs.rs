//! Robots led along arcs.

use alloc::vec::Vec;

use motion_core::{Configuration, Control, Token, Vertex};

use crate::board::{BlankRoute, GoalDistances, WorkingBoard};
use crate::directed::DirectedGraph;

#[test]
fn robots_and_blanks_take_detours_along_arcs() {
    // A directed hexagon with a path of two arcs across.
    let arcs = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)];
    let arcs = DirectedGraph::from_arcs(7, arcs.map(|(a, b)| (Vertex(a), Vertex(b)))).expect("a graph");
    for (robots, target, prefers, moves) in
        [(&[1][..], 0, false, 1), (&[1], 0, true, 5), (&[2, 1], 3, true, 1)]
    {
        let places: Vec<_> = robots.iter().map(|&robot| Vertex(robot)).collect();
        let start = Configuration::new(7, &places).expect("distinct vertices");
        let mut control = Control::unlimited();
        let board = WorkingBoard::new(arcs.underlying(), start, GoalDistances::default(), &mut control);
        let mut board = board.expect("no limit");
        if prefers {
            board.prefer_arcs(&arcs);
        }
        assert_eq!(board.prefers_arcs(), prefers);
        board.carry(Token(0), Vertex(target), BlankRoute::Shortest).expect("nothing is locked");
        assert_eq!(board.vertex_of(Token(0)), Vertex(target));
        assert_eq!(board.trail().len(), moves);
        let along = board.trail().iter().all(|action| arcs.has_arc(action.from, action.to));
        assert_eq!(along, prefers);
    }
}

#[test]
fn a_vertex_is_vacated_along_arcs() {
    // A directed triangle 0 1 2 with a directed way back from 2 over 3 and 4 to 0.
    let arcs = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 0)];
    let arcs = DirectedGraph::from_arcs(5, arcs.map(|(a, b)| (Vertex(a), Vertex(b)))).expect("a graph");
    // The blank on 4 is beside 0, but the robot on 0 could move there only against an arc.
    for (prefers, moves) in [(false, 1), (true, 4)] {
        let start = Configuration::new(5, &[0, 1, 2, 3].map(Vertex)).expect("distinct vertices");
        let mut control = Control::unlimited();
        let board = WorkingBoard::new(arcs.underlying(), start, GoalDistances::default(), &mut control);
        let mut board = board.expect("no limit");
        if prefers {
            board.prefer_arcs(&arcs);
        }
        board.vacate(Vertex(0), BlankRoute::Shortest).expect("a blank comes");
        assert!(board.is_vacant(Vertex(0)));
        assert_eq!(board.trail().len(), moves);
    }
}
