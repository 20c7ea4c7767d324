//! Pictures of robots that exchange their positions.

use std::time::Duration;

use bibox::{BlockByBlock, BlockInstance};
use cpf_core::Instance;
use motion_core::draw::{Timing, animated};
use motion_core::error::DrawError;
use motion_core::graph::Graph;
use motion_core::{Control, Move, Plan, Solver, Token, Vertex};
use push_swap::{Placing, PushInstance};

use super::Picture;

pub(super) fn pictures() -> Result<[Picture; 4], DrawError> {
    Ok([
        Picture { file: "swap.svg", svg: swap()? },
        Picture { file: "twin-swap.svg", svg: twin_swap()? },
        Picture { file: "rotate.svg", svg: rotate()? },
        Picture { file: "blocks.svg", svg: blocks()? },
    ])
}

/// Draws two robots in a dead end that exchange their positions, while two others make room and
/// come back.
fn swap() -> Result<String, DrawError> {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (2, 5), (5, 6)];
    solved(&instance(7, &edges, &[(0, 1), (1, 0), (3, 3), (5, 5)]))
}

/// Draws robots 2 and 3 in a dead end passing robot 1, which is in their way. The three go to the
/// hub, where 4 has made room, exchange their positions there in twelve moves, and go back.
fn twin_swap() -> Result<String, DrawError> {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (3, 5), (3, 6), (4, 7)];
    let instance = instance(8, &edges, &[(2, 0), (1, 2), (0, 1), (4, 4)]);
    let there = [(3, 4, 7), (0, 2, 3), (1, 1, 2), (2, 0, 1)];
    let out = [(0, 3, 4), (1, 2, 3), (1, 3, 5), (2, 1, 2), (2, 2, 3), (2, 3, 6)];
    let back = [(0, 4, 3), (0, 3, 2), (0, 2, 1), (2, 6, 3), (2, 3, 2), (1, 5, 3)];
    let home = [(0, 1, 0), (2, 2, 1), (1, 3, 2), (3, 7, 4)];
    let moves = there.iter().chain(&out).chain(&back).chain(&home);
    let action = |&(robot, from, to)| Move { token: Token(robot), from: Vertex(from), to: Vertex(to) };
    drawn(&instance, &moves.map(action).collect())
}

/// Draws robots on a cycle that rotate, because each goal is occupied by the next robot.
fn rotate() -> Result<String, DrawError> {
    let edges = [(0, 1), (0, 5), (1, 2), (2, 3), (3, 4), (3, 6), (4, 5), (4, 7)];
    solved(&instance(8, &edges, &[(6, 4), (4, 0), (3, 3), (5, 7), (7, 1)]))
}

/// Draws two squares with diagonals that share a vertex; on each of them two robots exchange their
/// positions, with one blank.
fn blocks() -> Result<String, DrawError> {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (3, 4), (4, 5), (5, 6), (6, 3), (4, 6)];
    let instance = instance(7, &edges, &[(0, 1), (1, 0), (2, 2), (4, 5), (5, 4), (6, 6)]);
    let problem = BlockInstance::new(&instance).expect("one blank");
    let plan = BlockByBlock::default().solve(&problem, &mut Control::unlimited()).plan();
    drawn(&instance, &plan.expect("solvable"))
}

fn instance(vertices: usize, edges: &[(u32, u32)], robots: &[(u32, u32)]) -> Instance {
    let pair = |&(a, b): &(u32, u32)| (Vertex(a), Vertex(b));
    let graph = Graph::from_edges(vertices, edges.iter().map(pair)).expect("a simple graph");
    let robots: Vec<_> = robots.iter().map(pair).collect();
    Instance::new(graph, &robots).expect("distinct vertices")
}

fn solved(instance: &Instance) -> Result<String, DrawError> {
    let problem = PushInstance::new(instance).expect("two blanks");
    let plan = Placing::push_and_rotate().solve(&problem, &mut Control::unlimited()).plan();
    drawn(instance, &plan.expect("solvable"))
}

fn drawn(instance: &Instance, plan: &Plan) -> Result<String, DrawError> {
    assert!(instance.verify(plan).is_ok(), "a solution");
    let timing = Timing::default().with_step(Duration::from_millis(400));
    animated(&instance.scene(), instance.start(), plan, &timing)
}
