//! A way to its goal for each robot, where a table of all distances would be too large.

use alloc::vec::Vec;
use core::cell::RefCell;

use cpf_core::{DistanceBound, Instance, PathSearch};
use hashbrown::HashMap;
use motion_core::{Control, Stop, Vertex};
use rustc_hash::FxBuildHasher;

/// For every robot a path from its start to its goal, and from vertices beside it the way back to
/// it, which is looked for when it is asked for.
///
/// The cost of a vertex is the number of steps to the path and along it. Of every vertex but the
/// goal some neighbour costs less, so that a robot which follows them arrives.
///
/// # Complexity
/// Some twenty bytes for each vertex of the paths and each beside them that was asked for. Where
/// there is no memory for the path of a robot, the costs are those of the [`DistanceBound`]; where
/// there is none for ways back, they are looked for each time.
///
/// # References
/// Z. Chen, D. Harabor, J. Li and P. Stuckey, *Traffic flow optimisation for lifelong multi-agent
/// path finding*, AAAI 2024: guide paths.
#[derive(Debug)]
pub(super) struct GuidePaths<'a> {
    instance: &'a Instance,
    bound: DistanceBound,
    costs: RefCell<Costs>,
}

/// What is known of the costs.
#[derive(Debug)]
struct Costs {
    of_robots: Vec<KnownCosts>,
    /// The bytes that were allocated since the last account.
    grown: u64,
    /// Whether ways back are no longer kept.
    is_full: bool,
    /// The vertices that a search for a known cost has reached, the order in which it did, and
    /// from where.
    reached: HashMap<Vertex, Vertex, FxBuildHasher>,
    order: Vec<Vertex>,
}

/// The costs of vertices for one robot.
type KnownCosts = HashMap<Vertex, u32, FxBuildHasher>;

/// Weights of the search for paths: shortest ones, and those that may be a quarter longer, which on
/// a large map with closed cells takes a tenth of the time.
const SHORTEST: u32 = 8;
const LONGER: u32 = 10;
/// The vertices that may be expanded for shortest paths.
const FOR_SHORTEST: u64 = 1 << 22;

impl<'a> GuidePaths<'a> {
    /// A path for each robot, each of which can reach its goal. A node is spent for each vertex of
    /// a path. The memory is held in `control` until the end of its scope.
    pub(super) fn new(instance: &'a Instance, control: &mut Control) -> Result<Self, Stop> {
        control.hold(DistanceBound::bytes(instance))?;
        let bound = DistanceBound::new(instance);
        let mut of_robots = Vec::new();
        control.reserve(&mut of_robots, instance.robot_count())?;
        let (end, held) = control.scope(|control| {
            let before = control.stats().bytes;
            let search = PathSearch::new(instance.graph(), &bound, control);
            let own = control.stats().bytes - before;
            let end = search.and_then(|search| add_paths(&mut of_robots, instance, search, control));
            (end, control.stats().bytes - before - own)
        });
        control.hold(held)?;
        if !matches!(end, Ok(()) | Err(Stop::Memory)) {
            end?;
        }
        of_robots.resize_with(instance.robot_count(), KnownCosts::default);
        let costs =
            Costs { of_robots, grown: 0, is_full: false, reached: HashMap::default(), order: Vec::new() };
        Ok(Self { instance, bound, costs: RefCell::new(costs) })
    }

    /// Accounts for the memory that was allocated since the last call. Where there is none, no more
    /// is allocated.
    pub(super) fn account(&self, control: &mut Control) {
        let costs = &mut *self.costs.borrow_mut();
        if costs.grown > 0 {
            costs.is_full |= control.hold(core::mem::take(&mut costs.grown)).is_err();
        }
    }

    /// The cost of a vertex in the goal's component for a robot.
    #[inline]
    pub(super) fn cost(&self, robot: usize, vertex: Vertex) -> u32 {
        let costs = &mut *self.costs.borrow_mut();
        match costs.of_robots[robot].get(&vertex) {
            Some(&cost) => cost,
            None => self.find(costs, robot, vertex),
        }
    }

    /// The cost of a vertex that is not known: the nearest one that is known, and the way there.
    fn find(&self, costs: &mut Costs, robot: usize, vertex: Vertex) -> u32 {
        let Costs { of_robots, grown, is_full, reached, order } = costs;
        let known = &mut of_robots[robot];
        if known.is_empty() {
            return self.bound.get(vertex, self.instance.goal().places()[robot]);
        }
        let graph = self.instance.graph();
        let least_beside = |vertex, known: &KnownCosts| {
            graph.neighbours(vertex).iter().filter_map(|next| known.get(next)).min().copied()
        };
        reached.clear();
        order.clear();
        order.push(vertex);
        reached.insert(vertex, vertex);
        let mut turn = 0;
        let (mut place, mut cost) = loop {
            let place = order[turn];
            if let Some(least) = least_beside(place, known) {
                break (place, least + 1);
            }
            for &next in graph.neighbours(place) {
                if reached.try_insert(next, place).is_ok() {
                    order.push(next);
                }
            }
            turn += 1;
        };
        let before = known.allocation_size();
        loop {
            if !*is_full {
                known.insert(place, cost);
            }
            if place == vertex {
                break;
            }
            (place, cost) = (reached[&place], cost + 1);
        }
        *grown += (known.allocation_size() - before) as u64;
        cost
    }
}

/// Adds the costs of the robots' paths, which stay held in `control`, until there is no memory for
/// more.
fn add_paths(
    of_robots: &mut Vec<KnownCosts>,
    instance: &Instance,
    mut search: PathSearch<'_>,
    control: &mut Control,
) -> Result<(), Stop> {
    for (&start, &goal) in instance.start().places().iter().zip(instance.goal().places()) {
        let weight = if search.expanded() < FOR_SHORTEST { SHORTEST } else { LONGER };
        let path = search.path(start, goal, weight, control)?.expect("invariant: the goal can be reached");
        control.spend_many(path.len() as u64)?;
        let mut costs = KnownCosts::default();
        costs.try_reserve(path.len()).map_err(|_| Stop::Memory)?;
        control.hold(costs.allocation_size() as u64)?;
        costs.extend(path.into_iter().rev().zip(0..));
        of_robots.push(costs);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cpf_core::generate;
    use motion_core::Budget;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    /// On an open grid all paths are shortest, and so are the ways back to them.
    #[test]
    fn some_neighbour_costs_less_than_each_vertex() -> Result<(), Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let instance = generate::permutation_on_grid(12, 9, 80, &mut rng).expect("a grid");
        for bytes in [1 << 20, 12_000, 2_000] {
            let control = &mut Control::new(Budget::new().with_bytes(bytes));
            let paths = GuidePaths::new(&instance, control)?;
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
                assert_eq!(Some(paths.cost(robot.index(), start)), distances.get(start));
            }
            assert!(exact > 1500, "{exact}");
            assert!(control.stats().peak_bytes <= bytes);
        }
        Ok(())
    }
}
