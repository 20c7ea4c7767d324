use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use core::ops::ControlFlow;

use motion_core::error::IllegalMoveError;
use motion_core::graph::Graph;
use motion_core::observer::{Improvement, Observer};
use motion_core::{Budget, CancelFlag, Configuration, Control, Grid, Move, Plan, Stop, Token, Vertex};
use proptest::prelude::*;

use super::*;
use crate::instance::Instance;
use crate::motion_model::MotionModel;

/// Makes an instance with a legal plan to its goal. `choices` determine the plan, which seldom goes
/// straight back.
fn walk(graph: Graph, robots: usize, choices: &[usize]) -> (Instance, Plan) {
    let starts: Vec<_> = graph.vertices().take(robots).collect();
    let mut configuration = Configuration::new(graph.vertex_count(), &starts).expect("distinct places");
    let mut plan = Plan::new();
    for &choice in choices {
        let legal: Vec<_> = configuration
            .vacant()
            .flat_map(|to| graph.neighbours(to).iter().map(move |&from| (from, to)))
            .filter_map(|(from, to)| configuration.token_at(from).map(|token| Move { token, from, to }))
            .collect();
        let Some(&first) = legal.get(choice % legal.len().max(1)) else { break };
        let back = plan.moves().last().map(|last| last.reversed());
        let action = if back == Some(first) { legal[(choice + 1) % legal.len()] } else { first };
        configuration.relocate(action.token, action.to);
        plan.push(action);
    }
    let robots: Vec<_> = starts.into_iter().zip(configuration.places().iter().copied()).collect();
    (Instance::new(graph, &robots).expect("distinct places"), plan)
}

/// Generates graphs of up to nine vertices with any number of robots, and plans of up to `length`
/// moves.
fn plans(length: usize) -> impl Strategy<Value = (Instance, Plan)> {
    let edges = proptest::collection::vec((0u32..9, 0u32..9), 6..18);
    let choices = proptest::collection::vec(0usize..1000, 0..length);
    (2u32..=9, edges, 1usize..9, choices).prop_map(|(vertices, edges, robots, choices)| {
        let edges: alloc::collections::BTreeSet<_> = edges
            .into_iter()
            .map(|(a, b)| (a % vertices, b % vertices))
            .filter(|(a, b)| a != b)
            .map(|(a, b)| (Vertex(a.min(b)), Vertex(a.max(b))))
            .collect();
        let graph = Graph::from_edges(vertices as usize, edges).expect("distinct edges");
        walk(graph, robots.min(vertices as usize), &choices)
    })
}

/// Makes a plan on a grid that wanders randomly but never goes straight back.
fn wandering(rows: u32, columns: u32, blanks: u32, moves: usize, seed: u64) -> (Instance, Plan) {
    let graph = Grid::new(rows, columns).expect("a small grid").to_graph().graph;
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as usize
    };
    let choices: Vec<_> = (0..moves).map(|_| random()).collect();
    walk(graph, (rows * columns - blanks) as usize, &choices)
}

fn wandering_blank(side: u32, moves: usize) -> (Instance, Plan) {
    wandering(side, side, 1, moves, 1)
}

fn improve(improver: Improver, instance: &Instance, plan: &Plan, control: &mut Control) -> ImprovedPlan {
    improver.improve(instance, plan.clone(), control).expect("a legal plan")
}

/// Tests the definition: a robot leaves a vertex and comes back, and no other robot has entered the
/// vertex in between.
fn has_detour(plan: &Plan) -> bool {
    let moves = plan.moves();
    moves.iter().enumerate().any(|(index, leave)| {
        let mut after = moves[index + 1..].iter();
        let next = after.find(|action| action.to == leave.from);
        next.is_some_and(|next| next.token == leave.token)
    })
}

