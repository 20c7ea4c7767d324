//! A* over the positions of all robots.
//!
//! The open list is ordered by the lower bound on the moves of a solution ([`BlockerBound`]), with
//! the latest position first among equals. A position is looked up in the closed list only when it
//! is expanded; half of the positions never are. Once a search takes long, the bound by distances
//! of blockers is added. A position reached again by fewer moves is expanded again, so the bound
//! need not be consistent.
//!
//! Plain games – no diagonals, one robot that must reach the target, a free approach – have their
//! own, faster expansion. `general_expansion` is for all other games.
//!
//! This is a specialised loop: it takes 0.2 ms per game, and `motion_core`'s A* with the free-stop
//! bound 12 ms (twenty random standard games).

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::a_star_node::{AStarNode, NO_PARENT, OpenList};
use super::depth_first::MAX_DEPTH;
use super::expansion::Expander;
use super::packed_position::PackedPosition;
use super::search_robots::CellMove;
use crate::line_costs::UNREACHABLE;

/// The number of positions looked up together, so that memory latencies overlap.
const BATCH: usize = 32;

/// From this number of nodes on, a batch has [`NODES_PER_BATCH`] times fewer nodes than were
/// expanded, so that several threads can share it.
const LARGE_BATCHES_AT: usize = 1 << 18;
const NODES_PER_BATCH: usize = 16;
const LARGEST_BATCH: usize = 1 << 14;

/// The number of slots of an empty closed list.
const INITIAL_SLOTS: usize = 1 << 8;

/// The bound by distances is added when this fraction of the pairs of cells has been expanded:
/// computing it takes about as long as the search so far.
const PAIRS_PER_NODE: usize = 16;

pub(super) struct AStarSearch<'s, K> {
    pub(super) expander: Expander<'s>,
    /// A hash table of the expanded positions, and the number of moves to each.
    closed: Vec<K>,
    closed_depths: Vec<u8>,
    pub(super) nodes: Vec<AStarNode<K>>,
    pub(super) open: OpenNodes<K>,
    /// The number of nodes at which the bound by distances is added.
    distances_at: usize,
    /// Whether the bounds are complete, so that clones have equal bounds; set before batches become
    /// large.
    is_complete: bool,
    /// For other threads, once batches are large.
    #[cfg(feature = "std")]
    pub(super) workers: Vec<Expander<'s>>,
}

/// The open list.
pub(super) struct OpenNodes<K> {
    /// For each lower bound on the moves of a solution, the positions with that bound.
    lists: Vec<Vec<AStarNode<K>>>,
    /// The reason why a position could not be added.
    pub(super) stop: Option<Stop>,
}

impl<K> OpenList<K> for OpenNodes<K> {
    #[inline]
    fn push(&mut self, moves: u16, node: AStarNode<K>, control: &mut Control) {
        let moves = usize::from(moves);
        match self.lists.get_mut(moves) {
            Some(open) if open.len() < open.capacity() => open.push(node),
            _ => self.grow(moves, node, control),
        }
    }
}

impl<K> OpenNodes<K> {
    #[cold]
    fn grow(&mut self, moves: usize, node: AStarNode<K>, control: &mut Control) {
        if self.lists.len() <= moves {
            self.lists.resize_with(moves + 1, Vec::new);
        }
        match double(&mut self.lists[moves], control) {
            Ok(()) => self.lists[moves].push(node),
            Err(why) => self.stop = Some(why),
        }
    }
}

impl<'s, K: PackedPosition> AStarSearch<'s, K> {
    pub(super) fn new(expander: Expander<'s>, control: &mut Control) -> Result<Self, Stop> {
        control.hold(Self::closed_bytes(INITIAL_SLOTS))?;
        Ok(Self {
            closed: alloc::vec![K::default(); INITIAL_SLOTS],
            closed_depths: alloc::vec![0; INITIAL_SLOTS],
            nodes: Vec::new(),
            open: OpenNodes { lists: Vec::new(), stop: None },
            distances_at: expander.slides.size().pow(2) / PAIRS_PER_NODE,
            expander,
            is_complete: false,
            #[cfg(feature = "std")]
            workers: Vec::new(),
        })
    }

