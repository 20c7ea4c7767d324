//! A slow, obvious solver: breadth-first search over all positions, by the rules of the verifier.

use motion_core::search::{Space, breadth_first};
use motion_core::{Budget, Cell, Control, Direction, Outcome};
use ricochet::{Approach, Instance, Moves, Slide};
use smallvec::SmallVec;

/// For each robot its cell, and whether it has moved along columns and along rows.
type RobotStates = SmallVec<[(Cell, [bool; 2]); 4]>;

struct Game<'i>(&'i Instance);

impl Space for Game<'_> {
    type State = RobotStates;
    type Action = Slide;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), states: &RobotStates) -> bool {
        let free = self.0.approach() == Approach::Free;
        self.0.robots().iter().zip(states).any(|(&(robot, _), &(cell, axes))| {
            self.0.is_target(robot, cell) && (free || axes == [true, true])
        })
    }

    fn successors(&self, (): &mut (), states: &RobotStates, visit: &mut impl FnMut(Slide, RobotStates, u32)) {
        for (index, &(robot, _)) in self.0.robots().iter().enumerate() {
            for direction in Direction::ALL {
                let (from, mut axes) = states[index];
                let occupied = |cell| states.iter().any(|&(taken, _)| taken == cell);
                let Some(path) = self.0.board().slide(robot, from, direction, occupied) else { continue };
                if path.end == from {
                    continue;
                }
                if self.0.approach() == Approach::Turning && self.0.may_reach_target(robot) {
                    axes[direction.index() % 2] = true;
                    if !path.deflections.is_empty() {
                        axes = [true, true];
                    }
                }
                let mut next = states.clone();
                next[index] = (path.end, axes);
                visit(Slide { robot, direction }, next, 1);
            }
        }
    }
}

/// Returns a solution of the fewest moves; `None` if there is no solution.
pub(crate) fn brute_force(instance: &Instance) -> Option<Moves> {
    match brute_force_within(instance, u64::MAX) {
        Outcome::Solved { plan, .. } => Some(plan),
        Outcome::Unsolvable => None,
        Outcome::Stopped { why, .. } => panic!("{why}"),
    }
}

/// Does the same, expanding at most this many positions.
pub(crate) fn brute_force_within(instance: &Instance, positions: u64) -> Outcome<Moves> {
    let start = instance.robots().iter().map(|&(_, cell)| (cell, [false, false])).collect();
    let mut control = Control::new(Budget::new().with_nodes(positions));
    breadth_first(&Game(instance), start, &mut control).map(|path| path.actions.into())
}
