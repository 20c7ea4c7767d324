//! Benchmarks of cooperative path-finding: deciding feasibility, and solving compared with
//! replaying.
//!
//! Every benchmark asserts its answer, so a broken solver cannot look fast.

use std::hint::black_box;

use bibox::{Bibox, EarDecomposition, EarInsertion, EarInstance};
use cpf_core::error::InfeasibleError;
use cpf_core::{Instance, generate};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motion_core::sink::Count;
use motion_core::sink::StreamingSolver;
use motion_core::{Control, Plan, Solver};
use push_swap::{Elimination, Placing, PushInstance};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

const SIDE: u32 = 1000;

fn on_grid(side: u32, blanks: usize) -> Instance {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    generate::permutation_on_grid(side, side, blanks, rng).expect("legal parameters")
}

/// Returns the instance with the goals of two robots exchanged; with one blank this changes the
/// parity.
fn exchanged(instance: &Instance) -> Instance {
    let places = instance.start().places().iter().copied();
    let mut robots: Vec<_> = places.zip(instance.goal().places().iter().copied()).collect();
    (robots[0].1, robots[1].1) = (robots[1].1, robots[0].1);
    Instance::new(instance.graph().clone(), &robots).expect("the same vertices")
}

fn feasibility(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("feasibility {SIDE}x{SIDE}"));
    group.sample_size(10).throughput(Throughput::Elements(u64::from(SIDE * SIDE)));
    for blanks in [1, 2, 500_000] {
        let instance = on_grid(SIDE, blanks);
        group.bench_function(format!("{blanks} blanks"), |bencher| {
            bencher.iter(|| assert_eq!(black_box(&instance).feasibility(), Ok(())));
        });
    }
    let odd = exchanged(&on_grid(SIDE, 1));
    group.bench_function("odd with 1 blank", |bencher| {
        bencher.iter(|| {
            assert!(matches!(black_box(&odd).feasibility(), Err(InfeasibleError::Parity { .. })));
        });
    });
    group.finish();
}

/// Measures a solver that collects its plan on the first grid of seed 1, and the verifier on the
/// same plan, so that ratios within one run can be read off. Throughput is moves per second.
fn on_grids(
    criterion: &mut Criterion,
    name: &str,
    solve: &dyn Fn(&Instance) -> Plan,
    cases: &[(u32, usize, usize)],
) {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10);
    for &(side, blanks, expected) in cases {
        let instance = on_grid(side, blanks);
        let plan = solve(&instance);
        assert_eq!(plan.len(), expected, "{name} at {side}x{side} with {blanks} blanks");
        group.throughput(Throughput::Elements(expected as u64));
        group.bench_function(format!("solve {side}x{side}, {blanks} blanks"), |bencher| {
            bencher.iter(|| assert_eq!(solve(black_box(&instance)).len(), expected));
        });
        group.bench_function(format!("replay {side}x{side}, {blanks} blanks"), |bencher| {
            bencher.iter(|| {
                let mut board = instance.start().clone();
                assert_eq!(instance.graph().replay(&mut board, black_box(&plan)), Ok(expected as u64));
            });
        });
    }
    group.finish();
}

/// Does what `on_grids` does, ear by ear; the time includes finding the ears.
fn on_ears(
    criterion: &mut Criterion,
    name: &str,
    solver: &dyn for<'i> Solver<EarInstance<'i>, Solution = Plan>,
    ears: fn(&Instance) -> EarDecomposition,
    cases: &[(u32, usize, usize)],
) {
    let solve = |instance: &Instance| {
        let problem = EarInstance::with_ears(instance, ears(instance)).expect("ears of the grid");
        solver.solve(&problem, &mut Control::unlimited()).plan().expect("a solution")
    };
    on_grids(criterion, name, &solve, cases);
}

/// Does what `on_grids` does, by a solver of graphs with two blanks.
fn with_blanks(
    criterion: &mut Criterion,
    name: &str,
    solver: &dyn for<'i> Solver<PushInstance<'i>, Solution = Plan>,
    cases: &[(u32, usize, usize)],
) {
    let solve = |instance: &Instance| {
        let problem = PushInstance::new(instance).expect("two blanks");
        solver.solve(&problem, &mut Control::unlimited()).plan().expect("a solution")
    };
    on_grids(criterion, name, &solve, cases);
}

fn shells(instance: &Instance) -> EarDecomposition {
    EarDecomposition::for_instance(instance).expect("a grid")
}

fn rows(instance: &Instance) -> EarDecomposition {
    EarDecomposition::row_by_row(instance.grid().expect("a grid")).expect("an open rectangle")
}

fn single_steps(criterion: &mut Criterion) {
    let cases = [(10, 1, 2406), (20, 1, 20_099), (50, 1, 323_202), (100, 1, 2_627_334)];
    on_ears(criterion, "single steps", &EarInsertion::fast(), shells, &cases);
}

fn direct_insertion(criterion: &mut Criterion) {
    let cases = [(10, 1, 1634), (20, 1, 13_087), (20, 2, 12_556), (50, 1, 211_398)];
    on_ears(criterion, "direct insertion", &EarInsertion::default(), shells, &cases);
}

fn bibox(criterion: &mut Criterion) {
    on_ears(criterion, "bibox", &Bibox::default(), rows, &[(10, 1, 8466), (20, 1, 140_263)]);
    on_ears(
        criterion,
        "bibox with snakes",
        &Bibox::default().with_snakes(true),
        rows,
        &[(10, 1, 7586), (20, 1, 111_259)],
    );
}

fn elimination(criterion: &mut Criterion) {
    let cases = [(10, 2, 1659), (20, 2, 13_238), (20, 200, 3320), (50, 3, 206_704)];
    with_blanks(criterion, "elimination", &Elimination::default(), &cases);
    let snakes = Elimination::default().with_snakes(true);
    with_blanks(criterion, "elimination with snakes", &snakes, &[(20, 2, 13_242)]);
}

fn push_and_swap(criterion: &mut Criterion) {
    let swap = Placing::push_and_swap();
    with_blanks(criterion, "push and swap", &swap, &[(10, 3, 2258), (20, 3, 20_973)]);
    let snakes = swap.with_snakes(true);
    with_blanks(criterion, "push and swap with snakes", &snakes, &[(20, 3, 18_667)]);
    let rotate = Placing::push_and_rotate();
    with_blanks(criterion, "push and rotate", &rotate, &[(10, 3, 2244), (20, 3, 18_853)]);
}

/// Measures a large grid, with the moves only counted, so that the plan is never in memory.
fn large(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count 200x200, 2 blanks");
    let instance = on_grid(200, 2);
    let problem = EarInstance::new(&instance).expect("a grid");
    let expected = 21_010_207;
    group.sample_size(10).throughput(Throughput::Elements(expected));
    group.bench_function("single steps", |bencher| {
        bencher.iter(|| {
            let mut count = Count::default();
            let solver = EarInsertion::fast();
            assert!(solver.solve_into(&problem, &mut count, &mut Control::unlimited()).is_solved());
            assert_eq!(count.get(), expected);
        });
    });
    group.finish();
}

criterion_group!(
    benches,
    feasibility,
    single_steps,
    direct_insertion,
    bibox,
    elimination,
    push_and_swap,
    large
);
criterion_main!(benches);