    /// Returns a shortest solution of at most `last` moves, given that none has fewer than `first`;
    /// `None` if there is no solution at all.
    ///
    /// # Errors
    /// [`Stop::Unsupported`] if every solution is longer than `last`, or the limit that stopped the
    /// search; both with a lower bound on the moves of a solution.
    pub(super) fn search(
        &mut self,
        first: u16,
        last: u16,
        control: &mut Control,
    ) -> Result<Option<Vec<CellMove>>, (Stop, u16)> {
        let last = last.min(MAX_DEPTH);
        let (least, key) = self.expander.start(control);
        if least == UNREACHABLE {
            return Ok(None);
        }
        let first = first.max(least);
        self.open.push(first, AStarNode::new(key, NO_PARENT, (0, 0), 0), control);
        if let Some(why) = self.open.stop {
            return Err((why, first));
        }
        let mut moves = first;
        while usize::from(moves) < self.open.lists.len() {
            if moves > last {
                return Err((Stop::Unsupported, moves));
            }
            if self.open.lists[usize::from(moves)].is_empty() {
                moves += 1;
                continue;
            }
            let result = if self.nodes.len() < LARGE_BATCHES_AT {
                self.expand_batch(moves, control)
            } else {
                self.expand_large_batch(moves, control)
            };
            match result {
                Ok(None) => {}
                Ok(path) => return Ok(path),
                Err(why) => return Err((why, moves)),
            }
        }
        Ok(None)
    }

    /// Expands the latest open positions whose solutions have at least `moves` moves.
    fn expand_batch(&mut self, moves: u16, control: &mut Control) -> Result<Option<Vec<CellMove>>, Stop> {
        self.make_room(BATCH, control)?;
        if self.nodes.len() >= self.distances_at {
            self.distances_at = usize::MAX;
            self.expander.add_distances(control);
        }
        let open = &mut self.open.lists[usize::from(moves)];
        let rest = open.len().saturating_sub(BATCH);
        let mut batch = [AStarNode::new(K::default(), NO_PARENT, (0, 0), 0); BATCH];
        let batch = &mut batch[..open.len() - rest];
        batch.copy_from_slice(&open[rest..]);
        open.truncate(rest);

        // The look-ups of all positions are independent, so that memory latencies overlap. Only the
        // first slot is read; other known positions are detected below.
        let mut is_known = [false; BATCH];
        for (is_known, node) in is_known.iter_mut().zip(&*batch) {
            let slot = self.first_slot(node.key);
            *is_known = self.closed[slot] == node.key && self.closed_depths[slot] <= node.depth();
        }

        for (_, node) in is_known.iter().zip(&*batch).filter(|&(&is_known, _)| !is_known) {
            if !self.close(node) {
                continue;
            }
            control.spend(1)?;
            self.nodes.push(*node);
            let number = self.nodes.len() as u32 - 1;
            if let Some(last) = self.expander.expand((node, number), moves, &mut self.open, control) {
                return Ok(Some(self.path(number, last)));
            }
            if let Some(why) = self.open.stop {
                return Err(why);
            }
        }
        Ok(None)
    }

    /// Expands many of the latest open positions, which are first closed one by one. The threads of
    /// the run share them; the order in which their successors are added does not depend on the
    /// threads.
    fn expand_large_batch(
        &mut self,
        moves: u16,
        control: &mut Control,
    ) -> Result<Option<Vec<CellMove>>, Stop> {
        if !self.is_complete {
            self.is_complete = true;
            self.expander.complete(control);
        }
        let size = (self.nodes.len() / NODES_PER_BATCH).min(LARGEST_BATCH);
        self.make_room(size, control)?;
        let open = &mut self.open.lists[usize::from(moves)];
        let batch_bytes = (size * size_of::<AStarNode<K>>()) as u64;
        control.hold(batch_bytes)?;
        let batch = open.split_off(open.len().saturating_sub(size));
        let first = self.nodes.len();
        let mut spent = Ok(());
        for nodes in batch.chunks(BATCH) {
            // Memory latencies overlap.
            let slots = nodes.iter().map(|node| self.first_slot(node.key));
            core::hint::black_box({ slots }.fold(K::default(), |keys, slot| keys ^ self.closed[slot]));
            for node in nodes {
                if spent.is_ok() && self.close(node) {
                    spent = control.spend(1);
                    if spent.is_ok() {
                        self.nodes.push(*node);
                    }
                }
            }
        }
        control.release(batch_bytes);
        let found = self.expand_from(first, moves, control)?;
        if let Some((number, last)) = found {
            return Ok(Some(self.path(number, last)));
        }
        spent.map(|()| None)
    }

