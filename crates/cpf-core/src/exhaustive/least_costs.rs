//! The least costs of schedules from one placement to every other one.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::Vertex;

use super::joint_steps::JointSteps;
use crate::objective::Objective;

/// The least costs of schedules from one placement, for every placement in which they can end.
///
/// # Examples
/// ```
/// use cpf_core::internal::JointSteps;
/// use cpf_core::{MotionModel, Objective};
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// // Two robots move on along a path.
/// let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
/// let [start, goal] = [[0, 1], [1, 2]].map(|places| places.map(Vertex));
/// let cost = |model, objective| {
///     JointSteps::new(&path, 2, model).map(|steps| steps.least_costs(&start, objective).to(&goal))
/// };
/// assert_eq!(cost(MotionModel::Train, Objective::SumOfCosts)?, Some(2));
/// assert_eq!(cost(MotionModel::Pebble, Objective::SumOfCosts)?, Some(3));
/// assert_eq!(cost(MotionModel::Pebble, Objective::Moves)?, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LeastCosts<'s> {
    steps: &'s JointSteps,
    /// The number of distinguished sets of finished robots.
    masks: usize,
    /// The cost of every placement with every set of finished robots; [`u32::MAX`] for unreachable
    /// ones.
    costs: Vec<u32>,
}

impl JointSteps {
    /// Computes the least cost of a schedule from this placement to every other one.
    ///
    /// For the makespan, a step costs 1; for moves, it costs 1 for each robot that moves. For the
    /// sum of costs, a robot may be declared finished at any time and then never moves again. It
    /// costs 1 for each step before that, and a schedule ends when all robots are finished.
    ///
    /// # Panics
    /// If these are not as many distinct vertices of the graph as there are robots.
    ///
    /// # Complexity
    /// Dijkstra's algorithm: with s legal steps, time O(s log s); for the sum of costs with r
    /// robots, 2^r times as much.
    pub fn least_costs(&self, start: &[Vertex], objective: Objective) -> LeastCosts<'_> {
        let masks = if objective == Objective::SumOfCosts { 1 << self.robots } else { 1 };
        let mut costs = alloc::vec![u32::MAX; self.steps.len() * masks];
        let mut queue = BinaryHeap::from([Reverse((0, self.number(start) * masks))]);
        while let Some(Reverse((cost, state))) = queue.pop() {
            if costs[state] <= cost {
                continue;
            }
            costs[state] = cost;
            let (placement, finished) = (state / masks, state % masks);
            for step in &self.steps[placement] {
                if step.moved as usize & finished == 0 || objective != Objective::SumOfCosts {
                    let cost = cost
                        + match objective {
                            Objective::Makespan => 1,
                            Objective::Moves => step.moved.count_ones(),
                            Objective::SumOfCosts => self.robots as u32 - finished.count_ones(),
                        };
                    queue.push(Reverse((cost, step.to as usize * masks + finished)));
                }
            }
            let unfinished = (0..self.robots).filter(|robot| finished >> robot & 1 == 0);
            if objective == Objective::SumOfCosts {
                queue.extend(unfinished.map(|robot| Reverse((cost, state | 1 << robot))));
            }
        }
        LeastCosts { steps: self, masks, costs }
    }
}

