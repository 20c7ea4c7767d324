//! Instances whose robots leave the graph at their goals.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Control, Move, Outcome, Quality, Schedule, Token, Vertex};

use crate::directed::{DirectedError, DirectedGraph, DirectedInstance, DirectedVerifyError};
use crate::instance::{Instance, InstanceError};
use crate::motion_model::MotionModel;
use crate::objective::{Metrics, Objective};
use crate::verify::{StepReferee, VerifyError};

/// Robots on a graph, with or without arcs, each of which leaves the graph at its goal.
///
/// A robot is on its goal at the end of the step in which it arrives, and gone after the next step.
/// In that step another robot may enter the goal where the motion model lets it follow. A robot
/// that starts on its goal is gone after the first step. Several robots may have the same goal.
/// Schedules have no moves for leaving, and a robot's costs end with its arrival.
///
/// The literature calls this rule *disappear at target*, and that of [`Instance`] *stay at target*.
/// Schedulers that solve this type know the rule.
///
/// # Reduction
/// Every robot gets a vertex outside the graph, to which one arc leads, from its goal, and from
/// which none leads. Robots that end outside are robots that leave at their goals: a robot can
/// always move on from its goal in the next step, which hinders no other, and one on the outside
/// vertex of another robot could never move again. Every robot makes one move more, and all arrive
/// one step later. Costs and bounds without these moves and steps are those of robots that leave.
///
/// # Examples
/// ```
/// use cpf_core::{LeavingInstance, MotionModel};
/// use motion_core::graph::Graph;
/// use motion_core::{Move, Schedule, Token, Vertex};
///
/// // Two robots go to the end of a path of three vertices.
/// let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
/// let robots = [(Vertex(1), Vertex(2)), (Vertex(0), Vertex(2))];
/// let instance = LeavingInstance::new(&path, &robots)?;
/// let step =
///     |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
/// let mut schedule = Schedule::new();
/// schedule.push_step([step(0, 1, 2), step(1, 0, 1)]);
/// schedule.push_step([step(1, 1, 2)]);
/// let metrics = instance.verify_schedule(&schedule, MotionModel::Train)?;
/// assert_eq!((metrics.makespan, metrics.sum_of_costs), (2, 3));
/// // In this model, the second robot may not enter the goal while the first is there.
/// assert!(instance.verify_schedule(&schedule, MotionModel::Pebble).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeavingInstance {
    /// The number of vertices without those outside, which follow in the order of the robots.
    vertices: usize,
    goals: Vec<Vertex>,
    extended: DirectedInstance,
}

impl LeavingInstance {
    /// Makes an instance of robots on a graph, each with its start and goal.
    ///
    /// # Errors
    /// [`InstanceError`] for the first start or goal that does not exist, or else for the first two
    /// robots that start on the same vertex.
    ///
    /// # Panics
    /// If the graph has more than 2³¹ vertices.
    ///
    /// # Complexity
    /// Time O(V + E log E + r) for r robots.
    pub fn new(graph: &Graph, robots: &[(Vertex, Vertex)]) -> Result<Self, InstanceError> {
        let arcs = graph.edges().flat_map(|(a, b)| [(a, b), (b, a)]);
        Self::with_arcs(graph.vertex_count(), arcs, robots)
    }

    /// Makes an instance of robots that move along arcs.
    ///
    /// # Errors
    /// [`DirectedError::OneWay`] if an arc lies on no directed cycle, and those of
    /// [`new`](LeavingInstance::new).
    ///
    /// # Panics
    /// As [`new`](LeavingInstance::new) does.
    ///
    /// # Complexity
    /// That of [`new`](LeavingInstance::new).
    pub fn on_arcs(graph: &DirectedGraph, robots: &[(Vertex, Vertex)]) -> Result<Self, DirectedError> {
        DirectedInstance::check_cycles(graph)?;
        Ok(Self::with_arcs(graph.vertex_count(), graph.arcs(), robots)?)
    }

