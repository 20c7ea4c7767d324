//! Benchmarks of sliding puzzles: solving beside replaying the same solution, so that ratios within
//! one run can be read off.
//!
//! Every benchmark asserts its move count, so a broken solver cannot look fast. Throughput is moves
//! per second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grid_puzzle::clockwise::{Clockwise, verify_clockwise};
use grid_puzzle::internal::OptimalHeuristic;
use grid_puzzle::tables::{CompleteTable, PatternDatabases};
use grid_puzzle::{
    Board, Dummies, Instance, MoveMetric, NearOptimal, Optimal, Parberry, SeveralBlanks, Snake,
};
use motion_core::sink::{Count, StreamingSolver};
use motion_core::{Budget, Control, Direction, Plan, Solver, Walk};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Returns the first board of seed 1.
fn board(side: u32) -> Instance {
    let goal = Board::solved(side, side).expect("a legal size");
    Instance::random(goal, &mut Xoshiro256PlusPlus::seed_from_u64(1))
}

fn count(
    solver: &impl StreamingSolver<Instance, Move = Direction, Solution = Walk>,
    instance: &Instance,
) -> u64 {
    let mut count = Count::default();
    assert!(solver.solve_into(instance, &mut count, &mut Control::unlimited()).is_solved());
    count.get()
}

fn collect(solver: &impl Solver<Instance, Solution = Walk>, instance: &Instance) -> Walk {
    solver.solve(instance, &mut Control::unlimited()).plan().expect("a solvable instance")
}

fn verified(instance: &Instance, walk: &Walk) -> Option<u64> {
    instance.verify(walk).ok().map(|metrics| metrics.moves)
}

/// Measures solving, with the plan collected, and replaying that plan move by move.
fn solve_and_replay(
    criterion: &mut Criterion,
    name: &str,
    solver: &impl Solver<Instance, Solution = Walk>,
    moves: &[(u32, u64)],
) {
    let mut group = criterion.benchmark_group(name);
    for &(side, expected) in moves {
        let instance = board(side);
        let walk = collect(solver, &instance);
        assert_eq!(verified(&instance, &walk), Some(expected), "{name} at {side}x{side}");
        group.throughput(Throughput::Elements(expected));
        group.bench_function(format!("solve {side}x{side}"), |bencher| {
            bencher.iter(|| assert_eq!(collect(solver, black_box(&instance)).len() as u64, expected));
        });
        group.bench_function(format!("replay {side}x{side}"), |bencher| {
            bencher.iter(|| assert_eq!(verified(black_box(&instance), &walk), Some(expected)));
        });
    }
    group.finish();
}

fn parberry(criterion: &mut Criterion) {
    solve_and_replay(criterion, "parberry", &Parberry::default(), &[(4, 132), (10, 2360), (50, 323_919)]);
}

fn snake(criterion: &mut Criterion) {
    solve_and_replay(criterion, "snake", &Snake::default(), &[(4, 126), (10, 2084), (50, 292_335)]);
}

