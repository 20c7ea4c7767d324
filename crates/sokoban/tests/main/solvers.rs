//! Compares all solvers and both bounds with brute force.

use motion_core::solver_table::Guarantee;
use motion_core::{Budget, Control, Outcome, Quality, Solver, Stop};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::board::{BoxSet, SearchBoard, Square};
use sokoban::bound::LowerBounds;
use sokoban::error::UnsupportedLevelError;
use sokoban::search::Position;
use sokoban::solver::BreadthFirst;
use sokoban::solver::Enhancement;
use sokoban::{AnySolver, Level, Moves};

use crate::brute_force::{brute_force, judge};
use crate::random_levels::small_with_spare_goals;

/// Whether the solver's table may forget a position on a cycle, so that the solver cannot prove
/// that there is no solution.
fn may_forget(solver: AnySolver) -> bool {
    let postpones = solver.enhancements().contains(Enhancement::Postponing);
    match solver.method().name() {
        "IDDFS" | "RIDDFS" => !postpones,
        method => ["IDA*", "RS"].contains(&method),
    }
}

/// Checks the answer of a solver; the player's steps are checked elsewhere. Returns whether it
/// solved the level with more than the fewest pushes.
fn check(solver: AnySolver, level: &Level, least: Option<u32>) -> bool {
    let mut control = Control::new(Budget::new().with_nodes(300_000));
    let outcome = solver.solve(level, &mut control);
    assert_eq!(control.stats().bytes, 0, "{solver}");
    match outcome {
        Outcome::Solved { plan, quality: Quality::Optimal } if solver.counts_steps() => {
            let pushes = level.verify(&plan).expect("a solution").pushes;
            let least = u64::from(least.unwrap_or_else(|| panic!("{solver}: {plan} in\n{level}")));
            assert!(pushes >= least, "{solver}");
            pushes > least
        }
        Outcome::Stopped { why: Stop::GaveUp, lower_bound: Some(bound), .. }
            if solver.guarantee() == Guarantee::Incomplete =>
        {
            assert!(least.is_none_or(|least| bound <= least.into()), "{solver}: {bound} in\n{level}");
            false
        }
        Outcome::Stopped { why: Stop::Nodes, .. } if least.is_none() && may_forget(solver) => false,
        outcome => {
            let is_bounded = matches!(outcome, Outcome::Solved { quality: Quality::Bounded { .. }, .. });
            assert!(!is_bounded || solver.guarantee() != Guarantee::Optimal, "{solver}");
            judge(&solver, level, least, outcome)
        }
    }
}

fn solve_small_levels(levels: usize, spare: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let (mut solvable, mut longer, mut lost) = (0, 0, 0);
    for number in 0..levels {
        let level = small_with_spare_goals(&mut rng, 3 + number % 3, 3, spare);
        let least = brute_force(&level);
        let reason = level.lost(&mut Control::unlimited()).expect("no limits");
        assert!(reason.is_none() || least.is_none(), "{reason:?} in\n{level}");
        lost += usize::from(reason.is_some());
        assert!(
            least.is_none_or(|least| level.lower_bound().is_some_and(|bound| bound <= least.into())),
            "{level}"
        );
        solvable += usize::from(least.is_some_and(|least| least > 0));
        for solver in AnySolver::all() {
            longer += usize::from(check(solver, &level, least));
        }
    }
    assert!(16 * solvable > levels, "{solvable} have a solution");
    assert!(longer > 0, "no solution was longer than needed");
    assert!(3 * lost > levels - solvable, "{lost} of those without a solution are called lost");
}

#[test]
fn small_levels_are_solved_as_by_trying_everything() {
    solve_small_levels(cases(80, 8_000), 0);
}

#[test]
fn small_levels_with_more_goals_than_boxes_are_solved_as_by_trying_everything() {
    for spare in 1..=3 {
        solve_small_levels(cases(40, 4_000), spare);
    }
}

/// Returns the positions between the pushes of a solution, the start first.
fn positions(level: &Level, board: &SearchBoard, moves: &Moves) -> Vec<Position<4>> {
    let mut boxes: BoxSet<4> = board.boxes().iter().copied().collect();
    let mut player = board.player();
    let mut positions = vec![Position::start(board).expect("boxes are alive")];
    for step in moves {
        let next: Square = board.step(player, step.direction);
        if boxes.contains(next) {
            boxes.shift(next, board.step(next, step.direction));
            positions.push(Position::new(board, boxes, next));
        }
        player = next;
    }
    assert_eq!(positions.len() - 1, moves.pushes(), "{moves} in\n{level}");
    positions
}

fn check_bounds(levels: usize, spare: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let (mut compared, mut lost, mut odd) = (0, 0, 0);
    for number in 0..levels {
        let level = small_with_spare_goals(&mut rng, 3 + number % 3, 3, spare);
        let board = SearchBoard::new(&level);
        let Some(start) = Position::<4>::start(&board) else { continue };
        let bounds = LowerBounds::new(&board);
        let (simple, matching) = (bounds.simple(&start), bounds.matching(&start));
        let Some(least) = brute_force(&level) else {
            lost += usize::from(matching.is_none());
            continue;
        };
        assert!(simple <= matching && matching <= Some(least), "in\n{level}");
        let moves =
            BreadthFirst::default().solve(&level, &mut Control::unlimited()).plan().expect("a solution");
        for (done, position) in (0..).zip(positions(&level, &board, &moves)) {
            let (simple, matching) = (bounds.simple(&position), bounds.matching(&position));
            let (simple, matching) =
                (simple.expect("a goal for each"), matching.expect("goals of their own"));
            assert!(simple <= matching && matching <= least - done, "{done} of {moves} in\n{level}");
            odd += usize::from(matching % 2 != (least - done) % 2);
            compared += 1;
        }
    }
    assert!(4 * compared > levels, "{compared} compared");
    assert_eq!(odd > 0, spare > 0, "{odd} of another parity");
    // With spare goals, a box rarely runs out of goals.
    assert!(40 * lost > levels || spare > 0, "{lost} proved lost");
}

