use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::ControlFlow;

use motion_testing::cases;
use proptest::prelude::*;

use super::*;
use crate::control::{Budget, CancelFlag, Control};
use crate::outcome::{Outcome, Quality, Stop};
use crate::search::iterative_deepening::MemoryPolicy;

/// A directed graph with weights, the true distances to its goal, and lower bounds on them.
#[derive(Clone, Debug)]
pub(super) struct Weighted {
    pub(super) arcs: Vec<Vec<(u32, u32)>>,
    pub(super) goal: u32,
    pub(super) bounds: Vec<Option<u32>>,
}

impl Space for Weighted {
    type State = u32;
    type Action = (u32, u32);
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), &state: &u32) -> bool {
        state == self.goal
    }

    fn successors(&self, (): &mut (), &state: &u32, visit: &mut impl FnMut((u32, u32), u32, u32)) {
        for &(to, weight) in &self.arcs[state as usize] {
            visit((state, to), to, weight);
        }
    }

    fn continues(&self, last: (u32, u32), next: (u32, u32)) -> bool {
        (last.1 + next.1).is_multiple_of(3)
    }

    fn heap_bytes(&self, &state: &u32) -> u64 {
        u64::from(state)
    }
}

impl Heuristic<Weighted> for &Weighted {
    fn lower_bound(&mut self, &state: &u32) -> Option<u32> {
        self.bounds[state as usize]
    }
}

/// A heuristic that gives its bounds only for states that are expanded.
#[derive(Clone, Copy)]
pub(super) struct Late<H>(pub(super) H);

impl<S: Space, H: Heuristic<S>> Heuristic<S> for Late<H> {
    fn lower_bound(&mut self, _: &S::State) -> Option<u32> {
        Some(0)
    }

    fn raised(&mut self, state: &S::State, bound: u32) -> Option<u32> {
        self.0.lower_bound(state).map(|raised| raised.max(bound))
    }
}

/// Computes distances to the goal by relaxing every arc n times; `unit` counts actions instead of
/// costs.
pub(super) fn distances(arcs: &[Vec<(u32, u32)>], goal: u32, unit: bool) -> Vec<Option<u32>> {
    let mut distance = alloc::vec![None; arcs.len()];
    distance[goal as usize] = Some(0);
    for _ in 0..arcs.len() {
        for (from, arcs) in arcs.iter().enumerate() {
            let through = arcs.iter().filter_map(|&(to, weight)| {
                distance[to as usize].map(|rest: u32| rest + if unit { 1 } else { weight })
            });
            distance[from] = through.chain(distance[from]).min();
        }
    }
    distance
}

/// Generates graphs of twelve vertices whose arcs cost at least `least`.
pub(super) fn weighted(least: u32) -> impl Strategy<Value = Weighted> {
    let arcs = proptest::collection::vec(proptest::collection::vec((0u32..12, least..9), 0..5), 12);
    (arcs, 0u32..12, proptest::collection::vec(0u32..5, 12)).prop_map(|(arcs, goal, slack)| {
        let exact = distances(&arcs, goal, false);
        // Random slack makes the bound inconsistent but never inadmissible.
        let bounds =
            exact.iter().zip(slack).map(|(&exact, slack)| exact.map(|d| d.saturating_sub(slack * 3)));
        let bounds = bounds.collect();
        Weighted { arcs, goal, bounds }
    })
}

pub(super) fn check_path(space: &Weighted, path: &Path<(u32, u32)>, unit: bool) {
    let mut state = 0;
    let mut cost = 0;
    for &(from, to) in &path.actions {
        assert_eq!(from, state);
        let weights = space.arcs[from as usize].iter().filter(|arc| arc.0 == to).map(|arc| arc.1);
        cost += if unit { 1 } else { weights.min().expect("an arc of the graph") };
        state = to;
    }
    assert_eq!(state, space.goal);
    assert_eq!(u64::from(cost), path.cost);
}

/// Compares the result of an engine with the true distance.
fn check_outcome(space: &Weighted, outcome: Outcome<Path<(u32, u32)>>, unit: bool) {
    match (outcome, distances(&space.arcs, space.goal, unit)[0]) {
        (Outcome::Solved { plan, quality: Quality::Optimal }, Some(distance)) => {
            check_path(space, &plan, unit);
            assert_eq!(plan.cost, u64::from(distance));
        }
        (Outcome::Unsolvable, None) => {}
        (outcome, distance) => panic!("{outcome:?}, but the distance is {distance:?}"),
    }
}

