//! A slow, obvious solver: breadth-first over all positions, told apart by everything, moved by the
//! rule that verifies solutions.

use motion_core::search::{Space, breadth_first};
use motion_core::{Cell, Control, Direction, Outcome};
use ricochet::{Approach, Instance, Moves, Slide};
use smallvec::SmallVec;

/// For each robot its cell and whether it has gone along columns and along rows.
type Position = SmallVec<[(Cell, [bool; 2]); 4]>;

struct Game<'i>(&'i Instance);

impl Space for Game<'_> {
    type State = Position;
    type Action = Slide;

    fn is_goal(&self, position: &Position) -> bool {
        let free = self.0.approach() == Approach::Free;
        self.0.robots().iter().zip(position).any(|(&(robot, _), &(cell, gone))| {
            self.0.may_win(robot) && cell == self.0.target().cell && (free || gone == [true, true])
        })
    }

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Slide, Position, u32)) {
        for (index, &(robot, _)) in self.0.robots().iter().enumerate() {
            for direction in Direction::ALL {
                let (from, mut gone) = position[index];
                let occupied = |cell| position.iter().any(|&(taken, _)| taken == cell);
                let Some(way) = self.0.board().slide(robot, from, direction, occupied) else { continue };
                if way.end == from {
                    continue;
                }
                if self.0.approach() == Approach::Turning && self.0.may_win(robot) {
                    gone[direction.index() % 2] = true;
                    if !way.bends.is_empty() {
                        gone = [true, true];
                    }
                }
                let mut next = position.clone();
                next[index] = (way.end, gone);
                visit(Slide { robot, direction }, next, 1);
            }
        }
    }
}

/// A solution of the fewest moves; `None` if there is no solution.
pub(crate) fn brute_force(instance: &Instance) -> Option<Moves> {
    let start = instance.robots().iter().map(|&(_, cell)| (cell, [false, false])).collect();
    match breadth_first(&Game(instance), start, &mut Control::unlimited()) {
        Outcome::Solved { plan, .. } => Some(plan.actions.into()),
        Outcome::Unsolvable => None,
        Outcome::Stopped { why, .. } => panic!("{why}"),
    }
}
