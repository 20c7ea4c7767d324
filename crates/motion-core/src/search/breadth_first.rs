//! Breadth-first search: the fewest actions, and a look at everything that can be reached.

use core::ops::ControlFlow;

use super::{Insertion, NodeId, NodeStore, Path, Space};
use crate::control::Control;
use crate::outcome::{Outcome, Quality, Stop};

/// Finds a path of the fewest actions; costs are ignored, and [`Path::cost`] is the number of actions.
///
/// # Complexity
/// Time and memory linear in the states within the solution's depth and the actions between them.
///
/// # Guarantees
/// Complete and optimal on finite spaces: [`Outcome::Unsolvable`] is a proof by exhaustion. When stopped,
/// `lower_bound` is the depth up to which no goal exists, plus one.
pub fn breadth_first<S: Space>(
    space: &S,
    start: S::State,
    control: &mut Control,
) -> Outcome<Path<S::Action>> {
    let mut store = NodeStore::default();
    let found = flood(space, [start], &mut store, control, |state, _| {
        if space.is_goal(state) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = match found {
        Flood::Found(goal) => {
            let actions = store.actions_to(goal);
            Outcome::Solved { plan: Path { cost: actions.len() as u64, actions }, quality: Quality::Optimal }
        }
        Flood::Exhausted => Outcome::Unsolvable,
        Flood::Stopped { why, depth } => {
            Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(depth)) }
        }
    };
    store.release(control);
    outcome
}

/// Shows every state that can be reached from the starts to `visit`, once, in the order of its depth (the fewest
/// actions from a start), and returns their number. `visit` may end it early with [`ControlFlow::Break`].
///
/// # Errors
/// [`Stop`] where a limit is reached or the run is cancelled.
///
/// # Complexity
/// Time and memory linear in the states and the actions between them.
///
/// # Examples
/// Count the cells of a grid at each distance from a corner:
/// ```
/// use core::ops::ControlFlow;
/// use motion_core::search::{Space, explore};
/// use motion_core::{Cell, Control, Direction, Grid};
///
/// struct Walk(Grid);
///
/// impl Space for Walk {
///     type State = Cell;
///     type Action = Direction;
///
///     fn successors(&self, &cell: &Cell, visit: &mut impl FnMut(Direction, Cell, u32)) {
///         self.0.neighbours(cell).for_each(|(direction, next)| visit(direction, next, 1));
///     }
/// }
///
/// let mut layers = [0; 4];
/// let grid = Walk(Grid::new(3, 2)?);
/// let states = explore(&grid, [Cell(0)], &mut Control::unlimited(), |_, depth| {
///     layers[depth as usize] += 1;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((states, layers), (6, [1, 2, 2, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explore<S: Space>(
    space: &S,
    starts: impl IntoIterator<Item = S::State>,
    control: &mut Control,
    visit: impl FnMut(&S::State, u32) -> ControlFlow<()>,
) -> Result<usize, Stop> {
    let mut store = NodeStore::default();
    let end = flood(space, starts, &mut store, control, visit);
    let states = store.len();
    store.release(control);
    match end {
        Flood::Found(_) | Flood::Exhausted => Ok(states),
        Flood::Stopped { why, .. } => Err(why),
    }
}

enum Flood {
    /// `visit` broke off at this node.
    Found(NodeId),
    Exhausted,
    /// All states of less than this depth have been visited.
    Stopped {
        why: Stop,
        depth: u32,
    },
}

/// The one breadth-first loop. The store is the queue: nodes are numbered in the order in which they are reached.
fn flood<S: Space>(
    space: &S,
    starts: impl IntoIterator<Item = S::State>,
    store: &mut NodeStore<S::State, S::Action>,
    control: &mut Control,
    mut visit: impl FnMut(&S::State, u32) -> ControlFlow<()>,
) -> Flood {
    let mut reach = |store: &mut NodeStore<_, _>, state: S::State, depth, parent, control: &mut Control| {
        let heap_bytes = space.heap_bytes(&state);
        let broke_off = match store.insert(state, depth, parent, heap_bytes, control) {
            Ok(Insertion::New(id)) => visit(store.state(id), depth).is_break().then_some(id),
            Ok(Insertion::Known(_)) => None,
            Err(why) => return Err(Flood::Stopped { why, depth }),
        };
        broke_off.map_or(Ok(()), |id| Err(Flood::Found(id)))
    };

    for start in starts {
        if let Err(why) = control.spend(1) {
            return Flood::Stopped { why, depth: 0 };
        }
        if let Err(end) = reach(store, start, 0, None, control) {
            return end;
        }
    }
    let mut next = 0;
    while let Some(id) = store.id(next) {
        let depth = store.cost(id) + 1;
        if let Err(why) = control.spend(1) {
            return Flood::Stopped { why, depth };
        }
        let state = store.state(id).clone();
        let mut end = Ok(());
        space.successors(&state, &mut |action, successor, _| {
            if end.is_ok() {
                end = reach(store, successor, depth, Some((id, action)), control);
            }
        });
        if let Err(end) = end {
            return end;
        }
        next += 1;
    }
    Flood::Exhausted
}
