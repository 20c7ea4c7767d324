//! Spaces whose states have features.

use core::hash::Hash;
use core::num::NonZero;

use crate::control::Control;
use crate::outcome::Stop;

/// A space whose states have features: a few numbers that measure progress.
///
/// States with equal features are in the same cell. A
/// [search by features](super::feature_search::feature_search) moves from cell to cell, so that no
/// single estimate decides where it looks next.
pub trait FeatureSpace {
    /// A state in packed form; every reached state is stored once.
    type State: Clone + Eq + Hash;
    /// A step from one state to the next.
    type Action: Copy;
    /// The features of a state; greater is better.
    type Cell: Copy + Ord;
    /// Buffers and caches of one worker, as for [`Space::Scratch`](super::Space::Scratch).
    type Scratch;

    /// Creates the scratch of one worker.
    fn scratch(&self) -> Self::Scratch;

    /// Returns whether a state is a goal.
    fn is_goal(&self, scratch: &mut Self::Scratch, state: &Self::State) -> bool;

    /// Returns the cell of a state.
    fn cell(&self, scratch: &mut Self::Scratch, state: &Self::State) -> Self::Cell;

    /// Calls `visit` for every action of this state, with its weight and rank.
    ///
    /// # Errors
    /// [`Stop`] if a limit of `control` is reached.
    fn advise(
        &self,
        scratch: &mut Self::Scratch,
        state: &Self::State,
        control: &mut Control,
        visit: &mut impl FnMut(Advice<Self::Action>),
    ) -> Result<(), Stop>;

    /// Returns the state that an action leads to.
    fn after(&self, state: &Self::State, action: Self::Action) -> Self::State;

    /// The interval between turns that go to the cells in rotation; the other turns go to the
    /// greatest cell. The default is four.
    fn turns(&self) -> NonZero<u32> {
        const { NonZero::new(4).expect("four is not zero") }
    }

    /// Returns whether no goal can be reached from `state`, to which `action` has led. It is called
    /// once for each state before the state is stored, so it may be slower than tests of all
    /// advised actions could be. By default it returns `false`.
    ///
    /// # Errors
    /// [`Stop`] if a limit of `control` is reached.
    fn is_lost(
        &self,
        scratch: &mut Self::Scratch,
        state: &Self::State,
        action: Self::Action,
        control: &mut Control,
    ) -> Result<bool, Stop> {
        let _ = (scratch, state, action, control);
        Ok(false)
    }
}

/// An action and its priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice<A> {
    /// The action.
    pub action: A,
    /// The weight that it adds to the state's weight; smaller weights come first.
    pub weight: u16,
    /// The rank among equal weights; smaller ranks come first.
    pub rank: u32,
}
