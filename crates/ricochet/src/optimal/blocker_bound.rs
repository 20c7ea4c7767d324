//! A lower bound that counts the robots which have to come to stop the target robot.
//!
//! The [free-stop bound](crate::free_stop_bound) lets the target robot stop anywhere. But a stop
//! without a wall needs a *blocker*, another robot on the cell behind it, and if none stands there,
//! one has to come, which is a move for each such cell. So the cost of a path is its moves, and one
//! more for each stop without a wall, less the blockers that already stand there. Two things are
//! known for each cell of the target robot:
//!
//! * The *base cost*: the least cost of a path if no blocker stands anywhere.
//! * For each cell of another robot its *extra cost*: how much more than the base cost the cheapest
//!   path costs on which that robot is a blocker, if again it does not stand there.
//!
//! With `n(k)` robots of extra cost at most `k`, every path costs at least base cost + min (k −
//! n(k)).
//!
//! A robot that stops the target robot on two of its sides would be counted twice. Between two such
//! stops are two or three other moves, or fewer where diagonals lead from one side to the other, so
//! that paths with such a pair are bounded by their moves alone (*two-sided*).

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::blocker_distance_bound::BlockerDistanceBound;
use super::line_blockers::{self, LineBlockers, SMALL_WORDS, SmallSet};
use super::path_costs::{base_costs, cells_within, two_sided_moves};
use crate::free_stop_bound::FreeStopBound;
use crate::instance::MAX_ROBOTS;
use crate::line_costs::UNREACHABLE;
use crate::lines::LineOfCell;
use crate::slide_table::{CellIndex, RobotClass, SlideTable};

/// The bound for one target and number of other robots.
#[derive(Clone)]
pub(super) struct BlockerBound {
    /// Extra costs that are told apart: as many as there are other robots.
    levels: usize,
    /// The class of the target robot.
    class: RobotClass,
    /// Words of a set of cells.
    words: usize,
    /// By cell of the target robot: the base cost.
    base: Vec<u16>,
    /// By base cost: the cells of at most that.
    within: Vec<u64>,
    /// By cell of the target robot.
    costs: Vec<PathCosts>,
    /// Row after row, by cell of another robot: its extra cost, or the number of levels.
    extra_costs: Vec<u8>,
    /// By cell of the target robot, then by extra cost: the cells of the blockers.
    blockers: Vec<u64>,
    /// On small boards without diagonals.
    line_blockers: Option<LineBlockers>,
    distances: Option<BlockerDistanceBound>,
}

/// What is known of a cell of the target robot.
#[derive(Clone, Copy)]
struct PathCosts {
    /// The free-stop bound.
    min: u16,
    /// The bound is at most this, wherever the other robots are.
    max: u16,
    base: u16,
    /// Extra costs for which [`BlockerBound::blockers`] are known, as bits.
    known: u8,
    /// Where its row begins in [`BlockerBound::extra_costs`], or [`NO_ROW`].
    row: u32,
}

const NO_ROW: u32 = u32::MAX;

/// Numbers of robots by extra cost, three bits each.
type BlockerCounts = u32;

/// The bound for a cell of the target robot, while another robot moves.
#[derive(Clone, Copy)]
pub(super) struct PartialBound {
    costs: PathCosts,
    counts: BlockerCounts,
    cell: CellIndex,
    /// The least sum of path cost and blocker cost ([`BlockerDistanceBound`]).
    sum: u8,
}

impl PathCosts {
    /// Whether the other robots make no difference.
    #[inline]
    const fn is_fixed(self) -> bool {
        self.min == self.max
    }

    #[inline]
    fn moves(self, saved: u16) -> u16 {
        self.min.max(self.max.min(self.base - saved))
    }
}

