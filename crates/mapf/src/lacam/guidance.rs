//! Cheapest ways around the traffic of other robots.

use alloc::vec::Vec;

use cpf_core::Instance;
use motion_core::graph::Graph;
use motion_core::{Control, Stop, Vertex};

use crate::circular_buckets::CircularBuckets;

/// For every robot, the cost of the cheapest way from each vertex to its goal. Steps against or
/// through the paths of other robots cost more.
///
/// # References
/// The weights are those of Z. Chen, D. Harabor, J. Li and P. Stuckey, *Traffic flow optimisation
/// for lifelong multi-agent path finding*, AAAI 2024, but with sums instead of products, and for
/// all vertices instead of one path per robot.
#[derive(Clone, Debug)]
pub(super) struct Guidance {
    vertices: usize,
    /// For each vertex, the index of its first edge. A vertex's edges are in the order of its
    /// neighbours.
    offsets: Vec<u32>,
    /// The end of each edge, and the reverse edge.
    heads: Vec<Vertex>,
    opposite: Vec<u32>,
    weights: Vec<u16>,
    costs: Vec<u32>,
}

/// The cost of a step without traffic.
pub(super) const STEP: u32 = 16;
/// The most that traffic of one kind adds to a step.
const MOST: u32 = 200;
/// The number of times that every robot chooses its path.
const PASSES: usize = 3;
/// The cost of vertices from which the goal cannot be reached.
const FAR: u32 = u32::MAX;

/// The extra cost of a step for each path of another robot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traffic {
    /// Paths that use the edge in the other direction.
    pub(super) against: u32,
    /// Paths through the vertex.
    pub(super) through: u32,
}

/// The numbers of paths along each edge and into each vertex.
struct Flow {
    traffic: Traffic,
    along: Vec<u32>,
    into: Vec<u32>,
}

impl Guidance {
    /// The bytes needed for an instance.
    pub(super) fn bytes(instance: &Instance) -> u64 {
        let graph = instance.graph();
        let (vertices, edges) = (graph.vertex_count() as u64, 2 * graph.edge_count() as u64);
        // Half of the memory for edges and vertices is needed only during construction.
        4 * vertices * instance.robot_count() as u64 + 20 * edges + 16 * vertices
    }

    /// Computes the guidance. It costs one node per vertex, robot and pass.
    pub(super) fn new(instance: &Instance, traffic: Traffic, control: &mut Control) -> Result<Self, Stop> {
        let bytes = Self::bytes(instance);
        control.hold(bytes)?;
        let mut guidance = Self::without_traffic(instance);
        let made = guidance.fill(instance, traffic, control);
        if made.is_err() {
            control.release(bytes);
        }
        made.map(|()| guidance)
    }

    /// Releases the memory.
    pub(super) fn release(self, control: &mut Control) {
        let (vertices, edges) = (self.vertices as u64, self.heads.len() as u64);
        control.release(4 * self.costs.len() as u64 + 20 * edges + 16 * vertices);
    }

    fn without_traffic(instance: &Instance) -> Self {
        let graph = instance.graph();
        let vertices = graph.vertex_count();
        let mut offsets = Vec::with_capacity(vertices + 1);
        offsets.push(0);
        for vertex in graph.vertices() {
            offsets.push(offsets[vertex.index()] + graph.degree(vertex) as u32);
        }
        let heads: Vec<_> = graph.vertices().flat_map(|vertex| graph.neighbours(vertex)).copied().collect();
        let mut opposite = Vec::with_capacity(heads.len());
        for vertex in graph.vertices() {
            for &to in graph.neighbours(vertex) {
                let back = graph.neighbours(to).partition_point(|&other| other < vertex);
                opposite.push(offsets[to.index()] + back as u32);
            }
        }
        let weights = alloc::vec![STEP as u16; heads.len()];
        let costs = alloc::vec![FAR; vertices * instance.robot_count()];
        Self { vertices, offsets, heads, opposite, weights, costs }
    }

    /// Lets every robot in turn choose its cheapest path in the traffic of the others. The costs
    /// are those of the last pass.
    fn fill(&mut self, instance: &Instance, traffic: Traffic, control: &mut Control) -> Result<(), Stop> {
        let (graph, robots) = (instance.graph(), instance.robot_count());
        let along = alloc::vec![0; self.heads.len()];
        let mut flow = Flow { traffic, along, into: alloc::vec![0; self.vertices] };
        let mut queue = CircularBuckets::new((STEP + 2 * MOST) as usize);
        let mut paths: Vec<Vec<u32>> = alloc::vec![Vec::new(); robots];
        for _ in 0..PASSES {
            for (robot, path) in paths.iter_mut().enumerate() {
                control.spend_many(self.vertices as u64)?;
                for &edge in &*path {
                    flow.along[edge as usize] -= 1;
                    flow.into[self.heads[edge as usize].index()] -= 1;
                    self.weigh(edge, &flow);
                }
                let goal = instance.goal().places()[robot];
                self.search(graph, robot, goal, &mut queue);
                self.follow(graph, robot, instance.start().places()[robot], goal, path);
                for &edge in &*path {
                    flow.along[edge as usize] += 1;
                    flow.into[self.heads[edge as usize].index()] += 1;
                    self.weigh(edge, &flow);
                }
            }
        }
        Ok(())
    }

