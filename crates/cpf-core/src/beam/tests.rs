//! Beams against all sequences of manners, and the loop around them.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::{
    Budget, Configuration, Control, Graph, Grid, Move, Observer, Plan, Stats, Stop, Token, Vertex, replay,
};

use super::{Anytime, Rounds, search};
use crate::Instance;
use crate::board::{Homes, Route, Trouble, WorkingBoard};

/// One robot after another is carried home.
struct Carrier<'a, 'c> {
    board: WorkingBoard<'a, 'c>,
    homes: Vec<Vertex>,
    reachable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    By(Route),
    /// Always blocked.
    Never,
}

impl<'a, 'c: 'a> Rounds<'a, 'c> for Carrier<'a, 'c> {
    type Manner = Manner;

    fn board(&mut self) -> &mut WorkingBoard<'a, 'c> {
        &mut self.board
    }

    fn work(&mut self, round: usize, manner: Manner) -> Result<(), Trouble> {
        let Manner::By(route) = manner else { return Err(Trouble::Blocked) };
        self.board.carry(Token(round as u32), self.homes[round], route)
    }

    fn close(&mut self, round: usize) {
        self.board.lock(self.homes[round]);
    }

    fn finish(&mut self) -> Result<bool, Trouble> {
        Ok(self.reachable)
    }
}

const MANNERS: [Manner; 3] = [
    Manner::By(Route::Weighted { eighths: 7 }),
    Manner::By(Route::Weighted { eighths: 2 }),
    Manner::By(Route::Shortest),
];

fn grid() -> (Grid, Graph) {
    let grid = Grid::new(4, 4).expect("legal");
    let graph = grid.to_graph().graph;
    (grid, graph)
}

/// Fourteen robots on sixteen cells; the first five go home.
fn scene(seed: u32) -> (Configuration, Configuration) {
    let start: Vec<_> = (0..14).map(|robot| Vertex((robot * 5 + seed) % 16)).collect();
    // Nobody who is home makes a dead end of another one's home.
    let goal: Vec<_> = [0, 1, 2, 4, 5, 3].into_iter().chain(6..14).map(Vertex).collect();
    [start, goal].map(|places| Configuration::new(16, &places).expect("distinct")).into()
}

const ROUNDS: usize = 5;

fn with_carrier<T>(seed: u32, control: &mut Control, run: impl FnOnce(&mut Carrier) -> T) -> Result<T, Stop> {
    let (grid, graph) = grid();
    let (start, goal) = scene(seed);
    let homes = Homes::new(&graph, Some(&grid), &goal, control)?;
    let board = WorkingBoard::new(&graph, start, homes, control)?;
    Ok(run(&mut Carrier { board, homes: goal.places().to_vec(), reachable: true }))
}

fn beam(seed: u32, width: usize, manners: &[Manner]) -> Vec<Move> {
    let mut control = Control::unlimited();
    let found = with_carrier(seed, &mut control, |carrier| search(carrier, 0..ROUNDS, width, manners))
        .expect("no limit");
    assert_eq!(control.stats().bytes, 0);
    found.expect("not blocked").expect("always reachable")
}

