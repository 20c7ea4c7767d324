//! Games as text, before anything is known to be right about them.
//!
//! A board is drawn: corners `+`, walls `---` and `|` on the edges between cells, three characters inside each cell. The
//! rim is walled, drawn or not; only its corners are needed. Blanks at the end of a line of cells may be missing, but not
//! the whole line, which would separate games. Inside a cell, in any order: the small letter of a robot; the capital letter of the robot
//! that has to reach this cell, or `*` for any; `/` or `\` for a diagonal; `#` where the cell is closed. Lines
//! `diagonal ROW COLUMN LETTER`, rows and columns from 0, follow and colour the diagonals. Lines that begin with `#` are
//! comments; empty lines separate games.

mod error;
mod print;
mod read;

use alloc::vec::Vec;
use core::str::FromStr;

use motion_core::{Cell, TextPosition};

pub use error::SetupError;

use crate::board::Board;
use crate::colour::Colour;
use crate::instance::{Goal, Instance, InstanceError, Target};

/// One game as it was read, with the places of its robots and targets in the text.
///
/// # Examples
/// ```
/// use ricochet::{Instance, Setup};
///
/// let text = "
/// +---+---+---+
/// | r     |   |
/// +   +   +---+
/// |       | bG|
/// +   +   +   +
/// |           |
/// +---+---+---+
/// ";
/// let error = Setup::single(text)?.instance().unwrap_err();
/// assert_eq!(error.to_string(), "line 5, column 12: the target is for robot g, which is not there");
/// # Ok::<(), ricochet::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    start: TextPosition,
    board: Board,
    robots: Vec<(Colour, Cell, TextPosition)>,
    targets: Vec<(Target, TextPosition)>,
}

impl Setup {
    /// Reads every game of a text.
    ///
    /// # Errors
    /// [`SetupError`] at the first thing that cannot be read; [`SetupError::Empty`] where there is no game.
    ///
    /// # Complexity
    /// Linear in the text up to the first error.
    pub fn all(text: &str) -> Result<Vec<Self>, SetupError> {
        read::games(text)
    }

    /// Reads the one game of a text.
    ///
    /// # Errors
    /// Those of [`Setup::all`], and [`SetupError::SeveralBoards`].
    pub fn single(text: &str) -> Result<Self, SetupError> {
        let mut setups = Self::all(text)?.into_iter();
        match (setups.next(), setups.next()) {
            (Some(setup), None) => Ok(setup),
            (_, Some(second)) => Err(SetupError::SeveralBoards { at: second.start }),
            (None, None) => Err(SetupError::Empty),
        }
    }

    /// Where the board begins.
    pub const fn start(&self) -> TextPosition {
        self.start
    }

    /// The board, without robots and target.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The game, if what was read makes one.
    ///
    /// # Errors
    /// [`SetupError::NoTarget`], [`SetupError::SeveralTargets`] or [`SetupError::Instance`].
    pub fn instance(&self) -> Result<Instance, SetupError> {
        let (target, at_target) = match self.targets[..] {
            [] => return Err(SetupError::NoTarget { at: self.start }),
            [target] => target,
            [(_, first), (_, at), ..] => return Err(SetupError::SeveralTargets { at, first }),
        };
        let robots: Vec<_> = self.robots.iter().map(|&(robot, cell, _)| (robot, cell)).collect();
        Instance::new(self.board.clone(), &robots, target).map_err(|why| {
            // The second of two robots of one colour is the one too many.
            let robot = |robot| self.robots.iter().rev().find(|entry| entry.0 == robot).map(|entry| entry.2);
            let at = match why {
                InstanceError::NoRobot => Some(self.start),
                InstanceError::RobotOutside { robot: culprit }
                | InstanceError::RobotTwice { robot: culprit }
                | InstanceError::SharedCell { second: culprit, .. }
                | InstanceError::RobotInClosedCell { robot: culprit } => robot(culprit),
                InstanceError::TargetOutside
                | InstanceError::TargetInClosedCell
                | InstanceError::RobotAbsent { .. } => Some(at_target),
            };
            SetupError::Instance { at: at.unwrap_or(self.start), why }
        })
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        Self::single(text)
    }
}

impl FromStr for Instance {
    type Err = SetupError;

    /// Reads exactly one game; see [`Setup`] for files of many.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        Setup::single(text)?.instance()
    }
}

impl Target {
    /// The letter in the cell: `*`, or the robot's capital letter.
    const fn letter(self) -> char {
        match self.goal {
            Goal::Any => '*',
            Goal::Robot(robot) => robot.letter().to_ascii_uppercase(),
        }
    }
}

#[cfg(feature = "serde")]
motion_core::serde_as_text!(Instance);

#[cfg(test)]
mod tests;
