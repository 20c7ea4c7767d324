//! Lower bounds, apart from the space they belong to.

use super::Space;
use crate::control::Control;
use crate::outcome::Stop;

/// A lower bound on the cost from a state to a goal of a space.
///
/// It may keep what it has computed: an engine owns its heuristic, one for each worker, and tells
/// it which state it expands, so that the bound of a successor can be found from that of its
/// parent.
///
/// Every closure from a state to a bound is a heuristic; [`NoHeuristic`] is 0 everywhere.
///
/// # Examples
/// A bound that knows the sum of two counters, and updates it instead of adding again:
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
    /// A lower bound on the cost from here to a goal; `None` where no goal can be reached.
    ///
    /// Optimality of [`a_star`](super::a_star) rests on it being admissible: never more than the
    /// true cost. It need not be consistent.
    fn lower_bound(&mut self, state: &S::State) -> Option<u32>;

    /// Called when a state is expanded: until the next call, [`after`](Heuristic::after) is asked
    /// for its successors.
    #[inline]
    fn enter(&mut self, parent: &S::State) {
        let _ = parent;
    }

    /// The lower bound of the successor to which an action leads from the state entered last.
    #[inline]
    fn after(&mut self, action: S::Action, successor: &S::State) -> Option<u32> {
        let _ = action;
        self.lower_bound(successor)
    }

    /// A greater lower bound of a state than this one, if a closer look finds one; `None` where no
    /// goal can be reached.
    ///
    /// [`a_star`](super::a_star) asks before it expands the state, so that a bound that takes long
    /// is computed for few of the states reached.
    #[inline]
    fn raised(&mut self, state: &S::State, bound: u32) -> Option<u32> {
        let _ = state;
        Some(bound)
    }

    /// A lower bound of a state from a closer look, which may take nodes and memory of the control;
    /// `last` is the action that led to the state. `None` where no goal can be reached.
    ///
    /// [`IterativeDeepening`](super::IterativeDeepening) with a transposition table asks before it
    /// expands the state, which waits for the next limit if cost plus bound exceed this one. By
    /// default the state is [raised](Heuristic::raised).
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

    /// How late an action is tried by a search with
    /// [`with_ranked`](super::IterativeDeepening::with_ranked), less being earlier, and 2³¹ − 1 the
    /// last. The action leads from the state entered last to this successor. By default the bound
    /// of the successor, so that actions that lower the bound come first.
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

/// The heuristic that knows nothing: 0 everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoHeuristic;

impl<S: Space> Heuristic<S> for NoHeuristic {
    #[inline]
    fn lower_bound(&mut self, _: &S::State) -> Option<u32> {
        Some(0)
    }
}
