//! The costs of ways to the goals, computed when they are needed.

use alloc::vec::Vec;

use hashbrown::HashMap;
use motion_core::Vertex;
use rustc_hash::FxBuildHasher;

use super::landmarks::Landmarks;
use super::network::Network;
use super::traffic::{MOST_OF_STEP, STEP, Traffic};
use crate::circular_buckets::CircularBuckets;

/// The cost of a way to a goal that cannot be reached.
pub(super) const FAR: u32 = u32::MAX;

/// The number of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableId(u32);

impl TableId {
    /// Marks a goal without a table.
    pub(super) const NONE: Self = Self(u32::MAX);
}

/// For each goal, a table of the costs of the cheapest ways from all vertices, shared by all robots
/// with that goal. If memory does not suffice, the table used least recently makes room. For goals
/// without a table there are lower bounds.
#[derive(Clone, Debug)]
pub(super) struct GoalCosts {
    tables: Vec<Table>,
    by_goal: HashMap<Vertex, TableId, FxBuildHasher>,
    landmarks: Landmarks,
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
    /// The last step in which a robot had this goal.
    used: u64,
    costs: Vec<u32>,
}

impl GoalCosts {
    pub(super) fn new(network: &Network, bytes: u64) -> Self {
        let of_table = (size_of::<u32>() * network.vertex_count()).max(1) as u64;
        Self {
            tables: Vec::new(),
            by_goal: HashMap::default(),
            landmarks: Landmarks::new(network),
            capacity: usize::try_from(bytes / of_table).unwrap_or(usize::MAX),
            version: 0,
            queue: CircularBuckets::new(MOST_OF_STEP as usize),
        }
    }

    /// Lets all tables be renewed, because the network or the traffic has changed.
    pub(super) const fn outdate(&mut self) {
        self.version += 1;
    }

    /// The table of a goal, if there is one, which counts as used in this step.
    pub(super) fn find(&mut self, goal: Vertex, now: u64) -> TableId {
        let Some(&id) = self.by_goal.get(&goal) else { return TableId::NONE };
        self.tables[id.0 as usize].used = now;
        id
    }

    /// Returns whether a table should be renewed.
    pub(super) fn is_outdated(&self, id: TableId) -> bool {
        self.tables[id.0 as usize].version != self.version
    }

    /// The cost of the cheapest way from a vertex to a goal, or [`FAR`]. Without a table, a lower
    /// bound.
    #[inline]
    pub(super) fn get(&self, (goal, id): (Vertex, TableId), from: Vertex) -> u32 {
        if id == TableId::NONE {
            return STEP * self.landmarks.bound(from, goal);
        }
        self.tables[id.0 as usize].costs[from.index()]
    }

    /// Makes or renews the table of a goal. Returns its number, or [`TableId::NONE`] if all tables
    /// are in use and memory allows no other. Every vertex costs a node.
    pub(super) fn fill(&mut self, goal: Vertex, network: &Network, traffic: &Traffic, now: u64) -> TableId {
        let id = match self.by_goal.get(&goal) {
            Some(&id) => id,
            None => match self.allocate(network.vertex_count(), now) {
                Some(id) => id,
                None => return TableId::NONE,
            },
        };
        self.by_goal.insert(goal, id);
        let table = &mut self.tables[id.0 as usize];
        (table.goal, table.version, table.used) = (goal, self.version, now);
        table.costs.fill(FAR);
        if network.is_closed(goal) {
            return id;
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
        id
    }

    /// The number of a table that is new, or that no robot has used in this step.
    fn allocate(&mut self, vertices: usize, now: u64) -> Option<TableId> {
        if self.tables.len() < self.capacity {
            let id = TableId(self.tables.len() as u32);
            self.tables.push(Table {
                goal: Vertex(0),
                version: 0,
                used: 0,
                costs: alloc::vec![FAR; vertices],
            });
            return Some(id);
        }
        let tables = (0..).map(TableId).zip(&self.tables);
        let (id, oldest) = tables.min_by_key(|(_, table)| table.used)?;
        if oldest.used >= now {
            return None;
        }
        self.by_goal.remove(&oldest.goal);
        Some(id)
    }
}
