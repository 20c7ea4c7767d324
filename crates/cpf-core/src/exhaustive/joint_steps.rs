//! All legal steps of all robots, between all placements.

use alloc::vec::Vec;

use motion_core::Vertex;
use motion_core::graph::Graph;
use motion_core::internal::Arcs;

use super::reachability::{Reachability, TooManyPlacements, number_of, placements};
use super::steps::for_each_step;
use crate::directed::DirectedGraph;
use crate::motion_model::MotionModel;

/// The steps that a motion model allows, from every placement of some robots on a graph.
///
/// A step takes each robot to a neighbour, on a directed graph along an arc, or leaves it in place.
/// All such steps are tried. A step is kept if it satisfies the definition of the model:
///
/// * no two robots are on one vertex after the step;
/// * no two robots exchange their vertices;
/// * in `Pebble`, no robot enters a vertex on which another one was before the step;
/// * in `Train`, no robots go around in a circle, each to the vertex that the next one leaves.
///
/// This is the referee of schedulers. It shares no code with them, nor with
/// [`Instance::verify_schedule`](crate::Instance::verify_schedule).
///
/// # Examples
/// ```
/// use cpf_core::internal::JointSteps;
/// use cpf_core::{MotionModel, Objective};
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// // Four robots on a cycle of four: it turns in one step, or not at all.
/// let square = Graph::from_edges(4, (0..4).map(|a| (Vertex(a), Vertex((a + 1) % 4))))?;
/// let [start, turned] = [[0, 1, 2, 3], [1, 2, 3, 0]].map(|places| places.map(Vertex));
/// for (model, makespan) in [(MotionModel::Standard, Some(1)), (MotionModel::Train, None)] {
///     let steps = JointSteps::new(&square, 4, model)?;
///     assert_eq!(steps.least_costs(&start, Objective::Makespan).to(&turned), makespan);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointSteps {
    pub(super) vertices: usize,
    pub(super) robots: usize,
    /// The steps from each placement, by its number.
    pub(super) steps: Vec<Vec<JointStep>>,
}

/// A step of all robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JointStep {
    /// The number of the placement to which the step leads.
    pub(super) to: u32,
    /// A bit for each robot that moves.
    pub(super) moved: u32,
}

impl JointSteps {
    /// Tries every step of this many robots from every placement.
    ///
    /// # Errors
    /// [`TooManyPlacements`] if [`Reachability`] refuses the placements.
    ///
    /// # Complexity
    /// With r robots, p placements and the largest degree d, time O(p (d + 1)^r r²); eight bytes of
    /// memory for each legal step. Suitable for up to about seven vertices.
    pub fn new(graph: &Graph, robots: usize, model: MotionModel) -> Result<Self, TooManyPlacements> {
        Self::of_arcs(graph.arcs(), robots, model)
    }

    /// Does the same as [`new`](JointSteps::new) on a directed graph: every move goes along an arc.
    ///
    /// # Errors
    /// Those of [`new`](JointSteps::new).
    ///
    /// # Complexity
    /// That of [`new`](JointSteps::new), where d is the largest out-degree.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::directed::DirectedGraph;
    /// use cpf_core::internal::JointSteps;
    /// use cpf_core::{MotionModel, Objective};
    /// use motion_core::Vertex;
    ///
    /// // A robot goes back by one on a directed triangle: two steps forwards.
    /// let arcs = (0..3).map(|a| (Vertex(a), Vertex((a + 1) % 3)));
    /// let triangle = DirectedGraph::from_arcs(3, arcs)?;
    /// let steps = JointSteps::along_arcs(&triangle, 1, MotionModel::Pebble)?;
    /// assert!(!steps.is_step(&[Vertex(1)], &[Vertex(0)]));
    /// let costs = steps.least_costs(&[Vertex(1)], Objective::Moves);
    /// assert_eq!(costs.to(&[Vertex(0)]), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn along_arcs(
        graph: &DirectedGraph,
        robots: usize,
        model: MotionModel,
    ) -> Result<Self, TooManyPlacements> {
        Self::of_arcs(graph.as_arcs(), robots, model)
    }

    fn of_arcs(arcs: &Arcs, robots: usize, model: MotionModel) -> Result<Self, TooManyPlacements> {
        let vertices = arcs.vertex_count();
        Reachability::check_count(vertices, robots)?;
        let steps = placements(vertices, robots).map(|before| steps_from(arcs, &before, model)).collect();
        Ok(Self { vertices, robots, steps })
    }

    /// Whether one step leads from a placement to another. A step in which no robot moves is legal.
    ///
    /// # Panics
    /// If these are not as many distinct vertices of the graph as there are robots.
    pub fn is_step(&self, before: &[Vertex], after: &[Vertex]) -> bool {
        let [before, after] = [before, after].map(|places| self.number(places));
        self.steps[before].iter().any(|step| step.to as usize == after)
    }

    /// The number of a placement in ascending order.
    pub(super) fn number(&self, places: &[Vertex]) -> usize {
        assert!(places.len() == self.robots, "{} robots, not {}", self.robots, places.len());
        for (robot, place) in places.iter().enumerate() {
            assert!(place.index() < self.vertices, "there is no vertex {}", place.one_based());
            assert!(!places[..robot].contains(place), "two robots on vertex {}", place.one_based());
        }
        number_of(self.vertices, places)
    }
}

