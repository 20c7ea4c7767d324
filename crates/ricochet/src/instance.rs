//! A game: a board, robots, and targets.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::{Cell, Configuration, Vertex};
use smallvec::SmallVec;

use crate::board::{Board, DiagonalStops};
use crate::colour::Colour;

/// The maximum number of robots in a game.
pub const MAX_ROBOTS: usize = 8;

/// The robot that must reach a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TargetRobot {
    /// This robot.
    Only(Colour),
    /// Any robot.
    Any,
}

/// A cell on which a robot must stop at the end. If a game has several targets, one of them is
/// enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The cell.
    pub cell: Cell,
    /// The robot.
    pub robot: TargetRobot,
}

impl Target {
    /// Returns whether this robot may reach it.
    pub(crate) fn is_for(self, robot: Colour) -> bool {
        match self.robot {
            TargetRobot::Only(chosen) => chosen == robot,
            TargetRobot::Any => true,
        }
    }
}

/// A condition on the path of the robot that reaches a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Approach {
    /// No condition.
    #[default]
    Free,
    /// The robot must have turned at least once, as in the rules of the printed game: it has moved
    /// along a row and along a column, or a diagonal has deflected it. A robot that starts on a
    /// target must leave and come back.
    Turning,
}

/// A legal game.
///
/// # Guarantees
/// There are one to [`MAX_ROBOTS`] robots of different colours, on different open cells. There is
/// at least one target; targets are on different open cells, and each may be reached by at least
/// one robot.
///
/// # Examples
/// ```
/// use ricochet::{Instance, Moves};
///
/// let game: Instance = "
/// +---+---+---+
/// | r     |   |
/// +   +   +---+
/// |       | bR|
/// +   +   +   +
/// |           |
/// +---+---+---+
/// ".parse()?;
/// assert_eq!(game.robots().len(), 2);
/// assert_eq!(game.board().grid().row(game.targets()[0].cell), 1);
/// assert_eq!(game.verify(&"bD bL rR rD rR rU".parse::<Moves>()?)?.moves, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    board: Board,
    robots: SmallVec<[(Colour, Cell); MAX_ROBOTS]>,
    targets: SmallVec<[Target; 1]>,
    approach: Approach,
}

/// Why a board, robots and targets do not make a legal game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstanceError {
    /// There is no robot.
    NoRobot,
    /// There are more than [`MAX_ROBOTS`] robots.
    TooManyRobots {
        /// The first robot beyond the maximum.
        robot: Colour,
    },
    /// A robot stands outside the board.
    RobotOutside {
        /// The robot.
        robot: Colour,
    },
    /// A colour has two robots.
    RobotTwice {
        /// The robot.
        robot: Colour,
    },
    /// Two robots stand on the same cell.
    SharedCell {
        /// The robot named first.
        first: Colour,
        /// The robot named second.
        second: Colour,
    },
    /// A robot stands in a closed cell.
    RobotInClosedCell {
        /// The robot.
        robot: Colour,
    },
    /// There is no target.
    NoTarget,
    /// A target lies outside the board.
    TargetOutside {
        /// Its cell.
        cell: Cell,
    },
    /// A target lies in a closed cell.
    TargetInClosedCell {
        /// The cell.
        cell: Cell,
    },
    /// Two targets lie in the same cell.
    TargetsShareCell {
        /// The cell.
        cell: Cell,
    },
    /// The game has no robot of a target's colour.
    RobotAbsent {
        /// The robot.
        robot: Colour,
    },
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRobot => f.write_str("there is no robot"),
            Self::TooManyRobots { robot } => {
                write!(f, "robot {robot} is one too many: a game has at most {MAX_ROBOTS} robots")
            }
            Self::RobotOutside { robot } => write!(f, "robot {robot} is outside the board"),
            Self::RobotTwice { robot } => write!(f, "there are two robots {robot}"),
            Self::SharedCell { first, second } => {
                write!(f, "robots {first} and {second} are in the same cell")
            }
            Self::RobotInClosedCell { robot } => write!(f, "robot {robot} is in a closed cell"),
            Self::NoTarget => f.write_str("there is no target"),
            Self::TargetOutside { .. } => f.write_str("the target is outside the board"),
            Self::TargetInClosedCell { .. } => f.write_str("the target is in a closed cell"),
            Self::TargetsShareCell { .. } => f.write_str("there is another target in the same cell"),
            Self::RobotAbsent { robot } => {
                write!(f, "the target is for robot {robot}, but there is no robot {robot}")
            }
        }
    }
}

impl Error for InstanceError {}

impl Instance {
    /// Creates a game of this board, these robots and these targets, each in any order, with a free
    /// approach.
    ///
    /// # Errors
    /// [`InstanceError`] with the first error: of the robots in the given order, then of the
    /// targets.
    pub fn new(board: Board, robots: &[(Colour, Cell)], targets: &[Target]) -> Result<Self, InstanceError> {
        let closed = |cell: Cell| {
            let exists = cell.index() < board.grid().cell_count();
            exists.then(|| board.grid().is_closed(cell))
        };
        for (number, &(robot, cell)) in robots.iter().enumerate() {
            match closed(cell) {
                None => return Err(InstanceError::RobotOutside { robot }),
                Some(true) => return Err(InstanceError::RobotInClosedCell { robot }),
                Some(false) => {}
            }
            if number == MAX_ROBOTS {
                return Err(InstanceError::TooManyRobots { robot });
            }
            for &(first, taken) in &robots[..number] {
                if first == robot {
                    return Err(InstanceError::RobotTwice { robot });
                }
                if taken == cell {
                    return Err(InstanceError::SharedCell { first, second: robot });
                }
            }
        }
        if robots.is_empty() {
            return Err(InstanceError::NoRobot);
        }
        if targets.is_empty() {
            return Err(InstanceError::NoTarget);
        }
        for (number, &Target { cell, robot }) in targets.iter().enumerate() {
            match closed(cell) {
                None => return Err(InstanceError::TargetOutside { cell }),
                Some(true) => return Err(InstanceError::TargetInClosedCell { cell }),
                Some(false) => {}
            }
            if targets[..number].iter().any(|other| other.cell == cell) {
                return Err(InstanceError::TargetsShareCell { cell });
            }
            if let TargetRobot::Only(robot) = robot
                && robots.iter().all(|&(present, _)| present != robot)
            {
                return Err(InstanceError::RobotAbsent { robot });
            }
        }
        let (mut robots, mut targets) = (SmallVec::from_slice(robots), SmallVec::from_slice(targets));
        robots.sort_unstable_by_key(|&(robot, _)| robot);
        targets.sort_unstable_by_key(|target: &Target| target.cell);
        Ok(Self { board, robots, targets, approach: Approach::default() })
    }

