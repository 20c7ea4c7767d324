//! The solvers of sliding puzzles and their options.

use grid_puzzle::{MoveMetric, Notation, Optimal, Snake};
use motion_core::{Improvement, Plan, Walk};

use super::{Puzzle, Solution, SolverChoice};
use crate::{Answer, Input, Named, Request, TextError};

pub(super) fn options() -> Vec<Input> {
    let notations = vec![
        Named::new("tile", "the direction of the tile: U R D L"),
        Named::new("blank", "the direction of the blank"),
        Named::new("tile-blocks", "of the tile, repeated blocks as (URDL)3"),
        Named::new("blank-blocks", "of the blank, repeated blocks as (URDL)3"),
    ];
    let metrics = vec![
        Named::new("single", "one tile by one cell"),
        Named::new("multi", "any number of tiles of a line at once"),
    ];
    vec![
        Input::integer("snake-length", "most tiles of a snake", 2, (2, 100))
            .for_solvers(["snake", "snake-dummies"]),
        Input::choice("metric", "what counts as a move", metrics).for_solvers(["optimal"]),
        Input::choice("notation", "notation with one blank", notations),
    ]
}

/// Solves a puzzle and verifies the solution.
pub(super) fn solve(puzzle: &Puzzle, request: &mut Request<'_>) -> Result<Answer, TextError> {
    let solver: SolverChoice = request.solver.parse().map_err(TextError::of)?;
    let notation = request.options.choice("notation").to_owned();
    let metric = match request.options.choice("metric") {
        "multi" if solver.entry().name == "optimal" => MoveMetric::MultiTile,
        _ => MoveMetric::SingleTile,
    };
    if metric == MoveMetric::MultiTile && matches!(puzzle, Puzzle::Several(_)) {
        return Err(TextError::new("moves of several tiles at once go with one blank"));
    }
    let snake = Snake::default().with_length(request.options.count("snake-length"));
    let method = solver.method(snake, Optimal::default().with_metric(metric));
    // The distances are a bound for moves of single tiles.
    let bound = (metric == MoveMetric::SingleTile).then(|| puzzle.manhattan_distance());
    let describe = |solution: &Solution| {
        puzzle.verify(solution).ok()?;
        Some((solution.moves(metric), text(puzzle, solution, &notation)))
    };
    let (solved, run) = request.run(bound, solution_of, describe, |control| method.solve(puzzle, control));
    let (name, outcome) = solved.map_err(TextError::of)?;
    let (answer, solution) = Answer::of_outcome(outcome);
    let mut answer = Answer { algorithm: Some(name.to_owned()), ..answer.with_cost(run) };
    answer.lower_bound = answer.lower_bound.max(bound);
    if let Some(solution) = solution {
        puzzle.verify(&solution)?;
        answer.moves = Some(solution.moves(metric));
        answer.solution = Some(text(puzzle, &solution, &notation));
    }
    Ok(answer)
}

fn solution_of(improvement: &Improvement) -> Option<Solution> {
    let walk = improvement.solution::<Walk>().map(Solution::Free);
    walk.or_else(|| improvement.solution::<Plan>().map(Solution::Moves))
}

/// A verified solution as text.
fn text(puzzle: &Puzzle, solution: &Solution, notation: &str) -> String {
    let letters = if notation.starts_with("blank") { Notation::Blank } else { Notation::Tile };
    puzzle.solution_text(solution, letters, notation.ends_with("-blocks"))
}
