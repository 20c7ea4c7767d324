//! Parberry's algorithm and snakes, compared with breadth-first search and the bounds of the
//! papers.

use std::collections::HashMap;

use grid_puzzle::internal::inversions;
use grid_puzzle::{Board, Instance, MoveMetric, Parberry, Referee, Snake, Tile};
use motion_core::sink::{Count, Sink, StreamingSolver};
use motion_core::{Budget, Control, Direction, Outcome, Quality, Solver, Stop, Verify, Walk};
use motion_testing::cases;
use proptest::prelude::*;
use rand::Rng;

use crate::boards::{arrangements, board, random_pair, reachable, reversed_goals, seeded, standard};
use crate::verified;
use crate::verified::WalkSolver;

fn random(n: u32, rng: &mut impl Rng) -> Instance {
    crate::boards::random(n, n, rng)
}

fn solve(solver: &WalkSolver, instance: &Instance) -> Walk {
    let (walk, quality) = verified::solve(solver, instance);
    let is_small = instance.start().rows().max(instance.start().columns()) <= 3;
    assert_eq!(quality, if is_small { Quality::Optimal } else { Quality::Feasible });
    walk
}

/// Solves one in `one_of` of the boards from which a goal can be reached, and compares with
/// breadth-first distances. No solution is shorter, and up to 3×3 none is longer. Returns the
/// number of boards and the greatest distance.
fn exhaust(solver: &WalkSolver, goal: &Board, one_of: usize) -> (usize, u32) {
    let distances = reachable(goal, MoveMetric::SingleTile);
    for (board, distance) in distances.iter().step_by(one_of) {
        let instance = Instance::new(board.clone(), goal.clone()).expect("equal sizes");
        assert!(instance.is_solvable());
        let moves = solve(solver, &instance).len() as u64;
        if goal.rows().max(goal.columns()) <= 3 {
            assert_eq!(moves, u64::from(*distance), "{instance:?}");
        } else {
            assert!(moves >= u64::from(*distance), "{instance:?}");
        }
    }
    (distances.len(), distances.last().map_or(0, |&(_, distance)| distance))
}

fn exhaust_two_lines(solver: &WalkSolver, one_of: usize) {
    for (rows, columns, boards, diameter) in [(2, 2, 12, 6), (2, 3, 360, 21), (3, 2, 360, 21)] {
        assert_eq!(exhaust(solver, &standard(rows, columns), 1), (boards, diameter), "{rows}x{columns}");
    }
    for (rows, columns) in [(2, 4), (4, 2)] {
        assert_eq!(exhaust(solver, &standard(rows, columns), one_of), (20_160, 36), "{rows}x{columns}");
    }
}

fn exhaust_eight_puzzles(solver: &WalkSolver, one_of: usize) {
    assert_eq!(exhaust(solver, &standard(3, 3), one_of), (181_440, 31));
}

#[test]
fn every_blank_may_be_the_goal_of_the_fewest_moves() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        for goal in reversed_goals(rows, columns) {
            exhaust(&Parberry::default(), &goal, 1);
            exhaust(&Snake::default(), &goal, 3);
        }
    }
    let middle = board(&[8, 7, 6, 5, 0, 4, 3, 2, 1], 3);
    exhaust(&Parberry::default(), &middle, 400);
}

#[test]
fn parberry_solves_small_boards() {
    exhaust_two_lines(&Parberry::default(), cases(50, 1));
    exhaust_eight_puzzles(&Parberry::default(), cases(1_000, 1));
}

#[test]
fn snakes_solve_small_boards() {
    exhaust_two_lines(&Snake::default(), cases(50, 1));
    exhaust_two_lines(&Snake::default().with_length(4), cases(50, 1));
    exhaust_eight_puzzles(&Snake::default(), cases(1_000, 1));
}

