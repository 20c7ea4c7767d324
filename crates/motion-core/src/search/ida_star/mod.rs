//! IDA*: least-cost paths with hardly any memory, for states that are changed in place.

#[cfg(all(feature = "std", not(target_family = "wasm")))]
mod parallel;

use alloc::vec::Vec;
use core::num::NonZeroU32;

use super::Path;
use crate::control::Control;
use crate::outcome::{Outcome, Quality, Stop};

/// A search space that holds one state, the present one, and changes it in place. For [`IdaStar`].
///
/// Unlike [`Space`](super::Space), which returns states to be stored, this trait makes moves and
/// takes them back. Only the data needed to undo each move are stored.
///
/// # Examples
/// See [`IdaStar`].
pub trait ReversibleSpace {
    /// A step from one state to the next.
    type Action: Copy;
    /// The data needed to undo a move.
    type Undo;
    /// The untried actions of a state. Each level of the search holds one of these, so they should
    /// be a few bits.
    type Actions: Iterator<Item = Self::Action>;

    /// Returns whether the present state is a goal.
    fn is_goal(&self) -> bool;

    /// Returns a lower bound on the cost from the present state to a goal; `None` if no goal can be
    /// reached.
    ///
    /// The search is optimal only if this bound and those of [`make`](ReversibleSpace::make) are
    /// admissible: never more than the true cost.
    fn lower_bound(&self) -> Option<u32>;

    /// Returns the actions of the present state. `last` is the action that led to it, or `None` at
    /// the start.
    ///
    /// Their order decides between paths of equal cost. Actions may be left out, such as the one
    /// that undoes `last`, as long as some path of least cost remains.
    fn actions(&self, last: Option<Self::Action>) -> Self::Actions;

    /// Returns the cost of an action in the present state; by default 1. Costs are positive, so
    /// that a path has at most as many actions as its cost.
    fn cost(&self, action: Self::Action) -> NonZeroU32 {
        let _ = action;
        NonZeroU32::MIN
    }

    /// Makes a move. But if it is proved that the cost from the new state to a goal exceeds
    /// `allowance`, nothing changes.
    ///
    /// Weak bounds may be tested first, and stronger ones only if those allow the move.
    fn make(&mut self, action: Self::Action, allowance: u32) -> Attempt<Self::Undo>;

    /// Undoes the last move that was made and not yet undone.
    fn undo(&mut self, action: Self::Action, undo: Self::Undo);
}

/// The result of [`ReversibleSpace::make`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt<U> {
    /// The move was made.
    Made(U),
    /// The move was not made: the remaining cost would be at least this, which exceeds the
    /// allowance.
    Pruned(u32),
    /// The move was not made: no goal can be reached from the new state.
    DeadEnd,
}

/// Iterative deepening A*: a sequence of depth-first searches, each up to the least cost that the
/// previous one could not exclude.
///
/// # Guarantees
/// The path found has the least cost if the bounds are admissible. Among such paths it is the first
/// in the order of the actions: the bounds affect only the duration of the search, not its result.
/// If the search is stopped, its `lower_bound` is proved. Afterwards the space is in its initial
/// state. The search does not end if no goal can be reached and states recur, so the space should
/// be known to be solvable, or a limit be set. Costs that do not fit into 32 bits end in
/// [`Stop::Unsupported`].
///
/// # Complexity
/// A node is an expanded state, counted in each of the searches. Memory holds one path: its actions
/// and their [`ReversibleSpace::Undo`]. Nothing is allocated per node.
///
/// # References
/// R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, Artificial
/// Intelligence 27 (1985) 97–109.
///
/// # Examples
/// ```
/// use motion_core::search::{IdaStar, ReversibleSpace, Attempt};
/// use motion_core::{Control, Outcome};
///
/// /// Moves along a line to 0, in steps of one or three.
/// struct Line(i32);
///
/// impl ReversibleSpace for Line {
///     type Action = i32;
///     type Undo = ();
///     type Actions = std::array::IntoIter<i32, 4>;
///
///     fn is_goal(&self) -> bool {
///         self.0 == 0
///     }
///
///     fn lower_bound(&self) -> Option<u32> {
///         Some(self.0.unsigned_abs().div_ceil(3))
///     }
///
///     fn actions(&self, _: Option<i32>) -> Self::Actions {
///         [-3, -1, 1, 3].into_iter()
///     }
///
///     fn make(&mut self, action: i32, allowance: u32) -> Attempt<()> {
///         match Line(self.0 + action).lower_bound() {
///             Some(rest) if rest > allowance => Attempt::Pruned(rest),
///             _ => {
///                 self.0 += action;
///                 Attempt::Made(())
///             }
///         }
///     }
///
///     fn undo(&mut self, action: i32, (): ()) {
///         self.0 -= action;
///     }
/// }
///
/// let outcome = IdaStar::default().search(&mut Line(11), &mut Control::unlimited());
/// let Outcome::Solved { plan, .. } = outcome else { panic!("0 can be reached") };
/// assert_eq!(plan.actions, [-3, -3, -3, -3, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdaStar {
    least: u32,
    state_limit: u64,
    tells_bounds: bool,
}

