//! Comparison of shortest solutions with brute force.

#[cfg(feature = "std")]
use std::num::NonZero;
use std::ops::ControlFlow;

use motion_core::{Budget, Cell, Control, Direction, Grid, Outcome, Quality, Solver, Stop};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use ricochet::internal::Preference;
use ricochet::quadrants::{QuadrantSet, RandomGame};
use ricochet::{Approach, Board, Colour, Instance, Moves, Optimal, Slide, Target, TargetRobot};

use crate::brute_force::{brute_force, brute_force_within};
use crate::random_games::{small, small_with_targets, verified_moves};

fn solve(solver: Optimal, game: &Instance) -> Option<Moves> {
    let mut control = Control::unlimited();
    let outcome = solver.solve(game, &mut control);
    assert_eq!(control.stats().bytes, 0);
    match outcome {
        Outcome::Solved { plan, quality: Quality::Optimal } => {
            assert_eq!(verified_moves(game, &plan), Some(plan.len()), "{plan} on\n{game}");
            Some(plan)
        }
        Outcome::Unsolvable => None,
        outcome => panic!("{outcome:?}"),
    }
}

/// Compares with brute force on small games; returns the maximum number of moves of a game.
fn solve_small_games(games: usize) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut solved, mut longest) = (0, 0);
    // Games with each number of robots on boards of 5×5 to 8×8 cells.
    let mut regular = [0; 5];
    for number in 0..games {
        let robots = [2, 3, 3, 4][number % 4];
        let game = small(&mut rng, if robots == 4 { 3..=5 } else { 5..=8 }, robots);
        let least = brute_force(&game).map(|moves| moves.len());
        let found = solve(Optimal::default(), &game).map(|moves| moves.len());
        assert_eq!(found, least, "{:?}\n{game}", game.approach());
        let grid = game.board().grid();
        let is_regular = [grid.rows(), grid.columns()].iter().all(|side| (5..=8).contains(side));
        regular[game.robots().len()] += usize::from(is_regular);
        solved += usize::from(least.is_some());
        longest = longest.max(least.unwrap_or(0));
    }
    assert!(28 * solved > 15 * games, "{solved} solved");
    let [_, _, two, three, four] = regular;
    assert!(7 * (two + three + four) >= 5 * games, "{regular:?}");
    assert!(28 * two > 5 * games && 14 * three > 5 * games && 56 * four > games, "{regular:?}");
    longest
}

/// Seven possible blockers save more moves than the paths without blockers have.
#[test]
fn seven_other_robots_on_a_narrow_board_leave_the_bound_admissible() {
    let game: Instance = "
+---+---+---+
|           |
+   +   +   +
| y       g |
+   +   +   +
| w   o     |
+   +   +   +
|      Y    |
+   +   +   +
| r         |
+   +   +   +
|           |
+   +   +   +
| p         |
+   +   +   +
| k       b |
+---+---+---+"
        .parse()
        .expect("a game");
    let plan = Optimal::default().solve(&game, &mut Control::unlimited()).plan().expect("a solution");
    assert_eq!(plan.to_string(), "wD wR yD yR");
}

#[test]
fn small_games_are_solved_by_the_fewest_moves() {
    assert!(solve_small_games(cases(60, 2_800)) > cases(5, 15));
}

/// Games for the plain expansion of A*: no diagonals, a target for one robot, a free approach.
#[test]
fn plain_games_of_all_sizes_are_solved_by_the_fewest_moves() {
    let games = cases(60, 1_500);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let (mut solved, mut unsolvable) = (0, 0);
    for number in 0..games {
        // Few robots on large boards, so that brute force has enough memory.
        let (sides, robots) =
            [(3..=8, 1), (3..=7, 3), (3..=5, 4), (17..=20, 2), (3..=4, 5)][number % 5].clone();
        let game = loop {
            let game = small(&mut rng, sides.clone(), robots).with_approach(Approach::Free);
            if matches!(game.targets()[0].robot, TargetRobot::Only(_))
                && game.board().diagonals().next().is_none()
            {
                break game;
            }
        };
        let least = brute_force(&game).map(|moves| moves.len());
        assert_eq!(solve(Optimal::default(), &game).map(|moves| moves.len()), least, "{game}");
        *(if least.is_some() { &mut solved } else { &mut unsolvable }) += 1;
    }
    assert!(5 * solved > 3 * games && 15 * unsolvable > games, "{solved} and {unsolvable}");
}