/// The fewest moves of all sequences of manners.
fn fewest(seed: u32) -> usize {
    let sequences = 0..MANNERS.len().pow(ROUNDS as u32);
    let moves = |sequence: usize| {
        let run = |carrier: &mut Carrier| {
            let mut left = sequence;
            for round in 0..ROUNDS {
                carrier.work(round, MANNERS[left % MANNERS.len()]).expect("room enough");
                carrier.close(round);
                left /= MANNERS.len();
            }
            carrier.board.record().len()
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
        let found = beam(seed, 1000, &MANNERS);
        assert_eq!(found.len(), best, "seed {seed}");
        let (mut now, goal) = scene(seed);
        replay(&graph, &mut now, &Plan::from(found)).expect("legal");
        assert!(now.places()[..ROUNDS] == goal.places()[..ROUNDS]);
        shorter += usize::from(best < beam(seed, 1, &MANNERS).len());
    }
    assert!(shorter > 3, "greed would do: {shorter}");
}

#[test]
fn one_state_and_one_manner_are_the_work_itself() {
    for (seed, manner) in (0..12).flat_map(|seed| MANNERS.map(|manner| (seed, manner))) {
        let run = |carrier: &mut Carrier| {
            for round in 0..ROUNDS {
                carrier.work(round, manner).expect("room enough");
                carrier.close(round);
            }
            carrier.board.record().to_vec()
        };
        let alone = with_carrier(seed, &mut Control::unlimited(), run).expect("no limit");
        assert_eq!(beam(seed, 1, &[manner]), alone);
        // Manners that do the same do not crowd out others.
        assert_eq!(beam(seed, 9, &[manner; 3]), alone);
    }
}

#[test]
fn what_is_equal_is_kept_once() {
    let peak = |manners: &[Manner]| {
        let mut control = Control::unlimited();
        let run = |carrier: &mut Carrier| search(carrier, 0..ROUNDS, 100, manners).is_ok();
        assert_eq!(with_carrier(1, &mut control, run), Ok(true));
        control.stats().peak_bytes
    };
    // Three times the continuations of a round, but not three times the states after it.
    let (once, thrice) = (peak(&MANNERS[..1]), peak(&[MANNERS[0]; 3]));
    assert!(thrice - once < 2 * 12 * beam(1, 1, &MANNERS[..1]).len() as u64, "{once} and {thrice}");
}

#[test]
fn blocked_manners_are_left_out() {
    let first = &MANNERS[..1];
    assert_eq!(beam(3, 4, &[Manner::Never, MANNERS[0], Manner::Never]), beam(3, 4, first));
    let blocked = with_carrier(3, &mut Control::unlimited(), |carrier| {
        search(carrier, 0..ROUNDS, 4, &[Manner::Never, Manner::Never])
    });
    assert_eq!(blocked, Ok(Err(Trouble::Blocked)));
    let unreachable = with_carrier(3, &mut Control::unlimited(), |carrier| {
        carrier.reachable = false;
        search(carrier, 0..ROUNDS, 4, first)
    });
    assert_eq!(unreachable, Ok(Ok(None)));
}

#[test]
fn limits_stop_beams_and_everything_held_is_given_back() {
    let run = |control: &mut Control| {
        with_carrier(7, control, |carrier| search(carrier, 0..ROUNDS, 20, &MANNERS).map(drop))
    };
    let mut unlimited = Control::unlimited();
    assert_eq!(run(&mut unlimited), Ok(Ok(())));
    let (nodes, peak) = (unlimited.stats().nodes, unlimited.stats().peak_bytes);
    for share in 0..20 {
        let mut control = Control::new(Budget::new().with_nodes(nodes * share / 20));
        assert_eq!(run(&mut control), Ok(Err(Trouble::Stop(Stop::Nodes))));
        assert_eq!(control.stats().bytes, 0);
        let mut control = Control::new(Budget::new().with_bytes(peak * share / 20));
        let stopped = run(&mut control);
        assert!(
            stopped == Err(Stop::Memory) || stopped == Ok(Err(Trouble::Stop(Stop::Memory))),
            "{stopped:?}"
        );
        assert_eq!(control.stats().bytes, 0);
    }
    assert_eq!(run(&mut Control::new(Budget::new().with_nodes(nodes).with_bytes(peak))), Ok(Ok(())));
}

/// A robot that goes to and fro on a path, this many times, before it takes the last step.
fn dallying(times: usize) -> Vec<Move> {
    let step = |from, to| Move { token: Token(0), from: Vertex(from), to: Vertex(to) };
    let mut moves = vec![[step(0, 1), step(1, 0)]; times].concat();
    moves.push(step(0, 1));
    moves
}

fn path() -> Instance {
    let path = Graph::from_edges(3, [(0, 1), (1, 2)].map(|(a, b)| (Vertex(a), Vertex(b)))).expect("simple");
    Instance::new(path, &[(Vertex(0), Vertex(1))]).expect("legal")
}

/// What an observer has heard of.
#[derive(Default)]
struct Heard {
    costs: Vec<u64>,
    /// Breaks off at this cost.
    content: u64,
}

impl Observer for Heard {
    fn improved(&mut self, cost: u64, _: &Stats) -> ControlFlow<()> {
        self.costs.push(cost);
        if cost > self.content { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn only_shorter_plans_are_taken() {
    let (instance, mut heard) = (path(), Heard::default());
    let mut control = Control::unlimited().with_observer(&mut heard);
    let mut plan = Anytime::new(&instance, dallying(5), &mut control).expect("no limit");
    for (times, kept) in [(6, 5), (5, 5), (3, 3), (4, 3), (2, 2)] {
        assert_eq!(plan.offer(dallying(times), &mut control), 2 * times + 1);
        assert_eq!(plan.best(), dallying(kept));
    }
    assert_eq!(control.stats().bytes, size_of_val(plan.best()) as u64);
    let mut written: Vec<Move> = Vec::new();
    assert_eq!(plan.finish(None, &mut written, &mut control), Ok(()));
    assert_eq!((written, control.stats().bytes), (dallying(0), 0));
    assert_eq!(heard.costs, [11, 7, 5, 1]);
}

#[test]
fn redundancy_is_removed_where_that_is_wanted() {
    let (instance, mut heard) = (path(), Heard::default());
    let mut control = Control::unlimited().with_observer(&mut heard);
    let plan = Anytime::new(&instance, dallying(5), &mut control).expect("no limit");
    let mut plan = plan.with_removal(&mut control);
    assert_eq!(plan.best(), dallying(0));
    assert_eq!(plan.offer(dallying(9), &mut control), 1);
    assert_eq!(heard.costs, [11, 1], "told of what is no better");
}

#[test]
fn beams_widen_as_far_as_the_budget_allows() {
    // A beam spends 1,000 nodes a state.
    let widths = |widest, limit: Option<u64>, share| {
        let instance = path();
        let budget = limit.map_or(Budget::new(), |limit| Budget::new().with_nodes(limit));
        let mut control = Control::new(budget);
        let mut plan = Anytime::new(&instance, dallying(5), &mut control).expect("no limit");
        let mut widths = Vec::new();
        plan.widen(widest, share, &mut control, |width, control| {
            control.spend_many(1000 * width as u64)?;
            widths.push(width);
            Ok(Some(dallying(3)))
        });
        assert_eq!(plan.best().len(), if widths.is_empty() { 11 } else { 7 });
        (widths, control.stats().nodes)
    };
    assert_eq!(widths(100, None, 0.0), (vec![4, 16, 64, 100], 184_000));
    assert_eq!(widths(1, None, 0.0), (vec![], 0));
    // 750,000 nodes are for beams. After 340,000, one of 1,024 states does not fit, and no more
    // than six quarters of 256.
    assert_eq!(widths(4096, Some(1_000_000), 0.001), (vec![4, 16, 64, 256, 384], 724_000));
    // A quarter wider is the least that is worth it: 5/4 of 0.6, but not of 0.61, are three
    // quarters.
    assert_eq!(widths(4096, Some(2_000), 0.6), (vec![2], 2_000));
    assert_eq!(widths(4096, Some(2_000), 0.61), (vec![], 0));
}

#[test]
fn an_observer_who_breaks_off_has_the_plan_as_it_is() {
    let instance = path();
    for content in [11, 7] {
        let mut heard = Heard { costs: Vec::new(), content };
        let mut control = Control::unlimited().with_observer(&mut heard);
        let mut plan = Anytime::new(&instance, dallying(5), &mut control).expect("no limit");
        plan.widen(100, 0.0, &mut control, |_, control| {
            control.spend(1)?;
            Ok(Some(dallying(3)))
        });
        let mut written: Vec<Move> = Vec::new();
        assert_eq!(plan.finish(None, &mut written, &mut control), Ok(()));
        assert_eq!(written.len() as u64, content);
        assert_eq!(heard.costs.last(), Some(&content));
    }
}

#[test]
fn plans_need_room() {
    let instance = path();
    let room = |plans: usize| (12 * 11 * plans) as u64;
    let mut control = Control::new(Budget::new().with_bytes(room(1) - 1));
    assert_eq!(Anytime::new(&instance, dallying(5), &mut control).err(), Some(Stop::Memory));
    let mut control = Control::new(Budget::new().with_bytes(room(1)));
    let mut plan = Anytime::new(&instance, dallying(5), &mut control).expect("room enough");
    plan.offer(dallying(4), &mut control);
    assert_eq!(plan.best().len(), 11, "there is no room for both");
    let mut written: Vec<Move> = Vec::new();
    assert_eq!(plan.finish(None, &mut written, &mut control), Err(Stop::Memory));
    assert_eq!(control.stats().bytes, 0);
}
