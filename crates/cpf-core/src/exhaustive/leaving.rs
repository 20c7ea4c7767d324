//! The least costs of schedules of robots that leave at their goals.

use alloc::collections::{BTreeSet, BinaryHeap};
use alloc::vec::Vec;
use core::cmp::Reverse;

use motion_core::Vertex;
use motion_core::internal::Arcs;

use super::steps::for_each_step;
use crate::motion_model::MotionModel;
use crate::objective::Objective;

/// Marks a robot that has left.
const LEFT: Vertex = Vertex(u32::MAX);

/// Returns the least cost of a schedule in which each of these robots goes from its start to its
/// goal and leaves there, if there is one.
///
/// All steps are tried. A robot that has come to its goal is still there before the next step, in
/// which it does not move, and in `Pebble` no other robot may enter its vertex then. After that
/// step it is gone. This shares no code with [`LeavingInstance`](crate::LeavingInstance).
///
/// # Panics
/// If two robots start on the same vertex, or on one that does not exist.
///
/// # Complexity
/// Dijkstra's algorithm on at most (V + 2)^r states for r robots. Suitable for up to about five
/// vertices.
///
/// # Examples
/// ```
/// use cpf_core::internal::least_cost_of_leaving;
/// use cpf_core::{MotionModel, Objective};
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// // Both robots leave at the end of a path.
/// let path = Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))])?;
/// let robots = [(Vertex(0), Vertex(2)), (Vertex(1), Vertex(2))];
/// let [pebble, _, standard] = MotionModel::ALL
///     .map(|model| least_cost_of_leaving(path.arcs(), &robots, model, Objective::Makespan));
/// assert_eq!((pebble, standard), (Some(4), Some(2)));
/// # Ok::<(), motion_core::error::GraphError>(())
/// ```
pub fn least_cost_of_leaving(
    arcs: &Arcs,
    robots: &[(Vertex, Vertex)],
    model: MotionModel,
    objective: Objective,
) -> Option<u32> {
    let start: Vec<_> = robots.iter().map(|&(start, _)| start).collect();
    let mut done = BTreeSet::new();
    let mut queue = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((cost, places))) = queue.pop() {
        if !done.insert(places.clone()) {
            continue;
        }
        let goal = |robot: usize| robots[robot].1;
        let is_on_the_way = |&robot: &usize| places[robot] != goal(robot) && places[robot] != LEFT;
        let on_the_way: Vec<_> = (0..robots.len()).filter(is_on_the_way).collect();
        if on_the_way.is_empty() {
            return Some(cost);
        }
        let arrived =
            |place: &Vertex| (0..robots.len()).any(|robot| places[robot] == *place && goal(robot) == *place);
        let from: Vec<_> = on_the_way.iter().map(|&robot| places[robot]).collect();
        for_each_step(arcs, &from, model, &mut |to| {
            if model == MotionModel::Pebble && to.iter().any(arrived) {
                return;
            }
            let mut next = alloc::vec![LEFT; robots.len()];
            on_the_way.iter().zip(to).for_each(|(&robot, &place)| next[robot] = place);
            let step = match objective {
                Objective::Makespan => 1,
                Objective::Moves => from.iter().zip(to).filter(|(from, to)| from != to).count(),
                Objective::SumOfCosts => on_the_way.len(),
            };
            queue.push(Reverse((cost + step as u32, next)));
        });
    }
    None
}
