//! Puzzles with one blank or with several.

use std::ops::Deref;

use grid_puzzle::clockwise::ClockwiseSolution;
use grid_puzzle::error::InstanceError;
use grid_puzzle::{Board, Instance, Metrics, Notation, Setup, TileMoves};
use motion_core::sink::Sink;
use motion_core::{Direction, Move, Plan, Walk};
use rand::Rng;

use super::solution::Solution;
use super::solving::WalkNotation;
use crate::TextError;

/// A start and a goal, with conversions from and to text.
#[derive(Clone)]
pub struct Puzzle(Instance);

impl Deref for Puzzle {
    type Target = Instance;

    fn deref(&self) -> &Instance {
        &self.0
    }
}

impl Puzzle {
    /// Reads one board, whose goal is the standard one, or a start, a line `goal` and a goal.
    ///
    /// # Errors
    /// The first error, with its place.
    pub fn read(text: &str) -> Result<Self, TextError> {
        text.parse().map(Self).map_err(TextError::of)
    }

    /// Makes the puzzle with this goal, or with the standard one.
    ///
    /// # Errors
    /// [`InstanceError`] if the goal has another size or another number of blanks.
    pub fn new(start: Board, goal: Option<&Board>) -> Result<Self, InstanceError> {
        match goal {
            Some(goal) => Instance::new(start, goal.clone()).map(Self),
            None => Ok(Self(Instance::standard(start))),
        }
    }

    /// Generates a solvable puzzle with this goal.
    pub fn random(goal: Board, rng: &mut impl Rng) -> Self {
        Self(Instance::random(goal, rng))
    }

    /// Whether there are several blanks, so that solutions name the tiles.
    pub const fn has_several_blanks(&self) -> bool {
        self.0.start().blank_count() > 1
    }

    /// Returns the reason why a puzzle is unsolvable.
    pub const fn obstacle() -> &'static str {
        "once the blank is at its goal, an odd number of exchanges of two tiles remains, which no moves make"
    }

    /// Returns the puzzle as text, with the goal only if it is not the standard one.
    pub fn text(&self) -> String {
        let (start, goal) = (self.start(), self.goal());
        if Board::solved_with_blanks(start.rows(), start.columns(), start.blank_count()).as_ref() == Ok(goal)
        {
            return start.to_string();
        }
        format!("{start}\ngoal\n{goal}")
    }

    /// Replays a solution.
    ///
    /// # Errors
    /// The reason why the verifier refuses it.
    pub fn verify(&self, solution: &Solution) -> Result<Metrics, TextError> {
        match solution.walk() {
            Some(walk) if !self.has_several_blanks() => self.0.verify(walk).map_err(TextError::of),
            None if self.has_several_blanks() => {
                self.0.verify_plan(solution.plan(self.start())).map_err(TextError::of)
            }
            _ => Err(TextError::new("with one blank, solutions are letters; with several, they name tiles")),
        }
    }

    /// Reads a solution in any notation, and verifies it.
    ///
    /// # Errors
    /// The first error of the text, or the verifier's reason.
    pub fn solution(&self, text: &str) -> Result<(Solution, Metrics), TextError> {
        let verified = |solution: Solution| self.verify(&solution).map(|metrics| (solution, metrics));
        if self.has_several_blanks() {
            let moves: TileMoves = text.parse().map_err(TextError::of)?;
            return verified(Solution::Moves(moves.to_plan(self.start()).map_err(TextError::of)?));
        }
        if let Ok(moves) = text.parse::<TileMoves>()
            && !moves.moves().is_empty()
        {
            moves.to_plan(self.start()).map_err(TextError::of)?;
            let walk = moves.moves().iter().map(|(_, direction)| direction.opposite()).collect();
            return verified(Solution::Free(walk));
        }
        // Letters without tiles are directions of tiles or of the blank, whichever solves the
        // puzzle.
        let read = |notation: Notation| match notation.parse(text) {
            Ok(walk) => Ok(walk),
            Err(_) => notation.parse_blocks(text).map_err(TextError::of),
        };
        let by_tile = verified(Solution::Free(read(Notation::Tile)?));
        by_tile.or_else(|why| verified(Solution::Free(read(Notation::Blank)?)).map_err(|_| why))
    }

    /// Returns a solution without moves, to which robots add theirs.
    pub fn no_moves(&self) -> RobotMoves {
        let solution = if self.has_several_blanks() {
            Solution::Moves(Plan::new())
        } else {
            Solution::Free(Walk::new())
        };
        RobotMoves { columns: self.start().columns(), solution }
    }

    /// Returns the solution as text, with repeated blocks if requested.
    pub fn solution_text(&self, solution: &Solution, notation: WalkNotation) -> String {
        let directions = match notation {
            WalkNotation::Tile | WalkNotation::TileBlocks => Notation::Tile,
            WalkNotation::Blank | WalkNotation::BlankBlocks => Notation::Blank,
        };
        let is_in_blocks = matches!(notation, WalkNotation::TileBlocks | WalkNotation::BlankBlocks);
        match solution.walk() {
            Some(walk) if is_in_blocks => directions.display_blocks(walk).to_string(),
            Some(walk) => directions.display(walk).to_string(),
            None => TileMoves::from_plan(self.start(), &solution.plan(self.start()))
                .expect("a plan that was verified")
                .to_string(),
        }
    }
}

/// Reads the start for pictures, even if the goal does not fit it.
pub(super) fn board_to_draw(text: &str) -> Option<Board> {
    let before = text.split("goal").next().unwrap_or(text);
    Setup::all(before).ok()?.into_iter().next().and_then(|setup| Board::try_from(setup).ok())
}

/// A solution written by robots. With one blank, only its walk is kept, which takes a 48th of the
/// plan's memory.
pub struct RobotMoves {
    columns: u32,
    /// The moves so far, not yet verified.
    pub solution: Solution,
}

impl Sink<Move> for RobotMoves {
    fn accept(&mut self, action: Move) {
        let Move { from, to, .. } = action;
        match &mut self.solution {
            Solution::Moves(plan) => plan.accept(action),
            Solution::Free(walk) | Solution::Clockwise(ClockwiseSolution { walk, .. }) => {
                // The blank moves to the cell that the tile leaves.
                walk.push(match from > to {
                    true if from.0 - to.0 == self.columns => Direction::Down,
                    true => Direction::Right,
                    false if to.0 - from.0 == self.columns => Direction::Up,
                    false => Direction::Left,
                });
            }
        }
    }

    fn heap_bytes(&self) -> u64 {
        match &self.solution {
            Solution::Moves(plan) => plan.heap_bytes(),
            Solution::Free(walk) | Solution::Clockwise(ClockwiseSolution { walk, .. }) => walk.heap_bytes(),
        }
    }
}