    /// Expands the nodes from this number on, on the threads of the run.
    fn expand_from(
        &mut self,
        first: usize,
        moves: u16,
        control: &mut Control,
    ) -> Result<Option<(u32, CellMove)>, Stop> {
        #[cfg(feature = "std")]
        if let Some(result) = self.expand_in_parallel(first, moves, control) {
            return result;
        }
        for number in first..self.nodes.len() {
            let node = (&self.nodes[number], number as u32);
            if let Some(last) = self.expander.expand(node, moves, &mut self.open, control) {
                return Ok(Some((number as u32, last)));
            }
            if let Some(why) = self.open.stop {
                return Err(why);
            }
        }
        Ok(None)
    }

    /// Returns the slot at which the look-up of a key begins.
    #[inline]
    fn first_slot(&self, key: K) -> usize {
        (key.hash() >> (64 - self.closed.len().trailing_zeros())) as usize & (self.closed.len() - 1)
    }

    /// Returns the slot of a key, or the empty slot where it belongs.
    #[inline]
    fn slot(&self, key: K) -> usize {
        let mut slot = self.first_slot(key);
        while self.closed[slot] != key && self.closed[slot] != K::default() {
            slot = (slot + 1) & (self.closed.len() - 1);
        }
        slot
    }

    /// Adds a position to the closed list. Returns whether it is new there or reached by fewer
    /// moves.
    #[inline]
    fn close(&mut self, node: &AStarNode<K>) -> bool {
        let slot = self.slot(node.key);
        if self.closed[slot] == node.key && self.closed_depths[slot] <= node.depth() {
            return false;
        }
        self.closed[slot] = node.key;
        self.closed_depths[slot] = node.depth();
        true
    }

    const fn closed_bytes(slots: usize) -> u64 {
        (slots * (size_of::<K>() + 1)) as u64
    }

    /// Makes room for a batch of nodes.
    #[inline]
    fn make_room(&mut self, batch: usize, control: &mut Control) -> Result<(), Stop> {
        while self.nodes.capacity() - self.nodes.len() < batch {
            if self.nodes.len() >= NO_PARENT as usize / 2 {
                return Err(Stop::Memory);
            }
            double(&mut self.nodes, control)?;
        }
        // Keep at most five eighths of the slots in use.
        while (self.nodes.len() + batch) * 8 > self.closed.len() * 5 {
            self.grow_closed(control)?;
        }
        Ok(())
    }

    #[cold]
    fn grow_closed(&mut self, control: &mut Control) -> Result<(), Stop> {
        let (old, slots) = (self.closed.len(), 2 * self.closed.len());
        control.hold(Self::closed_bytes(slots))?;
        let (mut closed, mut depths) = (Vec::new(), Vec::new());
        if closed.try_reserve_exact(slots).is_err() || depths.try_reserve_exact(slots).is_err() {
            control.release(Self::closed_bytes(slots));
            return Err(Stop::Memory);
        }
        closed.resize(slots, K::default());
        depths.resize(slots, 0);
        let closed = core::mem::replace(&mut self.closed, closed);
        let depths = core::mem::replace(&mut self.closed_depths, depths);
        for (key, depth) in closed.into_iter().zip(depths).filter(|&(key, _)| key != K::default()) {
            let slot = self.slot(key);
            (self.closed[slot], self.closed_depths[slot]) = (key, depth);
        }
        control.release(Self::closed_bytes(old));
        Ok(())
    }

    /// Returns the moves to a node, and one more.
    fn path(&self, node: u32, last: CellMove) -> Vec<CellMove> {
        let mut path = alloc::vec![last];
        let mut node = &self.nodes[node as usize];
        while node.parent != NO_PARENT {
            let before = &self.nodes[node.parent as usize];
            path.push(self.expander.move_between(before.key, node));
            node = before;
        }
        path.reverse();
        path
    }
}

/// Doubles the capacity of a list.
fn double<T>(list: &mut Vec<T>, control: &mut Control) -> Result<(), Stop> {
    let capacity = list.capacity();
    control.reserve(list, capacity + capacity.max(2 * BATCH)).map(|_| ())
}
