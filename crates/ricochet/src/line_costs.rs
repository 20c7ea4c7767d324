//! The costs of robots that may stop anywhere, cell by cell, in the order of the costs.
//!
//! A specialised loop: the costs of all cells are wanted, not a path to one of them. The cells of a
//! cost are bits of words, and a line is relaxed as a whole, at most twice: a fifth of the time of
//! Dial's algorithm with lists of cells.

use alloc::vec::Vec;

use crate::lines::{LineOfCell, Lines};
use crate::slide_table::CellIndex;

/// The cost of a cell from which the target is out of reach, also as a number of moves.
pub(crate) const UNREACHABLE: u16 = u16::MAX;

/// The cells that were relaxed to each cost so far.
pub(crate) struct LineCosts<'l> {
    lines: &'l Lines,
    /// By cost: a set of cells. A cell may be settled at a lower cost.
    relaxed: Vec<u64>,
}

impl<'l> LineCosts<'l> {
    pub(crate) const fn new(lines: &'l Lines) -> Self {
        Self { lines, relaxed: Vec::new() }
    }

    /// The set of the cells that were relaxed to a cost.
    fn relaxed_to(&mut self, cost: u16) -> &mut [u64] {
        let words = self.lines.words();
        let first = usize::from(cost) * words;
        if self.relaxed.len() < first + words {
            self.relaxed.resize(first + words, 0);
        }
        &mut self.relaxed[first..first + words]
    }

    /// Lowers the cost of a cell to this one, if it is higher.
    pub(crate) fn relax(&mut self, cell: CellIndex, cost: u16) {
        self.relaxed_to(cost)[usize::from(cell >> 6)] |= 1 << (cell & 63);
    }

    /// Lowers the costs of the cells of a line to this one, where they are higher.
    pub(crate) fn relax_line(&mut self, line: u16, cost: u16) {
        let lines = self.lines;
        for (word, &more) in self.relaxed_to(cost).iter_mut().zip(lines.cells(line)) {
            *word |= more;
        }
    }

    /// The costs of all cells. A move costs 1 if it stops at an end of its line, and `inside` if it
    /// stops elsewhere; [`UNREACHABLE`] as `inside` forbids such stops.
    pub(crate) fn run(self, inside: u16) -> Vec<u16> {
        self.run_below(inside, UNREACHABLE)
    }

    /// As [`run`](Self::run), but stops at the cost `enough`: higher costs may be missing.
    pub(crate) fn run_below(mut self, inside: u16, enough: u16) -> Vec<u16> {
        let words = self.lines.words();
        let mut costs = alloc::vec![UNREACHABLE; self.lines.size()];
        // By line: the least cost to which it was relaxed.
        let mut line_costs = alloc::vec![UNREACHABLE; self.lines.len()];
        let mut settled = alloc::vec![0; words];
        let mut cost = 0;
        while cost < enough && usize::from(cost) * words < self.relaxed.len() {
            for (word, settled) in settled.iter_mut().enumerate() {
                let mut cells = self.relaxed[usize::from(cost) * words + word] & !*settled;
                *settled |= cells;
                while cells != 0 {
                    let cell = word * 64 + cells.trailing_zeros() as usize;
                    cells &= cells - 1;
                    costs[cell] = cost;
                    for LineOfCell { line, is_end, .. } in self.lines.of_cell(cell as CellIndex) {
                        let step_cost = if is_end { 1 } else { inside };
                        if step_cost < enough - cost && cost + step_cost < line_costs[usize::from(line)] {
                            line_costs[usize::from(line)] = cost + step_cost;
                            self.relax_line(line, cost + step_cost);
                        }
                    }
                }
            }
            cost += 1;
        }
        costs
    }
}
