//! Search in the space of features.
//!
//! A single estimate of the distance to the goal misleads a search wherever it must increase before
//! it can decrease. Several features avoid this: if one cannot be improved in some place, the
//! search continues elsewhere with another.

use alloc::collections::{BTreeMap, BinaryHeap};
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::num::NonZero;
use core::ops::Bound;

use super::feature_space::{Advice, FeatureSpace};
use super::{Insertion, NodeId, NodeStore, Path};
use crate::control::Control;
use crate::outcome::{Outcome, Quality, Stop};

/// Finds a path by turns through the cells of the feature space (FESS).
///
/// The weight of a state is the sum of the weights of the actions that led to it. A turn selects a
/// cell and, in it, the untried action with the least sum of weights, and stores the state that it
/// leads to. One turn in four, or in [another number](FeatureSpace::turns), goes in rotation to the
/// cells with untried actions; the other turns go to the greatest such cell.
///
/// # Complexity
/// Nodes are the states stored or found lost, and those that [`FeatureSpace::is_lost`] spends. The
/// actions of a state are generated once, when it is stored. Memory is linear in the actions of all
/// states.
///
/// # Guarantees
/// Complete on finite spaces. The path is not necessarily shortest; [`Path::cost`] is its weight.
/// Unlike in the paper, cells are not treated equally.
///
/// # References
/// Y. Shoham & J. Schaeffer, *The FESS algorithm: a feature based approach to single-agent search*,
/// IEEE Conference on Games, 2020.
///
/// # Examples
/// Three knobs must be turned to 9. Their sum is the only feature, and the knobs that lag behind
/// are turned first.
/// ```
/// use motion_core::internal::{Advice, FeatureSpace, feature_search};
/// use motion_core::{Control, Stop};
///
/// struct Knobs;
///
/// impl FeatureSpace for Knobs {
///     type State = [u8; 3];
///     type Action = usize;
///     type Cell = u8;
///     type Scratch = ();
///
///     fn scratch(&self) {}
///
///     fn is_goal(&self, (): &mut (), knobs: &[u8; 3]) -> bool {
///         *knobs == [9; 3]
///     }
///
///     fn cell(&self, (): &mut (), knobs: &[u8; 3]) -> u8 {
///         knobs.iter().sum()
///     }
///
///     fn advise(
///         &self,
///         (): &mut (),
///         knobs: &[u8; 3],
///         _: &mut Control,
///         visit: &mut impl FnMut(Advice<usize>),
///     ) -> Result<(), Stop> {
///         let last = knobs.iter().min();
///         for action in (0..3).filter(|&knob| knobs[knob] < 9) {
///             let is_behind = Some(&knobs[action]) == last;
///             visit(Advice { action, weight: u16::from(!is_behind), rank: 0 });
///         }
///         Ok(())
///     }
///
///     fn after(&self, knobs: &[u8; 3], knob: usize) -> [u8; 3] {
///         let mut knobs = *knobs;
///         knobs[knob] += 1;
///         knobs
///     }
/// }
///
/// let mut control = Control::unlimited();
/// let path = feature_search(&Knobs, [0, 4, 2], &mut control).plan().expect("a way");
/// assert_eq!((path.actions.len(), path.cost), (21, 0));
/// assert!(control.stats().nodes < 40, "of 1,000 states");
/// ```
pub fn feature_search<S: FeatureSpace>(
    space: &S,
    start: S::State,
    control: &mut Control,
) -> Outcome<Path<S::Action>> {
    feature_search_with(space, &mut space.scratch(), start, control)
}

/// As [`feature_search`], with a scratch that the caller keeps, for successive searches that profit
/// from the same caches.
pub fn feature_search_with<S: FeatureSpace>(
    space: &S,
    scratch: &mut S::Scratch,
    start: S::State,
    control: &mut Control,
) -> Outcome<Path<S::Action>> {
    feature_search_from(space, scratch, [start], control)
}

/// As [`feature_search_with`], from any of several starts, for searches from the goals.
pub fn feature_search_from<S: FeatureSpace>(
    space: &S,
    scratch: &mut S::Scratch,
    starts: impl IntoIterator<Item = S::State>,
    control: &mut Control,
) -> Outcome<Path<S::Action>> {
    let mut run = OngoingFeatureSearch::new(starts);
    let outcome = run.run(space, scratch, u64::MAX, control);
    run.release(control);
    outcome
}

