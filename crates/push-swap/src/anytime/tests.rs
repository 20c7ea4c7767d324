//! Compares the anytime solver with the feasibility test and with one run of elimination.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use cpf_core::improve::{Improver, Windows};
use cpf_core::{Instance, generate};
use motion_core::observer::{Improvement, Observer};
use motion_core::sink::StreamingSolver;
use motion_core::{Budget, Control, Move, Outcome, Plan, Quality, Solver, Stop, Vertex};
use motion_testing_robots::cases;
use motion_testing_robots::samples::{Scattered, corridors, graph, instance, random_instance, scattered};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::STRATEGIES;
use crate::snake::SnakeMode;
use crate::{Elimination, EliminationBeam, PushInstance};

/// Few orders, narrow beams, small windows.
fn small() -> EliminationBeam {
    let windows = Windows::default().with_nodes(10_000);
    EliminationBeam::default().with_orders(3).with_width(6).with_windows(Some(windows))
}

/// Returns the plan of one run of elimination, without redundancy.
fn plain(problem: &PushInstance) -> Plan {
    let plan = Elimination::default().solve(problem, &mut Control::unlimited()).plan().expect("solvable");
    let improved = Improver::redundancy().improve(problem.instance(), plan, &mut Control::unlimited());
    improved.expect("legal").plan
}

/// Solves an instance and compares with one run; returns the number of moves saved.
fn check(instance: &Instance, feasible: bool, solver: &EliminationBeam) -> usize {
    let problem = PushInstance::new(instance).expect("room enough");
    let mut control = Control::unlimited();
    let outcome = solver.solve(&problem, &mut control);
    assert_eq!(control.stats().bytes, 0, "{instance:?}");
    if !feasible {
        assert_eq!(outcome, Outcome::Unsolvable, "{instance:?}");
        return 0;
    }
    let plan = outcome.plan().unwrap_or_else(|| panic!("there is a solution: {instance:?}"));
    let verified = instance.verify(&plan);
    assert!(verified.is_ok(), "{instance:?}: {verified:?}");
    plain(&problem).len().checked_sub(plan.len()).unwrap_or_else(|| panic!("longer than plain: {instance:?}"))
}

#[test]
fn small_instances_are_solved_as_well_as_by_one_run() {
    for instance in cases::every_small_instance(motion_testing::cases(4, 5)) {
        if PushInstance::new(&instance).is_ok() {
            check(&instance, instance.feasibility().is_ok(), &small());
        }
    }
}

#[test]
fn corridors_with_and_without_a_solution() {
    let seeds = motion_testing::cases(60, 300);
    let (mut feasible, mut saved) = (0, 0);
    for seed in 0..seeds {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let instance = random_instance(&corridors(seed), 2 + seed as usize % 4, rng);
        feasible += u64::from(instance.feasibility().is_ok());
        saved += check(&instance, instance.feasibility().is_ok(), &small());
    }
    assert!((2 * seeds / 15..13 * seeds / 15).contains(&feasible), "{feasible}");
    assert!(saved as u64 > 2 * seeds / 3, "{saved}");
}

#[test]
fn each_stage_makes_plans_shorter() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(5);
    let one = EliminationBeam::default().with_orders(1).with_width(1).with_windows(None);
    let mut saved = [0; 4];
    for _ in 0..6 {
        let instance = generate::permutation_on_grid(7, 7, 2, rng).expect("legal");
        let windows = Some(Windows::default().with_nodes(10_000));
        let stages = [one, one.with_orders(8), one.with_width(8), one.with_windows(windows)];
        for (saved, stage) in saved.iter_mut().zip(&stages) {
            *saved += check(&instance, true, stage);
        }
    }
    assert!(saved[0] == 0 && saved[1] > 100 && saved[2] > 300 && saved[3] > 100, "{saved:?}");
}

