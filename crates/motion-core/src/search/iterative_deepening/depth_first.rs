//! Depth-first searches that start over at each limit, with a transposition table.

use alloc::vec::Vec;
use core::hash::Hash;

use super::Bounds;
use super::postponing::{Rest, add};
use super::successor_order::{Place, SuccessorOrder, sort_by_place};
use crate::control::Control;
use crate::outcome::Stop;
use crate::search::growth::{push, reserve};
use crate::search::{Heuristic, Path, Space, TranspositionTable};

/// The search of [`IterativeDeepening`](super::IterativeDeepening) with a transposition table.
///
/// For each state, the table stores the *remainder*, the limit minus the cost, with which the state
/// was pushed onto the stack. Within this remainder the state was, or will be at this limit,
/// searched in vain. This stays true at later limits. At the next limit, a state reached at its
/// least cost has a greater remainder than ever before, so no earlier entry refuses it. Thus
/// everything on a cheapest path is expanded at its least cost.
pub(super) struct DepthFirst<S, A> {
    table: TranspositionTable<S>,
    stack: Vec<OpenNode<S, A>>,
    /// The actions to the last expanded state.
    path: Vec<A>,
    order: SuccessorOrder,
    /// The least sum of cost and bound that exceeds the limit.
    next: Option<u32>,
    /// Bytes granted for the stack, for the path, and for the heap memory of waiting states.
    held: u64,
}

struct OpenNode<S, A> {
    state: S,
    cost: u32,
    /// The length of the path to the previous state.
    depth: u32,
    /// The action that leads from there to here; `None` at a start.
    action: Option<A>,
    /// Its place among the successors of the previous state.
    place: Place,
}

impl<S: Clone + Eq + Hash, A: Copy> DepthFirst<S, A> {
    pub(super) fn new(order: SuccessorOrder, control: &mut Control) -> Result<Self, Stop> {
        let table = TranspositionTable::new(control)?;
        Ok(Self { table, stack: Vec::new(), path: Vec::new(), order, next: None, held: 0 })
    }

    /// Takes the next limit; `None` if nothing was beyond the last one.
    pub(super) fn next_limit(&mut self) -> Option<u32> {
        self.next.take()
    }

    pub(super) fn release(self, control: &mut Control) {
        self.table.release(control);
        control.release(self.held);
    }

    /// Runs one depth-first search; ends with the first path within the limit.
    pub(super) fn deepen<P: Space<State = S, Action = A>>(
        &mut self,
        bounds: &mut Bounds<'_, P, impl Heuristic<P>>,
        starts: &[S],
        limit: u32,
        control: &mut Control,
    ) -> Result<Option<Path<A>>, Stop> {
        let space = bounds.space;
        let mut scratch = space.scratch();
        self.path.clear();
        for start in starts.iter().rev() {
            control.poll()?;
            let node = OpenNode { state: start.clone(), cost: 0, depth: 0, action: None, place: 0 };
            if let Some(path) = self.reach(space, node, false, limit, control, bounds)? {
                return Ok(Some(path));
            }
        }
        while let Some(OpenNode { state, cost, depth, action, .. }) = self.stack.pop() {
            let heap_bytes = space.heap_bytes(&state);
            self.held -= heap_bytes;
            control.release(heap_bytes);
            if self.table.get(&state).is_some_and(|left| left > limit - cost) {
                continue;
            }
            let Some(rest) = bounds.before_expansion(&state, action, control)? else { continue };
            let sum = cost.checked_add(rest).ok_or(Stop::Unsupported)?;
            if sum > limit {
                self.defer(sum);
                continue;
            }
            control.spend(1)?;
            self.path.truncate(depth as usize);
            if let Some(action) = action {
                self.with_room(control, |search, control| {
                    push(&mut search.path, action, &mut search.held, control)
                })?;
            }
            if let Some(path) = self.expand(space, &mut scratch, &state, cost, limit, control, bounds)? {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    #[expect(clippy::too_many_arguments, reason = "the inner part of a loop")]
    fn expand<P: Space<State = S, Action = A>>(
        &mut self,
        space: &P,
        scratch: &mut P::Scratch,
        state: &S,
        cost: u32,
        limit: u32,
        control: &mut Control,
        bounds: &mut Bounds<'_, P, impl Heuristic<P>>,
    ) -> Result<Option<Path<A>>, Stop> {
        let last = self.path.last().copied();
        let depth = self.path.len() as u32;
        let before = self.stack.len();
        let mut end = Ok(None);
        bounds.enter(state);
        space.successors(scratch, state, &mut |action, state, step| {
            if let Ok(None) = end {
                let continues = self.order.continues(space, last, action);
                end = add(cost, step).and_then(|cost| {
                    let node = OpenNode { state, cost, depth, action: Some(action), place: 0 };
                    self.reach(space, node, continues, limit, control, bounds)
                });
            }
        });
        if let Ok(None) = end {
            // A stack returns the last item first.
            self.stack[before..].reverse();
            if self.order.is_any() {
                sort_by_place(&mut self.stack[before..], |node| node.place);
            }
        }
        end
    }

    #[inline]
    fn reach<P: Space<State = S, Action = A>>(
        &mut self,
        space: &P,
        mut node: OpenNode<S, A>,
        continues: bool,
        limit: u32,
        control: &mut Control,
        bounds: &mut Bounds<'_, P, impl Heuristic<P>>,
    ) -> Result<Option<Path<A>>, Stop> {
        let OpenNode { state, cost, .. } = &node;
        // If the remainder is not greater than before, refuse the state before computing its bound.
        if limit
            .checked_sub(*cost)
            .is_some_and(|left| self.table.get(state).is_some_and(|known| known >= left))
        {
            return Ok(None);
        }
        let Some(rest) = bounds.rest(state, node.action) else { return Ok(None) };
        let sum = cost.checked_add(rest).ok_or(Stop::Unsupported)?;
        if sum > limit {
            self.defer(sum);
            return Ok(None);
        }
        if rest == 0 {
            let actions = self.path.iter().copied().chain(node.action).collect();
            return Ok(Some(Path { actions, cost: u64::from(*cost) }));
        }
        self.table.set(state, limit - cost, |state| space.heap_bytes(state), control);
        let heap_bytes = space.heap_bytes(state);
        if heap_bytes > 0 {
            self.with_room(control, |_, control| control.hold(heap_bytes))?;
            self.held += heap_bytes;
        }
        if let Some(action) = node.action {
            node.place = self.order.place(continues, || bounds.rank(action, &node.state));
        }
        self.wait(node, control)?;
        Ok(None)
    }

    /// Defers a state with this sum of cost and bound to a later limit.
    fn defer(&mut self, sum: u32) {
        self.next = Some(self.next.map_or(sum, |next| next.min(sum)));
    }

    #[inline]
    fn wait(&mut self, node: OpenNode<S, A>, control: &mut Control) -> Result<(), Stop> {
        if self.stack.len() == self.stack.capacity() {
            // The table gives way to waiting nodes, which cannot be forgotten.
            self.with_room(control, |search, control| {
                let capacity = (2 * search.stack.len()).max(16);
                reserve(&mut search.stack, capacity, &mut search.held, control)
            })?;
        }
        self.stack.push(node);
        Ok(())
    }

    /// Runs a step that needs memory. While the memory is refused, shrinks the table to release
    /// some.
    fn with_room(
        &mut self,
        control: &mut Control,
        mut grow: impl FnMut(&mut Self, &mut Control) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        loop {
            match grow(self, control) {
                Err(Stop::Memory) if self.table.shrink(control) => {}
                end => return end,
            }
        }
    }
}
