//! Bidirectional search from the start and from the goals at once, until the two meet.

use core::ops::ControlFlow;

use super::breadth_first::Frontier;
use super::iterative_deepening::postponing::Postponing;
use super::iterative_deepening::successor_order::SuccessorOrder;
use super::{Backward, NodeId, NodeStore, Path, Space};
use crate::control::Control;
use crate::outcome::{Outcome, Quality, Stop};

/// A bidirectional search for a path of the fewest actions. It alternately expands one state
/// forward and one backward, each direction in its own [`Order`]. Costs are ignored.
///
/// | forward | backward | the thesis calls it |
/// |---|---|---|
/// | breadth-first | breadth-first | BBFS (the default) |
/// | depth-first | breadth-first | IDDFS/RBFS |
/// | breadth-first | depth-first | BFS/RIDDFS |
///
/// # Guarantees
/// Each direction has a *radius* r: all states that it can reach in at most r actions are stored,
/// with the fewest actions to them. Breadth-first, r is the depth of the next state to be expanded;
/// depth-first, it is the last completed limit. Every state is looked up in the other direction's
/// store when it is reached and when a shorter path to it is found.
///
/// Consider a path no longer than the sum of the radii, and its state after as many actions as the
/// forward radius – or its goal, if that comes earlier. Both directions have stored this state with
/// the fewest actions, and the later of them has found it in the other's store. So every path not
/// yet found is longer than the sum of the radii. With [`Termination::Proved`] the search continues
/// until the best path found is at most one action longer than the sum: [`Quality::Optimal`]. With
/// [`Termination::FirstMeeting`] it ends at the first meeting, and the quality states what is then
/// proved.
///
/// All this holds if the backward space undoes exactly the forward actions, the goals given are all
/// goals ([`Space::is_goal`] is not called), and [`with_least`](Bidirectional::with_least) does not
/// exceed the number of actions. Then [`Outcome::Unsolvable`], returned as soon as either direction
/// has nothing left to expand, is also a proof. When stopped, `lower_bound` is proved, and `best`
/// is the best path found, if any.
///
/// # Complexity
/// Time and memory are linear in the states reached in either direction; breadth-first, these are
/// about the square root of those of a search in one direction. Depth-first directions may expand
/// states many times, and keep all of them, since forgotten states cannot be met.
///
/// # References
/// T. Virkkala, *Solving Sokoban* (University of Helsinki, 2011), sections 3.5, 5.2 and 6.1. This
/// engine differs where the answer would not be optimal or work would be done twice: the search
/// continues after the first meeting, the backward search starts from all goals at once, and the
/// depth-first limit is the least length not excluded minus the other direction's radius.
///
/// # Examples
/// ```
/// use motion_core::search::{Backward, Bidirectional, Space};
/// use motion_core::{Control, Outcome, Quality};
///
/// /// Adds or subtracts one, forward or backward: both spaces are alike.
/// struct Line;
///
/// impl Space for Line {
///     type State = i32;
///     type Action = i32;
///     type Scratch = ();
///
///     fn scratch(&self) {}
///
///     fn successors(&self, (): &mut (), &state: &i32, visit: &mut impl FnMut(i32, i32, u32)) {
///         visit(1, state + 1, 1);
///         visit(-1, state - 1, 1);
///     }
/// }
///
/// impl Backward for Line {
///     type Forward = i32;
///
///     fn inverse(&self, action: i32) -> i32 {
///         -action
///     }
/// }
///
/// let outcome =
///     Bidirectional::default().search(&Line, &0, &Line, &[-9, 5], &mut Control::unlimited());
/// let Outcome::Solved { plan, quality } = outcome else { panic!("5 can be reached") };
/// assert_eq!((plan.actions, quality), (vec![1, 1, 1, 1, 1], Quality::Optimal));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bidirectional {
    forward: Order,
    backward: Order,
    termination: Termination,
    least: u32,
}

/// The order in which one direction of [`Bidirectional`] expands its states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Order {
    /// The nearest states first.
    #[default]
    BreadthFirst,
    /// The latest state first, up to a limit that is raised step by step; states beyond it are
    /// postponed. The first limit is the lower bound of the direction's starts.
    DepthFirst {
        /// Whether actions that continue the one before ([`Space::continues`]) are tried first.
        inertia: bool,
    },
}

/// The condition that ends a [`Bidirectional`] search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(hidden)]
pub enum Termination {
    /// It is proved that no path is shorter.
    #[default]
    Proved,
    /// The directions have met for the first time.
    FirstMeeting,
}

impl Bidirectional {
    /// Sets the orders of both directions.
    #[doc(hidden)]
    pub const fn with_orders(mut self, forward: Order, backward: Order) -> Self {
        self.forward = forward;
        self.backward = backward;
        self
    }

