//! Pairs that go together save moves.

use cpf_core::internal::BlankRoute;
use cpf_core::{Instance, Setup, generate};
use motion_core::{Control, Grid, Plan, Solver, Vertex};
use motion_testing::cases;
use motion_testing_robots::cases::permutation;
use motion_testing_robots::samples::random_instance;
use push_swap::internal::{GoalOrder, Growth, PathRule, Root, VertexOrder};
use push_swap::{Elimination, Placing, PushInstance, SnakeCost};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

/// Returns the total number of moves of all plans.
fn moves(solver: &dyn for<'i> Solver<PushInstance<'i>, Solution = Plan>, instances: &[Instance]) -> usize {
    let moves = |instance: &Instance| {
        let problem = PushInstance::new(instance).expect("two blanks or more");
        let plan = solver.solve(&problem, &mut Control::unlimited()).plan().expect("solvable");
        assert!(instance.verify(&plan).is_ok());
        plan.len()
    };
    instances.iter().map(moves).sum()
}

#[test]
fn eliminations_on_grids_take_fewer_moves() {
    let grids: Vec<_> = (0..10).map(|seed| permutation(12, 12, 3, seed)).collect();
    for route in [BlankRoute::Shortest, BlankRoute::default()] {
        let alone = Elimination::default().with_route(route);
        let (alone, together) = (moves(&alone, &grids), moves(&alone.with_snakes(true), &grids));
        assert!(100 * together < 99 * alone, "{together} instead of {alone}");
    }
}

#[test]
fn placings_on_grids_and_bi_connected_graphs_take_fewer_moves() {
    let seeds = cases(4, 20);
    let grids: Vec<_> = (0..seeds).map(|seed| permutation(8, 8, 3, seed)).collect();
    let ears = (0..seeds).map(|seed| {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let graph = generate::biconnected(6, 10, 60, rng).expect("legal").graph;
        random_instance(&graph, 5, rng)
    });
    for instances in [grids, ears.collect()] {
        let solver = Placing::push_and_swap();
        let (alone, together) = (moves(&solver, &instances), moves(&solver.with_snakes(true), &instances));
        assert!(100 * together < 98 * alone, "{together} instead of {alone}");
    }
}

/// Generates random (n² − 3)-puzzles: robots in reading order at the goal, with the last three
/// cells vacant.
fn puzzles(side: u32, count: u64) -> Vec<Instance> {
    let puzzle = |seed| {
        let mut starts: Vec<_> = (0..side * side).map(Vertex).collect();
        starts.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        let robots = starts.into_iter().zip((0..side * side - 3).map(Vertex)).collect::<Vec<_>>();
        let grid = Grid::new(side, side).expect("a legal size");
        Setup::on_grid(grid, robots).instance().expect("distinct vertices")
    };
    (0..count).map(puzzle).collect()
}

/// Each cost saves moves on even and odd sides. The costs differ, and the least weight saves more.
#[test]
fn both_choices_of_snakes_save_moves_whatever_the_parity() {
    for side in [11, 12] {
        let puzzles = puzzles(side, cases(4, 12));
        let [fewest, weight] = [SnakeCost::Moves, SnakeCost::Weight];
        let swap =
            |choice| moves(&Placing::push_and_swap().with_snakes(true).with_snake_cost(choice), &puzzles);
        let rotate =
            |choice| moves(&Placing::push_and_rotate().with_snakes(true).with_snake_cost(choice), &puzzles);
        let alone =
            [moves(&Placing::push_and_swap(), &puzzles), moves(&Placing::push_and_rotate(), &puzzles)];
        let by_moves = [swap(fewest), rotate(fewest)];
        let by_weight = [swap(weight), rotate(weight)];
        for solver in 0..2 {
            assert!(100 * by_moves[solver] < 97 * alone[solver], "{by_moves:?} instead of {alone:?}");
            assert!(by_weight[solver] < by_moves[solver], "{by_weight:?} instead of {by_moves:?}");
        }
    }
}

/// Choosing by distances differs from choosing by trial, and may give longer plans.
#[test]
fn distances_choose_snakes_without_trying() {
    let puzzles = puzzles(12, 8);
    let with = |cost| moves(&Placing::push_and_swap().with_snakes(true).with_snake_cost(cost), &puzzles);
    let alone = moves(&Placing::push_and_swap(), &puzzles);
    let (by_moves, by_distances) = (with(SnakeCost::Moves), with(SnakeCost::Distances));
    assert!(by_moves < by_distances && by_distances != alone, "{by_moves} {by_distances} {alone}");
}

/// Plans get longer if the order begins far from the goal's blanks, or paths lead over finished
/// robots.
#[test]
fn orders_begin_at_the_blanks_and_paths_keep_off_finished_robots() {
    for side in [11, 12] {
        let puzzles = puzzles(side, 8);
        let first = |vertex| {
            let order = VertexOrder::default().with_growth(Growth::BreadthFirst);
            GoalOrder::Inwards(order.with_root(Root::Vertex(Vertex(vertex))))
        };
        let default = Placing::push_and_swap();
        let best = moves(&default, &puzzles);
        let elsewhere = moves(&default.with_order(first(side - 1)), &puzzles);
        let direct = moves(&default.with_path_rule(PathRule::Direct), &puzzles);
        assert!(4 * best < 3 * elsewhere && 2 * best < direct, "{best} {elsewhere} {direct}");
    }
}
