//! Every reader of text and of tables, given malformed files. Accepted puzzles are solved and
//! verified.

mod tables;

use grid_puzzle::clockwise::{Clockwise, verify_clockwise};
use grid_puzzle::error::{ParseMovesError, SetupError};
use grid_puzzle::internal::OptimalHeuristic;
use grid_puzzle::{
    Board, Dummies, Instance, Metrics, MoveMetric, NearOptimal, Notation, Optimal, Parberry, Setup,
    SeveralBlanks, Snake, TileMoves,
};
use motion_core::error::TextPosition;
use motion_core::{Budget, Control, Outcome};
use motion_testing::fuzzing::{Answer, Door};
use proptest::prelude::*;

use crate::verified::{PlanSolver, WalkSolver};

const WORDS: &str = "1~2~3~4~5~6~7~8~0~10~11~ ~ ~ ~\t~,~\n~\n~\n\n~#~# c\n~\r\n~/~/~2\n~3 2\n";

const BOARDS: [&str; 12] = [
    "1 2\n3 0",
    "3 1\n0 2\n",
    " 8 6 7\n 2 5 4\n 3 0 1\n",
    "# eight\n1,2,3\r\n4,5,6\r\n8,7,0\r\n",
    "5 1 2 3\n9 6 7 4\n13 10 11 8\n14 15 12 0",
    "0 4 3 2\n1 7 6 5",
    "1 0 2\n0 4 3",
    "0 5 0 3\n2 0 1 4\n0 0 6 0",
    "10 3\n1 7\n2 0\n5 8\n4 11\n6 9",
    "3\n8 6 7\n2 5 4\n3 0 1",
    "8 6 7/2 5 4/3 0 1",
    "2 4 # rows and columns\n0 4 3 2 / 1 7 6 5\n",
];

const fn place(error: &SetupError) -> Option<TextPosition> {
    Some(match error {
        SetupError::UnexpectedCharacter { at, .. }
        | SetupError::HugeNumber { at }
        | SetupError::TooManyNumbers { at }
        | SetupError::Ragged { at, .. }
        | SetupError::EmptyRow { at }
        | SetupError::RowCount { at, .. }
        | SetupError::RowLength { at, .. }
        | SetupError::Size { at, .. }
        | SetupError::NoBlank { at }
        | SetupError::NoTile { at }
        | SetupError::OutOfRange { at, .. }
        | SetupError::Repeated { at, .. }
        | SetupError::SeveralBoards { at }
        | SetupError::Instance { at, .. } => *at,
        _ => return None,
    })
}

fn refused(error: &SetupError) -> Answer {
    Answer::Refused(error.to_string(), place(error).map(|at| (at.line, at.column)))
}

/// Reads a board, and checks that an accepted board prints back.
fn read(text: &str) -> Result<Result<Board, Answer>, TestCaseError> {
    match text.parse::<Board>() {
        Ok(board) => {
            prop_assert_eq!(board.to_string().parse(), Ok(board.clone()));
            #[cfg(feature = "serde")]
            prop_assert_eq!(
                serde_json::from_value::<Board>(serde_json::json!(text)).ok(),
                Some(board.clone())
            );
            Ok(Ok(board))
        }
        Err(error) => {
            prop_assert!(place(&error).is_some() || error == SetupError::Empty);
            Ok(Err(refused(&error)))
        }
    }
}

/// Returns the limits for one board.
fn little() -> Control<'static> {
    Control::new(Budget::new().with_nodes(5_000).with_bytes(4 << 20))
}

