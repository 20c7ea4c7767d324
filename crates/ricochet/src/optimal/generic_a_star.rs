//! `motion_core`'s A* over all positions, for games too deep for depth-first search and for proofs
//! of unsolvability.

use alloc::vec::Vec;

use motion_core::search::{Space, a_star};
use motion_core::{Control, Outcome};

use super::search_robots::{CellMove, RobotMove, SearchRobots, robot_moves};
use crate::free_stop_bound::FreeStopBound;
use crate::instance::MAX_ROBOTS;
use crate::line_costs::UNREACHABLE;
use crate::slide_table::{OccupiedCells, SlideTable};

/// For each moving robot, its turn state above the twelve bits of its cell; interchangeable robots
/// are in ascending order.
pub(super) type RobotStates = [u16; MAX_ROBOTS];

pub(super) const CELL_BITS: u32 = 12;
pub(super) const CELL_MASK: u16 = (1 << CELL_BITS) - 1;

pub(super) struct AllPositions<'s> {
    pub(super) slides: &'s SlideTable,
    pub(super) bounds: &'s [FreeStopBound],
    pub(super) robots: &'s SearchRobots,
    /// The robots that do not move.
    pub(super) fixed: &'s OccupiedCells,
}

/// Finds a shortest solution.
pub(super) fn search(
    slides: &SlideTable,
    bounds: &[FreeStopBound],
    robots: &SearchRobots,
    control: &mut Control,
) -> Outcome<Vec<RobotMove>> {
    let fixed = slides.occupied(robots.list[robots.movers..robots.len].iter().map(|robot| robot.cell));
    let space = AllPositions { slides, bounds, robots, fixed: &fixed };
    let mut start = [0; MAX_ROBOTS];
    for (state, robot) in start.iter_mut().zip(&robots.list[..robots.movers]) {
        *state = u16::from(robot.turn_state) << CELL_BITS | robot.cell;
    }
    space.sort(&mut start);
    let bound =
        |states: &RobotStates| Some(space.moves(states)).filter(|&moves| moves != UNREACHABLE).map(u32::from);
    a_star(&space, bound, start, control).map(|path| robot_moves(slides, robots, &path.actions))
}

impl AllPositions<'_> {
    /// Sorts interchangeable robots.
    pub(super) fn sort(&self, states: &mut RobotStates) {
        for &(first, end) in &self.robots.groups() {
            states[first..end].sort_unstable();
        }
    }

    fn occupied(&self, states: &RobotStates) -> OccupiedCells {
        let mut occupied = self.fixed.clone();
        for state in &states[..self.robots.movers] {
            self.slides.toggle(&mut occupied, state & CELL_MASK);
        }
        occupied
    }

    /// Returns the least free-stop bound of the target robots.
    pub(super) fn moves(&self, states: &RobotStates) -> u16 {
        let target_robots = self.robots.list[..self.robots.target_robots].iter().zip(states);
        let moves = target_robots.map(|(robot, state)| {
            let bound = robot.bound(self.bounds);
            bound.moves(bound.entry((state >> CELL_BITS) as u8, state & CELL_MASK))
        });
        moves.min().unwrap_or(UNREACHABLE)
    }
}

impl Space for AllPositions<'_> {
    type State = RobotStates;
    type Action = CellMove;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), states: &RobotStates) -> bool {
        self.moves(states) == 0
    }

    fn successors(
        &self,
        (): &mut (),
        states: &RobotStates,
        visit: &mut impl FnMut(CellMove, RobotStates, u32),
    ) {
        let mut occupied = self.occupied(states);
        for (index, robot) in self.robots.list[..self.robots.movers].iter().enumerate() {
            let cell = states[index] & CELL_MASK;
            self.slides.toggle(&mut occupied, cell);
            for direction in 0..4 {
                let slide = self.slides.slide(robot.class, cell, direction, &occupied);
                if slide.end == cell {
                    continue;
                }
                let mut next = *states;
                next[index] = slide.end;
                if robot.bound.is_some() {
                    let bound = robot.bound(self.bounds);
                    let turn_state = (states[index] >> CELL_BITS) as u8;
                    let turn_state = bound.state_after(turn_state, direction, slide.deflected);
                    next[index] |= u16::from(turn_state) << CELL_BITS;
                }
                self.sort(&mut next);
                visit((cell, direction), next, 1);
            }
            self.slides.toggle(&mut occupied, cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use motion_core::{Control, Quality, Solver};

    use super::*;
    use crate::Approach;
    use crate::instance::Instance;
    use crate::optimal::Optimal;
    use crate::optimal::shortest::{ALL_ROBOTS, ShortestSearch};

    /// This search is called directly, because depth-first search would solve such games before.
    #[test]
    fn the_engine_finds_solutions_of_the_same_length() {
        let board = "
+---+---+---+---+---+
| r     |         b |
+   +   +   +---+   +
|     /             |
+---+   +   +   +   +
|         T     | S |
+   +   +---+   +   +
| g       \\         |
+---+---+---+---+---+
diagonal 1 1 g
diagonal 3 2 r";
        for (target, second) in [("R", " "), ("B", " "), ("*", " "), ("R", "G"), ("B", "B"), ("*", "G")] {
            for approach in [Approach::Free, Approach::Turning] {
                let game: Instance = board.replace('T', target).replace('S', second).parse().expect("a game");
                let game = game.with_approach(approach);
                let mut control = Control::unlimited();
                let run = ShortestSearch::new(&game, &mut control).expect("no limit");
                let robots = run.search_robots(ALL_ROBOTS);
                let outcome = search(&run.slides, &run.bounds, &robots, &mut control);
                let found = outcome.map(|path| crate::optimal::shortest::moves_of(&game, &path));
                let least = Optimal::default().solve(&game, &mut control);
                assert_eq!(
                    found.clone().map(|moves| moves.len()),
                    least.map(|moves| moves.len()),
                    "{target}{second}"
                );
                if let Outcome::Solved { plan, quality } = found {
                    let moves = game.verify(&plan).map(|metrics| metrics.moves);
                    assert_eq!((moves, quality), (Ok(plan.len() as u64), Quality::Optimal));
                }
            }
        }
    }
}