proptest! {
    #[test]
    fn both_engines_agree_with_exhaustive_relaxation(space in weighted(0)) {
        for unit in [false, true] {
            let control = &mut Control::unlimited();
            let outcome = if unit { breadth_first(&space, 0, control) } else { a_star(&space, &space, 0, control) };
            check_outcome(&space, outcome, unit);
        }
    }

    #[test]
    fn bounds_that_are_told_late_keep_the_least_cost(space in weighted(0)) {
        check_outcome(&space, a_star(&space, Late(&space), 0, &mut Control::unlimited()), false);
    }

    #[test]
    fn a_stopped_search_proves_its_bound(space in weighted(0), limit in 0u64..12) {
        for unit in [false, true] {
            let control = &mut Control::new(Budget::new().with_nodes(limit));
            let outcome = if unit { breadth_first(&space, 0, control) } else { a_star(&space, &space, 0, control) };
            prop_assert!(control.stats().nodes <= limit);
            if let Outcome::Stopped { why, best, lower_bound } = outcome {
                prop_assert_eq!((why, best), (Stop::Nodes, None));
                let distance = distances(&space.arcs, space.goal, unit)[0];
                let bound = lower_bound.expect("both engines know one");
                prop_assert!(distance.is_none_or(|distance| bound <= u64::from(distance)));
            }
        }
    }
}

/// Sliding tiles on a 2 × 3 board; 0 is the blank, and the goal is ascending order.
pub(super) struct Sliding;

pub(super) const ORDERED: [u8; 6] = [0, 1, 2, 3, 4, 5];

impl Space for Sliding {
    type State = [u8; 6];
    /// The blank's move.
    type Action = (u8, u8);
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), state: &[u8; 6]) -> bool {
        *state == ORDERED
    }

    fn successors(&self, (): &mut (), state: &[u8; 6], visit: &mut impl FnMut((u8, u8), [u8; 6], u32)) {
        let blank = state.iter().position(|&tile| tile == 0).expect("a blank");
        for to in 0..6 {
            if to + 3 == blank || blank + 3 == to || (to.abs_diff(blank) == 1 && to / 3 == blank / 3) {
                let mut next = *state;
                next.swap(blank, to);
                visit((blank as u8, to as u8), next, 1);
            }
        }
    }

    /// Returns whether both moves are in a row, or both in a column.
    fn continues(&self, last: (u8, u8), next: (u8, u8)) -> bool {
        (last.0.abs_diff(last.1) == 3) == (next.0.abs_diff(next.1) == 3)
    }
}

impl Heuristic<Sliding> for Sliding {
    fn lower_bound(&mut self, state: &[u8; 6]) -> Option<u32> {
        let tiles = state.iter().enumerate().filter(|&(_, &tile)| tile != 0);
        let far = |(at, &tile): (usize, &u8)| {
            let tile = usize::from(tile);
            (at / 3).abs_diff(tile / 3) + (at % 3).abs_diff(tile % 3)
        };
        Some(tiles.map(far).sum::<usize>() as u32)
    }
}

/// Returns every solvable board with its fewest moves.
pub(super) fn boards() -> Vec<([u8; 6], u32)> {
    let mut boards = Vec::new();
    let seen = explore(&Sliding, [ORDERED], &mut Control::unlimited(), |&state, depth| {
        boards.push((state, depth));
        ControlFlow::Continue(())
    });
    assert_eq!((seen, boards.last().map(|board| board.1)), (Ok(360), Some(21)));
    boards
}

/// Returns whether the moves solve the board.
pub(super) fn orders(mut board: [u8; 6], moves: &[(u8, u8)]) -> bool {
    for &(from, to) in moves {
        let mut legal = false;
        Sliding.successors(&mut (), &board, &mut |action, _, _| legal |= action == (from, to));
        if !legal {
            return false;
        }
        board.swap(usize::from(from), usize::from(to));
    }
    board == ORDERED
}

/// The numbers from 0 on, infinitely many, each with two successors.
pub(super) struct Endless;

impl Space for Endless {
    type State = u64;
    type Action = bool;
    type Scratch = ();

