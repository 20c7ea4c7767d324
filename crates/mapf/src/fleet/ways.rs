//! The costs of steps and ways.

use motion_core::Vertex;

use super::goal_costs::{GoalCosts, Source};
use super::legs::Legs;
use super::network::Network;
use super::traffic::{STEP, Traffic};

/// The cost of a step of a robot without a goal. It may stay for nothing.
const IDLE_STEP: u32 = 1;
/// The cost of a wait on a closed vertex, more than that of any way.
const ON_CLOSED: u32 = 1 << 20;

/// The network and the costs on it, for searches.
#[derive(Clone, Copy)]
pub(super) struct Ways<'a> {
    pub(super) network: &'a Network,
    pub(super) costs: &'a GoalCosts,
    pub(super) traffic: &'a Traffic,
}

impl Ways<'_> {
    /// The cost of the way from a vertex to a goal, or [`FAR`].
    #[inline]
    pub(super) fn cost_of_way(&self, goal: (Vertex, Source), from: Vertex) -> u32 {
        self.costs.get(goal, from, self.network)
    }

    /// The cost of a step to a target, whose index is `turn`.
    #[inline]
    pub(super) fn step(&self, legs: &Legs, visited: usize, from: Vertex, turn: usize) -> u32 {
        if visited == legs.len() {
            return IDLE_STEP;
        }
        self.traffic.weight(self.network.arcs().first_arc(from) + turn)
    }

    /// The cost of staying for a step.
    #[inline]
    pub(super) fn wait(&self, legs: &Legs, visited: usize, place: Vertex) -> u32 {
        if self.network.is_closed(place) {
            ON_CLOSED
        } else if visited == legs.len() {
            0
        } else {
            STEP
        }
    }

    /// The best target of a robot at a vertex.
    pub(super) fn best_target(&self, legs: &Legs, from: Vertex) -> Option<Vertex> {
        let arcs = self.network.arcs();
        let first = arcs.first_arc(from);
        let open = arcs.successors(from).iter().enumerate().filter(|&(_, &to)| !self.network.is_closed(to));
        let cost = |turn: usize, to| {
            legs.cost_to_next(0, to, *self).saturating_add(self.traffic.weight(first + turn))
        };
        open.filter(|_| legs.len() > 0).min_by_key(|&(turn, &to)| cost(turn, to)).map(|(_, &to)| to)
    }

    /// The cost of a path from the present through the plan and on to the robot's goals, and the
    /// number of goals visited in the plan with the index of the last visit.
    pub(super) fn measure(&self, legs: &Legs, path: impl Iterator<Item = Vertex>) -> Measured {
        let mut measured = Measured { cost: 0, visited: 0, last_visit: 0 };
        let mut before = None;
        for (time, place) in (0..).zip(path) {
            if let Some(from) = before {
                let targets = self.network.arcs().successors(from);
                measured.cost += match targets.binary_search(&place) {
                    Ok(turn) => self.step(legs, measured.visited, from, turn),
                    Err(_) => self.wait(legs, measured.visited, place),
                };
                if legs.goal(measured.visited) == Some(place) {
                    measured.visited += 1;
                    measured.last_visit = time;
                }
            }
            before = Some(place);
        }
        if let Some(place) = before {
            measured.cost = measured.cost.saturating_add(legs.cost_through(measured.visited, place, *self));
        }
        measured
    }
}

/// The measures of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) cost: u32,
    pub(super) visited: usize,
    pub(super) last_visit: u64,
}
