//! Storage of every state that a search has reached, with the path to it.

use alloc::vec::Vec;
use core::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

use super::node_table::{NodeId, NodeTable};
use crate::control::Control;
use crate::outcome::Stop;

/// The number of nodes in a block. With blocks, growing neither copies nodes nor needs memory for
/// two copies.
const BLOCK: usize = 1024;

/// The number of parts of the hash table. Each grows on its own, so no single growth takes long.
const PARTS: usize = 32;

/// An odd number without a pattern, from the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The result of [`NodeStore::insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Insertion {
    /// The state was not stored before.
    New(NodeId),
    /// The state was already stored; nothing changed.
    Known(NodeId),
}

/// Returns the part of the table for a state, and its tag there, from the bits of the hash that
/// depend on the whole state.
fn place_of(state: &impl Hash) -> (usize, u32) {
    let hash = FxBuildHasher.hash_one(state).wrapping_mul(SPREAD);
    ((hash >> 27) as usize % PARTS, (hash >> 32) as u32)
}

#[derive(Clone, Debug)]
struct Node<S, A> {
    state: S,
    cost: u32,
    /// The predecessor, or the node itself at a root.
    parent: NodeId,
    action: Option<A>,
}

/// Search nodes: blocks of packed states, indexed by a hash table of 32-bit numbers.
///
/// # Complexity
/// An insertion takes expected constant time. Memory for each node: the state, the action, eight
/// bytes, and eleven to sixteen bytes of hash table.
#[derive(Clone, Debug)]
pub struct NodeStore<S, A> {
    blocks: Vec<Vec<Node<S, A>>>,
    len: usize,
    parts: [NodeTable; PARTS],
    /// Bytes that `control` has granted.
    held: u64,
}

impl<S, A> Default for NodeStore<S, A> {
    fn default() -> Self {
        Self { blocks: Vec::new(), len: 0, parts: core::array::from_fn(|_| NodeTable::default()), held: 0 }
    }
}

impl<S: Eq + Hash, A: Copy> NodeStore<S, A> {
    /// The number of nodes.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no node.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the node that was inserted as number `index`, if there are that many.
    pub fn id(&self, index: usize) -> Option<NodeId> {
        (index < self.len).then_some(NodeId(index as u32))
    }

    /// The state of a node.
    ///
    /// # Panics
    /// If the node belongs to another store. The same holds for all methods that take a node.
    pub fn state(&self, id: NodeId) -> &S {
        &self.node(id).state
    }

    /// The cost at which a node was reached.
    pub fn cost(&self, id: NodeId) -> u32 {
        self.node(id).cost
    }

    /// Returns the node of a state, if the state was inserted.
    #[inline]
    pub fn find(&self, state: &S) -> Option<NodeId> {
        let (part, tag) = place_of(state);
        self.parts[part].find(tag, |id| self.node(id).state == *state).ok()
    }

    /// Returns the node and the action by which a node was reached; `None` at a root.
    pub fn parent(&self, id: NodeId) -> Option<(NodeId, A)> {
        let node = self.node(id);
        node.action.map(|action| (node.parent, action))
    }

    /// Adds a state, unless it is already stored, as a root or as reached from `parent`. Accounts
    /// for the memory in `control`; `heap_bytes` is the heap memory of the state.
    ///
    /// # Errors
    /// [`Stop::Memory`] if memory is not granted or 2³² nodes are stored; nothing then changes.
    #[inline]
    pub fn insert(
        &mut self,
        state: S,
        cost: u32,
        parent: Option<(NodeId, A)>,
        heap_bytes: u64,
        control: &mut Control,
    ) -> Result<Insertion, Stop> {
        if self.len == self.blocks.len() * BLOCK {
            self.grow_blocks(control)?;
        }
        let (part, tag) = place_of(&state);
        let blocks = &self.blocks;
        let is_it = |id: NodeId| blocks[id.index() / BLOCK][id.index() % BLOCK].state == state;
        let table = &mut self.parts[part];
        let mut slot = match table.find(tag, is_it) {
            Ok(known) => return Ok(Insertion::Known(known)),
            Err(slot) => slot,
        };
        if table.is_full() {
            table.grow(&mut self.held, control)?;
            slot = table.find(tag, |_| false).expect_err("invariant: nothing is what is looked for");
        }
        control.hold(heap_bytes)?;
        self.held += heap_bytes;
        let id = NodeId(self.len as u32);
        table.fill(slot, tag, id);
        let (parent, action) = parent.map_or((id, None), |(parent, action)| (parent, Some(action)));
        self.blocks[id.index() / BLOCK].push(Node { state, cost, parent, action });
        self.len += 1;
        Ok(Insertion::New(id))
    }

