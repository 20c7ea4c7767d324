//! Tests of every reader of text with random and damaged texts. Accepted games are solved, and the
//! solutions are verified.

use std::ops::ControlFlow;

use motion_core::error::TextPosition;
use motion_core::{Budget, Control, Outcome, Quality, Solver};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use ricochet::error::SetupError;
use ricochet::internal::{GraphMethod, GraphSolver, Preference};
use ricochet::quadrants::{QuadrantError, QuadrantSet, RandomGame};
use ricochet::{Approach, Instance, Moves, Optimal, Setup};

use crate::random_games::verified_moves;
use motion_testing::fuzzing::{Answer, Door};

const WORDS: &str = "+---+---+---+\n~+   +   +   +\n~+---+   +---+\n~|           |\n~| r       * |\n~\
     |       | bR|\n~+~-~---~+---~+   ~|~ ~   ~r~g~b~R~B~*~s~S~| *   B   s |\n~/~\\~#~\n~\n\n~\
     diagonal 0 0 g\n~no stops on diagonals\n~diagonal ~0 ~1 ~2 ~k~y\n~# c\n~    ";

const GAMES: [&str; 6] = [
    "+---+---+---+\n|\\r     |   |\n+   +   +---+\n|       | bR|\n+   +   +   +\n|    ###    |\n+---+---+---+\n\
     diagonal 0 0 g\n",
    "+---+---+---+\n| r         |\n+   +   +   +\n|           |\n+   +   +   +\n|          *|\n+---+---+---+",
    "+   +   +   +   +\n| g   r     | B\n+   +---+   +   +\n      /       b\n+   +   +   +   +\n  #   k\n\
     +   +   +   +   +\ndiagonal 1 1 k",
    "# six robots\n+---+---+---+---+---+\n| r   g   b   y   w |\n+   +   +   +   +   +\n|               |   |\n\
     +   +---+   +   +   +\n|  \\              oO|\n+---+---+---+---+---+\ndiagonal 2 0 r\n",
    "+---+---+---+\r\n| r         |\r\n+   +   +   +\r\n|    G  | g |\r\n+   +---+   +\r\n|           |\r\n\
     +---+---+---+\r\n",
    "# two targets\n+---+---+---+\n|s   b   S  |\n+   +   +   +\n|           |\n+   +   +   +\n|B     *    |\n\
     +---+---+---+\n",
];

const fn place(error: &SetupError) -> Option<TextPosition> {
    Some(match error {
        SetupError::UnexpectedCharacter { at, .. }
        | SetupError::Ragged { at, .. }
        | SetupError::Unfinished { at }
        | SetupError::Size { at, .. }
        | SetupError::SecondDiagonal { at }
        | SetupError::ColourMissing { at, .. }
        | SetupError::ColourUnknown { at, .. }
        | SetupError::DiagonalLine { at }
        | SetupError::NoDiagonal { at, .. }
        | SetupError::Instance { at, .. }
        | SetupError::SeveralBoards { at } => *at,
        _ => return None,
    })
}

fn refused(error: &SetupError) -> Answer {
    Answer::Refused(error.to_string(), place(error).map(|at| (at.line, at.column)))
}

/// Returns the limits of each solver for one game.
fn small_budget() -> Control<'static> {
    Control::new(Budget::new().with_nodes(3_000).with_bytes(4 << 20))
}

