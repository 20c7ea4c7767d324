//! Cheapest ways around the traffic of other robots.

use alloc::vec::Vec;

use motion_core::{Control, Stop, Vertex};

use crate::arc_instance::ArcInstance;
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
    /// For each vertex, the index of its first arc. A vertex's arcs are in the order of its
    /// successors.
    offsets: Vec<u32>,
    /// The end of each arc, and the arc back or [`NO_ARC`].
    heads: Vec<Vertex>,
    opposite: Vec<u32>,
    /// The arcs in the order of the reversed arcs, by which those to a vertex are found.
    incoming: Vec<u32>,
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

/// Marks the absence of an arc back.
const NO_ARC: u32 = u32::MAX;

/// The extra cost of a step for each path of another robot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traffic {
    /// Paths along the arc back.
    pub(super) against: u32,
    /// Paths through the vertex.
    pub(super) through: u32,
}

/// The numbers of paths along each arc and into each vertex.
struct Flow {
    traffic: Traffic,
    along: Vec<u32>,
    into: Vec<u32>,
}

impl Guidance {
    /// The bytes needed for an instance.
    pub(super) fn bytes(instance: ArcInstance) -> u64 {
        let (vertices, arcs) = (instance.vertex_count() as u64, instance.arcs().arc_count() as u64);
        // A part of the memory for arcs and vertices is needed only during construction.
        4 * vertices * instance.robot_count() as u64 + 20 * arcs + 16 * vertices
    }

    /// Computes the guidance. It costs one node per vertex, robot and pass.
    pub(super) fn new(instance: ArcInstance, traffic: Traffic, control: &mut Control) -> Result<Self, Stop> {
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
        let (vertices, arcs) = (self.vertices as u64, self.heads.len() as u64);
        control.release(4 * self.costs.len() as u64 + 20 * arcs + 16 * vertices);
    }

    fn without_traffic(instance: ArcInstance) -> Self {
        let (arcs, reversed) = (instance.arcs(), instance.reversed());
        let vertices = arcs.vertex_count();
        let all = || (0..vertices as u32).map(Vertex);
        let mut offsets: Vec<_> = all().map(|vertex| arcs.first_arc(vertex) as u32).collect();
        offsets.push(arcs.arc_count() as u32);
        let arc = |from: Vertex, to: Vertex| {
            let turn = arcs.successors(from).binary_search(&to).ok()?;
            Some(offsets[from.index()] + turn as u32)
        };
        let mut heads = Vec::with_capacity(arcs.arc_count());
        let [mut opposite, mut incoming] = [0, 1].map(|_| Vec::with_capacity(arcs.arc_count()));
        for vertex in all() {
            heads.extend_from_slice(arcs.successors(vertex));
            let back = |&to: &Vertex| arc(to, vertex).unwrap_or(NO_ARC);
            opposite.extend(arcs.successors(vertex).iter().map(back));
            let here = |&from| arc(from, vertex).expect("invariant: a reversed arc is one of the arcs");
            incoming.extend(reversed.successors(vertex).iter().map(here));
        }
        let weights = alloc::vec![STEP as u16; heads.len()];
        let costs = alloc::vec![FAR; vertices * instance.robot_count()];
        Self { vertices, offsets, heads, opposite, incoming, weights, costs }
    }

    /// Lets every robot in turn choose its cheapest path in the traffic of the others. The costs
    /// are those of the last pass.
    fn fill(&mut self, instance: ArcInstance, traffic: Traffic, control: &mut Control) -> Result<(), Stop> {
        let robots = instance.robot_count();
        let along = alloc::vec![0; self.heads.len()];
        let mut flow = Flow { traffic, along, into: alloc::vec![0; self.vertices] };
        let mut queue = CircularBuckets::new((STEP + 2 * MOST) as usize);
        let mut paths: Vec<Vec<u32>> = alloc::vec![Vec::new(); robots];
        for _ in 0..PASSES {
            for (robot, path) in paths.iter_mut().enumerate() {
                control.spend_many(self.vertices as u64)?;
                for &arc in &*path {
                    flow.along[arc as usize] -= 1;
                    flow.into[self.heads[arc as usize].index()] -= 1;
                    self.weigh(instance, arc, &flow);
                }
                let goal = instance.goal().places()[robot];
                self.search(instance, robot, goal, &mut queue);
                self.follow(instance, robot, instance.start().places()[robot], goal, path);
                for &arc in &*path {
                    flow.along[arc as usize] += 1;
                    flow.into[self.heads[arc as usize].index()] += 1;
                    self.weigh(instance, arc, &flow);
                }
            }
        }
        Ok(())
    }

