//! Solvers for several blanks against referees that share no code with them.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use grid_puzzle::{
    Board, Dummies, Optimal, Parberry, Snake, SparseInstance, SparseOptimal, SparseSolver, TileMoves,
};
use motion_core::search::{Space, explore};
use motion_core::{Budget, CancelFlag, Cell, Control, Direction, Outcome, Plan, Quality, Stop, replay};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// All boards of one size and number of blanks, moved by the board's own rules.
struct Boards;

impl Space for Boards {
    type State = Board;
    type Action = ();

    fn successors(&self, board: &Board, visit: &mut impl FnMut((), Board, u32)) {
        for cell in (0..board.tiles().len() as u32).map(Cell) {
            for direction in Direction::ALL {
                let mut next = board.clone();
                if next.shift(cell, direction).is_some() {
                    visit((), next, 1);
                }
            }
        }
    }

    fn heap_bytes(&self, board: &Board) -> u64 {
        4 * board.tiles().len() as u64
    }
}

/// Every board from which the goal can be reached, with its distance.
fn reachable(goal: &Board) -> HashMap<Board, u32> {
    let mut distances = HashMap::new();
    explore(&Boards, [goal.clone()], &mut Control::unlimited(), |board, depth| {
        distances.insert(board.clone(), depth);
        ControlFlow::Continue(())
    })
    .expect("no limit is set");
    distances
}

/// Solves, and has the plan replayed by two referees.
fn solve(solver: &dyn SparseSolver, instance: &SparseInstance) -> (Plan, Quality) {
    let outcome = solver.solve_sparse(instance, &mut Control::unlimited());
    let Outcome::Solved { plan, quality } = outcome else { panic!("{instance:?} gave {outcome:?}") };
    assert_eq!(instance.verify(&plan), Ok(plan.len() as u64), "{instance:?}");
    let start = instance.start();
    let mut configuration = start.configuration();
    assert_eq!(replay(&start.graph(), &mut configuration, &plan), Ok(plan.len() as u64));
    assert_eq!(configuration, instance.goal().configuration());
    (plan, quality)
}

/// The number of arrangements: all of them can be reached.
fn arrangements(cells: u32, blanks: u32) -> usize {
    (blanks + 1..=cells).map(|number| number as usize).product()
}

fn goals(rows: u32, columns: u32, blanks: u32) -> [Board; 2] {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let standard = Board::solved_with_blanks(rows, columns, blanks).expect("a legal size");
    [standard, Board::random_with_blanks(rows, columns, blanks, &mut rng).expect("a legal size")]
}

/// Every board of the smallest sizes with any number of blanks: all are reachable, and all are solved by the fewest moves.
#[test]
fn everything_small_can_be_solved_and_is_solved_optimally() {
    let solvers: [&dyn SparseSolver; 3] =
        [&SparseOptimal::default(), &Parberry::default(), &Snake::default()];
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        for blanks in 2..rows * columns {
            for goal in goals(rows, columns, blanks) {
                let distances = reachable(&goal);
                assert_eq!(distances.len(), arrangements(rows * columns, blanks));
                for (start, distance) in distances {
                    let instance = SparseInstance::new(start, goal.clone()).expect("a legal instance");
                    assert!(instance.manhattan_distance() <= distance.into());
                    for solver in solvers {
                        let (plan, quality) = solve(solver, &instance);
                        assert_eq!((plan.len(), quality), (distance as usize, Quality::Optimal));
                    }
                }
            }
        }
    }
}

