//! Lower bounds on the pushes left: the distance of every box to a goal.

use alloc::vec::Vec;

use motion_core::Direction;
use motion_core::internal::Assignment;

use super::player_sides::PlayerSides;
use crate::board::{BoxDistances, SearchBoard, Square, UNREACHABLE};
use crate::search::Position;

/// Lower bounds on the pushes from any position of a board to the end.
///
/// Both bounds add up the pushes that each box needs on the board without the others
/// ([`BoxDistances`](crate::board::BoxDistances)), and both respect the side of the player. If a
/// box cuts the floor, its pushes start from the part in which the player is, because the player
/// cannot change to another part before this box is pushed.
///
/// # Complexity
/// Construction takes time goals times squares, plus squares times the live squares that cut the
/// floor. Memory is eight bytes for each pair of a goal and a live square, and one byte for each
/// pair of a square and a live square that cuts the floor.
///
/// # Guarantees
/// Admissible: never more than the fewest pushes to the end. Consistent: a push decreases neither
/// by more than one. `None` proves that the position has no solution. `matching` is never less than
/// `simple`; with as many goals as boxes, it has the parity of the number of pushes of every
/// solution.
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.2.2, after A. Junghanns & J. Schaeffer,
/// *Sokoban: enhancing general single-agent search methods using domain knowledge*, Artificial
/// Intelligence 129 (2001). The simple bound described there adds Manhattan distances; this one
/// adds distances of pushes.
///
/// # Examples
/// ```
/// use sokoban::board::SearchBoard;
/// use sokoban::bound::LowerBounds;
/// use sokoban::search::Position;
///
/// let board = SearchBoard::new(&"9#|#-------#|#@$-$---#|#--.--.-#|#-------#|9#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let bounds = LowerBounds::new(&board);
/// assert_eq!(bounds.simple(&start), Some(4)); // both to the left goal
/// assert_eq!(bounds.matching(&start), Some(5)); // one of them to the other
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LowerBounds {
    boxes: usize,
    goals: usize,
    /// The pushes to each goal, for each live square and side of the player.
    costs: Vec<u16>,
    /// The least of these pushes, over all goals.
    nearest: Vec<u16>,
    sides: PlayerSides,
}

impl LowerBounds {
    /// Computes the tables of a board.
    pub fn new(board: &SearchBoard) -> Self {
        Self::to(board, board.goals(), &BoxDistances::pushes(board, board.goals()))
    }

    /// Computes the tables of the game backward, with pulls in place of pushes and the start
    /// squares of boxes in place of the goals.
    pub(crate) fn backward(board: &SearchBoard) -> Self {
        Self::to(board, board.boxes(), &BoxDistances::pulls(board, board.boxes()))
    }

    fn to(board: &SearchBoard, goals: &[Square], distances: &BoxDistances) -> Self {
        let goals = goals.len();
        let live = (0..board.live_square_count() as u16).map(Square);
        let placements = live.flat_map(|square| Direction::ALL.map(|side| (square, side)));
        let to_all = |(square, side)| (0..goals).map(move |goal| (goal, square, side));
        let costs: Vec<_> = placements
            .flat_map(to_all)
            .map(|(goal, square, side)| distances.from_side(goal, square, side))
            .collect();
        let nearest =
            costs.chunks(goals.max(1)).map(|row| row.iter().copied().min().unwrap_or(UNREACHABLE)).collect();
        Self { boxes: board.boxes().len(), goals, costs, nearest, sides: PlayerSides::new(board) }
    }

    /// Returns the sum of the fewest pushes of every box to its nearest goal; `None` if a box
    /// reaches no goal.
    ///
    /// # Panics
    /// If the position belongs to another board.
    ///
    /// # Complexity
    /// Linear in the boxes.
    pub fn simple<const W: usize>(&self, position: &Position<W>) -> Option<u32> {
        let mut boxes = position.boxes.iter();
        boxes.try_fold(0, |sum, box_at| {
            let pushes = self.nearest[self.row_number(box_at, position.player)];
            (pushes != UNREACHABLE).then(|| sum + u32::from(pushes))
        })
    }

    /// Returns the fewest pushes in total that bring every box to a goal of its own; `None` if
    /// there is no such assignment. For a position and its successors,
    /// [`BoundHeuristic`](super::BoundHeuristic) is faster.
    ///
    /// # Panics
    /// If the position belongs to another board.
    ///
    /// # Complexity
    /// Cubic in the boxes.
    pub fn matching<const W: usize>(&self, position: &Position<W>) -> Option<u32> {
        self.assignment(position).cost().map(|cost| cost as u32)
    }

    /// Returns the numbers of the goals in a cheapest assignment of the boxes, ascending; `None` if
    /// there is no assignment.
    pub(crate) fn assigned_goals<const W: usize>(&self, position: &Position<W>) -> Option<Vec<usize>> {
        let mut assignment = self.assignment(position);
        assignment.cost()?;
        let mut goals: Vec<_> = (0..self.boxes).filter_map(|row| assignment.column_of(row)).collect();
        goals.sort_unstable();
        Some(goals)
    }

    fn assignment<const W: usize>(&self, position: &Position<W>) -> Assignment {
        let row_of = |box_at| self.row(self.row_number(box_at, position.player));
        let rows: Vec<_> = position.boxes.iter().map(row_of).collect();
        Assignment::new(rows.len(), self.goals, |row, goal| finite(rows[row][goal]))
    }

    /// Whether the numbers of pushes of all solutions from a position have the same parity. A push
    /// changes the colour of a box's square as on a chessboard, so this holds if all solutions end
    /// on the same goals.
    pub(crate) const fn have_parity(&self) -> bool {
        self.boxes == self.goals
    }

    /// Returns the fewest pushes of one box to its nearest goal.
    #[inline]
    pub(super) fn nearest(&self, box_at: Square, player: Square) -> u16 {
        self.nearest[self.row_number(box_at, player)]
    }

    /// The number of boxes.
    pub(super) const fn boxes(&self) -> usize {
        self.boxes
    }

    /// The number of goals.
    pub(super) const fn goals(&self) -> usize {
        self.goals
    }

    /// The number of rows of costs.
    pub(super) const fn rows(&self) -> usize {
        self.nearest.len()
    }

    /// Returns the number of the row of costs of a box, which depends on the side of the player.
    #[inline]
    pub(super) fn row_number(&self, box_at: Square, player: Square) -> usize {
        4 * box_at.index() + self.sides.side(box_at, player)
    }

    #[inline]
    pub(super) fn row(&self, number: usize) -> &[u16] {
        &self.costs[number * self.goals..][..self.goals]
    }
}

/// Converts a cost to the form that [`Assignment`] takes.
#[inline]
pub(super) fn finite(pushes: u16) -> Option<u32> {
    (pushes != UNREACHABLE).then_some(pushes.into())
}
