use proptest::prelude::*;

use super::*;
use crate::control::Budget;
use crate::search::tests::{Sliding, Tree, boards, check_path, distances, orders, weighted};

proptest! {
    #[test]
    fn what_can_be_reached_is_found_and_nothing_else(space in weighted(1)) {
        let distance = distances(&space.arcs, space.goal, true)[0];
        let control = &mut Control::unlimited();
        match DepthFirst::default().search(&space, 0, control) {
            Outcome::Solved { plan, quality } => {
                prop_assert_eq!(quality, Quality::Feasible);
                check_path(&space, &plan, true);
                // The path passes no state twice.
                prop_assert!(distance.is_some_and(|least| u64::from(least) <= plan.cost) && plan.cost < 12);
            }
            Outcome::Unsolvable => prop_assert_eq!(distance, None),
            Outcome::Stopped { why, .. } => prop_assert!(false, "{}", why),
        }
        prop_assert!(control.stats().nodes <= 12);
        prop_assert_eq!(control.stats().bytes, 0);
    }

    #[test]
    fn within_a_limit_nothing_is_overlooked(space in weighted(1), limit in 0u32..8) {
        let distance = distances(&space.arcs, space.goal, true)[0];
        let control = &mut Control::unlimited();
        match DepthFirst::default().with_limit(Some(limit)).search(&space, 0, control) {
            Outcome::Solved { plan, .. } => {
                check_path(&space, &plan, true);
                prop_assert!(plan.cost <= u64::from(limit));
            }
            Outcome::Unsolvable => prop_assert_eq!(distance, None),
            Outcome::Stopped { why, best, lower_bound } => {
                prop_assert_eq!((why, best, lower_bound), (Stop::GaveUp, None, Some(u64::from(limit) + 1)));
                prop_assert!(distance.is_none_or(|distance| distance > limit));
            }
        }
        prop_assert_eq!(control.stats().bytes, 0);
    }

    #[test]
    fn limits_are_kept(space in weighted(1), nodes in 0u64..12, bytes in 0u64..2_000) {
        let control = &mut Control::new(Budget::new().with_nodes(nodes).with_bytes(bytes));
        if let Outcome::Stopped { why, lower_bound, .. } = DepthFirst::default().search(&space, 0, control) {
            prop_assert!(matches!(why, Stop::Nodes | Stop::Memory) && lower_bound.is_none());
        }
        let stats = control.stats();
        prop_assert!(stats.nodes <= nodes && stats.peak_bytes <= bytes && stats.bytes == 0);
    }
}

#[test]
fn boards_of_two_by_three_are_ordered_and_within_their_distance_only() {
    for (board, distance) in boards() {
        let all = DepthFirst::default();
        let path = all.search(&Sliding, board, &mut Control::unlimited()).plan().expect("solvable");
        assert!(orders(board, &path.actions) && path.cost >= u64::from(distance));
        let within = |limit| all.with_limit(Some(limit)).search(&Sliding, board, &mut Control::unlimited());
        let path = within(distance).plan().expect("within the distance");
        assert!(orders(board, &path.actions));
        assert_eq!(path.cost, u64::from(distance));
        if let Some(less) = distance.checked_sub(1) {
            let lower_bound = Some(u64::from(distance));
            assert_eq!(within(less), Outcome::Stopped { why: Stop::GaveUp, best: None, lower_bound });
        }
    }
}

#[test]
fn successors_come_before_neighbours_and_all_states_are_kept() {
    let run = |limit| {
        let (space, control) = (Tree::with_heap_bytes(1 << 20), &mut Control::unlimited());
        let outcome = DepthFirst::default().with_limit(limit).search(&space, 1, control);
        assert_eq!(control.stats().bytes, 0);
        (outcome, space.expanded.into_inner(), control.stats().peak_bytes >> 20)
    };
    let (outcome, order, states) = run(None);
    assert_eq!(outcome, Outcome::Unsolvable);
    assert_eq!(order, [1, 2, 4, 8, 9, 5, 10, 11, 3, 6, 12, 13, 7, 14, 15]);
    assert!(states >= 15, "all states and those in waiting: {states}");
    let (outcome, order, _) = run(Some(2));
    assert!(matches!(outcome, Outcome::Stopped { why: Stop::GaveUp, lower_bound: Some(3), .. }));
    assert_eq!(order, [1, 2, 4, 5, 3, 6, 7]);
    assert_eq!(run(Some(3)).0, Outcome::Unsolvable);
}