impl BlockerBound {
    pub(super) fn new(
        slides: &SlideTable,
        class: RobotClass,
        bound: &FreeStopBound,
        target: CellIndex,
        others: usize,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let size = slides.size();
        let words = size.div_ceil(64);
        control.hold((size * (size_of::<PathCosts>() + size_of::<u16>() + others * words * 8)) as u64)?;
        let path_costs = |(base, two_sided): (u16, u16), min: u16| {
            let max = if min == UNREACHABLE { min } else { min.max(base.min(two_sided)) };
            PathCosts { min, max, base, known: 0, row: NO_ROW }
        };
        let base = base_costs(slides, class, target);
        let within = cells_within(&base, words);
        let pairs = base.iter().copied().zip(two_sided_moves(slides, class, bound));
        let costs = (0..).zip(pairs).map(|(cell, pair)| path_costs(pair, bound.moves_from(cell))).collect();
        let blockers = alloc::vec![0; size * others * words];
        control.hold((within.len() * size_of::<u64>()) as u64)?;
        let is_small = words <= SMALL_WORDS && !slides.has_diagonals();
        let line_costs = within.len() / words + others;
        let line_blockers = is_small
            .then(|| LineBlockers::new(slides.lines(class).len(), line_costs, control).ok())
            .flatten();
        Ok(Self {
            levels: others,
            class,
            words,
            base,
            within,
            costs,
            extra_costs: Vec::new(),
            blockers,
            line_blockers,
            distances: None,
        })
    }

    /// Computes the extra costs of all cells, which are otherwise computed when they are first
    /// asked for.
    pub(super) fn complete(&mut self, slides: &SlideTable, control: &mut Control) {
        for cell in 0..slides.size() as CellIndex {
            if self.costs[usize::from(cell)].row == NO_ROW {
                self.make_row(slides, cell, control);
            }
        }
    }

    /// The bytes that it holds.
    #[cfg(feature = "std")]
    pub(super) fn bytes(&self) -> u64 {
        let sets = (self.blockers.len() + self.within.len()) * size_of::<u64>();
        let costs = self.costs.len() * (size_of::<PathCosts>() + size_of::<u16>());
        let distances = self.distances.as_ref().map_or(0, BlockerDistanceBound::bytes);
        let line_blockers = self.line_blockers.as_ref().map_or(0, LineBlockers::bytes);
        (sets + costs + self.extra_costs.len()) as u64 + distances + line_blockers
    }

    /// The class of the target robot.
    pub(super) const fn class(&self) -> RobotClass {
        self.class
    }

    /// Adds the bound by the distances of blockers of these classes, if the memory for it is
    /// granted.
    pub(super) fn add_distances(
        &mut self,
        slides: &SlideTable,
        target: CellIndex,
        classes: &[RobotClass],
        control: &mut Control,
    ) {
        self.distances = BlockerDistanceBound::new(slides, self.class, target, classes, control).ok();
    }

    /// As [`moves`](Self::moves), with others of several classes.
    #[inline]
    pub(super) fn moves_of_classes(
        &mut self,
        slides: &SlideTable,
        cell: CellIndex,
        others: (&[CellIndex], &[RobotClass]),
        control: &mut Control,
    ) -> u16 {
        let partial = self.partial_of_classes(slides, cell, others, control);
        self.moves_of(partial)
    }

    /// As [`partial`](Self::partial), with others of several classes.
    #[inline]
    pub(super) fn partial_of_classes(
        &mut self,
        slides: &SlideTable,
        cell: CellIndex,
        (others, classes): (&[CellIndex], &[RobotClass]),
        control: &mut Control,
    ) -> PartialBound {
        let mut costs = self.costs[usize::from(cell)];
        if !costs.is_fixed() && costs.row == NO_ROW {
            self.make_row(slides, cell, control);
            costs = self.costs[usize::from(cell)];
        }
        let counts = others.iter().map(|&other| self.increment(costs, other)).sum();
        let sum = self.least_sum_of_classes(cell, others, classes, usize::MAX);
        PartialBound { costs, counts, cell, sum }
    }

