//! Depth-first search, with or without a depth limit.

use alloc::vec::Vec;
use core::hash::Hash;
use core::ops::ControlFlow;

use super::growth::push;
use super::{Insertion, NodeStore, Path, Space};
use crate::control::Control;
use crate::outcome::{Outcome, Quality, Stop};

/// A depth-first search: the successors of a state are searched before its siblings. Costs are
/// ignored, and [`Path::cost`] is the number of actions.
///
/// # Complexity
/// A node is an expanded state. Every reached state is stored. Without a limit, it is expanded
/// once; with a limit, at most once for each depth at which it is reached. There is no recursion:
/// waiting states are on a stack, whose memory counts and which holds at most the successors of the
/// states on one path. A successor takes expected constant time.
///
/// # Guarantees
/// The path found is not necessarily shortest: [`Quality::Feasible`]. Without a limit the search is
/// complete on finite spaces, and [`Outcome::Unsolvable`] is a proof by exhaustion; on infinite
/// spaces it may follow one branch forever. With a limit it finds a path if one has at most this
/// many actions. Otherwise it ends with [`Stop::GaveUp`] and a proved lower bound, or with
/// [`Outcome::Unsolvable`] if nothing was beyond the limit. For this, a state reached by fewer
/// actions than before is expanded again, which many descriptions of depth-limited search omit.
///
/// # References
/// T. Virkkala, *Solving Sokoban* (University of Helsinki, 2011), section 3.1, algorithm 2, and
/// section 3.3. Algorithm 2 stores every state reached, as this engine does, although its text says
/// that the current path is enough.
///
/// # Examples
/// ```
/// use motion_core::search::{DepthFirst, Space};
/// use motion_core::{Control, Outcome, Stop};
///
/// /// Reach 10 by doubling and by adding one.
/// struct Numbers;
///
/// impl Space for Numbers {
///     type State = u32;
///     type Action = char;
///     type Scratch = ();
///
///     fn scratch(&self) {}
///
///     fn is_goal(&self, (): &mut (), &state: &u32) -> bool {
///         state == 10
///     }
///
///     fn successors(&self, (): &mut (), &state: &u32, visit: &mut impl FnMut(char, u32, u32)) {
///         visit('d', 2 * state, 1);
///         visit('a', state + 1, 1);
///     }
/// }
///
/// let search = |limit| {
///     let engine = DepthFirst::default().with_limit(Some(limit));
///     engine.search(&Numbers, 1, &mut Control::unlimited())
/// };
/// let path = search(6).plan().expect("10 can be reached by 4 actions");
/// assert_eq!(path.actions, ['d', 'd', 'd', 'a', 'a']); // 1, 2, 4, 8, 9, 10
/// let Outcome::Stopped { why, lower_bound, .. } = search(3) else { panic!("not by 3") };
/// assert_eq!((why, lower_bound), (Stop::GaveUp, Some(4)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthFirst {
    limit: Option<u32>,
}

impl DepthFirst {
    /// Sets the maximum number of actions of a path; by default there is no limit.
    pub const fn with_limit(mut self, limit: Option<u32>) -> Self {
        self.limit = limit;
        self
    }

    /// Finds a path from a start.
    pub fn search<S: Space>(
        self,
        space: &S,
        start: S::State,
        control: &mut Control,
    ) -> Outcome<Path<S::Action>> {
        let mut search = Search {
            limit: self.limit.unwrap_or(u32::MAX),
            again: self.limit.is_some(),
            store: NodeStore::default(),
            stack: Vec::new(),
            path: Vec::new(),
            is_cut: false,
            held: 0,
        };
        let found = search.run(space, start, control);
        let Search { limit, is_cut, .. } = search;
        search.release(control);
        match found {
            Ok(Some(actions)) => {
                let plan = Path { cost: actions.len() as u64, actions };
                Outcome::Solved { plan, quality: Quality::Feasible }
            }
            Ok(None) if is_cut => {
                let lower_bound = Some(u64::from(limit) + 1);
                Outcome::Stopped { why: Stop::GaveUp, best: None, lower_bound }
            }
            Ok(None) => Outcome::Unsolvable,
            Err(why) => Outcome::Stopped { why, best: None, lower_bound: None },
        }
    }
}

