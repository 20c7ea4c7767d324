//! Checks that a space which wraps another passes on everything that engines ask of it.

use core::fmt::Debug;

use motion_core::internal::{ErasedSpace, MemoryPolicy};
use motion_core::search::{
    Backward, Bidirectional, DepthFirst, IterativeDeepening, NoHeuristic, Order, Path, Space, Termination,
    a_star, breadth_first, explore,
};
use motion_core::{Control, Outcome};

/// The order in which actions are tried: as the space lists them, or first those that continue the
/// last action.
const INERTIA: [bool; 2] = [false, true];

/// The first limits. Under a high limit the order decides in how many steps states are first
/// reached.
const LIMITS: [u32; 2] = [0, 9];

/// The result of a search, its nodes, and the most bytes that it held.
type Trace<A> = (Outcome<Path<A>>, u64, u64);

fn trace<A>(search: impl FnOnce(&mut Control) -> Outcome<Path<A>>) -> Trace<A> {
    let mut control = Control::unlimited();
    let outcome = search(&mut control);
    (outcome, control.stats().nodes, control.stats().peak_bytes)
}

/// Returns the traces on a space of every engine that searches in one direction.
pub fn traces<S: Space>(space: &S, start: &S::State) -> Vec<Trace<S::Action>> {
    let mut traces = vec![
        trace(|control| breadth_first(space, start.clone(), control)),
        trace(|control| a_star(space, NoHeuristic, start.clone(), control)),
        trace(|control| DepthFirst::default().search(space, start.clone(), control)),
        trace(|control| {
            let visit = |_: &S::State, _| core::ops::ControlFlow::Continue(());
            explore(space, [start.clone()], control, visit).expect("no limit");
            Outcome::Unsolvable
        }),
    ];
    for memory in [MemoryPolicy::KeepAll, MemoryPolicy::TranspositionTable, MemoryPolicy::KeepAllThenTable] {
        for inertia in INERTIA {
            for limit in LIMITS {
                let engine = IterativeDeepening::default().with_memory(memory).with_inertia(inertia);
                let engine = engine.with_least(limit);
                traces.push(trace(|control| engine.search(space, NoHeuristic, start.clone(), control)));
            }
        }
    }
    traces
}

/// Asserts that a space and a wrapper that should change nothing are searched alike by every engine
/// in one direction, with and without inertia: with the same paths, nodes and bytes.
pub fn assert_alike<S, W>(space: &S, wrapper: &W, start: &S::State)
where
    S: Space<Action: Debug + PartialEq>,
    W: Space<State = S::State, Action = S::Action>,
{
    assert_eq!(traces(&ErasedSpace::new(space), start), traces(&ErasedSpace::new(wrapper), start));
}

/// Does what [`assert_alike`] does, for searches from both ends; `ends` are the starts of the
/// backward space.
pub fn assert_alike_from_both_ends<S, W, B>(
    space: &S,
    wrapper: &W,
    start: &S::State,
    backward: &B,
    ends: &[S::State],
) where
    S: Space<Action: Debug + PartialEq>,
    W: Space<State = S::State, Action = S::Action>,
    B: Backward<State = S::State, Forward = S::Action>,
{
    let orders =
        [Order::BreadthFirst, Order::DepthFirst { inertia: false }, Order::DepthFirst { inertia: true }];
    for (ahead, back) in orders.into_iter().flat_map(|ahead| orders.map(|back| (ahead, back))) {
        let (space, wrapper) = (ErasedSpace::new(space), ErasedSpace::new(wrapper));
        for termination in [Termination::Proved, Termination::FirstMeeting] {
            let engine = Bidirectional::default().with_orders(ahead, back).with_termination(termination);
            assert_eq!(
                trace(|control| engine.search(&space, start, backward, ends, control)),
                trace(|control| engine.search(&wrapper, start, backward, ends, control)),
                "{engine:?}"
            );
        }
    }
}

/// Returns whether inertia changes the nodes of a search of this space, and therefore whether
/// [`assert_alike`] would notice a wrapper without [`Space::continues`].
pub fn is_ordered_by_inertia<S: Space>(space: &S, start: &S::State) -> bool {
    let space = ErasedSpace::new(space);
    let [plain, ordered] = INERTIA.map(|inertia| {
        let engine = IterativeDeepening::default().with_inertia(inertia).with_least(LIMITS[1]);
        trace(|control| engine.search(&space, NoHeuristic, start.clone(), control)).1
    });
    plain != ordered
}

/// A space whose states hold memory beside their own size, so that a wrapper without
/// [`Space::heap_bytes`] is also noticed.
pub struct WithHeapBytes<S>(pub S);

impl<S: Space> Space for WithHeapBytes<S> {
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
        self.0.successors(scratch, state, visit);
    }

    fn continues(&self, last: S::Action, next: S::Action) -> bool {
        self.0.continues(last, next)
    }

    fn heap_bytes(&self, state: &S::State) -> u64 {
        self.0.heap_bytes(state) + 100
    }
}
