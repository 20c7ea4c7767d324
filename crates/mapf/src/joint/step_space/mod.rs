//! Time steps in which all robots of a group move, decided robot by robot.

mod collisions;

use alloc::boxed::Box;
use alloc::vec::Vec;

use cpf_core::Objective;
use motion_core::search::{Space, a_star};
use motion_core::{Control, Outcome, Vertex};

use crate::all_distances::UNREACHABLE;
use crate::groups::{Answer, GroupSearch, Task};
use crate::timed_paths::last_move;

/// The greatest number of vertices. A state has a 32-bit word for each robot, and two of its bits
/// are flags.
pub(super) const MAX_VERTICES: usize = 1 << 30;

/// The bit of a robot's word that marks a robot that never moves again. This bit and the next are
/// used only for the sum of costs.
const FINISHED: u32 = 1 << 31;

/// The bit of a robot's word that says that the robot has been at its goal since the previous step
/// or the start, and may finish now. A robot at its goal with neither bit set will leave the goal
/// and come back.
const ARRIVED: u32 = 1 << 30;

/// The bits of a robot's word that hold its vertex.
const VERTEX: u32 = ARRIVED - 1;

/// The positions of the robots of a group between two steps, or during the decisions of one.
///
/// The first word is the time, capped at the horizon of the space. Then comes a word for each
/// robot: its vertex, and whether it has [`ARRIVED`] or [`FINISHED`]. Last comes a word for each
/// robot whose step is decided: its vertex before the step. Robots decide in their order. A robot
/// that finished in an earlier step counts as decided.
///
/// The empty state stands for giving up the search.
type State = Box<[u32]>;

/// The decision of one robot.
#[derive(Clone, Copy)]
struct Decision {
    /// The robot's number in the group, or [`NO_ROBOT`].
    robot: u32,
    to: Vertex,
    /// Whether this was the last decision of the step.
    ends_step: bool,
}

/// The least cost of a robot at its goal that will leave it: the step away and the step back.
const ROUND_TRIP: u32 = 2;

/// Stands for a robot in a decision that no robot makes: an empty step, or giving up.
const NO_ROBOT: u32 = u32::MAX;

/// The steps of a group of robots among other robots. The others follow given paths and do not give
/// way.
struct StepSpace<'i> {
    task: &'i Task<'i>,
    robots: &'i [usize],
    /// The paths of the other robots.
    avoided: &'i [&'i [Vertex]],
    /// The time from which the other robots rest.
    horizon: u32,
    /// The cost above which the search gives up.
    limit: Option<u32>,
    start: State,
}

/// A* in the space of steps.
pub(super) struct StepSearch;

impl GroupSearch for StepSearch {
    fn search(
        &mut self,
        task: &Task,
        robots: &[usize],
        avoided: &[&[Vertex]],
        limit: Option<u64>,
        control: &mut Control,
    ) -> Answer<(Vec<Vec<Vertex>>, u64)> {
        let horizon = avoided.iter().map(|path| last_move(path)).max().unwrap_or(0) as u32;
        let word = |&robot: &usize| {
            let start = task.instance.start().places()[robot];
            let arrived = task.objective == Objective::SumOfCosts && task.distances.get(robot, start) == 0;
            if arrived { start.0 | ARRIVED } else { start.0 }
        };
        let start: State = core::iter::once(0).chain(robots.iter().map(word)).collect();
        let limit = limit.map(|limit| limit.min(u64::from(u32::MAX / 2)) as u32);
        let space = StepSpace { task, robots, avoided, horizon, limit, start };
        let outcome = a_star(&space, |state: &State| space.lower_bound(state), space.start.clone(), control);
        match outcome {
            Outcome::Solved { plan, .. } if plan.actions.last().is_some_and(|last| last.is_giving_up()) => {
                Answer::AboveLimit
            }
            Outcome::Solved { plan, .. } => Answer::Found((space.paths(&plan.actions), plan.cost)),
            Outcome::Unsolvable => Answer::Unsolvable,
            Outcome::Stopped { why, lower_bound, .. } => Answer::Stopped { why, lower_bound },
        }
    }
}

