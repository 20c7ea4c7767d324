//! Iterative-deepening depth-first search over stored states.

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

/// Iterative-deepening depth-first search: every path up to a limit, then up to the next one, until
/// a goal is met. The first limit is the lower bound of the start.
///
/// States are remembered with the cost at which they were reached, and looked at again only where a
/// cheaper way turns up. [`MemoryPolicy`] sets what is remembered.
///
/// # Guarantees
/// The path found has the least cost, [`Quality::Optimal`], provided that the heuristic is
/// admissible – at the starts, and with [`with_bounded`](IterativeDeepening::with_bounded)
/// everywhere – and so is [`with_least`](IterativeDeepening::with_least). The argument: let every
/// state passed on within the limit be expanded, and again whenever a cheaper way to it turns up.
/// Along a cheapest path to a goal, the first state that is beyond the limit *L* – by cost plus
/// bound, where a state that is no goal has at least a bound of 1 – follows states that were all
/// expanded at their least cost; so it was deferred, at a sum that the path's cost is not below.
/// The next limit is the least sum deferred: no goal is between two limits, and one that is met
/// within a limit costs exactly the limit.
///
/// It rests on three things that depth-first searches often lack: states reached again at a lower
/// cost are expanded again; the limit grows to the least sum deferred, not by a fixed step; the
/// first limit is no higher than the optimum.
///
/// Complete on finite spaces; [`Outcome::Unsolvable`] is a proof by exhaustion, to which a space
/// without a solution comes only if memory lasts for all its states. When stopped, `lower_bound` is
/// proved. Costs are positive: an action that costs nothing ends the search in
/// [`Stop::Unsupported`], and so do costs that 32 bits do not hold.
///
/// # Complexity
/// A node is a state expanded. States may be expanded many times, at each lower cost at which they
/// are reached; memory as [`MemoryPolicy`] says. Nothing recurs: the states in waiting are on a
/// stack, whose memory counts.
///
/// # References
/// T. Virkkala, *Solving Sokoban* (University of Helsinki, 2011), sections 3.3, 5.1 and 6.4: IDDFS
/// with postponing (PP) and inertia move ordering (IMO). A. Reinefeld & T. A. Marsland, *Enhanced
/// iterative-deepening search*, IEEE PAMI 16 (1994) 701–710: transposition tables.
///
/// # Examples
/// ```
/// use motion_core::internal::MemoryPolicy;
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
/// for memory in [MemoryPolicy::KeepAll, MemoryPolicy::TranspositionTable] {
///     let engine = IterativeDeepening::default().with_memory(memory).with_bounded(true);
///     let outcome = engine.search(&Numbers, doublings, 1, &mut Control::unlimited());
///     let Outcome::Solved { plan, quality } = outcome else { panic!("100 can be reached") };
///     assert_eq!((plan.cost, quality), (8, Quality::Optimal)); // 1, 2, 3, 6, 12, 24, 25, 50, 100
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IterativeDeepening {
    memory: MemoryPolicy,
    order: SuccessorOrder,
    bounded: bool,
    least: u32,
}

/// What [`IterativeDeepening`] remembers of the states it reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MemoryPolicy {
    /// Every state stays, and those beyond the limit are postponed until it is raised: nothing is
    /// made twice. Memory for every state reached, as in breadth-first search; where it is refused,
    /// the search stops.
    #[default]
    KeepAll,
    /// At each limit the search begins again. A table tells where it has been, grows while memory
    /// is granted, and then forgets what is most quickly made again: the search goes on in whatever
    /// memory there is.
    TranspositionTable,
    /// [`KeepAll`](MemoryPolicy::KeepAll) while memory is granted; then everything is dropped, and
    /// the search goes on at the same limit by
    /// [`TranspositionTable`](MemoryPolicy::TranspositionTable).
    KeepAllThenTable,
}

impl IterativeDeepening {
    /// Sets what is remembered of states.
    #[doc(hidden)]
    pub const fn with_memory(mut self, memory: MemoryPolicy) -> Self {
        self.memory = memory;
        self
    }

    /// Sets whether actions that continue the one before ([`Space::continues`]) are tried first. It
    /// decides how soon a solution is met within its limit, not what it costs.
    #[doc(hidden)]
    pub const fn with_inertia(mut self, inertia: bool) -> Self {
        self.order.inertia = inertia;
        self
    }

    /// Sets whether actions are tried in the order of their ranks ([`Heuristic::rank`]), with
    /// inertia after those that continue the one before. As inertia, it does not change what a
    /// solution costs.
    #[doc(hidden)]
    pub const fn with_ranked(mut self, ranked: bool) -> Self {
        self.order.ranked = ranked;
        self
    }

    /// Sets whether the bound of every state is asked for, and not only those of the starts.
    #[doc(hidden)]
    pub const fn with_bounded(mut self, bounded: bool) -> Self {
        self.bounded = bounded;
        self
    }

    /// Sets a lower bound on the cost that is known beforehand: the first limit is no lower.
    #[doc(hidden)]
    pub const fn with_least(mut self, least: u32) -> Self {
        self.least = least;
        self
    }

    /// Finds a path of the least cost.
    pub fn search<S: Space>(
        self,
        space: &S,
        heuristic: impl Heuristic<S>,
        start: S::State,
        control: &mut Control,
    ) -> Outcome<Path<S::Action>> {
        self.search_from(space, heuristic, &[start], control)
    }

    /// Finds a path of the least cost from any of several starts, which are all tried within each
    /// limit.
    ///
    /// With all the goals of a puzzle as starts and a [`Backward`](super::Backward) space this is
    /// the search in reverse.
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

/// The bound that decides whether a state is within the limit; 0 at goals only.
struct Bounds<'s, S: Space, H> {
    space: &'s S,
    /// For tests whether states are goals, while another lists successors.
    scratch: S::Scratch,
    heuristic: H,
    /// Whether the heuristic is asked for bounds.
    bounded: bool,
    /// Whether it is asked for ranks.
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

    /// The bound of a closer look; 0 if bounds are not asked for.
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