    /// Sets a known lower bound on the number of actions.
    #[doc(hidden)]
    pub const fn with_least(mut self, least: u32) -> Self {
        self.least = least;
        self
    }

    /// Sets the condition that ends the search.
    #[doc(hidden)]
    pub const fn with_termination(mut self, termination: Termination) -> Self {
        self.termination = termination;
        self
    }

    /// Searches forward from `start` and backward from all of `goals`.
    pub fn search<F, B>(
        self,
        forward: &F,
        start: &F::State,
        backward: &B,
        goals: &[F::State],
        control: &mut Control,
    ) -> Outcome<Path<F::Action>>
    where
        F: Space,
        B: Backward<State = F::State, Forward = F::Action>,
    {
        let (ahead, back) = (Side::new(forward, self.forward), Side::new(backward, self.backward));
        let Self { termination, least, .. } = self;
        let mut search = Search { ahead, back, met: None, termination, least };
        let end = search.run(start, goals, control);
        let bound = search.bound();
        let path = search.met.map(|met| search.path(met));
        search.ahead.release(control);
        search.back.release(control);
        match (end, path) {
            (Ok(()), None) => Outcome::Unsolvable,
            (Ok(()), Some(plan)) => {
                let quality = Quality::of_cost(plan.cost, Some(bound));
                Outcome::Solved { plan, quality }
            }
            (Err(why), best) => {
                let lower_bound = best.as_ref().map_or(bound, |best| bound.min(best.cost));
                Outcome::Stopped { why, best, lower_bound: Some(lower_bound) }
            }
        }
    }
}

/// A state in both stores.
#[derive(Clone, Copy)]
struct Meeting {
    ahead: NodeId,
    back: NodeId,
    length: u32,
}

struct Search<'s, F: Space, B: Space> {
    ahead: Side<'s, F>,
    back: Side<'s, B>,
    /// The shortest meeting so far.
    met: Option<Meeting>,
    termination: Termination,
    least: u32,
}

impl<F, B> Search<'_, F, B>
where
    F: Space,
    B: Backward<State = F::State, Forward = F::Action>,
{
    /// Ends when the best path found is good enough, or when no path exists.
    fn run(&mut self, start: &F::State, goals: &[F::State], control: &mut Control) -> Result<(), Stop> {
        let Self { ahead, back, met, termination, least } = self;
        ahead.start([start], control, |_, _, _| {})?;
        back.start(goals, control, |state, node, depth| {
            meet(met, ahead.store().find(state).map(|other| (other, node)), depth);
        })?;
        let mut forward = true;
        loop {
            let bound = bound(ahead, back, *least);
            if met.is_some_and(|met| {
                *termination == Termination::FirstMeeting || u64::from(met.length) <= bound
            }) {
                return Ok(());
            }
            if ahead.exhausted || back.exhausted {
                return Ok(());
            }
            // Neither limit exceeds what a path of that length needs.
            let far = u32::try_from(bound).map_err(|_| Stop::Unsupported)?;
            if forward {
                ahead.step(far - back.radius, control, |state, node, depth| {
                    if let Some(other) = back.store().find(state) {
                        meet(met, Some((node, other)), depth + back.store().cost(other));
                    }
                })?;
            } else {
                back.step(far - ahead.radius, control, |state, node, depth| {
                    if let Some(other) = ahead.store().find(state) {
                        meet(met, Some((other, node)), depth + ahead.store().cost(other));
                    }
                })?;
            }
            forward = !forward;
        }
    }

    /// Returns the proved lower bound on the length of a path.
    fn bound(&self) -> u64 {
        bound(&self.ahead, &self.back, self.least)
    }

    fn path(&self, met: Meeting) -> Path<F::Action> {
        let mut actions = self.ahead.store().actions_to(met.ahead);
        let mut node = met.back;
        while let Some((parent, action)) = self.back.store().parent(node) {
            actions.push(self.back.space.inverse(action));
            node = parent;
        }
        Path { cost: actions.len() as u64, actions }
    }
}

/// Returns a lower bound on the length of a path; paths not yet found are longer than the sum of
/// the radii.
fn bound<F: Space, B: Space>(ahead: &Side<'_, F>, back: &Side<'_, B>, least: u32) -> u64 {
    if !ahead.started || !back.started {
        return u64::from(least);
    }
    if ahead.exhausted || back.exhausted {
        return u64::MAX;
    }
    (u64::from(ahead.radius) + u64::from(back.radius) + 1).max(u64::from(least))
}