    /// Sets the condition on the path to a target.
    pub fn with_approach(mut self, approach: Approach) -> Self {
        self.approach = approach;
        self
    }

    /// Sets whether robots may stop on diagonals that deflect them.
    pub fn with_diagonal_stops(mut self, diagonal_stops: DiagonalStops) -> Self {
        self.board = self.board.with_diagonal_stops(diagonal_stops);
        self
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The robots and their cells, in the order of the colours. The first robot is `Token(0)` of
    /// the [`configuration`](Instance::configuration).
    pub fn robots(&self) -> &[(Colour, Cell)] {
        &self.robots
    }

    /// The targets, in the order of their cells. The game ends when one of them is reached.
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// The condition on the path to a target.
    pub const fn approach(&self) -> Approach {
        self.approach
    }

    /// Returns whether this robot may reach some target.
    pub fn may_reach_target(&self, robot: Colour) -> bool {
        self.targets.iter().any(|target| target.is_for(robot))
    }

    /// Returns whether this cell has a target that this robot may reach.
    pub fn is_target(&self, robot: Colour, cell: Cell) -> bool {
        self.targets.iter().any(|target| target.cell == cell && target.is_for(robot))
    }

    /// Returns the robots as tokens; cell *c* is vertex *c*, closed or not.
    pub fn configuration(&self) -> Configuration {
        let places: Vec<_> = self.robots.iter().map(|(_, cell)| Vertex(cell.0)).collect();
        Configuration::new(self.board.grid().cell_count(), &places)
            .expect("invariant: robots are on different cells of the board")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_core::Grid;

    #[test]
    fn illegal_games_are_refused() {
        let mut grid = Grid::new(3, 3).expect("nine cells");
        grid.close(Cell(4));
        let board = Board::new(grid).expect("a legal size");
        let (red, blue) = (Colour::Red, Colour::Blue);
        let to = |robot, cell| Target { cell: Cell(cell), robot };
        let error = |robots: &[(Colour, u32)], target: &[Target]| {
            let robots: Vec<_> = robots.iter().map(|&(robot, cell)| (robot, Cell(cell))).collect();
            Instance::new(board.clone(), &robots, target).expect_err("an illegal game")
        };
        let any = &[to(TargetRobot::Any, 8)];
        assert_eq!(error(&[], any), InstanceError::NoRobot);
        assert_eq!(error(&[(red, 9)], any), InstanceError::RobotOutside { robot: red });
        assert_eq!(error(&[(red, 4)], any), InstanceError::RobotInClosedCell { robot: red });
        assert_eq!(error(&[(red, 0), (red, 1)], any), InstanceError::RobotTwice { robot: red });
        assert_eq!(
            error(&[(red, 0), (blue, 0)], any),
            InstanceError::SharedCell { first: red, second: blue }
        );
        let of_targets = |targets: &[Target]| error(&[(red, 0)], targets);
        assert_eq!(of_targets(&[]), InstanceError::NoTarget);
        assert_eq!(
            of_targets(&[any[0], to(TargetRobot::Any, 9)]),
            InstanceError::TargetOutside { cell: Cell(9) }
        );
        assert_eq!(
            of_targets(&[to(TargetRobot::Any, 4), any[0]]),
            InstanceError::TargetInClosedCell { cell: Cell(4) }
        );
        assert_eq!(
            of_targets(&[any[0], to(TargetRobot::Only(red), 8)]),
            InstanceError::TargetsShareCell { cell: Cell(8) }
        );
        assert_eq!(
            of_targets(&[any[0], to(TargetRobot::Only(blue), 7)]),
            InstanceError::RobotAbsent { robot: blue }
        );
    }

    #[test]
    fn robots_are_numbered_by_colour_and_targets_by_cell() {
        let board = Board::new(Grid::new(3, 3).expect("nine cells")).expect("a legal size");
        let [high, low] =
            [8, 3].map(|cell| Target { cell: Cell(cell), robot: TargetRobot::Only(Colour::Red) });
        let robots = [(Colour::Blue, Cell(1)), (Colour::Red, Cell(2))];
        let game = Instance::new(board, &robots, &[high, low]).expect("a game");
        assert_eq!(game.targets(), [low, high]);
        assert_eq!(game.configuration().places(), [Vertex(2), Vertex(1)]);
        assert!(game.may_reach_target(Colour::Red) && !game.may_reach_target(Colour::Blue));
        assert!(game.is_target(Colour::Red, Cell(8)) && !game.is_target(Colour::Red, Cell(2)));
        assert!(!game.is_target(Colour::Blue, Cell(8)));
    }
}
