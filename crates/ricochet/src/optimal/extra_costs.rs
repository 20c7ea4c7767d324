//! The additional costs of paths that need a given robot as a blocker.
//!
//! For a cell of the target robot, the *extra cost* of a cell of another robot is the cost of the
//! cheapest path on which a robot there is a blocker, minus the base cost, if that robot does not
//! stand there yet. Extra costs are collected from the blockers of all paths of a given cost. These
//! are the blockers of the first stop and those of the paths from there.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

use super::line_blockers::{BlockersOfLine, LineBlockers, SmallSet};
use crate::free_stop_bound::costs_to;
use crate::lines::{LineOfCell, SMALL_WORDS};
use crate::slide_table::{CellIndex, RobotClass, SlideTable};

/// The extra costs for the targets and the class of the target robot, collected on first use.
#[derive(Clone)]
pub(super) struct ExtraCosts {
    /// The number of extra costs that are distinguished: as many as there are other robots.
    levels: usize,
    /// The class of the target robot.
    class: RobotClass,
    /// The number of words of a set of cells.
    words: usize,
    /// The base cost of each cell of the target robot.
    base: Vec<u16>,
    /// For each base cost, the cells with at most that base cost.
    within: Vec<u64>,
    /// The greatest base cost.
    greatest_base: usize,
    /// By cell of the target robot, then by extra cost: the number of the set of its blockers, or
    /// zero if they are unknown.
    numbers: Vec<u16>,
    /// The sets of the cells of blockers. The first is empty.
    blockers: Vec<u64>,
    /// Row after row, the extra cost of each cell of another robot, or the number of levels.
    rows: Vec<u8>,
    /// Used on small boards without diagonals.
    line_blockers: Option<LineBlockers>,
}

impl ExtraCosts {
    pub(super) fn new(
        slides: &SlideTable,
        class: RobotClass,
        targets: &[CellIndex],
        levels: usize,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let size = slides.size();
        let words = slides.lines(class).words();
        let most_sets = size * levels + 1;
        let set_bytes = size_of::<u16>() + words * size_of::<u64>();
        control.hold((size * size_of::<u16>() + most_sets * set_bytes) as u64)?;
        let (base, within) = costs_to(slides, class, targets).run_with_sets(2);
        control.hold((within.len() * size_of::<u64>()) as u64)?;
        let is_small = words == SMALL_WORDS && !slides.has_diagonals();
        let greatest_base = within.len() / words - 1;
        let line_costs = greatest_base + 1 + levels;
        let line_blockers = is_small
            .then(|| LineBlockers::new(slides.lines(class).len(), line_costs, control).ok())
            .flatten();
        // The pages of sets that short games do not need are not touched.
        let mut blockers = Vec::with_capacity(most_sets * words);
        blockers.resize(words, 0);
        Ok(Self {
            levels,
            class,
            words,
            base,
            within,
            greatest_base,
            numbers: alloc::vec![0; size * levels],
            blockers,
            rows: Vec::new(),
            line_blockers,
        })
    }

    /// The number of extra costs that are distinguished.
    #[inline]
    pub(super) const fn levels(&self) -> usize {
        self.levels
    }

    /// The class of the target robot.
    pub(super) const fn class(&self) -> RobotClass {
        self.class
    }

    /// The base cost of each cell of the target robot.
    pub(super) fn base(&self) -> &[u16] {
        &self.base
    }

    /// Returns the extra cost of a robot on this cell, in the row that begins at `row`; the number
    /// of levels if it is not a blocker.
    #[inline]
    pub(super) fn of(&self, row: u32, other: CellIndex) -> u8 {
        self.rows[row as usize + usize::from(other)]
    }

    /// The number of bytes held.
    #[cfg(feature = "std")]
    pub(super) fn bytes(&self) -> u64 {
        let sets = (self.blockers.len() + self.within.len()) * size_of::<u64>();
        let costs = (self.base.len() + self.numbers.len()) * size_of::<u16>() + self.rows.len();
        (sets + costs) as u64 + self.line_blockers.as_ref().map_or(0, LineBlockers::bytes)
    }

