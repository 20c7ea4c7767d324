//! Solvers for several blanks against referees that share no code with them.

use std::collections::HashMap;
use std::ops::ControlFlow;

use grid_puzzle::{Board, Parberry, Snake, SparseInstance, SparseOptimal, SparseSolver, TileMoves};
use motion_core::search::{Space, explore};
use motion_core::{Cell, Control, Direction, Outcome, Plan, Quality, replay};
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
    let outcome = solver.plan(instance, &mut Control::unlimited());
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
        let solvers: [&dyn SparseSolver; 2] = [&Parberry::default(), &snake];
        for solver in solvers {
            let (plan, _) = solve(solver, &instance);
            prop_assert!(plan.len() as u64 >= instance.manhattan_distance());
            let text = TileMoves::of(instance.start(), &plan).map(|moves| moves.to_string());
            let moves: TileMoves = text.expect("steps").parse().expect("moves");
            prop_assert_eq!(moves.plan(instance.start()), Ok(plan));
        }
    }
}