/// Checks that all solvers that promise the fewest moves find the same number, and that no solver
/// finds fewer. If one proves that there is no solution, no other may find one.
fn solve(game: &Instance) -> Result<(), TestCaseError> {
    let mut outcomes = Vec::new();
    for solver in [Optimal::default(), Optimal::default().with_preference(Preference::FewestRobots)] {
        let mut control = small_budget();
        outcomes.push(solver.solve(game, &mut control));
        prop_assert_eq!(control.stats().bytes, 0);
    }
    for method in [GraphMethod::Dp, GraphMethod::V1, GraphMethod::V2, GraphMethod::Combined] {
        let mut control = small_budget();
        outcomes.push(GraphSolver::default().with_method(method).solve(game, &mut control));
        prop_assert_eq!(control.stats().bytes, 0);
    }
    let (mut least, mut found, mut impossible) = (None, usize::MAX, false);
    for outcome in outcomes {
        impossible |= matches!(outcome, Outcome::Unsolvable);
        let is_shortest = matches!(outcome, Outcome::Solved { quality: Quality::Optimal, .. });
        if let Some(moves) = outcome.plan() {
            prop_assert_eq!(verified_moves(game, &moves), Some(moves.len()));
            prop_assert_eq!(moves.to_string().parse(), Ok(moves.clone()));
            found = found.min(moves.len());
            if is_shortest {
                prop_assert!(least.is_none_or(|least| least == moves.len()));
                least = Some(moves.len());
            }
        }
    }
    prop_assert!(!impossible || found == usize::MAX);
    prop_assert!(least.is_none_or(|least| least == found));
    let mut all = Vec::new();
    let outcome = Optimal::default().all(game, &mut small_budget(), |moves| {
        all.push(moves);
        if all.len() < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    prop_assert!(!outcome.is_solved() || !all.is_empty() && !impossible);
    for moves in all {
        prop_assert_eq!(verified_moves(game, &moves), Some(moves.len()));
        prop_assert!(least.is_none_or(|least| least == moves.len()));
    }
    Ok(())
}

#[test]
fn games() {
    Door { name: "game", share: 1, words: WORDS, good: &GAMES }.fuzz(|text| {
        let game = match text.parse::<Instance>() {
            Ok(game) => game,
            Err(error) => {
                prop_assert!(place(&error).is_some() || error == SetupError::Empty);
                return Ok(refused(&error));
            }
        };
        prop_assert_eq!(game.to_string().parse(), Ok(game.clone()));
        #[cfg(feature = "serde")]
        prop_assert_eq!(serde_json::from_value(serde_json::json!(text)).ok(), Some(game.clone()));
        solve(&game)?;
        solve(&game.with_approach(Approach::Turning))?;
        Ok(Answer::Accepted)
    });
}

fn instances(setups: Vec<Setup>) -> Result<Vec<Instance>, SetupError> {
    setups.into_iter().map(Instance::try_from).collect()
}

#[test]
fn files_of_games() {
    let good = GAMES.join("\n\n");
    Door { name: "file of games", share: 2, words: WORDS, good: &[&good] }.fuzz(|text| {
        let games = Setup::all(text).and_then(instances);
        let games = match games {
            Ok(games) => games,
            Err(error) => return Ok(refused(&error)),
        };
        let printed: Vec<_> = games.iter().map(Instance::to_string).collect();
        let again = Setup::all(&printed.join("\n\n")).expect("what was printed");
        prop_assert_eq!(instances(again), Ok(games));
        Ok(Answer::Accepted)
    });
}

#[test]
fn moves_and_colours() {
    let words = "r~g~b~y~w~o~p~k~s~U~R~D~L~u~ ~\n~rU~bL ~gr\n";
    let game: Instance = GAMES[0].parse().expect("a game");
    Door { name: "moves", share: 1, words, good: &["rU bL\nrd", "", "rRrDrLrUbL bU", "rD\r\nrR"] }.fuzz(
        |text| match text.parse::<Moves>() {
            Ok(moves) => {
                prop_assert_eq!(moves.to_string().parse(), Ok(moves.clone()));
                if let Ok(metrics) = game.verify(&moves) {
                    prop_assert_eq!(metrics.moves, moves.len() as u64);
                    prop_assert!(game.plan(&moves).is_ok());
                }
                Ok(Answer::Accepted)
            }
            Err(error) => Ok(Answer::Refused(error.to_string(), Some((error.at.line, error.at.column)))),
        },
    );
}

fn place_of(error: &QuadrantError) -> Option<(usize, usize)> {
    let (QuadrantError::UnexpectedWord { at, .. }
    | QuadrantError::DuplicateName { at, .. }
    | QuadrantError::UnknownName { at, .. }
    | QuadrantError::CellTaken { at }
    | QuadrantError::MissingEnd { at, .. }) = error
    else {
        return None;
    };
    Some((at.line, at.column))
}

/// Checks that accepted quadrants can be assembled, round-trip, and make random games or an error.
#[test]
fn quadrants() {
    let words = "quadrant ~1A~2A\n~3A\n~4A\n~1D\n~wall ~target ~mirror ~end\n~0 ~1 ~7 ~N~NE\n~NESW\n~red~\
         green\n~blue\n~yellow ~any\n~/ ~\\ ~red\n~# c\n~\n~target 3 3 red\n~wall 3 3 NESW\n~\
         quadrant 1A\n";
    let side = |name| {
        format!("quadrant {name}\nwall 2 1 NE\nwall 7 7 NESW\ntarget 2 1 red circle\ntarget 3 3 any\nend\n")
    };
    let four = ["1A", "2A", "3A", "4A"].map(side).concat();
    let mirrors =
        format!("{four}quadrant 4D # with diagonals\r\nend\nmirror 1A 4 5 / green\nmirror 4D 0 0 \\ red\n");
    Door { name: "quadrants", share: 1, words, good: &[&four, &mirrors] }.fuzz(|text| {
        let set = match text.parse::<QuadrantSet>() {
            Ok(set) => set,
            Err(error) => {
                prop_assert!(place_of(&error).is_some());
                return Ok(Answer::Refused(error.to_string(), place_of(&error)));
            }
        };
        prop_assert_eq!(set.to_string().parse(), Ok(set.clone()));
        for quadrant in set.quadrants() {
            prop_assert!(
                quadrant.name().starts_with(quadrant.piece()) && quadrant.name().ends_with(quadrant.side())
            );
            let board = set.assemble([quadrant.name(); 4]).expect("the quadrant is there");
            prop_assert_eq!(board.targets.len() % 4, 0);
            prop_assert!(board.targets.iter().all(|target| !board.board.grid().is_closed(target.cell)));
        }
        for robots in [1, 8] {
            let random_game =
                RandomGame::default().with_robots(robots).with_sides("AD").with_any_robot_targets(true);
            let game = random_game.generate(&set, &mut Xoshiro256PlusPlus::seed_from_u64(1));
            if let Ok(game) = game {
                prop_assert_eq!(game.robots().len(), robots);
                prop_assert_eq!(game.to_string().parse(), Ok(game));
            }
        }
        Ok(Answer::Accepted)
    });
}
