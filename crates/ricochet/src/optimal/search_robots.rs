//! The robots of a search, in the order of the search.

use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::free_stop_bound::{FreeStopBound, TurnState};
use crate::instance::MAX_ROBOTS;
use crate::slide_table::{CellIndex, OccupiedCells, RobotClass, SlideTable};

/// A move: the number of the robot in the instance and the direction.
pub(super) type RobotMove = (u8, u8);

/// A move: the cell of the robot and the direction. For searches that do not distinguish
/// interchangeable robots.
pub(super) type CellMove = (CellIndex, u8);

/// A robot in a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchRobot {
    pub(super) cell: CellIndex,
    pub(super) turn_state: TurnState,
    pub(super) class: RobotClass,
    /// The number of a target robot's free-stop bound.
    pub(super) bound: Option<u8>,
    /// Its number in the instance.
    pub(super) number: u8,
}

impl SearchRobot {
    /// The free-stop bound of a target robot.
    ///
    /// # Panics
    /// If it is not a target robot.
    #[inline]
    pub(super) fn bound(self, bounds: &[FreeStopBound]) -> &FreeStopBound {
        &bounds[usize::from(self.bound.expect(TARGET_ROBOT))]
    }
}

/// The reason why a robot has a free-stop bound.
pub(super) const TARGET_ROBOT: &str = "invariant: there is a bound for all robots that may reach a target";

/// The robots of a search: first those that may reach a target (*target robots*), then the others
/// that may move, then the rest. Within each part, robots of the same class and with the same
/// targets are side by side.
#[derive(Clone, Debug)]
pub(super) struct SearchRobots {
    pub(super) list: [SearchRobot; MAX_ROBOTS],
    pub(super) len: usize,
    pub(super) target_robots: usize,
    pub(super) movers: usize,
}

/// Interchangeable robots: the first index of each group, and the index after its last.
pub(super) type RobotGroups = SmallVec<[(usize, usize); MAX_ROBOTS]>;

impl SearchRobots {
    pub(super) fn groups(&self) -> RobotGroups {
        let are_alike = |a: usize, b: usize| {
            let [a, b] = [&self.list[a], &self.list[b]];
            (a.class, a.bound) == (b.class, b.bound)
        };
        let mut groups = RobotGroups::new();
        for index in 0..self.movers {
            match groups.last_mut() {
                Some((first, end)) if are_alike(*first, index) => *end = index + 1,
                _ => groups.push((index, index + 1)),
            }
        }
        groups
    }

    /// The cells of all robots.
    pub(super) fn occupied(&self, slides: &SlideTable) -> OccupiedCells {
        slides.occupied(self.list[..self.len].iter().map(|robot| robot.cell))
    }
}

/// Replays moves given by cells, to determine which robot makes each.
pub(super) fn robot_moves(slides: &SlideTable, robots: &SearchRobots, moves: &[CellMove]) -> Vec<RobotMove> {
    let mut occupied = robots.occupied(slides);
    let mut list = robots.list;
    let list = &mut list[..robots.len];
    let mut replay = |&(cell, direction): &CellMove| {
        let mover = list.iter_mut().find(|robot| robot.cell == cell);
        let SearchRobot { cell, class, number, .. } =
            mover.expect("invariant: a robot stands where a move begins");
        slides.toggle(&mut occupied, *cell);
        *cell = slides.slide(*class, *cell, direction, &occupied).end;
        slides.toggle(&mut occupied, *cell);
        (*number, direction)
    };
    moves.iter().map(&mut replay).collect()
}