#[test]
fn components_lines_and_nothing_to_do() {
    // Afterwards, a larger component with the path's robots settled.
    let Scattered { solved, stuck, settled, .. } = scattered();
    check(&solved, true, &small());
    check(&stuck, false, &small());
    check(&settled, true, &small());
    let two_stars = graph(9, [(0, 1), (0, 2), (0, 3), (4, 5), (4, 6), (4, 7), (7, 8)]);
    check(&instance(&two_stars, &[1, 2, 5, 6, 7], &[2, 1, 6, 5, 8]), true, &small());
    check(&instance(&graph(0, []), &[], &[]), true, &small());
    let cycle = graph(6, (0..6).map(|a| (a, (a + 1) % 6)));
    let around = instance(&cycle, &[0, 1, 2], &[5, 0, 1]);
    let outcome = small().solve(&PushInstance::new(&around).expect("a cycle"), &mut Control::unlimited());
    assert!(matches!(outcome, Outcome::Solved { quality: Quality::Optimal, plan } if plan.len() == 3));
}

#[test]
fn the_first_strategy_is_that_of_elimination() {
    let plain = Elimination::default();
    assert_eq!(
        (STRATEGIES[0].route, STRATEGIES[0].step_rule, plain.snakes),
        (plain.route, plain.step_rule, false)
    );
    assert_eq!(STRATEGIES[0].mode, SnakeMode::Apart);
}

fn instances() -> [Instance; 2] {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    let grid = generate::permutation_on_grid(8, 8, 2, rng).expect("legal");
    let sparse = (0..).map(|seed| random_instance(&corridors(seed), 4, rng));
    let long = |instance: &Instance| {
        instance.feasibility().is_ok() && plain(&PushInstance::new(instance).expect("room enough")).len() > 80
    };
    [grid, sparse.take(5000).find(long).expect("some are feasible")]
}

/// Solves under a limit of nodes.
fn limited(problem: &PushInstance, nodes: u64) -> (Outcome<Plan>, u64) {
    let mut control = Control::new(Budget::new().with_nodes(nodes));
    let outcome = EliminationBeam::default().solve(problem, &mut control);
    assert!(control.stats().bytes == 0 && control.stats().nodes <= nodes);
    (outcome, control.stats().nodes)
}

#[test]
fn node_limits_are_kept_and_reproducible_and_a_plan_once_found_is_given() {
    for instance in instances() {
        let problem = PushInstance::new(&instance).expect("room enough");
        let mut first = Control::unlimited();
        let quick = Elimination::default().solve(&problem, &mut first).plan().expect("solvable").len();
        let (needed, best) = (first.stats().nodes, plain(&problem).len());
        for limit in [0, 1, needed / 9, needed / 2, needed - 1] {
            assert_eq!(limited(&problem, limit).0, Outcome::stopped(Stop::Nodes));
        }
        for limit in [needed, needed + 1, 5 * needed / 4, 2 * needed, 10 * needed, 100 * needed] {
            let (outcome, nodes) = limited(&problem, limit);
            assert_eq!((&outcome, nodes), (&limited(&problem, limit).0, nodes));
            let plan = outcome.plan().expect("one run is enough");
            assert!(instance.verify(&plan).is_ok());
            assert!(plan.len() <= if limit < 2 * needed { quick } else { best });
        }
        let (much, nodes) = limited(&problem, 300 * needed);
        assert!(nodes > 200 * needed, "{nodes} nodes of {} used", 300 * needed);
        assert!(10 * much.plan().expect("one run is enough").len() < 9 * best);
    }
}

