//! The referee: replays a solution cell by cell, by the rules and nothing else.

use alloc::vec::Vec;

use motion_core::{Cell, Direction, Move, Plan, Token, Vertex};
use thiserror::Error;

use crate::colour::Colour;
use crate::instance::{Approach, Instance};
use crate::moves::Slide;

/// Why a sequence of moves does not solve a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// There is no such robot.
    #[error("move {} is of robot {robot}, which is not there", index + 1)]
    NoSuchRobot {
        /// The move, from 0.
        index: usize,
        /// Its robot.
        robot: Colour,
    },
    /// The robot would stay where it is.
    #[error("move {}, {slide}, leaves the robot where it is", index + 1)]
    NoMove {
        /// The move, from 0.
        index: usize,
        /// The move itself.
        slide: Slide,
    },
    /// No robot that may is on the target in the end.
    #[error("after the last move no robot that may is on the target")]
    NotThere,
    /// A robot is on the target in the end, but has not turned.
    #[error("the robot on the target has not turned on its way")]
    NotTurned,
}

/// The robots in the middle of a game.
struct Position {
    cells: Vec<Cell>,
    /// For each robot the directions in which it has gone.
    headings: Vec<Vec<Direction>>,
}

/// One replayed move.
struct Replayed {
    token: Token,
    from: Cell,
    /// Where it was deflected, then where it came to rest.
    stations: Vec<Cell>,
}

impl Instance {
    /// Replays moves from the start; the last has to leave a robot that may on the target, by an
    /// [`Approach`](crate::Approach) that is allowed. Returns the number of moves.
    ///
    /// Robots may pass and even rest on the target before.
    ///
    /// # Errors
    /// [`VerifyError`] names the first move that is none, or what is missing in the end.
    ///
    /// # Complexity
    /// Linear in the cells passed.
    pub fn verify(&self, moves: impl IntoIterator<Item = Slide>) -> Result<u64, VerifyError> {
        let mut count = 0;
        let position = self.play(moves, |_| count += 1)?;
        let winners = || {
            let robots = self.robots().iter().zip(0..);
            robots.filter(|&(&(robot, _), index)| {
                self.may_win(robot) && position.cells[index] == self.target().cell
            })
        };
        if winners().next().is_none() {
            return Err(VerifyError::NotThere);
        }
        let turned = |index: usize| {
            let along = |axis| position.headings[index].iter().any(|heading| heading.index() % 2 == axis);
            along(0) && along(1)
        };
        if self.approach() == Approach::Turning && !winners().any(|(_, index)| turned(index)) {
            return Err(VerifyError::NotTurned);
        }
        Ok(count)
    }

    /// The moves in the words of `motion_core`, one for each straight piece: a robot that is deflected by diagonals takes
    /// several.
    ///
    /// # Errors
    /// [`VerifyError`] where a move is none.
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
        self.play(moves, |Replayed { token, from, stations }| {
            let mut from = Vertex(from.0);
            for to in stations.into_iter().map(|cell| Vertex(cell.0)) {
                if from != to {
                    plan.push(Move { token, from, to });
                }
                from = to;
            }
        })?;
        Ok(plan)
    }

    fn play(
        &self,
        moves: impl IntoIterator<Item = Slide>,
        mut show: impl FnMut(Replayed),
    ) -> Result<Position, VerifyError> {
        let mut position = Position {
            cells: self.robots().iter().map(|&(_, cell)| cell).collect(),
            headings: alloc::vec![Vec::new(); self.robots().len()],
        };
        for (index, slide) in moves.into_iter().enumerate() {
            let Slide { robot, direction } = slide;
            let Some(number) = self.robots().iter().position(|&(present, _)| present == robot) else {
                return Err(VerifyError::NoSuchRobot { index, robot });
            };
            let from = position.cells[number];
            let way = self.board().slide(robot, from, direction, |cell| position.cells.contains(&cell));
            let Some(way) = way.filter(|way| way.end != from) else {
                return Err(VerifyError::NoMove { index, slide });
            };
            let mut heading = direction;
            position.headings[number].push(heading);
            for &bend in &way.bends {
                let diagonal = self.board().diagonal(bend).expect("invariant: a robot bends at diagonals");
                heading = diagonal.slope.deflect(heading);
                position.headings[number].push(heading);
            }
            position.cells[number] = way.end;
            let stations = way.bends.into_iter().chain([way.end]).collect();
            show(Replayed { token: Token(number as u32), from, stations });
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Moves;

    const CORNER: &str = "
+---+---+---+
| r         |
+   +   +   +
|           |
+   +   +   +
| b       R |
+---+---+---+";

    fn verify(game: &Instance, moves: &str) -> Result<u64, VerifyError> {
        game.verify(&moves.parse::<Moves>().expect("moves"))
    }

    #[test]
    fn wrong_moves_are_refused_with_the_place() {
        let game: Instance = CORNER.parse().expect("a game");
        assert_eq!(verify(&game, "rR rD"), Ok(2));
        assert_eq!(verify(&game, "rD rR"), Err(VerifyError::NotThere)); // it stops above blue
        assert_eq!(verify(&game, "bR"), Err(VerifyError::NotThere));
        assert_eq!(verify(&game, ""), Err(VerifyError::NotThere));
        assert_eq!(verify(&game, "rR gU"), Err(VerifyError::NoSuchRobot { index: 1, robot: Colour::Green }));
        let slide = Slide { robot: Colour::Red, direction: Direction::Up };
        assert_eq!(verify(&game, "rR rU"), Err(VerifyError::NoMove { index: 1, slide }));
    }

    #[test]
    fn the_winner_has_to_turn_where_that_is_asked() {
        let straight = CORNER.replace("| r         |", "|         r |");
        let game: Instance = straight.parse().expect("a game");
        assert_eq!(verify(&game, "rD"), Ok(1));
        let game = game.with_approach(Approach::Turning);
        assert_eq!(verify(&game, "rD"), Err(VerifyError::NotTurned));
        assert_eq!(verify(&game, "rL rR rD"), Ok(3));
        // A turn of a diagonal is one, too.
        let bent = CORNER.replace("| r         |", "| r       \\ |") + "\ndiagonal 0 2 b";
        let game: Instance = bent.parse::<Instance>().expect("a game").with_approach(Approach::Turning);
        assert_eq!(verify(&game, "rR"), Ok(1));
    }

    #[test]
    fn who_is_there_at_the_start_needs_no_move_unless_it_has_to_turn() {
        let there =
            CORNER.replace("| r         |", "|           |").replace("| b       R |", "| b       rR|");
        let game: Instance = there.parse().expect("a game");
        assert_eq!(verify(&game, ""), Ok(0));
        let game = game.with_approach(Approach::Turning);
        assert_eq!(verify(&game, ""), Err(VerifyError::NotTurned));
        assert_eq!(verify(&game, "rU rD"), Err(VerifyError::NotTurned));
        assert_eq!(verify(&game, "bU bR rL rU rR"), Err(VerifyError::NotThere));
        assert_eq!(verify(&game, "rU rL rD rR rD"), Ok(5));
    }
}
