//! Paths to goals, for graphs on which tables would be too large.

use alloc::vec::Vec;
use core::cell::RefCell;

use cpf_core::internal::{PathSearch, PathWays};
use motion_core::{Control, Stop, Vertex};

use super::{FAR, Source};
use crate::fleet::distance_bounds::DistanceBounds;
use crate::fleet::network::Network;
use crate::fleet::traffic::STEP;
use crate::guide_path::{GuidePath, NearSearch};

/// For each robot, a path to its first goal. Paths may be an eighth longer than shortest ones.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    of_robots: Vec<PathToGoal>,
    search: PathSearch,
    near: RefCell<NearSearch>,
}

/// A robot's path.
#[derive(Clone, Debug)]
struct PathToGoal {
    goal: Vertex,
    /// Empty if the goal cannot be reached. `None` if there is no path yet.
    path: Option<RefCell<GuidePath>>,
}

/// The weight of the estimate in the search for paths, in eighths.
const WEIGHT: u32 = 9;

impl Paths {
    pub(super) fn new(vertices: usize, robots: usize) -> Self {
        let search = PathSearch::new(vertices, &mut Control::unlimited());
        let mut of_robots = Vec::new();
        of_robots.resize(robots, PathToGoal { goal: Vertex(0), path: None });
        Self {
            of_robots,
            search: search.expect("invariant: without limits"),
            near: RefCell::new(NearSearch::default()),
        }
    }

    /// Forgets paths and ways back that a closed or opened vertex may change.
    pub(super) fn change(&mut self, vertex: Vertex) {
        for known in &mut self.of_robots {
            if let Some(path) = &mut known.path
                && !path.get_mut().forget_ways(vertex)
            {
                known.path = None;
            }
        }
    }

    /// The path of a robot, which is now on this vertex, if it leads to this goal.
    pub(super) fn find(&mut self, (robot, place, goal): (u32, Vertex, Vertex)) -> Source {
        match &mut self.of_robots[robot as usize] {
            PathToGoal { goal: known, path: Some(path) } if *known == goal => {
                path.get_mut().follow(place);
                Source::Path(robot)
            }
            _ => Source::Bound,
        }
    }

    /// Finds a path from a robot's vertex to a goal. Returns the number of vertices expanded.
    pub(super) fn compute(
        &mut self,
        (robot, place, goal): (u32, Vertex, Vertex),
        network: &Network,
        bounds: &DistanceBounds,
        control: &mut Control,
    ) -> Result<u64, Stop> {
        let before = self.search.expanded();
        let found = if network.is_closed(goal) {
            None
        } else {
            self.search.path(place, goal, WEIGHT, &OpenWays { network, bounds }, control)?
        };
        let path = GuidePath::new(found.unwrap_or_default());
        self.of_robots[robot as usize] = PathToGoal { goal, path: Some(RefCell::new(path)) };
        Ok(self.search.expanded() - before)
    }

    pub(super) fn get(&self, robot: u32, from: Vertex, network: &Network) -> u32 {
        let Some(path) = &self.of_robots[robot as usize].path else { return FAR };
        let path = &mut *path.borrow_mut();
        if path.is_empty() {
            return FAR;
        }
        let steps = path.known_cost(from).or_else(|| {
            let is_open = |vertex| !network.is_closed(vertex);
            self.near.borrow_mut().cost(network.arcs(), is_open, path, from, true)
        });
        steps.map_or(FAR, |steps| STEP * steps)
    }
}

/// The open vertices, with a bound.
struct OpenWays<'a> {
    network: &'a Network,
    bounds: &'a DistanceBounds,
}

impl PathWays for OpenWays<'_> {
    #[inline]
    fn before(&self, vertex: Vertex) -> &[Vertex] {
        self.network.reversed().successors(vertex)
    }

    #[inline]
    fn is_open(&self, vertex: Vertex) -> bool {
        !self.network.is_closed(vertex)
    }

    #[inline]
    fn bound(&self, from: Vertex, to: Vertex) -> u32 {
        self.bounds.bound(from, to)
    }
}
