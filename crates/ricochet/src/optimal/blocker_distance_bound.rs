//! A lower bound for long games: the number of moves that bring a blocker to the last stop without
//! a wall.
//!
//! [`BlockerBound`](super::blocker_bound) counts one move for a robot that must come, but a robot
//! often needs several moves to stop where it is needed. On every path to the target that walls
//! alone do not make possible, another robot stops the target robot for a last time. This is the
//! *last blocker*, on some cell `c`. Two costs are added for each `c`:
//!
//! * The *path cost*: the fewest moves of a target robot that may stop anywhere, is then stopped by
//!   `c`, and from there on stops only at walls.
//! * The *blocker cost*: the fewest moves of the other robots that bring one of them to `c`. Each
//!   stop without a wall costs one additional move, since a further robot must come there.
//!
//! The least sum over all `c` is a lower bound. The blocker cost overestimates in three cases,
//! which are handled as follows:
//!
//! * Another robot that has not yet moved already stands where one is needed. After the last such
//!   stop, which took a move, the rest costs at least the blocker cost from a cell beside that
//!   robot. So the blocker cost of a robot is at most one more than that, as if it were the robot
//!   that stands there.
//! * The target robot already stands there. Again the rest costs at least the blocker cost from a
//!   cell beside it. Wherever the target robot stops another robot, it must go there and then
//!   complete its path. The least sum of all this is a bound for each of its cells.
//! * A robot stops another robot on two of its sides. This takes at least five moves, including the
//!   one that brings it there, so blocker costs end at five.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use crate::free_stop_bound::costs_to;
use crate::instance::MAX_ROBOTS;
use crate::line_costs::{LineCosts, UNREACHABLE};
use crate::lines::Lines;
use crate::slide_table::{CellIndex, RobotClass, SlideTable};

/// The maximum of blocker costs.
const MAX_BLOCKER_COST: u16 = 5;

/// The maximum of blocker costs if a diagonal may lead from one side of a robot to another.
const MAX_BLOCKER_COST_BY_DIAGONALS: u16 = 3;

/// Blockers are considered only at stops from which walls lead to the target in at most this many
/// moves. Considering more improves the bound of few games.
const MAX_REST: u16 = 2;

/// More than any number of moves that a search considers.
const MAX_MOVES: u16 = 254;

/// Marks a missing path.
const NO_PATH: u8 = u8::MAX;

/// The bound for the targets of some robots.
#[derive(Clone)]
pub(super) struct BlockerDistanceBound {
    size: usize,
    /// For each cell of the target robot: the fewest moves of a path without a last blocker, or
    /// with a last blocker that the target robot helps to bring.
    without_blocker: Vec<u8>,
    /// The least sum of path cost and blocker cost: by class of other robots, then by cell of the
    /// target robot, then by cell of another robot.
    sums: Vec<u8>,
    /// The number of each class of other robots in `sums`.
    numbers: [u8; MAX_ROBOTS],
}

impl BlockerDistanceBound {
    /// Computes the bound for target robots of a class, with other robots of these classes.
    pub(super) fn new(
        slides: &SlideTable,
        class: RobotClass,
        targets: &[CellIndex],
        other_classes: &[RobotClass],
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let (size, lines) = (slides.size(), slides.lines(class));
        let lines_bytes = slides.lines_bytes() * other_classes.len() as u64;
        let temporary = (size * size * size_of::<u16>()) as u64 + lines_bytes;
        let kept = (size * (other_classes.len() * size + 1)) as u64;
        control.hold(kept + temporary)?;
        let by_walls = costs_to(slides, class, targets).run(UNREACHABLE);

        let max_blocker_cost = max_blocker_cost(slides);
        let other_lines: Vec<Lines> = other_classes.iter().map(|&class| Lines::new(slides, class)).collect();
        let mut sums = alloc::vec![NO_PATH; other_classes.len() * size * size];
        let mut without_blocker = LineCosts::new(lines);
        let paths = paths_by_last_blocker(slides, class, &by_walls, &mut without_blocker);
        for (last_blocker, path_costs) in (0..).zip(paths) {
            let Some(path_costs) = path_costs else { continue };
            control.poll().inspect_err(|_| control.release(kept + temporary))?;
            let path_costs = path_costs.run(1);
            let costs: Vec<Vec<u16>> = other_lines
                .iter()
                .map(|lines| blocker_costs(lines, last_blocker, max_blocker_cost))
                .collect();
            let beside: Vec<u16> = (0..size as CellIndex)
                .map(|cell| cost_beside(slides, &costs, cell, max_blocker_cost))
                .collect();
            // The target robot may be in the blocker's way: it then goes to this cell itself.
            for (cell, (&path, &blocker)) in (0..).zip(path_costs.iter().zip(&beside)) {
                if path != UNREACHABLE {
                    without_blocker.relax(cell, path + blocker);
                }
            }
            for (costs, sums) in costs.into_iter().zip(sums.chunks_exact_mut(size * size)) {
                let costs: Vec<u8> =
                    costs.into_iter().zip(&beside).map(|(cost, &beside)| cost.min(beside) as u8).collect();
                let rows = sums.chunks_exact_mut(size).zip(&path_costs);
                for (sums, &path) in rows.filter(|&(_, &path)| path != UNREACHABLE) {
                    let path = path.min(MAX_MOVES - MAX_BLOCKER_COST) as u8;
                    for (sum, blocker) in sums.iter_mut().zip(&costs) {
                        *sum = (*sum).min(path + blocker);
                    }
                }
            }
        }
        let without_blocker = by_walls.into_iter().zip(without_blocker.run(1));
        let without_blocker = without_blocker.map(|(by_walls, other)| match by_walls.min(other) {
            UNREACHABLE => NO_PATH,
            moves => moves.min(MAX_MOVES) as u8,
        });
        let without_blocker = without_blocker.collect();
        control.release(temporary);
        let mut numbers = [0; MAX_ROBOTS];
        for (number, &class) in (0..).zip(other_classes) {
            numbers[usize::from(class)] = number;
        }
        Ok(Self { size, without_blocker, sums, numbers })
    }