    /// As [`without`](Self::without), with others of several classes.
    #[inline]
    pub(super) fn without_of_classes(
        &self,
        partial: PartialBound,
        (others, classes): (&[CellIndex], &[RobotClass]),
        index: usize,
    ) -> PartialBound {
        let counts = partial.counts - self.increment(partial.costs, others[index]);
        let sum = self.least_sum_of_classes(partial.cell, others, classes, index);
        PartialBound { counts, sum, ..partial }
    }

    /// As [`moves_with`](Self::moves_with), with a robot of this class.
    #[inline]
    pub(super) fn moves_with_class(&self, partial: PartialBound, other: CellIndex, class: RobotClass) -> u16 {
        let counts = partial.counts + self.increment(partial.costs, other);
        let sum = partial.sum.min(self.least_sum_of_classes(partial.cell, &[other], &[class], usize::MAX));
        self.moves_of(PartialBound { counts, sum, ..partial })
    }

    /// The least sum of path cost and blocker cost over some robots, without one of them.
    #[inline]
    fn least_sum_of_classes(
        &self,
        cell: CellIndex,
        others: &[CellIndex],
        classes: &[RobotClass],
        without: usize,
    ) -> u8 {
        let Some(distances) = &self.distances else { return u8::MAX };
        let mut least = u8::MAX;
        for (index, (&other, &class)) in others.iter().zip(classes).enumerate() {
            if index != without {
                least = least.min(distances.sums_of_class(class, cell)[usize::from(other)]);
            }
        }
        least
    }

    /// The bound with the target robot on this cell and the others on those; [`UNREACHABLE`] if
    /// there is no solution.
    #[inline]
    pub(super) fn moves(
        &mut self,
        slides: &SlideTable,
        cell: CellIndex,
        others: &[CellIndex],
        control: &mut Control,
    ) -> u16 {
        let costs = self.costs[usize::from(cell)];
        if costs.is_fixed() && self.distances.is_none() {
            return costs.min;
        }
        let partial = self.partial(slides, cell, others, control);
        self.moves_of(partial)
    }

    /// Prepares [`without`](Self::without) and [`moves_with`](Self::moves_with).
    #[inline]
    pub(super) fn partial(
        &mut self,
        slides: &SlideTable,
        cell: CellIndex,
        others: &[CellIndex],
        control: &mut Control,
    ) -> PartialBound {
        if self.costs[usize::from(cell)].row == NO_ROW {
            self.make_row(slides, cell, control);
        }
        let costs = self.costs[usize::from(cell)];
        let counts = others.iter().map(|&other| self.increment(costs, other)).sum();
        PartialBound { costs, counts, cell, sum: self.least_sum(cell, others) }
    }

    /// Removes one of the other robots.
    #[inline]
    pub(super) fn without(&self, partial: PartialBound, others: &[CellIndex], index: usize) -> PartialBound {
        let counts = partial.counts - self.increment(partial.costs, others[index]);
        let before = self.least_sum(partial.cell, &others[..index]);
        let sum = before.min(self.least_sum(partial.cell, &others[index + 1..]));
        PartialBound { counts, sum, ..partial }
    }

    /// The bound with one more robot on this cell; [`UNREACHABLE`] if there is no solution.
    #[inline]
    pub(super) fn moves_with(&self, partial: PartialBound, other: CellIndex) -> u16 {
        let counts = partial.counts + self.increment(partial.costs, other);
        let sum = partial.sum.min(self.least_sum(partial.cell, &[other]));
        self.moves_of(PartialBound { counts, sum, ..partial })
    }

    #[inline]
    fn moves_of(&self, partial: PartialBound) -> u16 {
        let moves = partial.costs.moves(self.saved(partial.counts));
        match &self.distances {
            Some(distances) => moves.max(distances.moves(partial.cell, partial.sum)),
            None => moves,
        }
    }

