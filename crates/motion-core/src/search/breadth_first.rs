//! Breadth-first search: paths of the fewest actions, and enumeration of all reachable states.

use alloc::vec::Vec;
use core::hash::Hash;
use core::ops::ControlFlow;

use super::{Insertion, NodeId, NodeStore, Path, Space};
use crate::control::Control;
use crate::outcome::{Outcome, Quality, Stop};

/// Finds a path of the fewest actions; costs are ignored, and [`Path::cost`] is the number of
/// actions.
///
/// # Complexity
/// Time and memory are linear in the states within the solution's depth and the actions between
/// them.
///
/// # Guarantees
/// Complete and optimal on finite spaces: [`Outcome::Unsolvable`] is a proof by exhaustion. When
/// stopped, `lower_bound` is one more than the depth up to which no goal exists.
pub fn breadth_first<S: Space>(
    space: &S,
    start: S::State,
    control: &mut Control,
) -> Outcome<Path<S::Action>> {
    breadth_first_from(space, [start], control)
}

/// Finds a path of the fewest actions from any of several starts; otherwise like [`breadth_first`].
///
/// With all goals of a puzzle as starts and a [`Backward`](super::Backward) space, this is the
/// search in reverse. The states nearest to any start come first, and each is expanded once.
/// Separate searches from each start would expand some states again, and the first path found might
/// not be shortest.
pub fn breadth_first_from<S: Space>(
    space: &S,
    starts: impl IntoIterator<Item = S::State>,
    control: &mut Control,
) -> Outcome<Path<S::Action>> {
    let mut frontier = Frontier::default();
    let mut scratch = space.scratch();
    let found = flood(space, starts, &mut frontier, control, |state, _| {
        if space.is_goal(&mut scratch, state) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = match found {
        Flood::Found(goal) => {
            let actions = frontier.store.actions_to(goal);
            Outcome::Solved { plan: Path { cost: actions.len() as u64, actions }, quality: Quality::Optimal }
        }
        Flood::Exhausted => Outcome::Unsolvable,
        Flood::Stopped { why, depth } => {
            Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(depth)) }
        }
    };
    frontier.store.release(control);
    outcome
}

/// Calls `visit` once for every state reachable from the starts, in the order of its depth (the
/// fewest actions from a start), and returns their number. `visit` may end the search with
/// [`ControlFlow::Break`].
///
/// # Errors
/// [`Stop`] if a limit is reached or the run is cancelled.
///
/// # Complexity
/// Time and memory are linear in the states and the actions between them.
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
///     type Scratch = ();
///
///     fn scratch(&self) {}
///
///     fn successors(
///         &self,
///         (): &mut (),
///         &cell: &Cell,
///         visit: &mut impl FnMut(Direction, Cell, u32),
///     ) {
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
    let mut frontier = Frontier::default();
    let end = flood(space, starts, &mut frontier, control, visit);
    let states = frontier.store.len();
    frontier.store.release(control);
    match end {
        Flood::Found(_) | Flood::Exhausted => Ok(states),
        Flood::Stopped { why, .. } => Err(why),
    }
}

/// The number of successors generated before the first is looked up, so that memory latencies
/// overlap.
const BATCH: usize = 256;

enum Flood {
    /// `visit` ended the search at this node.
    Found(NodeId),
    Exhausted,
    /// All states of smaller depth have been visited.
    Stopped {
        why: Stop,
        depth: u32,
    },
}

