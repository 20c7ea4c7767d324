//! Search engines, each written once, for every kind of puzzle.
//!
//! A domain describes its states and moves as a [`Space`], and lower bounds as a [`Heuristic`], or
//! both as a [`ReversibleSpace`] where moves are cheaply made and undone; an engine does the rest
//! under a [`Control`](crate::Control). Engines are compiled for each space, store every state once
//! in a packed table – unless the list below says otherwise –, and end with
//! [`Outcome::Stopped`](crate::Outcome::Stopped) – never with a panic or an abort – where a limit
//! is reached.
//!
//! | engine | finds | memory |
//! |---|---|---|
//! | [`breadth_first`] | a path of the fewest actions | every state reached |
//! | [`DepthFirst`] | a path, within a limit of actions or any | every state reached |
//! | [`a_star`] | a path of the least cost, given an admissible bound | every state reached |
//! | [`IdaStar`] | the same, for [`ReversibleSpace`] | one path |
//! | [`IterativeDeepening`] | the same, depth-first, with or without bounds | every state reached |
//! | [`Bidirectional`] | a path of the fewest actions, from both ends | every state reached |
//! | [`explore`] | no path: shows every reachable state with its depth | every state reached |
//!
//! A search in reverse is a search of a [`Backward`] space. A [`PackedSpace`] is explored on disk
//! and on several machines by the crate `motion-distributed`.

mod a_star;
pub(crate) mod assignment;
mod backward;
mod bidirectional;
mod breadth_first;
pub(crate) mod bucket_queue;
mod depth_first;
pub(crate) mod erased;
pub(crate) mod feature_search;
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

/// A search space: states, the actions between them, and which states are goals.
///
/// A space does not change while it is searched: what an expansion needs for itself, such as
/// buffers and caches, is its [`Scratch`](Space::Scratch), made by the engine once for each worker.
/// So a space without interior mutability is [`Sync`], and several workers can search it at once.
///
/// A space that wraps another hands on all of these methods: engines ask for those with a default,
/// too.
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
    /// A state, packed by the domain: it is stored once for every state reached.
    type State: Clone + Eq + Hash;
    /// What leads from one state to the next.
    type Action: Copy;
    /// Buffers and caches of one worker; `()` where none are needed. They must not change the
    /// answers.
    type Scratch;

    /// The scratch of one worker. An engine may make several: one to list successors and another to
    /// test meanwhile whether they are goals.
    fn scratch(&self) -> Self::Scratch;

    /// Whether a state is a goal. By default no state is, which is enough for [`explore`].
    fn is_goal(&self, scratch: &mut Self::Scratch, state: &Self::State) -> bool {
        let _ = (scratch, state);
        false
    }

    /// Calls `visit` for every action of this state, with the state it leads to and its cost.
    ///
    /// The order decides between paths of equal cost and must depend on the state alone.
    fn successors(
        &self,
        scratch: &mut Self::Scratch,
        state: &Self::State,
        visit: &mut impl FnMut(Self::Action, Self::State, u32),
    );

    /// Whether `next`, tried in the state that `last` has led to, continues what `last` began, such
    /// as a push of the same box. [`IterativeDeepening`] and [`Bidirectional`] try such actions
    /// first if told to.
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