/// The nodes of a cell, by the weight and the rank of their next untried action.
type Queue = BinaryHeap<Reverse<(u32, u32, NodeId)>>;

/// A search by features in progress, which can be continued: the states stored, and the actions
/// that have not been tried.
///
/// All calls need the same space, scratch and control; [`feature_search_from`] makes only one.
pub struct OngoingFeatureSearch<S: FeatureSpace> {
    /// The starts that are not stored yet, the first one last.
    starts: Vec<S::State>,
    store: NodeStore<S::State, S::Action>,
    /// The untried actions of each node, the best last.
    untried: Vec<Vec<Advice<S::Action>>>,
    /// The cells with untried actions.
    cells: BTreeMap<S::Cell, Queue>,
    /// Bytes that `control` has granted for lists and queues.
    held: u64,
    /// The number of turns taken.
    turns: u64,
    /// The cell of the last turn in rotation.
    last: Option<S::Cell>,
}

impl<S: FeatureSpace> OngoingFeatureSearch<S> {
    /// Creates a search from these starts.
    pub fn new(starts: impl IntoIterator<Item = S::State>) -> Self {
        let mut starts: Vec<_> = starts.into_iter().collect();
        starts.reverse();
        Self {
            starts,
            store: NodeStore::default(),
            untried: Vec::new(),
            cells: BTreeMap::new(),
            held: 0,
            turns: 0,
            last: None,
        }
    }

    /// Searches until a goal is found, all actions are tried, or this many more nodes are spent:
    /// the outcome is then stopped with [`Stop::Nodes`], and the search can be continued. It cannot
    /// if `control` stops it.
    pub fn run(
        &mut self,
        space: &S,
        scratch: &mut S::Scratch,
        nodes: u64,
        control: &mut Control,
    ) -> Outcome<Path<S::Action>> {
        match (Search { space, scratch, run: self }).run(nodes, control) {
            Ok(Some(goal)) => {
                let plan =
                    Path { actions: self.store.actions_to(goal), cost: u64::from(self.store.cost(goal)) };
                Outcome::Solved { plan, quality: Quality::Feasible }
            }
            Ok(None) => Outcome::Unsolvable,
            Err(why) => Outcome::stopped(why),
        }
    }

    /// Returns the actions that lead to a state; `None` if it is not stored.
    pub fn actions_to(&self, state: &S::State) -> Option<Vec<S::Action>> {
        self.store.find(state).map(|id| self.store.actions_to(id))
    }

    /// Releases the memory.
    pub fn release(self, control: &mut Control) {
        control.release(self.held);
        self.store.release(control);
    }
}

/// A search and its space, while it runs.
struct Search<'s, S: FeatureSpace> {
    space: &'s S,
    scratch: &'s mut S::Scratch,
    run: &'s mut OngoingFeatureSearch<S>,
}

