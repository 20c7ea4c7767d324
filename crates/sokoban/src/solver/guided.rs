//! The problem forward, pruned or not, with a lower bound for every position.

use core::cell::RefCell;

use motion_core::search::Space;

use crate::board::{Push, SearchBoard};
use crate::bound::{BoundKind, LowerBounds, MatchingBound};
use crate::search::Position;

/// [`Pushes`](crate::Pushes) or [`PrunedPushes`](crate::PrunedPushes) with one of the [`LowerBounds`].
///
/// Engines ask for the bound of a position while they are shown it as a successor, if they ask at all: then the
/// matching of the position that it comes from is at hand, and one row is to be changed.
pub(super) struct Guided<'g, S, const W: usize> {
    board: &'g SearchBoard,
    pushes: S,
    bounds: &'g LowerBounds,
    bound: BoundKind,
    guide: RefCell<Guide<'g, W>>,
}

struct Guide<'g, const W: usize> {
    matching: MatchingBound<'g>,
    /// Whose successors are shown, or were last.
    expanded: Option<Position<W>>,
    /// Whether the matching has entered it.
    has_entered: bool,
    /// The successor shown last, and the push that leads to it.
    shown: Option<(Push, Position<W>)>,
}

impl<'g, S, const W: usize> Guided<'g, S, W> {
    pub(super) fn new(pushes: S, board: &'g SearchBoard, bounds: &'g LowerBounds, bound: BoundKind) -> Self {
        let guide =
            Guide { matching: MatchingBound::new(bounds), expanded: None, has_entered: false, shown: None };
        Self { board, pushes, bounds, bound, guide: RefCell::new(guide) }
    }
}

impl<const W: usize> Guide<'_, W> {
    fn matching(&mut self, board: &SearchBoard, position: &Position<W>) -> Option<u32> {
        match (self.shown, self.expanded) {
            (Some((push, shown)), Some(expanded)) if shown == *position => {
                if !self.has_entered {
                    self.matching.enter(&expanded);
                    self.has_entered = true;
                }
                let to = board.step(push.from, push.direction);
                self.matching.after(push, to, position.player)
            }
            _ => {
                self.has_entered = false;
                self.matching.enter(position)
            }
        }
    }
}

impl<S, const W: usize> Space for Guided<'_, S, W>
where
    S: Space<State = Position<W>, Action = Push>,
{
    type State = Position<W>;
    type Action = Push;

    fn is_goal(&self, position: &Position<W>) -> bool {
        self.pushes.is_goal(position)
    }

    #[inline]
    fn successors(&self, position: &Position<W>, visit: &mut impl FnMut(Push, Position<W>, u32)) {
        {
            let mut guide = self.guide.borrow_mut();
            (guide.expanded, guide.has_entered) = (Some(*position), false);
        }
        self.pushes.successors(position, &mut |push, after, cost| {
            self.guide.borrow_mut().shown = Some((push, after));
            visit(push, after, cost);
        });
        self.guide.borrow_mut().shown = None;
    }

    #[inline]
    fn lower_bound(&self, position: &Position<W>) -> Option<u32> {
        match self.bound {
            BoundKind::Simple => self.bounds.simple(position),
            BoundKind::Matching => self.guide.borrow_mut().matching(self.board, position),
        }
    }

    /// Whether both push the same box.
    fn continues(&self, last: Push, next: Push) -> bool {
        self.board.step(last.from, last.direction) == next.from
    }
}