#[test]
fn bounds_never_exceed_the_pushes_and_matchings_have_their_parity() {
    check_bounds(cases(2_000, 20_000), 0);
    check_bounds(cases(500, 5_000), 2);
}

#[test]
fn what_is_known_beforehand_takes_no_search() {
    for (text, expected) in [
        ("#####\n#@ *#\n#####", Some(0)),
        ("###\n#@#\n###", Some(0)),
        ("######\n#@ .$#\n######", None),
        // Both boxes can be pushed only to the same goal.
        ("########\n#@$.$  #\n#      #\n#    . #\n########", None),
        // The player cannot reach the other side.
        ("########\n#. $@  #\n########", Some(2)),
        ("########\n#.@$   #\n########", None),
    ] {
        let level: Level = text.parse().unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(brute_force(&level), expected, "in\n{text}");
        for solver in AnySolver::all() {
            let mut control = Control::unlimited();
            let plan = match solver.solve(&level, &mut control) {
                Outcome::Solved { plan, .. } => Some(plan),
                Outcome::Unsolvable => None,
                Outcome::Stopped { why, .. } => panic!("{solver}: {why} in\n{text}"),
            };
            assert_eq!(plan.as_ref().map(|plan| plan.pushes() as u32), expected, "{solver} in\n{text}");
            assert!(expected != Some(0) || plan.is_some_and(|plan| plan.is_empty()), "{solver}");
            // Plain breadth-first search uses neither rules nor bounds.
            let searches = expected.is_some() || solver.to_string() == "BFS";
            assert!(searches || control.stats().nodes == 0, "{solver} in\n{text}");
        }
    }
}

#[test]
fn names_are_read_in_any_case() {
    for solver in AnySolver::all() {
        let name = solver.to_string();
        assert_eq!(name.parse().as_ref(), Ok(&solver));
        assert_eq!(name.to_lowercase().parse(), Ok(solver));
        assert!(format!("{name}+").parse::<AnySolver>().is_err(), "{name}");
    }
    for name in [
        "",
        "DF",
        "DFS+VL",
        "BFS+PP",
        "BBFS+simple",
        "Ä*",
        "FESS+upper+farthest",
        "BFS+VL+VL-thesis",
        "+PP",
        "BFS++SD",
    ] {
        assert!(name.parse::<AnySolver>().is_err(), "{name}");
    }
    let solver = "iddfs+pp+imo".parse::<AnySolver>().map(|solver| solver.to_string());
    assert_eq!(solver.as_deref(), Ok("IDDFS+PP+IMO"));
    let why = "DFS+PP".parse::<AnySolver>().expect_err("DFS does not have it").to_string();
    assert!(why.starts_with("there is no solver \"DFS+PP\"; the solvers are BFS, DFS, "), "{why}");
}

/// Returns a hall of this many rows and columns, with a box that two pushes bring to a goal.
fn hall(inner: usize) -> Level {
    let (rim, row) = ("#".repeat(inner + 2), " ".repeat(inner));
    let rows = format!("#{row}#\n").repeat(inner - 3);
    let text = format!("{rim}\n#@{}#\n# $.{}#\n{rows}#{row}#\n{rim}", &row[1..], &row[3..]);
    text.parse().expect("a level")
}

#[test]
fn levels_of_more_live_squares_than_a_solver_supports_are_not_treated() {
    let limit = || Control::new(Budget::new().with_nodes(1000));
    let [fits, large, too_large] = [25, 37, 67].map(hall);
    let [least, most] = [SearchBoard::MAX_LIVE_SQUARES, SearchBoard::MAX_LIVE_SQUARES_BY_FEATURES];
    let live_squares = |level: &Level| SearchBoard::new(level).live_square_count();
    assert!(SearchBoard::new(&fits).word_count() > 8);
    assert!((least + 1..most).contains(&live_squares(&large)) && live_squares(&too_large) > most);
    for solver in AnySolver::all() {
        let is_wide = ["auto", "FESS"].contains(&solver.method().name());
        let level = if is_wide { &too_large } else { &large };
        assert_eq!(solver.solve(level, &mut limit()), Outcome::stopped(Stop::Unsupported), "{solver}");
        assert!(matches!(solver.check(level), Err(UnsupportedLevelError::LiveSquares { .. })), "{solver}");
        if is_wide {
            assert_eq!(solver.check(&large), Ok(()));
            let outcome = solver.solve(&large, &mut limit());
            assert_eq!(outcome.plan().map(|plan| plan.to_string()).as_deref(), Some("dR"), "{solver}");
        }
    }
    let outcome = BreadthFirst::default().solve(&fits, &mut limit());
    assert_eq!(outcome.plan().map(|plan| plan.to_string()).as_deref(), Some("dR"));
    assert_eq!((large.lower_bound(), too_large.lower_bound()), (Some(1), Some(0)));
}