/// Games in which one of several targets is enough, compared with brute force and with the targets
/// one by one.
#[test]
fn games_with_several_targets_are_solved_by_the_fewest_moves() {
    let games = cases(60, 3_000);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let (mut fewer, mut unsolvable) = (0, 0);
    for number in 0..games {
        let (sides, robots) =
            [(5..=8, 2), (4..=6, 3), (3..=4, 4), (12..=20, 1), (3..=3, 5)][number % 5].clone();
        let targets = 2 + number % 3;
        let game = small_with_targets(&mut rng, sides, robots, targets);
        let least = brute_force(&game).map(|moves| moves.len());
        for preference in [Preference::Any, Preference::FewestRobots] {
            let solver = Optimal::default().with_preference(preference);
            assert_eq!(solve(solver, &game).map(|moves| moves.len()), least, "{:?}\n{game}", game.approach());
        }
        let mut control = Control::unlimited();
        let all = Optimal::default().all(&game, &mut control, |moves| {
            assert_eq!(verified_moves(&game, &moves), least, "{game}");
            ControlFlow::Continue(())
        });
        assert_eq!(all.plan().is_some(), least.is_some(), "{game}");
        let alone = |&target: &Target| {
            let alone = Instance::new(game.board().clone(), game.robots(), &[target]).expect("a game");
            solve(Optimal::default(), &alone.with_approach(game.approach())).map(|moves| moves.len())
        };
        let each: Vec<_> = game.targets().iter().map(alone).collect();
        assert_eq!(each.iter().flatten().min(), least.as_ref(), "{game}");
        fewer += usize::from(each.iter().flatten().any(|&moves| Some(moves) != least));
        unsolvable += usize::from(least.is_none());
    }
    assert!(3 * fewer > games && unsolvable > 0, "{fewer} and {unsolvable} of {games}");
}

/// Games of five to eight robots for which brute force soon has a result.
#[test]
fn games_of_many_robots_are_solved_by_the_fewest_moves() {
    let games = cases(20, 2_000);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut answered = [0; 9];
    for number in 0..games {
        let game = small(&mut rng, 3..=8, 5 + number % 4);
        let least = match brute_force_within(&game, 20_000) {
            Outcome::Solved { plan, .. } => Some(plan.len()),
            Outcome::Unsolvable => None,
            Outcome::Stopped { .. } => continue,
        };
        assert_eq!(solve(Optimal::default(), &game).map(|moves| moves.len()), least, "{game}");
        answered[game.robots().len()] += 1;
    }
    assert!(answered[5..].iter().all(|&answered| 8 * answered > games), "{answered:?} of {games}");
}

/// The longest game found on our own quadrants.
#[test]
#[ignore = "exhaustive: 0.02 minutes"]
fn a_game_of_twenty_one_moves_is_solved() {
    let game: Instance = include_str!("../../testdata/longest.txt").parse().expect("a game");
    assert_eq!(solve(Optimal::default(), &game).map(|moves| moves.len()), Some(21));
    // With little memory, the search stops at a node limit with a correct lower bound.
    let mut control = Control::new(Budget::new().with_bytes(2 << 20).with_nodes(500_000));
    let outcome = Optimal::default().solve(&game, &mut control);
    assert!(
        matches!(outcome, Outcome::Stopped { why: Stop::Nodes, lower_bound: Some(10..=21), .. }),
        "{outcome:?}"
    );
}

/// The threads of the budget search long games, and the result does not depend on them.
#[cfg(feature = "std")]
#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn any_number_of_threads_gives_the_same_answer() {
    let run = |game: &Instance, threads: usize, nodes: u64| {
        let threads = NonZero::new(threads).expect("not zero");
        let mut control = Control::new(Budget::new().with_threads(threads).with_nodes(nodes));
        let outcome = Optimal::default().solve(game, &mut control);
        assert_eq!(control.stats().bytes, 0);
        (outcome, control.stats().nodes)
    };
    let longest: Instance = include_str!("../../testdata/longest.txt").parse().expect("a game");
    let (mut rng, set) = (Xoshiro256PlusPlus::seed_from_u64(1), QuadrantSet::standard());
    let diagonal = RandomGame::default().with_sides("D");
    let diagonal = core::iter::repeat_with(|| diagonal.generate(&set, &mut rng).expect("a game"))
        .find(|game| run(game, 1, 45_000).1 == 45_000)
        .expect("one of them takes long");
    for game in [&longest, &diagonal] {
        for nodes in [300_000, 700_000, u64::MAX] {
            let one = run(game, 1, nodes);
            if let (Outcome::Solved { plan, .. }, _) = &one {
                assert_eq!(verified_moves(game, plan), Some(plan.len()));
            }
            for threads in [2, 5] {
                assert_eq!(run(game, threads, nodes), one, "{threads} threads, {nodes} nodes");
            }
        }
    }
}

/// The result is a proof, after searching all reachable positions.
#[test]
fn large_games_are_proved_unsolvable() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut proved = 0;
    while proved < 2 {
        let game = small(&mut rng, 5..=6, 3).with_approach(Approach::Turning);
        let mut control = Control::unlimited();
        if Optimal::default().solve(&game, &mut control) == Outcome::Unsolvable
            && control.stats().nodes > 10_000
        {
            assert_eq!(brute_force(&game), None, "{game}");
            proved += 1;
        }
    }
}

