//! Spaces that lead from the goals back to the start.

use super::{Path, Space};

/// A space whose actions undo those of another space, the forward one, with the same states.
///
/// For every forward action from a state *s* to a state *t* there is an action here from *t* to
/// *s*, and there are no others. [`inverse`](Backward::inverse) returns the forward action that an
/// action undoes. Every engine can search such a space: it starts from the goals, and
/// [`Space::is_goal`] tests for the forward start. [`Path::reversed`] turns the result into a
/// forward path. [`Bidirectional`](super::Bidirectional) searches in both directions at once.
///
/// For several starts, use [`breadth_first_from`](super::breadth_first_from) or
/// [`IterativeDeepening::search_from`](super::IterativeDeepening::search_from).
///
/// # Examples
/// Find a path from 1 to 10 or 11, by doubling and adding one, from its end:
/// ```
/// use motion_core::search::{Backward, Space, breadth_first_from};
/// use motion_core::{Control, Outcome};
///
/// struct Undone;
///
/// impl Space for Undone {
///     type State = u32;
///     type Action = char;
///     type Scratch = ();
///
///     fn scratch(&self) {}
///
///     fn is_goal(&self, (): &mut (), &state: &u32) -> bool {
///         state == 1
///     }
///
///     fn successors(&self, (): &mut (), &state: &u32, visit: &mut impl FnMut(char, u32, u32)) {
///         if state.is_multiple_of(2) {
///             visit('h', state / 2, 1); // undoes doubling
///         }
///         if state > 1 {
///             visit('s', state - 1, 1); // undoes adding one
///         }
///     }
/// }
///
/// impl Backward for Undone {
///     type Forward = &'static str;
///
///     fn inverse(&self, action: char) -> &'static str {
///         if action == 'h' { "double" } else { "add one" }
///     }
/// }
///
/// let path = breadth_first_from(&Undone, [10, 11], &mut Control::unlimited()).plan();
/// let Some(path) = path.map(|path| path.reversed(&Undone)) else { panic!("1 can be reached") };
/// assert_eq!(path.actions, ["double", "double", "add one", "double"]); // 1, 2, 4, 5, 10
/// ```
pub trait Backward: Space {
    /// An action of the forward space.
    type Forward: Copy;

    /// Returns the forward action that this one undoes. If the backward action alone does not
    /// determine it, the backward action must carry the missing data.
    fn inverse(&self, action: Self::Action) -> Self::Forward;
}

impl<A: Copy> Path<A> {
    /// Converts a path of a backward space to the path of the forward space, from its end to its
    /// start.
    pub fn reversed<S: Backward<Action = A>>(self, space: &S) -> Path<S::Forward> {
        let actions = self.actions.into_iter().rev().map(|action| space.inverse(action)).collect();
        Path { actions, cost: self.cost }
    }
}
