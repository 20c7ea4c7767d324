//! Solvers for several blanks, checked by referees that share no code with them.

use grid_puzzle::clockwise::Clockwise;
use grid_puzzle::tables::CompleteTable;
use grid_puzzle::{
    Board, Dummies, Instance, MoveMetric, NearOptimal, Optimal, Parberry, SeveralBlanks, Snake, TileMoves,
};
use motion_core::{Budget, Cell, Control, Outcome, Plan, Quality, Solver, Stop, Walk};
use motion_testing::cases;
use proptest::prelude::*;
use rand::Rng;

use crate::boards::{board, numbers, reachable, seeded};
use crate::verified::{PlanSolver, WalkSolver};

fn standard(rows: u32, columns: u32, blanks: u32) -> Board {
    Board::solved_with_blanks(rows, columns, blanks).expect("a legal size")
}

fn random(goal: &Board, rng: &mut impl Rng) -> Instance {
    Instance::random(goal.clone(), rng)
}

/// Solves, and replays the plan with two referees.
fn solve(solver: &PlanSolver, instance: &Instance) -> (Plan, Quality) {
    let outcome = solver.solve(instance, &mut Control::unlimited());
    let Outcome::Solved { plan, quality } = outcome else { panic!("{instance:?} gave {outcome:?}") };
    assert_eq!(
        instance.verify_plan(&plan).map(|metrics| metrics.moves),
        Ok(plan.len() as u64),
        "{instance:?}"
    );
    let start = instance.start();
    let mut configuration = start.configuration();
    assert_eq!(start.graph().replay(&mut configuration, &plan), Ok(plan.len() as u64));
    assert_eq!(configuration, instance.goal().configuration());
    (plan, quality)
}

/// Returns the number of boards of a size, all of which can be reached.
fn arrangements(cells: u32, blanks: u32) -> usize {
    (blanks + 1..=cells).map(|number| number as usize).product()
}

fn goals(rows: u32, columns: u32, blanks: u32) -> [Board; 2] {
    let mut rng = seeded(11);
    [
        standard(rows, columns, blanks),
        Board::random_with_blanks(rows, columns, blanks, &mut rng).expect("a legal size"),
    ]
}

