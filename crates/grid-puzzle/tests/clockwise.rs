//! Clockwise solutions against referees that share no code with the solver: the board's replay, the rule of the turns,
//! the choice squares, and the shortest solutions there are.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::time::Duration;

use grid_puzzle::{Board, Clockwise, ClockwiseSolution, Instance, Solver, Turns, verify_clockwise};
use motion_core::search::{Space, explore};
use motion_core::sink::Count;
use motion_core::{Budget, CancelFlag, Cell, Control, Direction, Outcome, Quality, Stop, Walk};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

fn solvers() -> [Clockwise; 3] {
    [Clockwise::procedure(), Clockwise::default(), Clockwise::anywhere()]
}

/// Solves, and asks all referees.
fn solve(solver: Clockwise, instance: &Instance) -> ClockwiseSolution {
    let outcome = solver.solution(instance, &mut Control::unlimited());
    let Outcome::Solved { plan: solution, quality } = outcome else {
        panic!("{instance:?} gave {outcome:?}")
    };
    let moves = solution.walk.len() as u64;
    assert_eq!(instance.verify(&solution.walk), Ok(moves), "{instance:?}");
    assert_eq!(verify_clockwise(&solution.walk), Ok(moves), "{instance:?}");
    assert_eq!(quality == Quality::Optimal, moves == 0);
    assert_eq!(solution.choice_squares.is_some(), solver.turns == Turns::Few);
    if let Some(squares) = &solution.choice_squares {
        let claimed = solution.walk.len() - solution.approach as usize;
        let walk: Walk = solution.walk.iter().take(claimed).collect();
        assert_eq!(instance.start().verify_choices(&walk, squares), Ok(()), "{instance:?}");
    }
    solution
}

/// What the theorems allow for the standard goal, numbered from 1 as in the paper: one of these sets.
fn promised(rows: u32, columns: u32) -> Vec<BTreeSet<u32>> {
    let bottom = || (2..columns).map(|column| (rows - 1) * columns + column).collect();
    let right = || (2..rows).map(|row| row * columns).collect();
    match (rows, columns) {
        (2, _) => vec![bottom()],
        (_, 2) => vec![right()],
        _ if rows == columns => vec![bottom(), right()],
        _ if rows > columns => vec![bottom()],
        _ => vec![right()],
    }
}

fn numbers(cells: &[Cell]) -> BTreeSet<u32> {
    cells.iter().map(|cell| cell.0 + 1).collect()
}

/// The moves of many solutions.
#[derive(Default)]
struct Figures {
    boards: u64,
    sum: u64,
    most: u64,
}

impl Figures {
    fn add(&mut self, moves: u64) {
        self.boards += 1;
        self.sum += moves;
        self.most = self.most.max(moves);
    }

    /// The mean, rounded.
    fn mean(&self) -> u64 {
        (self.sum + self.boards / 2) / self.boards
    }
}

/// Solves boards of one size to the standard goal. With few turns, the claimed choice squares are those of the theorems,
/// and there are boards that need every one of them.
fn check(solver: Clockwise, (rows, columns): (u32, u32), starts: impl IntoIterator<Item = Board>) -> Figures {
    let mut figures = Figures::default();
    let mut used: HashMap<BTreeSet<u32>, BTreeSet<u32>> = HashMap::new();
    for start in starts {
        let instance = Instance::to_standard(start);
        let solution = solve(solver, &instance);
        figures.add(solution.walk.len() as u64);
        assert_eq!(solution.approach, 0);
        if let Some(squares) = &solution.choice_squares {
            let turned = instance.start().choice_squares(&solution.walk).expect("a clockwise walk");
            used.entry(numbers(squares)).or_default().extend(numbers(&turned));
        }
    }
    for (claimed, used) in used {
        assert!(promised(rows, columns).contains(&claimed), "{rows}x{columns}: {claimed:?}");
        assert!(used.is_subset(&claimed));
        assert!(figures.boards < 100 || used == claimed, "{rows}x{columns}: {used:?}");
    }
    figures
}