/// Returns the fewest moves from start to goal on the vertices that occur in the plan, by
/// breadth-first search over whole configurations.
fn fewest_moves(instance: &Instance, plan: &Plan) -> usize {
    let touched: alloc::collections::BTreeSet<_> =
        plan.iter().flat_map(|action| [action.from, action.to]).collect();
    let start = instance.start().places().to_vec();
    let mut depths = BTreeMap::from([(start.clone(), 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(places) = queue.pop_front() {
        let depth = depths[&places];
        if places == instance.goal().places() {
            return depth;
        }
        for robot in 0..places.len() {
            for &to in instance.graph().neighbours(places[robot]) {
                if touched.contains(&to) && !places.contains(&to) {
                    let mut next = places.clone();
                    next[robot] = to;
                    if !depths.contains_key(&next) {
                        depths.insert(next.clone(), depth + 1);
                        queue.push_back(next);
                    }
                }
            }
        }
    }
    unreachable!("the plan itself is a way")
}

proptest! {
    #[test]
    fn removal_leaves_no_detour_and_the_same_end((instance, plan) in plans(120)) {
        let improved = improve(Improver::redundancy(), &instance, &plan, &mut Control::unlimited());
        prop_assert_eq!(improved.stopped, None);
        prop_assert!(instance.verify(&improved.plan).is_ok());
        prop_assert!(!has_detour(&improved.plan));
        if has_detour(&plan) {
            prop_assert!(improved.plan.len() < plan.len());
        } else {
            prop_assert_eq!(&improved.plan, &plan);
        }
    }

    #[test]
    fn one_window_over_all_finds_the_optimum((instance, plan) in plans(24)) {
        // Few enough robots for the oracle, and a first window longer than the plan.
        prop_assume!(instance.robot_count() <= 4 || instance.vacant_count() <= 2);
        let windows = Windows::default().with_moves(1000);
        let improver = Improver::default().with_removal(false).with_windows(Some(windows));
        let improved = improve(improver, &instance, &plan, &mut Control::unlimited());
        prop_assert!(instance.verify(&improved.plan).is_ok());
        prop_assert_eq!(improved.stopped, None);
        prop_assert!(improved.plan.len() <= fewest_moves(&instance, &plan));
    }

    #[test]
    fn small_windows_keep_plans_legal_under_any_budget(
        (instance, plan) in plans(150),
        moves in 2u32..12,
        nodes in 0u64..30_000,
    ) {
        // Two passes, the second of which skips moves.
        let windows = Windows::default().with_moves(moves).with_nodes(10_001);
        let improver = Improver::default().with_windows(Some(windows));
        let mut control = Control::new(Budget::new().with_nodes(nodes));
        let improved = improve(improver, &instance, &plan, &mut control);
        prop_assert!(instance.verify(&improved.plan).is_ok());
        prop_assert!(improved.plan.len() <= plan.len());
        prop_assert!(control.stats().nodes <= nodes);
        prop_assert_eq!(control.stats().bytes, 0);
        if improved.stopped.is_none() {
            prop_assert!(!has_detour(&improved.plan));
        }
    }

    #[test]
    fn schedules_are_legal_and_as_early_as_the_order_of_visits_allows((instance, plan) in plans(120)) {
        for model in MotionModel::ALL {
            let schedule = parallelise(&instance, &plan, model).expect("a legal plan");
            let metrics = instance.verify_schedule(&schedule, model);
            prop_assert!(metrics.is_ok(), "{model:?}: {metrics:?}");
            prop_assert_eq!(schedule.moves().len(), plan.len());
            let again = serialise(&instance, &schedule).expect("no rotations");
            prop_assert_eq!(instance.verify(&again).map(|metrics| metrics.moves), Ok(plan.len() as u64));
            let mut before: Vec<Move> = Vec::new();
            let mut by_robot: [BTreeMap<Token, Vec<Move>>; 2] = Default::default();
            for step in schedule.steps() {
                // Each move waits for its robot, or for the target to be vacated in the previous
                // step or in this one.
                for action in step {
                    let rival = |other: &Move| other.from == action.to && other.token != action.token;
                    let pebble = model == MotionModel::Pebble;
                    let mut waits = before.iter().map(|other| other.token == action.token || pebble && rival(other));
                    let waits = waits.any(|waits| waits);
                    let follows = !pebble && step.iter().any(rival);
                    prop_assert!(before.is_empty() || waits || follows, "{action:?} could go earlier");
                    by_robot[0].entry(action.token).or_default().push(*action);
                }
                before = step.to_vec();
            }
            for action in &plan {
                by_robot[1].entry(action.token).or_default().push(action);
            }
            prop_assert_eq!(&by_robot[0], &by_robot[1]);
        }
    }
}

#[test]
fn a_detour_that_opens_up_later_is_removed_in_another_sweep() {
    // Robot 0 steps aside for robot 1, which passes by and comes back; no robot has to move.
    let step = |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
    let edges = [(0, 1), (1, 2), (1, 3)].map(|(a, b)| (Vertex(a), Vertex(b)));
    let graph = Graph::from_edges(4, edges).expect("a star");
    let robots = [1, 0].map(|place| (Vertex(place), Vertex(place)));
    let instance = Instance::new(graph, &robots).expect("distinct places");
    let plan = Plan::from(alloc::vec![
        step(0, 1, 2),
        step(1, 0, 1),
        step(1, 1, 3),
        step(0, 2, 1),
        step(0, 1, 2),
        step(1, 3, 1),
        step(1, 1, 0),
        step(0, 2, 1),
    ]);
    let improved = improve(Improver::redundancy(), &instance, &plan, &mut Control::unlimited());
    assert_eq!(improved, ImprovedPlan { plan: Plan::new(), stopped: None });
}

#[test]
fn small_puzzles_are_solved_optimally() {
    for (rows, columns, blanks) in [(2, 3, 1), (2, 3, 2), (2, 3, 3), (3, 3, 6)] {
        for seed in 1..=40 {
            let (instance, plan) = wandering(rows, columns, blanks, 100, seed);
            let windows = Windows::default().with_moves(1000);
            let improver = Improver::default().with_removal(false).with_windows(Some(windows));
            let improved = improve(improver, &instance, &plan, &mut Control::unlimited());
            assert!(instance.verify(&improved.plan).is_ok());
            assert_eq!(improved.plan.len(), fewest_moves(&instance, &plan), "{blanks} blanks, seed {seed}");
        }
    }
}

#[test]
fn windows_shorten_a_wandering_blank() {
    let (instance, plan) = wandering_blank(6, 1500);
    let windows = Windows::default().with_nodes(30_000);
    let improver = Improver::default().with_windows(Some(windows));
    let improved = improve(improver, &instance, &plan, &mut Control::unlimited());
    assert_eq!(improved.stopped, None);
    assert!(instance.verify(&improved.plan).is_ok());
    let without = improve(Improver::redundancy(), &instance, &plan, &mut Control::unlimited());
    assert!(
        improved.plan.len() * 10 < without.plan.len() * 9,
        "{} -> {} -> {} moves",
        plan.len(),
        without.plan.len(),
        improved.plan.len()
    );
    let again = improve(improver, &instance, &plan, &mut Control::unlimited());
    assert_eq!(again, improved);
}

#[test]
fn limits_are_met_exactly_and_leave_a_legal_plan() {
    let (instance, plan) = wandering_blank(6, 1500);
    let improver = Improver::default();
    let mut last = plan.len();
    for nodes in [0, 1000, 20_000, 200_000] {
        let mut control = Control::new(Budget::new().with_nodes(nodes));
        let improved = improve(improver, &instance, &plan, &mut control);
        assert_eq!(improved.stopped, Some(Stop::Nodes));
        // A sweep spends a portion at once: with too few nodes for a portion, nothing is done.
        assert!(control.stats().nodes == nodes || nodes < plan.len() as u64);
        assert!(instance.verify(&improved.plan).is_ok());
        assert!(improved.plan.len() <= last);
        last = improved.plan.len();
    }
    assert!(last < plan.len());

    for bytes in [0, 1 << 16, 1 << 20] {
        let mut control = Control::new(Budget::new().with_bytes(bytes).with_nodes(5000));
        let improved = improve(improver, &instance, &plan, &mut control);
        assert_eq!(improved.stopped, Some(if bytes < 1 << 20 { Stop::Memory } else { Stop::Nodes }));
        assert!(instance.verify(&improved.plan).is_ok());
        assert!(control.stats().peak_bytes <= bytes);
    }

    let flag = CancelFlag::new();
    flag.raise();
    let mut control = Control::new(Budget::new().with_cancel(flag));
    let improved = improve(improver, &instance, &plan, &mut control);
    assert_eq!(improved, ImprovedPlan { plan: plan.clone(), stopped: Some(Stop::Cancelled) });
    assert_eq!(control.stats().bytes, 0);

    #[cfg(feature = "std")]
    {
        let mut control = Control::new(Budget::new().with_time(core::time::Duration::ZERO));
        let improved = improve(improver, &instance, &plan, &mut control);
        assert_eq!(improved, ImprovedPlan { plan, stopped: Some(Stop::Time) });
        assert_eq!(control.stats().bytes, 0);
    }
}

/// An observer that raises a flag, or breaks off, at the third improvement.
struct Watcher {
    costs: Vec<u64>,
    flag: Option<CancelFlag>,
}

impl Observer for Watcher {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let cost = improvement.cost;
        self.costs.push(cost);
        match &self.flag {
            Some(flag) if self.costs.len() == 3 => flag.raise(),
            None if self.costs.len() == 3 => return ControlFlow::Break(()),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn observers_are_told_of_every_improvement_and_may_break_off() {
    let (instance, plan) = wandering_blank(6, 1500);
    for flag in [None, Some(CancelFlag::new())] {
        let mut watcher = Watcher { costs: Vec::new(), flag: flag.clone() };
        let budget = flag.clone().map_or_else(Budget::new, |flag| Budget::new().with_cancel(flag));
        let mut control = Control::new(budget).with_observer(&mut watcher);
        let improved = improve(Improver::default(), &instance, &plan, &mut control);
        drop(control);
        assert_eq!(improved.stopped, Some(Stop::Cancelled));
        assert!(instance.verify(&improved.plan).is_ok());
        assert_eq!(watcher.costs.last(), Some(&(improved.plan.len() as u64)));
        assert!(watcher.costs.is_sorted_by(|a, b| a > b), "{:?}", watcher.costs);
        assert!(flag.is_some() || watcher.costs.len() == 3);
    }
}

#[test]
fn an_illegal_plan_is_refused() {
    let (instance, plan) = wandering_blank(3, 20);
    let mut moves = plan.moves().to_vec();
    moves.swap(4, 5);
    let plan = Plan::from(moves);
    let error = instance.graph().replay(&mut instance.start().clone(), &plan).expect_err("out of order");
    assert_eq!(error.index, 4);
    let refused = Improver::default().improve(&instance, plan.clone(), &mut Control::unlimited());
    assert_eq!(refused, Err(error));
    for model in MotionModel::ALL {
        assert_eq!(parallelise(&instance, &plan, model), Err(error));
    }
    let unknown = Move { token: Token(99), from: Vertex(0), to: Vertex(1) };
    let refused = parallelise(&instance, &Plan::from(alloc::vec![unknown]), MotionModel::Pebble);
    assert_eq!(refused.map_err(|error| error.why), Err(IllegalMoveError::NoSuchToken));
}
