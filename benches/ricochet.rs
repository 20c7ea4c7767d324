//! Benchmarks of Ricochet Robots: the optimal solver beside the searches of Graph-DP, on the first
//! games of seed 1.
//!
//! Every benchmark asserts the lengths that it finds. Throughput is nodes per second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motion_core::{Control, Solver};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use ricochet::internal::{GraphMethod, GraphSolver};
use ricochet::quadrants::{QuadrantSet, RandomGame};
use ricochet::{Instance, Moves, Optimal};

/// Returns standard games on quadrants of our own design.
fn games(count: usize, sides: &str) -> Vec<Instance> {
    let (set, random_game) = (QuadrantSet::standard(), RandomGame::default().with_sides(sides));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    (0..count).map(|_| random_game.generate(&set, &mut rng).expect("a game")).collect()
}

fn measure(
    criterion: &mut Criterion,
    name: &str,
    games: &[Instance],
    expected: u64,
    solver: &dyn Solver<Instance, Solution = Moves>,
) {
    let sum = |control: &mut Control| -> u64 {
        let moves = games.iter().map(|game| {
            let plan = solver.solve(black_box(game), control).plan().expect("a solvable game");
            game.verify(&plan).expect("a solution").moves
        });
        moves.sum()
    };
    let mut control = Control::unlimited();
    assert_eq!(sum(&mut control), expected, "{name}");
    let mut group = criterion.benchmark_group("ricochet");
    group.sample_size(10);
    group.throughput(Throughput::Elements(control.stats().nodes));
    group.bench_function(name, |bencher| {
        bencher.iter(|| assert_eq!(sum(&mut Control::unlimited()), expected));
    });
    group.finish();
}

fn optimal(criterion: &mut Criterion) {
    let solver = Optimal::default();
    measure(criterion, "optimal, 100 games", &games(100, "AB"), OPTIMAL, &solver);
    measure(criterion, "optimal, 100 games with diagonals", &games(100, "D"), DIAGONALS, &solver);
}

/// Measures the paper's methods on twenty games.
fn graph(criterion: &mut Criterion) {
    let games = games(20, "AB");
    measure(criterion, "optimal, 20 games", &games, TWENTY, &Optimal::default());
    for (name, method, expected) in [
        ("graph-dp, 20 games", GraphMethod::Dp, TWENTY_DP),
        ("graph, 20 games", GraphMethod::Combined, TWENTY),
    ] {
        measure(criterion, name, &games, expected, &GraphSolver::default().with_method(method));
    }
}

/// The total moves of all games.
const OPTIMAL: u64 = 588;
const DIAGONALS: u64 = 633;
const TWENTY: u64 = 117;
const TWENTY_DP: u64 = 119;

criterion_group!(benches, optimal, graph);
criterion_main!(benches);
