//! A depth-first frontier of stored states, in which states beyond the limit wait.

use core::hash::Hash;
use core::ops::ControlFlow;

use super::successor_order::SuccessorOrder;
use super::waiting_nodes::{Next, WaitingNodes};
use crate::control::Control;
use crate::outcome::Stop;
use crate::search::{Insertion, NodeId, NodeStore, Path, Space};

/// The search of [`IterativeDeepening`](super::IterativeDeepening) that postpones, step by step.
/// Bidirectional searches also use it.
///
/// The caller's [`Rest`] is called for every state that is reached for the first time or at a lower
/// cost.
#[derive(Debug)]
pub(in crate::search) struct Postponing<S, A> {
    pub(in crate::search) store: NodeStore<S, A>,
    waiting: WaitingNodes,
    order: SuccessorOrder,
}

/// The caller's bounds and ranks of states when they are reached.
pub(in crate::search) trait Rest<S, A> {
    /// Called when a state is expanded. The states of the following calls are its successors.
    fn enter(&mut self, parent: &S);

    /// Returns a lower bound on the cost from a state to a goal: 0 only at goals, `None` if no goal
    /// can be reached. The state was reached by `action` (`None` at a start) at this node and cost.
    fn rest(&mut self, state: &S, action: Option<A>, node: NodeId, cost: u32) -> Option<u32>;

    /// Returns the rank of a successor, if successors are ordered by rank.
    fn rank(&mut self, action: A, successor: &S) -> u32 {
        let _ = (action, successor);
        0
    }
}

/// A closure that is called for every state reached; no state is a goal.
impl<S, A, F: FnMut(&S, NodeId, u32)> Rest<S, A> for F {
    #[inline]
    fn enter(&mut self, _: &S) {}

    #[inline]
    fn rest(&mut self, state: &S, _: Option<A>, node: NodeId, cost: u32) -> Option<u32> {
        self(state, node, cost);
        Some(1)
    }
}

impl<S: Clone + Eq + Hash, A: Copy> Postponing<S, A> {
    pub(in crate::search) fn new(order: SuccessorOrder) -> Self {
        Self { store: NodeStore::default(), waiting: WaitingNodes::default(), order }
    }

    /// Adds a start, which waits like a postponed state.
    pub(in crate::search) fn start(
        &mut self,
        space: &impl Space<State = S, Action = A>,
        state: S,
        control: &mut Control,
        rest: &mut impl Rest<S, A>,
    ) -> Result<(), Stop> {
        control.poll()?;
        let heap_bytes = space.heap_bytes(&state);
        if let Insertion::New(id) = self.store.insert(state, 0, None, heap_bytes, control)?
            && let Some(rest) = rest.rest(self.store.state(id), None, id, 0)
        {
            self.waiting.postpone(rest, (id, 0), control)?;
        }
        Ok(())
    }

    /// Expands one state within the limit, if one is left. Breaks at a goal.
    ///
    /// The limit may have changed since the last step, in either direction.
    #[inline]
    pub(in crate::search) fn step<P: Space<State = S, Action = A>>(
        &mut self,
        space: &P,
        scratch: &mut P::Scratch,
        limit: u32,
        control: &mut Control,
        rest: &mut impl Rest<S, A>,
    ) -> Result<ControlFlow<NodeId>, Stop> {
        let (id, cost) = loop {
            let (id, cost) = match self.waiting.pop(limit) {
                Some(Next::Node(node)) => node,
                Some(Next::Goal(id)) => return Ok(ControlFlow::Break(id)),
                None => return Ok(ControlFlow::Continue(())),
            };
            if self.store.cost(id) < cost {
                continue;
            }
            if cost >= limit {
                // It was added to the frontier under a higher limit.
                self.waiting.postpone(cost.saturating_add(1), (id, cost), control)?;
                continue;
            }
            break (id, cost);
        };
        control.spend(1)?;
        self.expand(space, scratch, id, cost, limit, control, rest)
    }

    #[expect(clippy::too_many_arguments, reason = "the inner part of a loop")]
    fn expand<P: Space<State = S, Action = A>>(
        &mut self,
        space: &P,
        scratch: &mut P::Scratch,
        id: NodeId,
        cost: u32,
        limit: u32,
        control: &mut Control,
        rest: &mut impl Rest<S, A>,
    ) -> Result<ControlFlow<NodeId>, Stop> {
        let state = self.store.state(id).clone();
        let last = self.store.parent(id).map(|(_, action)| action);
        self.waiting.begin();
        let mut end = Ok(ControlFlow::Continue(()));
        rest.enter(&state);
        space.successors(scratch, &state, &mut |action, successor, step| {
            if end == Ok(ControlFlow::Continue(())) {
                let heap_bytes = space.heap_bytes(&successor);
                let continues = self.order.continues(space, last, action);
                end = add(cost, step).and_then(|cost| {
                    self.reach(successor, cost, (id, action), continues, heap_bytes, limit, control, rest)
                });
            }
        });
        if let Ok(ControlFlow::Continue(())) = end {
            self.waiting.end(control)?;
        }
        end
    }

    #[expect(clippy::too_many_arguments, reason = "the inner part of a loop")]
    #[inline]
    fn reach(
        &mut self,
        state: S,
        cost: u32,
        parent: (NodeId, A),
        continues: bool,
        heap_bytes: u64,
        limit: u32,
        control: &mut Control,
        bounds: &mut impl Rest<S, A>,
    ) -> Result<ControlFlow<NodeId>, Stop> {
        let id = match self.store.insert(state, cost, Some(parent), heap_bytes, control)? {
            Insertion::New(id) => id,
            Insertion::Known(id) if cost < self.store.cost(id) => {
                self.store.improve(id, cost, parent.0, parent.1);
                id
            }
            Insertion::Known(_) => return Ok(ControlFlow::Continue(())),
        };
        let Some(rest) = bounds.rest(self.store.state(id), Some(parent.1), id, cost) else {
            return Ok(ControlFlow::Continue(()));
        };
        let sum = cost.checked_add(rest).ok_or(Stop::Unsupported)?;
        if rest == 0 && sum <= limit {
            return Ok(ControlFlow::Break(id));
        }
        let place = self
            .order
            .is_any()
            .then(|| self.order.place(continues, || bounds.rank(parent.1, self.store.state(id))));
        self.waiting.add((id, cost), sum, place, limit, control)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Returns whether nothing is left within the limit.
    #[inline]
    pub(in crate::search) fn is_done(&mut self, limit: u32) -> bool {
        self.waiting.is_done(limit)
    }

    /// Returns the least sum beyond the limit, once nothing is left within it; `None` if nothing is
    /// left at all.
    pub(in crate::search) fn next_limit(&mut self) -> Option<u32> {
        self.waiting.least_postponed()
    }

    pub(in crate::search) fn path_to(&self, goal: NodeId) -> Path<A> {
        Path { actions: self.store.actions_to(goal), cost: u64::from(self.store.cost(goal)) }
    }

    pub(in crate::search) fn release(self, control: &mut Control) {
        self.store.release(control);
        self.waiting.release(control);
    }
}

/// Returns the cost after another step, which must not be free.
pub(super) fn add(cost: u32, step: u32) -> Result<u32, Stop> {
    if step == 0 { Err(Stop::Unsupported) } else { cost.checked_add(step).ok_or(Stop::Unsupported) }
}
