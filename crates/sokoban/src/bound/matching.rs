//! The matching bound, updated from one position to the next.

use alloc::vec::Vec;

use motion_core::internal::Assignment;

use super::lower_bounds::{LowerBounds, finite};
use crate::board::{Push, Square};
use crate::search::Position;

/// Stores a cheapest assignment of boxes to goals of a position, and computes the bounds of its
/// successors, in which only the row of the pushed box changes.
///
/// # Complexity
/// With *n* boxes, [`enter`](MatchingBound::enter) takes O(*n*²) time for each box that stands
/// elsewhere than in the position entered before, plus O(*n*). [`after`](MatchingBound::after)
/// takes O(1) if the push brings the box nearer to its assigned goal, and O(*n*²) otherwise. Memory
/// is O(*n*²).
///
/// # Guarantees
/// The bounds equal those of [`LowerBounds::matching`], regardless of the positions entered before.
///
#[derive(Clone, Debug)]
pub(crate) struct MatchingBound<'t> {
    bounds: &'t LowerBounds,
    assignment: Assignment,
    /// The row of costs of each row's box.
    placements: Vec<usize>,
    /// The row of the box on each live square.
    row_at: Vec<u16>,
    /// The rows without a box, while a position is entered.
    free: Vec<u16>,
    bound: Option<u32>,
}

/// No row.
const NONE: u16 = u16::MAX;

/// No row of costs.
const NOWHERE: usize = usize::MAX;

impl<'t> MatchingBound<'t> {
    /// Creates a bound without a position.
    pub(crate) fn new(bounds: &'t LowerBounds) -> Self {
        Self::for_boxes(bounds, bounds.boxes())
    }

    /// Creates a bound for sub-positions of this many boxes, each of which needs a goal of its own.
    pub(crate) fn for_boxes(bounds: &'t LowerBounds, boxes: usize) -> Self {
        Self {
            bounds,
            // Without boxes, all goals cost nothing.
            assignment: Assignment::new(boxes, bounds.goals(), |_, _| Some(0)),
            placements: alloc::vec![NOWHERE; boxes],
            row_at: alloc::vec![NONE; bounds.rows() / 4],
            free: Vec::with_capacity(boxes),
            bound: Some(0),
        }
    }

    /// Enters the position from which pushes start, and returns its bound.
    ///
    /// # Panics
    /// If the position belongs to another board.
    pub(crate) fn enter<const W: usize>(&mut self, position: &Position<W>) -> Option<u32> {
        let Self { bounds, assignment, placements, row_at, free, bound } = self;
        free.clear();
        for (row, placement) in (0..).zip(placements.iter_mut()) {
            if *placement == NOWHERE {
                free.push(row);
            } else if !position.boxes.contains(Square((*placement / 4) as u16)) {
                row_at[*placement / 4] = NONE;
                *placement = NOWHERE;
                free.push(row);
            }
        }
        for box_at in &position.boxes {
            let row = &mut row_at[box_at.index()];
            if *row == NONE {
                *row = free.pop().expect("as many boxes as before");
            }
            let (row, placement) = (usize::from(*row), bounds.row_number(box_at, position.player));
            if placements[row] != placement {
                placements[row] = placement;
                assignment.set_row(row, costs(bounds, placement));
            }
        }
        *bound = assignment.cost().map(|cost| cost as u32);
        *bound
    }

    /// Evaluates a push of a box of the entered position onto the square `to`, with the player in
    /// the zone of `player`: returns the bound, and the distance of that box to its assigned goal.
    ///
    /// # Panics
    /// If the box does not exist, or `to` is not live.
    #[inline]
    pub(crate) fn after(&mut self, push: Push, to: Square, player: Square) -> Option<BoundAfterPush> {
        // If a box has no goal left, no push changes this.
        let bound = self.bound?;
        let row = usize::from(self.row_at[push.from.index()]);
        let placement = self.bounds.row_number(to, player);
        if let Some(goal) = self.assignment.column_of(row)
            && self.bounds.row(placement)[goal] < self.bounds.row(self.placements[row])[goal]
        {
            // The same assignment costs one push less, which is the minimum because the bound is
            // consistent.
            let distance = self.bounds.row(placement)[goal];
            return Some(BoundAfterPush { bound: bound - 1, distance });
        }
        self.after_change(row, placement)
    }

    /// Returns the bound after a box of the entered position has moved from one square to another.
    ///
    /// # Panics
    /// If the box does not exist, or `to` is not live.
    pub(crate) fn after_macro_move(&mut self, from: Square, to: Square, player: Square) -> Option<u32> {
        Some(self.after_run(from, to, player)?.bound)
    }

    /// Works as [`after`](Self::after), for several pushes of a box in one direction.
    ///
    /// # Panics
    /// If the box does not exist, or `to` is not live.
    pub(crate) fn after_run(&mut self, from: Square, to: Square, player: Square) -> Option<BoundAfterPush> {
        self.bound?;
        let row = usize::from(self.row_at[from.index()]);
        self.after_change(row, self.bounds.row_number(to, player))
    }

    /// The potentials of the goals in the matching of the entered position, shifted so that the
    /// greatest is 0. If there are more goals than boxes, goals without a box have the greatest.
    pub(super) fn goal_potentials(&self) -> impl Iterator<Item = i32> {
        // Only differences matter, and they are bounded by costs.
        let potential = |goal| self.assignment.column_potential(goal);
        let greatest = (0..self.bounds.goals()).map(potential).max().unwrap_or(0);
        (0..self.bounds.goals()).map(move |goal| (potential(goal) - greatest) as i32)
    }

    /// Returns the bound if the box of a row had another row of costs.
    fn after_change(&mut self, row: usize, placement: usize) -> Option<BoundAfterPush> {
        let costs_then = self.bounds.row(placement);
        self.assignment.mark();
        self.assignment.set_row(row, costs(self.bounds, placement));
        let after = self.assignment.cost().map(|cost| {
            let goal = self.assignment.column_of(row).expect("invariant: every row has a column");
            BoundAfterPush { bound: cost as u32, distance: costs_then[goal] }
        });
        self.assignment.roll_back();
        after
    }
}

/// The result of a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoundAfterPush {
    /// The bound.
    pub(crate) bound: u32,
    /// The distance of the pushed box to its assigned goal.
    pub(crate) distance: u16,
}

/// Iterates over the costs of a row.
fn costs(bounds: &LowerBounds, placement: usize) -> impl Iterator<Item = Option<u32>> {
    bounds.row(placement).iter().map(|&pushes| finite(pushes))
}
