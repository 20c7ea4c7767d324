//! Random games, on small boards and on the standard quadrants.

use std::ops::RangeInclusive;

use motion_core::{Cell, Direction, Grid};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use ricochet::quadrants::{QuadrantSet, RandomGame};
use ricochet::{
    Approach, Board, Colour, Diagonal, DiagonalStops, Instance, Moves, Slope, Target, TargetRobot,
};

/// Generates a random game on a small board, with all features of games.
pub(crate) fn small(rng: &mut Xoshiro256PlusPlus, sides: RangeInclusive<u32>, robots: usize) -> Instance {
    small_with_targets(rng, sides, robots, 1)
}

/// As [`small`], with this many targets.
pub(crate) fn small_with_targets(
    rng: &mut Xoshiro256PlusPlus,
    sides: RangeInclusive<u32>,
    robots: usize,
    targets: usize,
) -> Instance {
    loop {
        let (rows, columns) = (rng.random_range(sides.clone()), rng.random_range(sides.clone()));
        let mut grid = Grid::new(rows, columns).expect("cells");
        let cells = rows * columns;
        for _ in 0..rng.random_range(0..=cells / 4) {
            grid.build_wall(Cell(rng.random_range(0..cells)), Direction::from_index(rng.random_range(0..4)));
        }
        for _ in 0..rng.random_range(0..3u32).saturating_sub(1) {
            grid.close(Cell(rng.random_range(0..cells)));
        }
        let mut board = Board::new(grid).expect("a legal size");
        if rng.random_bool(0.5) {
            for _ in 0..rng.random_range(1..=cells / 8) {
                let slope = if rng.random_bool(0.5) { Slope::Rising } else { Slope::Falling };
                let colour = Colour::ALL[rng.random_range(0..5)];
                board.place(Cell(rng.random_range(0..cells)), Diagonal { slope, colour });
            }
            if rng.random_bool(0.5) {
                board = board.with_diagonal_stops(DiagonalStops::Forbidden);
            }
        }
        let mut robot = |colour| (colour, Cell(rng.random_range(0..cells)));
        let robots: Vec<_> = Colour::ALL.into_iter().take(robots).map(&mut robot).collect();
        let mut target = || {
            let robot = robots[rng.random_range(0..robots.len())].0;
            let robot = if rng.random_bool(0.3) { TargetRobot::Any } else { TargetRobot::Only(robot) };
            Target { cell: Cell(rng.random_range(0..cells)), robot }
        };
        let targets: Vec<_> = (0..targets).map(|_| target()).collect();
        let approach = if rng.random_bool(0.4) { Approach::Turning } else { Approach::Free };
        if let Ok(game) = Instance::new(board, &robots, &targets) {
            return game.with_approach(approach);
        }
    }
}

/// Returns the number of moves of a solution, if it is valid.
pub(crate) fn verified_moves(game: &Instance, moves: &Moves) -> Option<usize> {
    game.verify(moves).ok().map(|metrics| metrics.moves as usize)
}

/// Returns the first games of a seed on the standard quadrants.
pub(crate) fn standard(seed: u64, games: usize) -> Vec<Instance> {
    let (mut rng, set) = (Xoshiro256PlusPlus::seed_from_u64(seed), QuadrantSet::standard());
    (0..games).map(|_| RandomGame::default().generate(&set, &mut rng).expect("a game")).collect()
}
