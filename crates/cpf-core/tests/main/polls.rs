//! Work without nodes reads the clock once in a few thousand vertices.

use cpf_core::improve::parallelise_within;
use cpf_core::{Instance, MotionModel, generate};
use motion_core::error::RunError;
use motion_core::graph::Graph;
use motion_core::{Budget, CancelFlag, Control, Grid, Move, Plan, Stop, Token, Vertex};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use motion_testing::readings;

const SIDE: u32 = 300;
const CELLS: usize = (SIDE * SIDE) as usize;

/// The largest number of vertices, edges or moves for one poll.
const MOST: u64 = 4096;

/// A cycle on which all robots move on by one vertex; one vertex is vacant.
fn cycle(vertices: u32) -> Instance {
    let next = |vertex: u32| Vertex((vertex + 1) % vertices);
    let graph = Graph::from_edges(vertices as usize, (0..vertices).map(|v| (Vertex(v), next(v))));
    let robots: Vec<_> = (0..vertices - 1).map(|v| (Vertex(v), next(v))).collect();
    Instance::new(graph.expect("a cycle"), &robots).expect("distinct vertices")
}

/// Robots on all cells of a grid; two of them exchange places.
fn full() -> Instance {
    let grid = Grid::new(SIDE, SIDE).expect("cells").to_graph().graph;
    let mut robots: Vec<_> = grid.vertices().map(|vertex| (vertex, vertex)).collect();
    (robots[0].1, robots[1].1) = (Vertex(1), Vertex(0));
    Instance::new(grid, &robots).expect("distinct vertices")
}

/// The last number is the ratio of steps to vertices.
#[test]
fn tests_of_feasibility_poll() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let mut on_grid = |blanks| generate::permutation_on_grid(SIDE, SIDE, blanks, rng).expect("a grid");
    let cases = [
        ("one blank", on_grid(1), MotionModel::Pebble, 27),
        ("two blanks", on_grid(2), MotionModel::Train, 30),
        ("half of the vertices vacant", on_grid(CELLS / 2), MotionModel::Pebble, 28),
        ("rotations and a blank", on_grid(1), MotionModel::Standard, 30),
        ("rotations alone", full(), MotionModel::Standard, 27),
        ("a cycle", cycle(CELLS as u32), MotionModel::Pebble, 14),
    ];
    for (name, instance, model, passes) in cases {
        let decide = |control: &mut Control| {
            let feasible = RunError::passed(instance.feasibility_in_within(model, control))?;
            assert!(feasible, "{name}");
            Ok(())
        };
        let polls = readings(name, decide) * MOST / CELLS as u64;
        assert!(polls >= passes, "{name}: as for {polls} passes");
    }
}

#[test]
fn putting_moves_into_steps_polls() {
    let instance = cycle(CELLS as u32);
    let last = CELLS as u32 - 1;
    let step = |robot: u32| Move { token: Token(robot), from: Vertex(robot), to: Vertex(robot + 1) };
    let plan: Plan = (0..last).rev().map(step).collect();
    let put = |control: &mut Control| {
        let schedule = parallelise_within(&instance, &plan, MotionModel::Train, control)
            .map_err(|why| why.stopped("legal moves"))?;
        assert_eq!(schedule.makespan(), 1);
        Ok(())
    };
    let polls = readings("moves in steps", put) * MOST / u64::from(last);
    // Replaying, finding the steps, sorting by them; each step is written at once.
    assert!(polls >= 3, "as for {polls} passes");
}

/// Without a grid, most searches expand most of the vertices.
#[test]
fn lower_bounds_poll() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let graph = Grid::new(SIDE, SIDE).expect("cells").to_graph().graph;
    let instance = generate::robots(graph, 12, rng).expect("enough vertices");
    let bound = |control: &mut Control| {
        let bound = instance.lower_bound_within(cpf_core::Objective::Moves, MotionModel::Pebble, control)?;
        assert_eq!(bound, instance.sum_of_distances());
        Ok(())
    };
    let polls = readings("a bound", bound) * MOST / CELLS as u64;
    assert!(polls >= 6, "as for {polls} passes");
}

#[test]
fn a_raised_flag_ends_what_spends_no_nodes() {
    let flag = CancelFlag::new();
    flag.raise();
    let mut control = Control::new(Budget::new().with_cancel(flag));
    let parts = cycle(9000).sub_instances_within(&mut control).map(drop);
    assert_eq!((parts, control.stats().nodes), (Err(Stop::Cancelled.into()), 0));
}
