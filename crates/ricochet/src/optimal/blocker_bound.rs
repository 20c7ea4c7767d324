//! A lower bound that counts the robots which must come to stop the target robot.
//!
//! The [free-stop bound](crate::free_stop_bound) lets the target robot stop anywhere. But to stop
//! without a wall, it needs a *blocker*: another robot on the next cell in its direction. If no
//! blocker stands there, one must come, which takes at least one move for each such cell. So the
//! cost of a path is its number of moves, plus one for each stop without a wall, minus the number
//! of blockers already in place. Two things are stored for each cell of the target robot:
//!
//! * The *base cost*: the least cost of a path if no blocker stands anywhere.
//! * For each cell of another robot its [*extra cost*](super::extra_costs): the cost of the
//!   cheapest path that uses a blocker on this cell, minus the base cost. Both costs assume that no
//!   blocker is in place yet.
//!
//! If `n(k)` robots have an extra cost of at most `k`, every path costs at least base cost + min (k
//! − n(k)).
//!
//! A blocker that stops the target robot twice, on two different sides of the blocker, would be
//! counted twice. Between two such stops are two or three other moves, or fewer if diagonals lead
//! from one side to the other. So paths with such a pair are bounded by their moves alone
//! (*two-sided*).

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::blocker_counts::{self, BlockerCounts};
use super::blocker_distance_bound::BlockerDistanceBound;
use super::extra_costs::ExtraCosts;
use super::two_sided_moves::{least_two_sided_moves, two_sided_moves};
use crate::free_stop_bound::{FreeStopBound, TargetCells};
use crate::line_costs::UNREACHABLE;
use crate::slide_table::{CellIndex, RobotClass, SlideTable};

/// The bound for the targets of some robots, and for a number of other robots.
#[derive(Clone)]
pub(super) struct BlockerBound {
    targets: TargetCells,
    /// The path costs for each cell of the target robot.
    costs: Vec<PathCosts>,
    extra_costs: ExtraCosts,
    /// Whether `costs` regards paths on which one robot stops the target robot on two sides. To
    /// compute their moves takes long, and they change nothing where base costs are low.
    is_two_sided: bool,
    distances: Option<BlockerDistanceBound>,
}

/// The data of a cell of the target robot.
#[derive(Clone, Copy)]
struct PathCosts {
    /// The free-stop bound.
    min: u16,
    /// The bound is at most this, wherever the other robots stand.
    max: u16,
    base: u16,
    /// The start of its row in [`ExtraCosts`], or [`NO_ROW`].
    row: u32,
}

const NO_ROW: u32 = u32::MAX;

/// The bound for a cell of the target robot, in a form in which one of the other robots can be
/// replaced: it can be removed and another added.
#[derive(Clone, Copy)]
pub(super) struct PartialBound {
    costs: PathCosts,
    counts: BlockerCounts,
    cell: CellIndex,
    /// The least sum of path cost and blocker cost ([`BlockerDistanceBound`]).
    sum: u8,
}

impl PathCosts {
    /// Whether the bound is independent of the other robots.
    #[inline]
    const fn is_fixed(self) -> bool {
        self.min == self.max
    }

    #[inline]
    fn moves(self, saved: u16) -> u16 {
        self.min.max(self.max.min(self.base.saturating_sub(saved)))
    }
}

impl BlockerBound {
    pub(super) fn new(
        slides: &SlideTable,
        bound: &FreeStopBound,
        others: usize,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        control.hold((slides.size() * size_of::<PathCosts>()) as u64)?;
        let (class, targets) = (bound.class(), bound.targets().clone());
        let extra_costs = ExtraCosts::new(slides, class, &targets, others, control)?;
        let path_costs = |(cell, &base): (CellIndex, &u16)| {
            let min = bound.moves_from(cell);
            PathCosts { min, max: if min == UNREACHABLE { min } else { min.max(base) }, base, row: NO_ROW }
        };
        let costs = (0..).zip(extra_costs.base()).map(path_costs).collect();
        Ok(Self { targets, costs, extra_costs, is_two_sided: false, distances: None })
    }

    /// Computes the extra costs of all cells, which are otherwise computed on first use.
    pub(super) fn complete(&mut self, slides: &SlideTable, control: &mut Control) {
        for cell in 0..slides.size() as CellIndex {
            if self.costs[usize::from(cell)].row == NO_ROW {
                self.make_row(slides, cell, control);
            }
        }
    }

