//! The solvers of sliding puzzles and their options.

use grid_puzzle::{MoveMetric, Optimal, Snake};
use motion_core::observer::Improvement;
use motion_core::{Outcome, Plan, Walk};
use std::time::Duration;

use super::{AnswerKeys, Puzzle, Solution, SolverChoice};
use crate::run::with_cheaper;
use crate::{Answer, Ending, Input, NamedRow, NamedValue, Request, RunCost, TextError};

pub(super) fn options() -> Vec<Input> {
    vec![
        Input::integer("snake-length", "most tiles of a snake", 2, (2, 100))
            .for_solvers(["snake", "snake-dummies"]),
        Input::value::<MoveMetric>("metric", "what counts as a move").for_solvers(["optimal"]),
        Input::value::<WalkNotation>("notation", "notation with one blank"),
    ]
}

/// Solves a puzzle and verifies the solution.
pub(super) fn solve(puzzle: &Puzzle, request: &mut Request<'_>) -> Result<Answer, TextError> {
    let solver: SolverChoice = request.solver.parse().map_err(TextError::of)?;
    let notation: WalkNotation = request.options.value("notation");
    let metric: MoveMetric = request.options.value("metric");
    let metric = if solver.entry().name == "optimal" { metric } else { MoveMetric::SingleTile };
    if metric == MoveMetric::MultiTile && puzzle.has_several_blanks() {
        return Err(TextError::new("moves of several tiles at once go with one blank"));
    }
    let snake = Snake::default().with_length(request.options.count("snake-length"));
    let method = solver.method(snake, Optimal::default().with_metric(metric));
    // The distances are a bound only for moves of single tiles.
    let bound = (metric == MoveMetric::SingleTile).then(|| puzzle.manhattan_distance());
    let describe = |solution: &Solution| {
        puzzle.verify(solution).ok()?;
        Some((solution.moves(metric), puzzle.solution_text(solution, notation)))
    };
    let (solved, reported, run) =
        request.run(bound, solution_of, describe, |control| method.solve(puzzle, control));
    let (name, outcome) = solved.map_err(TextError::of)?;
    let outcome = with_cheaper(outcome, reported, |solution| solution.moves(metric));
    Ok(answer(puzzle, (name, outcome), metric, Some(notation), run, request.clock)?.0)
}

/// Verifies the solution of a method with this name. Returns the answer and the solution. The
/// answer contains the solution if a notation is given.
///
/// # Errors
/// The verifier's reason.
pub fn answer(
    puzzle: &Puzzle,
    (name, outcome): (&str, Outcome<Solution>),
    metric: MoveMetric,
    notation: Option<WalkNotation>,
    cost: RunCost,
    clock: fn() -> Duration,
) -> Result<(Answer, Option<Solution>), TextError> {
    let (answer, solution) = Answer::of_outcome(outcome);
    let mut answer = Answer { algorithm: Some(name.to_owned()), ..answer.with_cost(cost) };
    if answer.outcome == Ending::Unsolvable {
        answer.reason = Some(Puzzle::obstacle().to_owned());
    } else if metric == MoveMetric::SingleTile {
        // The distances are a bound only for moves of single tiles.
        answer.lower_bound = answer.lower_bound.or_else(|| Some(puzzle.manhattan_distance()));
    }
    let keys = AnswerKeys::of(puzzle.start());
    let Some(solution) = solution else { return Ok((answer.with_keys(&keys), None)) };
    let began = clock();
    puzzle.verify(&solution)?;
    answer.replay_seconds = Some(clock().saturating_sub(began).as_secs_f64());
    answer.moves = Some(solution.moves(metric));
    answer.solution = notation.map(|notation| puzzle.solution_text(&solution, notation));
    let choice_squares = solution.choice_squares(puzzle.start());
    answer.lines.extend(choice_squares.as_deref().filter(|_| notation.is_some()).map(choices_line));
    Ok((answer.with_keys(&AnswerKeys { choice_squares, ..keys }), Some(solution)))
}

/// Returns the choice squares as a line of text.
fn choices_line(squares: &[u32]) -> String {
    let numbers: Vec<_> = squares.iter().map(u32::to_string).collect();
    match numbers.len() {
        0 => "no choice squares".to_owned(),
        1 => format!("1 choice square: {}", numbers[0]),
        count => format!("{count} choice squares: {}", numbers.join(", ")),
    }
}

fn solution_of(improvement: &Improvement) -> Option<Solution> {
    let walk = improvement.solution::<Walk>().map(Solution::Free);
    walk.or_else(|_| improvement.solution::<Plan>().map(Solution::Moves)).ok()
}

/// A notation of solutions with one blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkNotation {
    /// Directions of the tile.
    Tile,
    /// Directions of the blank.
    Blank,
    /// Directions of the tile, with repeated blocks.
    TileBlocks,
    /// Directions of the blank, with repeated blocks.
    BlankBlocks,
}

impl NamedValue for WalkNotation {
    const ROWS: &'static [NamedRow<Self>] = &[
        NamedRow::new(Self::Tile, "tile", "The direction of the tile: U R D L"),
        NamedRow::new(Self::Blank, "blank", "The direction of the blank"),
        NamedRow::new(Self::TileBlocks, "tile-blocks", "Like tile, with repeated blocks as (URDL)3"),
        NamedRow::new(Self::BlankBlocks, "blank-blocks", "Like blank, with repeated blocks as (URDL)3"),
    ];
}

impl NamedValue for MoveMetric {
    const ROWS: &'static [NamedRow<Self>] = &[
        NamedRow::new(Self::SingleTile, "single", "One tile by one cell"),
        NamedRow::new(Self::MultiTile, "multi", "Any number of tiles of a line at once"),
    ];
}
