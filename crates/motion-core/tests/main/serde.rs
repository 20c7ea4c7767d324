//! Round trips of every vocabulary type through serde. Invalid values are refused.

use core::fmt::Debug;

use motion_core::graph::Graph;
use motion_core::internal::Turn;
use motion_core::observer::Stats;
use motion_core::{
    Budget, Cell, Configuration, Control, Direction, Grid, Move, Outcome, Plan, Quality, Schedule, Stop,
    Token, Vertex, Walk,
};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};

/// Serialises an item, compares the result with the expected one, and reads it back.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(item: &T, expected: &Value) {
    let value = to_value(item).expect("can be written");
    assert_eq!(value, *expected);
    assert_eq!(from_value::<T>(value).expect("can be read"), *item);
}

fn refused<T: DeserializeOwned + Debug>(value: Value) -> String {
    from_value::<T>(value).expect_err("cannot be").to_string()
}

#[test]
fn indices_are_numbers_and_choices_names() {
    round_trip(&(Vertex(1), Token(2), Cell(3)), &json!([1, 2, 3]));
    round_trip(&Direction::ALL, &json!(["Up", "Right", "Down", "Left"]));
    round_trip(
        &[Turn::Straight, Turn::Right, Turn::Back, Turn::Left],
        &json!(["Straight", "Right", "Back", "Left"]),
    );
    let stops = [Stop::Nodes, Stop::Memory, Stop::Time, Stop::Cancelled, Stop::Unsupported, Stop::GaveUp];
    round_trip(&stops, &json!(["Nodes", "Memory", "Time", "Cancelled", "Unsupported", "GaveUp"]));
}

#[test]
fn plans_are_lists_and_walks_letters() {
    let step = |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
    let written = |token: u32, from: u32, to: u32| json!({ "token": token, "from": from, "to": to });
    let plan: Plan = [step(0, 1, 2), step(3, 4, 5)].into_iter().collect();
    round_trip(&plan, &json!([written(0, 1, 2), written(3, 4, 5)]));
    let schedule = Schedule::from(vec![vec![step(0, 1, 2), step(3, 4, 5)], vec![], vec![step(0, 2, 1)]]);
    let steps = json!([[written(0, 1, 2), written(3, 4, 5)], [], [written(0, 2, 1)]]);
    round_trip(&schedule, &steps);
    round_trip(&"URDL".parse::<Walk>().expect("letters"), &json!("URDL"));
    assert!(refused::<Walk>(json!("URX")).contains("line 1, column 3"));
}

#[test]
fn outcomes_keep_what_they_hold() {
    let bounded = Quality::Bounded { lower_bound: 3 };
    let solved = Outcome::Solved { plan: Direction::Up, quality: bounded };
    round_trip(
        &solved,
        &json!({ "Solved": { "plan": "Up", "quality": { "Bounded": { "lower_bound": 3 } } } }),
    );
    round_trip(&Outcome::<Direction>::Unsolvable, &json!("Unsolvable"));
    let stopped = Outcome::Stopped { why: Stop::Time, best: Some(Direction::Left), lower_bound: None };
    round_trip(&stopped, &json!({ "Stopped": { "why": "Time", "best": "Left", "lower_bound": null } }));
    round_trip(&[Quality::Optimal, Quality::Feasible], &json!(["Optimal", "Feasible"]));

    let mut control = Control::new(Budget::new());
    control.spend(5).expect("no limit");
    control.hold(7).expect("no limit");
    let stats: Stats = *control.stats();
    round_trip(&stats, &json!({ "nodes": 5, "bytes": 7, "peak_bytes": 7 }));
}

#[test]
fn graphs_grids_and_configurations_are_checked() {
    let graph = Graph::from_edges(3, [(Vertex(2), Vertex(1))]).expect("an edge");
    round_trip(&graph, &json!({ "vertices": 3, "edges": [[1, 2]] }));
    let loops = refused::<Graph>(json!({ "vertices": 3, "edges": [[1, 1]] }));
    assert!(loops.contains("vertex 2"), "{loops}");

    let places = Configuration::new(4, &[Vertex(3), Vertex(1)]).expect("two places");
    round_trip(&places, &json!({ "vertices": 4, "places": [3, 1] }));
    let shared = refused::<Configuration>(json!({ "vertices": 4, "places": [3, 3] }));
    assert!(shared.contains("vertex 4"), "{shared}");

    let mut grid = Grid::new(2, 2).expect("four cells");
    grid.close(Cell(3));
    grid.build_wall(Cell(2), Direction::Up);
    round_trip(&grid, &json!({ "rows": 2, "columns": 2, "closed": [3], "walls": [[0, "Down"]] }));
    let outside = refused::<Grid>(json!({ "rows": 2, "columns": 2, "walls": [[4, "Up"]] }));
    assert!(outside.contains("there is no cell 4 in a grid of 2 rows and 2 columns"), "{outside}");
    assert!(refused::<Grid>(json!({ "rows": 0, "columns": 2 })).contains("0 rows"));
}

proptest! {
    #[test]
    fn any_grid_and_its_graph_come_back(
        (rows, columns) in (1u32..7, 1u32..7),
        closed in proptest::collection::vec(any::<u32>(), 0..6),
        walls in proptest::collection::vec((any::<u32>(), 0u8..4), 0..12),
    ) {
        let mut grid = Grid::new(rows, columns).expect("small");
        for cell in closed {
            grid.close(Cell(cell % (rows * columns)));
        }
        for (cell, side) in walls {
            grid.build_wall(Cell(cell % (rows * columns)), Direction::from_index(side));
        }
        prop_assert_eq!(&from_value::<Grid>(to_value(&grid).expect("written")).expect("read"), &grid);
        let graph = grid.to_graph().graph;
        prop_assert_eq!(&from_value::<Graph>(to_value(&graph).expect("written")).expect("read"), &graph);
    }
}
