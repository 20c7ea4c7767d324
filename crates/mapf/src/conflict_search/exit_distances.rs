//! Distances to the exits of corridors.

use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::vec::Vec;

use hashbrown::HashMap;
use motion_core::Vertex;
use motion_core::internal::Arcs;
use rustc_hash::FxBuildHasher;

use crate::all_distances::UNREACHABLE;

/// Tables of the distances of all vertices to an exit, with or without the step from one of its
/// neighbours, made on demand.
#[derive(Clone, Debug, Default)]
pub(super) struct ExitDistances {
    tables: HashMap<(Vertex, Option<Vertex>), Rc<[u32]>, FxBuildHasher>,
    bytes: u64,
}

impl ExitDistances {
    /// The distances to `exit` along arcs, given reversed, without the step from `neck`.
    pub(super) fn distances(&mut self, reversed: &Arcs, exit: Vertex, neck: Option<Vertex>) -> Rc<[u32]> {
        if let Some(known) = self.tables.get(&(exit, neck)) {
            return known.clone();
        }
        let mut distances: Vec<u32> = alloc::vec![UNREACHABLE; reversed.vertex_count()];
        distances[exit.index()] = 0;
        let mut queue = VecDeque::from([exit]);
        while let Some(vertex) = queue.pop_front() {
            for &from in reversed.successors(vertex) {
                if distances[from.index()] == UNREACHABLE && !(vertex == exit && Some(from) == neck) {
                    distances[from.index()] = distances[vertex.index()] + 1;
                    queue.push_back(from);
                }
            }
        }
        let table: Rc<[u32]> = distances.into();
        self.bytes += (size_of_val(&*table) + 64) as u64;
        self.tables.insert((exit, neck), table.clone());
        table
    }

    /// The memory of all tables.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Drops all tables.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}
