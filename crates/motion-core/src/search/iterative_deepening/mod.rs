//! Iterative-deepening depth-first search with stored states.

use core::ops::ControlFlow;

use super::{Heuristic, NodeId, Path, Space};
use crate::control::Control;
use crate::outcome::{Outcome, Quality, Stop};

mod depth_first;
pub(super) mod postponing;
pub(super) mod successor_order;
mod waiting_nodes;

use depth_first::DepthFirst;
use postponing::{Postponing, Rest};
use successor_order::SuccessorOrder;

/// An iterative-deepening depth-first search: it tries all paths up to a limit, then up to the next
/// limit, until it reaches a goal. The first limit is the lower bound of the start.
///
/// States are stored with the cost at which they were reached, and searched again only if a cheaper
/// path is found. [`MemoryPolicy`] determines which states stay stored.
///
/// # Guarantees
/// The path found has the least cost, [`Quality::Optimal`], provided that the heuristic is
/// admissible – at the starts, and with [`with_bounded`](IterativeDeepening::with_bounded)
/// everywhere – and so is [`with_least`](IterativeDeepening::with_least).
///
/// The proof: every state within the limit is expanded, and again whenever a cheaper path to it is
/// found. A state that is not a goal has a bound of at least 1. Consider a cheapest path to a goal,
/// and its first state whose cost plus bound exceed the limit *L*. All states before it were
/// expanded at their least cost. So this state was deferred with a sum that does not exceed the
/// path's cost. The next limit is the least deferred sum. Hence no goal has a cost between two
/// limits, and a goal found within a limit costs exactly the limit.
///
/// This depends on three properties that depth-first searches often lack: states reached again at a
/// lower cost are expanded again; the limit grows to the least deferred sum, not by a fixed step;
/// and the first limit is not above the optimum.
///
/// The search is complete on finite spaces, and [`Outcome::Unsolvable`] is a proof by exhaustion.
/// On a space without a solution it reaches this proof only if there is memory for all states. When
/// stopped, `lower_bound` is proved. Costs must be positive: an action of cost 0 ends the search
/// with [`Stop::Unsupported`], and so do costs that do not fit into 32 bits.
///
/// # Complexity
/// A node is an expanded state. A state may be expanded many times, once for each lower cost at
/// which it is reached. [`MemoryPolicy`] determines the memory. There is no recursion: waiting
/// states are on a stack, whose memory counts.
///
/// # References
/// T. Virkkala, *Solving Sokoban* (University of Helsinki, 2011), sections 3.3, 5.1 and 6.4: IDDFS
/// with postponing (PP) and inertia move ordering (IMO). A. Reinefeld & T. A. Marsland, *Enhanced
/// iterative-deepening search*, IEEE PAMI 16 (1994) 701–710: transposition tables.
///
/// # Examples
/// ```
/// use motion_core::search::{IterativeDeepening, Space};
/// use motion_core::{Control, Outcome, Quality};
///
/// /// Reach 100 by doubling and by adding one.
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
///         state == 100
///     }
///
///     fn successors(&self, (): &mut (), &state: &u32, visit: &mut impl FnMut(char, u32, u32)) {
///         visit('d', 2 * state, 1);
///         visit('a', state + 1, 1);
///     }
/// }
///
/// let doublings = |&state: &u32| (state <= 100).then(|| (100 / state).ilog2());
///
/// let engine = IterativeDeepening::default().with_bounded(true);
/// let outcome = engine.search(&Numbers, doublings, 1, &mut Control::unlimited());
/// let Outcome::Solved { plan, quality } = outcome else { panic!("100 can be reached") };
/// assert_eq!((plan.cost, quality), (8, Quality::Optimal)); // 1, 2, 3, 6, 12, 24, 25, 50, 100
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IterativeDeepening {
    memory: MemoryPolicy,
    order: SuccessorOrder,
    bounded: bool,
    least: u32,
}

/// The memory of an [`IterativeDeepening`] search for the states that it reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MemoryPolicy {
    /// Every state stays stored, and states beyond the limit are postponed until it is raised, so
    /// nothing is generated twice. This needs memory for every state reached, as in breadth-first
    /// search; when memory is refused, the search stops.
    #[default]
    KeepAll,
    /// The search starts over at each limit. A table records the states tried. It grows while
    /// memory is granted, and then forgets the states that are quickest to search again. So the
    /// search works in whatever memory there is.
    TranspositionTable,
    /// [`KeepAll`](MemoryPolicy::KeepAll) while memory is granted. Then everything is dropped, and
    /// the search continues at the same limit with a
    /// [`TranspositionTable`](MemoryPolicy::TranspositionTable).
    KeepAllThenTable,
}

impl IterativeDeepening {
    /// Sets how states are stored.
    #[doc(hidden)]
    pub const fn with_memory(mut self, memory: MemoryPolicy) -> Self {
        self.memory = memory;
        self
    }

    /// Sets whether actions that continue the previous one ([`Space::continues`]) are tried first.
    /// This affects how soon a solution is found within its limit, not its cost.
    #[doc(hidden)]
    pub const fn with_inertia(mut self, inertia: bool) -> Self {
        self.order.inertia = inertia;
        self
    }

    /// Sets whether actions are tried in the order of their ranks ([`Heuristic::rank`]). With
    /// inertia, actions that continue the previous one still come first. Ranks do not affect the
    /// cost of a solution.
    #[doc(hidden)]
    pub const fn with_ranked(mut self, ranked: bool) -> Self {
        self.order.ranked = ranked;
        self
    }

    /// Sets whether the bound of every state is computed, not only those of the starts.
    #[doc(hidden)]
    pub const fn with_bounded(mut self, bounded: bool) -> Self {
        self.bounded = bounded;
        self
    }