impl Default for IdaStar {
    /// Searches without a known lower bound and without a state limit.
    fn default() -> Self {
        Self { least: 0, state_limit: u64::MAX, tells_bounds: false }
    }
}

impl IdaStar {
    /// Sets a known lower bound on the cost: the first search goes at least this far.
    #[doc(hidden)]
    pub const fn with_least(mut self, least: u32) -> Self {
        self.least = least;
        self
    }

    /// Sets a state limit: the search gives up with [`Stop::Nodes`] before it expands more states,
    /// even if the [`Control`] allows more.
    #[doc(hidden)]
    pub const fn with_state_limit(mut self, state_limit: u64) -> Self {
        self.state_limit = state_limit;
        self
    }

    /// Tells observers each bound that is proved, which must be one of the run.
    #[doc(hidden)]
    pub const fn telling_bounds(mut self) -> Self {
        self.tells_bounds = true;
        self
    }

    /// Does what [`search`](IdaStar::search) does, on the threads of the
    /// [budget](crate::Budget::with_threads), once it has expanded as many states as take longer
    /// than a thread's start. Copies of the space are searched. With a limit of nodes, one thread
    /// searches, because the number of nodes depends on the threads.
    ///
    /// # Guarantees
    /// Those of [`search`](IdaStar::search), and the same path.
    #[doc(hidden)]
    pub fn search_in_parallel<S: ReversibleSpace<Action: Send + Sync> + Clone + Send>(
        self,
        space: &mut S,
        control: &mut Control,
    ) -> Outcome<Path<S::Action>> {
        #[cfg(all(feature = "std", not(target_family = "wasm")))]
        if control.threads().get() > 1 && control.free_nodes().min(self.state_limit) == u64::MAX {
            return self.search_on_threads(parallel::ALONE, space, control);
        }
        self.search(space, control)
    }

    /// Searches from the present state of the space.
    pub fn search<S: ReversibleSpace>(
        self,
        space: &mut S,
        control: &mut Control,
    ) -> Outcome<Path<S::Action>> {
        let rest = space.lower_bound();
        let mut search =
            Search { space, levels: Vec::new(), held: 0, state_limit: self.state_limit, next: None };
        let outcome = self.deepening(rest, |threshold| {
            self.tell(threshold, control);
            let found = search.deepen(threshold, control)?;
            Ok((found, search.next.take()))
        });
        control.release(search.held);
        outcome
    }

    const fn tell(self, threshold: u32, control: &mut Control) {
        if self.tells_bounds {
            control.set_lower_bound(threshold as u64);
        }
    }

    /// Searches with one threshold after another, from the bound of the start on. `search` returns
    /// a path within the threshold, or the next threshold.
    fn deepening<A>(
        self,
        rest: Option<u32>,
        mut search: impl FnMut(u32) -> Result<(Option<Path<A>>, Option<u32>), Stop>,
    ) -> Outcome<Path<A>> {
        let Some(rest) = rest else { return Outcome::Unsolvable };
        let mut threshold = rest.max(self.least);
        loop {
            match search(threshold) {
                Ok((Some(plan), _)) => return Outcome::Solved { plan, quality: Quality::Optimal },
                Ok((None, Some(next))) => threshold = next,
                Ok((None, None)) => return Outcome::Unsolvable,
                Err(why) => {
                    return Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(threshold)) };
                }
            }
        }
    }
}

