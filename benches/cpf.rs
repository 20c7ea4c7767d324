//! Cooperative path-finding on large grids: is there a solution at all?
//!
//! Every benchmark asserts its answer: a broken test cannot look fast. Throughput is vertices per second.

use std::hint::black_box;

use cpf_core::{Infeasible, Instance, generate};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

const SIDE: u32 = 1000;

fn on_grid(side: u32, blanks: usize) -> Instance {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    generate::permutation_on_grid(side, side, blanks, rng).expect("legal parameters")
}

/// The same instance with the goals of two robots exchanged: with one blank an odd permutation more.
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
            assert!(matches!(black_box(&odd).feasibility(), Err(Infeasible::Parity { .. })));
        });
    });
    group.finish();
}

// Solvers follow here, each a function of its own, with the moves of its plans asserted.

criterion_group!(benches, feasibility);
criterion_main!(benches);
