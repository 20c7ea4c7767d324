//! The matching bound of one position after another.

use alloc::vec::Vec;

use motion_core::search::Assignment;

use super::LowerBounds;
use crate::board::{Push, Square, UNREACHABLE};
use crate::search::Position;

/// Keeps the cheapest assignment of boxes to goals of one position, and tells the bounds of those that its pushes lead
/// to: only the row of the box that is pushed changes.
///
/// # Complexity
/// With *n* boxes, [`enter`](MatchingBound::enter) takes O(*n*²) time for each box that stands elsewhere than in the position
/// entered before, and O(*n*) for itself. [`after`](MatchingBound::after) takes O(1) where the push brings the box nearer to
/// the goal assigned to it, and O(*n*²) otherwise. Memory O(*n*²).
///
/// # Guarantees
/// Those of [`LowerBounds::matching`], which it equals whatever was entered before.
///
/// # Examples
/// ```
/// use motion_core::Direction;
/// use sokoban::{SearchBoard, LowerBounds, MatchingBound, Position, Push};
///
/// let board = SearchBoard::new(&"8#|#.--$@-#|8#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let bounds = LowerBounds::new(&board);
/// let mut matching = MatchingBound::new(&bounds);
/// assert_eq!(matching.enter(&start), Some(3));
/// let push = Push { from: board.boxes()[0], direction: Direction::Left };
/// assert_eq!(matching.after(push, board.step(push.from, push.direction), push.from), Some(2));
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MatchingBound<'t> {
    bounds: &'t LowerBounds,
    assignment: Assignment,
    /// The place of each row's box.
    places: Vec<usize>,
    /// The row of the box on each live square.
    row_at: Vec<u16>,
    /// Rows without a box, while a position is entered.
    free: Vec<u16>,
    bound: Option<u32>,
}

/// No row.
const NONE: u16 = u16::MAX;

/// No place.
const NOWHERE: usize = usize::MAX;

impl<'t> MatchingBound<'t> {
    /// Nothing is entered yet.
    pub fn new(bounds: &'t LowerBounds) -> Self {
        let boxes = bounds.goals;
        Self {
            bounds,
            assignment: bounds.assignment(),
            places: alloc::vec![NOWHERE; boxes],
            row_at: alloc::vec![NONE; bounds.nearest.len() / 4],
            free: Vec::with_capacity(boxes),
            bound: Some(0),
        }
    }

    /// Makes this the position that pushes start from, and returns its bound.
    ///
    /// # Panics
    /// If the position is none of the board.
    pub fn enter<const W: usize>(&mut self, position: &Position<W>) -> Option<u32> {
        let Self { bounds, assignment, places, row_at, free, bound } = self;
        free.clear();
        for (row, place) in (0..).zip(places.iter_mut()) {
            if *place == NOWHERE {
                free.push(row);
            } else if !position.boxes.contains(Square((*place / 4) as u16)) {
                row_at[*place / 4] = NONE;
                *place = NOWHERE;
                free.push(row);
            }
        }
        for box_at in &position.boxes {
            let row = &mut row_at[box_at.index()];
            if *row == NONE {
                *row = free.pop().expect("as many boxes as goals");
            }
            let (row, place) = (usize::from(*row), bounds.place(box_at, position.player));
            if places[row] != place {
                places[row] = place;
                assignment.set_row(row, costs(bounds, place));
            }
        }
        *bound = assignment.cost().map(|cost| cost as u32);
        *bound
    }

    /// The bound after a push of a box of the position entered, which goes to the square `to`; afterwards the player is
    /// on `player`, or can walk there.
    ///
    /// # Panics
    /// If there is no such box, or `to` is not live.
    #[inline]
    pub fn after(&mut self, push: Push, to: Square, player: Square) -> Option<u32> {
        // Where a box has no goal left, pushes bring none back.
        let bound = self.bound?;
        let row = usize::from(self.row_at[push.from.index()]);
        let place = self.bounds.place(to, player);
        if let Some(goal) = self.assignment.column_of(row)
            && self.bounds.row(place)[goal] < self.bounds.row(self.places[row])[goal]
        {
            // The same assignment costs one push less, and none costs less than that.
            return Some(bound - 1);
        }
        self.after_way(push.from, to, player)
    }

    /// The bound after a box of the position entered has been brought from one square to another.
    ///
    /// # Panics
    /// If there is no such box, or `to` is not live.
    pub(crate) fn after_way(&mut self, from: Square, to: Square, player: Square) -> Option<u32> {
        self.bound?;
        let row = usize::from(self.row_at[from.index()]);
        let place = self.bounds.place(to, player);
        self.assignment.mark();
        self.assignment.set_row(row, costs(self.bounds, place));
        let after = self.assignment.cost().map(|cost| cost as u32);
        self.assignment.roll_back();
        after
    }
}

/// The costs of a row.
fn costs(bounds: &LowerBounds, place: usize) -> impl Iterator<Item = Option<u32>> {
    bounds.row(place).iter().map(|&pushes| (pushes != UNREACHABLE).then_some(pushes.into()))
}
