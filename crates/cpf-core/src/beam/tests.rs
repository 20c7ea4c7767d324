//! Compares beams with all sequences of strategies, and tests the loop around them.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::graph::Graph;
use motion_core::internal::Metered;
use motion_core::observer::{Improvement, Observer};
use motion_core::{Budget, Configuration, Control, Grid, Move, Plan, Stop, Token, Vertex};

use super::{AnytimePlan, Stages, search};
use crate::Instance;
use crate::board::{BlankRoute, GoalDistances, OperationError, WorkingBoard};

/// Carries one robot after another to its goal.
struct Carrier<'a, 'c> {
    board: WorkingBoard<'a, 'c>,
    targets: Vec<Vertex>,
    reachable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strategy {
    By(BlankRoute),
    /// Always blocked.
    Never,
}

impl<'a, 'c: 'a> Stages<'a, 'c> for Carrier<'a, 'c> {
    type Strategy = Strategy;

    fn board(&mut self) -> &mut WorkingBoard<'a, 'c> {
        &mut self.board
    }

    fn apply(&mut self, stage: usize, strategy: Strategy) -> Result<(), OperationError> {
        let Strategy::By(route) = strategy else { return Err(OperationError::Blocked) };
        self.board.carry(Token(stage as u32), self.targets[stage], route)
    }

    fn commit(&mut self, stage: usize) {
        self.board.lock(self.targets[stage]);
    }

    fn finish(&mut self) -> Result<bool, OperationError> {
        Ok(self.reachable)
    }
}

const STRATEGIES: [Strategy; 3] = [
    Strategy::By(BlankRoute::Weighted { eighths: 7 }),
    Strategy::By(BlankRoute::Weighted { eighths: 2 }),
    Strategy::By(BlankRoute::Shortest),
];

fn grid() -> (Grid, Graph) {
    let grid = Grid::new(4, 4).expect("legal");
    let graph = grid.to_graph().graph;
    (grid, graph)
}

/// Places fourteen robots on sixteen cells; the first five go to their goals.
fn scene(seed: u32) -> (Configuration, Configuration) {
    let start: Vec<_> = (0..14).map(|robot| Vertex((robot * 5 + seed) % 16)).collect();
    // No robot at its goal turns another robot's goal into a dead end.
    let goal: Vec<_> = [0, 1, 2, 4, 5, 3].into_iter().chain(6..14).map(Vertex).collect();
    [start, goal].map(|places| Configuration::new(16, &places).expect("distinct")).into()
}

const STAGES: usize = 5;

fn with_carrier<T>(seed: u32, control: &mut Control, run: impl FnOnce(&mut Carrier) -> T) -> Result<T, Stop> {
    let (grid, graph) = grid();
    let (start, goal) = scene(seed);
    let distances = GoalDistances::new(&graph, Some(&grid), &goal, control)?;
    let board = WorkingBoard::new(&graph, start, distances, control)?;
    Ok(run(&mut Carrier { board, targets: goal.places().to_vec(), reachable: true }))
}

fn beam(seed: u32, width: usize, strategies: &[Strategy]) -> Vec<Move> {
    let mut control = Control::unlimited();
    let found = with_carrier(seed, &mut control, |carrier| search(carrier, 0..STAGES, width, strategies))
        .expect("no limit");
    assert_eq!(control.stats().bytes, 0);
    found.expect("not blocked").expect("always reachable")
}

/// Returns the fewest moves of all sequences of strategies.
fn fewest(seed: u32) -> usize {
    let sequences = 0..STRATEGIES.len().pow(STAGES as u32);
    let moves = |sequence: usize| {
        let run = |carrier: &mut Carrier| {
            let mut left = sequence;
            for stage in 0..STAGES {
                carrier.apply(stage, STRATEGIES[left % STRATEGIES.len()]).expect("room enough");
                carrier.commit(stage);
                left /= STRATEGIES.len();
            }
            carrier.board.trail().len()
        };
        with_carrier(seed, &mut Control::unlimited(), run).expect("no limit")
    };
    sequences.map(moves).min().expect("there are some")
}

#[test]
fn a_beam_that_forgets_nothing_finds_the_best_sequence() {
    let mut shorter = 0;
    for seed in 0..12 {
        let best = fewest(seed);
        let (_, graph) = grid();
        let found = beam(seed, 1000, &STRATEGIES);
        assert_eq!(found.len(), best, "seed {seed}");
        let (mut now, goal) = scene(seed);
        graph.replay(&mut now, Plan::from(found)).expect("legal");
        assert!(now.places()[..STAGES] == goal.places()[..STAGES]);
        shorter += usize::from(best < beam(seed, 1, &STRATEGIES).len());
    }
    assert!(shorter > 3, "greed would do: {shorter}");
}

