//! What the robot bound for the target needs from the others: a bound that looks at where they stand.
//!
//! The plain [bound](crate::bound) lets that robot stop where it likes. But a stop without a wall takes somebody beyond it,
//! and where nobody is, somebody has to come, which is a move for each such spot. So a way costs its moves and its stops
//! without walls, less those that somebody is there for. For each spot the least cost is known with nobody anywhere (*dear*),
//! and, for each spot where another robot may stand, by how much more than that a way may cost which is stopped by it (its
//! *excess*). With `n(k)` robots on spots of an excess of `k` or less, no way costs less than dear + min (k − n(k)).
//!
//! That counts a robot twice that stops the first one on two of its sides. Between two such stops are two moves that do
//! neither, or three, so that ways with such a pair are bounded by their moves alone (*doubled*).

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::errands::Errands;
use crate::bound::{Bound, FAR};
use crate::field::{Field, Spot};
use crate::instance::MAX_ROBOTS;
use crate::spread::Spread;

/// The bound for one target and number of other robots.
pub(super) struct Tolls {
    /// Excesses that are told apart: one for each other robot.
    levels: usize,
    /// Words for a set of spots.
    words: usize,
    guides: Vec<Guide>,
    /// Row after row, by spot of another robot: its excess, or the number of levels.
    excesses: Vec<u8>,
    /// By spot, then by excess: who stops ways from there that cost so much more.
    stoppers: Vec<u64>,
    errands: Option<Errands>,
}

/// What is known of a spot of the first robot.
#[derive(Clone, Copy)]
struct Guide {
    /// The plain bound.
    least: u16,
    /// No robots anywhere make the bound greater than this.
    most: u16,
    dear: u16,
    /// Excesses for which [`Tolls::stoppers`] are known, as bits.
    known: u8,
    /// Where its row begins in [`Tolls::excesses`], or [`UNKNOWN`].
    row: u32,
}

const UNKNOWN: u32 = u32::MAX;

/// Numbers of robots by excess, three bits each.
type Counts = u32;

/// The bound for a spot of the first robot, while another one moves.
#[derive(Clone, Copy)]
pub(super) struct Toll {
    guide: Guide,
    counts: Counts,
    spot: Spot,
    /// The least way and errand of another robot.
    sum: u8,
}

impl Guide {
    /// Whether others make no difference.
    #[inline]
    const fn is_plain(self) -> bool {
        self.least == self.most
    }

    #[inline]
    fn moves(self, saved: u16) -> u16 {
        self.least.max(self.most.min(self.dear - saved))
    }
}

impl Tolls {
    pub(super) fn new(
        field: &Field,
        bound: &Bound,
        target: Spot,
        others: usize,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let size = field.size();
        let words = size.div_ceil(64);
        control.hold((size * (size_of::<Guide>() + others * words * 8)) as u64)?;
        let (dear, doubled) = (dear(field, target), doubled(field, bound));
        let guide = |(dear, doubled): (u16, u16), least: u16| {
            let most = if least == FAR { least } else { least.max(dear.min(doubled)) };
            Guide { least, most, dear, known: 0, row: UNKNOWN }
        };
        let costs = dear.into_iter().zip(doubled).enumerate();
        let guides = costs.map(|(spot, costs)| guide(costs, bound.moves(spot))).collect();
        let stoppers = alloc::vec![0; size * others * words];
        Ok(Self { levels: others, words, guides, excesses: Vec::new(), stoppers, errands: None })
    }

    /// Looks at errands as well from now on, if memory is granted for it.
    pub(super) fn add_errands(&mut self, field: &Field, target: Spot, control: &mut Control) {
        self.errands = Errands::new(field, target, control).ok();
    }

    /// The fewest moves for the first robot here and the others there; [`FAR`] where none are enough.
    #[inline]
    pub(super) fn least(&mut self, field: &Field, spot: Spot, others: &[Spot], control: &mut Control) -> u16 {
        let guide = self.guides[usize::from(spot)];
        if guide.is_plain() && self.errands.is_none() {
            return guide.least;
        }
        let toll = self.toll(field, spot, others, control);
        self.moves(toll)
    }

    /// Prepares [`without`](Tolls::without) and [`with`](Tolls::with).
    #[inline]
    pub(super) fn toll(&mut self, field: &Field, spot: Spot, others: &[Spot], control: &mut Control) -> Toll {
        if self.guides[usize::from(spot)].row == UNKNOWN {
            self.make_row(field, spot, control);
        }
        let guide = self.guides[usize::from(spot)];
        let counts = others.iter().map(|&other| self.increment(guide, other)).sum();
        Toll { guide, counts, spot, sum: self.sum(spot, others) }
    }

    /// The same as if one of the others were away.
    #[inline]
    pub(super) fn without(&self, toll: Toll, others: &[Spot], index: usize) -> Toll {
        let counts = toll.counts - self.increment(toll.guide, others[index]);
        let sum = self.sum(toll.spot, &others[..index]).min(self.sum(toll.spot, &others[index + 1..]));
        Toll { counts, sum, ..toll }
    }

