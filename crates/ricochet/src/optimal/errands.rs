//! What it takes to bring somebody to the last stop: a bound for games that take long.
//!
//! [Tolls](super::tolls) count one move for a robot that has to come, but to stop where it is wanted often takes it several. On
//! each way to the target, the first robot is stopped by another one for a last time, unless walls alone are enough (*alone*).
//! With that other robot on a spot `c`, the first one needs no fewer moves than if it stopped where it likes before, is stopped
//! by `c`, and then by walls alone (*way*). The others need no fewer than to bring one of them to `c` (*errand*). The least
//! sum over all `c` is a bound.
//!
//! Errands have a price for each robot: its moves, and one more for each stop without a wall, since somebody has to come
//! there. That may be wrong where somebody is there already:
//!
//! * Another robot that has not moved yet. After the last such stop, which took a move, all others have their price: no less
//!   than one and the price from a spot beside that robot. So the price for a robot is at most that, as if it were the one who
//!   stands there.
//! * The first robot. Again the rest has its price from a spot beside it. It may be anywhere, but has to go there, and has
//!   its way before it: the least of all this is a bound for each of its spots (*detour*).
//! * A robot that stops another one on two of its sides. One moves at least five times then, the one that comes there
//!   included, so that prices end at five.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use crate::bound::FAR;
use crate::field::{Field, Spot};
use crate::spread::Spread;

/// No errand is said to take more.
const MOST: u16 = 5;

/// From a stop of more moves to the target, it is not asked who comes for it: few games gain by that.
const NEAR: u16 = 2;

/// More than any solution that is looked for.
const MANY: u16 = 254;

/// There is no way at all.
const NONE: u8 = u8::MAX;

/// The bound for one target.
pub(super) struct Errands {
    size: usize,
    /// By spot of the first robot: the least moves that need no errand, or one that it has a part in itself.
    free: Vec<u8>,
    /// By spot of the first robot, then by that of another one: the least way and errand.
    sums: Vec<u8>,
}

impl Errands {
    pub(super) fn new(field: &Field, target: Spot, control: &mut Control) -> Result<Self, Stop> {
        let size = field.size();
        let meanwhile = (size * size * size_of::<u16>()) as u64;
        let kept = (size * (size + 1)) as u64;
        control.hold(kept + meanwhile)?;
        let mut spread = Spread::new(field);
        spread.lower(target, 0);
        let alone = spread.settle(FAR);
        let mut sums = alloc::vec![NONE; size * size];
        let mut detours = Spread::new(field);
        for (last, ways) in (0..).zip(ways(field, &alone, &mut detours)) {
            let Some(ways) = ways else { continue };
            control.poll().inspect_err(|_| control.release(kept + meanwhile))?;
            let ways = ways.settle(1);
            let prices = prices(field, last);
            let beside: Vec<u16> = (0..size as Spot).map(|spot| beside(field, &prices, spot)).collect();
            for (spot, (&way, &errand)) in (0..).zip(ways.iter().zip(&beside)) {
                if way != FAR {
                    detours.lower(spot, way + errand);
                }
            }
            let errands: Vec<u8> =
                prices.into_iter().zip(beside).map(|(price, beside)| price.min(beside) as u8).collect();
            for (sums, way) in sums.chunks_exact_mut(size).zip(ways).filter(|&(_, way)| way != FAR) {
                let way = way.min(MANY - MOST) as u8;
                for (sum, errand) in sums.iter_mut().zip(&errands) {
                    *sum = (*sum).min(way + errand);
                }
            }
        }
        let free = alone.into_iter().zip(detours.settle(1)).map(|(alone, detour)| match alone.min(detour) {
            FAR => NONE,
            moves => moves.min(MANY) as u8,
        });
        let free = free.collect();
        control.release(meanwhile);
        Ok(Self { size, free, sums })
    }

    /// For a spot of the first robot: the least way and errand by spot of another one.
    #[inline]
    pub(super) fn sums(&self, spot: Spot) -> &[u8] {
        &self.sums[usize::from(spot) * self.size..][..self.size]
    }

    /// The fewest moves with the first robot here, and so much for way and errand; [`FAR`] where none are enough.
    #[inline]
    pub(super) fn least(&self, spot: Spot, sum: u8) -> u16 {
        match self.free[usize::from(spot)].min(sum) {
            NONE => FAR,
            moves => u16::from(moves),
        }
    }
}

/// By spot of the last robot that stops the first one: the moves from spots ahead of the stop. Stops that are far from the
/// target are told to the detours instead, as if nobody had to come.
fn ways<'f>(field: &'f Field, alone: &[u16], detours: &mut Spread<'f>) -> Vec<Option<Spread<'f>>> {
    let mut ways: Vec<Option<Spread<'f>>> = (0..field.size()).map(|_| None).collect();
    for (stop, &rest) in (0..).zip(alone).filter(|&(_, &rest)| rest != FAR) {
        let runs = field.runs(0, stop);
        for direction in (0..4).filter(|&direction| runs[usize::from(direction)] > 0) {
            let last = usize::from(field.ahead(stop, direction, 1));
            for steps in 1..=runs[usize::from(direction ^ 2)] {
                let from = field.ahead(stop, direction ^ 2, steps);
                let spread = if rest > NEAR {
                    &mut *detours
                } else {
                    ways[last].get_or_insert_with(|| Spread::new(field))
                };
                spread.lower(from, rest + 1);
            }
        }
    }
    ways
}

