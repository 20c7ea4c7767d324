//! Puzzles with one blank or with several.

use grid_puzzle::{
    Board, ClockwiseSolution, Instance, InstanceError, MultiBlankInstance, Notation, TileMoves, robots_within,
};
use motion_core::draw::Scene;
use motion_core::{Control, Direction, Move, Plan, Sink, Stop, Walk};
use rand::Rng;

use super::solution::Solution;

/// A start and a goal.
pub enum Puzzle {
    /// With one blank.
    One(Instance),
    /// With several.
    Several(MultiBlankInstance),
}

impl Puzzle {
    /// The puzzle with this goal, or with the standard one.
    ///
    /// # Errors
    /// [`InstanceError`] if the goal has another size or another number of blanks.
    pub fn new(start: Board, goal: Option<&Board>) -> Result<Self, InstanceError> {
        let several = start.blank_count() > 1;
        Ok(match goal {
            Some(goal) if several => Self::Several(MultiBlankInstance::new(start, goal.clone())?),
            Some(goal) => Self::One(Instance::new(start, goal.clone())?),
            None if several => Self::Several(MultiBlankInstance::standard(start)?),
            None => Self::One(Instance::standard(start)?),
        })
    }

    /// A solvable puzzle with this goal.
    ///
    /// # Errors
    /// [`InstanceError`] if the goal's size is not supported.
    pub fn random(goal: Board, rng: &mut impl Rng) -> Result<Self, InstanceError> {
        Ok(if goal.blank_count() > 1 {
            Self::Several(MultiBlankInstance::random(goal, rng)?)
        } else {
            Self::One(Instance::random(goal, rng))
        })
    }

    /// The start.
    pub const fn start(&self) -> &Board {
        match self {
            Self::One(instance) => instance.start(),
            Self::Several(instance) => instance.start(),
        }
    }

    /// The goal.
    pub const fn goal(&self) -> &Board {
        match self {
            Self::One(instance) => instance.goal(),
            Self::Several(instance) => instance.goal(),
        }
    }

    /// What makes a puzzle unsolvable.
    pub const fn obstacle(&self) -> &'static str {
        match self {
            Self::One(_) => {
                "with the blank at its goal an odd number of exchanges of two tiles is left, which no moves make"
            }
            Self::Several(_) => "on a board of 2x2 the tiles keep their cyclic order",
        }
    }

    /// A lower bound on the moves.
    pub fn manhattan_distance(&self) -> u64 {
        match self {
            Self::One(instance) => instance.manhattan_distance(),
            Self::Several(instance) => instance.manhattan_distance(),
        }
    }

    /// The picture.
    pub fn scene(&self) -> Scene {
        match self {
            Self::One(instance) => instance.scene(),
            Self::Several(instance) => instance.scene(),
        }
    }

    /// The puzzle as robots on a grid.
    ///
    /// # Errors
    /// [`Stop`] where the run is cancelled or its time is over.
    pub fn robots(&self, control: &mut Control) -> Result<cpf::Instance, Stop> {
        robots_within(self.start(), self.goal(), control)
    }

    /// Replays a solution.
    ///
    /// # Panics
    /// If the verifier refuses it.
    pub fn verify(&self, solution: &Solution) {
        let metrics = match (self, solution.walk()) {
            (Self::One(instance), Some(walk)) => instance.verify(walk).map_err(|why| why.to_string()),
            (Self::Several(instance), None) => {
                instance.verify(solution.plan(self.start())).map_err(|why| why.to_string())
            }
            _ => Err("one blank walks, tiles move among several".to_owned()),
        };
        let moves = metrics.map(|metrics| metrics.moves);
        assert!(moves == Ok(solution.len() as u64), "the verifier refuses a solution: {moves:?}");
    }

    /// The solution without moves, to which robots add theirs.
    pub fn no_moves(&self) -> RobotMoves {
        let solution = match self {
            Self::One(_) => Solution::Free(Walk::new()),
            Self::Several(_) => Solution::Moves(Plan::new()),
        };
        RobotMoves { columns: self.start().columns(), solution }
    }

    /// The solution as text, with repeated blocks if wanted.
    pub fn text(&self, solution: &Solution, notation: Notation, blocks: bool) -> String {
        match solution.walk() {
            Some(walk) if blocks => notation.display_blocks(walk).to_string(),
            Some(walk) => notation.display(walk).to_string(),
            None => TileMoves::from_plan(self.start(), &solution.plan(self.start()))
                .expect("a plan that was verified")
                .to_string(),
        }
    }
}

/// A solution that is written by robots: with one blank only its walk is kept, a 48th of the plan.
pub struct RobotMoves {
    columns: u32,
    /// The moves so far, which nobody has verified.
    pub solution: Solution,
}

impl Sink<Move> for RobotMoves {
    fn accept(&mut self, action: Move) {
        let Move { from, to, .. } = action;
        match &mut self.solution {
            Solution::Moves(plan) => plan.accept(action),
            Solution::Free(walk) | Solution::Clockwise(ClockwiseSolution { walk, .. }) => {
                // The blank goes where the tile comes from.
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
