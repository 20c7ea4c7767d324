//! Tests every solver on published maps and on instances that a published solver gets wrong.
//!
//! The files are not part of the repository. If they are missing, these tests report it and do
//! nothing.

use std::fs;

use cpf_core::formats::moving_ai::Map;
use cpf_core::{Instance, Setup, generate};
use motion_core::graph::Graph;
use motion_core::{Configuration, Grid, Vertex};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::solvers;
use motion_testing::published;
use motion_testing_robots::promises::{NamedSolver, Promise};

/// The solvers that end by themselves.
fn not_anytime() -> Vec<NamedSolver> {
    let mut solvers = solvers::all();
    solvers.retain(|solver| solver.promise != Promise::Anytime);
    solvers
}

fn on_grid(grid: Grid, starts: &[Vertex], goals: &[Vertex]) -> Instance {
    assert_eq!(starts.len(), goals.len());
    let robots = starts.iter().copied().zip(goals.iter().copied()).collect();
    Setup::on_grid(grid, robots).instance().expect("distinct vertices")
}

/// Reads an instance of `hard_feasible.json`: rows of the map, starts and goals as (x, y).
fn hard_instance(entry: &Value) -> Instance {
    let rows: Vec<_> =
        entry["map"].as_array().expect("rows").iter().map(|row| row.as_str().expect("a row")).collect();
    let text =
        format!("type octile\nheight {}\nwidth {}\nmap\n{}\n", rows.len(), rows[0].len(), rows.join("\n"));
    let grid = Grid::from(text.parse::<Map>().expect("a map"));
    let places = |key: &str| {
        let points: Vec<[u32; 2]> = serde_json::from_value(entry[key].clone()).expect("points");
        let graph = grid.to_graph();
        let vertex =
            |[x, y]: [u32; 2]| graph.vertex(grid.cell(y, x).expect("on the map")).expect("an open cell");
        points.into_iter().map(vertex).collect::<Vec<_>>()
    };
    let (starts, goals) = (places("start"), places("goal"));
    on_grid(grid, &starts, &goals)
}

#[test]
fn what_a_published_push_and_rotate_cannot_solve() {
    let Some(folder) = published("cpf") else { return };
    let text = fs::read_to_string(folder.join("hard_feasible.json")).expect("hard_feasible.json");
    let entries: Vec<Value> = serde_json::from_str(&text).expect("a list");
    assert_eq!(entries.len(), 26);
    for (number, entry) in entries.iter().enumerate() {
        let instance = hard_instance(entry);
        assert_eq!(instance.feasibility(), Ok(()), "{number}");
        for solver in not_anytime() {
            assert!(solver.answer(&instance).is_some(), "{number}");
        }
    }
}

/// Returns goals that random moves reach from these starts.
fn wander(graph: &Graph, starts: &Configuration, rng: &mut Xoshiro256PlusPlus) -> Configuration {
    let mut now = starts.clone();
    for _ in 0..1000 {
        let from = Vertex(rng.random_range(0..graph.vertex_count() as u32));
        let around = graph.neighbours(from);
        if let Some(robot) = now.token_at(from) {
            now.relocate(robot, around[rng.random_range(0..around.len())]);
        }
    }
    now
}

/// Half of the goals are arbitrary, half are reached by random moves, because with few blanks
/// arbitrary goals are mostly unreachable.
#[test]
fn every_number_of_blanks_on_small_maps() {
    let rounds = cases(6, 150);
    let Some(folder) = published("cpf") else { return };
    let solvers = not_anytime();
    let (mut feasible, mut all) = (0, 0);
    for (seed, name) in
        ["connector", "corners", "loop-chain", "string", "tree", "tunnel"].into_iter().enumerate()
    {
        let text = fs::read_to_string(folder.join(name).with_extension("map")).expect(name);
        let grid = Grid::from(text.parse::<Map>().expect(name));
        let graph = grid.to_graph().graph;
        assert!(graph.is_connected(), "{name}");
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed as u64);
        for blanks in 2..graph.vertex_count() {
            for round in 0..rounds {
                let robots = graph.vertex_count() - blanks;
                let made = generate::robots(graph.clone(), robots, rng).expect("room for them");
                let wanders = round % 2 == 1;
                let goals = if wanders { wander(&graph, made.start(), rng) } else { made.goal().clone() };
                let instance = on_grid(grid.clone(), made.start().places(), goals.places());
                let is_feasible = instance.feasibility().is_ok();
                for solver in &solvers {
                    assert!(solver.answer(&instance).is_some(), "{name}");
                }
                assert!(is_feasible || !wanders, "{name}: moves lead there, {instance:?}");
                feasible += usize::from(is_feasible);
                all += 1;
            }
        }
    }
    assert!(feasible > all / 2 && all - feasible > 5 * rounds / 2, "{feasible} of {all} are feasible");
}