/// Records a meeting, unless an earlier one is as short.
fn meet(met: &mut Option<Meeting>, nodes: Option<(NodeId, NodeId)>, length: u32) {
    if let Some((ahead, back)) = nodes
        && met.is_none_or(|met| length < met.length)
    {
        *met = Some(Meeting { ahead, back, length });
    }
}

/// One direction of the search.
struct Side<'s, S: Space> {
    space: &'s S,
    scratch: S::Scratch,
    search: Engine<S::State, S::Action>,
    /// All states within this many actions are stored, with the fewest actions to them.
    radius: u32,
    started: bool,
    /// Whether nothing is left to expand.
    exhausted: bool,
}

enum Engine<S, A> {
    BreadthFirst(Frontier<S, A>),
    DepthFirst(Postponing<S, A>),
}

impl<'s, S: Space> Side<'s, S> {
    fn new(space: &'s S, order: Order) -> Self {
        let search = match order {
            Order::BreadthFirst => Engine::BreadthFirst(Frontier::default()),
            Order::DepthFirst { inertia } => {
                Engine::DepthFirst(Postponing::new(SuccessorOrder::by_inertia(inertia)))
            }
        };
        let scratch = space.scratch();
        Self { space, scratch, search, radius: 0, started: false, exhausted: false }
    }

    const fn store(&self) -> &NodeStore<S::State, S::Action> {
        match &self.search {
            Engine::BreadthFirst(frontier) => &frontier.store,
            Engine::DepthFirst(search) => &search.store,
        }
    }

    fn start<'a>(
        &mut self,
        starts: impl IntoIterator<Item = &'a S::State>,
        control: &mut Control,
        mut reached: impl FnMut(&S::State, NodeId, u32),
    ) -> Result<(), Stop>
    where
        S::State: 'a,
    {
        for start in starts {
            match &mut self.search {
                Engine::BreadthFirst(frontier) => {
                    let _ =
                        frontier.start(self.space, start.clone(), control, &mut |state, node, depth| {
                            reached(state, node, depth);
                            ControlFlow::Continue(())
                        })?;
                }
                Engine::DepthFirst(search) => {
                    search.start(
                        &UnitCost(self.space),
                        start.clone(),
                        control,
                        &mut |state: &S::State, node, depth| {
                            reached(state, node, depth);
                        },
                    )?;
                }
            }
        }
        self.started = true;
        Ok(())
    }

    /// Expands one state (depth-first, only within the limit). Calls `reached` for each state that
    /// is new or reached by a shorter path.
    #[inline]
    fn step(
        &mut self,
        limit: u32,
        control: &mut Control,
        mut reached: impl FnMut(&S::State, NodeId, u32),
    ) -> Result<(), Stop> {
        match &mut self.search {
            Engine::BreadthFirst(frontier) => {
                let _ =
                    frontier.step(self.space, &mut self.scratch, control, &mut |state, node, depth| {
                        reached(state, node, depth);
                        ControlFlow::Continue(())
                    })?;
                match frontier.depth() {
                    Some(depth) => self.radius = depth,
                    None => self.exhausted = true,
                }
            }
            Engine::DepthFirst(search) => {
                let _ = search.step(
                    &UnitCost(self.space),
                    &mut self.scratch,
                    limit,
                    control,
                    &mut |state: &S::State, node, depth| {
                        reached(state, node, depth);
                    },
                )?;
                if search.is_done(limit) {
                    self.radius = limit;
                    self.exhausted = search.next_limit().is_none();
                }
            }
        }
        Ok(())
    }

    fn release(self, control: &mut Control) {
        match self.search {
            Engine::BreadthFirst(frontier) => frontier.store.release(control),
            Engine::DepthFirst(search) => search.release(control),
        }
    }
}

/// A space with all costs replaced by 1.
struct UnitCost<'s, S>(&'s S);

impl<S: Space> Space for UnitCost<'_, S> {
    type State = S::State;
    type Action = S::Action;
    type Scratch = S::Scratch;

    fn scratch(&self) -> S::Scratch {
        self.0.scratch()
    }

    fn is_goal(&self, scratch: &mut S::Scratch, state: &S::State) -> bool {
        self.0.is_goal(scratch, state)
    }

    fn successors(
        &self,
        scratch: &mut S::Scratch,
        state: &S::State,
        visit: &mut impl FnMut(S::Action, S::State, u32),
    ) {
        self.0.successors(scratch, state, &mut |action, successor, _| visit(action, successor, 1));
    }

    fn continues(&self, last: S::Action, next: S::Action) -> bool {
        self.0.continues(last, next)
    }

    fn heap_bytes(&self, state: &S::State) -> u64 {
        self.0.heap_bytes(state)
    }
}

#[cfg(test)]
mod tests;