impl<S: FeatureSpace> Search<'_, S> {
    fn run(&mut self, nodes: u64, control: &mut Control) -> Result<Option<NodeId>, Stop> {
        while let Some(start) = self.run.starts.pop() {
            if self.run.store.find(&start).is_none()
                && let Some(goal) = self.reach(start, None, control)?
            {
                return Ok(Some(goal));
            }
        }
        let before = control.stats().nodes;
        let turns = NonZero::<u64>::from(self.space.turns());
        while control.stats().nodes - before < nodes {
            let goes_round = self.run.turns % turns == 0;
            let cell = if goes_round { self.next_cell() } else { self.run.cells.keys().next_back().copied() };
            let Some(cell) = cell else { return Ok(None) };
            self.run.turns += 1;
            if goes_round {
                self.run.last = Some(cell);
            }
            if let Some(goal) = self.turn(cell, control)? {
                return Ok(Some(goal));
            }
        }
        Err(Stop::Nodes)
    }

    /// Returns the next cell in rotation.
    fn next_cell(&self) -> Option<S::Cell> {
        let OngoingFeatureSearch { cells, last, .. } = &*self.run;
        let behind = last.and_then(|last| cells.range((Bound::Excluded(last), Bound::Unbounded)).next());
        behind.or_else(|| cells.iter().next()).map(|(&cell, _)| cell)
    }

    /// Tries actions of a cell until one leads to a new state; returns that state if it is a goal.
    fn turn(&mut self, cell: S::Cell, control: &mut Control) -> Result<Option<NodeId>, Stop> {
        loop {
            let Some(queue) = self.run.cells.get_mut(&cell) else { return Ok(None) };
            let Some(Reverse((weight, _, id))) = queue.pop() else {
                self.run.cells.remove(&cell);
                return Ok(None);
            };
            let list = &mut self.run.untried[id.index()];
            let advice = list.pop().expect("invariant: what is queued has something untried");
            if let Some(next) = list.last() {
                queue.push(Reverse((self.run.store.cost(id) + u32::from(next.weight), next.rank, id)));
            } else {
                let bytes = list_bytes(list);
                *list = Vec::new();
                control.release(bytes);
                self.run.held -= bytes;
            }
            let state = self.space.after(self.run.store.state(id), advice.action);
            if self.run.store.find(&state).is_some() {
                continue;
            }
            control.spend(1)?;
            if self.space.is_lost(self.scratch, &state, advice.action, control)? {
                continue;
            }
            return self.reach(state, Some((id, advice.action, weight)), control);
        }
    }

    /// Stores a new state with all its actions; returns it if it is a goal.
    fn reach(
        &mut self,
        state: S::State,
        from: Option<(NodeId, S::Action, u32)>,
        control: &mut Control,
    ) -> Result<Option<NodeId>, Stop> {
        let (weight, parent) = from.map_or((0, None), |(id, action, weight)| (weight, Some((id, action))));
        let (Insertion::New(id) | Insertion::Known(id)) =
            self.run.store.insert(state, weight, parent, 0, control)?;
        let state = self.run.store.state(id);
        if self.space.is_goal(self.scratch, state) {
            return Ok(Some(id));
        }
        let mut list = Vec::new();
        self.space.advise(self.scratch, state, control, &mut |advice| list.push(advice))?;
        sort_by_weight(&mut list);
        list.shrink_to_fit();
        // The memory in the queue counts as well.
        let bytes = list_bytes(&list) + size_of::<Vec<S::Action>>() as u64 + 16;
        control.hold(bytes)?;
        self.run.held += bytes;
        if let Some(first) = list.last() {
            let entry = Reverse((weight + u32::from(first.weight), first.rank, id));
            self.run.cells.entry(self.space.cell(self.scratch, state)).or_default().push(entry);
        }
        self.run.untried.push(list);
        Ok(None)
    }
}

/// Sorts the actions so that the least weights are last. As a separate function it is compiled once
/// for all spaces with the same actions.
fn sort_by_weight<A>(list: &mut [Advice<A>]) {
    list.sort_by_key(|advice| Reverse((advice.weight, advice.rank)));
}

