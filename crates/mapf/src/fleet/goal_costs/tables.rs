//! Tables of the costs from all vertices to goals.

use alloc::vec::Vec;

use hashbrown::HashMap;
use motion_core::Vertex;
use rustc_hash::FxBuildHasher;

use super::{FAR, Source};
use crate::circular_buckets::CircularBuckets;
use crate::fleet::network::Network;
use crate::fleet::traffic::{MOST_OF_STEP, Traffic};

/// For each goal, a table of the costs of the cheapest ways from all vertices, shared by all robots
/// with that goal. If memory does not suffice, the table used least recently makes room.
#[derive(Clone, Debug)]
pub(super) struct Tables {
    all: Vec<Table>,
    by_goal: HashMap<Vertex, u32, FxBuildHasher>,
    vertices: usize,
    /// The number of tables that memory allows.
    capacity: usize,
    /// The number of changes of the network and the traffic. Tables of earlier versions are used
    /// until they are renewed.
    version: u32,
    queue: CircularBuckets<Vertex>,
}

#[derive(Clone, Debug)]
struct Table {
    goal: Vertex,
    version: u32,
    /// The last time at which a robot had this goal.
    used: u64,
    costs: Vec<u32>,
}

impl Tables {
    pub(super) fn new(vertices: usize, bytes: u64) -> Self {
        let of_table = Self::bytes_of_table(vertices).max(1) as u64;
        Self {
            all: Vec::new(),
            by_goal: HashMap::default(),
            vertices,
            capacity: usize::try_from(bytes / of_table).unwrap_or(usize::MAX),
            version: 0,
            queue: CircularBuckets::new(MOST_OF_STEP as usize),
        }
    }

    pub(super) const fn bytes_of_table(vertices: usize) -> usize {
        size_of::<u32>() * vertices
    }

    pub(super) const fn outdate(&mut self) {
        self.version += 1;
    }

    pub(super) fn find(&mut self, goal: Vertex, now: u64) -> Source {
        let Some(&table) = self.by_goal.get(&goal) else { return Source::Bound };
        self.all[table as usize].used = now;
        Source::Table(table)
    }

    pub(super) fn is_outdated(&self, table: u32) -> bool {
        self.all[table as usize].version != self.version
    }

    #[inline]
    pub(super) fn get(&self, table: u32, from: Vertex) -> u32 {
        self.all[table as usize].costs[from.index()]
    }

    /// Makes or renews the table of a goal, unless all tables are in use and memory allows no
    /// other.
    pub(super) fn fill(&mut self, goal: Vertex, network: &Network, traffic: &Traffic, now: u64) {
        let known = self.by_goal.get(&goal).copied();
        let Some(number) = known.or_else(|| self.allocate(now)) else { return };
        self.by_goal.insert(goal, number);
        let table = &mut self.all[number as usize];
        (table.goal, table.version, table.used) = (goal, self.version, now);
        table.costs.fill(FAR);
        if network.is_closed(goal) {
            return;
        }
        table.costs[goal.index()] = 0;
        self.queue.clear();
        self.queue.push(0, goal);
        while let Some((cost, vertex)) = self.queue.pop() {
            if table.costs[vertex.index()] != cost || network.is_closed(vertex) {
                continue;
            }
            let first = network.reversed().first_arc(vertex);
            for (turn, &from) in network.reversed().successors(vertex).iter().enumerate() {
                let through = cost + traffic.weight_reversed(first + turn);
                let known = &mut table.costs[from.index()];
                if through < *known {
                    *known = through;
                    self.queue.push(through, from);
                }
            }
        }
    }

    /// A table that is new, or that no robot uses at this time.
    fn allocate(&mut self, now: u64) -> Option<u32> {
        if self.all.len() < self.capacity {
            let costs = alloc::vec![FAR; self.vertices];
            self.all.push(Table { goal: Vertex(0), version: 0, used: 0, costs });
            return Some(self.all.len() as u32 - 1);
        }
        let tables = (0..).zip(&self.all);
        let (number, oldest) = tables.min_by_key(|(_, table)| table.used)?;
        if oldest.used >= now {
            return None;
        }
        self.by_goal.remove(&oldest.goal);
        Some(number)
    }
}
