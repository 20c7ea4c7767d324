use alloc::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::control::Budget;
use crate::search::erased::ErasedSpace;
use crate::search::iterative_deepening::MemoryPolicy;
use crate::search::tests::{ORDERED, Sliding, Weighted, boards, distances, orders, weighted};
use crate::search::{Heuristic, IterativeDeepening, breadth_first_from};

impl Backward for Sliding {
    type Forward = (u8, u8);

    fn inverse(&self, (from, to): (u8, u8)) -> (u8, u8) {
        (to, from)
    }
}

/// A graph with its arcs reversed; its goal is the forward start.
struct Turned(Weighted);

impl Space for Turned {
    type State = u32;
    type Action = (u32, u32);
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), &state: &u32) -> bool {
        state == 0
    }

    fn successors(&self, (): &mut (), state: &u32, visit: &mut impl FnMut((u32, u32), u32, u32)) {
        self.0.successors(&mut (), state, visit);
    }
}

impl Backward for Turned {
    type Forward = (u32, u32);

    fn inverse(&self, (to, from): (u32, u32)) -> (u32, u32) {
        (from, to)
    }
}

impl Heuristic<Turned> for &Turned {
    fn lower_bound(&mut self, state: &u32) -> Option<u32> {
        (&self.0).lower_bound(state)
    }
}

/// A graph, its reversed graph, its goals, and the fewest actions from 0 to any goal.
#[derive(Debug)]
struct Case {
    forward: Weighted,
    backward: Weighted,
    goals: Vec<u32>,
    distance: Option<u32>,
}

fn cases() -> impl Strategy<Value = Case> {
    (2usize..40).prop_flat_map(|vertices| {
        let arcs = proptest::collection::vec((0..vertices as u32, 0..vertices as u32), 0..3 * vertices);
        let goals = proptest::collection::vec(0..vertices as u32, 0..4);
        (Just(vertices), arcs, goals, 0u32..3).prop_map(|(vertices, arcs, goals, slack)| {
            let graph = |arcs: &mut dyn Iterator<Item = (u32, u32)>| {
                let mut out = alloc::vec![Vec::new(); vertices];
                arcs.for_each(|(from, to)| out[from as usize].push((to, 1)));
                out
            };
            let ahead = graph(&mut arcs.iter().copied());
            let back = graph(&mut arcs.iter().map(|&(from, to)| (to, from)));
            let bounds = |arcs: &[Vec<(u32, u32)>], goals: &[u32]| -> Vec<Option<u32>> {
                let all: Vec<_> = goals.iter().map(|&goal| distances(arcs, goal, true)).collect();
                let nearest = |vertex: usize| all.iter().filter_map(|to| to[vertex]).min();
                (0..vertices).map(|vertex| nearest(vertex).map(|far| far.saturating_sub(slack))).collect()
            };
            let distance = bounds(&ahead, &goals)[0]
                .is_some()
                .then(|| goals.iter().filter_map(|&goal| distances(&ahead, goal, true)[0]).min());
            Case {
                distance: distance.flatten(),
                forward: Weighted { bounds: bounds(&ahead, &goals), arcs: ahead, goal: u32::MAX },
                backward: Weighted { bounds: bounds(&back, &[0]), arcs: back, goal: u32::MAX },
                goals,
            }
        })
    })
}

const ORDERS: [Order; 3] =
    [Order::BreadthFirst, Order::DepthFirst { inertia: false }, Order::DepthFirst { inertia: true }];

fn engines() -> impl Iterator<Item = Bidirectional> {
    ORDERS.into_iter().flat_map(|forward| {
        ORDERS.into_iter().flat_map(move |backward| {
            [Termination::Proved, Termination::FirstMeeting]
                .map(|until| Bidirectional::default().with_orders(forward, backward).with_termination(until))
        })
    })
}