/// Returns the legal steps from one placement.
fn steps_from(arcs: &Arcs, before: &[Vertex], model: MotionModel) -> Vec<JointStep> {
    let mut steps = Vec::new();
    for_each_step(arcs, before, model, &mut |after| {
        let moved = (0..before.len()).filter(|&robot| before[robot] != after[robot]);
        steps.push(JointStep {
            to: number_of(arcs.vertex_count(), after) as u32,
            moved: moved.fold(0, |bits, robot| bits | 1 << robot),
        });
    });
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(vertices: usize, edges: &[(u32, u32)]) -> Graph {
        let edges = edges.iter().map(|&(a, b)| (Vertex(a), Vertex(b)));
        Graph::from_edges(vertices, edges).expect("a simple graph")
    }

    /// Returns in which models, the strictest first, a step leads from one placement to the other.
    fn legal(graph: &Graph, before: &[u32], after: &[u32]) -> [bool; 3] {
        let [before, after] =
            [before, after].map(|places| places.iter().copied().map(Vertex).collect::<Vec<_>>());
        MotionModel::ALL.map(|model| {
            let steps = JointSteps::new(graph, before.len(), model).expect("a small graph");
            steps.is_step(&before, &after)
        })
    }

    #[test]
    fn each_model_allows_what_its_definition_says() {
        let path = graph(4, &[(0, 1), (1, 2), (2, 3)]);
        assert_eq!(legal(&path, &[0, 2], &[0, 2]), [true; 3]);
        assert_eq!(legal(&path, &[0, 2], &[0, 3]), [true; 3]);
        assert_eq!(legal(&path, &[0, 3], &[1, 2]), [true; 3], "two at once");
        assert_eq!(legal(&path, &[0, 2], &[0, 1]), [true; 3]);
        assert_eq!(legal(&path, &[0, 1], &[1, 2]), [false, true, true], "following");
        assert_eq!(legal(&path, &[0, 1, 2], &[1, 2, 3]), [false, true, true], "a train of three");
        assert_eq!(legal(&path, &[0, 1], &[1, 0]), [false; 3], "an exchange");
        assert_eq!(legal(&path, &[0, 1], &[0, 3]), [false; 3], "not adjacent");
        let star = graph(4, &[(0, 1), (0, 2), (0, 3)]);
        assert_eq!(legal(&star, &[0, 1], &[2, 0]), [false, true, true]);

        let square = graph(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]);
        assert_eq!(legal(&square, &[0, 1, 2, 3], &[1, 2, 3, 0]), [false, false, true], "a circle of four");
        assert_eq!(legal(&square, &[0, 1, 2], &[1, 2, 3]), [false, true, true]);
        assert_eq!(legal(&square, &[0, 1, 2, 3], &[1, 0, 3, 2]), [false; 3], "two exchanges");
        let kite = graph(4, &[(0, 1), (1, 2), (2, 0), (2, 3)]);
        assert_eq!(legal(&kite, &[0, 1, 2], &[1, 2, 0]), [false, false, true], "a circle of three");
        assert_eq!(legal(&kite, &[0, 1, 2], &[1, 2, 3]), [false, true, true]);
        assert_eq!(legal(&kite, &[0, 1, 2, 3], &[1, 2, 0, 3]), [false, false, true]);
    }

    #[test]
    fn the_steps_on_two_vertices_are_as_many_as_counted_by_hand() {
        let edge = graph(2, &[(0, 1)]);
        let count = |robots| {
            let steps = JointSteps::new(&edge, robots, MotionModel::Standard).expect("a small graph");
            steps.steps.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!([count(0), count(1), count(2)], [alloc::vec![1], alloc::vec![2, 2], alloc::vec![1, 1]]);
        assert_eq!(count(3), [0; 0], "no room");
    }
}
