//! The last resort for a robot that makes no progress.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use cpf_core::directed::{Directed, DirectedGraph, DirectedInstance};
use cpf_core::improve::parallelise;
use cpf_core::internal::{BlankRoute, GoalDistances, WorkingBoard};
use cpf_core::{Instance, MotionModel};
use hashbrown::HashSet;
use motion_core::{Control, Outcome, Plan, Quality, Solver, Stop, Token, Vertex};
use rustc_hash::FxBuildHasher;

use super::network::Network;

/// The number of steps without progress after which the last resort is taken.
const PATIENCE: u64 = 50;
/// The number of steps by which a robot is carried nearer.
const STEPS: usize = 8;
/// The number of vertices around a robot among which a plan is sought first.
const AROUND: usize = 1024;

/// Carries the robot with the oldest goal some steps nearer to it, if it comes no nearer by itself:
/// all other robots are moved out of its way, one after another.
///
/// # Guarantees
/// On the open vertices of a bi-connected graph, with arcs both ways or strongly connected, one
/// vacant vertex suffices, in every model. The plan is followed to its end, where the robot's way
/// costs less than ever before.
#[derive(Clone, Debug, Default)]
pub(super) struct LastResort {
    /// The remaining steps of the plan, with the robots' next vertices.
    steps: VecDeque<Vec<Vertex>>,
    watched: Option<Watched>,
}

/// A robot, the time since which it has its goal, and whether its costs are lower bounds.
type Key = (u32, u64, bool);

/// A robot that is watched.
#[derive(Clone, Copy, Debug)]
struct Watched {
    key: Key,
    /// The least cost of its way so far, and when it was reached.
    least: u32,
    time: u64,
    /// The number of steps after which it counts as stuck. It doubles with each attempt that does
    /// not help.
    patience: u64,
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
    pub(super) fn is_stuck(&mut self, key: Key, cost: u32, now: u64) -> bool {
        match &mut self.watched {
            Some(watched) if watched.key == key && cost >= watched.least => {
                let is_stuck = now - watched.time > watched.patience;
                if is_stuck {
                    (watched.time, watched.patience) = (now, 2 * watched.patience);
                }
                is_stuck
            }
            watched => {
                *watched = Some(Watched { key, least: cost, time: now, patience: PATIENCE });
                false
            }
        }
    }

    /// The vertex to which a robot is carried: the first of its cheapest way that costs less than
    /// any before, but some steps ahead if the way is that long. `next` returns the next vertex of
    /// the way and its cost.
    pub(super) fn target(&self, place: Vertex, next: impl Fn(Vertex) -> Option<(Vertex, u32)>) -> Vertex {
        let least = self.watched.map_or(0, |watched| watched.least);
        let (mut target, mut steps) = (place, 0);
        while let Some((to, cost)) = next(target) {
            (target, steps) = (to, steps + 1);
            if steps >= STEPS && cost < least {
                break;
            }
        }
        target
    }

    /// Plans to carry a robot to a vertex, first among the vertices around it, then on the whole
    /// graph.
    pub(super) fn plan(
        &mut self,
        (robot, target): (u32, Vertex),
        places: &[Vertex],
        network: &Network,
        model: MotionModel,
    ) {
        for most in [AROUND, network.vertex_count()] {
            let around = vertices_around(places[robot as usize], most, network);
            let planned = self.plan_within(&around, (robot, target), places, network, model);
            if planned.is_some() || around.len() < most {
                break;
            }
        }
    }

    /// Plans to carry a robot to a vertex, within some vertices in ascending order.
    fn plan_within(
        &mut self,
        vertices: &[Vertex],
        (robot, target): (u32, Vertex),
        places: &[Vertex],
        network: &Network,
        model: MotionModel,
    ) -> Option<()> {
        let number = |vertex: Vertex| vertices.binary_search(&vertex).ok().map(|index| Vertex(index as u32));
        // Robots elsewhere take no part.
        let (tokens, starts): (Vec<_>, Vec<_>) =
            places.iter().enumerate().filter_map(|(robot, &place)| Some((robot, number(place)?))).unzip();
        let carried = tokens.iter().position(|&token| token == robot as usize)?;
        let solver = Carry { robot: Token(carried as u32), goal: number(target)? };
        let robots: Vec<_> = starts.iter().map(|&start| (start, start)).collect();
        let control = &mut Control::unlimited();
        let (instance, plan) = match network.directed() {
            None => {
                let part = network.underlying().induced(vertices);
                let instance = Instance::new(part, &robots).expect("invariant: distinct vertices");
                let plan = solver.solve(&instance, control).plan()?;
                (instance, plan)
            }
            Some(directed) => {
                let arcs = vertices
                    .iter()
                    .flat_map(|&from| directed.successors(from).iter().map(move |&to| (from, to)));
                let arcs = arcs.filter_map(|(from, to)| Some((number(from)?, number(to)?)));
                let part = DirectedGraph::from_arcs(vertices.len(), arcs);
                let part = part.expect("invariant: a part of a graph");
                let instance = DirectedInstance::new(part, &robots).ok()?;
                let plan = Directed::new(solver).solve(&instance, control).plan()?;
                (instance.underlying().clone(), plan)
            }
        };
        let schedule = parallelise(&instance, &plan, model).expect("invariant: the plan is legal");
        let mut now = places.to_vec();
        for step in schedule.steps() {
            for action in step {
                now[tokens[action.token.index()]] = vertices[action.to.index()];
            }
            self.steps.push_back(now.clone());
        }
        Some(())
    }
}

/// The open vertices nearest to a vertex, at most this many, in ascending order.
fn vertices_around(center: Vertex, most: usize, network: &Network) -> Vec<Vertex> {
    let mut found = alloc::vec![center];
    let mut seen: HashSet<Vertex, FxBuildHasher> = found.iter().copied().collect();
    let mut turn = 0;
    while let Some(&vertex) = found.get(turn) {
        for &next in network.underlying().neighbours(vertex) {
            if found.len() < most && !network.is_closed(next) && seen.insert(next) {
                found.push(next);
            }
        }
        turn += 1;
    }
    found.sort_unstable();
    found
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
            _ => Outcome::Stopped { why: Stop::Unsupported, best: None, lower_bound: None },
        }
    }
}
