//! A path to its goal for each robot, for instances whose table of distances would be too large.

use alloc::vec::Vec;
use core::cell::RefCell;

use cpf_core::Instance;
use cpf_core::internal::{DistanceBound, PathSearch};
use hashbrown::HashMap;
use motion_core::graph::Graph;
use motion_core::{Control, Stop, Vertex};
use rustc_hash::FxBuildHasher;

/// For every robot, a path from its start to its goal. Ways back to the path from other vertices
/// are computed on demand.
///
/// The cost of a vertex is the number of steps to the path and then along it. Every vertex but the
/// goal has a cheaper neighbour, so a robot that always moves to a cheaper one arrives.
///
/// # Complexity
/// Four bytes for each vertex of the paths. Once a robot leaves its path, about twenty bytes for
/// each vertex of the path and for each other vertex requested. If memory does not suffice for a
/// path, the costs are those of the [`DistanceBound`]. If it does not suffice for ways back, they
/// are computed each time.
///
/// # References
/// Z. Chen, D. Harabor, J. Li and P. Stuckey, *Traffic flow optimisation for lifelong multi-agent
/// path finding*, AAAI 2024: guide paths.
#[derive(Debug)]
pub(super) struct GuidePaths<'a> {
    instance: &'a Instance,
    bound: DistanceBound,
    /// Whether all paths are shortest ones.
    is_shortest: bool,
    ways: RefCell<Ways>,
}

/// The known ways of all robots.
#[derive(Debug)]
struct Ways {
    of_robots: Vec<Way>,
    /// The bytes allocated since the last call of [`account`](GuidePaths::account).
    grown: u64,
    /// The bytes that are held.
    held: u64,
    /// Whether further ways back are not stored.
    is_full: bool,
    search: NearSearch,
}

/// The way of a robot.
#[derive(Debug, Default)]
struct Way {
    /// The path, whose last vertex is the goal. Empty if there was no memory for it.
    path: Vec<Vertex>,
    /// The index of the robot's last known vertex on the path.
    at: usize,
    /// The costs of the path's vertices and of others. Empty until the cost of a vertex off the
    /// path is requested.
    costs: HashMap<Vertex, u32, FxBuildHasher>,
}

/// A search for the nearest vertex whose cost is known.
#[derive(Debug, Default)]
struct NearSearch {
    /// The reached vertices, each with its predecessor.
    reached: HashMap<Vertex, Vertex, FxBuildHasher>,
    order: Vec<Vertex>,
}

/// The weights of the search for shortest paths, and of the search for paths that may be a quarter
/// longer. On a large map with closed cells, the latter takes a tenth of the time.
const SHORTEST: u32 = 8;
const LONGER: u32 = 10;

impl<'a> GuidePaths<'a> {
    /// Plans a path for each robot, which must be able to reach its goal. Paths are shortest ones
    /// until the searches have expanded `for_shortest` vertices. Later paths may be a quarter
    /// longer. Each vertex of a path costs a node. The memory is held in `control` until the end of
    /// its scope.
    pub(super) fn new(
        instance: &'a Instance,
        for_shortest: u64,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let before = control.stats().bytes;
        control.hold(DistanceBound::bytes(instance))?;
        let bound = DistanceBound::new(instance);
        let mut of_robots = Vec::new();
        control.reserve(&mut of_robots, instance.robot_count())?;
        let (end, held) = control.scope(|control| {
            let before = control.stats().bytes;
            let search = PathSearch::new(instance.graph(), &bound, control);
            let own = control.stats().bytes - before;
            let end =
                search.and_then(|search| add_paths(&mut of_robots, instance, for_shortest, search, control));
            (end, control.stats().bytes - before - own)
        });
        control.hold(held)?;
        let is_shortest = match end {
            Ok(is_shortest) => is_shortest,
            Err(Stop::Memory) => false,
            Err(why) => return Err(why),
        };
        of_robots.resize_with(instance.robot_count(), Way::default);
        let held = control.stats().bytes - before;
        let ways = Ways { of_robots, grown: 0, held, is_full: false, search: NearSearch::default() };
        Ok(Self { instance, bound, is_shortest, ways: RefCell::new(ways) })
    }

    /// Releases the memory.
    pub(super) fn release(self, control: &mut Control) {
        control.release(self.ways.into_inner().held);
    }

    /// Returns whether all paths are shortest ones.
    pub(super) const fn is_shortest(&self) -> bool {
        self.is_shortest
    }

    /// The lengths of the paths, in steps.
    pub(super) fn lengths(&self) -> Vec<u32> {
        let ways = self.ways.borrow();
        ways.of_robots.iter().map(|way| way.path.len() as u32 - 1).collect()
    }

    /// Accounts for the memory allocated since the last call. Once memory has run out, no more is
    /// allocated.
    pub(super) fn account(&self, control: &mut Control) {
        let ways = &mut *self.ways.borrow_mut();
        if ways.grown > 0 {
            let grown = core::mem::take(&mut ways.grown);
            match control.hold(grown) {
                Ok(()) => ways.held += grown,
                Err(_) => ways.is_full = true,
            }
        }
    }