/// Boards that no longer fit into what is solved at once: nothing is shorter than the fewest moves.
#[test]
fn larger_boards_are_compared_with_breadth_first_search() {
    for (rows, columns, blanks, step) in
        [(2, 4, 2, 1), (4, 2, 3, 1), (2, 4, 6, 1), (3, 3, 2, 101), (3, 3, 3, 29), (3, 3, 4, 7), (3, 3, 7, 1)]
    {
        let [_, goal] = goals(rows, columns, blanks);
        let distances = reachable(&goal);
        assert_eq!(distances.len(), arrangements(rows * columns, blanks));
        let mut boards: Vec<_> = distances.into_iter().collect();
        boards.sort_by_cached_key(|(board, _)| board.to_string());
        for (start, distance) in boards.into_iter().step_by(step) {
            let instance = SparseInstance::new(start, goal.clone()).expect("a legal instance");
            let (plan, quality) = solve(&SparseOptimal::default(), &instance);
            assert_eq!((plan.len(), quality), (distance as usize, Quality::Optimal));
            let solvers: [&dyn SparseSolver; 2] = [&Parberry::default(), &Snake::default()];
            for solver in solvers {
                let (plan, quality) = solve(solver, &instance);
                assert!(plan.len() >= distance as usize);
                assert!(quality == Quality::Feasible || plan.len() == distance as usize);
            }
        }
    }
}

/// Whatever the start, the goal and the number of blanks: some choice of the walker has the right parity.
#[test]
fn dummies_solve_all_small_boards() {
    let solvers: [&dyn SparseSolver; 2] =
        [&Dummies::new(Snake::default()), &Dummies::new(Optimal::default()).with_tries(3)];
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        for blanks in 2..rows * columns {
            for goal in goals(rows, columns, blanks) {
                for (start, distance) in reachable(&goal) {
                    let instance = SparseInstance::new(start, goal.clone()).expect("a legal instance");
                    for solver in solvers {
                        let (plan, quality) = solve(solver, &instance);
                        assert!(plan.len() >= distance as usize && quality == Quality::Feasible);
                        assert!(distance > 0 || plan.is_empty());
                    }
                }
            }
        }
    }
}

/// Forty boards a size: the nearest blank of several against one that walks; the share of moves that is saved.
#[test]
fn the_nearest_blank_saves_moves() {
    for (n, blanks, least_saving) in [(4, 2, 0.02), (6, 3, 0.05), (10, 2, 0.04), (10, 4, 0.08), (20, 4, 0.07)]
    {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let goal = Board::solved_with_blanks(n, n, blanks).expect("a legal size");
        let (mut nearest, mut dummies) = (0, 0);
        for _ in 0..40 {
            let instance = SparseInstance::random(goal.clone(), &mut rng).expect("several blanks");
            nearest += solve(&Snake::default(), &instance).0.len();
            dummies += solve(&Dummies::new(Snake::default()), &instance).0.len();
        }
        let saving = 1.0 - nearest as f64 / dummies as f64;
        assert!(saving >= least_saving, "n = {n}, {blanks} blanks: {saving}");
    }
}

#[test]
fn long_boards_and_goals_with_all_blanks_at_the_start() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for (rows, columns, blanks) in
        [(2, 60, 2), (60, 2, 5), (3, 50, 3), (40, 4, 60), (17, 23, 2), (30, 30, 30)]
    {
        let standard = Board::solved_with_blanks(rows, columns, blanks).expect("a legal size");
        let reversed: Vec<_> = standard.tiles().iter().rev().map(|tile| tile.0.to_string()).collect();
        let lines: Vec<_> = reversed.chunks(columns as usize).map(|row| row.join(" ")).collect();
        let goal: Board = lines.join("\n").parse().expect("a board");
        assert_eq!(goal.blank(), Cell(0));
        let instance = SparseInstance::random(goal, &mut rng).expect("several blanks");
        for solver in [&Parberry::default() as &dyn SparseSolver, &Snake::default()] {
            solve(solver, &instance);
        }
    }
}

