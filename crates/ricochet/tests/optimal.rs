//! Shortest solutions against breadth-first truth.

mod common;

use std::ops::ControlFlow;

use common::{all_solutions, brute_force};
use motion_core::{Cell, Control, Direction, Grid, Outcome, Quality};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use ricochet::{
    Approach, Board, Colour, Deal, Diagonal, Goal, Instance, Moves, Optimal, Preference, QuadrantSet, Slope,
    Target,
};

/// A random game on a small board, with everything there is.
fn small(rng: &mut Xoshiro256PlusPlus, sides: std::ops::RangeInclusive<u32>, robots: usize) -> Instance {
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
        }
        let mut robot = |colour| (colour, Cell(rng.random_range(0..cells)));
        let robots: Vec<_> = Colour::ALL.into_iter().take(robots).map(&mut robot).collect();
        let robot = robots[rng.random_range(0..robots.len())].0;
        let goal = if rng.random_bool(0.3) { Goal::Any } else { Goal::Robot(robot) };
        let target = Target { cell: Cell(rng.random_range(0..cells)), goal };
        let approach = if rng.random_bool(0.4) { Approach::Turning } else { Approach::Free };
        if let Ok(game) = Instance::new(board, &robots, target) {
            return game.with_approach(approach);
        }
    }
}

fn solve(solver: Optimal, game: &Instance) -> Option<Moves> {
    let mut control = Control::unlimited();
    let outcome = solver.solve(game, &mut control);
    assert_eq!(control.stats().bytes, 0);
    match outcome {
        Outcome::Solved { plan, quality: Quality::Optimal } => {
            assert_eq!(game.verify(&plan), Ok(plan.len() as u64), "{plan} on\n{game}");
            Some(plan)
        }
        Outcome::Unsolvable => None,
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn small_games_are_solved_by_the_fewest_moves() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut solved, mut longest) = (0, 0);
    for number in 0..2400 {
        let robots = [2, 3, 3, 4][number % 4];
        let game = small(&mut rng, if robots == 4 { 3..=5 } else { 5..=8 }, robots);
        let least = brute_force(&game).map(|moves| moves.len());
        let found = solve(Optimal::default(), &game).map(|moves| moves.len());
        assert_eq!(found, least, "{:?}\n{game}", game.approach());
        solved += usize::from(least.is_some());
        longest = longest.max(least.unwrap_or(0));
    }
    assert!(solved > 1500 && longest > 15, "{solved} solved, {longest} at most");
}

/// Everything up to nine moves, so that the referee's positions fit into memory.
#[test]
fn standard_games_are_solved_by_the_fewest_moves() {
    let (mut rng, set) = (Xoshiro256PlusPlus::seed_from_u64(2), QuadrantSet::standard());
    let mut compared = 0;
    while compared < 300 {
        let deal = Deal::default().with_sides(if compared % 3 == 0 { "D" } else { "AB" }).with_any(true);
        let game = deal.game(&set, &mut rng).expect("a game");
        let approach = if compared % 2 == 0 { Approach::Turning } else { Approach::Free };
        let game = game.with_approach(approach);
        let found = solve(Optimal::default(), &game).expect("solvable");
        if found.len() <= 9 {
            assert_eq!(brute_force(&game).map(|moves| moves.len()), Some(found.len()), "{game}");
            compared += 1;
        }
    }
}

#[test]
fn all_solutions_are_shown_once() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut several = 0;
    for number in 0..600 {
        let game = small(&mut rng, 3..=6, 1 + number % 3);
        let mut found = Vec::new();
        let mut control = Control::unlimited();
        let outcome = Optimal::default().all(&game, &mut control, |moves| {
            found.push(moves);
            ControlFlow::Continue(())
        });
        assert_eq!(control.stats().bytes, 0);
        let Some(least) = brute_force(&game) else {
            assert_eq!(outcome, Outcome::Unsolvable);
            continue;
        };
        if least.len() > 6 {
            continue;
        }
        found.sort();
        let mut expected = all_solutions(&game, least.len());
        expected.sort();
        assert_eq!(found, expected, "{:?}\n{game}", game.approach());
        assert_eq!(outcome.plan(), Some(found.len() as u64));
        several += usize::from(found.len() > 1);

        let few = solve(Optimal::default().with_preference(Preference::FewestRobots), &game);
        let few = few.expect("solvable");
        assert_eq!(few.len(), least.len());
        assert_eq!(Some(few.robots()), expected.iter().map(Moves::robots).min(), "{game}");
    }
    assert!(several > 100, "{several}");
}
