//! The costs of robots that may stop anywhere, for all cells, computed in the order of the costs.
//!
//! This is a specialised loop, because the costs of all cells are needed, not a path to one of
//! them. The cells of each cost are a bit set, and a line is relaxed as a whole, at most twice. It
//! takes a fifth of the time of Dial's algorithm with lists of cells.

use alloc::vec::Vec;

use crate::lines::{LineOfCell, Lines, SMALL_WORDS};
use crate::slide_table::CellIndex;

/// The cost of a cell from which the target is unreachable; also used as a number of moves.
pub(crate) const UNREACHABLE: u16 = u16::MAX;

/// The cells relaxed so far to each cost.
pub(crate) struct LineCosts<'l> {
    lines: &'l Lines,
    /// A set of cells for each cost. A cell may also have been settled at a lower cost.
    relaxed: Vec<u64>,
}

impl<'l> LineCosts<'l> {
    pub(crate) fn new(lines: &'l Lines) -> Self {
        // Greater costs are rare.
        Self { lines, relaxed: Vec::with_capacity(8 * lines.words()) }
    }

    /// Returns the set of the cells relaxed to a cost.
    fn relaxed_to(&mut self, cost: u16) -> &mut [u64] {
        let words = self.lines.words();
        let first = usize::from(cost) * words;
        if self.relaxed.len() < first + words {
            self.relaxed.resize(first + words, 0);
        }
        &mut self.relaxed[first..first + words]
    }

    /// Lowers the cost of a cell to at most `cost`.
    pub(crate) fn relax(&mut self, cell: CellIndex, cost: u16) {
        self.relaxed_to(cost)[usize::from(cell >> 6)] |= 1 << (cell & 63);
    }

    /// Lowers the costs of all cells of a line to at most `cost`.
    pub(crate) fn relax_line(&mut self, line: u16, cost: u16) {
        let lines = self.lines;
        let cells = lines.cells(line).as_chunks::<SMALL_WORDS>().0;
        for (words, more) in self.relaxed_to(cost).as_chunks_mut::<SMALL_WORDS>().0.iter_mut().zip(cells) {
            for (word, more) in words.iter_mut().zip(more) {
                *word |= more;
            }
        }
    }

    /// Computes the costs of all cells. A move costs 1 if it stops at an end of its line, and
    /// `inside` if it stops elsewhere; with [`UNREACHABLE`] as `inside`, such stops are forbidden.
    pub(crate) fn run(self, inside: u16) -> Vec<u16> {
        self.run_below(inside, UNREACHABLE)
    }

    /// As [`run`](Self::run), but stops at the cost `enough`; higher costs may be missing.
    pub(crate) fn run_below(mut self, inside: u16, enough: u16) -> Vec<u16> {
        self.settle(inside, enough)
    }

    /// As [`run`](Self::run); also returns, for each cost, the set of the cells of at most that
    /// cost.
    pub(crate) fn run_with_sets(mut self, inside: u16) -> (Vec<u16>, Vec<u64>) {
        let costs = self.settle(inside, UNREACHABLE);
        let (words, mut sets) = (self.lines.words(), self.relaxed);
        // The last cells may have been relaxed to more than their costs.
        while sets.len() > words && sets[sets.len() - words..] == sets[sets.len() - 2 * words..][..words] {
            sets.truncate(sets.len() - words);
        }
        (costs, sets)
    }

    /// Computes the costs below `enough`. The sets of relaxed cells become those of the settled
    /// cells.
    fn settle(&mut self, inside: u16, enough: u16) -> Vec<u16> {
        let words = self.lines.words();
        let mut costs = alloc::vec![UNREACHABLE; self.lines.size()];
        // The least cost to which each line was relaxed, at most `enough`.
        let mut line_costs = alloc::vec![enough; self.lines.len()];
        let mut cost = 0;
        while cost < enough && usize::from(cost) * words < self.relaxed.len() {
            for word in 0..words {
                let place = usize::from(cost) * words + word;
                let settled = place.checked_sub(words).map_or(0, |before| self.relaxed[before]);
                let mut cells = self.relaxed[place] & !settled;
                self.relaxed[place] |= settled;
                while cells != 0 {
                    let cell = word * 64 + cells.trailing_zeros() as usize;
                    cells &= cells - 1;
                    costs[cell] = cost;
                    for &LineOfCell { line, is_end, .. } in self.lines.of_cell(cell as CellIndex) {
                        let next = cost.saturating_add(if is_end { 1 } else { inside });
                        if next < line_costs[usize::from(line)] {
                            line_costs[usize::from(line)] = next;
                            self.relax_line(line, next);
                        }
                    }
                }
            }
            cost += 1;
        }
        costs
    }
}