    /// Computes the extra costs for a cell of the target robot and returns the beginning of their
    /// row; `None` if there is no memory for it.
    pub(super) fn add_row(
        &mut self,
        slides: &SlideTable,
        cell: CellIndex,
        control: &mut Control,
    ) -> Option<u32> {
        let (row, size) = (self.rows.len(), self.base.len());
        control.hold(size as u64).ok()?;
        self.rows.resize(row + size, self.levels as u8);
        // The lowest extra cost comes last and overwrites the others.
        for extra_cost in (0..self.levels).rev() {
            self.collect_blockers(slides, cell, extra_cost);
            let first = self.set(cell, extra_cost);
            for (index, &word) in self.blockers[first..first + self.words].iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    self.rows[row + index * 64 + word.trailing_zeros() as usize] = extra_cost as u8;
                    word &= word - 1;
                }
            }
        }
        Some(row as u32)
    }

    /// Returns the beginning of a set of blockers.
    fn set(&self, cell: CellIndex, extra_cost: usize) -> usize {
        usize::from(self.numbers[usize::from(cell) * self.levels + extra_cost]) * self.words
    }

    /// Collects the blockers of all paths of this cost.
    ///
    /// The recursion depth is bounded by the cost, which decreases with each call.
    fn collect_blockers(&mut self, slides: &SlideTable, cell: CellIndex, extra_cost: usize) {
        let base = usize::from(self.base[usize::from(cell)]);
        let number = &mut self.numbers[usize::from(cell) * self.levels + extra_cost];
        if *number != 0 || base == 0 {
            return;
        }
        let here = self.blockers.len();
        *number = (here / self.words) as u16;
        self.blockers.resize(here + self.words, 0);
        let total = base + extra_cost;
        if self.line_blockers.is_some() {
            let blockers = self.blockers_by_lines(slides, cell, total);
            self.blockers[here..here + SMALL_WORDS].copy_from_slice(&blockers);
            return;
        }
        let lines = slides.lines(self.class);
        for &LineOfCell { line, place, .. } in lines.of_cell(cell) {
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

    /// Returns the blockers of all paths of this cost, using the blockers after the first stop on
    /// each line.
    fn blockers_by_lines(&mut self, slides: &SlideTable, cell: CellIndex, total: usize) -> SmallSet {
        let mut blockers = [0; SMALL_WORDS];
        for (direction, &LineOfCell { line, .. }) in (0..).zip(slides.lines(self.class).of_cell(cell)) {
            let stride = slides.stride(direction);
            if self.line_blockers.as_ref().is_some_and(|lines| lines.get(line, total).is_none()) {
                self.collect_for_line(slides, line, total, stride);
            }
            if let Some(known) = self.line_blockers.as_ref().and_then(|lines| lines.get(line, total)) {
                known.add_blockers_from(cell, stride, &mut blockers);
            }
        }
        blockers
    }

    /// Collects the blockers of the paths of this cost that begin along a line.
    fn collect_for_line(&mut self, slides: &SlideTable, line: u16, total: usize, stride: u16) {
        let mut after = [0; SMALL_WORDS];
        let inner = self.inner_stops(slides, line, total);
        for end in slides.lines(self.class).ends(line) {
            self.add_rest(slides, end, total, 1, &mut after);
        }
        for (word, mut stops) in inner.into_iter().enumerate() {
            while stops != 0 {
                let stop = (word * 64) as CellIndex + stops.trailing_zeros() as CellIndex;
                stops &= stops - 1;
                self.add_rest(slides, stop, total, 2, &mut after);
            }
        }
        if let Some(lines) = &mut self.line_blockers {
            lines.insert(line, total, BlockersOfLine::new(after, &inner, stride));
        }
    }

    /// Returns the stops on a line, except its ends, that paths of this total cost use.
    #[inline]
    fn inner_stops(&self, slides: &SlideTable, line: u16, total: usize) -> SmallSet {
        let mut stops = [0; SMALL_WORDS];
        let Some(rest) = total.checked_sub(2) else { return stops };
        let lines = slides.lines(self.class);
        let within = rest.min(self.greatest_base) * self.words;
        let words = lines.cells(line).iter().zip(&self.within[within..]);
        for (stops, (cells, within)) in stops.iter_mut().zip(words) {
            *stops = cells & within;
        }
        for end in lines.ends(line) {
            stops[usize::from(end >> 6)] &= !(1 << (end & 63));
        }
        stops
    }

    /// Adds the blockers after a stop for paths of this total cost.
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
            if self.set(stop, rest) == 0 {
                self.collect_blockers(slides, stop, rest);
            }
            let there = self.set(stop, rest);
            for (word, more) in blockers.iter_mut().zip(&self.blockers[there..there + SMALL_WORDS]) {
                *word |= more;
            }
        }
    }

    /// Adds the blockers of the paths of this cost that first stop on this cell, at a wall or a
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
        // No path costs less than the base cost, so the rest is at most the extra cost.
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
