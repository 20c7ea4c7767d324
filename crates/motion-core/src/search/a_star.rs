//! A*: least-cost paths, guided by a lower bound.

use super::{BucketQueue, Heuristic, Insertion, NodeId, NodeStore, Path, Space};
use crate::control::Control;
use crate::outcome::{Outcome, Quality, Stop};

/// Finds a path of least cost by best-first search on cost so far plus lower bound.
///
/// Among equal sums the latest node comes first, so a successor with its parent's sum comes before
/// all waiting nodes of that sum. With an exact bound the search thus goes straight to a goal.
/// Successors are taken from the last to the first.
///
/// The bound need not be consistent. A state is expanded again if a cheaper path to it is found,
/// and a successor's sum is at least that of its parent. A state without a bound
/// ([`Heuristic::lower_bound`] is `None`) is stored but never expanded. A state whose bound is
/// [raised](Heuristic::raised) is queued again.
///
/// # Complexity
/// With a consistent bound, one expansion for each state whose cost plus bound is below the
/// optimum. Memory is linear in the states reached and in the largest sum.
///
/// # Guarantees
/// Complete on finite spaces, and optimal if the heuristic is admissible. When stopped,
/// `lower_bound` is proved under the same condition.
///
/// # References
/// Hart, Nilsson & Raphael, *A formal basis for the heuristic determination of minimum cost paths*,
/// 1968.
///
/// # Examples
/// ```
/// use motion_core::search::{Space, a_star};
/// use motion_core::{Cell, Control, Direction, Grid, Outcome};
///
/// struct Walk(Grid, Cell);
///
/// impl Space for Walk {
///     type State = Cell;
///     type Action = Direction;
///     type Scratch = ();
///
///     fn scratch(&self) {}
///
///     fn is_goal(&self, (): &mut (), &cell: &Cell) -> bool {
///         cell == self.1
///     }
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
/// let goal = Cell(899);
/// let space = Walk(Grid::new(30, 30)?, goal);
/// let distance = |&cell: &Cell| {
///     let grid = &space.0;
///     Some(
///         grid.row(cell).abs_diff(grid.row(goal)) + grid.column(cell).abs_diff(grid.column(goal)),
///     )
/// };
/// let mut control = Control::unlimited();
/// let path = a_star(&space, distance, Cell(0), &mut control).into_result()?;
/// assert_eq!(path.cost, 58);
/// assert_eq!(control.stats().nodes, 58); // straight to the goal
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn a_star<S: Space>(
    space: &S,
    heuristic: impl Heuristic<S>,
    start: S::State,
    control: &mut Control,
) -> Outcome<Path<S::Action>> {
    a_star_with(space, &mut space.scratch(), heuristic, start, control)
}

/// As [`a_star`], with a scratch that the caller keeps, for many small searches one after another.
#[doc(hidden)]
pub fn a_star_with<S: Space>(
    space: &S,
    scratch: &mut S::Scratch,
    heuristic: impl Heuristic<S>,
    start: S::State,
    control: &mut Control,
) -> Outcome<Path<S::Action>> {
    let (store, open) = (NodeStore::default(), BucketQueue::new());
    let mut search = Search { space, heuristic, store, open };
    let mut bound = 0;
    let outcome = match search.run(scratch, start, &mut bound, control) {
        Ok(Some(goal)) => {
            let plan =
                Path { actions: search.store.actions_to(goal), cost: u64::from(search.store.cost(goal)) };
            Outcome::Solved { plan, quality: Quality::Optimal }
        }
        Ok(None) => Outcome::Unsolvable,
        Err(why) => Outcome::Stopped { why, best: None, lower_bound: Some(u64::from(bound)) },
    };
    search.store.release(control);
    search.open.release(control);
    outcome
}

struct Search<'s, S: Space, H> {
    space: &'s S,
    heuristic: H,
    store: NodeStore<S::State, S::Action>,
    /// Nodes with their cost when they were queued. An entry is stale if its node has since become
    /// cheaper.
    open: BucketQueue<(NodeId, u32)>,
}

impl<S: Space, H: Heuristic<S>> Search<'_, S, H> {
    fn run(
        &mut self,
        scratch: &mut S::Scratch,
        start: S::State,
        bound: &mut u32,
        control: &mut Control,
    ) -> Result<Option<NodeId>, Stop> {
        self.reach(start, 0, 0, None, control)?;
        while let Some((sum, (id, cost))) = self.open.pop() {
            if self.store.cost(id) < cost {
                continue;
            }
            *bound = sum.max(*bound);
            let state = self.store.state(id).clone();
            if self.space.is_goal(scratch, &state) {
                return Ok(Some(id));
            }
            let Some(rest) = self.heuristic.raised(&state, sum - cost) else { continue };
            if rest > sum - cost {
                control.poll()?;
                self.open.push(cost.checked_add(rest).ok_or(Stop::Memory)?, (id, cost), control)?;
                continue;
            }
            control.spend(1)?;
            let mut result = Ok(());
            self.heuristic.enter(&state);
            let space = self.space;
            space.successors(scratch, &state, &mut |action, successor, step| {
                if result.is_ok() {
                    // Sums near 2³² need more buckets than fit into memory.
                    result = match cost.checked_add(step) {
                        Some(cost) => self.reach(successor, cost, sum, Some((id, action)), control),
                        None => Err(Stop::Memory),
                    };
                }
            });
            result?;
        }
        Ok(None)
    }

    /// Stores a state with a sum of at least `least`, the sum of its parent.
    fn reach(
        &mut self,
        state: S::State,
        cost: u32,
        least: u32,
        parent: Option<(NodeId, S::Action)>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let heap_bytes = self.space.heap_bytes(&state);
        let id = match self.store.insert(state, cost, parent, heap_bytes, control)? {
            Insertion::New(id) => id,
            Insertion::Known(id) => match parent {
                Some((parent, action)) if cost < self.store.cost(id) => {
                    self.store.improve(id, cost, parent, action);
                    id
                }
                _ => return Ok(()),
            },
        };
        let state = self.store.state(id);
        let rest = match parent {
            Some((_, action)) => self.heuristic.after(action, state),
            None => self.heuristic.lower_bound(state),
        };
        match rest {
            Some(rest) => {
                let sum = cost.checked_add(rest).ok_or(Stop::Memory)?.max(least);
                self.open.push(sum, (id, cost), control)
            }
            None => Ok(()),
        }
    }
}
