//! Depth-first searches that begin again at each limit, with a table of where they have been.

use alloc::vec::Vec;
use core::hash::Hash;

use super::postponing::add;
use crate::control::Control;
use crate::outcome::Stop;
use crate::search::growth::{push, reserve};
use crate::search::{Path, Space, TranspositionTable};

/// The search of [`IterativeDeepening`](super::IterativeDeepening) that forgets.
///
/// The table says of states how much there was left to spend – the limit less the cost – when they were put on the stack:
/// it was, or will be within this limit, in vain. What it said at an earlier limit stays true at the next one. There a
/// state that is reached at its least cost has more to spend than ever before, so that nothing said earlier refuses it,
/// and everything on a cheapest path is expanded at its least cost.
pub(super) struct Forgetting<S, A> {
    table: TranspositionTable<S>,
    stack: Vec<Waiting<S, A>>,
    /// Successors that continue the action before; empty between two expansions.
    keen: Vec<Waiting<S, A>>,
    /// The actions to the state expanded last.
    path: Vec<A>,
    inertia: bool,
    /// The least sum of cost and bound above the limit.
    next: Option<u32>,
    /// Bytes granted for the stacks, the path, and what waiting states hold beside their own size.
    held: u64,
}

struct Waiting<S, A> {
    state: S,
    cost: u32,
    /// The length of the path to the state before.
    depth: u32,
    /// What leads here from there; nothing at a start.
    action: Option<A>,
}

impl<S: Clone + Eq + Hash, A: Copy> Forgetting<S, A> {
    pub(super) fn new(inertia: bool, control: &mut Control) -> Result<Self, Stop> {
        let table = TranspositionTable::new(control)?;
        Ok(Self {
            table,
            stack: Vec::new(),
            keen: Vec::new(),
            path: Vec::new(),
            inertia,
            next: None,
            held: 0,
        })
    }

    /// The limit that comes next; `None` where nothing was beyond the last one.
    pub(super) fn next_limit(&mut self) -> Option<u32> {
        self.next.take()
    }

    pub(super) fn release(self, control: &mut Control) {
        self.table.release(control);
        control.release(self.held);
    }

    /// One depth-first search; ends with the first path within the limit.
    pub(super) fn deepen(
        &mut self,
        space: &impl Space<State = S, Action = A>,
        starts: &[S],
        limit: u32,
        control: &mut Control,
        rest: impl Fn(&S) -> Option<u32>,
    ) -> Result<Option<Path<A>>, Stop> {
        self.path.clear();
        for start in starts.iter().rev() {
            control.spend(1)?;
            let waiting = Waiting { state: start.clone(), cost: 0, depth: 0, action: None };
            if let Some(path) = self.reach(space, waiting, false, limit, control, &rest)? {
                return Ok(Some(path));
            }
        }
        while let Some(Waiting { state, cost, depth, action }) = self.stack.pop() {
            let heap_bytes = space.heap_bytes(&state);
            self.held -= heap_bytes;
            control.release(heap_bytes);
            if self.table.get(&state).is_some_and(|left| left > limit - cost) {
                continue;
            }
            control.spend(1)?;
            self.path.truncate(depth as usize);
            if let Some(action) = action {
                self.with_room(control, |search, control| {
                    push(&mut search.path, action, &mut search.held, control)
                })?;
            }
            if let Some(path) = self.expand(space, &state, cost, limit, control, &rest)? {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    fn expand(
        &mut self,
        space: &impl Space<State = S, Action = A>,
        state: &S,
        cost: u32,
        limit: u32,
        control: &mut Control,
        rest: &impl Fn(&S) -> Option<u32>,
    ) -> Result<Option<Path<A>>, Stop> {
        let last = if self.inertia { self.path.last().copied() } else { None };
        let depth = self.path.len() as u32;
        let before = self.stack.len();
        let mut end = Ok(None);
        space.successors(state, &mut |action, state, step| {
            if let Ok(None) = end {
                let keen = last.is_some_and(|last| space.continues(last, action));
                end = add(cost, step).and_then(|cost| {
                    let waiting = Waiting { state, cost, depth, action: Some(action) };
                    self.reach(space, waiting, keen, limit, control, rest)
                });
            }
        });
        if let Ok(None) = end {
            // A stack hands out first what came last.
            self.stack[before..].reverse();
            while let Some(waiting) = self.keen.pop() {
                self.wait(waiting, false, control)?;
            }
        }
        end
    }

    #[inline]
    fn reach(
        &mut self,
        space: &impl Space<State = S, Action = A>,
        waiting: Waiting<S, A>,
        keen: bool,
        limit: u32,
        control: &mut Control,
        rest: &impl Fn(&S) -> Option<u32>,
    ) -> Result<Option<Path<A>>, Stop> {
        let Waiting { state, cost, .. } = &waiting;
        // Less to spend than before: refused, before its bound is asked for.
        if limit
            .checked_sub(*cost)
            .is_some_and(|left| self.table.get(state).is_some_and(|known| known >= left))
        {
            return Ok(None);
        }
        let Some(rest) = rest(state) else { return Ok(None) };
        let sum = cost.checked_add(rest).ok_or(Stop::Unsupported)?;
        if sum > limit {
            self.next = Some(self.next.map_or(sum, |next| next.min(sum)));
            return Ok(None);
        }
        if rest == 0 {
            let actions = self.path.iter().copied().chain(waiting.action).collect();
            return Ok(Some(Path { actions, cost: u64::from(*cost) }));
        }
        self.table.set(state, limit - cost, |state| space.heap_bytes(state), control);
        let heap_bytes = space.heap_bytes(state);
        if heap_bytes > 0 {
            self.with_room(control, |_, control| control.hold(heap_bytes))?;
            self.held += heap_bytes;
        }
        self.wait(waiting, keen, control)?;
        Ok(None)
    }

    #[inline]
    fn wait(&mut self, waiting: Waiting<S, A>, keen: bool, control: &mut Control) -> Result<(), Stop> {
        let stack = if keen { &mut self.keen } else { &mut self.stack };
        if stack.len() < stack.capacity() {
            stack.push(waiting);
            return Ok(());
        }
        // The table makes room for what cannot be forgotten.
        self.with_room(control, |search, control| {
            let stack = if keen { &mut search.keen } else { &mut search.stack };
            reserve(stack, (2 * stack.len()).max(16), &mut search.held, control)
        })?;
        let stack = if keen { &mut self.keen } else { &mut self.stack };
        stack.push(waiting);
        Ok(())
    }

    /// Does what needs memory; where it is refused, the table shrinks and gives up its own.
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
