//! A spanning tree at whose top all blanks are gathered.

use alloc::vec::Vec;

use motion_core::graph::Graph;
use motion_core::{Configuration, Control, Stop, Vertex};

use super::forest::Forest;

/// A depth-first spanning tree of a connected graph, in preorder.
///
/// In the order, a vertex is directly followed by its descendants.
pub(super) struct SpanningTree {
    order: Vec<Vertex>,
    /// The position of each vertex in the order.
    positions: Vec<u32>,
    /// For each position, the position after the last descendant.
    ends: Vec<u32>,
}

impl SpanningTree {
    /// Builds the tree from the smallest vertex, looking at smaller neighbours first.
    ///
    /// # Complexity
    /// Time O(V + E), memory O(V).
    pub(super) fn new(graph: &Graph, control: &mut Control) -> Result<Self, Stop> {
        const UNSEEN: u32 = u32::MAX;
        let mut order = Vec::with_capacity(graph.vertex_count());
        let mut positions = alloc::vec![UNSEEN; graph.vertex_count()];
        let mut ends = alloc::vec![0; graph.vertex_count()];
        let mut path = Vec::new();
        let mut entered = graph.vertices().next();
        loop {
            control.advance(1)?;
            if let Some(vertex) = entered.take() {
                positions[vertex.index()] = order.len() as u32;
                order.push(vertex);
                path.push((vertex, graph.neighbours(vertex).iter()));
            }
            let Some((vertex, neighbours)) = path.last_mut() else { break };
            entered = neighbours.find(|next| positions[next.index()] == UNSEEN).copied();
            if entered.is_none() {
                ends[positions[vertex.index()] as usize] = order.len() as u32;
                path.pop();
            }
        }
        Ok(Self { order, positions, ends })
    }

    /// Whether the tree contains all vertices.
    pub(super) fn covers(&self, graph: &Graph) -> bool {
        self.order.len() == graph.vertex_count()
    }

    fn position(&self, vertex: Vertex) -> usize {
        self.positions[vertex.index()] as usize
    }

    /// For each position, and for the end of the order, the number of vacant vertices before it.
    pub(super) fn vacant_before(
        &self,
        placement: &Configuration,
        control: &mut Control,
    ) -> Result<Vec<u32>, Stop> {
        let mut vacant = 0;
        let mut before = Vec::with_capacity(self.order.len() + 1);
        before.push(0);
        for &vertex in &self.order {
            control.advance(1)?;
            vacant += u32::from(placement.is_vacant(vertex));
            before.push(vacant);
        }
        Ok(before)
    }

    /// The number of vacant vertices beyond the bridge that leads from `from` to `to`, given the
    /// numbers of vacant vertices [before](SpanningTree::vacant_before) each position.
    ///
    /// # Complexity
    /// Constant time.
    pub(super) fn beyond(&self, from: Vertex, to: Vertex, vacant: &[u32]) -> usize {
        let below = |position: usize| (vacant[self.ends[position] as usize] - vacant[position]) as usize;
        // A spanning tree contains every bridge, so one of its ends is the parent of the other.
        let (from, to) = (self.position(from), self.position(to));
        if from < to { below(to) } else { vacant[self.order.len()] as usize - below(from) }
    }

    /// Moves robots by legal moves until the vacant vertices are the first ones of the order.
    ///
    /// # Complexity
    /// Time O(V log V), memory O(V). Robots are relocated over vacant vertices directly, so the
    /// number of moves does not matter.
    pub(super) fn gather_blanks(
        &self,
        mut now: Configuration,
        control: &mut Control,
    ) -> Result<Configuration, Stop> {
        self.sink(&mut now, control)?;
        // All ancestors of a vacant vertex are now vacant. The loop below preserves this, because
        // upper robots leave first and lower vertices are filled first. So vacant vertices connect
        // each robot with its target.
        let (top, rest) = self.order.split_at(now.vertex_count() - now.token_count());
        let leaving: Vec<_> = top.iter().filter_map(|&vertex| now.token_at(vertex)).collect();
        let holes: Vec<_> = rest.iter().rev().copied().filter(|&vertex| now.is_vacant(vertex)).collect();
        for (robot, hole) in leaving.into_iter().zip(holes) {
            control.advance(1)?;
            now.relocate(robot, hole);
        }
        Ok(now)
    }

    /// Moves robots down until no vertex below a robot is vacant.
    fn sink(&self, now: &mut Configuration, control: &mut Control) -> Result<(), Stop> {
        // A position whose robot is final points to the one before; all others are roots. Hence the
        // root found from the last position below a vertex is either the vertex itself, or vacant
        // and without vacant descendants.
        let mut last_open = Forest::new(self.order.len());
        for (position, &vertex) in self.order.iter().enumerate().rev() {
            control.advance(1)?;
            let Some(robot) = now.token_at(vertex) else { continue };
            let lowest = last_open.root(self.ends[position] as usize - 1);
            // If that is the vertex itself, the robot stays.
            now.relocate(robot, self.order[lowest]);
            if let Some(before) = lowest.checked_sub(1) {
                last_open.join(lowest, before);
            }
        }
        Ok(())
    }
}
