//! Benchmarks of schedules: the first one, proofs of the least cost, improvements, and feasibility
//! with rotations.

use std::hint::black_box;

use cpf_core::{Instance, MotionModel, Objective, Scheduler, generate};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mapf::{
    ConflictSearch, IncreasingCostTree, JointSearch, Lacam, LacamTechnique, LacamTechniques, MddSat,
    ScheduleImprover,
};
use motion_core::{Budget, Control, Outcome, Quality, Schedule, Solver};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

const MODEL: MotionModel = MotionModel::Standard;

/// Places the robots of seed 1 on an open grid.
fn on_grid(side: u32, robots: usize) -> Instance {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let vacant = (side * side) as usize - robots;
    generate::permutation_on_grid(side, side, vacant, rng).expect("legal parameters")
}

/// Verifies a schedule and returns its sum of costs.
fn cost(instance: &Instance, schedule: &Schedule) -> u64 {
    instance.verify_schedule(schedule, MODEL).expect("a legal schedule").sum_of_costs
}

/// Measures a scheduler on the robots of seed 1 on an open grid; if required, its schedule must be
/// optimal. Throughput is nodes per second.
fn measure(
    criterion: &mut Criterion,
    name: &str,
    scheduler: &dyn Scheduler,
    (side, robots): (u32, usize),
    is_proof: bool,
    expected: u64,
) {
    let instance = on_grid(side, robots);
    let solve = |instance: &Instance| {
        let mut control = Control::unlimited();
        let outcome = scheduler.solve(instance, &mut control);
        let Outcome::Solved { plan, quality } = outcome else { panic!("{name}: no schedule") };
        assert!(!is_proof || quality == Quality::Optimal, "{name}: {quality}");
        (plan, control.stats().nodes)
    };
    let (schedule, nodes) = solve(&instance);
    assert_eq!(cost(&instance, &schedule), expected, "{name}");
    let mut group = criterion.benchmark_group("mapf");
    group.sample_size(10).throughput(Throughput::Elements(nodes));
    group.bench_function(format!("{name}, {robots} robots on {side}x{side}"), |bencher| {
        bencher.iter(|| assert_eq!(solve(black_box(&instance)).1, nodes));
    });
    group.finish();
}

/// Returns a search for the first schedule, which is not replanned.
fn first_descent() -> Lacam {
    let techniques = LacamTechniques::ALL.without(LacamTechnique::Replanning);
    Lacam::default().with_seed(0).with_descents(1).with_techniques(techniques)
}

fn first_schedules(criterion: &mut Criterion) {
    let lacam = first_descent();
    measure(criterion, "first schedule", &lacam, (50, 100), false, FIRST_OF_100);
    measure(criterion, "first schedule", &lacam, (64, 1000), false, FIRST_OF_1000);
}

fn proofs(criterion: &mut Criterion) {
    let objective = Objective::SumOfCosts;
    let conflicts = ConflictSearch::default().with_model(MODEL).with_objective(objective);
    measure(criterion, "conflict search", &conflicts, (16, 50), true, CONFLICT_SEARCH);
    let joint = JointSearch::default().with_model(MODEL).with_objective(objective);
    measure(criterion, "joint search", &joint, (8, 12), true, JOINT_SEARCH);
    let costs = IncreasingCostTree::default().with_model(MODEL).with_objective(objective);
    measure(criterion, "increasing-cost tree", &costs, (8, 16), true, COST_TREE);
    let sat = MddSat::default().with_model(MODEL).with_objective(objective);
    measure(criterion, "sat", &sat, (5, 8), true, SAT);
}

/// Measures the improver, which plans the same groups of robots each time because nodes limit its
/// work.
fn improvements(criterion: &mut Criterion) {
    let instance = on_grid(32, 300);
    let first = first_descent().solve(&instance, &mut Control::unlimited()).plan();
    let first = first.expect("a schedule");
    let improver = ScheduleImprover::default();
    let improve = || {
        let mut control = Control::new(Budget::new().with_nodes(IMPROVER_NODES));
        let improved = improver.improve(black_box(&instance), first.clone(), &mut control);
        cost(&instance, &improved.expect("the first schedule is legal").schedule)
    };
    assert_eq!((cost(&instance, &first), improve()), IMPROVER);
    let mut group = criterion.benchmark_group("mapf");
    group.sample_size(10).throughput(Throughput::Elements(IMPROVER_NODES));
    group.bench_function("improver, 300 robots on 32x32", |bencher| {
        bencher.iter(|| assert_eq!(improve(), IMPROVER.1));
    });
    group.finish();
}

/// Measures feasibility for robots that fill a grid of 100,489 cells, where only rotations move
/// them.
fn feasibility(criterion: &mut Criterion) {
    const SIDE: u32 = 317;
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let graph = on_grid(SIDE, 1).graph().clone();
    let full = generate::robots(graph, (SIDE * SIDE) as usize, rng).expect("as many as vertices");
    let mut group = criterion.benchmark_group("feasibility with rotations");
    group.sample_size(10).throughput(Throughput::Elements(u64::from(SIDE * SIDE)));
    group.bench_function(format!("{SIDE}x{SIDE}, full"), |bencher| {
        bencher.iter(|| {
            assert_eq!(black_box(&full).feasibility_in(MODEL), Ok(()));
            assert!(black_box(&full).feasibility_in(MotionModel::Train).is_err());
        });
    });
    group.finish();
}

/// Sums of costs.
const FIRST_OF_100: u64 = 3954;
const FIRST_OF_1000: u64 = 70_482;
const CONFLICT_SEARCH: u64 = 605;
const JOINT_SEARCH: u64 = 60;
const COST_TREE: u64 = 90;
const SAT: u64 = 29;

/// The sums of costs before these nodes and after them.
const IMPROVER: (u64, u64) = (10_785, 8_720);
const IMPROVER_NODES: u64 = 500_000;

criterion_group!(benches, first_schedules, proofs, improvements, feasibility);
criterion_main!(benches);