#[test]
fn one_state_and_one_manner_are_the_work_itself() {
    for (seed, strategy) in (0..12).flat_map(|seed| STRATEGIES.map(|strategy| (seed, strategy))) {
        let run = |carrier: &mut Carrier| {
            for stage in 0..STAGES {
                carrier.apply(stage, strategy).expect("room enough");
                carrier.commit(stage);
            }
            carrier.board.trail().to_vec()
        };
        let alone = with_carrier(seed, &mut Control::unlimited(), run).expect("no limit");
        assert_eq!(beam(seed, 1, &[strategy]), alone);
        // Equal strategies do not crowd out others.
        assert_eq!(beam(seed, 9, &[strategy; 3]), alone);
    }
}

#[test]
fn what_is_equal_is_kept_once() {
    let peak = |strategies: &[Strategy]| {
        let mut control = Control::unlimited();
        let run = |carrier: &mut Carrier| search(carrier, 0..STAGES, 100, strategies).is_ok();
        assert_eq!(with_carrier(1, &mut control, run), Ok(true));
        control.stats().peak_bytes
    };
    // A stage has three times as many continuations, but not three times as many states after it.
    let (once, thrice) = (peak(&STRATEGIES[..1]), peak(&[STRATEGIES[0]; 3]));
    assert!(thrice - once < 2 * 12 * beam(1, 1, &STRATEGIES[..1]).len() as u64, "{once} and {thrice}");
}

#[test]
fn blocked_manners_are_left_out() {
    let first = &STRATEGIES[..1];
    assert_eq!(beam(3, 4, &[Strategy::Never, STRATEGIES[0], Strategy::Never]), beam(3, 4, first));
    let blocked = with_carrier(3, &mut Control::unlimited(), |carrier| {
        search(carrier, 0..STAGES, 4, &[Strategy::Never, Strategy::Never])
    });
    assert_eq!(blocked, Ok(Err(OperationError::Blocked)));
    let unreachable = with_carrier(3, &mut Control::unlimited(), |carrier| {
        carrier.reachable = false;
        search(carrier, 0..STAGES, 4, first)
    });
    assert_eq!(unreachable, Ok(Ok(None)));
}

#[test]
fn limits_stop_beams_and_everything_held_is_given_back() {
    let run = |control: &mut Control| {
        with_carrier(7, control, |carrier| search(carrier, 0..STAGES, 20, &STRATEGIES).map(drop))
    };
    let mut unlimited = Control::unlimited();
    assert_eq!(run(&mut unlimited), Ok(Ok(())));
    let (nodes, peak) = (unlimited.stats().nodes, unlimited.stats().peak_bytes);
    for share in 0..20 {
        let mut control = Control::new(Budget::new().with_nodes(nodes * share / 20));
        assert_eq!(run(&mut control), Ok(Err(OperationError::Stop(Stop::Nodes))));
        assert_eq!(control.stats().bytes, 0);
        let mut control = Control::new(Budget::new().with_bytes(peak * share / 20));
        let stopped = run(&mut control);
        assert!(
            stopped == Err(Stop::Memory) || stopped == Ok(Err(OperationError::Stop(Stop::Memory))),
            "{stopped:?}"
        );
        assert_eq!(control.stats().bytes, 0);
    }
    assert_eq!(run(&mut Control::new(Budget::new().with_nodes(nodes).with_bytes(peak))), Ok(Ok(())));
}

/// Returns a robot's moves forth and back on a path, this many times, before the last step.
fn detours(times: usize) -> Vec<Move> {
    let step = |from, to| Move { token: Token(0), from: Vertex(from), to: Vertex(to) };
    let mut moves = vec![[step(0, 1), step(1, 0)]; times].concat();
    moves.push(step(0, 1));
    moves
}

fn path() -> Instance {
    let path = Graph::from_edges(3, [(0, 1), (1, 2)].map(|(a, b)| (Vertex(a), Vertex(b)))).expect("simple");
    Instance::new(path, &[(Vertex(0), Vertex(1))]).expect("legal")
}

/// An observer that records the costs of the plans it receives.
#[derive(Default)]
struct CostLog {
    costs: Vec<u64>,
    /// The cost at which it breaks off.
    stop_at: u64,
}