/// By spot of a robot: what it takes at least to bring it there.
fn prices(field: &Field, to: Spot) -> Vec<u16> {
    let mut spread = Spread::new(field);
    spread.lower(to, 0);
    let mut prices = spread.settle_below(2, MOST);
    for price in &mut prices {
        *price = MOST.min(*price);
    }
    prices
}

/// The same by way of a stop beside somebody here.
fn beside(field: &Field, prices: &[u16], spot: Spot) -> u16 {
    let runs = field.runs(0, spot);
    let sides = (0..4).filter(|&side| runs[usize::from(side)] > 0);
    sides.map(|side| prices[usize::from(field.ahead(spot, side, 1))] + 1).fold(MOST, u16::min)
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::field::Occupied;
    use crate::{Board, Colour, Goal, Instance, Target};
    use motion_core::{Direction, Grid};

    /// A board with some walls and robots.
    fn random(rng: &mut Xoshiro256PlusPlus, side: u32, robots: usize) -> Instance {
        let mut grid = Grid::new(side, side).expect("cells");
        let mut cells: Vec<_> = grid.clone().cells().collect();
        cells.shuffle(rng);
        for &cell in &cells[..rng.random_range(0..=side as usize)] {
            grid.build_wall(cell, Direction::ALL[rng.random_range(0..4)]);
        }
        let robots: Vec<_> = Colour::ALL.into_iter().zip(cells.iter().copied()).take(robots).collect();
        let target = Target { cell: cells[cells.len() - 1], goal: Goal::Robot(robots[0].0) };
        Instance::new(Board::new(grid).expect("a legal size"), &robots, target).expect("a game")
    }

    /// The fewest moves of all positions from which there is a solution: backwards from those where
    /// the target is reached.
    fn truth(field: &Field, cells: &[Spot], target: Spot, robots: usize) -> BTreeMap<Vec<Spot>, u16> {
        let mut positions = alloc::vec![Vec::new()];
        for _ in 0..robots {
            let longer = |before: &Vec<Spot>| {
                let free = cells.iter().filter(|spot| !before.contains(spot));
                free.map(|&spot| [&before[..], &[spot]].concat()).collect::<Vec<_>>()
            };
            positions = positions.iter().flat_map(longer).collect();
        }
        let mut before: BTreeMap<Vec<Spot>, Vec<Vec<Spot>>> = BTreeMap::new();
        for position in &positions {
            for robot in 0..robots {
                let mut occupied = Occupied::nobody();
                for (other, &spot) in position.iter().enumerate() {
                    if other != robot {
                        field.toggle(&mut occupied, spot);
                    }
                }
                for direction in 0..4 {
                    let mut after = position.clone();
                    after[robot] = field.slide(0, position[robot], direction, &occupied).end;
                    before.entry(after).or_default().push(position.clone());
                }
            }
        }
        let reached = positions.into_iter().filter(|position| position[0] == target);
        let mut moves: BTreeMap<Vec<Spot>, u16> = reached.map(|position| (position, 0)).collect();
        let mut queue: alloc::collections::VecDeque<Vec<Spot>> = moves.keys().cloned().collect();
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

    /// Compares the bound with the truth in all positions of some boards.
    fn compare(boards: usize) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut equal, mut errand, mut all) = (0, 0, 0);
        for number in 0..boards {
            let (side, robots) = [(5, 3), (4, 3), (8, 2), (3, 4), (6, 2), (4, 4)][number % 6];
            let game = random(&mut rng, side, robots);
            let mut control = Control::unlimited();
            let field = Field::new(&game, &mut control).expect("no limit");
            let cells: Vec<Spot> = game.board().grid().cells().map(|cell| field.spot(cell)).collect();
            let target = field.spot(game.target().cell);
            let errands = Errands::new(&field, target, &mut control).expect("no limit");
            for (position, moves) in truth(&field, &cells, target, robots) {
                let sums = errands.sums(position[0]);
                let sum = position[1..].iter().map(|&spot| sums[usize::from(spot)]).min();
                let sum = sum.expect("there are others");
                let least = errands.least(position[0], sum);
                assert!(least <= moves, "{least} > {moves} from {position:?} to {target} on\n{game}");
                all += 1;
                equal += usize::from(least == moves);
                errand += usize::from(least == u16::from(sum) && least > 2);
            }
        }
        assert!(equal * 2 > all && errand * 4 > all, "{equal} and {errand} of {all}");
    }

    #[test]
    fn no_position_takes_less() {
        compare(6);
    }

    #[test]
    #[ignore = "exhaustive: 0.1 minutes"]
    fn no_position_of_30_boards_takes_less() {
        compare(30);
    }
}