/// Every solver stops at its limits, says why, and gives back what it held.
#[test]
fn limits_are_kept_and_nothing_is_held_after_a_run() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let goal = Board::solved_with_blanks(12, 12, 3).expect("a legal size");
    let instance = SparseInstance::random(goal, &mut rng).expect("several blanks");
    let flag = CancelFlag::new();
    flag.raise();
    let solvers: [&dyn SparseSolver; 4] = [
        &Parberry::default(),
        &Snake::default(),
        &Dummies::new(Snake::default()).with_tries(3),
        &SparseOptimal::default(),
    ];
    for solver in solvers {
        for (budget, expected) in [
            (Budget::unlimited().nodes(1000), Stop::Nodes),
            (Budget::unlimited().bytes(1000), Stop::Bytes),
            (Budget::unlimited().bytes(20_000), Stop::Bytes),
            (Budget::unlimited().time(Duration::ZERO), Stop::Time),
            (Budget::unlimited().cancel(flag.clone()), Stop::Cancelled),
        ] {
            let mut control = Control::new(budget);
            let outcome = solver.solve_sparse(&instance, &mut control);
            let Outcome::Stopped { why, best, .. } = outcome else { panic!("{outcome:?}") };
            assert_eq!(why, expected);
            assert!(best.is_none_or(|plan| instance.verify(&plan).is_ok()));
            assert_eq!(control.stats().bytes, 0);
        }
    }
    let mut control = Control::new(Budget::unlimited().bytes(1 << 20));
    for solver in &solvers[..3] {
        assert!(solver.solve_sparse(&instance, &mut control).is_solved());
        assert_eq!(control.stats().bytes, 0);
    }
}

/// A limit that is reached while a second choice is tried leaves the first solution.
#[test]
fn dummies_keep_what_they_have() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let goal = Board::solved_with_blanks(10, 10, 4).expect("a legal size");
    let instance = SparseInstance::random(goal, &mut rng).expect("several blanks");
    let once = Dummies::new(Snake::default());
    let mut control = Control::unlimited();
    let first = once.solve_sparse(&instance, &mut control).plan().expect("solvable");
    let mut limited = Control::new(Budget::unlimited().nodes(control.stats().nodes + 100));
    let outcome = once.with_tries(4).solve_sparse(&instance, &mut limited);
    assert_eq!(outcome, Outcome::Solved { plan: first.clone(), quality: Quality::Feasible });
    let (best, _) = solve(&once.with_tries(4), &instance);
    assert!(best.len() < first.len());
}

/// The same input gives the same moves, on every platform and in every version that does not say otherwise.
#[test]
fn golden_move_counts() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let counts = [(4, 2), (7, 3), (12, 4), (20, 40)].map(|(n, blanks)| {
        let goal = Board::solved_with_blanks(n, n, blanks).expect("a legal size");
        let instance = SparseInstance::random(goal, &mut rng).expect("several blanks");
        let solvers: [&dyn SparseSolver; 3] =
            [&Parberry::default(), &Snake::default(), &Dummies::new(Snake::default())];
        solvers.map(|solver| solve(solver, &instance).0.len())
    });
    assert_eq!(counts, [[87, 87, 91], [579, 601, 663], [3341, 3177, 3577], [13_531, 12_769, 15_637]]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_size_any_goal_and_any_number_of_blanks(
        rows in 2u32..=12, columns in 2u32..=12, few in 2u32..=6, many in 2u32..=143, crowded: bool,
        seed: u64, threshold in 0.0..3.0,
    ) {
        let blanks = if crowded { few } else { many }.clamp(2, rows * columns - 1);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let goal = Board::random_with_blanks(rows, columns, blanks, &mut rng).expect("a legal size");
        let instance = SparseInstance::random(goal, &mut rng).expect("several blanks");
        let snake = Snake::default().with_threshold(threshold);
        let dummies = Dummies::new(Parberry::default());
        let solvers: [&dyn SparseSolver; 3] = [&Parberry::default(), &snake, &dummies];
        for solver in solvers {
            let (plan, _) = solve(solver, &instance);
            prop_assert!(plan.len() as u64 >= instance.manhattan_distance());
            let text = TileMoves::of(instance.start(), &plan).map(|moves| moves.to_string());
            let moves: TileMoves = text.expect("steps").parse().expect("moves");
            prop_assert_eq!(moves.plan(instance.start()), Ok(plan));
        }
    }
}
