//! Spaces that lead from the goals back to the start.

use super::{Path, Space};

/// A space whose actions take back those of another space, the forward one, with the same states.
///
/// For every forward action from a state *s* to a state *t* there is an action here from *t* to
/// *s*, and no others; [`inverse`](Backward::inverse) gives the forward action that each takes
/// back. Every engine searches such a space as it searches any other – from the goals, with
/// [`Space::is_goal`] saying whether the forward start is reached –, and [`Path::reversed`] turns
/// what it finds into a path forward. [`Bidirectional`](super::Bidirectional) searches in both
/// directions at once.
///
/// Of several starts, use [`breadth_first_from`](super::breadth_first_from) or
/// [`IterativeDeepening::search_from`](super::IterativeDeepening::search_from).
///
/// # Examples
/// Find the way from 1 to 10 or 11, by doubling and adding one, from its end:
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
///             visit('h', state / 2, 1); // what doubling has led to
///         }
///         if state > 1 {
///             visit('s', state - 1, 1); // what adding one has led to
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

    /// The forward action that this one takes back. Where the forward action cannot be told from
    /// the backward one alone, the backward one has to carry what is missing.
    fn inverse(&self, action: Self::Action) -> Self::Forward;
}

impl<A: Copy> Path<A> {
    /// A path of a backward space as the path of the forward space that it takes back: from its end
    /// to its start.
    pub fn reversed<S: Backward<Action = A>>(self, space: &S) -> Path<S::Forward> {
        let actions = self.actions.into_iter().rev().map(|action| space.inverse(action)).collect();
        Path { actions, cost: self.cost }
    }
}
