//! Random games on boards without diagonals.

use motion_core::{Cell, Direction, Grid};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use ricochet::quadrants::{QuadrantSet, RandomGame};
use ricochet::{Instance, TargetRobot};

use crate::reproduce::seed::Seed;

/// The number of robots beside the goal robot.
pub(super) const OTHERS: usize = 3;

/// Robots on a board without diagonals.
pub(super) struct Game {
    pub(super) grid: Grid,
    pub(super) goal_robot: Cell,
    pub(super) target: Cell,
    pub(super) others: [Cell; OTHERS],
}

/// Generates a game on the standard quadrants.
pub(super) fn standard_game(seed: Seed, number: u32) -> Game {
    let mut rng = seed.generator([0, number]);
    let game = RandomGame::default().generate(&QuadrantSet::standard(), &mut rng);
    let game: Instance = game.expect("invariant: a legal deal");
    let target = game.targets()[0];
    let is_goal_robot = |robot| matches!(target.robot, TargetRobot::Only(only) if only == robot);
    let cells = |goal: bool| {
        let robots = game.robots().iter().filter(move |(robot, _)| is_goal_robot(*robot) == goal);
        robots.map(|&(_, cell)| cell)
    };
    let goal_robot = cells(true).next().expect("invariant: the target is one robot's");
    let others: Vec<_> = cells(false).collect();
    let others = others.try_into().expect("invariant: four robots");
    Game { grid: game.board().grid().clone(), goal_robot, target: target.cell, others }
}

/// Generates a game on a square board with random walls.
pub(super) fn random_game(seed: Seed, side: u32, number: u32) -> Game {
    let mut rng = seed.generator([1, side, number]);
    let mut grid = Grid::new(side, side).expect("invariant: a legal size");
    let angles: Vec<Cell> =
        (0..(17 * side * side).div_ceil(256)).map(|_| right_angle(&mut grid, &mut rng)).collect();
    for along in Direction::ALL {
        for _ in 0..side / 8 {
            border_wall(&mut grid, along, &mut rng);
        }
    }
    let mut cells: Vec<Cell> = grid.cells().collect();
    let (robots, _) = cells.partial_shuffle(&mut rng, 1 + OTHERS);
    let others = robots[1..].try_into().expect("invariant: enough cells");
    Game { grid, goal_robot: robots[0], target: angles[0], others }
}

/// Builds walls on two neighbouring sides of a cell.
fn right_angle(grid: &mut Grid, rng: &mut impl Rng) -> Cell {
    let cell = Cell(rng.random_range(0..grid.cell_count() as u32));
    let side = Direction::from_index(rng.random_range(0..4));
    grid.build_wall(cell, side);
    grid.build_wall(cell, side.clockwise());
    cell
}

/// Builds a wall between two cells at this border.
fn border_wall(grid: &mut Grid, border: Direction, rng: &mut impl Rng) {
    let place = rng.random_range(0..grid.rows() - 1);
    let last = grid.rows() - 1;
    let (row, column, side) = match border {
        Direction::Up => (0, place, Direction::Right),
        Direction::Down => (last, place, Direction::Right),
        Direction::Left => (place, 0, Direction::Down),
        Direction::Right => (place, last, Direction::Down),
    };
    grid.build_wall(grid.cell(row, column).expect("invariant: a cell of the border"), side);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_have_a_robot_a_cell() {
        for number in 0..20 {
            for game in [standard_game(Seed(1), number), random_game(Seed(1), 24, number)] {
                let mut cells: Vec<_> = game.others.into_iter().chain([game.goal_robot]).collect();
                cells.sort_unstable();
                cells.dedup();
                assert_eq!(cells.len(), 1 + OTHERS);
            }
        }
        // The number of walls per cell must not depend on the size.
        let walls = |side: u32| {
            let grid = random_game(Seed(1), side, 1).grid;
            let is_wall = |row, column, way| {
                let cell = grid.cell(row, column).expect("a cell");
                grid.has_wall(cell, way)
            };
            let pairs = (0..side).flat_map(|row| (1..side).map(move |column| (row, column)));
            let count = pairs.filter(|&(row, column)| is_wall(row, column, Direction::Left)).count();
            count as f64 / f64::from(side * side)
        };
        assert!(
            (0.04..0.12).contains(&walls(16)) && (0.04..0.12).contains(&walls(64)),
            "{} {}",
            walls(16),
            walls(64)
        );
    }
}