/// Solves a board with one blank. No solver contradicts parity, and every solution is verified.
fn solve(instance: &Instance) -> Result<(), TestCaseError> {
    prop_assert_eq!(instance.to_string().parse(), Ok(instance.clone()));
    let optimal = [
        Optimal::default(),
        Optimal::default().with_heuristic(OptimalHeuristic::LinearConflict),
        Optimal::default()
            .with_heuristic(OptimalHeuristic::WalkingDistance)
            .with_metric(MoveMetric::MultiTile),
    ];
    let metrics = [MoveMetric::SingleTile, MoveMetric::SingleTile, MoveMetric::MultiTile];
    let mut solvers: Vec<(&WalkSolver, MoveMetric)> =
        optimal.iter().map(|solver| solver as &WalkSolver).zip(metrics).collect();
    let (parberry, snake, short, long) =
        (Parberry::default(), Snake::default(), NearOptimal::default(), Snake::default().with_length(4));
    let others: [&WalkSolver; 4] = [&parberry, &snake, &short, &long];
    solvers.extend(others.map(|solver| (solver, MoveMetric::SingleTile)));
    // The fewest moves of single tiles, and of lines.
    let mut least = [None; 2];
    for (number, (solver, metric)) in solvers.into_iter().enumerate() {
        let mut control = little();
        let outcome = solver.solve(instance, &mut control);
        prop_assert_eq!(control.stats().bytes, 0, "solver {}", number);
        let (is_solved, is_unsolvable) = (outcome.is_solved(), outcome == Outcome::Unsolvable);
        prop_assert!(!is_unsolvable || !instance.is_solvable(), "solver {}", number);
        if let Some(walk) = outcome.plan() {
            prop_assert_eq!(
                instance.verify(&walk).map(|metrics| metrics.moves),
                Ok(walk.len() as u64),
                "solver {}",
                number
            );
            prop_assert!(instance.is_solvable() && walk.len() as u64 >= instance.manhattan_distance());
            let moves = metric.moves(&walk);
            let least: &mut Option<u64> = &mut least[usize::from(metric == MoveMetric::MultiTile)];
            if number < optimal.len() && is_solved {
                prop_assert!(least.is_none_or(|least| least == moves), "solver {}", number);
                *least = Some(moves);
            }
            prop_assert!(least.is_none_or(|least| least <= moves), "solver {}", number);
        }
    }
    for solver in [Clockwise::default(), Clockwise::procedure(), Clockwise::anywhere()] {
        match solver.solution(instance, &mut little()) {
            Outcome::Solved { plan, .. } => {
                prop_assert_eq!(
                    instance.verify(&plan.walk).map(|metrics| metrics.moves),
                    Ok(plan.walk.len() as u64)
                );
                match &plan.choice_squares {
                    Some(squares) => {
                        prop_assert_eq!(instance.start().verify_choices(&plan.walk, squares), Ok(()));
                    }
                    None => {
                        prop_assert!(verify_clockwise(plan.walk.iter().skip(plan.approach as usize)).is_ok());
                    }
                }
            }
            Outcome::Unsolvable => prop_assert!(!instance.is_solvable()),
            Outcome::Stopped { .. } => {}
        }
    }
    Ok(())
}

/// Solves a board with several blanks, which is always possible from 2×3 on.
fn solve_multi_blank(instance: &Instance) -> Result<(), TestCaseError> {
    prop_assert_eq!(instance.to_string().parse(), Ok(instance.clone()));
    let (parberry, snake, optimal) = (
        SeveralBlanks(Parberry::default()),
        SeveralBlanks(Snake::default()),
        SeveralBlanks(Optimal::default()),
    );
    let dummies = Dummies::new(Snake::default()).with_tries(3);
    let solvers: [&PlanSolver; 4] = [&parberry, &snake, &dummies, &optimal];
    for solver in solvers {
        let mut control = little();
        let outcome = solver.solve(instance, &mut control);
        prop_assert_eq!(control.stats().bytes, 0);
        prop_assert!(!matches!(outcome, Outcome::Unsolvable));
        if let Some(plan) = outcome.plan() {
            prop_assert_eq!(instance.verify_plan(&plan).map(|metrics| metrics.moves), Ok(plan.len() as u64));
            let moves = TileMoves::from_plan(instance.start(), &plan).expect("steps from cell to cell");
            let again: TileMoves = moves.to_string().parse().expect("what was printed");
            prop_assert_eq!(again.to_plan(instance.start()), Ok(plan));
        }
    }
    Ok(())
}

#[test]
fn boards() {
    let door = Door { name: "board", share: 1, words: WORDS, good: &BOARDS };
    door.fuzz(|text| {
        let board = match read(text)? {
            Ok(board) => board,
            Err(answer) => return Ok(answer),
        };
        if board.tiles().len() > 20 {
            return Ok(Answer::Accepted);
        }
        // The goal is the standard one, or the board itself with the rows in another order.
        let text = board.to_string();
        let goal: Board = text.lines().rev().collect::<Vec<_>>().join("\n").parse().expect("the same rows");
        if board.blank_count() == 1 {
            solve(&Instance::standard(board.clone()))?;
            solve(&Instance::new(board, goal).expect("equal sizes"))?;
        } else {
            solve_multi_blank(&Instance::standard(board.clone()))?;
            solve_multi_blank(&Instance::new(board, goal).expect("equal sizes"))?;
        }
        Ok(Answer::Accepted)
    });
}

