use alloc::vec::Vec;

use motion_testing::cases;
use proptest::prelude::*;

use super::*;
use crate::control::Budget;
use crate::search::NoHeuristic;
use crate::search::tests::{Late, Sliding, Tree, Weighted, boards, check_path, distances, orders, weighted};

const MEMORY_POLICIES: [MemoryPolicy; 3] =
    [MemoryPolicy::KeepAll, MemoryPolicy::TranspositionTable, MemoryPolicy::KeepAllThenTable];

fn engines() -> impl Iterator<Item = IterativeDeepening> {
    MEMORY_POLICIES.into_iter().flat_map(|memory| {
        (0..8).map(move |options| {
            IterativeDeepening::default()
                .with_memory(memory)
                .with_inertia(options & 1 > 0)
                .with_bounded(options & 2 > 0)
                .with_ranked(options & 4 > 0)
        })
    })
}

proptest! {
    #[test]
    fn the_least_cost_is_found_with_every_option(space in weighted(1)) {
        let distance = distances(&space.arcs, space.goal, false)[0];
        for engine in engines() {
            let control = &mut Control::unlimited();
            match (engine.search(&space, &space, 0, control), distance) {
                (Outcome::Solved { plan, quality: Quality::Optimal }, Some(distance)) => {
                    check_path(&space, &plan, false);
                    prop_assert_eq!(plan.cost, u64::from(distance));
                }
                (Outcome::Unsolvable, None) => {}
                (outcome, distance) => {
                    prop_assert!(false, "{engine:?}: {outcome:?}, but the distance is {distance:?}");
                }
            }
            prop_assert_eq!(control.stats().bytes, 0);
        }
    }

    #[test]
    fn bounds_that_are_told_before_expansion_keep_the_least_cost(space in weighted(1)) {
        let distance = distances(&space.arcs, space.goal, false)[0];
        let engine = IterativeDeepening::default().with_memory(MemoryPolicy::TranspositionTable);
        let nodes = [false, true].map(|late| {
            let control = &mut Control::unlimited();
            let engine = engine.with_bounded(late);
            let outcome = engine.search(&space, Late(&space), 0, control);
            assert_eq!(outcome.plan().map(|path| path.cost as u32), distance);
            control.stats().nodes
        });
        prop_assert!(distance.is_some() || nodes[1] == 0, "a state without a bound is not expanded");
    }

    #[test]
    fn a_stopped_search_proves_its_bound(space in weighted(1), limit in 0u64..40, bytes: bool) {
        let distance = distances(&space.arcs, space.goal, false)[0].map(u64::from);
        for engine in engines() {
            let budget = Budget::new().with_nodes(if bytes { 1000 } else { limit });
            let budget = if bytes { budget.with_bytes(40 * limit) } else { budget };
            let control = &mut Control::new(budget);
            match engine.search(&space, &space, 0, control) {
                Outcome::Solved { plan, quality } => {
                    prop_assert_eq!((Some(plan.cost), quality), (distance, Quality::Optimal));
                }
                Outcome::Unsolvable => prop_assert_eq!(distance, None),
                Outcome::Stopped { why, best, lower_bound } => {
                    prop_assert!(why == Stop::Nodes || bytes && why == Stop::Memory);
                    prop_assert_eq!(best, None);
                    let bound = lower_bound.expect("the engine knows one");
                    prop_assert!(distance.is_none_or(|distance| bound <= distance));
                    let again = engine.with_least(bound as u32).search(&space, &space, 0, &mut Control::unlimited());
                    prop_assert_eq!(again.plan().map(|path| path.cost), distance);
                }
            }
            prop_assert!(control.stats().nodes <= 1000);
            prop_assert_eq!(control.stats().bytes, 0);
        }
    }

    #[test]
    fn of_several_starts_the_nearest_is_left(space in weighted(1), starts in proptest::collection::vec(0u32..12, 0..4)) {
        let all = distances(&space.arcs, space.goal, false);
        let nearest = starts.iter().filter_map(|&start| all[start as usize]).min();
        for engine in engines() {
            let path = engine.search_from(&space, &space, &starts, &mut Control::unlimited()).plan();
            prop_assert_eq!(path.as_ref().map(|path| path.cost), nearest.map(u64::from));
            let first = path.and_then(|path| path.actions.first().map(|action| action.0));
            prop_assert!(first.is_none_or(|first| starts.contains(&first)));
        }
    }
}