/// Measures boards with three blanks, using the nearest one for every step, or one with the others
/// treated as tiles; and longer snakes with one blank.
fn several_blanks(criterion: &mut Criterion) {
    let goal = Board::solved_with_blanks(20, 20, 3).expect("a legal size");
    let instance = Instance::random(goal, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let mut group = criterion.benchmark_group("blanks");
    let solvers: [(&str, &dyn Solver<Instance, Solution = Plan>, u64); 3] = [
        ("parberry", &SeveralBlanks(Parberry::default()), 18_139),
        ("snake", &SeveralBlanks(Snake::default()), 17_063),
        ("dummies", &Dummies::new(Snake::default()), 18_309),
    ];
    for (name, solver, expected) in solvers {
        group.throughput(Throughput::Elements(expected));
        group.bench_function(format!("{name} 20x20"), |bencher| {
            bencher.iter(|| {
                let plan = solver.solve(black_box(&instance), &mut Control::unlimited()).plan();
                assert_eq!(plan.map(|plan| plan.len() as u64), Some(expected));
            });
        });
    }
    group.finish();
    solve_and_replay(
        criterion,
        "snakes of four",
        &Snake::default().with_length(4),
        &[(10, 2154), (50, 285_343)],
    );
}

/// Measures clockwise solutions: by rule, by searches over laps, and with turns anywhere.
fn clockwise(criterion: &mut Criterion) {
    for (name, solver, moves) in [
        ("clockwise procedure", Clockwise::procedure(), [(4, 500), (8, 12_873)]),
        ("clockwise", Clockwise::default(), [(4, 176), (8, 5117)]),
        ("clockwise anywhere", Clockwise::anywhere(), [(4, 116), (8, 1295)]),
    ] {
        for (side, expected) in moves {
            assert_eq!(
                verify_clockwise(&collect(&solver, &board(side))),
                Ok(expected),
                "{name} at {side}x{side}"
            );
        }
        solve_and_replay(criterion, name, &solver, &moves);
    }
}

/// Measures the first round, and improvement under a node limit.
fn short(criterion: &mut Criterion) {
    solve_and_replay(criterion, "short quick", &NearOptimal::quick(), &[(10, 1396), (50, 198_151)]);
    let instance = board(10);
    let moves = |control: &mut Control| {
        NearOptimal::default().solve(&instance, control).plan().map(|walk| walk.len())
    };
    let control = || Control::new(Budget::new().with_nodes(1_000_000));
    assert_eq!(moves(&mut control()), Some(1126));
    criterion.bench_function("short/10x10, a million nodes", |bencher| {
        bencher.iter(|| moves(black_box(&mut control())));
    });
}

/// Measures shortest solutions of ten boards of seed 1, with tables computed before. Throughput is
/// nodes per second.
fn optimal(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("optimal");
    group.sample_size(10);
    for (name, heuristic, side, expected) in [
        ("walking distance 3x3", OptimalHeuristic::WalkingDistance, 3, OPTIMAL_3X3),
        ("patterns 3x3", OptimalHeuristic::PatternDatabases, 3, OPTIMAL_3X3),
        ("patterns 4x4", OptimalHeuristic::PatternDatabases, 4, OPTIMAL_4X4),
    ] {
        let goal = Board::solved(side, side).expect("a legal size");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let instances: Vec<_> = (0..10).map(|_| Instance::random(goal.clone(), &mut rng)).collect();
        let solver = Optimal::default().with_heuristic(heuristic);
        let solve = |control: &mut Control| -> usize {
            let walks = instances.iter().map(|instance| solver.solve(instance, control).plan());
            walks.map(|walk| walk.expect("a solvable instance").len()).sum()
        };
        assert_eq!(solve(&mut Control::unlimited()), expected, "{name}");
        let mut control = Control::unlimited();
        assert_eq!(solve(&mut control), expected, "{name}");
        group.throughput(Throughput::Elements(control.stats().nodes));
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(solve(&mut Control::unlimited()), expected));
        });
    }
    let goal = Board::solved(4, 4).expect("a legal size");
    group.throughput(Throughput::Bytes(PATTERNS_4X4));
    group.bench_function("pattern tables 4x4", |bencher| {
        bencher.iter(|| {
            let tables = PatternDatabases::new(&goal, MoveMetric::SingleTile, &mut Control::unlimited());
            assert_eq!(tables.map(|tables| tables.bytes()).ok(), Some(PATTERNS_4X4));
        });
    });
    let goal = Board::solved(2, 5).expect("a legal size");
    group.throughput(Throughput::Elements(1_814_400));
    for (name, metric, most) in [("single", MoveMetric::SingleTile, 55), ("multi", MoveMetric::MultiTile, 36)]
    {
        group.bench_function(format!("complete table 2x5, {name}"), |bencher| {
            bencher.iter(|| {
                let table = CompleteTable::new(&goal, metric, &mut Control::unlimited());
                assert_eq!(table.map(|table| table.boards_by_distance().len() - 1).ok(), Some(most));
            });
        });
    }
    group.finish();
}

/// The bytes of the tables.
const PATTERNS_4X4: u64 = 16_805_032;

/// The total moves of the ten boards.
const OPTIMAL_3X3: usize = 228;
const OPTIMAL_4X4: usize = 519;

/// Measures a large board, with the moves only counted, so that only the board is in memory.
fn large(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("count 200x200");
    group.sample_size(10);
    let instance = board(200);
    for (name, moves) in [("parberry", 21_125_263), ("snake", 18_964_929)] {
        group.throughput(Throughput::Elements(moves));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let counted = match name {
                    "parberry" => count(&Parberry::default(), &instance),
                    _ => count(&Snake::default(), &instance),
                };
                assert_eq!(counted, moves);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, parberry, snake, several_blanks, clockwise, short, optimal, large);
criterion_main!(benches);
