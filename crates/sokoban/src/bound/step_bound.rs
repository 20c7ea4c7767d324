//! A lower bound on the player's steps.

use alloc::vec::Vec;

use motion_core::Direction;
use motion_core::search::Heuristic;

use super::{BoundKind, LowerBounds, MatchingBound};
use crate::board::{Push, SearchBoard, Square};
use crate::search::{PlayerPosition, Position, Steps};

/// A lower bound on the player's steps from a position to the end, and on the pushes, as a
/// heuristic of [`Steps`].
///
/// Steps are pushes or walks, which are bounded separately. The pushes are at least those of one of
/// the [`LowerBounds`]. The walks are bounded by the player's return: a push moves the player as it
/// moves the box, so the pushes left move the player, in total, by the sum of the goals'
/// coordinates minus the sum of the boxes', whichever box goes to which goal. The player ends
/// beside a goal, after the last push; the difference between that total and the way to this end
/// has to be walked. If there are more goals than boxes, the goals used are unknown, and the walks
/// are not bounded.
///
/// # Complexity
/// That of the bound on the pushes, and linear in the boxes for each position expanded.
///
/// # Guarantees
/// Admissible and consistent: a push and the walk before it decrease the bound on the pushes by at
/// most 1, and the bound on the walks by at most the steps of that walk.
#[derive(Clone, Debug)]
pub(crate) struct StepBound<'b, const W: usize> {
    board: &'b SearchBoard,
    bounds: &'b LowerBounds,
    kind: BoundKind,
    step_weight: u32,
    /// `None` if there are more goals than boxes.
    returns: Option<ReturnDistances>,
    matching: MatchingBound<'b>,
    parent: Option<Position<W>>,
    /// Whether the matching belongs to the parent.
    has_entered: bool,
    /// The sum of the goals' coordinates minus that of the boxes of the parent.
    parent_shift: Coordinates,
}

/// A row and a column, or a difference of two.
type Coordinates = (i32, i32);

impl<'b, const W: usize> StepBound<'b, W> {
    /// Creates a heuristic for a board, its bounds on the pushes, and the weight of a step.
    pub(crate) fn new(
        board: &'b SearchBoard,
        bounds: &'b LowerBounds,
        kind: BoundKind,
        step_weight: u32,
    ) -> Self {
        Self {
            board,
            bounds,
            kind,
            step_weight,
            returns: (!board.has_spare_goals()).then(|| ReturnDistances::new(board)),
            matching: MatchingBound::new(bounds),
            parent: None,
            has_entered: false,
            parent_shift: (0, 0),
        }
    }

    /// Returns the sum of the goals' coordinates minus that of the boxes'.
    fn shift(&self, position: &Position<W>) -> Coordinates {
        let boxes = position.boxes.iter().map(|square| coordinates(self.board, square));
        let goals = self.board.goals().iter().map(|&square| coordinates(self.board, square));
        let sum = |sum: Coordinates, (row, column): Coordinates| (sum.0 + row, sum.1 + column);
        let (boxes, goals) = (boxes.fold((0, 0), sum), goals.fold((0, 0), sum));
        (goals.0 - boxes.0, goals.1 - boxes.1)
    }

    /// Returns the weighted bound from the bound on the pushes and the cell to which the pushes
    /// alone would lead the player.
    fn weighted(&self, pushes: u32, led_to: Coordinates) -> u32 {
        if pushes == 0 {
            return 0;
        }
        let walked = self.returns.as_ref().map_or(0, |returns| returns.least(led_to));
        let steps = pushes.saturating_add(walked);
        self.step_weight.saturating_mul(steps).saturating_add(pushes)
    }
}

impl<const W: usize> Heuristic<Steps<'_, W>> for StepBound<'_, W> {
    fn lower_bound(&mut self, position: &PlayerPosition<W>) -> Option<u32> {
        let position = Position { boxes: position.boxes, player: position.player };
        let pushes = match self.kind {
            BoundKind::Simple => self.bounds.simple(&position),
            BoundKind::Matching => {
                self.has_entered = false;
                self.matching.enter(&position)
            }
        }?;
        let (shift, player) = (self.shift(&position), coordinates(self.board, position.player));
        Some(self.weighted(pushes, (player.0 + shift.0, player.1 + shift.1)))
    }

    fn enter(&mut self, parent: &PlayerPosition<W>) {
        let parent = Position { boxes: parent.boxes, player: parent.player };
        self.parent_shift = self.shift(&parent);
        (self.parent, self.has_entered) = (Some(parent), false);
    }

    fn after(&mut self, push: Push, successor: &PlayerPosition<W>) -> Option<u32> {
        let (BoundKind::Matching, Some(parent)) = (self.kind, self.parent) else {
            return self.lower_bound(successor);
        };
        if !self.has_entered {
            self.matching.enter(&parent);
            self.has_entered = true;
        }
        let to = self.board.step(push.from, push.direction);
        let pushes = self.matching.after(push, to, successor.player)?;
        // The push itself moves the player and the box alike.
        let behind = coordinates(self.board, self.board.step(push.from, push.direction.opposite()));
        let led_to = (behind.0 + self.parent_shift.0, behind.1 + self.parent_shift.1);
        Some(self.weighted(pushes.bound, led_to))
    }
}

/// The Manhattan distance of each cell of the board's rectangle to the nearest square on which the
/// player may stand after the last push.
#[derive(Clone, Debug)]
struct ReturnDistances {
    rows: i32,
    columns: i32,
    table: Vec<u32>,
}

impl ReturnDistances {
    fn new(board: &SearchBoard) -> Self {
        let squares = || (0..board.square_count() as u16).map(|square| coordinates(board, Square(square)));
        let rows = squares().map(|(row, _)| row + 1).max().unwrap_or(0);
        let columns = squares().map(|(_, column)| column + 1).max().unwrap_or(0);
        let pushed_from = board.goals().iter().flat_map(|&goal| {
            Direction::ALL.map(|side| [board.step(goal, side), board.step(board.step(goal, side), side)])
        });
        let ends: Vec<_> = pushed_from
            .filter(|pair| pair.iter().all(|&square| !board.is_wall(square)))
            .map(|[end, _]| coordinates(board, end))
            .collect();
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let nearest = |cell| ends.iter().map(|&end| manhattan(cell, end)).min().unwrap_or(0);
        Self { rows, columns, table: cells.map(nearest).collect() }
    }

    /// Returns the distance of a cell, which may lie outside the rectangle.
    fn least(&self, cell: Coordinates) -> u32 {
        // All ends lie inside, so a shortest way from outside enters at the nearest cell.
        let inside = (cell.0.clamp(0, self.rows - 1), cell.1.clamp(0, self.columns - 1));
        let index = (inside.0 * self.columns + inside.1).unsigned_abs() as usize;
        self.table[index] + manhattan(cell, inside)
    }
}

/// The row and the column of a square.
fn coordinates(board: &SearchBoard, square: Square) -> Coordinates {
    let (row, column) = board.coordinates(square);
    (row.cast_signed(), column.cast_signed())
}

const fn manhattan(from: Coordinates, to: Coordinates) -> u32 {
    from.0.abs_diff(to.0) + from.1.abs_diff(to.1)
}
