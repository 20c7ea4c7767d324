//! Single moves of the robots of a group, and rotations, whose moves are made one after another.

use alloc::boxed::Box;
use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::search::{Space, a_star};
use motion_core::{Control, Move, Outcome, Token, Vertex};

use crate::all_distances::UNREACHABLE;
use crate::groups::{Answer, Task};

/// The bit of a robot's word that marks a robot that has moved in an unfinished rotation.
const MOVED: u32 = 1 << 31;

/// The positions of the robots of a group, one word each.
///
/// During a rotation two more words follow: the robot whose vertex another one has just entered,
/// and the vertex that the first robot of the rotation has left. The first robot is the one with
/// the least number in the rotation. The empty state stands for giving up the search.
type State = Box<[u32]>;

#[derive(Clone, Copy)]
struct Action {
    /// The robot's number in the group, or [`NO_ROBOT`].
    robot: u32,
    to: Vertex,
    /// Whether the move completes a rotation or is not part of one.
    ends_step: bool,
}

/// Marks the action by which the search gives up.
const NO_ROBOT: u32 = u32::MAX;

struct MoveSpace<'i> {
    task: &'i Task<'i>,
    robots: &'i [usize],
    /// The vertices that may not be entered, in ascending order.
    blocked: &'i [Vertex],
    /// The cost above which the search gives up.
    limit: Option<u32>,
    start: State,
}

/// Finds steps with the fewest moves for a group of robots that never enter the blocked vertices,
/// if these moves are at most `limit`. A step is a single move or a rotation.
pub(super) fn search(
    task: &Task,
    robots: &[usize],
    blocked: &[Vertex],
    limit: Option<u64>,
    control: &mut Control,
) -> Answer<Vec<Vec<Move>>> {
    let start = robots.iter().map(|&robot| task.instance.start().places()[robot].0).collect();
    let limit = limit.map(|limit| limit.min(u64::from(u32::MAX / 2)) as u32);
    let space = MoveSpace { task, robots, blocked, limit, start };
    let outcome = a_star(&space, |state: &State| space.lower_bound(state), space.start.clone(), control);
    match outcome {
        Outcome::Solved { plan, .. } if plan.actions.last().is_some_and(|last| last.robot == NO_ROBOT) => {
            Answer::AboveLimit
        }
        Outcome::Solved { plan, .. } => Answer::Found(space.steps(&plan.actions)),
        Outcome::Unsolvable => Answer::Unsolvable,
        Outcome::Stopped { why, lower_bound, .. } => Answer::Stopped { why, lower_bound },
    }
}

impl MoveSpace<'_> {
    /// The sum of the distances.
    fn lower_bound(&self, state: &[u32]) -> Option<u32> {
        state.iter().take(self.robots.len()).enumerate().try_fold(0u32, |sum, (robot, &word)| {
            let distance = self.distance(robot, word & !MOVED);
            if distance == UNREACHABLE { None } else { sum.checked_add(distance) }
        })
    }

    fn distance(&self, robot: usize, vertex: u32) -> u32 {
        self.task.distances.get(self.robots[robot], Vertex(vertex))
    }

    fn steps(&self, actions: &[Action]) -> Vec<Vec<Move>> {
        let mut places: Vec<_> = self.start.iter().copied().map(Vertex).collect();
        let (mut steps, mut step) = (Vec::new(), Vec::new());
        for action in actions {
            let (robot, to) = (action.robot as usize, action.to);
            let from = core::mem::replace(&mut places[robot], to);
            step.push(Move { token: Token(self.robots[robot] as u32), from, to });
            if action.ends_step {
                steps.push(core::mem::take(&mut step));
            }
        }
        steps
    }

    /// The first move of a robot in a step: to a vacant vertex, or the first move of a rotation.
    fn first_moves(&self, state: &[u32], robot: usize, to: Vertex) -> Option<(State, bool)> {
        let from = state[robot];
        let Some(other) = state.iter().position(|&word| word == to.0) else {
            let mut next: State = state.into();
            next[robot] = to.0;
            return Some((next, true));
        };
        if self.task.model != MotionModel::Standard || other < robot {
            return None;
        }
        let mut next = Vec::with_capacity(state.len() + 2);
        next.extend_from_slice(state);
        next[robot] = to.0 | MOVED;
        next.extend([other as u32, from]);
        Some((next.into(), false))
    }

    /// A later move of a rotation: onto the vertex that the first robot has left, or onto the
    /// vertex of a robot that has not moved.
    fn later_moves(&self, state: &[u32], to: Vertex) -> Option<(State, bool)> {
        let robots = self.robots.len();
        let (words, robot, last) = (&state[..robots], state[robots] as usize, state[robots + 1]);
        if to.0 == last {
            // A rotation of two would be an exchange.
            let moved = words.iter().filter(|&word| word & MOVED != 0).count();
            return (moved >= 2).then(|| {
                let mut next: State = words.iter().map(|word| word & !MOVED).collect();
                next[robot] = to.0;
                (next, true)
            });
        }
        let other = words.iter().position(|&word| word == to.0)?;
        let first = words.iter().position(|word| word & MOVED != 0).expect("invariant: a robot has moved");
        if other < first {
            return None;
        }
        let mut next: State = state.into();
        next[robot] = to.0 | MOVED;
        next[robots] = other as u32;
        Some((next, false))
    }
}

impl Space for MoveSpace<'_> {
    type State = State;
    type Action = Action;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), state: &State) -> bool {
        let at_goal = |(robot, &word): (usize, &u32)| self.distance(robot, word) == 0;
        state.is_empty() || (state.len() == self.robots.len() && state.iter().enumerate().all(at_goal))
    }

    /// Visits moves towards the goal last, because [`a_star`] tries the last first.
    fn successors(&self, (): &mut (), state: &State, visit: &mut impl FnMut(Action, State, u32)) {
        if let Some(limit) = self.limit.filter(|_| *state == self.start) {
            // This comes first, so that all other states of this cost are tried before it.
            visit(Action { robot: NO_ROBOT, to: Vertex(0), ends_step: false }, [].into(), limit);
        }
        let robots = self.robots.len();
        let rotates = state.len() > robots;
        let movers = if rotates {
            let robot = state[robots] as usize;
            robot..robot + 1
        } else {
            0..state.len()
        };
        for order in [core::cmp::Ordering::Greater, core::cmp::Ordering::Equal, core::cmp::Ordering::Less] {
            for robot in movers.clone() {
                let from = state[robot];
                let here = self.distance(robot, from);
                for &to in self.task.instance.successors(Vertex(from)) {
                    if self.distance(robot, to.0).cmp(&here) != order
                        || self.blocked.binary_search(&to).is_ok()
                    {
                        continue;
                    }
                    let next = if rotates {
                        self.later_moves(state, to)
                    } else {
                        self.first_moves(state, robot, to)
                    };
                    if let Some((next, ends_step)) = next {
                        visit(Action { robot: robot as u32, to, ends_step }, next, 1);
                    }
                }
            }
        }
    }

    fn heap_bytes(&self, state: &State) -> u64 {
        size_of_val(&**state) as u64
    }
}