#[test]
fn files_of_boards() {
    let good = BOARDS.join("\n\n");
    let spaced = BOARDS[..3].join("\r\n\r\n# next\r\n\r\n");
    let door = Door { name: "file of boards", share: 1, words: WORDS, good: &[&good, &spaced] };
    door.fuzz(|text| {
        let setups = match Setup::all(text) {
            Ok(setups) => setups,
            Err(error) => return Ok(refused(&error)),
        };
        prop_assert!(!setups.is_empty());
        match setups.into_iter().map(Board::try_from).collect::<Result<Vec<_>, _>>() {
            Ok(boards) => {
                let printed: Vec<_> = boards.iter().map(Board::to_string).collect();
                let again = Setup::all(&printed.join("\n\n")).expect("what was printed");
                let again: Result<Vec<Board>, _> = again.into_iter().map(Board::try_from).collect();
                prop_assert_eq!(again, Ok(boards));
                Ok(Answer::Accepted)
            }
            Err(error) => Ok(refused(&error)),
        }
    });
}

#[test]
fn puzzles() {
    let words = format!("{WORDS}~goal~\ngoal\n");
    let good = ["1 2\n3 0\ngoal\n0 1\n3 2", "# start\n1,2,0\r\n3,0,4\r\n goal # other\r\n0 0 1\n2 3 4\n"];
    let door = Door { name: "puzzle", share: 1, words: &words, good: &good };
    door.fuzz(|text| {
        match text.parse::<Instance>() {
            Ok(instance) => prop_assert_eq!(instance.to_string().parse(), Ok(instance)),
            Err(error) => {
                prop_assert!(place(&error).is_some() || error == SetupError::Empty);
                return Ok(refused(&error));
            }
        }
        Ok(Answer::Accepted)
    });
}

/// The referee handles all letters.
#[test]
fn solutions_in_letters() {
    let door = Door {
        name: "solution",
        share: 1,
        words: "U~R~D~L~u~r~d~l~ ~\n~ULDR~LURD",
        good: &["ULDR", "u l\nD", "LLUURRDDLLUURRDD"],
    };
    let instance: Instance = "1 2 3\n4 5 6\n0 7 8".parse().expect("an instance");
    door.fuzz(|text| match Notation::Tile.parse(text) {
        Ok(walk) => {
            prop_assert_eq!(
                Notation::Tile.parse(&Notation::Tile.display(&walk).to_string()),
                Ok(walk.clone())
            );
            let same = Notation::Blank.parse(&Notation::Blank.display(&walk).to_string());
            prop_assert_eq!(same, Ok(walk.clone()));
            if let Ok(Metrics { moves, .. }) = instance.verify(&walk) {
                prop_assert_eq!(moves % 2, 0);
                let shorter =
                    NearOptimal::quick().improve(&instance, &walk, &mut little()).expect("a solution");
                prop_assert!(instance.verify(&shorter).is_ok_and(|less| (2..=moves).contains(&less.moves)));
            }
            if let Ok(squares) = instance.start().choice_squares(&walk) {
                prop_assert_eq!(instance.start().verify_choices(&walk, &squares), Ok(()));
            }
            Ok(Answer::Accepted)
        }
        Err(error) => Ok(Answer::Refused(error.to_string(), Some((error.at.line, error.at.column)))),
    });
}

#[test]
fn moves_of_tiles() {
    let door = Door {
        name: "moves of tiles",
        share: 1,
        words: "1~2~3~4~U~R~D~L~u~l~ ~,~\n~4L~3U ~2RL",
        good: &["3U 4LRL", "3u, 4l 4r\r\n4l", "4L 3U 2LR 1D", ""],
    };
    let instance: Instance = "1 2 0\n0 4 3".parse().expect("several blanks");
    door.fuzz(|text| match text.parse::<TileMoves>() {
        Ok(moves) => {
            prop_assert_eq!(moves.to_string().parse(), Ok(moves.clone()));
            if let Ok(plan) = moves.to_plan(instance.start()) {
                prop_assert_eq!(TileMoves::from_plan(instance.start(), &plan), Some(moves));
                prop_assert!(instance.verify_plan(&plan).is_err() || plan.len() as u64 >= 2);
            }
            Ok(Answer::Accepted)
        }
        Err(error) => {
            let (ParseMovesError::UnexpectedCharacter { at, .. }
            | ParseMovesError::NoDirection { at, .. }
            | ParseMovesError::BadNumber { at }) = error
            else {
                panic!("an error without a place: {error}")
            };
            Ok(Answer::Refused(error.to_string(), Some((at.line, at.column))))
        }
    });
}