/// A state on the path that another one follows.
struct Level<S: ReversibleSpace> {
    /// The actions that are untried.
    actions: S::Actions,
    /// The cost of the path up to this state.
    cost: u32,
    /// The action that leads to the next state, and the data to undo it.
    action: S::Action,
    undo: S::Undo,
}

struct Search<'s, S: ReversibleSpace> {
    space: &'s mut S,
    /// The path without the present state.
    levels: Vec<Level<S>>,
    /// Bytes that the control has granted.
    held: u64,
    state_limit: u64,
    /// The least sum of cost and bound that exceeds the threshold.
    next: Option<u32>,
}

impl<S: ReversibleSpace> Search<'_, S> {
    /// Runs one depth-first search; afterwards the space is back at the start.
    fn deepen(&mut self, threshold: u32, control: &mut Control) -> Result<Option<Path<S::Action>>, Stop> {
        let found = self.descend(None, 0, threshold, control);
        let path = found.map(|cost| Some(Path { actions: self.actions().collect(), cost: cost?.into() }));
        while let Some(level) = self.levels.pop() {
            self.space.undo(level.action, level.undo);
        }
        path
    }

    /// The actions of the path.
    fn actions(&self) -> impl Iterator<Item = S::Action> {
        self.levels.iter().map(|level| level.action)
    }

    /// Searches for a path within the threshold from the present state, which the given action has
    /// reached at a cost. Returns the cost of the whole path, whose further actions are then on the
    /// levels. If there is none, the space is back at that state.
    ///
    /// The present state's actions and cost are variables: most states have no successors, and need
    /// no level.
    fn descend(
        &mut self,
        mut last: Option<S::Action>,
        mut cost: u32,
        threshold: u32,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        loop {
            let mut actions = self.space.actions(last);
            if self.enter(control)? {
                return Ok(Some(cost));
            }
            loop {
                let Some(action) = actions.next() else {
                    let Some(level) = self.levels.pop() else { return Ok(None) };
                    self.space.undo(level.action, level.undo);
                    (actions, cost) = (level.actions, level.cost);
                    continue;
                };
                let after = cost.checked_add(self.space.cost(action).get()).ok_or(Stop::Unsupported)?;
                let Some(allowance) = threshold.checked_sub(after) else {
                    defer(&mut self.next, after);
                    continue;
                };
                match self.space.make(action, allowance) {
                    Attempt::Made(undo) => {
                        self.levels.push(Level { actions, cost, action, undo });
                        (last, cost) = (Some(action), after);
                        break;
                    }
                    Attempt::Pruned(rest) => {
                        defer(&mut self.next, after.checked_add(rest).ok_or(Stop::Unsupported)?);
                    }
                    Attempt::DeadEnd => {}
                }
            }
        }
    }

    /// Returns whether the present state is a goal. Otherwise, spends a node on it. In any case,
    /// there is room for its level.
    #[inline]
    fn enter(&mut self, control: &mut Control) -> Result<bool, Stop> {
        if self.levels.len() == self.levels.capacity() {
            self.grow(control)?;
        }
        let is_goal = self.space.is_goal();
        if !is_goal {
            if self.state_limit == 0 {
                return Err(Stop::Nodes);
            }
            control.spend(1)?;
            self.state_limit -= 1;
        }
        Ok(is_goal)
    }

    /// Doubles the capacity of the path. The old memory counts until the new memory is allocated.
    #[cold]
    fn grow(&mut self, control: &mut Control) -> Result<(), Stop> {
        let more = self.levels.len().max(64);
        let planned = ((self.levels.len() + more) * size_of::<Level<S>>()) as u64;
        control.hold(planned)?;
        if self.levels.try_reserve_exact(more).is_err() {
            control.release(planned);
            return Err(Stop::Memory);
        }
        control.release(core::mem::replace(&mut self.held, planned));
        Ok(())
    }
}

/// Lowers the next threshold to a sum of cost and bound.
#[inline]
fn defer(next: &mut Option<u32>, sum: u32) {
    *next = Some(next.map_or(sum, |next| next.min(sum)));
}

#[cfg(test)]
mod tests;