impl Decision {
    const GIVE_UP: Self = Self { robot: NO_ROBOT, to: Vertex(0), ends_step: false };

    fn is_giving_up(self) -> bool {
        self.robot == NO_ROBOT && !self.ends_step
    }
}

impl StepSpace<'_> {
    /// The number of robots that have decided.
    fn decided(&self, state: &[u32]) -> usize {
        state.len() - 1 - self.robots.len()
    }

    /// The state after the next robot has chosen this word, and whether the step ends with it.
    fn decide(&self, state: &[u32], robot: usize, word: u32) -> (State, bool) {
        let robots = self.robots.len();
        let mut next = Vec::with_capacity(1 + 2 * robots);
        next.extend_from_slice(state);
        next[1 + robot] = word;
        next.push(state[1 + robot] & VERTEX);
        self.skip_finished(&mut next);
        let ends_step = self.decided(&next) == robots;
        if ends_step {
            self.end_step(&mut next);
        }
        (next.into(), ends_step)
    }

    /// Skips the decisions of robots that have finished, up to the first robot that has not.
    fn skip_finished(&self, state: &mut Vec<u32>) {
        while let Some(&word) = state[1..=self.robots.len()].get(self.decided(state))
            && word & FINISHED != 0
        {
            state.push(word & VERTEX);
        }
    }

    /// Ends the step, and begins the next one.
    fn end_step(&self, state: &mut Vec<u32>) {
        state.truncate(1 + self.robots.len());
        state[0] = (state[0] + 1).min(self.horizon);
        if state[1..].iter().any(|word| word & FINISHED == 0) {
            self.skip_finished(state);
        }
    }

    fn distance(&self, robot: usize, vertex: u32) -> u32 {
        self.task.distances.get(self.robots[robot], Vertex(vertex))
    }

    /// The sum of the distances for the sum of costs, or the longest distance for the makespan.
    fn lower_bound(&self, state: &[u32]) -> Option<u32> {
        if state.is_empty() {
            return Some(0);
        }
        let decided = self.decided(state);
        let words = &state[1..=self.robots.len()];
        let (mut sum, mut longest) = (0u32, 0);
        for (robot, &word) in words.iter().enumerate() {
            if word & FINISHED == 0 {
                let mut distance = self.distance(robot, word & VERTEX);
                if distance == 0 && word & ARRIVED == 0 && self.task.objective == Objective::SumOfCosts {
                    distance = ROUND_TRIP;
                }
                if distance == UNREACHABLE {
                    return None;
                }
                sum = sum.saturating_add(distance);
                // The step is paid for, although this robot has not decided yet.
                let paid = u32::from(decided > 0 && robot >= decided);
                longest = longest.max(distance.saturating_sub(paid));
            }
        }
        Some(match self.task.objective {
            Objective::SumOfCosts => sum,
            Objective::Makespan | Objective::Moves => {
                longest.max((self.horizon - state[0]).saturating_sub(u32::from(decided > 0)))
            }
        })
    }

    /// The paths that follow from the decisions.
    fn paths(&self, decisions: &[Decision]) -> Vec<Vec<Vertex>> {
        let mut places: Vec<_> = self.start[1..].iter().map(|&word| Vertex(word & VERTEX)).collect();
        let mut paths: Vec<_> = places.iter().map(|&place| alloc::vec![place]).collect();
        for decision in decisions {
            if decision.robot != NO_ROBOT {
                places[decision.robot as usize] = decision.to;
            }
            if decision.ends_step {
                for (path, &place) in paths.iter_mut().zip(&places) {
                    path.push(place);
                }
            }
        }
        paths
    }
}

