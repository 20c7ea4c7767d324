//! Search engines for every kind of puzzle.
//!
//! A domain describes its states and moves as a [`Space`], and lower bounds as a [`Heuristic`]. If
//! moves are cheaply made and undone, it describes both as a [`ReversibleSpace`]. An engine does
//! the rest under a [`Control`](crate::Control). Engines are compiled for each space. They store
//! every state once in a packed table, unless the list below says otherwise. When a limit is
//! reached, they end with [`Outcome::Stopped`](crate::Outcome::Stopped), never with a panic or an
//! abort.
//!
//! | engine | finds | memory |
//! |---|---|---|
//! | [`breadth_first`] | a path of the fewest actions | every state reached |
//! | [`DepthFirst`] | any path, or any within a limit of actions | every state reached |
//! | [`a_star`] | a path of the least cost, given an admissible bound | every state reached |
//! | [`IdaStar`] | the same, for [`ReversibleSpace`] | one path |
//! | [`IterativeDeepening`] | the same, depth-first, with or without bounds | every state reached |
//! | [`Bidirectional`] | a path of the fewest actions, from both ends | every state reached |
//! | [`explore`] | no path: shows every reachable state with its depth | every state reached |
//!
//! To search in reverse, search a [`Backward`] space. The crate `motion-distributed` explores a
//! [`PackedSpace`] on disk and on several machines.

mod a_star;
pub(crate) mod assignment;
mod backward;
mod bidirectional;
mod breadth_first;
pub(crate) mod bucket_queue;
mod depth_first;
pub(crate) mod erased;
pub(crate) mod feature_search;
pub(crate) mod feature_space;
mod growth;
mod heuristic;
mod ida_star;
pub(crate) mod iterative_deepening;
pub(crate) mod node_store;
pub(crate) mod node_table;
mod packed_fields;
mod packed_space;
pub(crate) mod ranked_breadth_first;
pub(crate) mod ranked_space;
mod transposition_table;

use alloc::vec::Vec;
use core::hash::Hash;

pub use a_star::{a_star, a_star_with};
pub use backward::Backward;
pub use bidirectional::{Bidirectional, Order, Termination};
pub use breadth_first::{breadth_first, breadth_first_from, explore};
use bucket_queue::BucketQueue;
pub use depth_first::DepthFirst;
pub use heuristic::{Heuristic, NoHeuristic};
pub use ida_star::{Attempt, IdaStar, ReversibleSpace};
pub use iterative_deepening::IterativeDeepening;
use node_store::{Insertion, NodeStore};
use node_table::NodeId;
pub use packed_fields::PackedFields;
pub use packed_space::{PackedSpace, fingerprint};
use ranked_space::{RankGroup, RankVisitor, RankedSpace};
use transposition_table::TranspositionTable;

/// A search space: states, the actions between them, and the goals among the states.
///
/// A space does not change while it is searched. Buffers and caches for expansions are its
/// [`Scratch`](Space::Scratch), which the engine makes for each worker. So a space without
/// interior mutability is [`Sync`], and several workers can search it at once.
///
/// A space that wraps another must forward all of these methods, including those with a default.
///
/// # Examples
/// Reach 10 from 1 by doubling and by adding one:
/// ```
/// use motion_core::search::{Space, breadth_first};
/// use motion_core::{Control, Outcome, Quality};
///
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
/// let Outcome::Solved { plan, quality } = breadth_first(&Numbers, 1, &mut Control::unlimited())
/// else {
///     panic!("10 can be reached");
/// };
/// assert_eq!((plan.cost, quality), (4, Quality::Optimal)); // 1, 2, 4, 5, 10
/// ```
pub trait Space {
    /// A state in packed form; every reached state is stored once.
    type State: Clone + Eq + Hash;
    /// A step from one state to the next.
    type Action: Copy;
    /// Buffers and caches of one worker; `()` if none are needed. They must not change the results.
    type Scratch;

    /// Creates scratch for a worker. A worker may need several, for example to test successors for
    /// goals while it lists them.
    fn scratch(&self) -> Self::Scratch;

    /// Returns whether a state is a goal. By default no state is, which is enough for [`explore`].
    fn is_goal(&self, scratch: &mut Self::Scratch, state: &Self::State) -> bool {
        let _ = (scratch, state);
        false
    }

    /// Calls `visit` for every action of this state, with the next state and the cost.
    ///
    /// The order decides between paths of equal cost and must depend only on the state.
    fn successors(
        &self,
        scratch: &mut Self::Scratch,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Action, Self::State, u32),
    );

    /// Returns whether `next`, tried in the state to which `last` led, continues `last`, for
    /// example by pushing the same box. [`IterativeDeepening`] and [`Bidirectional`] try such
    /// actions first if told to.
    fn continues(&self, last: Self::Action, next: Self::Action) -> bool {
        let _ = (last, next);
        false
    }

    /// Returns the heap memory of a stored state, in addition to its own size.
    fn heap_bytes(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }
}

/// The actions from the start to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<A> {
    /// The actions in order.
    pub actions: Vec<A>,
    /// The sum of their costs.
    pub cost: u64,
}

#[cfg(test)]
mod tests;