impl Observer for CostLog {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let cost = improvement.cost;
        self.costs.push(cost);
        if cost > self.stop_at { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

fn finish(plan: AnytimePlan, control: &mut Control) -> (Result<(), Stop>, Vec<Move>) {
    let mut written = Vec::new();
    let mut sink = Metered::new(&mut written);
    let result = plan.finish(None, &mut sink, control);
    sink.release(control);
    (result, written)
}

#[test]
fn only_shorter_plans_are_taken() {
    let (instance, mut log) = (path(), CostLog::default());
    let mut control = Control::unlimited().with_observer(&mut log);
    let mut plan = AnytimePlan::new(&instance, detours(5), &mut control).expect("no limit");
    for (times, kept) in [(6, 5), (5, 5), (3, 3), (4, 3), (2, 2)] {
        assert_eq!(plan.offer(detours(times), &mut control), 2 * times + 1);
        assert_eq!(plan.best(), detours(kept));
    }
    assert_eq!(control.stats().bytes, size_of_val(plan.best()) as u64);
    let (result, written) = finish(plan, &mut control);
    assert_eq!(result, Ok(()));
    assert_eq!((written, control.stats().bytes), (detours(0), 0));
    assert_eq!(log.costs, [11, 7, 5, 1]);
}

#[test]
fn redundancy_is_removed_if_that_is_on() {
    let (instance, mut log) = (path(), CostLog::default());
    let mut control = Control::unlimited().with_observer(&mut log);
    let plan = AnytimePlan::new(&instance, detours(5), &mut control).expect("no limit");
    let mut plan = plan.with_removal(&mut control);
    assert_eq!(plan.best(), detours(0));
    assert_eq!(plan.offer(detours(9), &mut control), 1);
    assert_eq!(log.costs, [11, 1], "told of what is no better");
}

#[test]
fn beams_widen_as_far_as_the_budget_allows() {
    // A beam spends 1,000 nodes for each state.
    let widths = |widest, limit: Option<u64>, share| {
        let instance = path();
        let budget = limit.map_or(Budget::new(), |limit| Budget::new().with_nodes(limit));
        let mut control = Control::new(budget);
        let mut plan = AnytimePlan::new(&instance, detours(5), &mut control).expect("no limit");
        let mut widths = Vec::new();
        plan.widen(widest, share, &mut control, |width, control| {
            control.spend_many(1000 * width as u64)?;
            widths.push(width);
            Ok(Some(detours(3)))
        });
        assert_eq!(plan.best().len(), if widths.is_empty() { 11 } else { 7 });
        (widths, control.stats().nodes)
    };
    assert_eq!(widths(100, None, 0.0), (vec![4, 16, 64, 100], 184_000));
    assert_eq!(widths(1, None, 0.0), (vec![], 0));
    // Beams get 750,000 nodes. After 340,000, a beam of 1,024 states does not fit, nor more than
    // six quarters of 256.
    assert_eq!(widths(4096, Some(1_000_000), 0.001), (vec![4, 16, 64, 256, 384], 724_000));
    // The next beam must be at least a quarter wider: 5/4 of 0.6 is at most three quarters, 5/4 of
    // 0.61 is more.
    assert_eq!(widths(4096, Some(2_000), 0.6), (vec![2], 2_000));
    assert_eq!(widths(4096, Some(2_000), 0.61), (vec![], 0));
}

#[test]
fn an_observer_that_breaks_off_gets_the_plan_as_it_is() {
    let instance = path();
    for stop_at in [11, 7] {
        let mut log = CostLog { costs: Vec::new(), stop_at };
        let mut control = Control::unlimited().with_observer(&mut log);
        let mut plan = AnytimePlan::new(&instance, detours(5), &mut control).expect("no limit");
        plan.widen(100, 0.0, &mut control, |_, control| {
            control.spend(1)?;
            Ok(Some(detours(3)))
        });
        let (result, written) = finish(plan, &mut control);
        assert_eq!(result, Ok(()));
        assert_eq!(written.len() as u64, stop_at);
        assert_eq!(log.costs.last(), Some(&stop_at));
    }
}

#[test]
fn plans_need_room() {
    let instance = path();
    let room = |plans: usize| (12 * 11 * plans) as u64;
    let mut control = Control::new(Budget::new().with_bytes(room(1) - 1));
    assert_eq!(AnytimePlan::new(&instance, detours(5), &mut control).err(), Some(Stop::Memory));
    let mut control = Control::new(Budget::new().with_bytes(room(1)));
    let mut plan = AnytimePlan::new(&instance, detours(5), &mut control).expect("room enough");
    plan.offer(detours(4), &mut control);
    assert_eq!(plan.best().len(), 11, "there is no room for both");
    assert_eq!(finish(plan, &mut control).0, Err(Stop::Memory));
    assert_eq!(control.stats().bytes, 0);
}