    fn with_arcs(
        vertices: usize,
        arcs: impl Iterator<Item = (Vertex, Vertex)>,
        robots: &[(Vertex, Vertex)],
    ) -> Result<Self, InstanceError> {
        let numbered = || (0..).map(Token).zip(robots);
        if let Some((robot, &(vertex, _))) = numbered().find(|(_, ends)| ends.0.index() >= vertices) {
            return Err(InstanceError::NoSuchStart { robot, vertex, vertices });
        }
        if let Some((robot, &(_, vertex))) = numbered().find(|(_, ends)| ends.1.index() >= vertices) {
            return Err(InstanceError::NoSuchGoal { robot, vertex, vertices });
        }
        let outside = || (vertices as u32..).map(Vertex);
        let goals: Vec<_> = robots.iter().map(|&(_, goal)| goal).collect();
        let leaving = goals.iter().copied().zip(outside());
        let graph = DirectedGraph::from_arcs(vertices + robots.len(), arcs.chain(leaving))
            .expect("the graph has at most 2³¹ vertices");
        let ends: Vec<_> = robots.iter().map(|&(start, _)| start).zip(outside()).collect();
        Ok(Self { vertices, goals, extended: DirectedInstance::new_unchecked(graph, &ends)? })
    }

    /// The robots, each on its way to its vertex outside.
    #[doc(hidden)]
    pub const fn extended(&self) -> &DirectedInstance {
        &self.extended
    }

    /// Replays a schedule under a motion model and measures it.
    ///
    /// # Errors
    /// [`DirectedVerifyError`] names the first illegal step and move. Moves of a robot that has
    /// left, which are [`VerifyError::HasLeft`], and moves against arcs come before the other
    /// errors of a step. If all steps are legal, it names the first robot that has not arrived.
    ///
    /// # Complexity
    /// That of [`Instance::verify_schedule`].
    pub fn verify_schedule(
        &self,
        schedule: &Schedule,
        model: MotionModel,
    ) -> Result<Metrics, DirectedVerifyError> {
        let Self { vertices, ref goals, .. } = *self;
        let underlying = self.extended.underlying();
        let start = underlying.start();
        let mut referee = StepReferee::new(underlying.graph(), start.clone(), model);
        let mut arrivals: Vec<_> =
            start.places().iter().zip(goals).map(|(place, goal)| (place == goal).then_some(0)).collect();
        let (mut leaving, mut moves): (Vec<Token>, Vec<Move>) =
            (self.starting_at_goals().collect(), Vec::new());
        let mut metrics = Metrics { makespan: schedule.makespan() as u64, ..Metrics::default() };
        for (number, step) in (0..).zip(schedule.steps()) {
            for &action in step {
                if arrivals.get(action.token.index()).is_some_and(Option::is_some) {
                    return Err(VerifyError::HasLeft { step: number, action }.into());
                }
                if action.to.index() >= vertices {
                    return Err(VerifyError::NoSuchVertex { step: number, action, vertices }.into());
                }
            }
            self.extended.check_arcs(step.iter().map(|&action| (number, action)))?;
            moves.clear();
            moves.extend_from_slice(step);
            moves.extend(leaving.drain(..).map(|robot| self.leave(robot)));
            referee.make(&moves)?;
            metrics.moves += step.len() as u64;
            for action in step.iter().filter(|action| action.to == goals[action.token.index()]) {
                arrivals[action.token.index()] = Some(number + 1);
                leaving.push(action.token);
            }
        }
        for ((robot, arrival), &goal) in underlying.robots().zip(arrivals).zip(goals) {
            let vertex = referee.configuration().vertex_of(robot);
            metrics.sum_of_costs += arrival.ok_or(VerifyError::NotAtGoal { robot, vertex, goal })?;
        }
        Ok(metrics)
    }

    fn starting_at_goals(&self) -> impl Iterator<Item = Token> {
        let start = self.extended.underlying().start();
        let robots = (0..).map(Token).zip(&self.goals);
        robots.filter(|&(robot, &goal)| start.vertex_of(robot) == goal).map(|(robot, _)| robot)
    }

    fn leave(&self, token: Token) -> Move {
        let to = self.extended.underlying().goal().vertex_of(token);
        Move { token, from: self.goals[token.index()], to }
    }

    /// Solves the instance by a search for schedules that end outside. Outcomes and solutions
    /// shown to observers are those of robots that leave.
    #[doc(hidden)]
    pub fn solve_by(
        &self,
        objective: Objective,
        control: &mut Control,
        search: impl FnOnce(&DirectedInstance, &mut Control) -> Outcome<Schedule>,
    ) -> Outcome<Schedule> {
        let cheaper_by = match objective {
            Objective::Moves | Objective::SumOfCosts => self.goals.len(),
            Objective::Makespan => self.goals.len().min(1),
        };
        let cheaper_by = cheaper_by as u64;
        let until_goals = |schedule: Schedule| self.until_goals(&schedule);
        let outcome = control
            .converting(cheaper_by, until_goals, |control| search(&self.extended, control))
            .map(until_goals);
        let bound = |bound: u64| bound.saturating_sub(cheaper_by);
        match outcome {
            Outcome::Solved { plan, quality: Quality::Bounded { lower_bound } } => {
                Outcome::Solved { plan, quality: Quality::Bounded { lower_bound: bound(lower_bound) } }
            }
            Outcome::Stopped { why, best, lower_bound } => {
                Outcome::Stopped { why, best, lower_bound: lower_bound.map(bound) }
            }
            outcome => outcome,
        }
    }

