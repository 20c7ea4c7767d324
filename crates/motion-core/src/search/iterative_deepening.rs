//! Iterative-deepening depth-first search over stored states.

use core::ops::ControlFlow;

use super::{Path, Space};
use crate::control::Control;
use crate::outcome::{Outcome, Quality, Stop};

mod forgetting;
pub(super) mod postponing;

use forgetting::Forgetting;
use postponing::Postponing;

/// Iterative-deepening depth-first search: every path up to a limit, then up to the next one, until a goal is met. The
/// first limit is the lower bound of the start.
///
/// States are remembered with the cost at which they were reached, and looked at again only where a cheaper way turns
/// up. What is remembered is a matter of [`MemoryPolicy`].
///
/// # Guarantees
/// The path found has the least cost, [`Quality::Optimal`], provided that [`Space::lower_bound`] is admissible – at the
/// starts, and with [`bounded`](IterativeDeepening::bounded) everywhere – and so is
/// [`least`](IterativeDeepening::least). The argument: let every state passed on within the limit be expanded, and again
/// whenever a cheaper way to it turns up. Along a cheapest path to a goal, the first state that is beyond the limit *L* –
/// by cost plus bound, where a state that is no goal has at least a bound of 1 – follows states that were all expanded at
/// their least cost; so it was deferred, at a sum that the path's cost is not below. The next limit is the least sum
/// deferred: no goal is between two limits, and one that is met within a limit costs exactly the limit.
///
/// It rests on three things that depth-first searches often lack: states reached again at a lower cost are expanded
/// again; the limit grows to the least sum deferred, not by a fixed step; the first limit is no higher than the optimum.
///
/// Complete on finite spaces; [`Outcome::Unsolvable`] is a proof by exhaustion, to which a space without a solution
/// comes only if memory lasts for all its states. When stopped, `lower_bound` is proved. Costs are positive: an action
/// that costs nothing ends the search in [`Stop::Unsupported`], and so do costs that 32 bits do not hold.
///
/// # Complexity
/// A node is a state expanded. States may be expanded many times, at each lower cost at which they are reached; memory
/// as [`MemoryPolicy`] says. Nothing recurs: the states in waiting are on a stack, whose memory counts.
///
/// # References
/// T. Virkkala, *Solving Sokoban* (University of Helsinki, 2011), sections 3.3, 5.1 and 6.4: IDDFS with postponing (PP)
/// and inertia move ordering (IMO). A. Reinefeld & T. A. Marsland, *Enhanced iterative-deepening search*, IEEE PAMI 16
/// (1994) 701–710: transposition tables.
///
/// # Examples
/// ```
/// use motion_core::search::{IterativeDeepening, MemoryPolicy, Space};
/// use motion_core::{Control, Outcome, Quality};
///
/// /// Reach 100 by doubling and by adding one.
/// struct Numbers;
///
/// impl Space for Numbers {
///     type State = u32;
///     type Action = char;
///
///     fn is_goal(&self, &state: &u32) -> bool {
///         state == 100
///     }
///
///     fn successors(&self, &state: &u32, visit: &mut impl FnMut(char, u32, u32)) {
///         visit('d', 2 * state, 1);
///         visit('a', state + 1, 1);
///     }
///
///     fn lower_bound(&self, &state: &u32) -> Option<u32> {
///         (state <= 100).then(|| (100 / state).ilog2())
///     }
/// }
///
/// for memory in [MemoryPolicy::KeepAll, MemoryPolicy::TranspositionTable] {
///     let engine = IterativeDeepening::default().with_memory(memory).with_bounded(true);
///     let outcome = engine.search(&Numbers, 1, &mut Control::unlimited());
///     let Outcome::Solved { plan, quality } = outcome else { panic!("100 can be reached") };
///     assert_eq!((plan.cost, quality), (8, Quality::Optimal)); // 1, 2, 3, 6, 12, 24, 25, 50, 100
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IterativeDeepening {
    /// What is remembered of states.
    pub memory: MemoryPolicy,
    /// Whether actions that continue the one before ([`Space::continues`]) are tried first. It decides how soon a
    /// solution is met within its limit, not what it costs.
    pub inertia: bool,
    /// Whether the bound of every state is asked for, and not only those of the starts.
    pub bounded: bool,
    /// A lower bound on the cost that is known beforehand: the first limit is no lower.
    pub least: u32,
}

