//! Pull deadlocks: positions of the game backward from which the start cannot be reached.

use motion_core::Direction;

use super::freeze::{frozen_backward, is_blocked_backward};
use super::frozen_goals::FrozenGoalDeadlock;
use super::goals_beside::MoveRules;
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};
use crate::search::Position;

/// Detects lost positions of the game backward, from which no pulls lead to the start.
///
/// Two rules are reversed rules of the game forward. First, boxes that block each other are never
/// pulled again, so all of them have to be on start squares. A box is blocked in a direction if one
/// of the two squares that the player needs there, beside the box and behind itself, is a wall or
/// contains another of these boxes, or if no box reaches the first of them. Second, boxes frozen on
/// start squares are walls for the others. The other start squares have to be assigned to the
/// remaining boxes, and a start square that no box can reach any longer has to be filled already.
///
/// The third rule, [`is_shut_out`](Self::is_shut_out), concerns a player that has shut itself in or
/// out. It is a separate method because it takes flood fills, and a search that expands all
/// positions would soon find few successors or none anyway.
///
/// # Guarantees
/// A position from which pulls lead to the start is never reported as lost.
///
/// # Complexity
/// That of [`Deadlocks`](super::Deadlocks).
///
/// # References
/// T. Virkkala, *Solving Sokoban*, 2011, section 4.2.5, which describes pull deadlocks but detects
/// none.
///
/// # Examples
/// In the solved position neither box can be pulled, because there is no square for the player
/// behind itself.
/// ```
/// use sokoban::analysis::PullDeadlocks;
/// use sokoban::board::{BoxSet, SearchBoard};
///
/// let board = SearchBoard::new(&"7#|#-*$.-#|#@----#|7#".parse()?);
/// let mut deadlocks = PullDeadlocks::<1>::new(&board);
/// let solved: BoxSet<1> = board.goals().iter().copied().collect();
/// let start: BoxSet<1> = board.boxes().iter().copied().collect();
/// assert!(deadlocks.is_lost(&solved) && !deadlocks.is_lost(&start));
/// # Ok::<(), sokoban::error::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PullDeadlocks<'b, const W: usize> {
    board: &'b SearchBoard,
    starts: BoxSet<W>,
    frozen_starts: FrozenGoalDeadlock<W>,
    reach: Reach,
}

impl<'b, const W: usize> PullDeadlocks<'b, W> {
    /// Prepares the rules for a board.
    ///
    /// # Panics
    /// If `W` is less than [`SearchBoard::word_count`], or a box starts on a dead square.
    pub fn new(board: &'b SearchBoard) -> Self {
        let starts = board.boxes().iter().copied().collect();
        let frozen_starts = FrozenGoalDeadlock::new(board, starts, MoveRules::BACKWARD);
        Self { board, starts, frozen_starts, reach: Reach::new(board) }
    }

    /// Whether the position before a push is lost, provided that the position after it was not.
    /// `boxes` are those before the push, which is after its pull.
    ///
    /// # Panics
    /// If the square does not exist.
    #[inline]
    pub fn after_pull(&mut self, boxes: &BoxSet<W>, push: Push) -> bool {
        let Self { board, starts, frozen_starts, .. } = self;
        let to = push.from;
        // If the pulled box is not frozen, all frozen boxes were frozen before.
        let is_frozen = is_blocked_backward(board, boxes, to) && {
            let frozen = frozen_backward(board, *boxes);
            frozen.contains(to) && !frozen.is_subset(starts)
        };
        is_frozen || frozen_starts.is_lost_after(board, boxes, board.step(to, push.direction), to)
    }

    /// Whether a position with these boxes is lost, whichever box was pulled last.
    pub fn is_lost(&mut self, boxes: &BoxSet<W>) -> bool {
        let Self { board, starts, frozen_starts, .. } = self;
        !frozen_backward(board, *boxes).is_subset(starts) || frozen_starts.is_lost(board, boxes)
    }

    /// Whether the player can never reach a box that still has to be pulled, or its own start.
    ///
    /// Boxes that the player can pull are removed repeatedly until there are no more. In any game,
    /// the player stays on the squares that it then reaches, and the remaining boxes are never
    /// pulled.
    ///
    /// # Complexity
    /// A flood fill and a look at every box for each round of removed boxes.
    ///
    /// # Panics
    /// If the position belongs to another board.
    ///
    /// # Examples
    /// ```
    /// use motion_core::Direction;
    /// use sokoban::analysis::PullDeadlocks;
    /// use sokoban::board::SearchBoard;
    /// use sokoban::search::Position;
    ///
    /// let board = SearchBoard::new(&"8#|#@-$-.-#|8#".parse()?);
    /// let mut deadlocks = PullDeadlocks::<1>::new(&board);
    /// let goal = board.goals()[0];
    /// let [left, right] = [Direction::Left, Direction::Right].map(|side| {
    ///     Position::new(&board, [goal].into_iter().collect(), board.step(goal, side))
    /// });
    /// assert!(!deadlocks.is_shut_out(&left) && deadlocks.is_shut_out(&right));
    /// # Ok::<(), sokoban::error::SetupError>(())
    /// ```
    pub fn is_shut_out(&mut self, position: &Position<W>) -> bool {
        let Self { board, starts, reach, .. } = self;
        let mut left = position.boxes;
        loop {
            reach.flood(board, &left, position.player);
            if left.is_subset(starts) && reach.contains(board.player()) {
                return false;
            }
            let can_be_pulled = |at: &Square| {
                Direction::ALL.into_iter().any(|side| {
                    let next = board.step(*at, side);
                    reach.contains(next)
                        && reach.contains(board.step(next, side))
                        && board.can_be_reached(next)
                })
            };
            let removed: BoxSet<W> = left.iter().filter(can_be_pulled).collect();
            if removed.is_empty() {
                return true;
            }
            left = left.without(&removed);
        }
    }
}