impl LeastCosts<'_> {
    /// The least cost of a schedule that ends in this placement, if there is one.
    ///
    /// # Panics
    /// As [`JointSteps::least_costs`] does.
    pub fn to(&self, goal: &[Vertex]) -> Option<u32> {
        // At the end all robots are finished.
        let cost = self.costs[(self.steps.number(goal) + 1) * self.masks - 1];
        (cost < u32::MAX).then_some(cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaustive::{Reachability, connected_kinds};
    use crate::motion_model::MotionModel::{self, Pebble, Standard, Train};
    use motion_core::graph::Graph;

    fn graph(vertices: usize, edges: &[(u32, u32)]) -> Graph {
        let edges = edges.iter().map(|&(a, b)| (Vertex(a), Vertex(b)));
        Graph::from_edges(vertices, edges).expect("a simple graph")
    }

    /// Returns the least moves, sum of costs and makespan.
    fn costs(graph: &Graph, model: MotionModel, start: &[u32], goal: &[u32]) -> [Option<u32>; 3] {
        let [start, goal] =
            [start, goal].map(|places| places.iter().copied().map(Vertex).collect::<Vec<_>>());
        let steps = JointSteps::new(graph, start.len(), model).expect("a small graph");
        Objective::ALL.map(|objective| steps.least_costs(&start, objective).to(&goal))
    }

    #[test]
    fn a_full_cycle_turns_in_one_step_in_standard_only() {
        let square = graph(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
        let turn = |model| costs(&square, model, &[0, 1, 2, 3], &[1, 2, 3, 0]);
        assert_eq!(turn(Standard), [Some(4), Some(4), Some(1)]);
        assert_eq!([turn(Train), turn(Pebble)], [[None; 3]; 2]);
        assert_eq!(costs(&square, Standard, &[0, 1, 2, 3], &[2, 3, 0, 1]), [Some(8), Some(8), Some(2)]);
        assert_eq!(costs(&square, Standard, &[0, 1, 2, 3], &[0, 2, 1, 3]), [None; 3]);
    }

    #[test]
    fn following_costs_more_in_pebble() {
        // Three robots move by one along a path of four: at once, or one after another.
        let path = graph(4, &[(0, 1), (1, 2), (2, 3)]);
        for (model, sum_of_costs, makespan) in [(Train, 3, 1), (Standard, 3, 1), (Pebble, 1 + 2 + 3, 3)] {
            let found = costs(&path, model, &[0, 1, 2], &[1, 2, 3]);
            assert_eq!(found, [3, sum_of_costs, makespan].map(Some), "{model}");
        }
    }

    #[test]
    fn two_robots_pass_each_other_at_a_bay() {
        // 0 - 1 - 2 with the bay 3 at 1; the robots exchange the ends.
        let bay = graph(4, &[(0, 1), (1, 2), (1, 3)]);
        let exchange = |model| costs(&bay, model, &[0, 2], &[2, 0]);
        // Train: the first enters 1, and the bay while the other enters 1; it leaves the bay while
        // the other leaves 1.
        assert_eq!(exchange(Train), [Some(6), Some(4 + 3), Some(4)]);
        assert_eq!(exchange(Standard), exchange(Train));
        // Pebble: vertex 1 is vacant for a step before the other robot enters it, and before the
        // first one re-enters it.
        assert_eq!(exchange(Pebble), [Some(6), Some(6 + 4), Some(6)]);
    }

    #[test]
    fn a_robot_that_leaves_its_goal_again_pays_for_its_rest() {
        // The first robot is at its goal in the middle of a star and has to let the other pass.
        let star = graph(4, &[(0, 1), (0, 2), (0, 3)]);
        assert_eq!(costs(&star, Train, &[0, 1], &[0, 2]), [Some(4), Some(2 + 2), Some(2)]);
        assert_eq!(costs(&star, Pebble, &[0, 1], &[0, 2]), [Some(4), Some(4 + 3), Some(4)]);
        // The other robot comes from farther away: the first rests for a step, which also costs 1.
        let long = graph(5, &[(0, 1), (0, 2), (0, 3), (1, 4)]);
        assert_eq!(costs(&long, Train, &[0, 4], &[0, 2]), [Some(5), Some(3 + 3), Some(3)]);
        // No robot has to move.
        assert_eq!(costs(&star, Train, &[0, 1], &[0, 1]), [Some(0); 3]);
        assert_eq!(costs(&star, Train, &[], &[]), [Some(0); 3]);
        // Two robots can never exchange the ends of a path.
        let path = graph(3, &[(0, 1), (1, 2)]);
        assert_eq!(costs(&path, Standard, &[0, 2], &[2, 0]), [None; 3]);
    }

    /// Checks relations between costs that hold for any instance, on all kinds of connected graphs.
    #[test]
    fn costs_are_ordered_as_the_models_and_objectives_are() {
        for graph in (1..=4).flat_map(connected_kinds) {
            for robots in 0..=graph.vertex_count() {
                let reachability = Reachability::new(&graph, robots).expect("a small graph");
                let steps = MotionModel::ALL
                    .map(|model| JointSteps::new(&graph, robots, model).expect("a small graph"));
                for start in reachability.placements().filter(|places| places.is_sorted()) {
                    let [pebble, train, standard] = [0, 1, 2].map(|model: usize| {
                        Objective::ALL.map(|objective| steps[model].least_costs(&start, objective))
                    });
                    for goal in reachability.placements() {
                        let all = [&pebble, &train, &standard]
                            .map(|costs| costs.each_ref().map(|costs| costs.to(&goal)));
                        let connected = reachability.connected(&start, &goal);
                        assert_eq!(all[0].map(|cost| cost.is_some()), [connected; 3]);
                        assert_eq!(all[1].map(|cost| cost.is_some()), [connected; 3], "a train serialises");
                        assert_eq!(all[0][0], all[1][0], "moves are the same in both");
                        for [moves, sum_of_costs, makespan] in all {
                            assert!(makespan <= sum_of_costs && moves <= sum_of_costs);
                        }
                        if connected {
                            assert!((0..3).all(|k| all[2][k] <= all[1][k] && all[1][k] <= all[0][k]));
                        }
                    }
                }
            }
        }
    }
}
