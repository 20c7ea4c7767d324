//! A path of one robot to its goal, and ways back to it.

use alloc::vec::Vec;

use hashbrown::HashMap;
use motion_core::Vertex;
use motion_core::internal::Arcs;
use rustc_hash::FxBuildHasher;

/// A path whose last vertex is the goal. Ways back to it from other vertices are computed on
/// demand.
///
/// The cost of a vertex is the number of steps to the path and then along it. Every vertex but the
/// goal has a cheaper neighbour, so a robot that always moves to a cheaper one arrives.
///
/// # Complexity
/// Four bytes for each vertex of the path, and about twenty for each vertex off the path whose cost
/// has been requested; once a robot is far from its path, also for each vertex of the path.
///
/// # References
/// Z. Chen, D. Harabor, J. Li and P. Stuckey, *Traffic flow optimisation for lifelong multi-agent
/// path finding*, AAAI 2024: guide paths.
#[derive(Clone, Debug, Default)]
pub(crate) struct GuidePath {
    /// Empty if there was no memory for it.
    path: Vec<Vertex>,
    /// The index of the robot's last known vertex on the path.
    at: usize,
    /// The known costs of vertices off the path, and of those on it if they are stored.
    costs: HashMap<Vertex, u32, FxBuildHasher>,
    is_stored: bool,
}

/// The number of vertices before and behind the robot on its path among which a vertex is sought,
/// as long as the path's costs are not stored.
const NEAR: usize = 32;
/// The number of vertices searched for a way back before the path's costs are stored.
const FEW: usize = 64;

/// A search for the nearest vertex whose cost is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct NearSearch {
    /// The reached vertices, each with its predecessor.
    reached: HashMap<Vertex, Vertex, FxBuildHasher>,
    order: Vec<Vertex>,
}

impl GuidePath {
    pub(crate) fn new(path: Vec<Vertex>) -> Self {
        Self { path, ..Self::default() }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.path.is_empty()
    }

    /// The number of steps. There must be a path.
    pub(crate) const fn steps(&self) -> u32 {
        self.path.len() as u32 - 1
    }

    /// Forgets the known ways back to the path. Returns whether the path itself avoids a vertex.
    #[cfg(feature = "fleet")]
    pub(crate) fn forget_ways(&mut self, avoided: Vertex) -> bool {
        self.costs.clear();
        self.is_stored = false;
        !self.is_empty() && !self.path.contains(&avoided)
    }

    /// The bytes of the costs.
    pub(crate) fn bytes_of_costs(&self) -> u64 {
        self.costs.allocation_size() as u64
    }

    /// The next vertex on the path, or the goal if the robot is there. `None` if the robot is not
    /// on its path.
    #[inline]
    pub(crate) fn next(&mut self, place: Vertex) -> Option<Vertex> {
        let near = [self.at, self.at + 1, 0].into_iter().find(|&at| self.path.get(at) == Some(&place));
        let at = near.or_else(|| {
            let cost = *self.costs.get(&place)? as usize;
            (self.path.len() - 1).checked_sub(cost).filter(|&at| self.path[at] == place)
        })?;
        self.at = at;
        Some(self.path[(at + 1).min(self.path.len() - 1)])
    }

    /// Notes where the robot is. Beside its path, the costs of the whole path are stored, so that
    /// ways back are exact; on the path they are forgotten.
    #[cfg(feature = "fleet")]
    pub(crate) fn follow(&mut self, place: Vertex) {
        if self.next(place).is_none() && !self.is_empty() {
            self.store_path();
        } else if self.is_stored {
            self.is_stored = false;
            self.costs = HashMap::default();
        }
    }

    /// Stores the costs of the whole path, so that they are found from anywhere.
    pub(crate) fn store_path(&mut self) {
        if !self.is_stored {
            self.is_stored = true;
            self.costs.clear();
            self.costs.extend(self.path.iter().copied().rev().zip(0..));
        }
    }

    /// The cost of a vertex, if it is known.
    #[inline]
    pub(crate) fn known_cost(&self, vertex: Vertex) -> Option<u32> {
        let near =
            if self.is_stored { self.at..self.at + 1 } else { self.at.saturating_sub(NEAR)..self.at + NEAR };
        let end = near.end.min(self.path.len());
        let on_path = self.path[near.start..end].iter().position(|&place| place == vertex);
        match on_path {
            Some(offset) => Some((self.path.len() - 1 - near.start - offset) as u32),
            None => self.costs.get(&vertex).copied(),
        }
    }
}

impl NearSearch {
    /// Computes the cost of a vertex, along arcs whose ends are open. `None` if no way leads to the
    /// path. With `store`, the costs along the way back are stored.
    pub(crate) fn cost(
        &mut self,
        arcs: &Arcs,
        is_open: impl Fn(Vertex) -> bool,
        guide: &mut GuidePath,
        vertex: Vertex,
        store: bool,
    ) -> Option<u32> {
        self.reached.clear();
        self.order.clear();
        self.order.push(vertex);
        self.reached.insert(vertex, vertex);
        let mut turn = 0;
        let (mut place, mut cost) = loop {
            let place = *self.order.get(turn)?;
            let beside = arcs.successors(place).iter().filter(|&&next| is_open(next));
            if let Some(least) = beside.clone().filter_map(|&next| guide.known_cost(next)).min() {
                break (place, least + 1);
            }
            for &next in beside {
                if self.reached.try_insert(next, place).is_ok() {
                    self.order.push(next);
                }
            }
            turn += 1;
            if turn == FEW {
                guide.store_path();
            }
        };
        loop {
            if store {
                guide.costs.insert(place, cost);
            }
            if place == vertex {
                return Some(cost);
            }
            (place, cost) = (self.reached[&place], cost + 1);
        }
    }
}