/// Returns whether the path leads from 0 to a goal along arcs and has the length it claims.
fn is_path(case: &Case, path: &Path<(u32, u32)>) -> bool {
    let mut at = 0;
    let legal = path.actions.iter().all(|&(from, to)| {
        let legal = from == at && case.forward.arcs[from as usize].contains(&(to, 1));
        at = to;
        legal
    });
    legal && case.goals.contains(&at) && path.cost == path.actions.len() as u64
}

proptest! {
    #[test]
    fn the_directions_meet_on_a_shortest_path(case in cases()) {
        let distance = case.distance.map(u64::from);
        let backward = Turned(case.backward.clone());
        for engine in engines() {
            let control = &mut Control::unlimited();
            let engine = engine.with_least(case.forward.bounds[0].unwrap_or(0));
            match engine.search(&case.forward, &0, &backward, &case.goals, control) {
                Outcome::Solved { plan, quality } => {
                    prop_assert!(is_path(&case, &plan), "{engine:?}: {plan:?}");
                    match quality {
                        Quality::Optimal => prop_assert_eq!(Some(plan.cost), distance),
                        Quality::Bounded { lower_bound } => {
                            prop_assert_eq!(engine.termination, Termination::FirstMeeting);
                            prop_assert!(distance.is_some_and(|distance| lower_bound <= distance));
                            prop_assert!(lower_bound < plan.cost);
                        }
                        Quality::Feasible => prop_assert!(false, "something is proved"),
                    }
                }
                outcome => {
                    prop_assert_eq!(outcome, Outcome::Unsolvable);
                    prop_assert_eq!(distance, None);
                }
            }
            prop_assert_eq!(control.stats().bytes, 0);
        }
    }

    #[test]
    fn a_stopped_search_proves_its_bound(case in cases(), limit in 0u64..16) {
        let distance = case.distance.map(u64::from);
        let backward = Turned(case.backward.clone());
        for engine in engines() {
            let control = &mut Control::new(Budget::new().with_nodes(limit));
            let engine = engine.with_least(case.forward.bounds[0].unwrap_or(0));
            let outcome = engine.search(&case.forward, &0, &backward, &case.goals, control);
            prop_assert!(control.stats().nodes <= limit);
            prop_assert_eq!(control.stats().bytes, 0);
            if let Outcome::Stopped { why, best, lower_bound } = outcome {
                prop_assert_eq!((why, control.stats().nodes), (Stop::Nodes, limit));
                let bound = lower_bound.expect("the engine knows one");
                prop_assert!(distance.is_none_or(|distance| bound <= distance), "{engine:?}: {bound}");
                prop_assert!(best.is_none_or(|best| is_path(&case, &best) && best.cost >= bound));
            }
        }
    }

    #[test]
    fn in_reverse_the_engines_find_as_much(case in cases()) {
        let distance = case.distance.map(u64::from);
        let backward = Turned(case.backward.clone());
        let control = &mut Control::unlimited();
        let mut found = alloc::vec![breadth_first_from(&backward, case.goals.iter().copied(), control)];
        for remembering in [MemoryPolicy::KeepAll, MemoryPolicy::TranspositionTable] {
            let engine = IterativeDeepening::default().with_memory(remembering);
            found.push(engine.search_from(&backward, &backward, &case.goals, control));
        }
        for outcome in found {
            match (outcome, distance) {
                (Outcome::Solved { plan, quality: Quality::Optimal }, Some(distance)) => {
                    let plan = plan.reversed(&backward);
                    prop_assert!(is_path(&case, &plan), "{plan:?}");
                    prop_assert_eq!(plan.cost, distance);
                }
                (Outcome::Unsolvable, None) => {}
                (outcome, distance) => prop_assert!(false, "{outcome:?}, but the distance is {distance:?}"),
            }
        }
    }
}