    /// The least sum of path cost and blocker cost over some robots.
    #[inline]
    fn least_sum(&self, cell: CellIndex, others: &[CellIndex]) -> u8 {
        let Some(distances) = &self.distances else { return u8::MAX };
        let sums = distances.sums(cell);
        others.iter().map(|&other| sums[usize::from(other)]).fold(u8::MAX, u8::min)
    }

    #[inline]
    fn increment(&self, costs: PathCosts, other: CellIndex) -> BlockerCounts {
        if costs.is_fixed() {
            return 0;
        }
        let extra_cost = self.extra_costs[costs.row as usize + usize::from(other)];
        INCREMENTS[usize::from(extra_cost) % INCREMENTS.len()]
    }

    /// The greatest n(k) − k.
    #[inline]
    fn saved(&self, counts: BlockerCounts) -> u16 {
        let mut saved = SAVED[counts as usize % SAVED.len()];
        for extra_cost in SAVED_LEVELS..self.levels {
            let number = counts >> (3 * extra_cost) & 7;
            saved = saved.max(number.saturating_sub(extra_cost as BlockerCounts) as u16);
        }
        saved
    }

    /// Collects the extra costs for a cell of the target robot.
    ///
    /// Without memory for them, the other robots make no difference to this cell: a weaker bound.
    #[cold]
    fn make_row(&mut self, slides: &SlideTable, cell: CellIndex, control: &mut Control) {
        let costs = &mut self.costs[usize::from(cell)];
        let row = self.extra_costs.len();
        let size = self.blockers.len() / (self.levels * self.words).max(1);
        if costs.is_fixed() || control.hold(size as u64).is_err() {
            (costs.max, costs.row) = (costs.min, 0);
            return;
        }
        costs.row = row as u32;
        self.extra_costs.resize(row + size, self.levels as u8);
        // The lowest extra cost comes last and overwrites the others.
        for extra_cost in (0..self.levels).rev() {
            self.collect_blockers(slides, cell, extra_cost);
            let first = self.set(cell, extra_cost);
            for (index, &word) in self.blockers[first..first + self.words].iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    self.extra_costs[row + index * 64 + word.trailing_zeros() as usize] = extra_cost as u8;
                    word &= word - 1;
                }
            }
        }
    }

    /// Where a set of blockers begins.
    const fn set(&self, cell: CellIndex, extra_cost: usize) -> usize {
        (cell as usize * self.levels + extra_cost) * self.words
    }

    /// Collects the blockers of all paths of a cost.
    ///
    /// The recursion is at most as deep as the cost, which falls with each call.
    fn collect_blockers(&mut self, slides: &SlideTable, cell: CellIndex, extra_cost: usize) {
        let costs = &mut self.costs[usize::from(cell)];
        if costs.known >> extra_cost & 1 != 0 || costs.base == 0 {
            return;
        }
        costs.known |= 1 << extra_cost;
        let total = usize::from(costs.base) + extra_cost;
        let here = self.set(cell, extra_cost);
        if self.line_blockers.is_some() {
            let blockers = self.blockers_by_lines(slides, cell, total);
            self.blockers[here..here + self.words].copy_from_slice(&blockers[..self.words]);
            return;
        }
        let lines = slides.lines(self.class);
        for LineOfCell { line, place, .. } in lines.of_cell(cell) {
            let (order, place) = (lines.order(line), usize::from(place));
            if lines.is_round(line) {
                let after = |steps: usize| order[(place + steps) % order.len()];
                for steps in 1..order.len() {
                    self.add_blockers(slides, here, total, after(steps), Some(after(steps + 1)));
                    self.add_blockers(slides, here, total, after(steps), Some(after(steps - 1)));
                }
            } else {
                for index in place + 1..order.len() {
                    self.add_blockers(slides, here, total, order[index], order.get(index + 1).copied());
                }
                for index in 0..place {
                    let blocker = index.checked_sub(1).map(|behind| order[behind]);
                    self.add_blockers(slides, here, total, order[index], blocker);
                }
            }
        }
    }

    /// The blockers of all paths of a cost, given what follows the first stop on each line.
    fn blockers_by_lines(&mut self, slides: &SlideTable, cell: CellIndex, total: usize) -> SmallSet {
        let mut blockers = [0; SMALL_WORDS];
        for (direction, LineOfCell { line, .. }) in (0..).zip(slides.lines(self.class).of_cell(cell)) {
            let after = self.after_line(slides, line, total);
            line_blockers::add(&mut blockers, &after);
            let stops = self.inner_stops(slides, line, total);
            let beyond = line_blockers::beyond(&stops, cell, slides.stride(direction));
            line_blockers::add(&mut blockers, &beyond);
        }
        blockers
    }

    /// The stops on a line, without its ends, from which paths go on that cost this in all.
    #[inline]
    fn inner_stops(&self, slides: &SlideTable, line: u16, total: usize) -> SmallSet {
        let mut stops = [0; SMALL_WORDS];
        let Some(rest) = total.checked_sub(2) else { return stops };
        let lines = slides.lines(self.class);
        let within = rest.min(self.within.len() / self.words - 1) * self.words;
        let words = lines.cells(line).iter().zip(&self.within[within..]);
        for (stops, (cells, within)) in stops.iter_mut().zip(words) {
            *stops = cells & within;
        }
        for end in lines.ends(line) {
            stops[usize::from(end >> 6)] &= !(1 << (end & 63));
        }
        stops
    }

    /// The blockers after the first stop of all paths of a cost that begin along a line.
    fn after_line(&mut self, slides: &SlideTable, line: u16, total: usize) -> SmallSet {
        if let Some(known) = self.line_blockers.as_ref().and_then(|sets| sets.get(line, total)) {
            return known;
        }
        let mut blockers = [0; SMALL_WORDS];
        for end in slides.lines(self.class).ends(line) {
            self.add_rest(slides, end, total, 1, &mut blockers);
        }
        for (word, mut stops) in self.inner_stops(slides, line, total).into_iter().enumerate() {
            while stops != 0 {
                let stop = (word * 64) as CellIndex + stops.trailing_zeros() as CellIndex;
                stops &= stops - 1;
                self.add_rest(slides, stop, total, 2, &mut blockers);
            }
        }
        if let Some(sets) = &mut self.line_blockers {
            sets.insert(line, total, blockers);
        }
        blockers
    }

    /// Adds the blockers after a stop of paths of a cost in all.
    #[inline]
    fn add_rest(
        &mut self,
        slides: &SlideTable,
        stop: CellIndex,
        total: usize,
        step_cost: usize,
        blockers: &mut SmallSet,
    ) {
        let spent = usize::from(self.base[usize::from(stop)]) + step_cost;
        if let Some(rest) = total.checked_sub(spent) {
            self.collect_blockers(slides, stop, rest);
            let there = self.set(stop, rest);
            for (word, more) in blockers.iter_mut().zip(&self.blockers[there..there + self.words]) {
                *word |= more;
            }
        }
    }

    /// Adds the blockers of the paths of a cost that stop on this cell first, at a wall or a
    /// blocker.
    #[inline]
    fn add_blockers(
        &mut self,
        slides: &SlideTable,
        here: usize,
        total: usize,
        stop: CellIndex,
        blocker: Option<CellIndex>,
    ) {
        let step_cost = if blocker.is_none() { 1 } else { 2 };
        // No path costs less than the base cost, so that the rest is at most the extra cost.
        let Some(rest) = total.checked_sub(usize::from(self.base[usize::from(stop)]) + step_cost) else {
            return;
        };
        self.collect_blockers(slides, stop, rest);
        let there = self.set(stop, rest);
        for word in 0..self.words {
            self.blockers[here + word] |= self.blockers[there + word];
        }
        if let Some(blocker) = blocker {
            self.blockers[here + usize::from(blocker >> 6)] |= 1 << (blocker & 63);
        }
    }
}

