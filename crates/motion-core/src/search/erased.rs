//! Spaces and heuristics behind pointers, so that an engine is compiled once for several of them.

use alloc::boxed::Box;
use core::fmt;
use core::hash::Hash;

use super::{Heuristic, Space};
use crate::control::Control;
use crate::outcome::Stop;

/// A space behind a pointer.
///
/// Engines are compiled for each type of space that they search, but only once for all spaces
/// behind a pointer with the same types of states and actions. The price is a call through a
/// pointer for each successor, which is negligible if generating a successor takes a hundred
/// nanoseconds.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::internal::ErasedSpace;
/// use motion_core::search::{Space, breadth_first};
///
/// /// From a number to its double, or to the number that is greater by this much.
/// struct Numbers(u32);
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
///         visit('a', state + self.0, 1);
///     }
/// }
///
/// let space = Numbers(1);
/// let erased = ErasedSpace::new(&space);
/// let path = breadth_first(&erased, 1, &mut Control::unlimited()).into_result()?;
/// assert_eq!(path.actions.len(), 4);
/// # Ok::<(), motion_core::error::UnsolvedError>(())
/// ```
#[derive(Clone, Copy)]
pub struct ErasedSpace<'s, S, A>(&'s dyn SpaceOf<S, A>);

impl<'s, S, A> ErasedSpace<'s, S, A> {
    /// Puts this space behind a pointer.
    pub fn new(space: &'s impl Space<State = S, Action = A>) -> Self {
        Self(space)
    }
}

/// A [`Space`] that is typed only by its states and actions.
trait SpaceOf<S, A> {
    /// Returns the space with a scratch.
    fn expander<'s>(&'s self) -> Box<dyn Expander<S, A> + 's>;

    fn continues(&self, last: A, next: A) -> bool;

    fn heap_bytes(&self, state: &S) -> u64;
}

/// A space with a scratch.
trait Expander<S, A> {
    fn is_goal(&mut self, state: &S) -> bool;

    fn successors(&mut self, state: &S, visit: &mut dyn FnMut(A, S, u32));
}

impl<T: Space> SpaceOf<T::State, T::Action> for T {
    fn expander<'s>(&'s self) -> Box<dyn Expander<T::State, T::Action> + 's> {
        Box::new((self, self.scratch()))
    }

    fn continues(&self, last: T::Action, next: T::Action) -> bool {
        Space::continues(self, last, next)
    }

    fn heap_bytes(&self, state: &T::State) -> u64 {
        Space::heap_bytes(self, state)
    }
}

impl<T: Space> Expander<T::State, T::Action> for (&T, T::Scratch) {
    fn is_goal(&mut self, state: &T::State) -> bool {
        self.0.is_goal(&mut self.1, state)
    }

    fn successors(&mut self, state: &T::State, mut visit: &mut dyn FnMut(T::Action, T::State, u32)) {
        self.0.successors(&mut self.1, state, &mut visit);
    }
}

impl<S, A> fmt::Debug for ErasedSpace<'_, S, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErasedSpace").finish_non_exhaustive()
    }
}

/// The scratch of an [`ErasedSpace`].
pub struct ErasedScratch<'s, S, A>(Box<dyn Expander<S, A> + 's>);

impl<'s, S: Clone + Eq + Hash, A: Copy> Space for ErasedSpace<'s, S, A> {
    type State = S;
    type Action = A;
    type Scratch = ErasedScratch<'s, S, A>;

    fn scratch(&self) -> Self::Scratch {
        ErasedScratch(self.0.expander())
    }

    fn is_goal(&self, scratch: &mut Self::Scratch, state: &S) -> bool {
        scratch.0.is_goal(state)
    }

    fn successors(&self, scratch: &mut Self::Scratch, state: &S, visit: &mut impl FnMut(A, S, u32)) {
        scratch.0.successors(state, visit);
    }

    fn continues(&self, last: A, next: A) -> bool {
        self.0.continues(last, next)
    }

    fn heap_bytes(&self, state: &S) -> u64 {
        self.0.heap_bytes(state)
    }
}

/// A heuristic behind a pointer, for a search of an [`ErasedSpace`].
pub struct ErasedHeuristic<'h, S>(&'h mut dyn Heuristic<S>);

impl<'h, S: Space> ErasedHeuristic<'h, S> {
    /// Puts this heuristic behind a pointer.
    pub fn new(heuristic: &'h mut dyn Heuristic<S>) -> Self {
        Self(heuristic)
    }
}

impl<S: Space> Heuristic<S> for ErasedHeuristic<'_, S> {
    fn lower_bound(&mut self, state: &S::State) -> Option<u32> {
        self.0.lower_bound(state)
    }

    fn enter(&mut self, parent: &S::State) {
        self.0.enter(parent);
    }

    fn after(&mut self, action: S::Action, successor: &S::State) -> Option<u32> {
        self.0.after(action, successor)
    }

    fn raised(&mut self, state: &S::State, bound: u32) -> Option<u32> {
        self.0.raised(state, bound)
    }

    fn before_expansion(
        &mut self,
        state: &S::State,
        last: Option<S::Action>,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        self.0.before_expansion(state, last, control)
    }

    fn rank(&mut self, action: S::Action, successor: &S::State) -> u32 {
        self.0.rank(action, successor)
    }
}
