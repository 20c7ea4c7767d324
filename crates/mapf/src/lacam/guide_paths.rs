//! A path to its goal for each robot, for instances whose table of distances would be too large.

use alloc::vec::Vec;
use core::cell::RefCell;

use cpf_core::internal::{DistanceBound, PathSearch};
use motion_core::{Control, Stop, Vertex};

use crate::arc_instance::ArcInstance;
use crate::guide_path::{GuidePath, NearSearch};

/// For every robot, a [path](GuidePath) from its start to its goal. If memory does not suffice for
/// a path, the costs are those of the [`DistanceBound`]. If it does not suffice for ways back, they
/// are computed each time.
#[derive(Debug)]
pub(super) struct GuidePaths<'a> {
    instance: ArcInstance<'a>,
    bound: DistanceBound,
    /// Whether all paths are shortest ones.
    is_shortest: bool,
    ways: RefCell<Ways>,
}

/// The known ways of all robots.
#[derive(Debug)]
struct Ways {
    of_robots: Vec<GuidePath>,
    /// The bytes allocated since the last call of [`account`](GuidePaths::account).
    grown: u64,
    /// The bytes that are held.
    held: u64,
    /// Whether further ways back are not stored.
    is_full: bool,
    search: NearSearch,
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
        instance: ArcInstance<'a>,
        for_shortest: u64,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let before = control.stats().bytes;
        control.hold(DistanceBound::bytes(instance.underlying()))?;
        let bound = DistanceBound::new(instance.underlying());
        let mut of_robots = Vec::new();
        control.reserve(&mut of_robots, instance.robot_count())?;
        let (end, held) = control.scope(|control| {
            let before = control.stats().bytes;
            let search = PathSearch::new(instance.vertex_count(), control);
            let own = control.stats().bytes - before;
            let end = search.and_then(|search| {
                add_paths(&mut of_robots, instance, (&bound, for_shortest), search, control)
            });
            (end, control.stats().bytes - before - own)
        });
        control.hold(held)?;
        let is_shortest = match end {
            Ok(is_shortest) => is_shortest,
            Err(Stop::Memory) => false,
            Err(why) => return Err(why),
        };
        of_robots.resize_with(instance.robot_count(), GuidePath::default);
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
        ways.of_robots.iter().map(GuidePath::steps).collect()
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
        self.ways.borrow_mut().of_robots[robot].next(place)
    }

    /// The cost of a vertex for a robot. The vertex must be in the component of the robot's goal.
    #[inline]
    pub(super) fn cost(&self, robot: usize, vertex: Vertex) -> u32 {
        let ways = &mut *self.ways.borrow_mut();
        let way = &mut ways.of_robots[robot];
        if let Some(cost) = way.known_cost(vertex) {
            return cost;
        }
        if way.is_empty() {
            return self.bound.get(vertex, self.instance.goal().places()[robot]);
        }
        let before = way.bytes_of_costs();
        way.store_path();
        let arcs = self.instance.arcs();
        let cost = ways.search.cost(arcs, |_| true, way, vertex, !ways.is_full);
        ways.grown += way.bytes_of_costs() - before;
        cost.expect("invariant: the vertex is in the goal's component")
    }
}

/// Adds the robots' paths, whose memory is held in `control`. Returns whether all are shortest.
fn add_paths(
    of_robots: &mut Vec<GuidePath>,
    instance: ArcInstance,
    (bound, for_shortest): (&DistanceBound, u64),
    mut search: PathSearch,
    control: &mut Control,
) -> Result<bool, Stop> {
    let mut is_shortest = true;
    let ways = (instance.reversed(), bound);
    for (&start, &goal) in instance.start().places().iter().zip(instance.goal().places()) {
        is_shortest = search.expanded() < for_shortest;
        let weight = if is_shortest { SHORTEST } else { LONGER };
        let path =
            search.path(start, goal, weight, &ways, control)?.expect("invariant: the goal can be reached");
        control.spend_many(path.len() as u64)?;
        control.hold((path.capacity() * size_of::<Vertex>()) as u64)?;
        of_robots.push(GuidePath::new(path));
    }
    Ok(is_shortest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arc_instance::samples::one_way_streets;
    use cpf_core::generate;
    use motion_core::Budget;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    /// A robot that always moves to a cheaper vertex along an arc arrives.
    #[test]
    fn some_successor_costs_less_than_each_vertex_on_arcs() -> Result<(), Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let directed = one_way_streets(8, 20, &mut rng);
        let reversed = directed.graph().as_arcs().reversed();
        let instance = ArcInstance::directed(&directed, &reversed);
        let control = &mut Control::unlimited();
        let paths = GuidePaths::new(instance, 400, control)?;
        for (robot, &goal) in instance.goal().places().iter().enumerate() {
            let distances = reversed.distances_within([goal], control)?;
            for vertex in directed.underlying().graph().vertices() {
                let cost = paths.cost(robot, vertex);
                assert!(distances.get(vertex).is_some_and(|distance| distance <= cost));
                let beside = instance.successors(vertex).iter();
                let least = beside.map(|&next| paths.cost(robot, next)).min();
                assert!(vertex == goal || least.is_some_and(|least| least < cost), "{cost}: {least:?}");
            }
            let start = instance.start().places()[robot];
            assert_eq!(Some(paths.cost(robot, start)), distances.get(start));
        }
        Ok(())
    }

    /// On an open grid, all paths and all ways back to them are shortest.
    #[test]
    fn some_neighbour_costs_less_than_each_vertex() -> Result<(), Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let instance = generate::permutation_on_grid(12, 9, 80, &mut rng).expect("a grid");
        for bytes in [1 << 20, 12_000, 7_500] {
            let control = &mut Control::new(Budget::new().with_bytes(bytes));
            let paths = GuidePaths::new((&instance).into(), 100, control)?;
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