/// The boards that no exploration reached are the unsolvable ones, and only these.
#[test]
fn the_other_half_of_the_small_boards_is_proved_unsolvable() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        let distances: HashMap<_, _> =
            reachable(&standard(rows, columns), MoveMetric::SingleTile).into_iter().collect();
        let mut solvable = 0;
        for tiles in arrangements(rows * columns) {
            let board = board(&tiles, columns);
            let instance = Instance::standard(board.clone());
            assert_eq!(instance.is_solvable(), distances.contains_key(&board), "{board}");
            let outcome = Parberry::default().solve(&instance, &mut Control::unlimited());
            assert_eq!(outcome == Outcome::Unsolvable, !instance.is_solvable());
            solvable += usize::from(instance.is_solvable());
        }
        assert_eq!(solvable, distances.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60, 1000)))]

    #[test]
    fn any_size_and_any_goal(rows in 2u32..=12, columns in 2u32..=12, seed: u64, threshold in 0.0..3.0, length in 0u32..8) {
        let instance = random_pair(rows, columns, &mut seeded(seed));
        let snake = Snake::default().with_threshold(threshold).with_length(length);
        let outcomes = [
            Parberry::default().solve(&instance, &mut Control::unlimited()),
            snake.solve(&instance, &mut Control::unlimited()),
        ];
        for outcome in outcomes {
            prop_assert_eq!(outcome.is_solved(), instance.is_solvable());
            let Some(walk) = outcome.plan() else { continue };
            prop_assert_eq!(instance.verify(&walk).map(|metrics| metrics.moves), Ok(walk.len() as u64));
            prop_assert!(walk.len() as u64 >= instance.manhattan_distance());
            // The second referee: tokens on the vertices of a graph.
            let start = instance.start();
            let mut configuration = start.configuration();
            prop_assert_eq!(start.graph().replay(&mut configuration, start.moves(&walk)), Ok(walk.len() as u64));
            prop_assert_eq!(configuration, instance.goal().configuration());
            // The first referee again, while the moves are made.
            let mut referee = Referee::new(&instance);
            prop_assert!(snake.solve_into(&instance, &mut referee, &mut Control::unlimited()).is_solved());
            prop_assert!(Verify::verify(&instance, &walk).is_ok() && referee.finish().is_ok());
        }
    }
}

fn count(
    solver: &dyn StreamingSolver<Instance, Move = Direction, Solution = Walk>,
    instance: &Instance,
) -> u64 {
    let mut count = Count::default();
    assert!(solver.solve_into(instance, &mut count, &mut Control::unlimited()).is_solved());
    count.get()
}

/// Checks the bounds of the papers on random boards and on reversed, mirrored and rotated ones.
#[test]
fn boards_keep_the_papers_bounds() {
    let mut rng = seeded(2011);
    for n in cases(3..=7, 3..=40) {
        let goal = standard(n, n);
        let mut instances: Vec<_> = (0..20).map(|_| random(n, &mut rng)).collect();
        let arrangements: [fn(u32, u32, u32) -> u32; 4] = [
            |n, row, column| n * n - 1 - (row * n + column),
            |n, row, column| row * n + (n - 1 - column),
            |n, row, column| (n - 1 - row) * n + column,
            |n, row, column| column * n + row,
        ];
        for arrangement in arrangements {
            let number = |cell| (arrangement(n, cell / n, cell % n) + 1) % (n * n);
            let start = board(&(0..n * n).map(number).collect::<Vec<_>>(), n);
            instances.push(Instance::new(start, goal.clone()).expect("equal sizes"));
        }
        let cube = u64::from(n).pow(3);
        let square = u64::from(n).pow(2);
        for instance in instances.iter().filter(|instance| instance.is_solvable()) {
            let doubled = 2 * count(&Parberry::default(), instance);
            assert!(doubled <= 10 * cube + 9 * square + 19 * u64::from(n) - 178, "n = {n}: {instance:?}");
            for length in [2, 3] {
                let tripled = 3 * count(&Snake::default().with_length(length), instance);
                assert!(tripled <= 14 * cube + 42 * square, "n = {n}, {length} tiles: {instance:?}");
            }
        }
    }
}

/// Compares mean moves over 40 random instances per size, as in the paper, with the improvement
/// that it reports: 5.6 % at n = 6, 6.3 % at 10, 7.5 % at 20, 8.3 % at 50.
#[test]
#[ignore = "exhaustive: 0.03 minutes"]
fn snakes_improve_on_parberry_as_much_as_in_the_paper() {
    for (n, least_improvement) in [(6, 0.04), (10, 0.06), (20, 0.07), (50, 0.08)] {
        let mut rng = seeded(1);
        let (mut single, mut snake) = (0, 0);
        for _ in 0..40 {
            let instance = random(n, &mut rng);
            single += count(&Parberry::default(), &instance);
            snake += count(&Snake::default(), &instance);
        }
        let improvement = 1.0 - snake as f64 / single as f64;
        assert!(improvement >= least_improvement, "n = {n}: {improvement}");
        let mean = single as f64 / 40.0 / f64::from(n).powi(3);
        assert!(n < 50 || (2.4..=2.8).contains(&mean), "n = {n}: {mean} n³");
    }
}