impl Space for StepSpace<'_> {
    type State = State;
    type Action = Decision;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), state: &State) -> bool {
        if state.is_empty() {
            return true;
        }
        let is_done = |(robot, &word): (usize, &u32)| match self.task.objective {
            Objective::SumOfCosts => word & FINISHED != 0,
            Objective::Makespan | Objective::Moves => self.distance(robot, word) == 0,
        };
        let words = &state[1..=self.robots.len()];
        self.decided(state) == 0 && state[0] == self.horizon && words.iter().enumerate().all(is_done)
    }

    /// Visits steps towards the goal last, because [`a_star`] tries the last first.
    fn successors(&self, (): &mut (), state: &State, visit: &mut impl FnMut(Decision, State, u32)) {
        if let Some(limit) = self.limit.filter(|_| *state == self.start) {
            // Visited first and therefore tried last: all other states of this cost come before it.
            visit(Decision::GIVE_UP, [].into(), limit);
        }
        if state.is_empty() || self.rest_is_disturbed(state) {
            return;
        }
        let robot = self.decided(state);
        let words = &state[1..=self.robots.len()];
        if words[robot] & FINISHED != 0 {
            // All robots of the group have finished, but the other robots have not.
            let mut next = state.to_vec();
            self.end_step(&mut next);
            visit(Decision { robot: NO_ROBOT, to: Vertex(0), ends_step: true }, next.into(), 0);
            return;
        }
        let (from, sum_of_costs) = (words[robot] & VERTEX, self.task.objective == Objective::SumOfCosts);
        let cost = u32::from(sum_of_costs || robot == 0);
        let mut try_step = |word: u32, cost: u32| {
            let to = word & VERTEX;
            if self.is_allowed(state, robot, to) {
                let arrives = sum_of_costs && to != from && self.distance(robot, to) == 0;
                let word = if arrives { word | ARRIVED } else { word };
                let (next, ends_step) = self.decide(state, robot, word);
                visit(Decision { robot: robot as u32, to: Vertex(to), ends_step }, next, cost);
            }
        };
        let targets = self.task.instance.successors(Vertex(from));
        let here = self.distance(robot, from);
        for farther in [true, false] {
            for to in targets {
                let there = self.distance(robot, to.0);
                if (there > here) == farther && there >= here {
                    try_step(to.0, cost);
                }
            }
        }
        try_step(from, cost);
        for to in targets.iter().filter(|to| self.distance(robot, to.0) < here) {
            try_step(to.0, cost);
        }
        if words[robot] & ARRIVED != 0 {
            try_step(from | FINISHED, 0);
        }
    }

    fn heap_bytes(&self, state: &State) -> u64 {
        size_of_val(&**state) as u64
    }
}

#[cfg(test)]
mod tests {
    use cpf_core::MotionModel;

    use super::*;
    use crate::all_distances::AllDistances;

    #[test]
    fn a_robot_that_leaves_its_goal_pays_for_two_steps() -> Result<(), Box<dyn core::error::Error>> {
        let instance: cpf_core::Instance = "p edge 2 1\ne 1 2\nr 1 1\n".parse()?;
        let mut control = Control::unlimited();
        let distances = AllDistances::new((&instance).into(), &mut control)?;
        let (model, objective) = (MotionModel::Standard, Objective::SumOfCosts);
        let task =
            Task { instance: (&instance).into(), distances: &distances, model, objective, limit: None };
        // The robot is at its goal with neither bit set: it has paid for waiting there, so it must
        // leave and return.
        let start: State = [0, 0].into();
        let space = StepSpace {
            task: &task,
            robots: &[0],
            avoided: &[],
            horizon: 0,
            limit: None,
            start: start.clone(),
        };
        assert_eq!(space.lower_bound(&start), Some(2));
        let outcome = a_star(&space, |_: &State| Some(0), start, &mut control);
        assert_eq!(outcome.plan().map(|plan| plan.cost), Some(2));
        Ok(())
    }
}