fn list_bytes<A>(list: &Vec<Advice<A>>) -> u64 {
    (list.capacity() * size_of::<Advice<A>>()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Budget;

    /// The numbers below 1,000, with misleading weights and ranks. Multiples of seven are lost.
    struct Numbers {
        goal: u32,
    }

    const ACTIONS: [fn(u32) -> u32; 3] = [|n| 2 * n % 1_000, |n| (n + 1) % 1_000, |n| n / 3];

    impl FeatureSpace for Numbers {
        type State = u32;
        type Action = usize;
        type Cell = u32;
        type Scratch = ();

        fn scratch(&self) {}

        fn is_goal(&self, (): &mut (), &number: &u32) -> bool {
            number == self.goal
        }

        fn cell(&self, (): &mut (), &number: &u32) -> u32 {
            number % 5
        }

        fn advise(
            &self,
            (): &mut (),
            &number: &u32,
            control: &mut Control,
            visit: &mut impl FnMut(Advice<usize>),
        ) -> Result<(), Stop> {
            control.advance(1)?;
            for action in 0..3 {
                visit(Advice { action, weight: (number % 3) as u16, rank: action as u32 });
            }
            Ok(())
        }

        fn after(&self, &number: &u32, action: usize) -> u32 {
            ACTIONS[action](number)
        }

        fn is_lost(&self, (): &mut (), &number: &u32, _: usize, control: &mut Control) -> Result<bool, Stop> {
            control.spend(1)?;
            Ok(number % 7 == 0)
        }
    }

    /// Returns all numbers reachable from these.
    fn reached(mut reached: Vec<u32>) -> Vec<u32> {
        let mut next = 0;
        while let Some(&number) = reached.get(next) {
            next += 1;
            for after in ACTIONS.map(|action| action(number)) {
                if after % 7 != 0 && !reached.contains(&after) {
                    reached.push(after);
                }
            }
        }
        reached
    }

    #[test]
    fn every_state_that_can_be_reached_is_found_and_no_other() {
        let reached = reached(alloc::vec![1]);
        assert!(reached.len() > 700);
        for goal in 0..1_000 {
            let mut control = Control::unlimited();
            match feature_search(&Numbers { goal }, 1, &mut control) {
                Outcome::Solved { plan, quality } => {
                    let end = plan.actions.iter().fold(1, |number, &action| ACTIONS[action](number));
                    assert_eq!((end, quality, reached.contains(&goal)), (goal, Quality::Feasible, true));
                }
                outcome => assert_eq!((outcome, reached.contains(&goal)), (Outcome::Unsolvable, false)),
            }
            assert_eq!(control.stats().bytes, 0);
        }
    }

    #[test]
    fn a_path_begins_in_any_of_several_starts() {
        // 0 leads to 1 and to itself, and 500 leads to 0. Multiples of seven are lost only when
        // reached by an action.
        let starts = [14, 0, 14, 500];
        let all = reached(starts.to_vec());
        let mut begun = [0; 4];
        for goal in 0..1_000 {
            let mut control = Control::unlimited();
            let space = Numbers { goal };
            let outcome = feature_search_from(&space, &mut space.scratch(), starts, &mut control);
            assert_eq!(control.stats().bytes, 0);
            let Some(path) = outcome.plan() else {
                assert!(!all.contains(&goal), "{goal}");
                continue;
            };
            let ends =
                |start: u32| path.actions.iter().fold(start, |number, &action| ACTIONS[action](number));
            let from = starts.iter().position(|&start| ends(start) == goal).expect("from one of them");
            begun[from] += 1;
        }
        assert!(begun[0] > 0 && begun[1] > 0 && begun[3] > 0, "{begun:?}");
        let none = feature_search_from(&Numbers { goal: 1 }, &mut (), [], &mut Control::unlimited());
        assert_eq!(none, Outcome::Unsolvable);
    }

    #[test]
    fn in_parts_a_search_finds_the_same_with_the_same_nodes() {
        let mut continued = 0;
        for goal in (0..1_000).step_by(17) {
            let space = Numbers { goal };
            let mut whole = Control::unlimited();
            let outcome = feature_search(&space, 1, &mut whole);
            let (mut control, mut run) = (Control::unlimited(), OngoingFeatureSearch::new([1]));
            let in_parts = loop {
                match run.run(&space, &mut (), 1 + u64::from(goal) % 9, &mut control) {
                    Outcome::Stopped { why, .. } => assert_eq!(why, Stop::Nodes),
                    outcome => break outcome,
                }
                continued += 1;
            };
            assert_eq!((in_parts, control.stats().nodes), (outcome, whole.stats().nodes));
            let path = run.actions_to(&1).expect("the start is stored");
            assert!(path.is_empty() && run.actions_to(&7).is_none());
            run.release(&mut control);
            assert_eq!(control.stats().bytes, 0);
        }
        assert!(continued > 1_000, "{continued}");
    }

    #[test]
    fn limits_end_it_and_nothing_is_held_afterwards() {
        for nodes in 0..50 {
            let mut control = Control::new(Budget::new().with_nodes(nodes));
            let outcome = feature_search(&Numbers { goal: 7 }, 1, &mut control);
            assert_eq!(outcome, Outcome::stopped(Stop::Nodes));
            assert_eq!(control.stats().bytes, 0);
        }
        let mut bytes = 0;
        loop {
            let mut control = Control::new(Budget::new().with_bytes(bytes));
            let outcome = feature_search(&Numbers { goal: 7 }, 1, &mut control);
            assert!(control.stats().peak_bytes <= bytes && control.stats().bytes == 0);
            if outcome == Outcome::Unsolvable {
                break;
            }
            assert_eq!(outcome, Outcome::stopped(Stop::Memory));
            bytes += 10_000;
        }
        assert!(bytes > 20_000);
    }
}