    /// Prefetches the memory that [`insert`](NodeStore::insert) will read for these states, so that
    /// memory latencies overlap. Nothing changes.
    pub(super) fn look_ahead<'s>(&self, states: impl Iterator<Item = &'s S>)
    where
        S: 's,
    {
        let mut touched = 0;
        let mut states = states.peekable();
        while states.peek().is_some() {
            let mut found: [_; 64] = core::array::from_fn(|_| {
                states.next().map(|state| {
                    let (part, tag) = place_of(state);
                    self.parts[part].at_home(tag)
                })
            });
            let nodes = found.iter_mut().filter_map(Option::take).filter_map(|at_home| at_home());
            touched = nodes.fold(touched, |touched, id| touched ^ self.node(id).cost);
        }
        core::hint::black_box(touched);
    }

    /// Records a cheaper path to a node.
    pub fn improve(&mut self, id: NodeId, cost: u32, parent: NodeId, action: A) {
        let node = &mut self.blocks[id.index() / BLOCK][id.index() % BLOCK];
        node.cost = cost;
        node.parent = parent;
        node.action = Some(action);
    }

    /// Returns the actions from a root to this node.
    pub fn actions_to(&self, id: NodeId) -> Vec<A> {
        let mut actions = Vec::new();
        let mut node = self.node(id);
        while let Some(action) = node.action {
            actions.push(action);
            node = self.node(node.parent);
        }
        actions.reverse();
        actions
    }

    fn node(&self, id: NodeId) -> &Node<S, A> {
        &self.blocks[id.index() / BLOCK][id.index() % BLOCK]
    }

    /// Drops the store and releases its memory in `control`.
    pub fn release(self, control: &mut Control) {
        control.release(self.held);
    }

    #[cold]
    fn grow_blocks(&mut self, control: &mut Control) -> Result<(), Stop> {
        if self.len + BLOCK > u32::MAX as usize {
            return Err(Stop::Memory);
        }
        let bytes = (BLOCK * size_of::<Node<S, A>>()) as u64;
        control.hold(bytes)?;
        let mut block = Vec::new();
        if block.try_reserve_exact(BLOCK).is_err() || self.blocks.try_reserve(1).is_err() {
            control.release(bytes);
            return Err(Stop::Memory);
        }
        self.blocks.push(block);
        self.held += bytes;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Budget;

    #[test]
    fn states_are_stored_once_and_remember_their_way() {
        let mut control = Control::unlimited();
        let mut store = NodeStore::default();
        let mut parent = None;
        for state in 0u32..5000 {
            let new = store.insert(state, state, parent, 0, &mut control).expect("no limit");
            let Insertion::New(id) = new else { panic!("{state} was not there") };
            assert_eq!(id.index(), state as usize);
            parent = Some((id, state + 1));
        }
        for state in 0u32..5000 {
            let known = store.insert(state, 0, None, 0, &mut control).expect("no limit");
            assert_eq!(known, Insertion::Known(store.id(state as usize).expect("inserted")));
            assert_eq!(store.find(&state), store.id(state as usize));
        }
        assert_eq!(store.find(&5000), None);
        assert_eq!(store.len(), 5000);
        let last = store.id(4999).expect("inserted");
        assert!(store.actions_to(last).into_iter().eq(1..5000));

        let root = store.id(0).expect("inserted");
        assert_eq!(
            (store.parent(root), store.parent(last)),
            (None, Some((store.id(4998).expect("inserted"), 4999)))
        );
        store.improve(last, 1, root, 77);
        assert_eq!((store.cost(last), store.actions_to(last)), (1, alloc::vec![77]));
        assert_eq!(store.id(5000), None);
    }

    #[test]
    fn what_it_holds_never_exceeds_the_limit() {
        for limit in [0, 100, 50_000, 1 << 20, 3 << 20] {
            let mut control = Control::new(Budget::new().with_bytes(limit));
            let mut store = NodeStore::<u64, ()>::default();
            let stop = (0..).find_map(|state| store.insert(state, 0, None, 0, &mut control).err());
            assert_eq!(stop, Some(Stop::Memory));
            assert!(control.stats().peak_bytes <= limit);
            let node = size_of::<Node<u64, ()>>() as u64;
            assert!(
                store.len() as u64 * node >= limit / 4 || limit < 50_000,
                "{} nodes under {limit} bytes",
                store.len()
            );
        }
    }

    #[test]
    fn heap_memory_of_states_counts() {
        let mut control = Control::new(Budget::new().with_bytes(1 << 20));
        let mut store = NodeStore::<u32, ()>::default();
        let fits = (0..).take_while(|&state| store.insert(state, 0, None, 100_000, &mut control).is_ok());
        assert!((5..=10).contains(&fits.count()));
    }
}
