//! Every solver against referees that share no code with it.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use grid_puzzle::{Board, Instance, Parberry, Snake, Solver, Tile, inversions};
use motion_core::search::{Space, explore};
use motion_core::sink::Count;
use motion_core::{Budget, CancelFlag, Control, Direction, Outcome, Quality, Sink, Stop, Walk, replay};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// All boards of one size, moved by the board's own rules.
struct Boards;

impl Space for Boards {
    type State = Board;
    type Action = Direction;

    fn successors(&self, board: &Board, visit: &mut impl FnMut(Direction, Board, u32)) {
        for direction in Direction::ALL {
            let mut next = board.clone();
            if next.slide(direction).is_some() {
                visit(direction, next, 1);
            }
        }
    }

    fn heap_bytes(&self, board: &Board) -> u64 {
        4 * board.tiles().len() as u64
    }
}

/// Every board from which the standard goal can be reached, with its distance.
fn reachable(rows: u32, columns: u32) -> HashMap<Board, u32> {
    let mut distances = HashMap::new();
    let goal = Board::solved(rows, columns).expect("a legal size");
    explore(&Boards, [goal], &mut Control::unlimited(), |board, depth| {
        distances.insert(board.clone(), depth);
        ControlFlow::Continue(())
    })
    .expect("no limit is set");
    distances
}

fn solve(solver: &impl Solver, instance: &Instance) -> Walk {
    match solver.solve(instance, &mut Control::unlimited()) {
        Outcome::Solved { plan, quality } => {
            let small = instance.start().rows().max(instance.start().columns()) <= 3;
            assert_eq!(quality, if small { Quality::Optimal } else { Quality::Feasible });
            plan
        }
        outcome => panic!("{instance:?} gave {outcome:?}"),
    }
}

/// Solves every solvable board of a size, and compares with breadth-first distances: no solution is shorter, and
/// up to 3×3 none is longer.
fn exhaust(solver: &impl Solver, rows: u32, columns: u32, boards: usize, diameter: u32) {
    let distances = reachable(rows, columns);
    assert_eq!(distances.len(), boards);
    assert_eq!(distances.values().max(), Some(&diameter));
    for (board, distance) in distances {
        let instance = Instance::to_standard(board);
        assert!(instance.is_solvable());
        let walk = solve(solver, &instance);
        let moves = instance.verify(&walk).expect("a solution");
        if rows.max(columns) <= 3 {
            assert_eq!(moves, u64::from(distance));
        } else {
            assert!(moves >= u64::from(distance));
        }
    }
}

fn exhaust_small(solver: &impl Solver) {
    exhaust(solver, 2, 2, 12, 6);
    exhaust(solver, 2, 3, 360, 21);
    exhaust(solver, 3, 2, 360, 21);
    exhaust(solver, 2, 4, 20_160, 36);
    exhaust(solver, 4, 2, 20_160, 36);
}

#[test]
fn parberry_solves_all_small_boards() {
    exhaust_small(&Parberry::default());
}

#[test]
fn snakes_solve_all_small_boards() {
    exhaust_small(&Snake::default());
}

#[test]
fn longer_snakes_solve_all_small_boards() {
    exhaust_small(&Snake::default().with_length(4));
}

#[test]
fn parberry_solves_all_eight_puzzles_optimally() {
    exhaust(&Parberry::default(), 3, 3, 181_440, 31);
}

#[test]
fn snakes_solve_all_eight_puzzles_optimally() {
    exhaust(&Snake::default(), 3, 3, 181_440, 31);
}

/// Boards that no exploration reached are exactly the unsolvable ones.
#[test]
fn the_other_half_of_the_small_boards_is_proved_unsolvable() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        let distances = reachable(rows, columns);
        let mut tiles: Vec<u32> = (0..rows * columns).collect();
        let mut solvable = 0;
        permutations(&mut tiles, 0, &mut |tiles| {
            let text: Vec<_> = tiles
                .chunks(columns as usize)
                .map(|row| format!("{row:?}").replace(['[', ']'], ""))
                .collect();
            let board: Board = text.join("\n").parse().expect("a board");
            let instance = Instance::to_standard(board.clone());
            assert_eq!(instance.is_solvable(), distances.contains_key(&board), "{board}");
            let outcome = Parberry::default().solve(&instance, &mut Control::unlimited());
            assert_eq!(outcome == Outcome::Unsolvable, !instance.is_solvable());
            solvable += usize::from(instance.is_solvable());
        });
        assert_eq!(solvable, distances.len());
    }
}

