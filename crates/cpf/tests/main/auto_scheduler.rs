//! The scheduler that chooses among others, compared with joint search.

use std::ops::ControlFlow;

use cpf::cpf_core::Scheduler;
use cpf::cpf_core::internal::{Reachability, connected_kinds};
use cpf::mapf::JointSearch;
use cpf::motion_core::Quality;
use cpf::motion_core::observer::{Improvement, Observer};
use cpf::{AutoScheduler, Budget, Control, Instance, MotionModel, Objective, Outcome, Schedule, Solver};
use cpf_core::generate;
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Returns every `stride`-th pair of placements of some robots on a graph.
fn instances(vertices: u32, robots: usize, stride: usize) -> impl Iterator<Item = Instance> {
    connected_kinds(vertices).into_iter().flat_map(move |graph| {
        let placements: Vec<_> =
            Reachability::new(&graph, robots).expect("a small graph").placements().collect();
        let pairs = placements.len() * placements.len();
        let pick = move |pair: usize| {
            let (start, goal) = (&placements[pair / placements.len()], &placements[pair % placements.len()]);
            let robots: Vec<_> = start.iter().copied().zip(goal.iter().copied()).collect();
            Instance::new(graph.clone(), &robots).expect("distinct vertices")
        };
        (0..pairs).step_by(stride).map(pick)
    })
}

fn schedulers() -> impl Iterator<Item = AutoScheduler> {
    MotionModel::ALL.into_iter().flat_map(|model| {
        let scheduler = AutoScheduler::default().with_model(model);
        Objective::ALL.map(|objective| scheduler.with_objective(objective))
    })
}

#[test]
fn it_is_legal_and_complete_and_proves_the_least_cost_for_few_robots() {
    let more = cases(17, 1);
    for (robots, stride) in [(1, 7), (2, 61), (3, 331), (4, 1033), (5, 1499)] {
        for instance in instances(5, robots, stride * more) {
            for scheduler in schedulers() {
                let (model, objective) = (scheduler.model(), scheduler.objective());
                let least = JointSearch::default()
                    .with_model(model)
                    .with_objective(objective)
                    .solve(&instance, &mut Control::unlimited());
                let cost = |schedule: &Schedule| {
                    instance.verify_schedule(schedule, model).expect("a legal schedule").cost(objective)
                };
                let least = match least {
                    Outcome::Solved { plan, .. } => Some(cost(&plan)),
                    _ => None,
                };
                let mut control = Control::new(Budget::new().with_nodes(200_000));
                let outcome = scheduler.solve(&instance, &mut control);
                assert_eq!(control.stats().bytes, 0, "memory is kept");
                match (outcome, least) {
                    (Outcome::Unsolvable, None) => {}
                    (Outcome::Solved { plan, quality: Quality::Optimal }, Some(least)) => {
                        assert_eq!(cost(&plan), least, "{scheduler:?}:\n{instance}");
                    }
                    (outcome, least) => panic!("{outcome:?}, not {least:?}, by {scheduler:?}:\n{instance}"),
                }
            }
        }
    }
}

#[test]
fn a_known_schedule_is_never_made_dearer_and_answers_are_the_same_twice() {
    for instance in instances(5, 3, cases(9973, 997)) {
        for scheduler in schedulers() {
            let run = |nodes| scheduler.solve(&instance, &mut Control::new(Budget::new().with_nodes(nodes)));
            let outcome = run(3_000);
            assert_eq!(outcome, run(3_000));
            let Some(known) = outcome.plan() else { continue };
            let cost = |schedule: &Schedule| {
                let metrics = instance.verify_schedule(schedule, scheduler.model());
                metrics.expect("a legal schedule").cost(scheduler.objective())
            };
            for nodes in [0, 100, 3_000] {
                let mut control = Control::new(Budget::new().with_nodes(nodes));
                let outcome = scheduler.solve_from(&instance, &known, &mut control).expect("it is legal");
                let plan = outcome.plan().expect("one is known");
                assert!(cost(&plan) <= cost(&known) && control.stats().nodes <= nodes);
            }
        }
    }
}

#[test]
fn nearly_full_grids_are_begun_afresh_and_answers_are_the_same_twice() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let instance = generate::permutation_on_grid(5, 5, 1, &mut rng).expect("a feasible instance");
    for model in [MotionModel::Train, MotionModel::Standard] {
        let scheduler = AutoScheduler::default().with_model(model);
        let run = || {
            let mut control = Control::new(Budget::new().with_nodes(50_000));
            let outcome = scheduler.solve(&instance, &mut control);
            assert_eq!(control.stats().bytes, 0, "memory is kept");
            outcome
        };
        let outcome = run();
        assert_eq!(outcome, run());
        let schedule = outcome.plan().expect("a schedule");
        instance.verify_schedule(&schedule, model).expect("a legal schedule");
    }
}

/// Records the costs of all schedules that are reported.
#[derive(Debug)]
struct Costs(Vec<u64>);

impl Observer for Costs {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        self.0.push(improvement.cost);
        ControlFlow::Continue(())
    }
}

#[test]
fn every_reported_schedule_is_cheaper_than_all_before_and_the_last_one_is_returned() {
    for vacant in [1, 3] {
        let instance = generate::permutation_on_grid(5, 5, vacant, &mut Xoshiro256PlusPlus::seed_from_u64(2));
        let instance = instance.expect("enough vacant cells");
        for scheduler in schedulers() {
            let mut costs = Costs(Vec::new());
            let mut control = Control::new(Budget::new().with_nodes(60_000)).with_observer(&mut costs);
            let schedule = scheduler.solve(&instance, &mut control).plan().expect("a schedule");
            let metrics = instance.verify_schedule(&schedule, scheduler.model()).expect("a legal schedule");
            assert!(costs.0.is_sorted_by(|before, after| before > after), "{scheduler:?}: {costs:?}");
            assert_eq!(costs.0.last(), Some(&metrics.cost(scheduler.objective())), "{scheduler:?}");
        }
    }
}
