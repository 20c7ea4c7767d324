//! A slow, obvious solver: breadth-first over all positions, told apart by everything, moved by the referee's rule.

use std::ops::RangeInclusive;

use motion_core::search::{Space, breadth_first};
use motion_core::{Cell, Control, Direction, Grid, Outcome};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use ricochet::{Approach, Board, Colour, Diagonal, Goal, Instance, Moves, Slide, Slope, Target};
use smallvec::SmallVec;

/// For each robot its cell and whether it has gone along columns and along rows.
type Position = SmallVec<[(Cell, [bool; 2]); 4]>;

struct Game<'i>(&'i Instance);

impl Space for Game<'_> {
    type State = Position;
    type Action = Slide;

    fn is_goal(&self, position: &Position) -> bool {
        let free = self.0.approach() == Approach::Free;
        self.0.robots().iter().zip(position).any(|(&(robot, _), &(cell, gone))| {
            self.0.may_win(robot) && cell == self.0.target().cell && (free || gone == [true, true])
        })
    }

    fn successors(&self, position: &Position, visit: &mut impl FnMut(Slide, Position, u32)) {
        for (index, &(robot, _)) in self.0.robots().iter().enumerate() {
            for direction in Direction::ALL {
                let (from, mut gone) = position[index];
                let occupied = |cell| position.iter().any(|&(taken, _)| taken == cell);
                let Some(way) = self.0.board().slide(robot, from, direction, occupied) else { continue };
                if way.end == from {
                    continue;
                }
                if self.0.approach() == Approach::Turning && self.0.may_win(robot) {
                    gone[direction.index() % 2] = true;
                    if !way.bends.is_empty() {
                        gone = [true, true];
                    }
                }
                let mut next = position.clone();
                next[index] = (way.end, gone);
                visit(Slide { robot, direction }, next, 1);
            }
        }
    }
}

/// The fewest moves, or nothing where no number is enough.
pub(crate) fn brute_force(instance: &Instance) -> Option<Moves> {
    let start = instance.robots().iter().map(|&(_, cell)| (cell, [false, false])).collect();
    match breadth_first(&Game(instance), start, &mut Control::unlimited()) {
        Outcome::Solved { plan, .. } => Some(plan.actions.into()),
        Outcome::Unsolvable => None,
        Outcome::Stopped { why, .. } => panic!("{why}"),
    }
}

/// A random game on a small board, with everything there is.
pub(crate) fn small(rng: &mut Xoshiro256PlusPlus, sides: RangeInclusive<u32>, robots: usize) -> Instance {
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
