//! Search engines, each written once, for every kind of puzzle.
//!
//! A domain describes its states, moves and bounds as a [`Space`], or as [`ReversibleSpace`] where moves are cheaply made and
//! taken back; an engine does the rest under a [`Control`](crate::Control). Engines are compiled for each space, store
//! every state once in a packed [`NodeStore`] – unless the table says otherwise –, and end with
//! [`Outcome::Stopped`](crate::Outcome::Stopped) – never with a panic or an abort – where a limit is reached.
//!
//! | engine | finds | memory |
//! |---|---|---|
//! | [`breadth_first`] | a path of the fewest actions | every state reached |
//! | [`a_star`] | a path of the least cost, given an admissible bound | every state reached |
//! | [`IdaStar`] | the same, for [`ReversibleSpace`] | one path |
//! | [`IterativeDeepening`] | the same, depth-first, with or without bounds | every state reached, or what there is |
//! | [`Bidirectional`] | a path of the fewest actions, from both ends | every state reached |
//! | [`feature_search`] | a path, by features in place of bounds | every state reached and its actions |
//! | [`explore`] | no path: shows every reachable state with its depth | every state reached |
//!
//! A search in reverse is a search of a [`Backward`] space. [`Assignment`] gives lower bounds to puzzles in which several
//! things have to get to several places, and [`TranspositionTable`] spares depth-first searches what was tried in vain.

mod a_star;
mod assignment;
mod backward;
mod bidirectional;
mod breadth_first;
mod bucket_queue;
mod feature_search;
mod growth;
mod ida_star;
mod iterative_deepening;
mod node_store;
mod node_table;
mod transpositions;

use alloc::vec::Vec;
use core::hash::Hash;

pub use a_star::a_star;
pub use assignment::Assignment;
pub use backward::Backward;
pub use bidirectional::{Bidirectional, Order, Termination};
pub use breadth_first::{breadth_first, breadth_first_from, explore};
pub use bucket_queue::BucketQueue;
pub use feature_search::{Advice, FeatureSpace, feature_search};
pub use ida_star::{Attempt, IdaStar, ReversibleSpace};
pub use iterative_deepening::{IterativeDeepening, MemoryPolicy};
pub use node_store::{Insertion, NodeId, NodeStore};
pub use transpositions::TranspositionTable;

/// A search space: states, the actions between them, and what is known about the way to the goal.
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
///
///     fn is_goal(&self, &state: &u32) -> bool {
///         state == 10
///     }
///
///     fn successors(&self, &state: &u32, visit: &mut impl FnMut(char, u32, u32)) {
///         visit('d', 2 * state, 1);
///         visit('a', state + 1, 1);
///     }
/// }
///
/// let Outcome::Solved { plan, quality } = breadth_first(&Numbers, 1, &mut Control::unlimited()) else {
///     panic!("10 can be reached");
/// };
/// assert_eq!((plan.cost, quality), (4, Quality::Optimal)); // 1, 2, 4, 5, 10
/// ```
pub trait Space {
    /// A state, packed by the domain: it is stored once for every state reached.
    type State: Clone + Eq + Hash;
    /// What leads from one state to the next.
    type Action: Copy;

    /// Whether nothing is left to do. By default no state is a goal, which is enough for [`explore`].
    fn is_goal(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Hands every action of this state to `visit`, with the state it leads to and its cost.
    ///
    /// The order decides between paths of equal cost and must not depend on anything but the state.
    fn successors(&self, state: &Self::State, visit: &mut impl FnMut(Self::Action, Self::State, u32));

    /// A lower bound on the cost from here to a goal; `None` where no goal can be reached.
    ///
    /// Optimality of [`a_star`] rests on the bound being admissible: never more than the true cost. It need not
    /// be consistent.
    fn lower_bound(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        Some(0)
    }

    /// Whether `next`, tried in the state that `last` has led to, goes on with what `last` began, such as a push of the
    /// same box. [`IterativeDeepening`] and [`Bidirectional`] try such actions first if they are told to.
    fn continues(&self, last: Self::Action, next: Self::Action) -> bool {
        let _ = (last, next);
        false
    }

    /// Heap memory that a stored state holds beside its own size.
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
    /// What they cost together.
    pub cost: u64,
}

#[cfg(test)]
mod tests;