/// Uses the same instances.
#[test]
#[ignore = "exhaustive: 0.03 minutes"]
fn longer_snakes_save_a_little_more() {
    for (n, length, least_saving) in [(6, 3, 0.02), (10, 3, 0.02), (10, 6, 0.03), (20, 4, 0.02)] {
        let mut rng = seeded(1);
        let (mut pairs, mut longer) = (0, 0);
        for _ in 0..40 {
            let instance = random(n, &mut rng);
            pairs += count(&Snake::default(), &instance);
            longer += count(&Snake::default().with_length(length), &instance);
        }
        let saving = 1.0 - longer as f64 / pairs as f64;
        assert!(saving >= least_saving, "n = {n}, {length} tiles: {saving}");
    }
}

/// The same input gives the same moves on every platform, and in every version whose changelog does
/// not say otherwise.
#[test]
fn golden_move_counts() {
    let mut rng = seeded(1);
    let counts: Vec<_> = [4, 7, 12, 25]
        .map(|n| {
            let instance = random(n, &mut rng);
            (
                inversions(instance.start()),
                count(&Parberry::default(), &instance),
                count(&Snake::default(), &instance),
            )
        })
        .to_vec();
    assert_eq!(counts, [(54, 132, 126), (574, 753, 741), (5316, 4175, 3857), (100_184, 39_036, 35_960)]);
}

/// Solves long boards, and a large one, whose solution is replayed while it is found.
#[test]
fn long_boards_and_a_large_one() {
    let (rows, columns) = cases((60, 61), (255, 257));
    let mut rng = seeded(3);
    for (rows, columns) in [(2, 300), (300, 2), (3, 200), (200, 3), (rows, columns)] {
        let instance = crate::boards::random(rows, columns, &mut rng);
        verified::solve(&Parberry::default(), &instance);
        verified::solve(&Snake::default(), &instance);
    }
    // The square of this side exceeds 32 bits. Two tiles abreast divide such a board.
    let instance = crate::boards::random(2, 100_000, &mut rng);
    for limit in [10_000, 3_000_000] {
        let mut control = Control::new(Budget::new().with_nodes(limit));
        let outcome = Snake::default().solve_into(&instance, &mut Count::default(), &mut control);
        assert!(matches!(outcome, Outcome::Stopped { why: Stop::Nodes, .. }), "{outcome:?}");
    }
    let instance = crate::boards::random(rows, columns, &mut rng);
    let mut board = instance.start().clone();
    let mut referee = |direction: Direction| assert!(board.slide(direction).is_some());
    assert!(Snake::default().solve_into(&instance, &mut referee, &mut Control::unlimited()).is_solved());
    assert_eq!(&board, instance.goal());
}

/// With a threshold below every estimate, the snake algorithm equals Parberry's, pair by pair.
#[test]
fn without_snakes_both_algorithms_are_the_same() {
    let mut rng = seeded(6);
    for n in 4..20 {
        let instance = random(n, &mut rng);
        let parberry = solve(&Parberry::default(), &instance);
        for threshold in [0.0, -1.0, f64::NAN] {
            assert_eq!(solve(&Snake::default().with_threshold(threshold), &instance), parberry);
        }
    }
}

/// A sink may release memory while it is written into.
#[test]
fn sinks_may_shrink() {
    struct Flushing(Vec<Direction>);
    impl Sink<Direction> for Flushing {
        fn accept(&mut self, step: Direction) {
            self.0.push(step);
            if self.0.len() == 1000 {
                self.0 = Vec::new();
            }
        }
        fn heap_bytes(&self) -> u64 {
            self.0.capacity() as u64
        }
    }
    let instance = random(12, &mut seeded(8));
    let mut control = Control::new(Budget::new().with_bytes(1 << 20));
    let outcome = Parberry::default().solve_into(&instance, &mut Flushing(Vec::new()), &mut control);
    assert!(outcome.is_solved());
}

#[test]
fn a_solved_board_needs_no_move() {
    for n in 2..10 {
        let instance = Instance::standard(standard(n, n));
        assert!(solve(&Parberry::default(), &instance).is_empty());
        assert!(solve(&Snake::default(), &instance).is_empty());
    }
}

#[test]
fn tiles_are_numbered_from_one() {
    let board = Board::solved(2, 2).expect("a legal size");
    assert_eq!(board.tiles(), [Tile(1), Tile(2), Tile(3), Tile::BLANK]);
}