    fn scratch(&self) {}

    fn successors(&self, (): &mut (), &state: &u64, visit: &mut impl FnMut(bool, u64, u32)) {
        visit(false, 2 * state + 1, 1);
        visit(true, 2 * state + 2, 1);
    }
}

impl Backward for Endless {
    type Forward = bool;

    fn inverse(&self, action: bool) -> bool {
        action
    }
}

const ENGINES: usize = 8;
const FORGETTING: [usize; 2] = [3, 4];

fn stop_of(engine: usize, control: &mut Control) -> Stop {
    let deepening = IterativeDeepening::default().with_inertia(true);
    // The states after 1 and the states after 2 never meet.
    let both = |order| Bidirectional::default().with_orders(order, Order::BreadthFirst);
    let depth_first = Order::DepthFirst { inertia: false };
    let outcome = match engine {
        0 => breadth_first(&Endless, 0, control),
        1 => a_star(&Endless, NoHeuristic, 0, control),
        2 => deepening.search(&Endless, NoHeuristic, 0, control),
        3 => deepening.with_memory(MemoryPolicy::TranspositionTable).with_least(20).search(
            &Endless,
            NoHeuristic,
            0,
            control,
        ),
        4 => {
            let both = MemoryPolicy::KeepAllThenTable;
            deepening.with_memory(both).search(&Endless, NoHeuristic, 0, control)
        }
        5 => both(Order::BreadthFirst).search(&Endless, &1, &Endless, &[2], control),
        6 => both(depth_first).search(&Endless, &1, &Endless, &[2], control),
        _ => match explore(&Endless, [0], control, |_, _| ControlFlow::Continue(())) {
            Ok(states) => panic!("an endless space was exhausted after {states} states"),
            Err(why) => Outcome::stopped(why),
        },
    };
    match outcome {
        Outcome::Stopped { why, best: None, .. } => why,
        outcome => panic!("an endless space gave {outcome:?}"),
    }
}

#[test]
fn every_limit_stops_every_engine() {
    for engine in 0..ENGINES {
        let control = &mut Control::new(Budget::new().with_nodes(12_345));
        assert_eq!(stop_of(engine, control), Stop::Nodes);
        assert_eq!(control.stats().nodes, 12_345);

        for limit in [0, 1 << 10, 1 << 20, 40 << 20].into_iter().take(cases(3, 4)) {
            if FORGETTING.contains(&engine) && limit > 0 {
                // Enough memory for the waiting states.
                let limit = limit.max(1 << 12);
                let control = &mut Control::new(Budget::new().with_bytes(limit).with_nodes(100_000));
                assert_eq!(stop_of(engine, control), Stop::Nodes, "it goes on with what there is");
                assert!(control.stats().peak_bytes <= limit);
                assert_eq!(control.stats().bytes, 0, "everything is given back");
                continue;
            }
            let control = &mut Control::new(Budget::new().with_bytes(limit));
            assert_eq!(stop_of(engine, control), Stop::Memory);
            assert!(
                limit < 1 << 20 || control.stats().peak_bytes >= limit / 2,
                "{:?} under {limit}",
                control.stats()
            );
            assert_eq!(control.stats().bytes, 0, "everything is given back");
        }

        let flag = CancelFlag::new();
        flag.raise();
        let control = &mut Control::new(Budget::new().with_cancel(flag));
        assert_eq!(stop_of(engine, control), Stop::Cancelled);
        assert!(control.stats().nodes <= 256);
    }
}

#[cfg(feature = "std")]
#[test]
fn a_running_engine_is_stopped_from_outside() {
    use std::time::Duration;
    for engine in 0..ENGINES {
        let control = &mut Control::new(Budget::new().with_time(Duration::from_millis(5)));
        assert_eq!(stop_of(engine, control), Stop::Time);

        let flag = CancelFlag::new();
        let other = flag.clone();
        let canceller = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(5));
            other.raise();
        });
        let control = &mut Control::new(Budget::new().with_cancel(flag));
        assert_eq!(stop_of(engine, control), Stop::Cancelled);
        canceller.join().expect("the other thread only sleeps");
    }
}

