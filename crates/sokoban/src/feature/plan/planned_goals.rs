//! The goals of a plan.

use alloc::borrow::Cow;

use crate::board::SearchBoard;
use crate::bound::LowerBounds;
use crate::search::Position;

/// Returns the board on which a plan is made, with as many goals as boxes. If there are more, these
/// are the goals of the cheapest assignment of the boxes at the start. A plan is advice: boxes may
/// end on other goals.
pub(super) fn with_planned_goals<const W: usize>(board: &SearchBoard) -> Cow<'_, SearchBoard> {
    if !board.has_spare_goals() {
        return Cow::Borrowed(board);
    }
    let start = Position::<W>::start(board).expect("invariant: boxes are alive and fit");
    let assigned = LowerBounds::new(board).assigned_goals(&start);
    let numbers = assigned.unwrap_or_else(|| (0..board.boxes().len()).collect());
    Cow::Owned(board.with_goals(numbers.into_iter().map(|goal| board.goals()[goal]).collect()))
}
