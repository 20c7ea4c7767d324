//! Replays the player's steps on the grid by the rules alone, independently of all solvers.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::{Cell, Direction, Move, Schedule, Token, Verify, Vertex};

use crate::level::Level;
use crate::moves::{Moves, PlayerStep};

/// The cost of a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Metrics {
    /// The number of pushes; solvers minimise it.
    pub pushes: u64,
    /// The number of the player's steps, pushes included.
    pub steps: u64,
}

/// The reason why steps do not solve a level.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The player would step into a wall.
    Wall {
        /// The number of the step, from 0.
        index: u64,
        /// Its direction.
        direction: Direction,
    },
    /// A box would be pushed into a wall or another box.
    Blocked {
        /// The number of the step, from 0.
        index: u64,
        /// Its direction.
        direction: Direction,
    },
    /// Some boxes are not on goals at the end.
    NotAtGoal {
        /// The number of boxes off the goals.
        boxes: usize,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wall { index, direction } => {
                write!(f, "step {} ({direction}) leads into a wall", index + 1)
            }
            Self::Blocked { index, direction } => {
                write!(f, "step {} ({direction}) pushes a box that cannot move", index + 1)
            }
            Self::NotAtGoal { boxes: 1 } => f.write_str("after the last step 1 box is not on a goal"),
            Self::NotAtGoal { boxes } => write!(f, "after the last step {boxes} boxes are not on goals"),
        }
    }
}

impl Error for VerifyError {}

/// The state of a replay.
struct ReplayPosition<'l> {
    level: &'l Level,
    has_box: Vec<bool>,
    player: Cell,
}

impl<'l> ReplayPosition<'l> {
    fn new(level: &'l Level) -> Self {
        let mut has_box = alloc::vec![false; level.grid().cell_count()];
        level.boxes().for_each(|cell| has_box[cell.index()] = true);
        Self { level, has_box, player: level.player() }
    }

    /// Makes step number `index`, and returns whether it pushes.
    fn step(&mut self, index: u64, direction: Direction) -> Result<bool, VerifyError> {
        let grid = self.level.grid();
        let Some(to) = grid.step(self.player, direction) else {
            return Err(VerifyError::Wall { index, direction });
        };
        let pushes = self.has_box[to.index()];
        if pushes {
            let beyond = grid.step(to, direction).filter(|beyond| !self.has_box[beyond.index()]);
            let Some(beyond) = beyond else { return Err(VerifyError::Blocked { index, direction }) };
            self.has_box[to.index()] = false;
            self.has_box[beyond.index()] = true;
        }
        self.player = to;
        Ok(pushes)
    }

    fn boxes(&self) -> impl Iterator<Item = Cell> {
        (0..).map(Cell).zip(&self.has_box).filter(|&(_, &here)| here).map(|(cell, _)| cell)
    }
}

impl Level {
    /// Replays steps from the start, and requires every box to be on a goal at the end. The case of
    /// the letters is ignored: every step that pushes counts as a push.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal step, or the number of boxes that are not on goals
    /// at the end.
    ///
    /// # Complexity
    /// Linear in the steps and the cells.
    pub fn verify(&self, moves: &Moves) -> Result<Metrics, VerifyError> {
        let mut position = ReplayPosition::new(self);
        let mut metrics = Metrics::default();
        for (index, step) in (0..).zip(moves) {
            metrics.pushes += u64::from(position.step(index, step.direction)?);
            metrics.steps += 1;
        }
        for goal in self.goals() {
            position.has_box[goal.index()] = false;
        }
        match position.boxes().count() {
            0 => Ok(metrics),
            boxes => Err(VerifyError::NotAtGoal { boxes }),
        }
    }

