//! A game: a board, robots, and where one of them has to go.

use alloc::vec::Vec;

use motion_core::{Cell, Configuration, Vertex};
use smallvec::SmallVec;
use thiserror::Error;

use crate::board::Board;
use crate::colour::Colour;

/// The most robots in a game: one of each colour.
pub const MAX_ROBOTS: usize = Colour::ALL.len();

/// Who has to reach the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// This robot.
    Robot(Colour),
    /// Any robot.
    Any,
}

/// A cell to be reached, by stopping there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Where.
    pub cell: Cell,
    /// By whom.
    pub goal: Goal,
}

/// What is asked of the way to the target. Whatever it is, moves are what is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Approach {
    /// Nothing.
    #[default]
    Free,
    /// The robot that reaches the target must have turned at least once on the way, as the game's rules ask: it has
    /// moved along a row and along a column, or was deflected by a diagonal. Who stands on the target at the start has
    /// to come back.
    Turning,
}

/// A legal game.
///
/// # Guarantees
/// One to [`MAX_ROBOTS`] robots of different colours, on different open cells; an open target, and a robot that
/// may reach it.
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
/// assert_eq!(game.board().grid().row(game.target().cell), 1);
/// assert_eq!(game.verify(&"bD bL rR rD rR rU".parse::<Moves>()?), Ok(6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    board: Board,
    robots: SmallVec<[(Colour, Cell); MAX_ROBOTS]>,
    target: Target,
    approach: Approach,
}

/// Why a board, robots and a target are no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// There is no robot.
    #[error("there is no robot")]
    NoRobot,
    /// A robot stands outside the board.
    #[error("robot {robot} is outside the board")]
    RobotOutside {
        /// The robot.
        robot: Colour,
    },
    /// A robot is there twice.
    #[error("robot {robot} is there twice")]
    RobotTwice {
        /// The robot.
        robot: Colour,
    },
    /// Two robots stand on the same cell.
    #[error("robots {first} and {second} are in the same cell")]
    SharedCell {
        /// The robot named first.
        first: Colour,
        /// The robot named second.
        second: Colour,
    },
    /// A robot stands in a closed cell.
    #[error("robot {robot} is in a closed cell")]
    RobotInClosedCell {
        /// The robot.
        robot: Colour,
    },
    /// The target lies outside the board.
    #[error("the target is outside the board")]
    TargetOutside,
    /// The target lies in a closed cell.
    #[error("the target is in a closed cell")]
    TargetInClosedCell,
    /// The robot that has to reach the target is not there.
    #[error("the target is for robot {robot}, which is not there")]
    RobotAbsent {
        /// The robot.
        robot: Colour,
    },
}

impl Instance {
    /// The game with these robots, in any order, and this target, with a free approach.
    ///
    /// # Errors
    /// [`InstanceError`] names the first thing that is wrong: the robots in the order in which they are given, then
    /// the target.
    pub fn new(board: Board, robots: &[(Colour, Cell)], target: Target) -> Result<Self, InstanceError> {
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
        match closed(target.cell) {
            None => return Err(InstanceError::TargetOutside),
            Some(true) => return Err(InstanceError::TargetInClosedCell),
            Some(false) => {}
        }
        if let Goal::Robot(robot) = target.goal
            && robots.iter().all(|&(present, _)| present != robot)
        {
            return Err(InstanceError::RobotAbsent { robot });
        }
        let mut robots = SmallVec::from_slice(robots);
        robots.sort_unstable_by_key(|&(robot, _)| robot);
        Ok(Self { board, robots, target, approach: Approach::default() })
    }

    /// The same game with another approach.
    pub fn with_approach(mut self, approach: Approach) -> Self {
        self.approach = approach;
        self
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The robots and their cells, in the order of the colours. The first is `Token(0)` of the
    /// [`configuration`](Instance::configuration).
    pub fn robots(&self) -> &[(Colour, Cell)] {
        &self.robots
    }

    /// The target.
    pub const fn target(&self) -> Target {
        self.target
    }

    /// What is asked of the way to the target.
    pub const fn approach(&self) -> Approach {
        self.approach
    }

    /// Whether a robot may be the one to reach the target.
    pub fn may_win(&self, robot: Colour) -> bool {
        match self.target.goal {
            Goal::Robot(chosen) => chosen == robot,
            Goal::Any => true,
        }
    }

    /// The robots as tokens; cell *c* is vertex *c*, closed or not.
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
    fn what_is_no_game_is_refused() {
        let mut grid = Grid::new(3, 3).expect("nine cells");
        grid.close(Cell(4));
        let board = Board::new(grid).expect("a legal size");
        let (red, blue) = (Colour::Red, Colour::Blue);
        let to = |goal, cell| Target { cell: Cell(cell), goal };
        let error = |robots: &[(Colour, u32)], target| {
            let robots: Vec<_> = robots.iter().map(|&(robot, cell)| (robot, Cell(cell))).collect();
            Instance::new(board.clone(), &robots, target).expect_err("no game")
        };
        let any = to(Goal::Any, 8);
        assert_eq!(error(&[], any), InstanceError::NoRobot);
        assert_eq!(error(&[(red, 9)], any), InstanceError::RobotOutside { robot: red });
        assert_eq!(error(&[(red, 4)], any), InstanceError::RobotInClosedCell { robot: red });
        assert_eq!(error(&[(red, 0), (red, 1)], any), InstanceError::RobotTwice { robot: red });
        assert_eq!(
            error(&[(red, 0), (blue, 0)], any),
            InstanceError::SharedCell { first: red, second: blue }
        );
        assert_eq!(error(&[(red, 0)], to(Goal::Any, 9)), InstanceError::TargetOutside);
        assert_eq!(error(&[(red, 0)], to(Goal::Any, 4)), InstanceError::TargetInClosedCell);
        assert_eq!(error(&[(red, 0)], to(Goal::Robot(blue), 8)), InstanceError::RobotAbsent { robot: blue });
    }

    #[test]
    fn robots_are_numbered_by_colour() {
        let board = Board::new(Grid::new(3, 3).expect("nine cells")).expect("a legal size");
        let target = Target { cell: Cell(8), goal: Goal::Robot(Colour::Red) };
        let robots = [(Colour::Blue, Cell(1)), (Colour::Red, Cell(2))];
        let game = Instance::new(board, &robots, target).expect("a game");
        assert_eq!(game.configuration().places(), [Vertex(2), Vertex(1)]);
        assert!(game.may_win(Colour::Red) && !game.may_win(Colour::Blue));
    }
}
