//! Benchmarks of Sokoban: the solvers that find the fewest pushes, and the analyses, on levels of
//! our own design.
//!
//! Every benchmark of a solver asserts the pushes that it finds. Throughput is nodes per second,
//! where a node is an expanded position.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motion_core::{Control, Solver};
use sokoban::board::SearchBoard;
use sokoban::{AnySolver, Level};

/// Levels, each with its fewest pushes and its live squares.
const LEVELS: [(&str, &str, u64, usize); 3] = [
    ("crossing", include_str!("../crates/sokoban/testdata/crossing.xsb"), 10, 21),
    ("hall", include_str!("../crates/sokoban/testdata/hall.xsb"), 32, 30),
    ("warehouse", include_str!("../crates/sokoban/testdata/warehouse.xsb"), 60, 36),
];

/// One solver of each kind, with and without the matching bound, deadlock rules and corrals.
const SOLVERS: [&str; 9] =
    ["BFS", "RBFS", "BBFS", "IDDFS+PP+IMO", "RIDDFS+PP+IMO", "A*+simple", "A*", "A*+pruned", "IDA*+pruned"];

fn levels() -> impl Iterator<Item = (&'static str, Level, u64, usize)> {
    LEVELS.iter().map(|&(name, text, pushes, live)| (name, text.parse().expect("a level"), pushes, live))
}

/// The pushes that the search by features finds, level by level.
const BY_FEATURES: [u64; 3] = [10, 34, 62];

fn solvers(criterion: &mut Criterion) {
    for ((name, level, least, _), by_features) in levels().zip(BY_FEATURES) {
        let mut group = criterion.benchmark_group(format!("sokoban {name}"));
        group.sample_size(10);
        let optimal = SOLVERS.map(|solver| (solver, least));
        for (solver, expected) in optimal.into_iter().chain([("FESS", by_features)]) {
            let solver: AnySolver = solver.parse().expect("a solver");
            let pushes = |control: &mut Control| {
                let moves = solver.solve(black_box(&level), control).plan().expect("a solvable level");
                level.verify(&moves).expect("a solution").pushes
            };
            let mut control = Control::unlimited();
            assert_eq!(pushes(&mut control), expected, "{name} by {solver}");
            group.throughput(Throughput::Elements(control.stats().nodes));
            group.bench_function(solver.to_string(), |bencher| {
                bencher.iter(|| assert_eq!(pushes(&mut Control::unlimited()), expected));
            });
        }
        group.finish();
    }
}

/// Measures the preparation of a level.
fn beforehand(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sokoban beforehand");
    for (name, level, _, live) in levels() {
        group.bench_function(format!("board of {name}"), |bencher| {
            bencher.iter(|| assert_eq!(SearchBoard::new(black_box(&level)).live_square_count(), live));
        });
        group.bench_function(format!("survey of {name}"), |bencher| {
            bencher.iter(|| assert_eq!(black_box(&level).analysis().board().live_square_count(), live));
        });
    }
    group.finish();
}

criterion_group!(benches, solvers, beforehand);
criterion_main!(benches);