#[test]
fn boards_of_two_by_three_are_ordered_in_the_fewest_moves() {
    for (board, distance) in boards().into_iter().step_by(cases(13, 1)) {
        for engine in engines() {
            let mut runs = [(); 2].map(|()| {
                let control = &mut Control::unlimited();
                let path = engine.search(&Sliding, Sliding, board, control).plan().expect("solvable");
                (path, control.stats().nodes)
            });
            assert_eq!(runs[0], runs[1], "nothing is left to chance");
            let (path, _) = &mut runs[0];
            assert_eq!(path.cost, u64::from(distance), "{board:?} by {engine:?}");
            assert!(orders(board, &path.actions));
        }
    }
}

/// Half of all boards cannot be ordered; this is one of them.
const ODD: [u8; 6] = [0, 2, 1, 3, 4, 5];

#[test]
fn exhaustion_is_a_proof_if_memory_lasts() {
    for engine in engines() {
        let control = &mut Control::unlimited();
        assert_eq!(engine.search(&Sliding, Sliding, ODD, control), Outcome::Unsolvable, "{engine:?}");
        assert!(control.stats().nodes >= 360, "{:?}", control.stats());
    }
    let short = || Control::new(Budget::new().with_bytes(3000).with_nodes(200_000));
    let stop = |memory| {
        let engine = IterativeDeepening::default().with_memory(memory);
        match engine.search(&Sliding, Sliding, ODD, &mut short()) {
            Outcome::Stopped { why, best: None, lower_bound: Some(bound) } => (why, bound > 2),
            outcome => panic!("{outcome:?}"),
        }
    };
    assert_eq!(stop(MemoryPolicy::KeepAll).0, Stop::Memory);
    assert_eq!(stop(MemoryPolicy::TranspositionTable), (Stop::Nodes, true));
    assert_eq!(stop(MemoryPolicy::KeepAllThenTable), (Stop::Nodes, true));
}

#[test]
fn short_of_memory_it_forgets_and_still_finds_the_fewest_moves() {
    let boards = boards();
    let (board, distance) = boards[boards.len() - 1];
    let solve = |memory, bytes| {
        let engine = IterativeDeepening::default().with_memory(memory);
        let control = &mut Control::new(Budget::new().with_bytes(bytes));
        let plan = engine.search(&Sliding, Sliding, board, control).plan().expect("solvable");
        assert_eq!(plan.cost, u64::from(distance));
        assert!(orders(board, &plan.actions));
        assert!(control.stats().bytes == 0 && control.stats().peak_bytes <= bytes);
        control.stats().nodes
    };
    let plenty = solve(MemoryPolicy::TranspositionTable, 1 << 30);
    let scarce = solve(MemoryPolicy::TranspositionTable, 2000);
    assert!(2 * scarce > 3 * plenty, "{scarce} {plenty}");
    assert!(solve(MemoryPolicy::KeepAllThenTable, 2000) > plenty);
    assert!(solve(MemoryPolicy::KeepAll, 1 << 30) < plenty);
    assert!(solve(MemoryPolicy::KeepAllThenTable, 1 << 30) < plenty);
}

