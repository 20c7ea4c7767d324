//! Tests of the improver of schedules, the repair of colliding paths, and schedules of long steps.

use mapf::cpf_core::{self, generate};
use mapf::motion_core::{Budget, Control, Outcome, Quality, Schedule, Solver, Stop};
use mapf::{
    CollisionRepair, Instance, MotionModel, Neighbourhood, Objective, PathShifts, ScheduleImprover, Scheduler,
};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::grids::instance;
use crate::harness::{Candidate, Case, Endings, Promise, Verdict, check_limits, check_thoroughly, verdict};

/// The improver with all techniques, and without each of them.
fn improvers(model: MotionModel, objective: Objective) -> Vec<(&'static str, ScheduleImprover)> {
    let all = ScheduleImprover::default().with_model(model).with_objective(objective).with_patience(50);
    let mut improvers = vec![
        ("improver", all),
        ("improver, no retiming", all.with_retiming(false)),
        ("improver, equal weights", all.with_adaptive_weights(false)),
        ("improver, single robots", all.with_group_size(1)),
        ("improver, another seed", all.with_seed(5)),
    ];
    for rule in Neighbourhood::ALL {
        improvers.push((rule.name(), all.with_neighbourhood(rule, false)));
    }
    improvers
}

fn candidates(model: MotionModel, objective: Objective) -> Vec<Candidate> {
    let feasible = |name, scheduler| Candidate::new(name, Promise::Feasible, scheduler).within_nodes(20_000);
    let mut candidates: Vec<_> =
        improvers(model, objective).into_iter().map(|(name, improver)| feasible(name, improver)).collect();
    let repair = CollisionRepair::default().with_model(model).with_objective(objective);
    for (name, repair) in [
        ("repair", repair),
        ("repair, no walks", repair.with_walks(false)),
        ("repair of pairs", repair.with_group_size(2)),
    ] {
        candidates.push(Candidate::new(name, Promise::Feasible, repair).within_nodes(20_000));
    }
    candidates
}

/// Runs repair and improvement on small grids, compared with joint search.
#[test]
fn schedules_are_legal_and_never_dearer() {
    let mut endings = Endings::default();
    for model in MotionModel::ALL {
        for seed in 0..cases(1, 30) {
            let instance = instance(seed);
            for objective in Objective::ALL {
                let verdict = verdict(&instance, model, objective);
                if !verdict.is_known() {
                    continue;
                }
                let best = verdict.schedule();
                let cost = |schedule| {
                    let metrics = instance.verify_schedule(schedule, model).expect("a legal schedule");
                    metrics.cost(objective)
                };
                let optimum = best.as_ref().map(cost);
                let case = Case { instance: &instance, model, objective, optimum };
                let late = best.as_ref().map(delayed);
                let known: Vec<_> = best.into_iter().chain(late).collect();
                for candidate in candidates(model, objective) {
                    check_thoroughly(&case, &candidate, &known, &mut endings);
                    check_limits(&case, &candidate);
                }
            }
        }
    }
    endings.report("improvement");
}

/// The same steps, each after a step in which nothing moves.
fn delayed(schedule: &Schedule) -> Schedule {
    let mut delayed = Schedule::new();
    for step in schedule.steps() {
        delayed.push_step([]);
        delayed.push_step(step.iter().copied());
    }
    delayed
}

#[test]
fn retiming_takes_back_delays() {
    for model in MotionModel::ALL {
        let mut compared = 0;
        for seed in 0..20 {
            let instance = instance(seed);
            let Verdict::Best(best) = verdict(&instance, model, Objective::Makespan) else { continue };
            let retiming = Neighbourhood::ALL
                .into_iter()
                .fold(ScheduleImprover::default().with_model(model), |improver, rule| {
                    improver.with_neighbourhood(rule, false)
                })
                .with_objective(Objective::Makespan);
            let improved = retiming.improve(&instance, delayed(&best), &mut Control::unlimited());
            let improved = improved.expect("a legal schedule").schedule;
            assert!(improved.makespan() <= best.makespan(), "{model} {seed}");
            assert!(instance.verify_schedule(&improved, model).is_ok(), "{model} {seed}");
            compared += 1;
        }
        assert!(compared > 10, "{compared} schedules in {model}");
    }
}

/// Instances with half of their vertices vacant soon have a schedule.
#[test]
fn repair_ends() {
    for model in MotionModel::ALL {
        for seed in 0..cases(1, 5) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let instance = generate::permutation_on_grid(8, 8, 32, &mut rng).expect("an instance");
            let mut control = Control::new(Budget::new().with_nodes(3_000_000));
            let schedule = CollisionRepair::default().with_model(model).solve(&instance, &mut control);
            let schedule = schedule.into_result().unwrap_or_else(|error| panic!("{model} {seed}: {error}"));
            assert!(instance.verify_schedule(&schedule, model).is_ok(), "{model} {seed}");
            assert_eq!(control.stats().bytes, 0);
        }
    }
}

/// More nodes never make a schedule worse, and each objective gains.
#[test]
fn costs_fall_with_the_budget() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let instance = generate::permutation_on_grid(8, 8, 32, &mut rng).expect("an instance");
    for model in MotionModel::ALL {
        let first = CollisionRepair::default().with_model(model).solve(&instance, &mut Control::unlimited());
        let first = first.into_result().expect("a schedule");
        for objective in Objective::ALL {
            let improver = ScheduleImprover::default().with_model(model).with_objective(objective);
            let costs = [0, 5_000, 20_000, 80_000].map(|nodes| {
                let mut control = Control::new(Budget::new().with_nodes(nodes));
                let improved = improver.improve(&instance, first.clone(), &mut control).expect("it is legal");
                let metrics = instance.verify_schedule(&improved.schedule, model).expect("a legal schedule");
                metrics.cost(objective)
            });
            assert!(costs.is_sorted_by(|before, after| after <= before), "{costs:?}");
            assert!(costs[3] < costs[0] || costs[0] == bound(&instance, model, objective), "{costs:?}");
        }
    }
}