    /// The fewest moves with another robot in addition; [`FAR`] where none are enough.
    #[inline]
    pub(super) fn with(&self, toll: Toll, other: Spot) -> u16 {
        let counts = toll.counts + self.increment(toll.guide, other);
        self.moves(Toll { counts, sum: toll.sum.min(self.sum(toll.spot, &[other])), ..toll })
    }

    #[inline]
    fn moves(&self, toll: Toll) -> u16 {
        let moves = toll.guide.moves(self.saved(toll.counts));
        match &self.errands {
            Some(errands) => moves.max(errands.least(toll.spot, toll.sum)),
            None => moves,
        }
    }

    /// The least way and errand of some robots.
    #[inline]
    fn sum(&self, spot: Spot, others: &[Spot]) -> u8 {
        let Some(errands) = &self.errands else { return u8::MAX };
        let sums = errands.sums(spot);
        others.iter().map(|&other| sums[usize::from(other)]).fold(u8::MAX, u8::min)
    }

    #[inline]
    fn increment(&self, guide: Guide, other: Spot) -> Counts {
        if guide.is_plain() {
            return 0;
        }
        INCREMENTS[usize::from(self.excesses[guide.row as usize + usize::from(other)]) % INCREMENTS.len()]
    }

    /// The greatest n(k) − k.
    #[inline]
    fn saved(&self, counts: Counts) -> u16 {
        let mut saved = SAVED[counts as usize % SAVED.len()];
        for excess in SAVED_LEVELS..self.levels {
            saved = saved.max((counts >> (3 * excess) & 7).saturating_sub(excess as Counts) as u16);
        }
        saved
    }

    /// Collects the excesses for a spot. Where memory is not granted, others make no difference to it, which is a lesser
    /// bound and still one.
    #[cold]
    fn make_row(&mut self, field: &Field, spot: Spot, control: &mut Control) {
        let guide = &mut self.guides[usize::from(spot)];
        let row = self.excesses.len();
        let size = self.stoppers.len() / (self.levels * self.words).max(1);
        if guide.is_plain() || control.hold(size as u64).is_err() {
            (guide.most, guide.row) = (guide.least, 0);
            return;
        }
        guide.row = row as u32;
        self.excesses.resize(row + size, self.levels as u8);
        for excess in (0..self.levels).rev() {
            self.learn(field, spot, excess);
            let first = self.set(spot, excess);
            for (index, &word) in self.stoppers[first..first + self.words].iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    self.excesses[row + index * 64 + word.trailing_zeros() as usize] = excess as u8;
                    word &= word - 1;
                }
            }
        }
    }

    /// Where a set of stoppers begins.
    const fn set(&self, spot: Spot, excess: usize) -> usize {
        (spot as usize * self.levels + excess) * self.words
    }

    /// Collects who stops ways of a cost. The recursion is as deep as the cost, which falls with each.
    fn learn(&mut self, field: &Field, spot: Spot, excess: usize) {
        let guide = &mut self.guides[usize::from(spot)];
        if guide.known >> excess & 1 != 0 || guide.dear == 0 {
            return;
        }
        guide.known |= 1 << excess;
        let total = usize::from(guide.dear) + excess;
        let here = self.set(spot, excess);
        let runs = field.runs(0, spot);
        for direction in 0..4 {
            let length = runs[usize::from(direction)];
            for steps in 1..=length {
                let to = field.ahead(spot, direction, steps);
                let price = if steps == length { 1 } else { 2 };
                let rest = total.checked_sub(usize::from(self.guides[usize::from(to)].dear) + price);
                // Nothing costs less than dear, so that no rest exceeds the excess.
                let Some(rest) = rest else { continue };
                self.learn(field, to, rest);
                let there = self.set(to, rest);
                for word in 0..self.words {
                    self.stoppers[here + word] |= self.stoppers[there + word];
                }
                if price == 2 {
                    let stopper = field.ahead(to, direction, 1);
                    self.stoppers[here + usize::from(stopper >> 6)] |= 1 << (stopper & 63);
                }
            }
        }
    }
}

/// What a robot of each excess adds to the counts: one to its own and to all greater. Nothing for those that are no excess.
const INCREMENTS: [Counts; 2 * MAX_ROBOTS] = {
    let mut table = [0; 2 * MAX_ROBOTS];
    let mut excess = 0;
    while excess < MAX_ROBOTS {
        table[excess] = (0o1111_1111 << (3 * excess)) & 0o7777_7777;
        excess += 1;
    }
    table
};

/// Excesses that are looked up together: enough for five robots.
const SAVED_LEVELS: usize = 4;

/// By counts of the lowest excesses: the greatest n(k) − k.
static SAVED: [u16; 1 << (3 * SAVED_LEVELS)] = {
    let mut table = [0; 1 << (3 * SAVED_LEVELS)];
    let mut counts = 0;
    while counts < table.len() {
        let mut excess = 0;
        while excess < SAVED_LEVELS {
            let number = (counts >> (3 * excess) & 7) as u16;
            if number > table[counts] + excess as u16 {
                table[counts] = number - excess as u16;
            }
            excess += 1;
        }
        counts += 1;
    }
    table
};