/// By extra cost of a robot: one for its own level and for all higher ones. Zero for robots that
/// are no blockers.
const INCREMENTS: [BlockerCounts; 2 * MAX_ROBOTS] = {
    let mut table = [0; 2 * MAX_ROBOTS];
    let mut extra_cost = 0;
    while extra_cost < MAX_ROBOTS {
        table[extra_cost] = (0o1111_1111 << (3 * extra_cost)) & 0o7777_7777;
        extra_cost += 1;
    }
    table
};

/// Extra costs that are looked up together: enough for five robots.
const SAVED_LEVELS: usize = 4;

/// By counts of the lowest extra costs: the greatest n(k) − k.
static SAVED: [u16; 1 << (3 * SAVED_LEVELS)] = {
    let mut table = [0; 1 << (3 * SAVED_LEVELS)];
    let mut counts = 0;
    while counts < table.len() {
        let mut extra_cost = 0;
        while extra_cost < SAVED_LEVELS {
            let number = (counts >> (3 * extra_cost) & 7) as u16;
            if number > table[counts] + extra_cost as u16 {
                table[counts] = number - extra_cost as u16;
            }
            extra_cost += 1;
        }
        counts += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Instance;

    /// The bound by its definition: a search over cells and the blockers of the path so far.
    fn by_definition(slides: &SlideTable, target: CellIndex, start: CellIndex, others: &[CellIndex]) -> u16 {
        let mut seen = alloc::collections::BTreeMap::new();
        let mut queue = alloc::collections::BTreeSet::from([(0, start, Vec::new())]);
        while let Some((cost, cell, blockers)) = queue.pop_first() {
            if cell == target {
                return cost;
            }
            if seen.insert((cell, blockers.clone()), cost).is_some() || cost > 9 {
                continue;
            }
            for direction in 0..4 {
                let length = slides.runs(0, cell)[usize::from(direction)];
                for steps in 1..=length {
                    let to = slides.ahead(cell, direction, steps);
                    let mut blockers = blockers.clone();
                    let mut step_cost = 1;
                    if steps < length {
                        let blocker = slides.ahead(to, direction, 1);
                        if !others.contains(&blocker) && !blockers.contains(&blocker) {
                            step_cost = 2;
                            blockers.push(blocker);
                            blockers.sort_unstable();
                        }
                    }
                    queue.insert((cost + step_cost, to, blockers));
                }
            }
        }
        UNREACHABLE
    }

    #[test]
    fn the_bound_is_at_most_its_definition_and_mostly_equal() {
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
        let slides = SlideTable::new(&game, &mut control).expect("no limit");
        let free_stop = FreeStopBound::new(&slides, 0, &game, &mut control).expect("no limit");
        let target = slides.index(game.target().cell);
        let cells: Vec<CellIndex> = game.board().grid().cells().map(|cell| slides.index(cell)).collect();
        let mut bound = BlockerBound::new(&slides, 0, &free_stop, target, 3, &mut control).expect("no limit");
        let (mut equal, mut more, mut all) = (0, 0, 0);
        for (index, &start) in cells.iter().enumerate() {
            for round in 0..12 {
                let other = |number: usize| {
                    cells[(index * 7 + round * (11 + number) + number * 13 + 1) % cells.len()]
                };
                let others = [other(0), other(1), other(2)];
                let least = bound.moves(&slides, start, &others, &mut control);
                let exact = by_definition(&slides, target, start, &others);
                assert!(least <= exact, "{least} > {exact} from {start} with {others:?}");
                assert!(least >= free_stop.moves(usize::from(start)));
                // One robot moves, as in the search.
                let partial = bound.partial(&slides, start, &others, &mut control);
                assert_eq!(bound.moves_with(bound.without(partial, &others, 1), others[1]), least);
                (all, equal) = (all + 1, equal + usize::from(least == exact));
                more += usize::from(least > free_stop.moves(usize::from(start)));
            }
        }
        assert!(equal * 10 > all * 9 && more * 3 > all, "{equal} and {more} of {all}");
    }
}