/// What [`IterativeDeepening`] remembers of the states it reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MemoryPolicy {
    /// Every state stays, and those beyond the limit are postponed until it is raised: nothing is made twice. Memory for
    /// every state reached, as in breadth-first search; where it is refused, the search stops.
    #[default]
    KeepAll,
    /// At each limit the search begins again. A table tells where it has been, grows while memory is granted, and then
    /// forgets what is most quickly made again: the search goes on in whatever memory there is.
    TranspositionTable,
    /// [`KeepAll`](MemoryPolicy::KeepAll) while memory is granted; then everything is dropped, and the search goes on
    /// at the same limit by [`TranspositionTable`](MemoryPolicy::TranspositionTable).
    KeepAllThenTable,
}

impl IterativeDeepening {
    /// The same with another [`memory`](IterativeDeepening::memory).
    pub const fn with_memory(mut self, memory: MemoryPolicy) -> Self {
        self.memory = memory;
        self
    }

    /// The same with or without [`inertia`](IterativeDeepening::inertia).
    pub const fn with_inertia(mut self, inertia: bool) -> Self {
        self.inertia = inertia;
        self
    }

    /// The same with or without the [bounds of all states](IterativeDeepening::bounded).
    pub const fn with_bounded(mut self, bounded: bool) -> Self {
        self.bounded = bounded;
        self
    }

    /// The same with another [`least`](IterativeDeepening::least) cost.
    pub const fn with_least(mut self, least: u32) -> Self {
        self.least = least;
        self
    }

    /// Finds a path of the least cost.
    pub fn search<S: Space>(
        self,
        space: &S,
        start: S::State,
        control: &mut Control,
    ) -> Outcome<Path<S::Action>> {
        self.search_from(space, &[start], control)
    }

    /// Finds a path of the least cost from any of several starts, which are all tried within each limit.
    ///
    /// With all the goals of a puzzle as starts and a [`Backward`](super::Backward) space this is the search in reverse.
    pub fn search_from<S: Space>(
        self,
        space: &S,
        starts: &[S::State],
        control: &mut Control,
    ) -> Outcome<Path<S::Action>> {
        let mut limit = match starts.iter().filter_map(|start| space.lower_bound(start)).min() {
            Some(rest) => rest.max(self.least),
            None => return Outcome::Unsolvable,
        };
        let found = match self.memory {
            MemoryPolicy::KeepAll => self.postponing(space, starts, &mut limit, control),
            MemoryPolicy::TranspositionTable => self.forgetting(space, starts, &mut limit, control),
            MemoryPolicy::KeepAllThenTable => match self.postponing(space, starts, &mut limit, control) {
                Err(Stop::Memory) => self.forgetting(space, starts, &mut limit, control),
                found => found,
            },
        };
        match found {
            Ok(Some(plan)) => Outcome::Solved { plan, quality: Quality::Optimal },
            Ok(None) => Outcome::Unsolvable,
            Err(why) => Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(limit)) },
        }
    }

    /// The bound that decides whether a state is within the limit; 0 at goals only.
    fn rest<S: Space>(self, space: &S, state: &S::State) -> Option<u32> {
        if space.is_goal(state) {
            Some(0)
        } else if self.bounded {
            space.lower_bound(state).map(|rest| rest.max(1))
        } else {
            Some(1)
        }
    }

    fn postponing<S: Space>(
        self,
        space: &S,
        starts: &[S::State],
        limit: &mut u32,
        control: &mut Control,
    ) -> Result<Option<Path<S::Action>>, Stop> {
        let mut search = Postponing::new(self.inertia);
        let found = (|| {
            let rest = &mut |state: &S::State, _, _| self.rest(space, state);
            for start in starts {
                search.start(space, start.clone(), control, rest)?;
            }
            loop {
                if let ControlFlow::Break(goal) = search.step(space, *limit, control, rest)? {
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

    fn forgetting<S: Space>(
        self,
        space: &S,
        starts: &[S::State],
        limit: &mut u32,
        control: &mut Control,
    ) -> Result<Option<Path<S::Action>>, Stop> {
        let mut search = Forgetting::new(self.inertia, control)?;
        let rest = |state: &S::State| self.rest(space, state);
        let path = loop {
            match search.deepen(space, starts, *limit, control, rest) {
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

#[cfg(test)]
mod tests;
