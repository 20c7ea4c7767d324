//! Lower bounds, separate from the space to which they belong.

use super::Space;
use crate::control::Control;
use crate::outcome::Stop;

/// A lower bound on the cost from a state to a goal of a space.
///
/// It may store what it has computed: an engine owns its heuristic, one for each worker, and tells
/// it which state is expanded, so that the bound of a successor can be derived from that of its
/// parent.
///
/// Every closure from a state to a bound is a heuristic. [`NoHeuristic`] is 0 everywhere.
///
/// # Examples
/// A bound that stores the sum of two counters and updates it instead of adding again:
/// ```
/// use motion_core::Control;
/// use motion_core::search::{Heuristic, Space, a_star};
///
/// struct Counters;
///
/// impl Space for Counters {
///     type State = [u32; 2];
///     type Action = usize;
///     type Scratch = ();
///
///     fn scratch(&self) {}
///
///     fn is_goal(&self, (): &mut (), counters: &[u32; 2]) -> bool {
///         *counters == [0, 0]
///     }
///
///     fn successors(
///         &self,
///         (): &mut (),
///         &counters: &[u32; 2],
///         visit: &mut impl FnMut(usize, [u32; 2], u32),
///     ) {
///         for counter in (0..2).filter(|&counter| counters[counter] > 0) {
///             let mut next = counters;
///             next[counter] -= 1;
///             visit(counter, next, 1);
///         }
///     }
/// }
///
/// #[derive(Default)]
/// struct Sum(u32);
///
/// impl Heuristic<Counters> for Sum {
///     fn lower_bound(&mut self, counters: &[u32; 2]) -> Option<u32> {
///         Some(counters.iter().sum())
///     }
///
///     fn enter(&mut self, parent: &[u32; 2]) {
///         self.0 = parent.iter().sum();
///     }
///
///     fn after(&mut self, _: usize, _: &[u32; 2]) -> Option<u32> {
///         Some(self.0 - 1)
///     }
/// }
///
/// let path = a_star(&Counters, Sum::default(), [3, 4], &mut Control::unlimited()).into_result()?;
/// assert_eq!(path.cost, 7);
/// # Ok::<(), motion_core::error::UnsolvedError>(())
/// ```
pub trait Heuristic<S: Space> {
    /// Returns a lower bound on the cost from this state to a goal; `None` if no goal can be
    /// reached.
    ///
    /// [`a_star`](super::a_star) is optimal only if the bound is admissible: never more than the
    /// true cost. It need not be consistent.
    fn lower_bound(&mut self, state: &S::State) -> Option<u32>;

    /// Called when a state is expanded. Until the next call, [`after`](Heuristic::after) is called
    /// for its successors.
    #[inline]
    fn enter(&mut self, parent: &S::State) {
        let _ = parent;
    }

    /// Returns the lower bound of the successor to which `action` leads from the last entered
    /// state.
    #[inline]
    fn after(&mut self, action: S::Action, successor: &S::State) -> Option<u32> {
        let _ = action;
        self.lower_bound(successor)
    }

    /// Returns a greater lower bound than `bound` if a closer look finds one, otherwise `bound`;
    /// `None` if no goal can be reached.
    ///
    /// [`a_star`](super::a_star) calls it before it expands the state, so that a slow bound is
    /// computed for few of the reached states.
    #[inline]
    fn raised(&mut self, state: &S::State, bound: u32) -> Option<u32> {
        let _ = state;
        Some(bound)
    }

    /// Returns a lower bound from a closer look, which may use nodes and memory of `control`;
    /// `None` if no goal can be reached. `last` is the action that led to the state.
    ///
    /// [`IterativeDeepening`](super::IterativeDeepening) with a transposition table calls it before
    /// it expands the state. The state waits for the next limit if its cost plus bound exceed the
    /// present one. By default the bound is [raised](Heuristic::raised) from 0.
    ///
    /// # Errors
    /// Those of [`Control::spend`], which end the search.
    #[inline]
    fn before_expansion(
        &mut self,
        state: &S::State,
        last: Option<S::Action>,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        let _ = (last, control);
        Ok(self.raised(state, 0))
    }

    /// Returns the rank of an action in a search with
    /// [`with_ranked`](super::IterativeDeepening::with_ranked). Smaller ranks are tried first; 2³¹
    /// − 1 is the last. The action leads from the last entered state to this successor. By default
    /// the rank is the bound of the successor, so that actions that lower the bound come first.
    #[inline]
    fn rank(&mut self, action: S::Action, successor: &S::State) -> u32 {
        self.after(action, successor).unwrap_or(u32::MAX)
    }
}

impl<S: Space, F: FnMut(&S::State) -> Option<u32>> Heuristic<S> for F {
    #[inline]
    fn lower_bound(&mut self, state: &S::State) -> Option<u32> {
        self(state)
    }
}

/// The heuristic that is 0 everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoHeuristic;

impl<S: Space> Heuristic<S> for NoHeuristic {
    #[inline]
    fn lower_bound(&mut self, _: &S::State) -> Option<u32> {
        Some(0)
    }
}