    /// Updates the weights that depend on the number of paths along an edge: the weight of the
    /// reverse edge, and the weights of all edges to its end.
    fn weigh(&mut self, edge: u32, flow: &Flow) {
        let Traffic { against, through } = flow.traffic;
        let back = self.opposite[edge as usize];
        let head = self.heads[edge as usize].index();
        let tail = self.heads[back as usize].index();
        let weight = |out: u32, to: usize| {
            let against = (flow.along[out as usize] * against).min(MOST);
            let through = (flow.into[to] * through).min(MOST);
            (STEP + against + through) as u16
        };
        if through > 0 {
            for out in self.offsets[head]..self.offsets[head + 1] {
                self.weights[self.opposite[out as usize] as usize] = weight(out, head);
            }
        }
        self.weights[back as usize] = weight(edge, tail);
    }

    /// Computes a robot's costs from all vertices.
    fn search(&mut self, graph: &Graph, robot: usize, goal: Vertex, queue: &mut CircularBuckets<Vertex>) {
        let row = &mut self.costs[robot * self.vertices..(robot + 1) * self.vertices];
        row.fill(FAR);
        row[goal.index()] = 0;
        queue.clear();
        queue.push(0, goal);
        while let Some((cost, vertex)) = queue.pop() {
            if row[vertex.index()] != cost {
                continue;
            }
            let begin = self.offsets[vertex.index()] as usize;
            for (turn, &from) in graph.neighbours(vertex).iter().enumerate() {
                let through = cost + u32::from(self.weights[self.opposite[begin + turn] as usize]);
                if through < row[from.index()] {
                    row[from.index()] = through;
                    queue.push(through, from);
                }
            }
        }
    }

    /// Collects the edges of a robot's cheapest path.
    fn follow(&self, graph: &Graph, robot: usize, start: Vertex, goal: Vertex, path: &mut Vec<u32>) {
        path.clear();
        let mut place = start;
        while place != goal {
            let steps = graph.neighbours(place).iter().enumerate();
            let (turn, &to) = steps
                .min_by_key(|&(turn, &to)| self.step(robot, place, turn, to))
                .expect("invariant: a path leads to the goal");
            path.push(self.offsets[place.index()] + turn as u32);
            place = to;
        }
    }

    /// The cost of a step to a neighbour and of the way on from there. `turn` is the neighbour's
    /// index in the list.
    #[inline]
    pub(super) fn step(&self, robot: usize, place: Vertex, turn: usize, to: Vertex) -> u32 {
        let weight = u32::from(self.weights[self.offsets[place.index()] as usize + turn]);
        weight.saturating_add(self.cost(robot, to))
    }

    /// The cost of a robot's way from a vertex to its goal.
    #[inline]
    pub(super) fn cost(&self, robot: usize, place: Vertex) -> u32 {
        self.costs[robot * self.vertices + place.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cpf_core::generate;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    #[test]
    fn traffic_adds_to_the_distances() -> Result<(), Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let instance = generate::permutation_on_grid(6, 7, 10, &mut rng).expect("a grid");
        let control = &mut Control::unlimited();
        let [none, some] =
            [0, 3].map(|against| Guidance::new(&instance, Traffic { against, through: against }, control));
        let (none, some) = (none?, some?);
        assert_eq!(control.stats().bytes, 2 * Guidance::bytes(&instance));
        let mut dearer = 0;
        for robot in instance.robots() {
            let distances = instance.graph().distances([instance.goal().vertex_of(robot)]);
            for vertex in instance.graph().vertices() {
                let distance = distances.get(vertex).expect("a connected grid");
                assert_eq!(none.cost(robot.index(), vertex), STEP * distance);
                let cost = some.cost(robot.index(), vertex);
                dearer += u32::from(cost > STEP * distance);
                assert!(cost >= STEP * distance);
                let steps = instance.graph().neighbours(vertex).iter().enumerate();
                let steps = steps.map(|(turn, &to)| none.step(robot.index(), vertex, turn, to));
                assert!(distance == 0 || steps.min() == Some(STEP * distance));
            }
        }
        assert!(dearer > 100, "{dearer}");
        none.release(control);
        some.release(control);
        assert_eq!(control.stats().bytes, 0);
        Ok(())
    }
}