#[test]
fn an_exploration_can_be_ended_early_and_has_many_starts() {
    let mut seen = Vec::new();
    let states = explore(&Endless, [7, 3, 7], &mut Control::unlimited(), |&state, depth| {
        seen.push((state, depth));
        if depth == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(states, Ok(6));
    assert_eq!(seen, [(7, 0), (3, 0), (15, 1), (16, 1), (8, 1), (31, 2)]);
}

#[test]
fn a_goal_at_the_start_costs_nothing() {
    let space = Weighted { arcs: alloc::vec![alloc::vec![]], goal: 0, bounds: alloc::vec![Some(0)] };
    for outcome in [
        breadth_first(&space, 0, &mut Control::unlimited()),
        a_star(&space, &space, 0, &mut Control::unlimited()),
    ] {
        let plan = Path { actions: Vec::new(), cost: 0 };
        assert_eq!(outcome, Outcome::Solved { plan, quality: Quality::Optimal });
    }
}

#[test]
fn sums_beyond_the_queue_stop_the_search() {
    let arcs = alloc::vec![alloc::vec![(1, u32::MAX)], alloc::vec![(2, 5)], alloc::vec![]];
    let space = Weighted { arcs, goal: 2, bounds: alloc::vec![Some(0); 3] };
    let control = &mut Control::new(Budget::new().with_bytes(1 << 20));
    let outcome = a_star(&space, &space, 0, control);
    assert_eq!(outcome, Outcome::Stopped { why: Stop::Memory, best: None, lower_bound: Some(0) });
}

#[test]
fn of_equal_sums_the_latest_is_expanded_first() {
    /// Steps right or down on an infinite floor to (9, 9), with the cells in the order of their
    /// expansion.
    struct Floor(RefCell<Vec<(u32, u32)>>);

    impl Space for Floor {
        type State = (u32, u32);
        type Action = ();
        type Scratch = ();

        fn scratch(&self) {}

        fn is_goal(&self, (): &mut (), &state: &(u32, u32)) -> bool {
            state == (9, 9)
        }

        fn successors(
            &self,
            (): &mut (),
            &(row, column): &(u32, u32),
            visit: &mut impl FnMut((), (u32, u32), u32),
        ) {
            self.0.borrow_mut().push((row, column));
            visit((), (row + 1, column), 1);
            visit((), (row, column + 1), 1);
        }
    }

    let space = Floor(RefCell::default());
    let rest = |&(row, column): &(u32, u32)| Some(9u32.checked_sub(row)? + 9u32.checked_sub(column)?);
    let path = a_star(&space, rest, (0, 0), &mut Control::unlimited()).plan();
    assert_eq!(path.map(|path| path.cost), Some(18));
    // All sums are 18: only the cells of one path are expanded, the last successor first.
    let way = (0..=9).map(|column| (0, column)).chain((1..9).map(|row| (row, 9)));
    assert!(space.0.into_inner().into_iter().eq(way));
}

#[test]
fn bounds_that_are_told_late_save_expansions() {
    let (mut none, mut late) = (Control::unlimited(), Control::unlimited());
    for (board, moves) in boards() {
        for outcome in [
            a_star(&Sliding, NoHeuristic, board, &mut none),
            a_star(&Sliding, Late(Sliding), board, &mut late),
        ] {
            assert_eq!(outcome.plan().map(|plan| plan.cost), Some(u64::from(moves)));
        }
    }
    assert!(late.stats().nodes < none.stats().nodes / 3, "{:?}, {:?}", late.stats(), none.stats());
}

/// The numbers up to 15 as a binary tree, and the order of their expansion.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) expanded: RefCell<Vec<u32>>,
    heap_bytes: u64,
}

impl Tree {
    pub(super) fn with_heap_bytes(heap_bytes: u64) -> Self {
        Self { heap_bytes, ..Self::default() }
    }
}

impl Space for Tree {
    type State = u32;
    /// 0 is left, 1 is right.
    type Action = u32;
    type Scratch = ();

    fn scratch(&self) {}

    fn successors(&self, (): &mut (), &state: &u32, visit: &mut impl FnMut(u32, u32, u32)) {
        self.expanded.borrow_mut().push(state);
        (0..2).filter(|side| 2 * state + side < 16).for_each(|side| visit(side, 2 * state + side, 1));
    }

    fn continues(&self, last: u32, next: u32) -> bool {
        last == next
    }

    fn heap_bytes(&self, _: &u32) -> u64 {
        self.heap_bytes
    }
}
