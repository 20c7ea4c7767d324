//! Fleets: their steps, and clicks between them.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::engine::{
    all_names, begin_fleet, click_fleet, description, read, sample, samples, step_fleet, text,
};

const ROOM: &str = "Two rooms and a door, 5 robots";
/// The cell of the door, and one in each room.
const DOOR: u64 = 12;
const IN_ROOMS: [u64; 2] = [9, 16];

/// A fleet whose steps are checked.
struct Run {
    points: Vec<[f64; 2]>,
    edges: HashSet<(u64, u64)>,
    state: Value,
}

fn numbers(state: &Value, key: &str) -> Vec<u64> {
    let numbers = state[key].as_array().unwrap_or_else(|| panic!("{key} in {state}"));
    numbers.iter().map(|number| number.as_u64().expect("a number")).collect()
}

impl Run {
    /// Begins on a text whose vertices are joined if they are at this distance.
    fn begin(text: &str, seed: u64, distance: f64) -> Self {
        let view = read("robots", text);
        let points: Vec<[f64; 2]> = serde_json::from_value(view["points"].clone()).expect("points");
        let near = |&(a, b): &(usize, usize)| {
            let ([x, y], [left, top]) = (points[a], points[b]);
            ((x - left).hypot(y - top) - distance).abs() < 1.0
        };
        let pairs = (0..points.len()).flat_map(|a| (0..points.len()).map(move |b| (a, b)));
        let edges = pairs.filter(near).map(|(a, b)| (a as u64, b as u64)).collect();
        Self { points, edges, state: begin_fleet("robots", text, &json!({ "seed": seed })) }
    }

    fn numbers(&self, key: &str) -> Vec<u64> {
        numbers(&self.state, key)
    }

    fn fact(&self, name: &str) -> String {
        let facts = self.state["facts"].as_array().expect("facts");
        let fact = facts.iter().find(|fact| fact[0] == name).expect("a fact");
        text(&fact[1])
    }

    fn visited(&self) -> u64 {
        self.fact("goals visited").parse().expect("a number")
    }

    /// Makes a step: each robot stays or moves along an edge, onto an open place of its own.
    fn step(&mut self) {
        let before = self.numbers("at");
        self.state = step_fleet("robots", &json!({ "seconds": 10, "nodes": 100 }));
        let (after, closed) = (self.numbers("at"), self.numbers("closed"));
        assert_eq!(after.iter().collect::<BTreeSet<_>>().len(), before.len(), "two robots on a place");
        for (from, to) in before.into_iter().zip(after) {
            assert!(from == to || self.edges.contains(&(from, to)), "from {from} to {to}");
            assert!(from == to || !closed.contains(&to), "{to} is closed");
        }
    }

