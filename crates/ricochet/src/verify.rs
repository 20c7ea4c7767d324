//! The verifier: it replays a solution cell by cell, by the rules of the game. It shares no code
//! with the solvers.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::{Cell, Direction, Move, Plan, Token, Verify, Vertex};

use crate::colour::Colour;
use crate::instance::{Approach, Instance};
use crate::moves::{Moves, Slide};

/// The reason why a sequence of moves does not solve a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The game has no such robot.
    NoSuchRobot {
        /// The index of the move, from 0.
        index: u64,
        /// The robot of the move.
        robot: Colour,
    },
    /// The robot cannot move in this direction.
    NoMove {
        /// The index of the move, from 0.
        index: u64,
        /// The move.
        slide: Slide,
    },
    /// At the end, no robot is on a target that it may reach.
    NotAtGoal,
    /// The robot on the target has not turned ([`Approach::Turning`]).
    NotTurned,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRobot { index, robot } => {
                write!(f, "move {} is of robot {robot}, but there is no robot {robot}", index + 1)
            }
            Self::NoMove { index, slide } => {
                write!(f, "move {}, {slide}, does not move the robot", index + 1)
            }
            Self::NotAtGoal => f.write_str("after the last move no target is reached"),
            Self::NotTurned => f.write_str("the robot on the target has not turned on its way"),
        }
    }
}

impl Error for VerifyError {}

/// The cost of a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Metrics {
    /// The number of moves.
    pub moves: u64,
}

/// The robots during a replay.
struct ReplayState {
    cells: Vec<Cell>,
    /// For each robot, the directions in which it has moved so far.
    headings: Vec<Vec<Direction>>,
}

/// A replayed move.
struct ReplayedSlide {
    token: Token,
    from: Cell,
    /// The ends of its straight pieces: the cells where it was deflected, then the cell where it
    /// stopped.
    piece_ends: Vec<Cell>,
}

impl Instance {
    /// Replays moves from the start. After the last move, a robot must be on a target that it may
    /// reach, and it must have met the condition of the [`Approach`].
    ///
    /// Before that, robots may pass targets and stop on them.
    ///
    /// # Errors
    /// [`VerifyError`] with the first illegal move, or with the condition not met at the end.
    ///
    /// # Complexity
    /// Linear in the cells passed.
    pub fn verify(&self, moves: impl IntoIterator<Item = Slide>) -> Result<Metrics, VerifyError> {
        let mut count = 0;
        let end = self.replay(moves, |_| count += 1)?;
        let on_target = || {
            let robots = self.robots().iter().zip(0..);
            robots.filter(|&(&(robot, _), index)| self.is_target(robot, end.cells[index]))
        };
        if on_target().next().is_none() {
            return Err(VerifyError::NotAtGoal);
        }
        let turned = |index: usize| {
            let along = |axis| end.headings[index].iter().any(|heading| heading.index() % 2 == axis);
            along(0) && along(1)
        };
        if self.approach() == Approach::Turning && !on_target().any(|(_, index)| turned(index)) {
            return Err(VerifyError::NotTurned);
        }
        Ok(Metrics { moves: count })
    }

