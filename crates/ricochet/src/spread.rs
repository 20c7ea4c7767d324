//! Costs of robots that may stop anywhere, on boards without diagonals.

use alloc::vec::Vec;

use crate::bound::FAR;
use crate::field::{Field, Spot};

/// Along columns and along rows.
const AXES: [u8; 2] = [2, 1];

/// Costs that spread along straight lines from wall to wall, the least first.
pub(crate) struct Spread<'f> {
    field: &'f Field,
    costs: Vec<u16>,
    /// By cost: spots it was found for, perhaps before a lesser one.
    queues: Vec<Vec<Spot>>,
}

impl<'f> Spread<'f> {
    pub(crate) fn new(field: &'f Field) -> Self {
        Self { field, costs: alloc::vec![FAR; field.size()], queues: Vec::new() }
    }

    /// Notes that a spot costs no more than this.
    pub(crate) fn lower(&mut self, spot: Spot, cost: u16) {
        let known = &mut self.costs[usize::from(spot)];
        if *known > cost {
            *known = cost;
            let cost = usize::from(cost);
            if self.queues.len() <= cost {
                self.queues.resize_with(cost + 1, Vec::new);
            }
            self.queues[cost].push(spot);
        }
    }

    /// Spreads all costs: to a spot next to a wall for one more, to others for so much more, or not at
    /// all, if that is [`FAR`].
    pub(crate) fn settle(self, inside: u16) -> Vec<u16> {
        self.settle_below(inside, FAR)
    }

    /// The same where costs of so much need not be found, nor greater ones.
    pub(crate) fn settle_below(mut self, inside: u16, enough: u16) -> Vec<u16> {
        // By axis and first spot of a line: whether it was reached inside, which later costs need not be.
        let mut swept = alloc::vec![[false; 2]; self.costs.len()];
        let mut cost = 0;
        while cost < enough && usize::from(cost) < self.queues.len() {
            for spot in core::mem::take(&mut self.queues[usize::from(cost)]) {
                if self.costs[usize::from(spot)] != cost {
                    continue;
                }
                let runs = self.field.runs(0, spot);
                for (index, axis) in AXES.into_iter().enumerate() {
                    let (before, after) = (runs[usize::from(axis ^ 2)], runs[usize::from(axis)]);
                    let first = self.field.ahead(spot, axis ^ 2, before);
                    let price = if before == 0 || after == 0 { 1 } else { inside };
                    if price >= enough - cost {
                        continue;
                    }
                    if price == inside && core::mem::replace(&mut swept[usize::from(first)][index], true) {
                        continue;
                    }
                    for steps in 0..=before + after {
                        self.lower(self.field.ahead(first, axis, steps), cost + price);
                    }
                }
            }
            cost += 1;
        }
        self.costs
    }
}
