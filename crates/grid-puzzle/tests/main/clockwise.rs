//! Clockwise solutions against referees that share no code with the solver: the board's replay, the
//! rule of the turns, the choice squares, and the shortest solutions.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use grid_puzzle::clockwise::{Clockwise, ClockwiseSolution, verify_clockwise};
use grid_puzzle::{Board, Instance, MoveMetric};
use motion_core::search::{Space, explore};
use motion_core::sink::Count;
use motion_core::sink::StreamingSolver;
use motion_core::{Budget, CancelFlag, Cell, Control, Direction, Outcome, Quality, Solver, Walk};
use motion_testing::cases;
use proptest::prelude::*;

use crate::boards::{self, random_pair, reachable, seeded, standard};

fn solvers() -> [Clockwise; 4] {
    [Clockwise::procedure(), Clockwise::default(), Clockwise::anywhere(), Clockwise::printed_procedure()]
}

/// Solves without limits, and verifies the solution with every referee.
pub(crate) fn solve(solver: Clockwise, instance: &Instance) -> ClockwiseSolution {
    let outcome = solver.solution(instance, &mut Control::unlimited());
    let Outcome::Solved { plan: solution, quality } = outcome else {
        panic!("{instance:?} gave {outcome:?}")
    };
    let moves = solution.walk.len() as u64;
    assert_eq!(instance.verify(&solution.walk).map(|metrics| metrics.moves), Ok(moves), "{instance:?}");
    assert_eq!(verify_clockwise(&solution.walk), Ok(moves), "{instance:?}");
    assert_eq!(quality == Quality::Optimal, moves == 0);
    if let Some(squares) = &solution.choice_squares {
        let claimed = solution.walk.len() - solution.approach as usize;
        let walk: Walk = solution.walk.iter().take(claimed).collect();
        assert_eq!(instance.start().verify_choices(&walk, squares), Ok(()), "{instance:?}");
    }
    solution
}

/// Returns the sets of choice squares, one of which the theorems promise for the standard goal.
/// Squares are numbered from 1 as in the paper.
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

/// Returns the number of cells that the blank visits from the bottom right corner if it may also
/// turn on these cells, and cells are never closed.
fn visited(size: (i32, i32), choices: &[(i32, i32)]) -> usize {
    let is_inside = |(row, column): (i32, i32)| (0..size.0).contains(&row) && (0..size.1).contains(&column);
    let mut seen = BTreeSet::new();
    let mut left = vec![((size.0 - 1, size.1 - 1), Direction::Left)];
    while let Some((cell, heading)) = left.pop() {
        if !seen.insert((cell, heading.index())) {
            continue;
        }
        let after = |heading: Direction| (cell.0 + heading.delta().0, cell.1 + heading.delta().1);
        let right = heading.clockwise();
        let goes_on = is_inside(after(heading));
        left.extend(goes_on.then(|| (after(heading), heading)));
        let turns = !goes_on || choices.contains(&cell);
        left.extend((turns && is_inside(after(right))).then(|| (after(right), right)));
    }
    seen.into_iter().map(|(cell, _)| cell).collect::<BTreeSet<_>>().len()
}

/// Each choice square opens one more line of inner cells, and fewer lines than the shorter side has
/// cells, less two, do not cover them all. So two are the least on 4 × 4, and one on 3 × 3.
#[test]
fn with_fewer_choice_squares_some_tile_never_moves_unless_cells_are_closed() {
    for size @ (rows, columns) in [(3, 3), (3, 5), (4, 4), (4, 6), (5, 4), (5, 5)] {
        let cells: Vec<_> = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        let enough: Vec<_> = if columns <= rows {
            (1..columns - 1).map(|column| (rows - 1, column)).collect()
        } else {
            (1..rows - 1).map(|row| (row, columns - 1)).collect()
        };
        // One choice square fewer: none, one or two.
        for (number, &first) in cells.iter().enumerate() {
            for &second in &cells[number..] {
                let fewer = &[first, second][..enough.len() - 1];
                assert!(visited(size, fewer) < cells.len(), "{size:?}: {fewer:?}");
            }
        }
        assert_eq!(visited(size, &enough), cells.len(), "{size:?}");
    }
}

/// The numbers of moves of many solutions.
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

