//! Sliding-tile puzzles.

mod answer_keys;
mod by_hand;
mod method;
mod puzzle;
#[cfg(feature = "fuzz")]
mod readers;
mod samples;
#[cfg(feature = "soak")]
mod soak;
mod solution;
mod solving;

pub use answer_keys::AnswerKeys;
pub use method::{Method, SolverChoice};
pub use puzzle::{Puzzle, RobotMoves};
pub use solution::Solution;
pub use solving::{WalkNotation, answer};

use cpf::internal::PlanSolver;
use grid_puzzle::Board;
#[cfg(feature = "explore")]
use grid_puzzle::MoveMetric;
use grid_puzzle::internal::PuzzleSolver;
#[cfg(feature = "explore")]
use grid_puzzle::internal::RankedBoards;
use motion_core::Control;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Map, json};

#[cfg(feature = "explore")]
use crate::space::Packed;
use crate::view::scene_of;
use crate::{
    Answer, Choices, Description, EditAction, Family, Input, InstanceText, Moves, Named, PlayAction, Played,
    Replay, Request, Status, TextError, View,
};
use puzzle::board_to_draw;

/// Sliding-tile puzzles with one blank or several.
pub(crate) struct Sliding;

impl Family for Sliding {
    #[cfg(feature = "fuzz")]
    fn readers(&self) -> &'static [crate::Reader] {
        readers::READERS
    }

    #[cfg(feature = "soak")]
    fn random_problem(
        &self,
        scale: crate::soak::Scale,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Box<dyn crate::soak::Problem> {
        Box::new(soak::random(scale, rng))
    }

    #[cfg(feature = "explore")]
    fn space(&self) -> Option<crate::SpaceDescription> {
        Some(crate::SpaceDescription {
            summary: "Boards of sliding tiles, from the solved one",
            is_by_words: true,
        })
    }

    /// Calls `then` with the boards of a size, which the text gives as `3x4`.
    #[cfg(feature = "explore")]
    fn with_space(&self, text: &str, then: &mut dyn FnMut(&dyn crate::StateSpace)) -> Result<(), TextError> {
        let size = text.split_once(['x', 'X', '×']);
        let size = size.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
        let (rows, columns) = size
            .ok_or_else(|| TextError::new(format!("{text}: expected rows and columns, for example 4x4")))?;
        let solved = Board::solved(rows, columns).map_err(TextError::of)?;
        let space = RankedBoards::new(solved, MoveMetric::SingleTile).map_err(TextError::of)?;
        let (start, text) =
            (space.goal_rank(), |space: &RankedBoards, &rank: &u64| space.board(rank).to_string());
        then(&Packed::<_, _, _, 1> { space, start, text });
        Ok(())
    }

    fn name(&self) -> &'static str {
        "sliding"
    }

    fn description(&self) -> Description {
        Description {
            name: self.name(),
            title: "Sliding puzzles",
            formats: "Rows of numbers, 0 for a blank. A line \"goal\" and a second board give another goal than \
                      the standard one. # begins a comment. A board may stand on one line, with / between its rows \
                      or below a line with its size, such as 3x4; a square one without both.",
            part: None,
            samples: samples::SAMPLES.to_vec(),
            random: vec![
                Input::integer("rows", "rows", 4, (2, 60)),
                Input::integer("columns", "columns", 4, (2, 60)),
                Input::integer("blanks", "blanks", 1, (1, 3599)),
                Input::seed(),
            ],
            solvers: [Named::solvers::<PuzzleSolver>(), Named::solvers::<PlanSolver>()].concat(),
            options: solving::options(),
            tools: by_hand::TOOLS.to_vec(),
            legend: "A tile is pale until it is in its place in the goal.",
            keys: "Click a tile in the line of a blank, or press an arrow: the tile moves in its direction.",
            selects_first: false,
            has_fleets: false,
            units: &[["move", "moves"]],
            file_name: "puzzle.txt",
        }
    }

    fn read(&self, text: &str, _: &mut Control<'_>) -> View {
        let puzzle = match Puzzle::read(text) {
            Ok(puzzle) => puzzle,
            Err(error) => {
                let mut view = View::invalid(text, error);
                if let Some(board) = board_to_draw(text)
                    && let Ok(puzzle) =
                        Board::solved_with_blanks(board.rows(), board.columns(), board.blank_count())
                            .map_err(TextError::of)
                            .and_then(|goal| Puzzle::new(board, Some(&goal)).map_err(TextError::of))
                {
                    draw(&mut view, &puzzle);
                }
                return view;
            }
        };
        let start = puzzle.start();
        let (status, reason) = if start == puzzle.goal() {
            (Status::Solved, None)
        } else if puzzle.is_solvable() {
            (Status::Open, None)
        } else {
            (Status::Unsolvable, Some(Puzzle::obstacle().to_owned()))
        };
        let mut view = View {
            text: puzzle.text(),
            error: None,
            svg: None,
            points: Vec::new(),
            status,
            reason,
            facts: vec![
                ("size", format!("{} × {}", start.rows(), start.columns())),
                ("blanks", start.blank_count().to_string()),
                ("sum of the tiles' distances", puzzle.manhattan_distance().to_string()),
            ],
        };
        draw(&mut view, &puzzle);
        view
    }

    fn instances(&self, text: &str) -> Result<Vec<Result<InstanceText, TextError>>, TextError> {
        Ok(vec![Ok(InstanceText { title: None, text: Puzzle::read(text)?.text() })])
    }

    fn random(&self, choices: &Choices, rng: &mut Xoshiro256PlusPlus) -> Result<String, TextError> {
        let (rows, columns, blanks) =
            (choices.count("rows"), choices.count("columns"), choices.count("blanks"));
        let goal = Board::solved_with_blanks(rows, columns, blanks).map_err(TextError::of)?;
        Ok(Puzzle::random(goal, rng).text())
    }

    fn edit(&self, text: &str, action: &EditAction) -> Result<String, TextError> {
        by_hand::edit(&Puzzle::read(text)?, action)
    }

    fn play(&self, text: &str, action: &PlayAction) -> Result<Played, TextError> {
        by_hand::play(&Puzzle::read(text)?, action)
    }

    fn solve(&self, text: &str, request: &mut Request<'_>) -> Result<Answer, TextError> {
        solving::solve(&Puzzle::read(text)?, request)
    }

    fn replay(&self, text: &str, solution: &str) -> Result<Replay, TextError> {
        let puzzle = Puzzle::read(text)?;
        let (solution, metrics) = puzzle.solution(solution)?;
        let start = puzzle.start();
        let moves = solution.plan(start);
        let steps = if moves.len() > motion_core::draw::PLAYER_LIMIT {
            Vec::new()
        } else {
            let tile_moves = grid_puzzle::TileMoves::from_plan(start, &moves).unwrap_or_default();
            tile_moves
                .moves()
                .iter()
                .map(|(tile, direction)| format!("{} {}", tile.0, direction.letter()))
                .collect()
        };
        let metrics: Map<_, _> = [("moves".to_owned(), json!(metrics.moves))].into_iter().collect();
        let configuration = start.configuration();
        Ok(Replay {
            scene: scene_of(size(&puzzle), || puzzle.scene()),
            start: configuration,
            moves: Moves::Plan(moves),
            steps,
            metrics,
        })
    }
}

/// Returns the numbers of cells and tiles.
fn size(puzzle: &Puzzle) -> (usize, usize) {
    let start = puzzle.start();
    (start.tiles().len(), start.tiles().len() - start.blank_count() as usize)
}

fn draw(view: &mut View, puzzle: &Puzzle) {
    view.draw(size(puzzle), || (puzzle.scene(), puzzle.start().configuration()));
}