#[test]
fn what_is_proved_is_optimal_and_what_is_met_is_not_always() {
    let mut longer = alloc::collections::BTreeMap::new();
    for (board, distance) in boards() {
        let least = Sliding.lower_bound(&board).unwrap_or(0);
        for engine in engines().map(|engine| engine.with_least(least)) {
            let run = || {
                let control = &mut Control::unlimited();
                let outcome = engine.search(&Sliding, &board, &Sliding, &[ORDERED], control);
                (outcome, control.stats().nodes)
            };
            let (outcome, nodes) = run();
            assert_eq!(run(), (outcome.clone(), nodes), "nothing is left to chance");
            let Outcome::Solved { plan, quality } = outcome else { panic!("{board:?} can be ordered") };
            assert!(orders(board, &plan.actions));
            let is_shortest = plan.cost == u64::from(distance);
            assert!(
                is_shortest
                    || (quality != Quality::Optimal && engine.termination == Termination::FirstMeeting)
            );
            let depth_first =
                [engine.forward, engine.backward].iter().any(|&order| order != Order::BreadthFirst);
            *longer.entry((engine.termination == Termination::FirstMeeting, depth_first)).or_insert(0) +=
                u32::from(!is_shortest);
        }
    }
    assert_eq!((longer[&(false, false)], longer[&(false, true)]), (0, 0));
    assert!(longer[&(true, true)] > 0, "{longer:?}");
}

#[test]
fn two_directions_take_much_less_than_one() {
    let (mut alone, mut together) = (0, 0);
    for (board, distance) in boards() {
        let control = &mut Control::unlimited();
        let path = breadth_first_from(&Sliding, [board], control).plan();
        assert_eq!(path.map(|path| path.cost), Some(u64::from(distance)));
        alone += control.stats().nodes;
        let control = &mut Control::unlimited();
        let path = Bidirectional::default().search(&Sliding, &board, &Sliding, &[ORDERED], control).plan();
        assert_eq!(path.map(|path| path.cost), Some(u64::from(distance)));
        together += control.stats().nodes;
    }
    assert!(2 * together < alone, "{together} {alone}");
}

#[test]
fn without_goals_there_is_no_solution_and_at_a_goal_nothing_to_do() {
    for engine in engines() {
        let control = &mut Control::unlimited();
        assert_eq!(engine.search(&Sliding, &ORDERED, &Sliding, &[], control), Outcome::Unsolvable);
        let outcome = engine.search(&Sliding, &ORDERED, &Sliding, &[ORDERED], control);
        let plan = Path { actions: Vec::new(), cost: 0 };
        assert_eq!(outcome, Outcome::Solved { plan, quality: Quality::Optimal });
    }
}

/// Checks that a wrapper passes on everything about the graph; with `unit`, its arcs cost 1.
fn assert_hands_on(
    wrapper: &impl Space<State = u32, Action = (u32, u32)>,
    graph: &Weighted,
    vertex: u32,
    unit: bool,
) {
    let scratch = &mut wrapper.scratch();
    assert_eq!(wrapper.is_goal(scratch, &vertex), graph.is_goal(&mut (), &vertex));
    assert_eq!(wrapper.heap_bytes(&vertex), graph.heap_bytes(&vertex));
    let mut found = Vec::new();
    wrapper.successors(scratch, &vertex, &mut |action, to, cost| found.push((action, to, cost)));
    let arcs = graph.arcs[vertex as usize].iter();
    let expected = arcs.map(|&(to, weight)| ((vertex, to), to, if unit { 1 } else { weight }));
    assert_eq!(found, expected.collect::<Vec<_>>());
    for &(next, ..) in &found {
        assert_eq!(wrapper.continues((0, vertex), next), graph.continues((0, vertex), next));
    }
}

proptest! {
    #[test]
    fn spaces_behind_pointers_and_with_unit_costs_are_like_themselves(graph in weighted(2)) {
        for vertex in 0..12 {
            assert_hands_on(&ErasedSpace::new(&graph), &graph, vertex, false);
            assert_hands_on(&UnitCost(&graph), &graph, vertex, true);
        }
    }
}
