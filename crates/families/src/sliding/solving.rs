//! The solvers of sliding puzzles and their options.

use grid_puzzle::{MoveMetric, Optimal, Snake};
use motion_core::{Improvement, Plan, Walk};

use super::{Puzzle, Solution, SolverChoice};
use crate::{Answer, Input, NamedRow, NamedValue, Request, TextError};

pub(super) fn options() -> Vec<Input> {
    vec![
        Input::integer("snake-length", "most tiles of a snake", 2, (2, 100))
            .for_solvers(["snake", "snake-dummies"]),
        Input::value::<MoveMetric>("metric", "what counts as a move").for_solvers(["optimal"]),
        Input::value::<Letters>("notation", "notation with one blank"),
    ]
}

/// Solves a puzzle and verifies the solution.
pub(super) fn solve(puzzle: &Puzzle, request: &mut Request<'_>) -> Result<Answer, TextError> {
    let solver: SolverChoice = request.solver.parse().map_err(TextError::of)?;
    let letters: Letters = request.options.value("notation");
    let metric: MoveMetric = request.options.value("metric");
    let metric = if solver.entry().name == "optimal" { metric } else { MoveMetric::SingleTile };
    if metric == MoveMetric::MultiTile && matches!(puzzle, Puzzle::Several(_)) {
        return Err(TextError::new("moves of several tiles at once go with one blank"));
    }
    let snake = Snake::default().with_length(request.options.count("snake-length"));
    let method = solver.method(snake, Optimal::default().with_metric(metric));
    // The distances are a bound for moves of single tiles.
    let bound = (metric == MoveMetric::SingleTile).then(|| puzzle.manhattan_distance());
    let describe = |solution: &Solution| {
        puzzle.verify(solution).ok()?;
        Some((solution.moves(metric), puzzle.solution_text(solution, letters)))
    };
    let (solved, run) = request.run(bound, solution_of, describe, |control| method.solve(puzzle, control));
    let (name, outcome) = solved.map_err(TextError::of)?;
    let (answer, solution) = Answer::of_outcome(outcome);
    let mut answer = Answer { algorithm: Some(name.to_owned()), ..answer.with_cost(run) };
    answer.lower_bound = answer.lower_bound.max(bound);
    if let Some(solution) = solution {
        puzzle.verify(&solution)?;
        answer.moves = Some(solution.moves(metric));
        answer.solution = Some(puzzle.solution_text(&solution, letters));
    }
    Ok(answer)
}

fn solution_of(improvement: &Improvement) -> Option<Solution> {
    let walk = improvement.solution::<Walk>().map(Solution::Free);
    walk.or_else(|| improvement.solution::<Plan>().map(Solution::Moves))
}

/// The letters of a solution with one blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// Directions of the tile.
    Tile,
    /// Directions of the blank.
    Blank,
    /// Those of the tile, by blocks.
    TileBlocks,
    /// Those of the blank, by blocks.
    BlankBlocks,
}

impl NamedValue for Letters {
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
