use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::control::{Budget, CancelFlag, Progress};
use crate::search::tests::distances;

/// A directed graph with weights that is walked in place, and a bound for each vertex.
#[derive(Clone, Debug)]
struct Walked {
    arcs: Vec<Vec<(u32, u32)>>,
    bounds: Vec<Option<u32>>,
    goal: u32,
    at: u32,
}

impl ReversibleSpace for Walked {
    /// An arc of the present vertex.
    type Action = usize;
    /// The previous vertex.
    type Undo = u32;
    type Actions = core::ops::Range<usize>;

    fn is_goal(&self) -> bool {
        self.at == self.goal
    }

    fn lower_bound(&self) -> Option<u32> {
        self.bounds[self.at as usize]
    }

    fn actions(&self, _: Option<usize>) -> Self::Actions {
        0..self.arcs[self.at as usize].len()
    }

    fn cost(&self, arc: usize) -> NonZeroU32 {
        NonZeroU32::new(self.arcs[self.at as usize][arc].1).expect("a positive weight")
    }

    fn make(&mut self, arc: usize, allowance: u32) -> Attempt<u32> {
        let to = self.arcs[self.at as usize][arc].0;
        match self.bounds[to as usize] {
            None => Attempt::DeadEnd,
            Some(rest) if rest > allowance => Attempt::Pruned(rest),
            Some(_) => Attempt::Made(core::mem::replace(&mut self.at, to)),
        }
    }

    fn undo(&mut self, _: usize, before: u32) {
        self.at = before;
    }
}

fn walked() -> impl Strategy<Value = Walked> {
    let arcs = proptest::collection::vec(proptest::collection::vec((0u32..8, 1u32..5), 0..4), 8);
    (arcs, 0u32..8, proptest::collection::vec(0u32..6, 8)).prop_map(|(arcs, goal, slack)| {
        let exact = distances(&arcs, goal, false);
        // Random slack makes the bound inconsistent but never inadmissible.
        let bounds = exact.iter().zip(slack).map(|(exact, slack)| Some((*exact)?.saturating_sub(slack)));
        Walked { bounds: bounds.collect(), arcs, goal, at: 0 }
    })
}

proptest! {
    #[test]
    fn the_least_cost_is_found_and_the_space_put_back(mut space in walked()) {
        let before = space.clone();
        let outcome = IdaStar::default().search(&mut space, &mut Control::unlimited());
        prop_assert_eq!(space.at, before.at);
        match (outcome, distances(&space.arcs, space.goal, false)[0]) {
            (Outcome::Solved { plan, quality: Quality::Optimal }, Some(distance)) => {
                prop_assert_eq!(plan.cost, u64::from(distance));
                let mut cost = 0;
                for arc in plan.actions {
                    let (to, weight) = space.arcs[space.at as usize][arc];
                    (space.at, cost) = (to, cost + weight);
                }
                prop_assert_eq!((space.at, cost), (space.goal, distance));
            }
            (Outcome::Unsolvable, None) => {}
            (outcome, distance) => prop_assert!(false, "{outcome:?}, but the distance is {distance:?}"),
        }
    }

    #[test]
    fn bounds_decide_how_long_it_takes_but_not_what_is_found(mut space in walked()) {
        let path = |space: &mut Walked| IdaStar::default().search(space, &mut Control::unlimited()).plan();
        let with_slack = path(&mut space);
        space.bounds = distances(&space.arcs, space.goal, false);
        prop_assert_eq!(path(&mut space), with_slack);
    }

    #[cfg(feature = "std")]
    #[test]
    fn threads_find_the_same_path(mut space in walked(), threads in 1usize..4, limit in 0u64..60) {
        let path = IdaStar::default().search(&mut space, &mut Control::unlimited()).plan();
        let threads = core::num::NonZero::new(threads).expect("not zero");
        let mut control = Control::new(Budget::new().with_threads(threads));
        let found = IdaStar::default().search_on_threads(0, &mut space, &mut control);
        prop_assert_eq!((found.plan(), control.stats().bytes, space.at), (path.clone(), 0, 0));
        let mut control = Control::new(Budget::new().with_threads(threads).with_nodes(limit));
        match IdaStar::default().search_on_threads(0, &mut space, &mut control) {
            Outcome::Stopped { why, lower_bound, .. } => {
                prop_assert_eq!(why, Stop::Nodes);
                prop_assert!(path.is_none_or(|path| lower_bound.is_some_and(|bound| bound <= path.cost)));
            }
            found => prop_assert_eq!(found.plan(), path),
        }
        prop_assert!(control.stats().nodes <= limit);
    }

    #[cfg(feature = "std")]
    #[test]
    fn told_bounds_are_at_most_the_least_cost(mut space in walked()) {
        let mut told = None;
        let mut watch = |progress: &Progress| {
            told = progress.lower_bound;
            ControlFlow::Continue(())
        };
        let mut control =
            Control::unlimited().with_observer(&mut watch).with_progress_interval(Duration::ZERO);
        let outcome = IdaStar::default().telling_bounds().search(&mut space, &mut control);
        drop(control);
        match outcome {
            // A search without a node tells nothing.
            Outcome::Solved { plan, .. } => prop_assert!(told.is_none_or(|bound| bound <= plan.cost)),
            _ => prop_assert!(told.is_none_or(|bound| Some(bound) >= space.bounds[0].map(u64::from))),
        }
    }

    #[test]
    fn a_stopped_search_proves_its_bound_and_keeps_limits(mut space in walked(), limit in 0u64..30, patient: bool) {
        let distance = distances(&space.arcs, space.goal, false)[0];
        let (engine, budget) = if patient {
            (IdaStar::default(), Budget::new().with_nodes(limit))
        } else {
            (IdaStar::default().with_state_limit(limit), Budget::new())
        };
        let mut control = Control::new(budget);
        let outcome = engine.search(&mut space, &mut control);
        prop_assert!(control.stats().nodes <= limit);
        prop_assert_eq!((control.stats().bytes, space.at), (0, 0));
        if let Outcome::Stopped { why, best, lower_bound } = outcome {
            prop_assert_eq!((why, best, control.stats().nodes), (Stop::Nodes, None, limit));
            let bound = lower_bound.expect("the engine knows one");
            prop_assert!(distance.is_some_and(|distance| bound <= u64::from(distance)));
            let again = IdaStar::default().with_least(bound as u32).search(&mut space, &mut Control::unlimited());
            prop_assert_eq!(again.plan().map(|path| path.cost), distance.map(u64::from));
        }
    }
}

