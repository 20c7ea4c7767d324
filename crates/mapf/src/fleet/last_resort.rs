//! The last resort for a robot that makes no progress.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use cpf_core::directed::{Directed, DirectedGraph, DirectedInstance};
use cpf_core::improve::parallelise;
use cpf_core::internal::{BlankRoute, GoalDistances, WorkingBoard};
use cpf_core::{Instance, MotionModel};
use motion_core::{Control, Outcome, Plan, Quality, Solver, Token, Vertex};

use super::network::Network;

/// The number of steps without progress after which the last resort is taken.
const PATIENCE: u64 = 50;

/// Carries the robot with the oldest goal there, if it does not come nearer by itself: all other
/// robots are moved out of its way, one after another.
///
/// # Guarantees
/// On the open vertices of a bi-connected graph, with an arc for every edge or strongly connected,
/// one vacant vertex suffices, in every model. The plan is followed to its end.
#[derive(Clone, Debug, Default)]
pub(super) struct LastResort {
    /// The remaining steps of the plan, with the robots' next vertices.
    steps: VecDeque<Vec<Vertex>>,
    watched: Option<Watched>,
}

/// A robot that is watched.
#[derive(Clone, Copy, Debug)]
struct Watched {
    robot: u32,
    since: u64,
    /// The least cost of its way so far, and when it was reached.
    least: u32,
    time: u64,
}

impl LastResort {
    /// Gives up the plan, because the network has changed.
    pub(super) fn forget(&mut self) {
        self.steps.clear();
        self.watched = None;
    }

    /// The vertices of all robots after the next step of a plan that is being followed.
    pub(super) fn next(&mut self) -> Option<Vec<Vertex>> {
        self.steps.pop_front()
    }

    /// Watches the robot with the oldest goal, whose way costs `cost`. Returns whether it has made
    /// no progress for long.
    pub(super) fn is_stuck(&mut self, robot: u32, since: u64, cost: u32, now: u64) -> bool {
        match &mut self.watched {
            Some(watched) if (watched.robot, watched.since) == (robot, since) && cost >= watched.least => {
                now - watched.time > PATIENCE
            }
            watched => {
                *watched = Some(Watched { robot, since, least: cost, time: now });
                false
            }
        }
    }

    /// Plans to carry a robot to its goal.
    pub(super) fn plan(
        &mut self,
        robot: u32,
        goal: Vertex,
        places: &[Vertex],
        network: &Network,
        model: MotionModel,
    ) {
        // After a failure, it is tried again after as many steps.
        self.watched = None;
        let vertices: Vec<_> =
            network.underlying().vertices().filter(|&vertex| !network.is_closed(vertex)).collect();
        let number = |vertex: Vertex| vertices.binary_search(&vertex).ok().map(|index| Vertex(index as u32));
        let open = network.underlying().induced(&vertices);
        // Robots on closed vertices take no part.
        let (tokens, starts): (Vec<_>, Vec<_>) =
            places.iter().enumerate().filter_map(|(robot, &place)| Some((robot, number(place)?))).unzip();
        let carried = tokens.iter().position(|&token| token == robot as usize);
        let (Some(carried), Some(goal)) = (carried, number(goal)) else { return };
        let solver = Carry { robot: Token(carried as u32), goal };
        let robots: Vec<_> = starts.iter().map(|&start| (start, start)).collect();
        let control = &mut Control::unlimited();
        let (instance, plan) = match network.directed() {
            None => {
                let instance = Instance::new(open, &robots).expect("invariant: distinct vertices");
                let plan = solver.solve(&instance, control).plan();
                (instance, plan)
            }
            Some(directed) => {
                let arcs = vertices.iter().flat_map(|&from| {
                    directed.successors(from).iter().filter_map(move |&to| Some((from, to)))
                });
                let arcs = arcs.filter_map(|(from, to)| Some((number(from)?, number(to)?)));
                let graph =
                    DirectedGraph::from_arcs(vertices.len(), arcs).expect("invariant: a part of a graph");
                let Ok(instance) = DirectedInstance::new(graph, &robots) else { return };
                let plan = Directed::new(solver).solve(&instance, control).plan();
                (instance.underlying().clone(), plan)
            }
        };
        let Some(plan) = plan else { return };
        let schedule = parallelise(&instance, &plan, model).expect("invariant: the plan is legal");
        let mut now = places.to_vec();
        for step in schedule.steps() {
            for action in step {
                now[tokens[action.token.index()]] = vertices[action.to.index()];
            }
            self.steps.push_back(now.clone());
        }
    }
}

/// Carries one robot to a vertex; the others may end anywhere.
struct Carry {
    robot: Token,
    goal: Vertex,
}

impl Solver<Instance> for Carry {
    type Solution = Plan;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Plan> {
        let graph = instance.graph();
        let distances = GoalDistances::in_closed_form(graph, None, instance.goal());
        let carried =
            WorkingBoard::new(graph, instance.start().clone(), distances, control).map(|mut board| {
                let carried = board.carry(self.robot, self.goal, BlankRoute::Shortest);
                carried.is_ok().then(|| board.trail().iter().copied().collect())
            });
        match carried {
            Ok(Some(plan)) => Outcome::Solved { plan, quality: Quality::Feasible },
            _ => Outcome::Stopped { why: motion_core::Stop::Unsupported, best: None, lower_bound: None },
        }
    }
}
