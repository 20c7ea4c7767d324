//! Appendix A of Surynek & Michalík 2015: lemmas 4 to 6, proposition 3 and observation 1.

use std::collections::{HashMap, VecDeque};

use grid_puzzle::{Board, Instance, Parberry, Snake};
use motion_core::{Control, Solver, Walk};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Computes S(n) step by step from S(3) = 34, as in the proof of proposition 3.
fn recurrence(n: i64) -> i64 {
    (4..=n).fold(34, |sum, n| sum + 12 * n * n - 13 * n + 5)
}

/// Returns the solution of the recurrence: 4n³ − ½n² + ½n − 71.
const fn exact(n: i64) -> i64 {
    4 * n * n * n - (n * n - n) / 2 - 71
}

/// Returns the value of the printed formula, which is also a whole number: 4n³ − ½n² + 3/2 n − 70.
const fn printed(n: i64) -> i64 {
    4 * n * n * n - (n * n - 3 * n) / 2 - 70
}

#[test]
fn the_printed_closed_form_misses_its_recurrence_by_one_a_step() {
    for n in 4..=1000 {
        // Row and column by lemmas 5 and 6. The sum is doubled so that all numbers are whole.
        let row = n * (6 * (2 * n - 1) + 2);
        let column = 2 * (n - 1) * (6 * (n - 1) + 1);
        assert_eq!(row + column, 2 * (recurrence(n) - recurrence(n - 1)), "n = {n}");
        assert_eq!(exact(n), recurrence(n), "n = {n}");
        assert_eq!(printed(n) - printed(n - 1), recurrence(n) - recurrence(n - 1) + 1, "n = {n}");
    }
    assert_eq!((exact(3), printed(3)), (34, 38));
    assert_eq!(printed(50) - exact(50), 51);
}

/// Row and column, from 0.
type Place = (i64, i64);

const fn distance(a: Place, b: Place) -> i64 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
}

fn places(n: i64) -> impl Iterator<Item = Place> {
    (0..n).flat_map(move |row| (0..n).map(move |column| (row, column)))
}

/// Returns the sum of distances from a place to others, and their number.
fn sum(from: Place, to: impl Iterator<Item = Place>) -> (i64, i64) {
    to.fold((0, 0), |(sum, count), place| (sum + distance(from, place), count + 1))
}

#[test]
fn lemmas_4_and_5_hold() {
    for n in 2..=40 {
        let (total, count) = sum((0, 0), places(n));
        assert_eq!(total, (n - 1) * count, "lemma 4, n = {n}");
        for k in 0..n {
            let (total, count) = sum((0, k), places(n).filter(|&place| place > (0, k)));
            assert!(2 * total <= (2 * n - 1) * count, "lemma 5, n = {n}, k = {k}");
            // The bound is sharp in the corner.
            assert_eq!(2 * total == (2 * n - 1) * count, k == n - 1, "n = {n}, k = {k}");
        }
        // In the first column, from the bottom, all cells below k are filled.
        for k in 1..n {
            let left = places(n).filter(|&(row, column)| row > 0 && (column > 0 || row < k));
            let (total, count) = sum((k, 0), left);
            assert!(total <= (n - 1) * count, "first column, n = {n}, k = {k}");
        }
    }
}

/// Returns the fewest moves that bring a tile from each place to (0, k), where the blank begins.
/// The tiles to its left are in place before and afterwards. The last of these may move in between
/// if `gives_way`.
fn placing(n: i64, k: i64, gives_way: bool) -> HashMap<Place, i64> {
    let goal = (0, k);
    let beside = (0, if gives_way { k - 1 } else { -1 });
    let is_fixed = |(row, column): Place| row == 0 && column < k && (row, column) != beside;
    let is_inside = |(row, column): Place| (0..n).contains(&row) && (0..n).contains(&column);
    let blanks = places(n).filter(|&blank| blank != goal && blank != beside && !is_fixed(blank));
    let mut queue: VecDeque<_> = blanks.map(|blank| (goal, beside, blank)).collect();
    let mut moves: HashMap<_, i64> = queue.iter().map(|&state| (state, 0)).collect();
    while let Some((tile, other, blank)) = queue.pop_front() {
        let so_far = moves[&(tile, other, blank)];
        for (rows, columns) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let next = (blank.0 + rows, blank.1 + columns);
            if !is_inside(next) || is_fixed(next) {
                continue;
            }
            let moved = |place| if place == next { blank } else { place };
            let state = (moved(tile), moved(other), next);
            moves.entry(state).or_insert_with(|| {
                queue.push_back(state);
                so_far + 1
            });
        }
    }
    let start = |&((tile, other, blank), moves): &((Place, Place, Place), i64)| {
        (blank == goal && other == beside && tile != goal).then_some((tile, moves))
    };
    moves.into_iter().filter_map(|state| start(&state)).collect()
}

#[test]
fn lemma_6_holds_but_for_one_cell() {
    for n in 3..=6 {
        for k in 0..n - 1 {
            let moves = placing(n, k, false);
            assert_eq!(moves.len() as u64, (n * n - k - 1).cast_unsigned(), "n = {n}, k = {k}");
            for (tile, moves) in moves {
                // Four moves fewer than the lemma.
                assert!(moves <= 6 * distance((0, k), tile) - 3, "n = {n}, k = {k}, {tile:?}: {moves}");
            }
        }
        // The corner is reached only from below, and only if the tile is there already …
        let corner = (0, n - 1);
        assert_eq!(placing(n, n - 1, false), HashMap::from([((1, n - 1), 1)]));
        // … or its neighbour makes room; then one cell takes two moves more than the lemma says.
        let moves = placing(n, n - 1, true);
        assert_eq!(moves.len() as u64, (n * n - n).cast_unsigned());
        let beyond = moves.into_iter().filter(|&(tile, moves)| moves > 6 * distance(corner, tile) + 1);
        assert_eq!(beyond.collect::<Vec<_>>(), [((1, n - 2), 15)]);
    }
}

/// Returns the mean moves by Parberry's algorithm and by snakes on random boards.
fn means(n: u32, boards: u64) -> [f64; 2] {
    let solvers: [&dyn Solver<Instance, Solution = Walk>; 2] = [&Parberry::default(), &Snake::default()];
    solvers.map(|solver| {
        let moves: u64 = (0..boards)
            .map(|seed| {
                let goal = Board::solved(n, n).expect("a small board");
                let instance = Instance::random(goal, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
                let walk = solver.solve(&instance, &mut Control::unlimited()).plan().expect("solvable");
                instance.verify(&walk).expect("a solution").moves
            })
            .sum();
        moves as f64 / boards as f64
    })
}

#[test]
#[ignore = "exhaustive: 0.02 minutes"]
fn averages_are_below_proposition_3_and_snakes_are_shorter() {
    for n in [4, 5, 6, 8, 10, 14] {
        let [parberry, snake] = means(n, 60);
        assert!(snake < parberry, "observation 1, n = {n}: {snake} and {parberry}");
        assert!(parberry < 0.75 * exact(n.into()) as f64, "n = {n}: {parberry}");
    }
}