/// Returns a game whose robot has a path that turns at every cell of a band of two rows, then of
/// the next band.
fn winding(bands: u32) -> Instance {
    let (rows, columns) = (2 * bands, 39);
    let open = Grid::new(rows, columns).expect("cells");
    let mut grid = open.clone();
    let path: Vec<Cell> = (0..bands)
        .flat_map(|band| {
            (0..columns).flat_map(move |step| {
                let column = if band % 2 == 0 { step } else { columns - 1 - step };
                let rows = if step % 2 == 0 { [0, 1] } else { [1, 0] };
                rows.map(|row| Cell((2 * band + row) * columns + column))
            })
        })
        .collect();
    for cell in open.cells() {
        let index = path.iter().position(|&other| other == cell).expect("every cell is on the path");
        for direction in Direction::ALL {
            let next = open.step(cell, direction);
            let goes_on =
                [index.wrapping_sub(1), index + 1].iter().any(|&index| path.get(index).copied() == next);
            if !goes_on {
                grid.build_wall(cell, direction);
            }
        }
    }
    let target = Target { cell: path[path.len() - 1], robot: TargetRobot::Any };
    Instance::new(Board::new(grid).expect("a legal size"), &[(Colour::Red, path[0])], &[target])
        .expect("a game")
}

#[test]
fn very_long_games_are_solved_but_not_all_solutions_shown() {
    for bands in [2, 4] {
        let game = winding(bands);
        let moves = solve(Optimal::default(), &game).expect("a solution").len() as u64;
        assert!(moves > 70 * u64::from(bands), "{moves}");
        let mut shown = 0;
        let mut control = Control::unlimited();
        let outcome = Optimal::default().all(&game, &mut control, |_| {
            shown += 1;
            ControlFlow::Continue(())
        });
        match outcome {
            Outcome::Solved { plan: 1, .. } => assert_eq!((shown, moves < 250), (1, true)),
            Outcome::Stopped { why: Stop::Unsupported, lower_bound, .. } => {
                assert_eq!((shown, lower_bound, moves > 250), (0, Some(moves), true));
            }
            outcome => panic!("{outcome:?}"),
        }
        let few = solve(Optimal::default().with_preference(Preference::FewestRobots), &game);
        assert_eq!(few.map(|few| few.len() as u64), Some(moves));
    }
}

/// Games of up to nine moves, so that brute force has enough memory.
#[test]
fn standard_games_are_solved_by_the_fewest_moves() {
    let games = cases(3, 300);
    let (mut rng, set) = (Xoshiro256PlusPlus::seed_from_u64(2), QuadrantSet::standard());
    let mut compared = 0;
    while compared < games {
        let random_game = RandomGame::default()
            .with_sides(if compared % 3 == 0 { "D" } else { "AB" })
            .with_any_robot_targets(true);
        let game = random_game.generate(&set, &mut rng).expect("a game");
        let approach = if compared % 2 == 0 { Approach::Turning } else { Approach::Free };
        let game = game.with_approach(approach);
        let found = solve(Optimal::default(), &game).expect("solvable");
        if found.len() <= 9 {
            assert_eq!(brute_force(&game).map(|moves| moves.len()), Some(found.len()), "{game}");
            compared += 1;
        }
    }
}

/// Returns every solution of this number of moves.
fn all_solutions(instance: &Instance, moves: usize) -> Vec<Moves> {
    let robots: Vec<Colour> = instance.robots().iter().map(|&(robot, _)| robot).collect();
    let mut sequences = vec![Moves::new()];
    for _ in 0..moves {
        let longer = |before: &Moves| {
            let before = before.clone();
            let slides = robots.clone().into_iter().flat_map(|robot| {
                Direction::ALL.into_iter().map(move |direction| Slide { robot, direction })
            });
            slides.map(move |slide| before.iter().chain([slide]).collect()).collect::<Vec<Moves>>()
        };
        sequences = sequences.iter().flat_map(longer).filter(|moves| instance.plan(moves).is_ok()).collect();
    }
    sequences.retain(|moves| instance.verify(moves).is_ok());
    sequences
}

#[test]
fn all_solutions_are_shown_once() {
    let games = cases(12, 600);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut several = 0;
    for number in 0..games {
        let game = small_with_targets(&mut rng, 3..=6, 1 + number % 3, 1 + number % 2);
        let mut found = Vec::new();
        let mut control = Control::unlimited();
        let outcome = Optimal::default().all(&game, &mut control, |moves| {
            found.push(moves);
            ControlFlow::Continue(())
        });
        assert_eq!(control.stats().bytes, 0);
        let Some(least) = brute_force(&game) else {
            assert_eq!(outcome, Outcome::Unsolvable);
            continue;
        };
        if least.len() > 6 {
            continue;
        }
        found.sort();
        let mut expected = all_solutions(&game, least.len());
        expected.sort();
        assert_eq!(found, expected, "{:?}\n{game}", game.approach());
        assert_eq!(outcome.plan(), Some(found.len() as u64));
        several += usize::from(found.len() > 1);

        let few = solve(Optimal::default().with_preference(Preference::FewestRobots), &game);
        let few = few.expect("solvable");
        assert_eq!(few.len(), least.len());
        assert_eq!(Some(few.robots()), expected.iter().map(Moves::robots).min(), "{game}");
    }
    assert!(6 * several > games, "{several}");
}