fn bound(instance: &Instance, model: MotionModel, objective: Objective) -> u64 {
    instance.lower_bound(objective, model).expect("goals can be reached")
}

#[test]
fn a_schedule_that_costs_the_bound_is_optimal() {
    let instance: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 3\n".parse().expect("an instance");
    let outcome = ScheduleImprover::default().solve(&instance, &mut Control::unlimited());
    assert!(matches!(outcome, Outcome::Solved { quality: Quality::Optimal, .. }), "{outcome:?}");
    let foreign =
        ScheduleImprover::default().solve_from(&instance, &Schedule::new(), &mut Control::unlimited());
    assert!(foreign.is_err());
}

#[test]
#[ignore = "exhaustive: 0.1 minutes"]
fn long_steps_solve_dense_grids() {
    let (mut runs, mut solved) = (0, 0);
    for (rows, columns) in [(3, 3), (4, 4), (4, 5), (5, 5)] {
        for blanks in 1..=3 {
            for seed in 0..2 {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                let instance = generate::permutation_on_grid(rows, columns, blanks, &mut rng);
                let instance = instance.expect("an instance");
                for model in [MotionModel::Train, MotionModel::Standard] {
                    let shifts = PathShifts::default().with_model(model).with_rounds(2);
                    let solve = |shifts: PathShifts| {
                        let mut control = Control::new(Budget::new().with_nodes(40_000));
                        let outcome = shifts.solve(&instance, &mut control);
                        assert_eq!(control.stats().bytes, 0);
                        outcome
                    };
                    let outcome = solve(shifts);
                    assert_eq!(outcome, solve(shifts));
                    runs += 1;
                    let Outcome::Solved { plan, quality } = outcome else {
                        assert_eq!(outcome, Outcome::stopped(Stop::Nodes));
                        continue;
                    };
                    solved += 1;
                    let metrics = instance.verify_schedule(&plan, model).expect("a legal schedule");
                    let lower_bound = bound(&instance, model, Objective::Makespan);
                    assert!(metrics.makespan >= lower_bound && quality != Quality::Feasible);
                    // There are far fewer steps than moves.
                    assert!(2 * metrics.makespan < metrics.moves, "{metrics:?}");
                }
            }
        }
    }
    assert!(10 * solved >= 9 * runs, "{solved} of {runs} are solved");
}

#[test]
#[ignore = "exhaustive: 0.05 minutes"]
fn long_steps_need_each_technique() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let instance = generate::permutation_on_grid(8, 8, 1, &mut rng).expect("an instance");
    let makespan = |shifts: PathShifts| {
        let mut control = Control::new(Budget::new().with_nodes(150_000));
        let plan = shifts.solve(&instance, &mut control).plan();
        plan.map(|plan| instance.verify_schedule(&plan, MotionModel::Train).expect("a schedule").makespan)
    };
    let all = makespan(PathShifts::default());
    for fewer in [
        PathShifts::default().with_rotations(false),
        PathShifts::default().with_attraction(false),
        PathShifts::default().with_prefixes(false),
        PathShifts::default().with_seed(7),
    ] {
        assert_ne!(makespan(fewer), all, "{fewer:?}");
    }
}

#[test]
fn long_steps_refuse_what_they_do_not_treat() {
    let path: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 3\n".parse().expect("an instance");
    let parts: Instance = "p edge 4 2\ne 1 2\ne 3 4\nr 1 2\n".parse().expect("an instance");
    let solve = |shifts: PathShifts, instance| shifts.solve(instance, &mut Control::unlimited());
    let pebble = PathShifts::default().with_model(MotionModel::Pebble);
    for outcome in [solve(pebble, &path), solve(PathShifts::default(), &parts)] {
        assert_eq!(outcome, Outcome::stopped(Stop::Unsupported));
    }
    let outcome = solve(PathShifts::default(), &path);
    assert!(
        matches!(outcome, Outcome::Solved { quality: Quality::Bounded { .. } | Quality::Optimal, .. }),
        "{outcome:?}"
    );
    let exchange: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 2\nr 2 1\n".parse().expect("an instance");
    assert_eq!(solve(PathShifts::default(), &exchange), Outcome::Unsolvable);
}

/// The bay of this corridor helps only if a robot steps aside before the other is planned.
#[test]
fn without_a_limit_repair_gives_up() -> Result<(), cpf_core::formats::FormatError> {
    let instance: Instance = "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\nr 1 3\nr 3 1\n".parse()?;
    let repair = CollisionRepair::default().with_patience(100);
    let mut control = Control::unlimited();
    assert_eq!(repair.solve(&instance, &mut control), Outcome::stopped(Stop::GaveUp));
    let few = control.stats().nodes;
    assert_eq!(CollisionRepair::default().solve(&instance, &mut control), Outcome::stopped(Stop::GaveUp));
    assert!(control.stats().nodes > 50 * few, "its patience is not that of the default");
    let improver = ScheduleImprover::default();
    assert_eq!(improver.solve(&instance, &mut Control::unlimited()), Outcome::stopped(Stop::GaveUp));
    let mut limited = Control::new(Budget::new().with_nodes(2 * few));
    assert_eq!(repair.solve(&instance, &mut limited), Outcome::stopped(Stop::Nodes));
    Ok(())
}