#[test]
#[ignore = "exhaustive: 0.02 minutes"]
fn memory_limits_end_in_a_plan_or_stopped() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let instance = generate::permutation_on_grid(12, 12, 2, rng).expect("legal");
    let problem = PushInstance::new(&instance).expect("a grid");
    let solver = EliminationBeam::default().with_width(64).with_windows(None);
    let mut lengths: Vec<usize> = Vec::new();
    for kibibytes in [1, 8, 30, 70, 100, 200, 400, 10_000] {
        let mut control = Control::new(Budget::new().with_bytes(kibibytes << 10));
        let outcome = solver.solve(&problem, &mut control);
        assert!(control.stats().bytes == 0 && control.stats().peak_bytes <= kibibytes << 10);
        match outcome {
            Outcome::Solved { plan, .. } => {
                assert!(instance.verify(&plan).is_ok());
                lengths.push(plan.len());
            }
            outcome => {
                assert!(lengths.is_empty(), "less was enough");
                assert_eq!(outcome, Outcome::stopped(Stop::Memory));
            }
        }
    }
    assert!((2..=6).contains(&lengths.len()) && lengths.iter().rev().is_sorted(), "{lengths:?}");
    assert!(lengths.last() < lengths.first());
}

/// Records improvements, and ends the run at the one with this number.
struct Content(Vec<u64>, usize);

impl Observer for Content {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let cost = improvement.cost;
        assert!(self.0.len() < self.1, "called after it ended the run");
        assert!(self.0.last().is_none_or(|&last| cost < last), "not better: {cost} after {:?}", self.0);
        self.0.push(cost);
        if self.0.len() < self.1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn observers_hear_of_every_better_plan_and_may_be_content() {
    let [instance, _] = instances();
    let problem = PushInstance::new(&instance).expect("room enough");
    for patience in [1, 2, 3, 5, usize::MAX] {
        let mut content = Content(Vec::new(), patience);
        let mut control = Control::new(Budget::new().with_nodes(3_000_000)).with_observer(&mut content);
        let mut written: Vec<Move> = Vec::new();
        let outcome = EliminationBeam::default().solve_into(&problem, &mut written, &mut control);
        let plan = Plan::from(written);
        assert!(outcome.is_solved() && instance.verify(&plan).is_ok());
        assert_eq!(content.0.last(), Some(&(plan.len() as u64)));
        assert!(content.0.len() >= patience.min(8));
    }
}

#[test]
fn other_orders_are_of_the_largest_component() {
    let edges = [(0, 1), (0, 2), (0, 3), (4, 5), (4, 6), (4, 7), (7, 8), (8, 9)];
    let made = instance(&graph(10, edges), &[1, 2, 5, 6], &[2, 1, 6, 5]);
    let problem = PushInstance::new(&made).expect("room enough");
    let orders =
        EliminationBeam::default().other_orders(&problem, &mut Control::unlimited()).expect("no limit");
    let roots: Vec<_> = orders.iter().map(|order| order.root()).collect();
    let distinct =
        |vertex: u32| roots.iter().filter(|&&root| root == crate::root::Root::Vertex(Vertex(vertex))).count();
    assert!((0..4).all(|vertex| distinct(vertex) == 0) && (4..10).map(distinct).sum::<usize>() == 5);
}

/// Any number of threads gives the same plan and the same counts, under any limit of nodes.
#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    let grid = generate::permutation_on_grid(7, 7, 3, rng).expect("a legal size");
    let solver = EliminationBeam::default().with_orders(7).with_width(2).with_windows(None);
    let solve = |threads: usize, budget: &Budget| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            let problem = PushInstance::new(&grid).expect("room enough");
            let mut control = Control::new(budget.clone());
            let outcome = solver.solve(&problem, &mut control);
            (outcome, *control.stats())
        })
    };
    let unlimited = solve(1, &Budget::new());
    assert_eq!(solve(3, &Budget::new()), unlimited);
    let (_, stats) = unlimited;
    for share in 0..40 {
        let budget = Budget::new().with_nodes(stats.nodes * share / 20 + share);
        let [one, two, five] = [1, 2, 5].map(|threads| solve(threads, &budget));
        assert_eq!((&two, &five), (&one, &one), "{budget:?}");
    }
    let budget = Budget::new().with_bytes(stats.peak_bytes);
    assert_eq!(solve(4, &budget), solve(1, &budget));
}
