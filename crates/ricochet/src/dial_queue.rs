//! Dial's algorithm for robots that may stop anywhere, on boards without diagonals.
//!
//! A specialised loop: the costs of all cells are wanted, not a path to one of them, and lines are
//! relaxed as wholes, since after one stop inside a line later stops inside it change nothing. With
//! `BucketQueue` of `motion_core` and single stops, the bound by distances of blockers takes 1.4
//! times as long (0.8 ms a standard game instead of 0.6 ms).

use alloc::vec::Vec;

use crate::slide_table::{CellIndex, SlideTable};

/// The cost of a cell from which the target is out of reach, also as a number of moves.
pub(crate) const UNREACHABLE: u16 = u16::MAX;

/// Along columns and along rows.
const AXES: [u8; 2] = [2, 1];

/// The costs of all cells, settled in the order of the costs.
pub(crate) struct DialQueue<'s> {
    slides: &'s SlideTable,
    costs: Vec<u16>,
    /// By cost: the cells that were relaxed to it. A cell may be settled at a lower cost before.
    buckets: Vec<Vec<CellIndex>>,
}

impl<'s> DialQueue<'s> {
    pub(crate) fn new(slides: &'s SlideTable) -> Self {
        Self { slides, costs: alloc::vec![UNREACHABLE; slides.size()], buckets: Vec::new() }
    }

    /// Lowers the cost of a cell to this one, if it is higher.
    pub(crate) fn relax(&mut self, cell: CellIndex, cost: u16) {
        let known = &mut self.costs[usize::from(cell)];
        if *known > cost {
            *known = cost;
            let cost = usize::from(cost);
            if self.buckets.len() <= cost {
                self.buckets.resize_with(cost + 1, Vec::new);
            }
            self.buckets[cost].push(cell);
        }
    }

    /// The costs of all cells. A move costs 1 if it stops at an end of its line, and `inside` if it
    /// stops elsewhere; [`UNREACHABLE`] as `inside` forbids such stops.
    pub(crate) fn run(self, inside: u16) -> Vec<u16> {
        self.run_below(inside, UNREACHABLE)
    }

    /// As [`run`](Self::run), but stops at the cost `enough`: higher costs may be missing.
    pub(crate) fn run_below(mut self, inside: u16, enough: u16) -> Vec<u16> {
        // By the first cell of a line and its axis: whether a stop inside has relaxed the line.
        let mut is_relaxed = alloc::vec![[false; 2]; self.costs.len()];
        let mut cost = 0;
        while cost < enough && usize::from(cost) < self.buckets.len() {
            for cell in core::mem::take(&mut self.buckets[usize::from(cost)]) {
                if self.costs[usize::from(cell)] == cost {
                    self.relax_lines(cell, inside, enough, &mut is_relaxed);
                }
            }
            cost += 1;
        }
        self.costs
    }

    /// Relaxes the two lines through a cell that is settled.
    fn relax_lines(&mut self, cell: CellIndex, inside: u16, enough: u16, is_relaxed: &mut [[bool; 2]]) {
        let cost = self.costs[usize::from(cell)];
        let runs = self.slides.runs(0, cell);
        for (index, axis) in AXES.into_iter().enumerate() {
            let (before, after) = (runs[usize::from(axis ^ 2)], runs[usize::from(axis)]);
            let first = self.slides.ahead(cell, axis ^ 2, before);
            let step_cost = if before == 0 || after == 0 { 1 } else { inside };
            if step_cost >= enough - cost {
                continue;
            }
            // Cells are settled by increasing cost, so that the first stop inside a line is the
            // cheapest.
            if step_cost == inside && core::mem::replace(&mut is_relaxed[usize::from(first)][index], true) {
                continue;
            }
            for steps in 0..=before + after {
                self.relax(self.slides.ahead(first, axis, steps), cost + step_cost);
            }
        }
    }
}