    /// Replays steps from the start, whether they solve the level or not. Returns them in the right
    /// case, and the level after them.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal step.
    ///
    /// # Complexity
    /// Linear in the steps and the cells.
    ///
    /// # Examples
    /// ```
    /// use sokoban::Level;
    ///
    /// let level: Level = "#######\n#@ $ .#\n#######".parse()?;
    /// let (moves, after) = level.replay(&"RRR".parse()?)?;
    /// assert_eq!(moves.to_string(), "rRR");
    /// assert_eq!(after.to_string(), "#######\n#   @*#\n#######");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(&self, moves: &Moves) -> Result<(Moves, Self), VerifyError> {
        let mut position = ReplayPosition::new(self);
        let step = |(index, PlayerStep { direction, .. })| {
            Ok(PlayerStep { direction, pushes: position.step(index, direction)? })
        };
        let moves = (0..).zip(moves).map(step).collect::<Result<_, _>>()?;
        let after = self.with_position(position.boxes(), position.player);
        let after = after.expect("invariant: legal moves lead to a legal level");
        Ok((moves, after))
    }

    /// Converts steps from the start, whether they solve the level or not, to moves of tokens. Each
    /// step of the player is a step of the schedule, and the box that it pushes moves in the same
    /// step. The tokens are those of [`configuration`](Level::configuration).
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal step.
    ///
    /// # Complexity
    /// Linear in the steps and the cells.
    ///
    /// # Examples
    /// ```
    /// use sokoban::Level;
    ///
    /// let level: Level = "#######\n#@ $ .#\n#######".parse()?;
    /// let schedule = level.schedule(&"rRR".parse()?)?;
    /// let movers: Vec<_> = schedule.steps().map(|step| step.len()).collect();
    /// assert_eq!(movers, [1, 2, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn schedule(&self, moves: &Moves) -> Result<Schedule, VerifyError> {
        let mut position = ReplayPosition::new(self);
        let mut tokens = self.configuration();
        let player = Token(tokens.token_count() as u32 - 1);
        let mut schedule = Schedule::new();
        for (index, PlayerStep { direction, .. }) in (0..).zip(moves) {
            let from = Vertex(position.player.0);
            position.step(index, direction)?;
            let to = Vertex(position.player.0);
            let push = tokens.token_at(to).map(|token| {
                let beyond = self.grid().step(position.player, direction);
                let beyond = beyond.expect("invariant: a box that was pushed went on");
                Move { token, from: to, to: Vertex(beyond.0) }
            });
            let step = push.into_iter().chain([Move { token: player, from, to }]);
            tokens.relocate_together(step.clone().map(|action| (action.token, action.to)));
            schedule.push_step(step);
        }
        Ok(schedule)
    }
}

impl Verify<Moves> for Level {
    type Metrics = Metrics;
    type Error = VerifyError;

    fn verify(&self, moves: &Moves) -> Result<Metrics, VerifyError> {
        self.verify(moves)
    }

    /// The number of pushes.
    fn moves(metrics: &Metrics) -> u64 {
        metrics.pushes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn verify(level: &Level, moves: &str) -> Result<Metrics, VerifyError> {
        level.verify(&moves.parse().expect("moves"))
    }

    #[test]
    fn illegal_steps_are_refused_with_their_place() {
        let level: Level = "######\n#.@$ #\n#  ###\n####".parse().expect("a level");
        let wall = |index, direction| Err(VerifyError::Wall { index, direction });
        assert_eq!(verify(&level, "lru"), wall(2, Direction::Up));
        assert_eq!(verify(&level, "dd"), wall(1, Direction::Down));
        let direction = Direction::Right;
        assert_eq!(verify(&level, "RR"), Err(VerifyError::Blocked { index: 1, direction }));
        assert_eq!(verify(&level, ""), Err(VerifyError::NotAtGoal { boxes: 1 }));
    }

    #[test]
    fn boxes_do_not_push_boxes() {
        let level: Level = "#######\n#@$$ .#\n#.    #\n#######".parse().expect("a level");
        let direction = Direction::Right;
        assert_eq!(verify(&level, "r"), Err(VerifyError::Blocked { index: 0, direction }));
    }

    #[test]
    fn steps_and_pushes_are_counted_whatever_the_case() {
        let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
        for text in ["rRR", "rrr", "RRR"] {
            assert_eq!(verify(&level, text), Ok(Metrics { pushes: 2, steps: 3 }));
        }
        assert_eq!(verify(&level, "rRRl"), Ok(Metrics { pushes: 2, steps: 4 }));
        assert_eq!(verify(&level, "rR"), Err(VerifyError::NotAtGoal { boxes: 1 }));
    }

    #[test]
    fn schedules_move_what_is_pushed_and_the_player_behind_it() {
        let level: Level = "######\n#@$ .#\n# .$ #\n######\n #**#\n ####".parse().expect("a level");
        assert_eq!(level.configuration().places(), [8, 15, 26, 27, 7].map(Vertex));
        let schedule = level.schedule(&"rrldrd".parse().expect("moves"));
        assert_eq!(schedule, Err(VerifyError::Wall { index: 5, direction: Direction::Down }));
        let schedule = level.schedule(&"RRl".parse().expect("moves")).expect("legal");
        let move_of = |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
        let expected = [
            &[move_of(0, 8, 9), move_of(4, 7, 8)][..],
            &[move_of(0, 9, 10), move_of(4, 8, 9)],
            &[move_of(4, 9, 8)],
        ];
        assert!(schedule.steps().eq(expected));
    }

    #[test]
    fn decoration_neither_moves_nor_counts() {
        let level: Level = "######\n#+$  #\n######\n #**#\n ####".parse().expect("a level");
        let (moves, after) = level.replay(&"R".parse().expect("moves")).expect("legal");
        assert_eq!(after.boxes().count(), 1);
        assert_eq!(moves.pushes(), 1);
        assert_eq!(after.to_string(), "######\n#.@$ #\n######\n #**#\n ####");
    }
}