/// The least cost of a way from each spot, where nobody is yet.
fn dear(field: &Field, target: Spot) -> Vec<u16> {
    let mut spread = Spread::new(field);
    spread.lower(target, 0);
    spread.settle(2)
}

/// The least moves of a way on which one robot stops the first one on two of its sides.
fn doubled(field: &Field, bound: &Bound) -> Vec<u16> {
    let mut spread = Spread::new(field);
    // From beside a robot, which it was stopped by, to another side of it: at least two moves between, or three.
    let rest = |stopper: Spot, direction: u8| {
        let runs = field.runs(0, stopper);
        let sides = (0..4).filter(|&side| side != direction ^ 2 && runs[usize::from(side)] > 0);
        let moves = sides.filter_map(|side| {
            let moves = bound.moves(usize::from(field.ahead(stopper, side, 1)));
            (moves != FAR).then(|| moves + if side == direction { 4 } else { 3 })
        });
        moves.min()
    };
    for last in 0..field.size() as Spot {
        for direction in 0..4 {
            if field.runs(0, last)[usize::from(direction)] > 0 {
                continue;
            }
            // Backwards along a line: who goes ahead may be stopped at any spot but the last one.
            let mut least = FAR;
            for steps in 1..=field.runs(0, last)[usize::from(direction ^ 2)] {
                let spot = field.ahead(last, direction ^ 2, steps);
                if least != FAR {
                    spread.lower(spot, least + 1);
                }
                let stopper = field.ahead(spot, direction, 1);
                least = least.min(rest(stopper, direction).unwrap_or(FAR));
            }
        }
    }
    spread.settle(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Instance;

    /// Costs of the bound by their definition: a search over spots and the spots of the robots that
    /// stopped the way before.
    fn truth(field: &Field, target: Spot, start: Spot, others: &[Spot]) -> u16 {
        let mut seen = alloc::collections::BTreeMap::new();
        let mut queue = alloc::collections::BTreeSet::from([(0, start, Vec::new())]);
        while let Some((cost, spot, stoppers)) = queue.pop_first() {
            if spot == target {
                return cost;
            }
            if seen.insert((spot, stoppers.clone()), cost).is_some() || cost > 9 {
                continue;
            }
            for direction in 0..4 {
                let length = field.runs(0, spot)[usize::from(direction)];
                for steps in 1..=length {
                    let to = field.ahead(spot, direction, steps);
                    let mut stoppers = stoppers.clone();
                    let mut price = 1;
                    if steps < length {
                        let stopper = field.ahead(to, direction, 1);
                        if !others.contains(&stopper) && !stoppers.contains(&stopper) {
                            price = 2;
                            stoppers.push(stopper);
                            stoppers.sort_unstable();
                        }
                    }
                    queue.insert((cost + price, to, stoppers));
                }
            }
        }
        FAR
    }

    #[test]
    fn the_bound_is_never_more_than_its_definition_and_mostly_as_much() {
        let board = "
+---+---+---+---+---+---+
| r     |         b     |
+   +   +   +---+   +   +
|           |           |
+---+   +   +   +   +   +
|         R         |   |
+   +   +---+   +   +   +
| g                     |
+   +   +   +   +---+   +
|       |             y |
+   +   +   +   +   +   +
|                       |
+---+---+---+---+---+---+";
        let game: Instance = board.parse().expect("a game");
        let mut control = Control::unlimited();
        let field = Field::new(&game, &mut control).expect("no limit");
        let bound = Bound::new(&field, 0, &game, &mut control).expect("no limit");
        let target = field.spot(game.target().cell);
        let cells: Vec<Spot> = game.board().grid().cells().map(|cell| field.spot(cell)).collect();
        let mut tolls = Tolls::new(&field, &bound, target, 3, &mut control).expect("no limit");
        let (mut equal, mut more, mut all) = (0, 0, 0);
        for (index, &start) in cells.iter().enumerate() {
            for round in 0..12 {
                let other = |number: usize| {
                    cells[(index * 7 + round * (11 + number) + number * 13 + 1) % cells.len()]
                };
                let others = [other(0), other(1), other(2)];
                let least = tolls.least(&field, start, &others, &mut control);
                let truth = truth(&field, target, start, &others);
                assert!(least <= truth, "{least} > {truth} from {start} with {others:?}");
                assert!(least >= bound.moves(usize::from(start)));
                // One robot moves, as the search has it.
                let toll = tolls.toll(&field, start, &others, &mut control);
                assert_eq!(tolls.with(tolls.without(toll, &others, 1), others[1]), least);
                (all, equal) = (all + 1, equal + usize::from(least == truth));
                more += usize::from(least > bound.moves(usize::from(start)));
            }
        }
        assert!(equal * 10 > all * 9 && more * 3 > all, "{equal} and {more} of {all}");
    }
}