fn flood<S: Space>(
    space: &S,
    starts: impl IntoIterator<Item = S::State>,
    frontier: &mut Frontier<S::State, S::Action>,
    control: &mut Control,
    mut visit: impl FnMut(&S::State, u32) -> ControlFlow<()>,
) -> Flood {
    let mut visit = |state: &S::State, _, depth| visit(state, depth);
    for start in starts {
        match frontier.start(space, start, control, &mut visit) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(found)) => return Flood::Found(found),
            Err(why) => return Flood::Stopped { why, depth: 0 },
        }
    }
    let (mut next, mut batch, mut ends) = (0, Vec::new(), Vec::new());
    let mut scratch = space.scratch();
    let store = &mut frontier.store;
    while next < store.len() {
        batch.clear();
        ends.clear();
        for id in (next..store.len()).map_while(|index| store.id(index)) {
            let state = store.state(id).clone();
            space.successors(&mut scratch, &state, &mut |action, successor, _| {
                batch.push((action, successor));
            });
            ends.push((id, batch.len()));
            if batch.len() >= BATCH {
                break;
            }
        }
        store.look_ahead(batch.iter().map(|(_, successor)| successor));
        let (mut successors, mut taken) = (batch.drain(..), 0);
        for &(id, end) in &ends {
            let depth = store.cost(id) + 1;
            if let Err(why) = control.spend(1) {
                return Flood::Stopped { why, depth };
            }
            for (action, successor) in successors.by_ref().take(end - taken) {
                let heap_bytes = space.heap_bytes(&successor);
                match reach(store, successor, depth, Some((id, action)), heap_bytes, control, &mut visit) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(found)) => return Flood::Found(found),
                    Err(why) => return Flood::Stopped { why, depth },
                }
            }
            taken = end;
        }
        next += ends.len();
    }
    Flood::Exhausted
}

/// The common breadth-first loop, step by step. The store is also the queue, because nodes are
/// numbered in the order in which they are reached.
///
/// `visit` is called for every new state with its node and depth. After a break the frontier must
/// not be used.
#[derive(Debug)]
pub(super) struct Frontier<S, A> {
    pub(super) store: NodeStore<S, A>,
    next: usize,
}

impl<S, A> Default for Frontier<S, A> {
    fn default() -> Self {
        Self { store: NodeStore::default(), next: 0 }
    }
}

impl<S: Clone + Eq + Hash, A: Copy> Frontier<S, A> {
    pub(super) fn start(
        &mut self,
        space: &impl Space<State = S, Action = A>,
        state: S,
        control: &mut Control,
        visit: &mut impl FnMut(&S, NodeId, u32) -> ControlFlow<()>,
    ) -> Result<ControlFlow<NodeId>, Stop> {
        control.poll()?;
        let heap_bytes = space.heap_bytes(&state);
        reach(&mut self.store, state, 0, None, heap_bytes, control, visit)
    }

    /// The depth of the state to be expanded next. All states up to this depth are stored.
    #[inline]
    pub(super) fn depth(&self) -> Option<u32> {
        self.store.id(self.next).map(|id| self.store.cost(id))
    }

    /// Expands the next state, if there is one.
    #[inline]
    pub(super) fn step<P: Space<State = S, Action = A>>(
        &mut self,
        space: &P,
        scratch: &mut P::Scratch,
        control: &mut Control,
        visit: &mut impl FnMut(&S, NodeId, u32) -> ControlFlow<()>,
    ) -> Result<ControlFlow<NodeId>, Stop> {
        let Some(id) = self.store.id(self.next) else { return Ok(ControlFlow::Continue(())) };
        let depth = self.store.cost(id) + 1;
        control.spend(1)?;
        let state = self.store.state(id).clone();
        let mut end = Ok(ControlFlow::Continue(()));
        let store = &mut self.store;
        space.successors(scratch, &state, &mut |action, successor, _| {
            if end == Ok(ControlFlow::Continue(())) {
                let heap_bytes = space.heap_bytes(&successor);
                end = reach(store, successor, depth, Some((id, action)), heap_bytes, control, visit);
            }
        });
        self.next += 1;
        end
    }
}

#[inline]
fn reach<S: Eq + Hash, A: Copy>(
    store: &mut NodeStore<S, A>,
    state: S,
    depth: u32,
    parent: Option<(NodeId, A)>,
    heap_bytes: u64,
    control: &mut Control,
    visit: &mut impl FnMut(&S, NodeId, u32) -> ControlFlow<()>,
) -> Result<ControlFlow<NodeId>, Stop> {
    Ok(match store.insert(state, depth, parent, heap_bytes, control)? {
        Insertion::New(id) if visit(store.state(id), id, depth).is_break() => ControlFlow::Break(id),
        Insertion::New(_) | Insertion::Known(_) => ControlFlow::Continue(()),
    })
}