/// Solves boards of one size to the standard goal. With few turns, checks that the claimed choice
/// squares are those of the theorems, and that all of them are needed.
fn check(solver: Clockwise, (rows, columns): (u32, u32), starts: impl IntoIterator<Item = Board>) -> Figures {
    let mut figures = Figures::default();
    let mut used: HashMap<BTreeSet<u32>, BTreeSet<u32>> = HashMap::new();
    for start in starts {
        let instance = Instance::standard(start);
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

/// Solves one in `one_of` of the boards of a size.
fn exhaust(solver: Clockwise, (rows, columns): (u32, u32), boards: usize, one_of: usize) -> Figures {
    let starts = reachable(&standard(rows, columns), MoveMetric::SingleTile);
    assert_eq!(starts.len(), boards);
    check(solver, (rows, columns), starts.into_iter().map(|(start, _)| start).step_by(one_of))
}

fn exhaust_two_lines(solver: Clockwise, one_of: usize) {
    exhaust(solver, (2, 2), 12, 1);
    exhaust(solver, (2, 3), 360, 1);
    exhaust(solver, (3, 2), 360, 1);
    exhaust(solver, (2, 4), 20_160, one_of);
    exhaust(solver, (4, 2), 20_160, one_of);
}

#[test]
fn boards_of_two_lines() {
    let anywhere = Clockwise::anywhere().with_state_limit(10_000);
    for solver in [Clockwise::default(), Clockwise::procedure(), Clockwise::printed_procedure(), anywhere] {
        exhaust_two_lines(solver, cases(100, 1));
    }
}

/// Returns the mean and the greatest number of moves of one in `one_of` of the eight-puzzles.
fn eight_puzzles(solver: Clockwise, one_of: usize) -> (u64, u64) {
    let figures = exhaust(solver, (3, 3), 181_440, one_of);
    (figures.mean(), figures.most)
}

#[test]
fn some_eight_puzzles() {
    let figures = solvers().map(|solver| eight_puzzles(solver, 500));
    assert_eq!(figures, [(133, 225), (57, 80), (37, 54), (139, 228)]);
}

/// With turns anywhere, solves one board in ten.
#[test]
#[ignore = "exhaustive: 0.8 minutes"]
fn all_eight_puzzles() {
    assert_eq!(eight_puzzles(Clockwise::default(), 1), (58, 92));
    assert_eq!(eight_puzzles(Clockwise::procedure(), 1), (132, 242));
    assert_eq!(eight_puzzles(Clockwise::printed_procedure(), 1), (137, 248));
    assert_eq!(eight_puzzles(Clockwise::anywhere(), 10), (37, 56));
}

/// The space of boards and the blank's last direction, from the goal backwards, where a right turn
/// becomes a left turn.
struct Backwards;

impl Space for Backwards {
    type State = (Board, Option<Direction>);
    type Action = Direction;
    type Scratch = ();

    fn scratch(&self) {}

    fn successors(
        &self,
        (): &mut (),
        (board, last): &Self::State,
        visit: &mut impl FnMut(Direction, Self::State, u32),
    ) {
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

/// Returns the moves of the shortest clockwise solution of every board.
fn shortest(rows: u32, columns: u32) -> HashMap<Board, u64> {
    let mut distances = HashMap::new();
    explore(&Backwards, [(standard(rows, columns), None)], &mut Control::unlimited(), |(board, _), depth| {
        distances.entry(board.clone()).or_insert(u64::from(depth));
        ControlFlow::Continue(())
    })
    .expect("no limit is set");
    distances
}

#[test]
#[ignore = "exhaustive: 0.02 minutes"]
fn no_solution_is_shorter_than_the_shortest_and_boards_solved_at_once_are_not_longer() {
    for (rows, columns, boards) in [(2, 2, 12), (2, 3, 360), (3, 2, 360)] {
        let shortest = shortest(rows, columns);
        assert_eq!(shortest.len(), boards);
        for (start, &moves) in &shortest {
            let instance = Instance::standard(start.clone());
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
    let at_once = Clockwise::anywhere().with_state_limit(1_000_000);
    let mut rng = seeded(1);
    for number in 0..500 {
        let instance = boards::random(3, 3, &mut rng);
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
    let mut rng = seeded(1);
    let starts: Vec<_> =
        (0..boards).map(|_| boards::random(rows, columns, &mut rng).start().clone()).collect();
    check(solver, (rows, columns), starts)
}

/// Means of 200 boards of seed 1: by the procedure, by default, with turns anywhere, and by the
/// procedure in the paper's phase.
const MEANS: [((u32, u32), [u64; 4]); 9] = [
    ((3, 4), [296, 141, 68, 300]),
    ((4, 3), [297, 139, 67, 306]),
    ((2, 7), [816, 199, 109, 823]),
    ((7, 2), [811, 199, 108, 812]),
    ((4, 4), [552, 201, 111, 561]),
    ((5, 5), [1505, 602, 249, 1511]),
    ((3, 6), [978, 437, 159, 982]),
    ((6, 3), [974, 438, 159, 982]),
    ((8, 8), [11_753, 5146, 1412, 11_773]),
];

#[test]
#[ignore = "exhaustive: 0.4 minutes"]
fn random_boards_have_these_means() {
    for ((rows, columns), expected) in MEANS {
        let means = solvers().map(|solver| random(solver, rows, columns, 200).mean());
        assert_eq!(means, expected, "{rows}x{columns}");
    }
}

#[test]
#[ignore = "exhaustive: 0.2 minutes"]
fn each_solver_is_better_than_the_one_before() {
    let few = [(10, 10), (2, 30), (30, 2), (6, 15)];
    for (rows, columns) in few.into_iter().chain([(20, 20), (2, 60), (60, 2), (12, 30)]) {
        let [procedure, searched, anywhere, printed] =
            solvers().map(|solver| random(solver, rows, columns, 1).sum);
        let moves = [procedure.min(printed), searched, anywhere];
        assert!(moves.is_sorted_by(|more, fewer| fewer < more), "{rows}x{columns}: {moves:?}");
    }
}

fn any_instance(most: u32) -> impl Strategy<Value = Instance> {
    (2..=most, 2..=most, any::<u64>())
        .prop_map(|(rows, columns, seed)| random_pair(rows, columns, &mut seeded(seed)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(40, 500)))]

    #[test]
    fn any_size_and_any_goal(instance in any_instance(8), state_limit in 0u64..3000) {
        let solvers = [
            Clockwise::procedure(),
            Clockwise::printed_procedure(),
            Clockwise::default().with_state_limit(state_limit),
            Clockwise::anywhere().with_state_limit(state_limit),
        ];
        for solver in solvers {
            if instance.is_solvable() {
                solve(solver, &instance);
            } else {
                prop_assert_eq!(solver.solve(&instance, &mut Control::unlimited()), Outcome::Unsolvable);
            }
        }
    }

    /// The procedure's walk is one of those compared.
    #[test]
    fn searching_never_lengthens_a_solution(instance in any_instance(6), state_limit in 1u64..3000) {
        if instance.is_solvable() {
            let procedure = solve(Clockwise::procedure(), &instance).walk.len();
            prop_assert!(solve(Clockwise::default().with_state_limit(state_limit), &instance).walk.len() <= procedure);
        }
    }
}

/// Counting and collecting agree, and the walk is counted against the limits while it is written.
#[test]
fn sinks_get_the_same_walk() {
    let instance = boards::random(6, 7, &mut seeded(5));
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
        let budget = Budget::new().with_cancel(flag.clone());
        let outcome = solver.solve_into(&instance, &mut sink, &mut Control::new(budget));
        assert!(written <= 4096);
        assert_eq!(outcome.is_solved(), walk.len() <= 4096);
    }
}

/// The same input gives the same moves on every platform, and in every version whose changelog does
/// not say otherwise.
#[test]
fn golden_move_counts() {
    let counts = [(2, 5), (4, 4), (5, 3), (7, 7)]
        .map(|(rows, columns)| solvers().map(|solver| random(solver, rows, columns, 1).sum));
    assert_eq!(
        counts,
        [[326, 76, 56, 326], [500, 176, 116, 500], [469, 299, 127, 469], [6749, 2741, 885, 7083]]
    );
}

#[test]
fn a_solved_board_needs_no_move() {
    for (rows, columns) in [(2, 2), (2, 5), (4, 4), (6, 3)] {
        for goal in [standard(rows, columns), "0 1 2\n3 4 5\n6 7 8".parse().expect("a board")] {
            let instance = Instance::new(goal.clone(), goal).expect("equal sizes");
            for solver in solvers() {
                assert!(solve(solver, &instance).walk.is_empty());
            }
        }
    }
}