    /// The number of bytes held.
    #[cfg(feature = "std")]
    pub(super) fn bytes(&self) -> u64 {
        let costs = (self.costs.len() * size_of::<PathCosts>()) as u64 + self.extra_costs.bytes();
        costs + self.distances.as_ref().map_or(0, BlockerDistanceBound::bytes)
    }

    /// The targets.
    pub(super) fn targets(&self) -> &[CellIndex] {
        &self.targets
    }

    /// Adds the bound by distances, for blockers of these classes, if the memory is granted.
    pub(super) fn add_distances(
        &mut self,
        slides: &SlideTable,
        classes: &[RobotClass],
        control: &mut Control,
    ) {
        let class = self.extra_costs.class();
        self.distances = BlockerDistanceBound::new(slides, class, &self.targets, classes, control).ok();
    }

    /// As [`moves`](Self::moves), with other robots of several classes.
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

    /// As [`partial`](Self::partial), with other robots of several classes.
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

    /// As [`without`](Self::without), with other robots of several classes.
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

    /// Returns the least sum of path cost and blocker cost over some robots except one.
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

    /// Returns the bound for these cells of the target robot and of the others; [`UNREACHABLE`] if
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

    /// Returns the bound with one more robot on this cell; [`UNREACHABLE`] if there is no solution.
    #[inline]
    pub(super) fn moves_with(&self, partial: PartialBound, other: CellIndex) -> u16 {
        let counts = partial.counts + self.increment(partial.costs, other);
        let sum = partial.sum.min(self.least_sum(partial.cell, &[other]));
        self.moves_of(PartialBound { counts, sum, ..partial })
    }

    #[inline]
    fn moves_of(&self, partial: PartialBound) -> u16 {
        let moves = partial.costs.moves(blocker_counts::saved(partial.counts, self.extra_costs.levels()));
        match &self.distances {
            Some(distances) => moves.max(distances.moves(partial.cell, partial.sum)),
            None => moves,
        }
    }

    /// Returns the least sum of path cost and blocker cost over some robots.
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
        blocker_counts::increment(self.extra_costs.of(costs.row, other))
    }

    /// Lowers the bounds that paths with two stops at the same robot may undercut. No bound of a
    /// cell with a row is among them, because its base cost is low.
    fn regard_two_sides(&mut self, slides: &SlideTable) {
        self.is_two_sided = true;
        let moves: Vec<u16> = self.costs.iter().map(|costs| costs.min).collect();
        let two_sided = two_sided_moves(slides, self.extra_costs.class(), &moves);
        for (costs, two_sided) in self.costs.iter_mut().zip(two_sided) {
            costs.max = costs.min.max(costs.max.min(two_sided));
        }
    }

    /// Computes the extra costs for a cell of the target robot.
    ///
    /// If there is no memory for them, the bound ignores the other robots for this cell, which
    /// makes it weaker.
    #[cold]
    fn make_row(&mut self, slides: &SlideTable, cell: CellIndex, control: &mut Control) {
        let PathCosts { min, base, .. } = self.costs[usize::from(cell)];
        if !self.is_two_sided && base > min.max(least_two_sided_moves(slides)) {
            self.regard_two_sides(slides);
        }
        let costs = &mut self.costs[usize::from(cell)];
        if !costs.is_fixed()
            && let Some(row) = self.extra_costs.add_row(slides, cell, control)
        {
            costs.row = row;
        } else {
            (costs.max, costs.row) = (costs.min, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Instance;

    /// Computes the bound by its definition: a search over cells and the blockers of the path so
    /// far.
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
        let free_stop = FreeStopBound::new(&slides, &game, 0, &mut control).expect("no limit");
        let target = slides.index(game.targets()[0].cell);
        let cells: Vec<CellIndex> = game.board().grid().cells().map(|cell| slides.index(cell)).collect();
        let mut bound = BlockerBound::new(&slides, &free_stop, 3, &mut control).expect("no limit");
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
                // Move one robot, as in the search.
                let partial = bound.partial(&slides, start, &others, &mut control);
                assert_eq!(bound.moves_with(bound.without(partial, &others, 1), others[1]), least);
                (all, equal) = (all + 1, equal + usize::from(least == exact));
                more += usize::from(least > free_stop.moves(usize::from(start)));
            }
        }
        assert!(equal * 10 > all * 9 && more * 3 > all, "{equal} and {more} of {all}");
    }
}
