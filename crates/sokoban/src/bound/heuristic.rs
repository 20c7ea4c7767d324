//! Lower bounds as heuristics of searches.

use motion_core::search::{Heuristic, Space};

use super::{LowerBounds, MatchingBound};
use crate::board::{Push, SearchBoard};
use crate::search::Position;

/// Which of the [`LowerBounds`] a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BoundKind {
    /// [`LowerBounds::simple`]: every box goes to the goal nearest to it.
    Simple,
    /// [`LowerBounds::matching`]: every box goes to a goal of its own.
    #[default]
    Matching,
}

/// One of the [`LowerBounds`] as a heuristic of [`Pushes`](crate::search::Pushes) and
/// [`PrunedPushes`](crate::analysis::PrunedPushes).
///
/// The matching of an expanded position is stored, so that one row of it changes for a successor.
///
/// # Complexity
/// With *n* boxes the simple bound takes O(*n*). The matching takes O(*n*²) for each box that
/// stands elsewhere than in the position expanded before; then O(1) for a push that brings the box
/// nearer to the goal assigned to it, and O(*n*²) for other pushes. Memory O(*n*²).
///
/// # Guarantees
/// Those of the bounds.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::search::a_star;
/// use sokoban::board::SearchBoard;
/// use sokoban::bound::{BoundHeuristic, BoundKind, LowerBounds};
/// use sokoban::search::{Position, Pushes};
///
/// let board = SearchBoard::new(&"8#|#.--$@-#|8#".parse()?);
/// let start = Position::<1>::start(&board).expect("no box on a dead square");
/// let bounds = LowerBounds::new(&board);
/// let heuristic = BoundHeuristic::new(&board, &bounds, BoundKind::Matching);
/// let mut control = Control::unlimited();
/// let path = a_star(&Pushes::new(&board), heuristic, start, &mut control).into_result()?;
/// assert_eq!((path.cost, control.stats().nodes), (3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoundHeuristic<'b, const W: usize> {
    board: &'b SearchBoard,
    bounds: &'b LowerBounds,
    kind: BoundKind,
    matching: MatchingBound<'b>,
    parent: Option<Position<W>>,
    /// Whether the matching is that of the parent.
    has_entered: bool,
}

impl<'b, const W: usize> BoundHeuristic<'b, W> {
    /// A heuristic for a board and its bounds.
    pub fn new(board: &'b SearchBoard, bounds: &'b LowerBounds, kind: BoundKind) -> Self {
        let matching = MatchingBound::new(bounds);
        Self { board, bounds, kind, matching, parent: None, has_entered: false }
    }
}

impl<S, const W: usize> Heuristic<S> for BoundHeuristic<'_, W>
where
    S: Space<State = Position<W>, Action = Push>,
{
    #[inline]
    fn lower_bound(&mut self, position: &Position<W>) -> Option<u32> {
        match self.kind {
            BoundKind::Simple => self.bounds.simple(position),
            BoundKind::Matching => {
                self.has_entered = false;
                self.matching.enter(position)
            }
        }
    }

    #[inline]
    fn enter(&mut self, parent: &Position<W>) {
        (self.parent, self.has_entered) = (Some(*parent), false);
    }

    #[inline]
    fn after(&mut self, push: Push, successor: &Position<W>) -> Option<u32> {
        match (self.kind, self.parent) {
            (BoundKind::Matching, Some(parent)) => {
                // Not before a bound is asked for: many parents have no new successors.
                if !self.has_entered {
                    self.matching.enter(&parent);
                    self.has_entered = true;
                }
                // The player is where the box was: in the zone of the successor's player, and on
                // the parent's side of a symmetry.
                let to = self.board.step(push.from, push.direction);
                self.matching.after(push, to, push.from)
            }
            _ => Heuristic::<S>::lower_bound(self, successor),
        }
    }
}