    /// The number of bytes held.
    #[cfg(feature = "std")]
    pub(super) const fn bytes(&self) -> u64 {
        (self.sums.len() + self.without_blocker.len()) as u64
    }

    /// For a cell of the target robot, returns the least sum of path cost and blocker cost for each
    /// cell of another robot, if there is one class of other robots.
    #[inline]
    pub(super) fn sums(&self, cell: CellIndex) -> &[u8] {
        &self.sums[usize::from(cell) * self.size..][..self.size]
    }

    /// As [`sums`](Self::sums), for one of several classes of other robots.
    #[inline]
    pub(super) fn sums_of_class(&self, class: RobotClass, cell: CellIndex) -> &[u8] {
        let number = usize::from(self.numbers[usize::from(class)]);
        &self.sums[(number * self.size + usize::from(cell)) * self.size..][..self.size]
    }

    /// Returns the bound for the target robot on this cell, given the least sum of all other
    /// robots; [`UNREACHABLE`] if there is no solution.
    #[inline]
    pub(super) fn moves(&self, cell: CellIndex, sum: u8) -> u16 {
        match self.without_blocker[usize::from(cell)].min(sum) {
            NO_PATH => UNREACHABLE,
            moves => u16::from(moves),
        }
    }
}

/// Returns the maximum of blocker costs.
const fn max_blocker_cost(slides: &SlideTable) -> u16 {
    if slides.has_diagonals() { MAX_BLOCKER_COST_BY_DIAGONALS } else { MAX_BLOCKER_COST }
}

/// Returns, for each cell of a last blocker, the path costs of the cells from which it stops the
/// target robot.
///
/// Stops from which walls lead to the target in more than [`MAX_REST`] moves go to
/// `without_blocker` instead, as if no blocker needed to come.
fn paths_by_last_blocker<'s>(
    slides: &'s SlideTable,
    class: RobotClass,
    by_walls: &[u16],
    without_blocker: &mut LineCosts<'s>,
) -> Vec<Option<LineCosts<'s>>> {
    let mut paths: Vec<Option<LineCosts<'s>>> = (0..slides.size()).map(|_| None).collect();
    for (stop, &rest) in (0..).zip(by_walls).filter(|&(_, &rest)| rest != UNREACHABLE) {
        for direction in (0..4).filter(|&direction| slides.is_open(stop, direction)) {
            let blocker = usize::from(slides.ahead(stop, direction, 1));
            let costs = if rest > MAX_REST {
                &mut *without_blocker
            } else {
                paths[blocker].get_or_insert_with(|| LineCosts::new(slides.lines(class)))
            };
            // Backwards, towards the side from which the target robot came.
            let back =
                slides.slope(class, stop).map_or(direction, |slope| slope.deflect_index(direction)) ^ 2;
            slides.trace(class, stop, back, |from, _, _| costs.relax(from, rest + 1));
        }
    }
    paths
}

/// Returns, for each cell of a robot, the least cost of bringing it to the cell `to`.
fn blocker_costs(lines: &Lines, to: CellIndex, most: u16) -> Vec<u16> {
    let mut costs = LineCosts::new(lines);
    costs.relax(to, 0);
    let mut costs = costs.run_below(2, most);
    for cost in &mut costs {
        *cost = most.min(*cost);
    }
    costs
}