/// All boards, moved by their own rules.
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
}

/// Every board from which the standard goal can be reached.
fn reachable(rows: u32, columns: u32) -> Vec<Board> {
    let mut boards = Vec::new();
    let goal = Board::solved(rows, columns).expect("a legal size");
    let explored = explore(&Boards, [goal], &mut Control::unlimited(), |board, _| {
        boards.push(board.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(explored, Ok(boards.len()));
    boards
}

fn exhaust(solver: Clockwise, rows: u32, columns: u32, boards: usize) -> Figures {
    let starts = reachable(rows, columns);
    assert_eq!(starts.len(), boards);
    check(solver, (rows, columns), starts)
}

fn exhaust_small(solver: Clockwise) {
    exhaust(solver, 2, 2, 12);
    exhaust(solver, 2, 3, 360);
    exhaust(solver, 3, 2, 360);
    exhaust(solver, 2, 4, 20_160);
    exhaust(solver, 4, 2, 20_160);
}

#[test]
fn all_small_boards() {
    exhaust_small(Clockwise::default());
}

#[test]
fn all_small_boards_by_the_procedure() {
    exhaust_small(Clockwise::procedure());
}

#[test]
fn all_small_boards_with_turns_anywhere() {
    exhaust_small(Clockwise::anywhere().with_situations(10_000));
}

#[test]
fn all_eight_puzzles() {
    let figures = exhaust(Clockwise::default(), 3, 3, 181_440);
    assert_eq!((figures.mean(), figures.most), (58, 92));
}

#[test]
fn all_eight_puzzles_by_the_procedure() {
    let figures = exhaust(Clockwise::procedure(), 3, 3, 181_440);
    assert_eq!((figures.mean(), figures.most), (132, 242));
}

/// One board in ten: that takes as long as all of them by few turns.
#[test]
fn every_tenth_eight_puzzle_with_turns_anywhere() {
    let starts = reachable(3, 3).into_iter().step_by(10);
    let figures = check(Clockwise::anywhere(), (3, 3), starts);
    assert_eq!((figures.mean(), figures.most), (37, 56));
}

/// Boards and how the blank left them, from the goal backwards: a right turn is a left turn then.
struct Backwards;

impl Space for Backwards {
    type State = (Board, Option<Direction>);
    type Action = Direction;

    fn successors(&self, (board, last): &Self::State, visit: &mut impl FnMut(Direction, Self::State, u32)) {
        for direction in Direction::ALL {
            let keeps_left =
                last.is_none_or(|last| direction == last || direction == last.counterclockwise());
            let mut next = board.clone();
            if keeps_left && next.slide(direction).is_some() {
                visit(direction, (next, Some(direction)), 1);
            }
        }
    }
}

/// Moves of the shortest clockwise solution of every board.
fn shortest(rows: u32, columns: u32) -> HashMap<Board, u64> {
    let mut distances = HashMap::new();
    let goal = Board::solved(rows, columns).expect("a legal size");
    explore(&Backwards, [(goal, None)], &mut Control::unlimited(), |(board, _), depth| {
        distances.entry(board.clone()).or_insert(u64::from(depth));
        ControlFlow::Continue(())
    })
    .expect("no limit is set");
    distances
}

#[test]
fn no_solution_is_shorter_than_the_shortest_and_a_rest_at_once_is_no_longer() {
    for (rows, columns, boards) in [(2, 2, 12), (2, 3, 360), (3, 2, 360)] {
        let shortest = shortest(rows, columns);
        assert_eq!(shortest.len(), boards);
        for (start, &moves) in &shortest {
            let instance = Instance::to_standard(start.clone());
            assert_eq!(solve(Clockwise::anywhere(), &instance).walk.len() as u64, moves);
            assert!(solve(Clockwise::default(), &instance).walk.len() as u64 >= moves);
        }
    }
    let shortest = shortest(3, 3);
    let mut figures = Figures::default();
    for &moves in shortest.values() {
        figures.add(moves);
    }
    assert_eq!((figures.boards, figures.sum, figures.most), (181_440, 5_909_534, 46));
    let at_once = Clockwise::anywhere().with_situations(1_000_000);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for number in 0..500 {
        let instance = Instance::random(Board::solved(3, 3).expect("a legal size"), &mut rng);
        let moves = shortest[instance.start()];
        for solver in [Clockwise::default(), Clockwise::anywhere()] {
            assert!(solve(solver, &instance).walk.len() as u64 >= moves);
        }
        if number < 50 {
            assert_eq!(solve(at_once, &instance).walk.len() as u64, moves);
        }
    }
}

fn random(solver: Clockwise, rows: u32, columns: u32, boards: usize) -> Figures {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let goal = Board::solved(rows, columns).expect("a legal size");
    let starts: Vec<_> =
        (0..boards).map(|_| Instance::random(goal.clone(), &mut rng).start().clone()).collect();
    check(solver, (rows, columns), starts)
}

/// Means of 200 boards of seed 1: by the procedure, by default, and with turns anywhere.
#[test]
fn random_boards() {
    for ((rows, columns), expected) in [
        ((3, 4), [296, 141, 68]),
        ((4, 3), [297, 139, 67]),
        ((4, 4), [552, 201, 111]),
        ((5, 5), [1505, 602, 249]),
        ((3, 6), [978, 437, 159]),
        ((6, 3), [974, 438, 159]),
        ((8, 8), [11_753, 5146, 1412]),
        ((2, 7), [816, 199, 109]),
        ((7, 2), [811, 199, 108]),
    ] {
        let means = solvers().map(|solver| random(solver, rows, columns, 200).mean());
        assert_eq!(means, expected, "{rows}x{columns}");
    }
}

#[test]
fn large_boards() {
    for (rows, columns) in [(20, 20), (2, 60), (60, 2), (12, 30)] {
        let moves = solvers().map(|solver| random(solver, rows, columns, 1).sum);
        assert!(moves.is_sorted_by(|more, fewer| fewer < more), "{rows}x{columns}: {moves:?}");
    }
}

fn any_instance(most: u32) -> impl Strategy<Value = Instance> {
    (2..=most, 2..=most, any::<u64>()).prop_map(|(rows, columns, seed)| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let goal = Board::random(rows, columns, &mut rng).expect("a legal size");
        let start = Board::random(rows, columns, &mut rng).expect("a legal size");
        Instance::new(start, goal).expect("equal sizes")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_size_and_any_goal(instance in any_instance(8), situations in 0u64..3000) {
        let solvers = [
            Clockwise::procedure(),
            Clockwise::default().with_situations(situations),
            Clockwise::anywhere().with_situations(situations),
        ];
        for solver in solvers {
            if instance.is_solvable() {
                solve(solver, &instance);
            } else {
                prop_assert_eq!(solver.solve(&instance, &mut Control::unlimited()), Outcome::Unsolvable);
            }
        }
    }

    /// The procedure is one of the ways that are tried.
    #[test]
    fn searching_never_lengthens_a_solution(instance in any_instance(6), situations in 1u64..3000) {
        if instance.is_solvable() {
            let procedure = solve(Clockwise::procedure(), &instance).walk.len();
            prop_assert!(solve(Clockwise::default().with_situations(situations), &instance).walk.len() <= procedure);
        }
    }

    #[test]
    fn a_limited_run_stops_in_time_and_leaves_a_beginning(
        seed: u64,
        nodes in 0u64..20_000,
        bytes in 0u64..40_000,
        anywhere: bool,
    ) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let instance = Instance::random(Board::solved(5, 5).expect("a legal size"), &mut rng);
        let solver = if anywhere { Clockwise::anywhere() } else { Clockwise::default() }.with_situations(1000);
        let whole = solve(solver, &instance).walk;

        let mut begun = Walk::new();
        let mut control = Control::new(Budget::unlimited().nodes(nodes));
        let outcome = solver.solve_into(&instance, &mut begun, &mut control);
        prop_assert!(control.stats().nodes <= nodes);
        prop_assert!(begun.iter().eq(whole.iter().take(begun.len())));
        if !outcome.is_solved() {
            let lower_bound = Some(instance.manhattan_distance());
            prop_assert_eq!(outcome, Outcome::Stopped { why: Stop::Nodes, best: None, lower_bound });
        }

        let mut control = Control::new(Budget::unlimited().bytes(bytes));
        let outcome = solver.solve(&instance, &mut control);
        let stats = control.stats();
        prop_assert!(stats.peak_bytes <= bytes && stats.bytes == 0);
        let stopped = matches!(outcome, Outcome::Stopped { why: Stop::Bytes, best: None, .. });
        prop_assert!(stopped || outcome.is_solved());
    }
}

#[test]
fn a_cancelled_or_late_run_stops() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let instance = Instance::random(Board::solved(40, 40).expect("a legal size"), &mut rng);
    let flag = CancelFlag::new();
    flag.raise();
    for solver in solvers() {
        for (budget, why) in [
            (Budget::unlimited().cancel(flag.clone()), Stop::Cancelled),
            (Budget::unlimited().time(Duration::ZERO), Stop::Time),
            (Budget::unlimited().time(Duration::from_millis(1)), Stop::Time),
        ] {
            let mut control = Control::new(budget);
            let outcome = solver.solve_into(&instance, &mut Count::default(), &mut control);
            assert!(matches!(outcome, Outcome::Stopped { why: stop, .. } if stop == why), "{outcome:?}");
            assert_eq!(control.stats().bytes, 0);
        }
    }
}

/// Counting and collecting agree, and the walk is counted against the limits while it is written.
#[test]
fn sinks_get_the_same_walk() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let instance = Instance::random(Board::solved(6, 7).expect("a legal size"), &mut rng);
    for solver in solvers() {
        let walk = solve(solver, &instance).walk;
        let (mut count, mut control) = (Count::default(), Control::unlimited());
        assert!(solver.solve_into(&instance, &mut count, &mut control).is_solved());
        assert_eq!(count.get(), walk.len() as u64);
        assert!(control.stats().nodes >= 2 * count.get(), "planned, then written");

        let flag = CancelFlag::new();
        let mut written = 0;
        let mut sink = |_: Direction| {
            written += 1;
            flag.raise();
        };
        let budget = Budget::unlimited().cancel(flag.clone());
        let outcome = solver.solve_into(&instance, &mut sink, &mut Control::new(budget));
        assert!(written <= 4096);
        assert_eq!(outcome.is_solved(), walk.len() <= 4096);
    }
}

/// The same input gives the same moves, on every platform and in every version that does not say otherwise.
#[test]
fn golden_move_counts() {
    let counts = [(2, 5), (4, 4), (5, 3), (7, 7)]
        .map(|(rows, columns)| solvers().map(|solver| random(solver, rows, columns, 1).sum));
    assert_eq!(counts, [[326, 76, 56], [500, 176, 116], [469, 299, 127], [6749, 2741, 885]]);
}

#[test]
fn a_solved_board_needs_no_move() {
    for (rows, columns) in [(2, 2), (2, 5), (4, 4), (6, 3)] {
        let goal = Board::solved(rows, columns).expect("a legal size");
        for goal in [goal, "0 1 2\n3 4 5\n6 7 8".parse().expect("a board")] {
            let instance = Instance::new(goal.clone(), goal).expect("equal sizes");
            for solver in solvers() {
                assert!(solve(solver, &instance).walk.is_empty());
            }
        }
    }
}