    /// Removes the moves of each robot after its first arrival at its goal.
    fn until_goals(&self, schedule: &Schedule) -> Schedule {
        let mut has_left = alloc::vec![false; self.goals.len()];
        self.starting_at_goals().for_each(|robot| has_left[robot.index()] = true);
        let mut steps: Vec<Vec<Move>> = Vec::new();
        for step in schedule.steps() {
            let kept = step.iter().copied().filter(|action| {
                let (robot, to) = (action.token.index(), action.to);
                let is_kept = !has_left[robot];
                has_left[robot] |= to == self.goals[robot];
                is_kept
            });
            steps.push(kept.collect());
        }
        let length = steps.iter().rposition(|step| !step.is_empty()).map_or(0, |last| last + 1);
        let mut until_goals = Schedule::new();
        steps.into_iter().take(length).for_each(|step| until_goals.push_step(step));
        until_goals
    }
}

/// The same robots, which leave at their goals.
impl From<&Instance> for LeavingInstance {
    fn from(instance: &Instance) -> Self {
        let (start, goal) = (instance.start().places(), instance.goal().places());
        let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
        Self::new(instance.graph(), &robots).expect("invariant: the robots are those of an instance")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_robots_and_schedules_are_refused() {
        let arcs = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (Vertex(a), Vertex(b)));
        let triangle = DirectedGraph::from_arcs(3, arcs).expect("a graph");
        let on = |robots: &[(u32, u32)]| {
            let robots: Vec<_> = robots.iter().map(|&(start, goal)| (Vertex(start), Vertex(goal))).collect();
            LeavingInstance::on_arcs(&triangle, &robots).map_err(|why| why.to_string())
        };
        assert_eq!(
            on(&[(0, 1), (3, 1)]),
            Err("robot 2 starts on vertex 4, but the graph has only 3 vertices".into())
        );
        assert_eq!(
            on(&[(0, 3)]),
            Err("robot 1 has its goal on vertex 4, but the graph has only 3 vertices".into())
        );
        assert_eq!(on(&[(0, 1), (0, 2)]), Err("robots 1 and 2 both start on vertex 1".into()));
        let path = DirectedGraph::from_arcs(3, arcs[..2].iter().copied()).expect("a graph");
        assert!(LeavingInstance::on_arcs(&path, &[]).is_err(), "no cycle");

        // The second robot is on its goal at the start.
        let instance = on(&[(0, 1), (1, 1)]).expect("an instance");
        let error = |moves: &[(u32, u32, u32)]| {
            let mut schedule = Schedule::new();
            for &(token, from, to) in moves {
                schedule.push_step([Move { token: Token(token), from: Vertex(from), to: Vertex(to) }]);
            }
            instance.verify_schedule(&schedule, MotionModel::Train).map_err(|why| why.to_string())
        };
        let metrics = Metrics { moves: 1, makespan: 1, sum_of_costs: 1 };
        assert_eq!(error(&[(0, 0, 1)]), Ok(metrics));
        assert_eq!(error(&[]), Err("robot 1 ends on vertex 1 instead of vertex 2".into()));
        assert_eq!(error(&[(1, 1, 2)]), Err("robot 2 moves in step 1, but has left at its goal".into()));
        assert_eq!(
            error(&[(0, 0, 1), (0, 1, 4)]),
            Err("robot 1 moves in step 2, but has left at its goal".into())
        );
        assert_eq!(
            error(&[(0, 0, 3)]),
            Err("robot 1 moves to vertex 4 in step 1, but there are only 3 vertices".into())
        );
        assert_eq!(
            error(&[(0, 0, 2)]),
            Err("robot 1 moves from vertex 1 to vertex 3 in step 1, against an arc".into())
        );
        assert_eq!(error(&[(2, 0, 1)]), Err("there is no robot 3, but it moves in step 1".into()));
    }
}