fn permutations(tiles: &mut [u32], fixed: usize, visit: &mut impl FnMut(&[u32])) {
    if fixed == tiles.len() {
        return visit(tiles);
    }
    for next in fixed..tiles.len() {
        tiles.swap(fixed, next);
        permutations(tiles, fixed + 1, visit);
        tiles.swap(fixed, next);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn any_size_and_any_goal(rows in 2u32..=12, columns in 2u32..=12, seed: u64, threshold in 0.0..3.0, length in 0u32..8) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let goal = Board::random(rows, columns, &mut rng).expect("a legal size");
        let start = Board::random(rows, columns, &mut rng).expect("a legal size");
        let instance = Instance::new(start, goal).expect("equal sizes");
        let snake = Snake::default().with_threshold(threshold).with_length(length);
        let outcomes = [
            Parberry::default().solve(&instance, &mut Control::unlimited()),
            snake.solve(&instance, &mut Control::unlimited()),
        ];
        for outcome in outcomes {
            prop_assert_eq!(outcome.is_solved(), instance.is_solvable());
            let Some(walk) = outcome.plan() else { continue };
            prop_assert_eq!(instance.verify(&walk), Ok(walk.len() as u64));
            prop_assert!(walk.len() as u64 >= instance.manhattan_distance());
            // The second referee: tokens on the vertices of a graph.
            let start = instance.start();
            let mut configuration = start.configuration();
            prop_assert_eq!(replay(&start.graph(), &mut configuration, start.moves(&walk)), Ok(walk.len() as u64));
            prop_assert_eq!(configuration, instance.goal().configuration());
        }
    }

    #[test]
    fn a_limited_run_stops_in_time_and_leaves_a_beginning(seed: u64, limit in 0u64..3000, bytes in 0u64..5000) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let instance = Instance::random(Board::solved(9, 9).expect("a legal size"), &mut rng);
        let whole = solve(&Snake::default(), &instance);
        let mut begun = Walk::new();
        let mut control = Control::new(Budget::unlimited().nodes(limit));
        let outcome = Snake::default().solve_into(&instance, &mut begun, &mut control);
        prop_assert!(control.stats().nodes <= limit);
        prop_assert!(begun.iter().eq(whole.iter().take(begun.len())));
        if !outcome.is_solved() {
            let lower_bound = Some(instance.manhattan_distance());
            prop_assert_eq!(outcome, Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound });
        }

        let mut control = Control::new(Budget::unlimited().bytes(bytes));
        let outcome = Snake::default().solve(&instance, &mut control);
        prop_assert!(control.stats().peak_bytes <= bytes);
        let stopped = matches!(outcome, Outcome::Stopped { why: Stop::Bytes, best: None, .. });
        prop_assert!(stopped || outcome.is_solved());
    }
}

fn random(n: u32, rng: &mut Xoshiro256PlusPlus) -> Instance {
    Instance::random(Board::solved(n, n).expect("a legal size"), rng)
}

fn count(solver: &impl Solver, instance: &Instance) -> u64 {
    let mut count = Count::default();
    assert!(solver.solve_into(instance, &mut count, &mut Control::unlimited()).is_solved());
    count.get()
}