/// A waiting state.
struct Waiting<S, A> {
    state: S,
    depth: u32,
    /// The action that leads to it; `None` at the start.
    action: Option<A>,
}

struct Search<S, A> {
    limit: u32,
    /// Whether a state reached by fewer actions is expanded again.
    again: bool,
    /// The states reached, each with the fewest actions to it.
    store: NodeStore<S, ()>,
    stack: Vec<Waiting<S, A>>,
    /// The actions to the last expanded state.
    path: Vec<A>,
    /// Whether a state was beyond the limit.
    is_cut: bool,
    /// Bytes granted for the stack, for the path, and for the heap memory of waiting states.
    held: u64,
}

impl<S: Clone + Eq + Hash, A: Copy> Search<S, A> {
    fn run<P: Space<State = S, Action = A>>(
        &mut self,
        space: &P,
        start: S,
        control: &mut Control,
    ) -> Result<Option<Vec<A>>, Stop> {
        let (mut scratch, mut testing) = (space.scratch(), space.scratch());
        control.poll()?;
        if space.is_goal(&mut testing, &start) {
            return Ok(Some(Vec::new()));
        }
        self.wait(space, Waiting { state: start, depth: 0, action: None }, control)?;
        while let Some(Waiting { state, depth, action }) = self.stack.pop() {
            if self.is_outdated(&state, depth) {
                self.give_back(space.heap_bytes(&state), control);
                continue;
            }
            control.spend(1)?;
            self.path.truncate(depth.saturating_sub(1) as usize);
            if let Some(action) = action {
                push(&mut self.path, action, &mut self.held, control)?;
            }
            let before = self.stack.len();
            let mut end = Ok(ControlFlow::Continue(()));
            space.successors(&mut scratch, &state, &mut |action, state, _| {
                if let Ok(ControlFlow::Continue(())) = end {
                    let is_goal = depth < self.limit && space.is_goal(&mut testing, &state);
                    end = if is_goal {
                        Ok(ControlFlow::Break(action))
                    } else {
                        let waiting = Waiting { state, depth: depth + 1, action: Some(action) };
                        self.wait(space, waiting, control).map(ControlFlow::Continue)
                    };
                }
            });
            if let ControlFlow::Break(last) = end? {
                return Ok(Some(self.path.iter().copied().chain([last]).collect()));
            }
            // A stack returns the last item first.
            self.stack[before..].reverse();
            self.give_back(space.heap_bytes(&state), control);
        }
        Ok(None)
    }

    /// Pushes a state onto the stack, unless it is beyond the limit or known.
    fn wait<P: Space<State = S, Action = A>>(
        &mut self,
        space: &P,
        waiting: Waiting<S, A>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let Waiting { state, depth, .. } = &waiting;
        if *depth > self.limit {
            self.is_cut |= self.store.find(state).is_none();
            return Ok(());
        }
        let heap_bytes = space.heap_bytes(state);
        match self.store.insert(state.clone(), *depth, None, heap_bytes, control)? {
            Insertion::New(_) => {}
            Insertion::Known(id) if self.again && *depth < self.store.cost(id) => {
                self.store.improve(id, *depth, id, ());
            }
            Insertion::Known(_) => return Ok(()),
        }
        control.hold(heap_bytes)?;
        self.held += heap_bytes;
        push(&mut self.stack, waiting, &mut self.held, control)
    }

    /// Returns whether a state was reached by fewer actions after it was pushed.
    fn is_outdated(&self, state: &S, depth: u32) -> bool {
        self.store.find(state).is_some_and(|id| self.store.cost(id) < depth)
    }

    fn give_back(&mut self, bytes: u64, control: &mut Control) {
        self.held -= bytes;
        control.release(bytes);
    }

    fn release(self, control: &mut Control) {
        control.release(self.held);
        self.store.release(control);
    }
}

#[cfg(test)]
mod tests;