#[test]
fn the_first_action_comes_first_or_that_which_continues_the_last() {
    let order = |inertia, memory| {
        let space = Tree::default();
        let engine = IterativeDeepening::default().with_inertia(inertia).with_memory(memory);
        assert_eq!(
            engine.with_least(3).search(&space, NoHeuristic, 1, &mut Control::unlimited()),
            Outcome::Unsolvable
        );
        space.expanded.into_inner()
    };
    let postponed = |inertia| order(inertia, MemoryPolicy::KeepAll);
    // The first limit reaches the leaves but does not look below them. The leaves follow, those of
    // the latest parent first. Of its successors, the one that continues the last action comes
    // first, otherwise the latest.
    assert_eq!(postponed(false), [1, 2, 4, 5, 3, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8]);
    assert_eq!(postponed(true), [1, 2, 4, 5, 3, 7, 6, 12, 13, 15, 14, 11, 10, 8, 9]);
    // When the search starts over, states come in their normal order.
    let (plain, preferred) =
        (order(false, MemoryPolicy::TranspositionTable), order(true, MemoryPolicy::TranspositionTable));
    assert_eq!(
        plain,
        [&[1, 2, 4, 5, 3, 6, 7][..], &[1, 2, 4, 8, 9, 5, 10, 11, 3, 6, 12, 13, 7, 14, 15]].concat()
    );
    assert_eq!(
        preferred,
        [&[1, 2, 4, 5, 3, 7, 6][..], &[1, 2, 4, 8, 9, 5, 11, 10, 3, 7, 15, 14, 6, 12, 13]].concat()
    );
}

/// A heuristic without bounds that ranks greater numbers, and thus the right side, first.
struct GreatestFirst;

impl Heuristic<Tree> for GreatestFirst {
    fn lower_bound(&mut self, _: &u32) -> Option<u32> {
        Some(0)
    }

    fn rank(&mut self, _: u32, &successor: &u32) -> u32 {
        100 - successor
    }
}

#[test]
fn ranks_order_actions_after_those_that_continue_the_last() {
    let order = |inertia, memory| {
        let space = Tree::default();
        let engine = IterativeDeepening::default().with_inertia(inertia).with_memory(memory);
        assert_eq!(
            engine.with_ranked(true).with_least(4).search(
                &space,
                GreatestFirst,
                1,
                &mut Control::unlimited()
            ),
            Outcome::Unsolvable
        );
        space.expanded.into_inner()
    };
    for memory in MEMORY_POLICIES {
        assert_eq!(order(false, memory), [1, 3, 7, 15, 14, 6, 13, 12, 2, 5, 11, 10, 4, 9, 8]);
        // Below 2 and its left successors, the left successor continues the last action.
        assert_eq!(order(true, memory), [1, 3, 7, 15, 14, 6, 12, 13, 2, 4, 8, 9, 5, 11, 10]);
    }
}

#[test]
fn by_default_the_rank_is_the_bound() {
    let mut doublings = |&state: &u32| (state < 9).then_some(9 - state);
    let mut rank = |state| Heuristic::<Tree>::rank(&mut doublings, 0, &state);
    assert_eq!([rank(2), rank(3), rank(9)], [7, 6, u32::MAX]);
}

#[test]
fn postponing_makes_nothing_twice() {
    let space = Tree::default();
    assert_eq!(
        IterativeDeepening::default().search(&space, NoHeuristic, 1, &mut Control::unlimited()),
        Outcome::Unsolvable
    );
    let mut expanded = space.expanded.into_inner();
    expanded.sort_unstable();
    assert!(expanded.into_iter().eq(1..16));

    let space = Tree::default();
    let forgetting = IterativeDeepening::default().with_memory(MemoryPolicy::TranspositionTable);
    assert_eq!(forgetting.search(&space, NoHeuristic, 1, &mut Control::unlimited()), Outcome::Unsolvable);
    // Each state is expanded once at each limit from one more than its depth to the last limit,
    // four.
    assert_eq!(space.expanded.into_inner().len(), 4 + 2 * 3 + 4 * 2 + 8);
}

#[test]
fn free_actions_and_costs_beyond_32_bits_are_not_treated() {
    for weight in [0, u32::MAX] {
        let arcs = alloc::vec![alloc::vec![(1, weight)], alloc::vec![(2, 5)], Vec::new()];
        let space = Weighted { arcs, goal: 2, bounds: alloc::vec![Some(0); 3] };
        for memory in MEMORY_POLICIES {
            let engine = IterativeDeepening::default().with_memory(memory);
            let control = &mut Control::new(Budget::new().with_bytes(1 << 20));
            let outcome = engine.search(&space, &space, 0, control);
            let why = Stop::Unsupported;
            assert_eq!(outcome, Outcome::Stopped { why, best: None, lower_bound: Some(1) });
            assert_eq!(control.stats().bytes, 0);
        }
    }
}