/// The bounds of the papers, on random boards and on boards made to be bad: reversed, mirrored, rotated.
#[test]
fn no_solution_is_longer_than_the_papers_bounds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2011);
    for n in 3..=40 {
        let goal = Board::solved(n, n).expect("a legal size");
        let mut instances: Vec<_> = (0..20).map(|_| random(n, &mut rng)).collect();
        let arrangements: [fn(u32, u32, u32) -> u32; 4] = [
            |n, row, column| n * n - 1 - (row * n + column),
            |n, row, column| row * n + (n - 1 - column),
            |n, row, column| (n - 1 - row) * n + column,
            |n, row, column| column * n + row,
        ];
        for arrangement in arrangements {
            let rows = (0..n).map(|row| {
                let numbers = (0..n).map(|column| (arrangement(n, row, column) + 1) % (n * n));
                numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
            });
            let start: Board = rows.collect::<Vec<_>>().join("\n").parse().expect("a board");
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

/// Mean moves over the same 40 instances a size that the paper would draw, and the improvement it reports: 5.6 %
/// at n = 6, 6.3 % at 10, 7.5 % at 20, 8.3 % at 50.
#[test]
fn snakes_improve_on_parberry_as_much_as_in_the_paper() {
    for (n, least_improvement) in [(6, 0.04), (10, 0.06), (20, 0.07), (50, 0.08)] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
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

/// The same instances again.
#[test]
fn longer_snakes_save_a_little_more() {
    for (n, length, least_saving) in [(6, 3, 0.02), (10, 3, 0.02), (10, 6, 0.03), (20, 4, 0.02)] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
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

/// The same input gives the same moves, on every platform and in every version that does not say otherwise.
#[test]
fn golden_move_counts() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
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

#[test]
fn long_boards_and_the_largest_ones_asked_for() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for (rows, columns) in [(2, 300), (300, 2), (3, 200), (200, 3), (255, 257)] {
        let goal = Board::solved(rows, columns).expect("a legal size");
        let instance = Instance::random(goal, &mut rng);
        let solvers: [&dyn Solver; 2] = [&Parberry::default(), &Snake::default()];
        for solver in solvers {
            let walk = solver.solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
            assert_eq!(instance.verify(&walk), Ok(walk.len() as u64));
        }
    }
    // A side whose square is more than 32 bits hold; two tiles abreast cut such a board in two.
    let goal = Board::solved(2, 100_000).expect("a legal size");
    let instance = Instance::random(goal, &mut rng);
    for limit in [10_000, 3_000_000] {
        let mut control = Control::new(Budget::unlimited().nodes(limit));
        let outcome = Snake::default().solve_into(&instance, &mut Count::default(), &mut control);
        assert!(matches!(outcome, Outcome::Stopped { why: Stop::Nodes, .. }), "{outcome:?}");
    }
    // 65,535 cells, replayed while they are solved.
    let goal = Board::solved(255, 257).expect("a legal size");
    let instance = Instance::random(goal, &mut rng);
    let mut board = instance.start().clone();
    let mut referee = |direction: Direction| assert!(board.slide(direction).is_some());
    assert!(Snake::default().solve_into(&instance, &mut referee, &mut Control::unlimited()).is_solved());
    assert_eq!(&board, instance.goal());
}

#[test]
fn a_cancelled_or_late_run_stops() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let instance = random(100, &mut rng);
    let flag = CancelFlag::new();
    flag.raise();
    for (budget, why) in [
        (Budget::unlimited().cancel(flag), Stop::Cancelled),
        (Budget::unlimited().time(Duration::ZERO), Stop::Time),
        (Budget::unlimited().time(Duration::from_millis(1)), Stop::Time),
    ] {
        let mut count = Count::default();
        let outcome = Snake::default().solve_into(&instance, &mut count, &mut Control::new(budget));
        assert!(matches!(outcome, Outcome::Stopped { why: stop, .. } if stop == why), "{outcome:?}");
    }
}

#[test]
fn a_flag_raised_while_solving_stops_the_run_promptly() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let instance = random(60, &mut rng);
    let flag = CancelFlag::new();
    let mut moves = 0;
    let raise_at = 100_000;
    let mut sink = |_: Direction| {
        moves += 1;
        if moves == raise_at {
            flag.raise();
        }
    };
    let budget = Budget::unlimited().cancel(flag.clone());
    let outcome = Parberry::default().solve_into(&instance, &mut sink, &mut Control::new(budget));
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::Cancelled, .. }), "{outcome:?}");
    assert!(moves < raise_at + 10_000, "{moves}");
}

/// With a threshold that nothing is below, the snake algorithm is Parberry's, pair by pair.
#[test]
fn without_snakes_both_algorithms_are_the_same() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    for n in 4..20 {
        let instance = random(n, &mut rng);
        let parberry = solve(&Parberry::default(), &instance);
        for threshold in [0.0, -1.0, f64::NAN] {
            assert_eq!(solve(&Snake::default().with_threshold(threshold), &instance), parberry);
        }
    }
}

/// What a run held is given back, so that one budget serves many runs.
#[test]
fn nothing_is_held_after_a_run() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut control = Control::new(Budget::unlimited().bytes(1 << 20));
    for n in [3, 4, 9, 30, 2].repeat(20) {
        let instance = random(n, &mut rng);
        assert!(Snake::default().solve(&instance, &mut control).is_solved());
        assert_eq!(control.stats().bytes, 0);
    }
    let mut control = Control::new(Budget::unlimited().bytes(40_000));
    assert!(!Snake::default().solve(&random(50, &mut rng), &mut control).is_solved());
    assert_eq!(control.stats().bytes, 0);
}

/// A sink may give memory back while it is written into.
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
    let instance = random(12, &mut Xoshiro256PlusPlus::seed_from_u64(8));
    let mut control = Control::new(Budget::unlimited().bytes(1 << 20));
    let outcome = Parberry::default().solve_into(&instance, &mut Flushing(Vec::new()), &mut control);
    assert!(outcome.is_solved());
}

#[test]
fn a_solved_board_needs_no_move() {
    for n in 2..10 {
        let instance = Instance::to_standard(Board::solved(n, n).expect("a legal size"));
        assert!(solve(&Parberry::default(), &instance).is_empty());
        assert!(solve(&Snake::default(), &instance).is_empty());
    }
}

#[test]
fn tiles_are_numbered_from_one() {
    let board = Board::solved(2, 2).expect("a legal size");
    assert_eq!(board.tiles(), [Tile(1), Tile(2), Tile(3), Tile::BLANK]);
}