/// All boards of the smallest sizes with any number of blanks are reachable, and all are solved by
/// the fewest moves.
#[test]
fn everything_small_can_be_solved_and_is_solved_optimally() {
    let solvers: [&PlanSolver; 3] = [
        &SeveralBlanks(Optimal::default()),
        &SeveralBlanks(Parberry::default()),
        &SeveralBlanks(Snake::default()),
    ];
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        for blanks in 2..rows * columns {
            for goal in goals(rows, columns, blanks) {
                let distances = reachable(&goal, MoveMetric::SingleTile);
                assert_eq!(distances.len(), arrangements(rows * columns, blanks));
                for (start, distance) in distances {
                    let instance = Instance::new(start, goal.clone()).expect("a legal instance");
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

/// Solves one in `one_of` of boards that are too large to be solved at once. No solution is shorter
/// than the fewest moves.
fn larger_boards_are_compared_with_breadth_first_search(sizes: &[(u32, u32, u32, usize)]) {
    for &(rows, columns, blanks, one_of) in sizes {
        let [_, goal] = goals(rows, columns, blanks);
        let mut boards = reachable(&goal, MoveMetric::SingleTile);
        assert_eq!(boards.len(), arrangements(rows * columns, blanks));
        boards.sort_by_cached_key(|(board, _)| board.to_string());
        for (start, distance) in boards.into_iter().step_by(one_of) {
            let instance = Instance::new(start, goal.clone()).expect("a legal instance");
            let (plan, quality) = solve(&SeveralBlanks(Optimal::default()), &instance);
            assert_eq!((plan.len(), quality), (distance as usize, Quality::Optimal));
            let solvers: [&PlanSolver; 2] =
                [&SeveralBlanks(Parberry::default()), &SeveralBlanks(Snake::default())];
            for solver in solvers {
                let (plan, quality) = solve(solver, &instance);
                assert!(plan.len() >= distance as usize);
                assert!(quality == Quality::Feasible || plan.len() == distance as usize);
            }
        }
    }
}

#[test]
fn some_larger_boards_are_compared_with_breadth_first_search() {
    larger_boards_are_compared_with_breadth_first_search(&[
        (2, 4, 2, 101),
        (4, 2, 3, 29),
        (2, 4, 6, 1),
        (3, 3, 4, 101),
        (3, 3, 7, 1),
    ]);
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn many_larger_boards_are_compared_with_breadth_first_search() {
    larger_boards_are_compared_with_breadth_first_search(&[
        (2, 4, 2, 1),
        (4, 2, 3, 1),
        (3, 3, 2, 101),
        (3, 3, 3, 29),
        (3, 3, 4, 7),
    ]);
}

/// For every start, goal and number of blanks, some choice of the walking blank has the right
/// parity.
#[test]
fn dummies_solve_small_boards() {
    let one_of = cases(41, 1);
    let solvers: [&PlanSolver; 2] =
        [&Dummies::new(Snake::default()), &Dummies::new(Optimal::default()).with_tries(3)];
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        for blanks in 2..rows * columns {
            for goal in goals(rows, columns, blanks) {
                for (start, distance) in reachable(&goal, MoveMetric::SingleTile).into_iter().step_by(one_of)
                {
                    let instance = Instance::new(start, goal.clone()).expect("a legal instance");
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

/// Compares the moves of the nearest blank with those of a single walking one, on forty boards per
/// size.
#[test]
#[ignore = "exhaustive: 0.03 minutes"]
fn the_nearest_blank_saves_moves() {
    for (n, blanks, least_saving) in [(4, 2, 0.02), (6, 3, 0.05), (10, 2, 0.04), (10, 4, 0.08), (20, 4, 0.07)]
    {
        let mut rng = seeded(1);
        let goal = standard(n, n, blanks);
        let (mut nearest, mut dummies) = (0, 0);
        for _ in 0..40 {
            let instance = random(&goal, &mut rng);
            nearest += solve(&SeveralBlanks(Snake::default()), &instance).0.len();
            dummies += solve(&Dummies::new(Snake::default()), &instance).0.len();
        }
        let saving = 1.0 - nearest as f64 / dummies as f64;
        assert!(saving >= least_saving, "n = {n}, {blanks} blanks: {saving}");
    }
}

#[test]
fn long_boards_and_goals_with_all_blanks_at_the_start() {
    let mut rng = seeded(3);
    for (rows, columns, blanks) in
        [(2, 60, 2), (60, 2, 5), (3, 50, 3), (40, 4, 60), (17, 23, 2), (30, 30, 30)]
    {
        let mut tiles = numbers(&standard(rows, columns, blanks));
        tiles.reverse();
        let goal = board(&tiles, columns);
        assert_eq!(goal.blank(), Cell(0));
        let instance = random(&goal, &mut rng);
        for solver in [&SeveralBlanks(Parberry::default()) as &PlanSolver, &SeveralBlanks(Snake::default())] {
            solve(solver, &instance);
        }
    }
}

/// A limit reached during the second choice keeps the first solution.
#[test]
fn dummies_keep_their_best_solution() {
    let instance = random(&standard(10, 10, 4), &mut seeded(6));
    let once = Dummies::new(Snake::default());
    let mut control = Control::unlimited();
    let first = once.solve(&instance, &mut control).plan().expect("solvable");
    let mut limited = Control::new(Budget::new().with_nodes(control.stats().nodes + 100));
    let outcome = once.with_tries(4).solve(&instance, &mut limited);
    assert_eq!(outcome, Outcome::Solved { plan: first.clone(), quality: Quality::Feasible });
    let (best, _) = solve(&once.with_tries(4), &instance);
    assert!(best.len() < first.len());
}

/// The same input gives the same moves on every platform, and in every version whose changelog does
/// not say otherwise.
#[test]
fn golden_move_counts() {
    let mut rng = seeded(1);
    let counts = [(4, 2), (7, 3), (12, 4), (20, 40)].map(|(n, blanks)| {
        let instance = random(&standard(n, n, blanks), &mut rng);
        let solvers: [&PlanSolver; 3] = [
            &SeveralBlanks(Parberry::default()),
            &SeveralBlanks(Snake::default()),
            &Dummies::new(Snake::default()),
        ];
        solvers.map(|solver| solve(solver, &instance).0.len())
    });
    assert_eq!(counts, [[87, 87, 91], [579, 601, 663], [3341, 3177, 3577], [13_531, 12_769, 15_637]]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(40, 600)))]

    #[test]
    fn any_size_any_goal_and_any_number_of_blanks(
        rows in 2u32..=12, columns in 2u32..=12, few in 2u32..=6, many in 2u32..=143, crowded: bool,
        seed: u64, threshold in 0.0..3.0,
    ) {
        let blanks = if crowded { few } else { many }.clamp(2, rows * columns - 1);
        let mut rng = seeded(seed);
        let goal = Board::random_with_blanks(rows, columns, blanks, &mut rng).expect("a legal size");
        let instance = random(&goal, &mut rng);
        let snake = Snake::default().with_threshold(threshold);
        let dummies = Dummies::new(Parberry::default());
        let solvers: [&PlanSolver; 3] = [&SeveralBlanks(Parberry::default()), &SeveralBlanks(snake), &dummies];
        for solver in solvers {
            let (plan, _) = solve(solver, &instance);
            prop_assert!(plan.len() as u64 >= instance.manhattan_distance());
            let text = TileMoves::from_plan(instance.start(), &plan).map(|moves| moves.to_string());
            let moves: TileMoves = text.expect("steps").parse().expect("moves");
            prop_assert_eq!(moves.to_plan(instance.start()), Ok(plan));
        }
    }
}

/// Solvers that return walks do not support several blanks; those that return plans support one.
#[test]
fn walks_are_for_one_blank_and_plans_for_any_number() {
    let several = Instance::standard(standard(2, 3, 2));
    let control = &mut Control::unlimited();
    let table = CompleteTable::new(&standard(2, 3, 1), MoveMetric::SingleTile, control).expect("no limit");
    let (parberry, snake, short) = (Parberry::default(), Snake::default(), NearOptimal::default());
    let (optimal, clockwise) = (Optimal::default(), Clockwise::default());
    let walkers: [&WalkSolver; 6] = [&parberry, &snake, &short, &optimal, &clockwise, &table];
    for solver in walkers {
        assert_eq!(solver.solve(&several, control), Outcome::stopped(Stop::Unsupported));
    }
    assert_eq!(table.distance(&several), None);

    let one: Instance = "1 2 3\n4 0 6\n7 5 8".parse().expect("an instance");
    let unsolvable: Instance = "1 2 3\n4 5 6\n8 7 0".parse().expect("an instance");
    let solvers: [&PlanSolver; 4] =
        [&SeveralBlanks(parberry), &SeveralBlanks(snake), &SeveralBlanks(optimal), &Dummies::new(snake)];
    for solver in solvers {
        assert_eq!(solve(solver, &one), (one.start().moves(&walk(&one)).collect(), Quality::Optimal));
        assert_eq!(solver.solve(&unsolvable, control), Outcome::Unsolvable);
    }
    let lines = SeveralBlanks(Optimal::default().with_metric(MoveMetric::MultiTile));
    assert_eq!(lines.solve(&several, control), Outcome::stopped(Stop::Unsupported));
}

/// Returns the shortest solution with one blank.
fn walk(instance: &Instance) -> Walk {
    Optimal::default().solve(instance, &mut Control::unlimited()).plan().expect("solvable")
}