    fn click(&self, vertex: u64, robot: Option<usize>) -> Value {
        let [x, y] = self.points[vertex as usize];
        click_fleet("robots", &json!({ "x": x, "y": y, "robot": robot }))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn steps_are_legal(
        seed in 0..1000_u64,
        clicks in prop::collection::vec((0..12_usize, 0..25_u64, prop::option::of(0..5_usize)), 8),
    ) {
        let mut run = Run::begin(&sample("robots", "A crowded grid, 20 robots"), seed, 100.0);
        for (steps, vertex, robot) in clicks {
            let clicked = run.click(vertex, robot);
            if clicked["error"].is_null() {
                prop_assert_eq!(&clicked["at"], &run.state["at"]);
                run.state = clicked;
            }
            for _ in 0..steps {
                run.step();
            }
        }
    }
}

#[test]
fn a_fleet_goes_on_for_ever() {
    let mut run = Run::begin(&sample("robots", ROOM), 7, 100.0);
    let first = run.numbers("goals");
    for _ in 0..100 {
        run.step();
    }
    assert_eq!(run.fact("steps"), "100");
    assert!(run.visited() > 20, "{}", run.state["facts"]);
    assert_eq!(run.fact("goals per step"), format!("0.{:02}", run.visited()));
    assert_ne!(run.numbers("goals"), first);
    let mut again = Run::begin(&sample("robots", ROOM), 7, 100.0);
    for _ in 0..100 {
        again.step();
    }
    assert_eq!(again.state, run.state);
    let mut graph = Run::begin(&sample("robots", "Two squares, 4 robots"), 1, 200.0);
    for _ in 0..100 {
        graph.step();
    }
    assert!(graph.visited() > 10, "{}", graph.state["facts"]);
}

#[test]
fn a_robot_is_sent() {
    let mut run = Run::begin(&sample("robots", ROOM), 1, 100.0);
    let goal = IN_ROOMS[1];
    run.state = run.click(goal, Some(0));
    assert_eq!(run.numbers("goals")[0], goal);
    let arrived = (0..60).any(|_| {
        run.step();
        run.numbers("at")[0] == goal
    });
    assert!(arrived, "{}", run.state);
    run.step();
    assert_ne!(run.numbers("goals")[0], goal, "no goal follows");
}

#[test]
fn a_closed_place_is_left_and_opened_again() {
    let mut run = Run::begin(&sample("robots", ROOM), 1, 100.0);
    let place = run.numbers("at")[2];
    run.state = run.click(place, None);
    assert_eq!((run.numbers("closed"), run.numbers("at")[2]), (vec![place], place));
    for step in 0..40 {
        run.step();
        assert!(step < 5 || !run.numbers("at").contains(&place), "{}", run.state);
        assert!(step == 0 || !run.numbers("goals")[3..].contains(&place), "{}", run.state);
    }
    run.state = run.click(place, None);
    assert!(run.numbers("closed").is_empty());
    let entered = (0..100).any(|_| {
        run.step();
        run.numbers("at").contains(&place)
    });
    assert!(entered, "{}", run.state);
}

#[test]
fn goals_behind_a_closed_door_are_given_up() {
    let mut run = Run::begin(&sample("robots", ROOM), 1, 100.0);
    while run.numbers("at").contains(&DOOR) {
        run.step();
    }
    run.state = run.click(DOOR, None);
    let column = |place: u64, run: &Run| run.points[place as usize][0] > run.points[DOOR as usize][0];
    for _ in 0..50 {
        run.step();
        for (at, goal) in run.numbers("at").into_iter().zip(run.numbers("goals")) {
            assert_eq!(column(at, &run), column(goal, &run), "{}", run.state);
        }
    }
    let robot = run.numbers("at")[0];
    let other = IN_ROOMS[usize::from(!column(robot, &run))];
    assert_eq!(run.click(other, Some(0))["error"]["message"], "no way leads there");
    assert_eq!(run.click(DOOR, Some(0))["error"]["message"], "this place is closed");
}

#[test]
fn wrong_inputs_are_refused() {
    let message = |answer: Value| text(&answer["error"]["message"]);
    assert_eq!(message(step_fleet("robots", &json!({}))), "no fleet has begun");
    assert_eq!(message(click_fleet("chess", &json!({ "x": 0, "y": 0 }))), "no fleet has begun");
    let mut run = Run::begin(&sample("robots", ROOM), 1, 100.0);
    assert!(message(begin_fleet("robots", "p edge 3", &json!({}))).contains("expected"));
    assert!(message(begin_fleet("robots", &sample("robots", ROOM), &json!([]))).contains("malformed"));
    assert!(message(begin_fleet("robots", &" ".repeat(17 << 20), &json!({}))).contains("too long"));
    assert_eq!(message(run.click(0, Some(5))), "there is no such robot");
    assert!(message(click_fleet("robots", &json!({ "x": 5 }))).contains("malformed"));
    assert!(message(step_fleet("robots", &json!({ "nodes": -1 }))).contains("malformed"));
    let beside = click_fleet("robots", &json!({ "x": -300, "y": 50 }));
    assert_eq!(beside, run.state, "a click beside the picture does nothing");
    run.step();
}

#[test]
fn families_without_fleets_refuse() {
    for family in all_names() {
        let begun = begin_fleet(family, &samples(family)[0].1, &json!({}));
        assert_eq!(description(family)["has_fleets"], begun["error"].is_null(), "{family}: {begun}");
    }
}
