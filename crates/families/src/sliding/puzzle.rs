//! Puzzles with one blank or with several.

use crate::TextError;
use grid_puzzle::{
    Board, Instance, InstanceError, Metrics, MoveMetric, MultiBlankInstance, Notation, Setup, TileMoves,
};
use motion_core::draw::Scene;
use motion_core::{Plan, Walk};

/// A start and a goal.
#[derive(Clone)]
pub(super) enum Puzzle {
    One(Instance),
    Several(MultiBlankInstance),
}

impl Puzzle {
    /// Reads one board, whose goal is the standard one, or a start, a line `goal` and a goal.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
        match text.parse::<Instance>() {
            Ok(instance) => Ok(Self::One(instance)),
            Err(grid_puzzle::SetupError::Instance { why: InstanceError::SeveralBlanks { .. }, .. }) => {
                text.parse().map(Self::Several).map_err(TextError::of)
            }
            Err(why) => Err(TextError::of(why)),
        }
    }

    pub(super) fn new(start: Board, goal: Board) -> Result<Self, TextError> {
        let puzzle = if start.blank_count() > 1 {
            MultiBlankInstance::new(start, goal).map(Self::Several)
        } else {
            Instance::new(start, goal).map(Self::One)
        };
        puzzle.map_err(TextError::of)
    }

    pub(super) const fn start(&self) -> &Board {
        match self {
            Self::One(instance) => instance.start(),
            Self::Several(instance) => instance.start(),
        }
    }

    pub(super) const fn goal(&self) -> &Board {
        match self {
            Self::One(instance) => instance.goal(),
            Self::Several(instance) => instance.goal(),
        }
    }

    /// The puzzle as text, the goal only where it is not the standard one.
    pub(super) fn text(&self) -> String {
        let (start, goal) = (self.start(), self.goal());
        if Board::solved_with_blanks(start.rows(), start.columns(), start.blank_count()).as_ref() == Ok(goal)
        {
            return start.to_string();
        }
        format!("{start}\ngoal\n{goal}")
    }

    pub(super) fn manhattan_distance(&self) -> u64 {
        match self {
            Self::One(instance) => instance.manhattan_distance(),
            Self::Several(instance) => instance.manhattan_distance(),
        }
    }

    pub(super) fn scene(&self) -> Scene {
        match self {
            Self::One(instance) => instance.scene(),
            Self::Several(instance) => instance.scene(),
        }
    }

    /// Replays moves of tiles.
    pub(super) fn verify(&self, solution: &Solution) -> Result<Metrics, TextError> {
        match (self, solution) {
            (Self::One(instance), Solution::Walk(walk)) => instance.verify(walk).map_err(TextError::of),
            (Self::Several(instance), Solution::Plan(plan)) => {
                instance.verify(plan.iter()).map_err(TextError::of)
            }
            (Self::One(_), Solution::Plan(_)) | (Self::Several(_), Solution::Walk(_)) => {
                Err(TextError::new("with one blank, solutions are letters; with several, they name tiles"))
            }
        }
    }

    /// Reads a solution in any notation, and verifies it.
    pub(super) fn solution(&self, text: &str) -> Result<(Solution, Metrics), TextError> {
        let verified = |solution: Solution| self.verify(&solution).map(|metrics| (solution, metrics));
        if let Self::Several(instance) = self {
            let moves: TileMoves = text.parse().map_err(TextError::of)?;
            return verified(Solution::Plan(moves.to_plan(instance.start()).map_err(TextError::of)?));
        }
        if let Ok(moves) = text.parse::<TileMoves>()
            && !moves.moves().is_empty()
        {
            moves.to_plan(self.start()).map_err(TextError::of)?;
            let walk = moves.moves().iter().map(|(_, direction)| direction.opposite()).collect();
            return verified(Solution::Walk(walk));
        }
        // Letters without tiles are directions of tiles or of the blank: whatever solves it.
        let read = |notation: Notation| match notation.parse(text) {
            Ok(walk) => Ok(walk),
            Err(_) => notation.parse_blocks(text).map_err(TextError::of),
        };
        let by_tile = verified(Solution::Walk(read(Notation::Tile)?));
        by_tile.or_else(|why| verified(Solution::Walk(read(Notation::Blank)?)).map_err(|_| why))
    }
}

/// Boards without a goal that fits, for pictures.
pub(super) fn board_to_draw(text: &str) -> Option<Board> {
    let before = text.split("goal").next().unwrap_or(text);
    Setup::all(before).ok()?.into_iter().next().and_then(|setup| Board::try_from(setup).ok())
}

/// Moves that solve a puzzle.
#[derive(Clone)]
pub(super) enum Solution {
    /// The walk of the only blank.
    Walk(Walk),
    /// Moves of the tiles.
    Plan(Plan),
}

impl Solution {
    /// The moves in a metric.
    pub(super) fn cost(&self, metric: MoveMetric) -> u64 {
        match self {
            Self::Walk(walk) => metric.moves(walk),
            Self::Plan(plan) => plan.len() as u64,
        }
    }

    pub(super) fn plan(&self, start: &Board) -> Plan {
        match self {
            Self::Walk(walk) => start.moves(walk).collect(),
            Self::Plan(plan) => plan.clone(),
        }
    }

    pub(super) fn text(&self, start: &Board, notation: &str) -> String {
        match (self, notation) {
            (Self::Plan(plan), _) => {
                TileMoves::from_plan(start, plan).map_or_else(String::new, |moves| moves.to_string())
            }
            (Self::Walk(walk), "blank") => Notation::Blank.display(walk).to_string(),
            (Self::Walk(walk), "tile-blocks") => Notation::Tile.display_blocks(walk).to_string(),
            (Self::Walk(walk), "blank-blocks") => Notation::Blank.display_blocks(walk).to_string(),
            (Self::Walk(walk), _) => Notation::Tile.display(walk).to_string(),
        }
    }
}