    /// Sets a known lower bound on the cost: the first limit is not below it.
    #[doc(hidden)]
    pub const fn with_least(mut self, least: u32) -> Self {
        self.least = least;
        self
    }

    /// Finds a path of least cost.
    pub fn search<S: Space>(
        self,
        space: &S,
        heuristic: impl Heuristic<S>,
        start: S::State,
        control: &mut Control,
    ) -> Outcome<Path<S::Action>> {
        self.search_from(space, heuristic, &[start], control)
    }

    /// Finds a path of least cost from any of several starts, which are all tried within each
    /// limit.
    ///
    /// With all goals of a puzzle as starts and a [`Backward`](super::Backward) space, this is the
    /// search in reverse.
    #[doc(hidden)]
    pub fn search_from<S: Space>(
        self,
        space: &S,
        mut heuristic: impl Heuristic<S>,
        starts: &[S::State],
        control: &mut Control,
    ) -> Outcome<Path<S::Action>> {
        let mut limit = match starts.iter().filter_map(|start| heuristic.lower_bound(start)).min() {
            Some(rest) => rest.max(self.least),
            None => return Outcome::Unsolvable,
        };
        let Self { bounded, order, .. } = self;
        let mut bounds = Bounds { space, scratch: space.scratch(), heuristic, bounded, ranked: order.ranked };
        let found = match self.memory {
            MemoryPolicy::KeepAll => self.keeping_all(&mut bounds, starts, &mut limit, control),
            MemoryPolicy::TranspositionTable => self.with_table(&mut bounds, starts, &mut limit, control),
            MemoryPolicy::KeepAllThenTable => {
                match self.keeping_all(&mut bounds, starts, &mut limit, control) {
                    Err(Stop::Memory) => self.with_table(&mut bounds, starts, &mut limit, control),
                    found => found,
                }
            }
        };
        match found {
            Ok(Some(plan)) => Outcome::Solved { plan, quality: Quality::Optimal },
            Ok(None) => Outcome::Unsolvable,
            Err(why) => Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(limit)) },
        }
    }

    fn keeping_all<S: Space>(
        self,
        bounds: &mut Bounds<'_, S, impl Heuristic<S>>,
        starts: &[S::State],
        limit: &mut u32,
        control: &mut Control,
    ) -> Result<Option<Path<S::Action>>, Stop> {
        let space = bounds.space;
        let mut scratch = space.scratch();
        let mut search = Postponing::new(self.order);
        let found = (|| {
            for start in starts {
                search.start(space, start.clone(), control, bounds)?;
            }
            loop {
                let end = search.step(space, &mut scratch, *limit, control, bounds)?;
                if let ControlFlow::Break(goal) = end {
                    return Ok(Some(goal));
                }
                if search.is_done(*limit) {
                    match search.next_limit() {
                        Some(next) => *limit = next.max(*limit),
                        None => return Ok(None),
                    }
                }
            }
        })();
        let path = found.map(|goal| goal.map(|goal| search.path_to(goal)));
        search.release(control);
        path
    }

    fn with_table<S: Space>(
        self,
        bounds: &mut Bounds<'_, S, impl Heuristic<S>>,
        starts: &[S::State],
        limit: &mut u32,
        control: &mut Control,
    ) -> Result<Option<Path<S::Action>>, Stop> {
        let mut search = DepthFirst::new(self.order, control)?;
        let path = loop {
            match search.deepen(bounds, starts, *limit, control) {
                Ok(None) => match search.next_limit() {
                    Some(next) => *limit = next,
                    None => break Ok(None),
                },
                found => break found,
            }
        };
        search.release(control);
        path
    }
}

/// The bounds that decide whether a state is within the limit; only goals have 0.
struct Bounds<'s, S: Space, H> {
    space: &'s S,
    /// The scratch for goal tests while another lists successors.
    scratch: S::Scratch,
    heuristic: H,
    /// Whether the heuristic's bounds are used.
    bounded: bool,
    /// Whether its ranks are used.
    ranked: bool,
}

impl<S: Space, H: Heuristic<S>> Bounds<'_, S, H> {
    #[inline]
    fn enter(&mut self, parent: &S::State) {
        if self.bounded || self.ranked {
            self.heuristic.enter(parent);
        }
    }

    #[inline]
    fn rest(&mut self, state: &S::State, action: Option<S::Action>) -> Option<u32> {
        if self.space.is_goal(&mut self.scratch, state) {
            return Some(0);
        }
        if !self.bounded {
            return Some(1);
        }
        let rest = match action {
            Some(action) => self.heuristic.after(action, state),
            None => self.heuristic.lower_bound(state),
        };
        rest.map(|rest| rest.max(1))
    }

    /// Returns the bound of a closer look; 0 if bounds are not used.
    #[inline]
    fn before_expansion(
        &mut self,
        state: &S::State,
        last: Option<S::Action>,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        if self.bounded { self.heuristic.before_expansion(state, last, control) } else { Ok(Some(0)) }
    }
}

impl<S: Space, H: Heuristic<S>> Rest<S::State, S::Action> for Bounds<'_, S, H> {
    #[inline]
    fn enter(&mut self, parent: &S::State) {
        self.enter(parent);
    }

    #[inline]
    fn rest(&mut self, state: &S::State, action: Option<S::Action>, _: NodeId, _: u32) -> Option<u32> {
        self.rest(state, action)
    }

    #[inline]
    fn rank(&mut self, action: S::Action, successor: &S::State) -> u32 {
        self.heuristic.rank(action, successor)
    }
}

#[cfg(test)]
mod tests;