    /// The next vertex on a robot's path, or the goal if the robot is there. `None` if the robot is
    /// not on its path.
    #[inline]
    pub(super) fn next(&self, robot: usize, place: Vertex) -> Option<Vertex> {
        let way = &mut self.ways.borrow_mut().of_robots[robot];
        let near = [way.at, way.at + 1, 0].into_iter().find(|&at| way.path.get(at) == Some(&place));
        let at = near.or_else(|| {
            let cost = *way.costs.get(&place)? as usize;
            (way.path.len() - 1).checked_sub(cost).filter(|&at| way.path[at] == place)
        })?;
        way.at = at;
        Some(way.path[(at + 1).min(way.path.len() - 1)])
    }

    /// The cost of a vertex for a robot. The vertex must be in the component of the robot's goal.
    #[inline]
    pub(super) fn cost(&self, robot: usize, vertex: Vertex) -> u32 {
        let ways = &mut *self.ways.borrow_mut();
        let way = &mut ways.of_robots[robot];
        if way.path.get(way.at) == Some(&vertex) {
            return (way.path.len() - 1 - way.at) as u32;
        }
        match way.costs.get(&vertex) {
            Some(&cost) => cost,
            None if way.path.is_empty() => self.bound.get(vertex, self.instance.goal().places()[robot]),
            None => {
                let before = way.costs.allocation_size();
                let cost = ways.search.cost(self.instance.graph(), way, vertex, ways.is_full);
                ways.grown += (way.costs.allocation_size() - before) as u64;
                cost
            }
        }
    }
}

impl NearSearch {
    /// Computes the cost of a vertex, and stores it and the costs along the way back.
    fn cost(&mut self, graph: &Graph, way: &mut Way, vertex: Vertex, is_full: bool) -> u32 {
        if way.costs.is_empty() {
            way.costs.extend(way.path.iter().copied().rev().zip(0..));
            if let Some(&cost) = way.costs.get(&vertex) {
                return cost;
            }
        }
        self.reached.clear();
        self.order.clear();
        self.order.push(vertex);
        self.reached.insert(vertex, vertex);
        let mut turn = 0;
        let (mut place, mut cost) = loop {
            let place = self.order[turn];
            let beside = graph.neighbours(place).iter().filter_map(|next| way.costs.get(next));
            if let Some(least) = beside.min() {
                break (place, least + 1);
            }
            for &next in graph.neighbours(place) {
                if self.reached.try_insert(next, place).is_ok() {
                    self.order.push(next);
                }
            }
            turn += 1;
        };
        loop {
            if !is_full {
                way.costs.insert(place, cost);
            }
            if place == vertex {
                return cost;
            }
            (place, cost) = (self.reached[&place], cost + 1);
        }
    }
}

/// Adds the robots' paths, whose memory is held in `control`. Returns whether all are shortest.
fn add_paths(
    of_robots: &mut Vec<Way>,
    instance: &Instance,
    for_shortest: u64,
    mut search: PathSearch<'_>,
    control: &mut Control,
) -> Result<bool, Stop> {
    let mut is_shortest = true;
    for (&start, &goal) in instance.start().places().iter().zip(instance.goal().places()) {
        is_shortest = search.expanded() < for_shortest;
        let weight = if is_shortest { SHORTEST } else { LONGER };
        let path = search.path(start, goal, weight, control)?.expect("invariant: the goal can be reached");
        control.spend_many(path.len() as u64)?;
        control.hold((path.capacity() * size_of::<Vertex>()) as u64)?;
        of_robots.push(Way { path, ..Way::default() });
    }
    Ok(is_shortest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cpf_core::generate;
    use motion_core::Budget;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    /// On an open grid, all paths and all ways back to them are shortest.
    #[test]
    fn some_neighbour_costs_less_than_each_vertex() -> Result<(), Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let instance = generate::permutation_on_grid(12, 9, 80, &mut rng).expect("a grid");
        for bytes in [1 << 20, 12_000, 7_500] {
            let control = &mut Control::new(Budget::new().with_bytes(bytes));
            let paths = GuidePaths::new(&instance, 100, control)?;
            let mut exact = 0;
            for robot in instance.robots() {
                let goal = instance.goal().vertex_of(robot);
                let distances = instance.graph().distances([goal]);
                for vertex in instance.graph().vertices() {
                    let cost = paths.cost(robot.index(), vertex);
                    paths.account(control);
                    assert_eq!(cost == 0, vertex == goal);
                    let distance = distances.get(vertex).expect("a connected grid");
                    assert!(distance <= cost);
                    exact += u32::from(distance == cost);
                    let beside = instance.graph().neighbours(vertex).iter();
                    let least = beside.map(|&next| paths.cost(robot.index(), next)).min();
                    assert!(vertex == goal || least.is_some_and(|least| least < cost), "{cost}: {least:?}");
                }
                let start = instance.start().vertex_of(robot);
                let mut place = start;
                while let Some(next) = paths.next(robot.index(), place).filter(|_| place != goal) {
                    let cost = |vertex| paths.cost(robot.index(), vertex);
                    assert!(instance.graph().has_edge(place, next) && cost(next) < cost(place));
                    place = next;
                }
                assert!(place == goal || bytes < 1 << 20);
                assert_eq!(Some(paths.cost(robot.index(), start)), distances.get(start));
            }
            assert!(exact > 1500, "{exact}");
            assert!(control.stats().peak_bytes <= bytes && !paths.is_shortest());
            paths.release(control);
            assert_eq!(control.stats().bytes, 0);
        }
        Ok(())
    }
}
