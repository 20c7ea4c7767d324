//! Lower bounds on the pushes that are left: how far every box is from a goal.

mod matching;
mod player_sides;

use alloc::vec::Vec;

use motion_core::Direction;
use motion_core::search::Assignment;

pub use matching::MatchingBound;

use crate::board::{BoxDistances, SearchBoard, Square, UNREACHABLE};
use crate::search::Position;
use player_sides::PlayerSides;

/// What a search asks about the pushes that are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BoundKind {
    /// [`LowerBounds::simple`]: every box goes to the goal nearest to it.
    Simple,
    /// [`LowerBounds::matching`]: every box goes to a goal of its own.
    #[default]
    Matching,
}

/// Lower bounds on the pushes from any position of a board to the end.
///
/// Both count what each box needs on the board without the others ([`BoxDistances`](crate::BoxDistances)), and both respect
/// the player's side: where a box cuts the floor, it counts from the part in which the player is. That stays true until
/// this very box is pushed, for no other push carries the player past it.
///
/// # Complexity
/// Making the tables takes time goals times squares, and squares times the live squares that cut the floor. Memory is
/// eight bytes for each goal and live square, and one for each square and live square that cuts the floor.
///
/// # Guarantees
/// Admissible: never more than the fewest pushes to the end. Consistent: a push lessens neither by more than one.
/// `None` is a proof that there is no solution from the position. `matching` is never less than `simple`, and even
/// exactly where the number of pushes of every solution is.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.2.2, after A. Junghanns & J. Schaeffer, *Sokoban: enhancing general
/// single-agent search methods using domain knowledge*, Artificial Intelligence 129 (2001). This departs from the simple
/// bound described there, which adds Manhattan distances, in taking those of pushes.
///
/// # Examples
/// ```
/// use sokoban::{SearchBoard, LowerBounds, Position};
///
/// let board = SearchBoard::new(&"9#|#-------#|#@$-$---#|#--.--.-#|#-------#|9#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let bounds = LowerBounds::new(&board);
/// assert_eq!(bounds.simple(&start), Some(4)); // both to the left goal
/// assert_eq!(bounds.matching(&start), Some(5)); // one of them to the other
/// # Ok::<(), sokoban::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LowerBounds {
    goals: usize,
    /// Place by place the pushes to each goal.
    costs: Vec<u16>,
    /// The least of them.
    nearest: Vec<u16>,
    views: PlayerSides,
}

impl LowerBounds {
    /// The bounds of a board.
    pub fn new(board: &SearchBoard) -> Self {
        let distances = BoxDistances::pushes(board, board.goals());
        let goals = board.goals().len();
        let live = (0..board.live_square_count() as u16).map(Square);
        let places = live.flat_map(|square| Direction::ALL.map(|side| (square, side)));
        let to_all = |(square, side)| (0..goals).map(move |goal| (goal, square, side));
        let costs: Vec<_> = places
            .flat_map(to_all)
            .map(|(goal, square, side)| distances.from_side(goal, square, side))
            .collect();
        let nearest =
            costs.chunks(goals.max(1)).map(|row| row.iter().copied().min().unwrap_or(UNREACHABLE)).collect();
        Self { goals, costs, nearest, views: PlayerSides::new(board) }
    }

    /// The sum of the fewest pushes of every box to the goal nearest to it.
    ///
    /// # Panics
    /// If the position is none of the board.
    ///
    /// # Complexity
    /// Linear in the boxes.
    pub fn simple<const W: usize>(&self, position: &Position<W>) -> Option<u32> {
        let mut boxes = position.boxes.iter();
        boxes.try_fold(0, |sum, box_at| {
            let pushes = self.nearest[self.place(box_at, position.player)];
            (pushes != UNREACHABLE).then(|| sum + u32::from(pushes))
        })
    }

    /// The fewest pushes in all that bring every box to a goal of its own. For many positions one after another,
    /// [`MatchingBound`] is faster.
    ///
    /// # Panics
    /// If the position is none of the board.
    ///
    /// # Complexity
    /// Cubic in the boxes.
    pub fn matching<const W: usize>(&self, position: &Position<W>) -> Option<u32> {
        MatchingBound::new(self).enter(position)
    }

    /// The number of a box and the player's side of it.
    #[inline]
    fn place(&self, box_at: Square, player: Square) -> usize {
        4 * box_at.index() + self.views.side(box_at, player)
    }

    #[inline]
    fn row(&self, place: usize) -> &[u16] {
        &self.costs[place * self.goals..][..self.goals]
    }

    /// Rows for the boxes, which go with every goal at no cost.
    fn assignment(&self) -> Assignment {
        Assignment::new(self.goals, self.goals, |_, _| Some(0))
    }
}

#[cfg(test)]
mod tests;