    /// Updates the weights that depend on the number of paths along an arc: the weight of the arc
    /// back, and the weights of all arcs to its end.
    fn weigh(&mut self, instance: ArcInstance, arc: u32, flow: &Flow) {
        let Traffic { against, through } = flow.traffic;
        let weight = |back: u32, head: Vertex| {
            let along = flow.along.get(back as usize).copied().unwrap_or(0);
            let against = (along * against).min(MOST);
            let through = (flow.into[head.index()] * through).min(MOST);
            (STEP + against + through) as u16
        };
        let head = self.heads[arc as usize];
        if through > 0 {
            let first = instance.reversed().first_arc(head);
            for &into in &self.incoming[first..first + instance.reversed().successors(head).len()] {
                self.weights[into as usize] = weight(self.opposite[into as usize], head);
            }
        }
        let back = self.opposite[arc as usize];
        if back != NO_ARC {
            self.weights[back as usize] = weight(arc, self.heads[back as usize]);
        }
    }

    /// Computes a robot's costs from all vertices.
    fn search(
        &mut self,
        instance: ArcInstance,
        robot: usize,
        goal: Vertex,
        queue: &mut CircularBuckets<Vertex>,
    ) {
        let row = &mut self.costs[robot * self.vertices..(robot + 1) * self.vertices];
        row.fill(FAR);
        row[goal.index()] = 0;
        queue.clear();
        queue.push(0, goal);
        while let Some((cost, vertex)) = queue.pop() {
            if row[vertex.index()] != cost {
                continue;
            }
            let begin = instance.reversed().first_arc(vertex);
            for (turn, &from) in instance.reversed().successors(vertex).iter().enumerate() {
                let through = cost + u32::from(self.weights[self.incoming[begin + turn] as usize]);
                if through < row[from.index()] {
                    row[from.index()] = through;
                    queue.push(through, from);
                }
            }
        }
    }

    /// Collects the arcs of a robot's cheapest path.
    fn follow(&self, instance: ArcInstance, robot: usize, start: Vertex, goal: Vertex, path: &mut Vec<u32>) {
        path.clear();
        let mut place = start;
        while place != goal {
            let steps = instance.successors(place).iter().enumerate();
            let (turn, &to) = steps
                .min_by_key(|&(turn, &to)| self.step(robot, place, turn, to))
                .expect("invariant: a path leads to the goal");
            path.push(self.offsets[place.index()] + turn as u32);
            place = to;
        }
    }

    /// The cost of a step to a successor and of the way on from there. `turn` is the successor's
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
    use crate::arc_instance::samples::one_way_streets;
    use cpf_core::generate;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    #[test]
    fn traffic_adds_to_the_distances() -> Result<(), Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let instance = generate::permutation_on_grid(6, 7, 10, &mut rng).expect("a grid");
        let control = &mut Control::unlimited();
        let [none, some] = [0, 3]
            .map(|against| Guidance::new((&instance).into(), Traffic { against, through: against }, control));
        let (none, some) = (none?, some?);
        assert_eq!(control.stats().bytes, 2 * Guidance::bytes((&instance).into()));
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

    #[test]
    fn traffic_adds_to_the_distances_along_arcs() -> Result<(), Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let directed = one_way_streets(8, 20, &mut rng);
        let reversed = directed.graph().as_arcs().reversed();
        let instance = ArcInstance::directed(&directed, &reversed);
        let control = &mut Control::unlimited();
        let none = Guidance::new(instance, Traffic { against: 0, through: 0 }, control)?;
        let through = Guidance::new(instance, Traffic { against: 0, through: 2 }, control)?;
        // No arc has one back, so no path goes against another.
        let against = Guidance::new(instance, Traffic { against: 2, through: 0 }, control)?;
        assert_eq!(against.costs, none.costs);
        let mut dearer = 0;
        for (robot, &goal) in instance.goal().places().iter().enumerate() {
            let distances = reversed.distances_within([goal], control)?;
            for vertex in directed.underlying().graph().vertices() {
                let distance = distances.get(vertex).expect("a strongly connected graph");
                assert_eq!(none.cost(robot, vertex), STEP * distance);
                let cost = through.cost(robot, vertex);
                assert!(cost >= STEP * distance);
                dearer += u32::from(cost > STEP * distance);
                let steps = instance.successors(vertex).iter().enumerate();
                let steps = steps.map(|(turn, &to)| none.step(robot, vertex, turn, to));
                assert!(distance == 0 || steps.min() == Some(STEP * distance));
            }
        }
        assert!(dearer > 100, "{dearer}");
        Ok(())
    }
}
