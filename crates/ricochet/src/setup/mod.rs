//! Games as text, before they are validated.
//!
//! A board is drawn with corners `+`, walls `---` and `|` on the edges between cells, and three
//! characters inside each cell. The outer walls may be omitted, but not their corners. Blanks at
//! the end of a line of cells may be missing, but not the whole line, because empty lines separate
//! games.
//!
//! A cell contains, in any order: the lower-case letter of a robot; the capital letter of the robot
//! that must reach this cell, or `*` for any robot; `/` or `\` for a diagonal; `#` for a closed
//! cell. If several cells have a target, one of them must be reached.
//!
//! After the board, lines `diagonal ROW COLUMN LETTER`, with rows and columns from 0, give the
//! colours of the diagonals. A line `no stops on diagonals` among them forbids such stops
//! ([`DiagonalStops`](crate::DiagonalStops)). Lines that begin with `#` are comments; empty lines
//! separate games.

mod error;
mod print;
mod read;

use alloc::vec::Vec;
use core::str::FromStr;

use motion_core::Cell;
use motion_core::error::TextPosition;

pub use error::SetupError;

use crate::board::Board;
use crate::colour::Colour;
use crate::instance::{Instance, InstanceError, Target, TargetRobot};

/// The line that forbids stops on diagonals.
const NO_STOPS_ON_DIAGONALS: &str = "no stops on diagonals";

/// A game as it was read, with the positions of its robots and targets in the text.
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
/// let setup: Setup = text.parse()?;
/// let error = Instance::try_from(setup).unwrap_err();
/// let message = "line 5, column 12: the target is for robot g, but there is no robot g";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), ricochet::error::SetupError>(())
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
    /// [`SetupError`] with the first error; [`SetupError::Empty`] if there is no game.
    ///
    /// # Complexity
    /// Linear in the text.
    pub fn all(text: &str) -> Result<Vec<Self>, SetupError> {
        Self::each(text)?.into_iter().collect()
    }

    /// Reads every game of a text; a game that cannot be read is replaced by its first error.
    ///
    /// # Errors
    /// [`SetupError::Empty`] if there is no game.
    ///
    /// # Complexity
    /// Linear in the text.
    #[doc(hidden)]
    pub fn each(text: &str) -> Result<Vec<Result<Self, SetupError>>, SetupError> {
        let games = read::games(text);
        if games.is_empty() { Err(SetupError::Empty) } else { Ok(games) }
    }

    /// The position where the board begins.
    pub const fn start(&self) -> TextPosition {
        self.start
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The robots and their cells, in reading order. They are not validated: there may be none, or
    /// two of the same colour.
    pub fn robots(&self) -> impl Iterator<Item = (Colour, Cell)> {
        self.robots.iter().map(|&(robot, cell, _)| (robot, cell))
    }

    /// The targets, in reading order. They are not validated: there may be none, or two in the same
    /// cell.
    ///
    /// # Examples
    /// ```
    /// use ricochet::Setup;
    ///
    /// let line = "+---+---+---+";
    /// let setup: Setup = format!("{line}\n| r         |\n{line}\n|\n{line}\n|\n{line}").parse()?;
    /// assert_eq!((setup.robots().count(), setup.targets().count()), (1, 0));
    /// # Ok::<(), ricochet::error::SetupError>(())
    /// ```
    pub fn targets(&self) -> impl Iterator<Item = Target> {
        self.targets.iter().map(|&(target, _)| target)
    }
}

impl TryFrom<Setup> for Instance {
    type Error = SetupError;

    /// Validates a game.
    ///
    /// # Errors
    /// [`SetupError::Instance`] if the game is not legal.
    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        let Setup { start, board, robots, targets } = setup;
        let cells: Vec<_> = robots.iter().map(|&(robot, cell, _)| (robot, cell)).collect();
        let target_list: Vec<_> = targets.iter().map(|&(target, _)| target).collect();
        Self::new(board, &cells, &target_list).map_err(|why| {
            // Of two robots of the same colour, or of two targets in the same cell, report the
            // second.
            let at_robot = |robot| robots.iter().rev().find(|entry| entry.0 == robot).map(|entry| entry.2);
            let at_target = |is: &dyn Fn(Target) -> bool| {
                targets.iter().find(|&&(target, _)| is(target)).map(|entry| entry.1)
            };
            let at = match why {
                InstanceError::NoRobot | InstanceError::NoTarget => None,
                InstanceError::TooManyRobots { robot }
                | InstanceError::RobotOutside { robot }
                | InstanceError::RobotTwice { robot }
                | InstanceError::SharedCell { second: robot, .. }
                | InstanceError::RobotInClosedCell { robot } => at_robot(robot),
                InstanceError::TargetOutside { cell } | InstanceError::TargetInClosedCell { cell } => {
                    at_target(&|target| target.cell == cell)
                }
                InstanceError::TargetsShareCell { cell } => {
                    targets.iter().rev().find(|(target, _)| target.cell == cell).map(|entry| entry.1)
                }
                InstanceError::RobotAbsent { robot } => {
                    at_target(&|target| target.robot == TargetRobot::Only(robot))
                }
            };
            SetupError::Instance { at: at.unwrap_or(start), why }
        })
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    /// Reads exactly one game; [`Setup::all`] reads texts of several.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        let mut setups = Self::all(text)?.into_iter();
        match (setups.next(), setups.next()) {
            (Some(setup), None) => Ok(setup),
            (_, Some(second)) => Err(SetupError::SeveralBoards { at: second.start }),
            (None, None) => Err(SetupError::Empty),
        }
    }
}

impl FromStr for Instance {
    type Err = SetupError;

    /// Reads exactly one game; [`Setup::all`] reads texts of several.
    fn from_str(text: &str) -> Result<Self, SetupError> {
        text.parse::<Setup>()?.try_into()
    }
}

impl Target {
    /// The letter in the cell: `*`, or the robot's capital letter.
    const fn letter(self) -> char {
        match self.robot {
            TargetRobot::Any => '*',
            TargetRobot::Only(robot) => robot.letter().to_ascii_uppercase(),
        }
    }
}

#[cfg(feature = "serde")]
motion_core::serde_as_text!(Instance);

#[cfg(test)]
mod tests;