/// Returns the blocker cost of a path that begins with a stop beside a robot on this cell.
fn cost_beside(slides: &SlideTable, costs: &[Vec<u16>], cell: CellIndex, most: u16) -> u16 {
    let sides = (0..4).filter(|&side| slides.is_open(cell, side)).map(|side| slides.ahead(cell, side, 1));
    let costs = |stop: CellIndex| costs.iter().map(move |costs| costs[usize::from(stop)] + 1);
    sides.flat_map(costs).fold(most, u16::min)
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use motion_testing::cases;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::{Board, Colour, Diagonal, Instance, Slope, Target, TargetRobot};
    use motion_core::{Direction, Grid};

    /// Returns a board with some walls, diagonals and robots.
    fn random(rng: &mut Xoshiro256PlusPlus, side: u32, robots: usize, diagonals: usize) -> Instance {
        let mut grid = Grid::new(side, side).expect("cells");
        let mut cells: Vec<_> = grid.clone().cells().collect();
        cells.shuffle(rng);
        for &cell in &cells[..rng.random_range(0..=side as usize)] {
            grid.build_wall(cell, Direction::ALL[rng.random_range(0..4)]);
        }
        let robots: Vec<_> = Colour::ALL.into_iter().zip(cells.iter().copied()).take(robots).collect();
        let target = Target { cell: cells[cells.len() - 1], robot: TargetRobot::Only(robots[0].0) };
        let mut board = Board::new(grid).expect("a legal size");
        for &cell in cells.iter().rev().skip(1).take(diagonals) {
            let slope = if rng.random_bool(0.5) { Slope::Rising } else { Slope::Falling };
            // They deflect all robots alike.
            board.place(cell, Diagonal { slope, colour: Colour::Black });
        }
        Instance::new(board, &robots, &[target]).expect("a game")
    }

    /// Computes the fewest moves of every solvable position, by breadth-first search backwards from
    /// the target.
    fn fewest_moves(
        slides: &SlideTable,
        cells: &[CellIndex],
        target: CellIndex,
        robots: usize,
    ) -> BTreeMap<Vec<CellIndex>, u16> {
        let mut positions = alloc::vec![Vec::new()];
        for _ in 0..robots {
            let longer = |before: &Vec<CellIndex>| {
                let vacant = cells.iter().filter(|cell| !before.contains(cell));
                vacant.map(|&cell| [&before[..], &[cell]].concat()).collect::<Vec<_>>()
            };
            positions = positions.iter().flat_map(longer).collect();
        }
        let mut before: BTreeMap<Vec<CellIndex>, Vec<Vec<CellIndex>>> = BTreeMap::new();
        for position in &positions {
            for robot in 0..robots {
                let others = (0..robots).filter(|&other| other != robot).map(|other| position[other]);
                let occupied = slides.occupied(others);
                for direction in 0..4 {
                    let mut after = position.clone();
                    after[robot] = slides.slide(0, position[robot], direction, &occupied).end;
                    before.entry(after).or_default().push(position.clone());
                }
            }
        }
        let reached = positions.into_iter().filter(|position| position[0] == target);
        let mut moves: BTreeMap<Vec<CellIndex>, u16> = reached.map(|position| (position, 0)).collect();
        let mut queue: alloc::collections::VecDeque<Vec<CellIndex>> = moves.keys().cloned().collect();
        while let Some(position) = queue.pop_front() {
            let more = moves[&position] + 1;
            for earlier in before.get(&position).into_iter().flatten() {
                if !moves.contains_key(earlier) {
                    moves.insert(earlier.clone(), more);
                    queue.push_back(earlier.clone());
                }
            }
        }
        moves
    }

    /// Compares the bound with the fewest moves in all positions of some boards.
    #[test]
    fn no_position_takes_fewer_moves() {
        let boards = cases(6, 30);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut equal, mut by_blocker, mut all) = (0, 0, 0);
        for number in 0..boards {
            let (side, robots) = [(5, 3), (4, 3), (8, 2), (3, 4), (6, 2), (4, 4)][number % 6];
            let game = random(&mut rng, side, robots, [0, 0, 3, 1, 5, 2, 0][number % 7]);
            let mut control = Control::unlimited();
            let slides = SlideTable::new(&game, &mut control).expect("no limit");
            let cells: Vec<CellIndex> = game.board().grid().cells().map(|cell| slides.index(cell)).collect();
            let target = slides.index(game.targets()[0].cell);
            let bound =
                BlockerDistanceBound::new(&slides, 0, &[target], &[0], &mut control).expect("no limit");
            for (position, moves) in fewest_moves(&slides, &cells, target, robots) {
                let sums = bound.sums(position[0]);
                let sum = position[1..].iter().map(|&cell| sums[usize::from(cell)]).min();
                let sum = sum.expect("there are others");
                let least = bound.moves(position[0], sum);
                assert!(least <= moves, "{least} > {moves} from {position:?} to {target} on\n{game}");
                all += 1;
                equal += usize::from(least == moves);
                by_blocker += usize::from(least == u16::from(sum) && least > 2);
            }
        }
        assert!(equal * 9 > all * 4 && by_blocker * 4 > all, "{equal} and {by_blocker} of {all}");
    }
}