    /// Converts the moves to a plan of `motion_core`, with a move for each straight piece: a slide
    /// deflected by diagonals has several.
    ///
    /// # Errors
    /// [`VerifyError`] with the first illegal move.
    ///
    /// # Examples
    /// ```
    /// use ricochet::{Instance, Moves};
    ///
    /// let game: Instance = "
    /// +---+---+---+
    /// | r       \\ |
    /// +   +   +   +
    /// |           |
    /// +   +   +   +
    /// |         * |
    /// +---+---+---+
    /// diagonal 0 2 b".parse()?;
    /// let plan = game.plan(&"rR".parse::<Moves>()?)?;
    /// let cells: Vec<_> = plan.iter().map(|action| (action.from.0, action.to.0)).collect();
    /// assert_eq!(cells, [(0, 2), (2, 8)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self, moves: impl IntoIterator<Item = Slide>) -> Result<Plan, VerifyError> {
        let mut plan = Plan::new();
        self.replay(moves, |ReplayedSlide { token, from, piece_ends }| {
            let mut from = Vertex(from.0);
            for to in piece_ends.into_iter().map(|cell| Vertex(cell.0)) {
                if from != to {
                    plan.push(Move { token, from, to });
                }
                from = to;
            }
        })?;
        Ok(plan)
    }

    fn replay(
        &self,
        moves: impl IntoIterator<Item = Slide>,
        mut show: impl FnMut(ReplayedSlide),
    ) -> Result<ReplayState, VerifyError> {
        let mut state = ReplayState {
            cells: self.robots().iter().map(|&(_, cell)| cell).collect(),
            headings: alloc::vec![Vec::new(); self.robots().len()],
        };
        for (index, slide) in (0..).zip(moves) {
            let Slide { robot, direction } = slide;
            let Some(number) = self.robots().iter().position(|&(present, _)| present == robot) else {
                return Err(VerifyError::NoSuchRobot { index, robot });
            };
            let from = state.cells[number];
            let path = self.board().slide(robot, from, direction, |cell| state.cells.contains(&cell));
            let Some(path) = path.filter(|path| path.end != from) else {
                return Err(VerifyError::NoMove { index, slide });
            };
            let mut heading = direction;
            state.headings[number].push(heading);
            for &cell in &path.deflections {
                let diagonal =
                    self.board().diagonal(cell).expect("invariant: robots are deflected by diagonals");
                heading = diagonal.slope.deflect(heading);
                state.headings[number].push(heading);
            }
            state.cells[number] = path.end;
            let piece_ends = path.deflections.into_iter().chain([path.end]).collect();
            show(ReplayedSlide { token: Token(number as u32), from, piece_ends });
        }
        Ok(state)
    }
}

impl Verify<Moves> for Instance {
    type Metrics = Metrics;
    type Error = VerifyError;

    fn verify(&self, moves: &Moves) -> Result<Metrics, VerifyError> {
        self.verify(moves)
    }

    fn moves(metrics: &Metrics) -> u64 {
        metrics.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNER: &str = "
+---+---+---+
| r         |
+   +   +   +
|           |
+   +   +   +
| b       R |
+---+---+---+";

    fn verify(game: &Instance, moves: &str) -> Result<u64, VerifyError> {
        game.verify(&moves.parse::<Moves>().expect("moves")).map(|metrics| metrics.moves)
    }

    #[test]
    fn the_first_illegal_move_is_named() {
        let game: Instance = CORNER.parse().expect("a game");
        assert_eq!(verify(&game, "rR rD"), Ok(2));
        assert_eq!(verify(&game, "rD rR"), Err(VerifyError::NotAtGoal)); // it stops above blue
        assert_eq!(verify(&game, "bR"), Err(VerifyError::NotAtGoal));
        assert_eq!(verify(&game, ""), Err(VerifyError::NotAtGoal));
        assert_eq!(verify(&game, "rR gU"), Err(VerifyError::NoSuchRobot { index: 1, robot: Colour::Green }));
        let slide = Slide { robot: Colour::Red, direction: Direction::Up };
        assert_eq!(verify(&game, "rR rU"), Err(VerifyError::NoMove { index: 1, slide }));
    }

    #[test]
    fn the_robot_on_the_target_must_have_turned_if_the_rules_ask_for_it() {
        let straight = CORNER.replace("| r         |", "|         r |");
        let game: Instance = straight.parse().expect("a game");
        assert_eq!(verify(&game, "rD"), Ok(1));
        let game = game.with_approach(Approach::Turning);
        assert_eq!(verify(&game, "rD"), Err(VerifyError::NotTurned));
        assert_eq!(verify(&game, "rL rR rD"), Ok(3));
        // A deflection counts as a turn.
        let bent = CORNER.replace("| r         |", "| r       \\ |") + "\ndiagonal 0 2 b";
        let game: Instance = bent.parse::<Instance>().expect("a game").with_approach(Approach::Turning);
        assert_eq!(verify(&game, "rR"), Ok(1));
    }

    #[test]
    fn a_robot_on_the_target_at_the_start_needs_no_move_unless_it_has_to_turn() {
        let there =
            CORNER.replace("| r         |", "|           |").replace("| b       R |", "| b       rR|");
        let game: Instance = there.parse().expect("a game");
        assert_eq!(verify(&game, ""), Ok(0));
        let game = game.with_approach(Approach::Turning);
        assert_eq!(verify(&game, ""), Err(VerifyError::NotTurned));
        assert_eq!(verify(&game, "rU rD"), Err(VerifyError::NotTurned));
        assert_eq!(verify(&game, "bU bR rL rU rR"), Err(VerifyError::NotAtGoal));
        assert_eq!(verify(&game, "rU rL rD rR rD"), Ok(5));
    }
}