/// An infinite tree without a goal: paths grow longer and longer.
#[derive(Default)]
struct Endless {
    depth: u32,
}

impl ReversibleSpace for Endless {
    type Action = ();
    type Undo = ();
    type Actions = core::option::IntoIter<()>;

    fn is_goal(&self) -> bool {
        false
    }

    fn lower_bound(&self) -> Option<u32> {
        Some(0)
    }

    fn actions(&self, _: Option<()>) -> Self::Actions {
        Some(()).into_iter()
    }

    fn make(&mut self, (): (), _: u32) -> Attempt<()> {
        self.depth += 1;
        Attempt::Made(())
    }

    fn undo(&mut self, (): (), (): ()) {
        self.depth -= 1;
    }
}

#[test]
fn every_limit_stops_an_endless_search() {
    let flag = CancelFlag::new();
    flag.raise();
    let stops: BTreeMap<_, _> = [
        ("nodes", Budget::new().with_nodes(12_345)),
        ("bytes", Budget::new().with_bytes(10_000)),
        ("nothing", Budget::new().with_bytes(0)),
        ("flag", Budget::new().with_cancel(flag)),
    ]
    .into_iter()
    .map(|(name, budget)| {
        let mut control = Control::new(budget);
        let mut space = Endless::default();
        let engine = IdaStar::default().with_least(1_000_000);
        let outcome = engine.search(&mut space, &mut control);
        assert_eq!((space.depth, control.stats().bytes), (0, 0), "{name}");
        let Outcome::Stopped { why, best: None, lower_bound: Some(1_000_000) } = outcome else {
            panic!("{name} gave {outcome:?}");
        };
        (name, (why, control.stats().nodes))
    })
    .collect();
    assert_eq!(stops["nodes"], (Stop::Nodes, 12_345));
    assert_eq!(stops["nothing"], (Stop::Memory, 0));
    assert_eq!(stops["bytes"].0, Stop::Memory);
    assert_eq!(stops["flag"].0, Stop::Cancelled);
}

#[test]
fn costs_beyond_32_bits_are_not_treated() {
    let arcs = alloc::vec![alloc::vec![(1, u32::MAX)], alloc::vec![(2, 5)], Vec::new()];
    let mut space = Walked { arcs, bounds: alloc::vec![Some(0); 3], goal: 2, at: 0 };
    let outcome = IdaStar::default().search(&mut space, &mut Control::unlimited());
    let lower_bound = Some(u64::from(u32::MAX));
    assert_eq!(outcome, Outcome::Stopped { why: Stop::Unsupported, best: None, lower_bound });
}

#[test]
fn a_goal_at_the_start_costs_nothing() {
    let mut space = Walked { arcs: alloc::vec![Vec::new()], bounds: alloc::vec![Some(0)], goal: 0, at: 0 };
    let mut control = Control::new(Budget::new().with_nodes(0));
    let plan = IdaStar::default().search(&mut space, &mut control).plan();
    assert_eq!(plan, Some(Path { actions: Vec::new(), cost: 0 }));
}
