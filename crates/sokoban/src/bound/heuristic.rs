//! Lower bounds as heuristics of searches.

use motion_core::search::{Heuristic, Space};

use super::group_bound::{GroupBound, GroupTables};
use super::matching::BoundAfterPush;
use super::{LowerBounds, MatchingBound};
#[cfg(feature = "survey")]
use crate::board::Square;
use crate::board::{Push, SearchBoard};
use crate::search::{Position, Run};

/// The choice of one of the [`LowerBounds`].
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
/// The matching of an expanded position is stored, so that a successor changes only one of its
/// rows. If groups of boxes raise the bounds of expanded positions, the bound is not consistent.
///
/// # Complexity
/// With *n* boxes the simple bound takes O(*n*). The matching takes O(*n*²) for each box that
/// stands elsewhere than in the position expanded before. It then takes O(1) for a push that brings
/// the box nearer to its assigned goal, and O(*n*²) for other pushes. Memory is O(*n*²).
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
    groups: Option<GroupBound<'b>>,
    parent: Option<Position<W>>,
    /// The bound of the parent.
    parent_bound: Option<u32>,
    /// Whether the parent's bound is computed. It is computed on demand, because many parents have
    /// no new successors.
    has_entered: bool,
    /// The push that was evaluated last, and its result.
    last: Option<(Push, Option<BoundAfterPush>)>,
}

impl<'b, const W: usize> BoundHeuristic<'b, W> {
    /// Creates a heuristic for a board and its bounds.
    pub fn new(board: &'b SearchBoard, bounds: &'b LowerBounds, kind: BoundKind) -> Self {
        Self::from_matching(board, bounds, kind, MatchingBound::new(bounds))
    }

    /// Creates the matching as a heuristic for sub-positions of this many boxes.
    #[cfg(feature = "survey")]
    pub(crate) fn for_boxes(board: &'b SearchBoard, bounds: &'b LowerBounds, boxes: usize) -> Self {
        Self::from_matching(board, bounds, BoundKind::Matching, MatchingBound::for_boxes(bounds, boxes))
    }

    fn from_matching(
        board: &'b SearchBoard,
        bounds: &'b LowerBounds,
        kind: BoundKind,
        matching: MatchingBound<'b>,
    ) -> Self {
        Self {
            board,
            bounds,
            kind,
            matching,
            groups: None,
            parent: None,
            parent_bound: None,
            has_entered: false,
            last: None,
        }
    }

    /// Raises the matching bound of expanded positions by groups of boxes; the bound is then no
    /// longer consistent.
    pub fn with_groups(mut self, tables: &'b GroupTables) -> Self {
        self.groups = Some(GroupBound::new(tables));
        self
    }

    /// Returns the bound of a position that is not a successor.
    fn bound(&mut self, position: &Position<W>) -> Option<u32> {
        match self.kind {
            BoundKind::Simple => self.bounds.simple(position),
            BoundKind::Matching => self.matching.enter(position),
        }
    }

    /// Returns the bound of the parent; the stored matching is then that of the parent.
    #[inline]
    fn parent_bound(&mut self) -> Option<u32> {
        if !self.has_entered
            && let Some(parent) = self.parent
        {
            (self.parent_bound, self.has_entered) = (self.bound(&parent), true);
        }
        self.parent_bound
    }

    /// Evaluates a push from the parent.
    #[inline]
    fn after_push(&mut self, push: Push, successor: &Position<W>) -> Option<BoundAfterPush> {
        // The player is on the box's former square, which lies in the zone of the successor's
        // player. It is a square in the parent's orientation, even if the successor is an image.
        let (to, player) = (self.board.step(push.from, push.direction), push.from);
        match self.kind {
            BoundKind::Simple => {
                let bound = self.bounds.simple(successor)?;
                Some(BoundAfterPush { bound, distance: self.bounds.nearest(to, player) })
            }
            BoundKind::Matching => {
                self.parent_bound()?;
                self.matching.after(push, to, player)
            }
        }
    }
}

impl<const W: usize> BoundHeuristic<'_, W> {
    /// Evaluates a run from the parent.
    pub(crate) fn after_run(&mut self, run: Run, successor: &Position<W>) -> Option<BoundAfterPush> {
        let last = run.last(self.board);
        if run.length.get() == 1 || self.kind == BoundKind::Simple {
            return self.after_push(last, successor);
        }
        self.parent_bound()?;
        self.matching.after_run(run.from, self.board.step(last.from, run.direction), last.from)
    }

    /// Evaluates pushes of one box from the parent, after which the player is on a square of this
    /// zone.
    ///
    /// # Panics
    /// If the bound is not the matching.
    #[cfg(feature = "survey")]
    pub(crate) fn after_haul(&mut self, from: Square, to: Square, player: Square) -> Option<BoundAfterPush> {
        assert_eq!(self.kind, BoundKind::Matching, "only matchings are kept");
        self.parent_bound()?;
        self.matching.after_run(from, to, player)
    }

    /// Returns the rank of the result of a push or a run. Results that lower the bound come first,
    /// then the rest; within both, those whose box is nearest to its assigned goal.
    pub(crate) fn rank_of(&mut self, after: Option<BoundAfterPush>) -> u32 {
        after.map_or(u32::MAX, |BoundAfterPush { bound, distance }| {
            let is_lower = self.parent_bound().is_some_and(|before| bound < before);
            u32::from(!is_lower) << 16 | u32::from(distance)
        })
    }
}

impl<S, const W: usize> Heuristic<S> for BoundHeuristic<'_, W>
where
    S: Space<State = Position<W>, Action = Push>,
{
    #[inline]
    fn lower_bound(&mut self, position: &Position<W>) -> Option<u32> {
        (self.parent_bound, self.has_entered, self.last) = (None, false, None);
        self.bound(position)
    }

    #[inline]
    fn enter(&mut self, parent: &Position<W>) {
        (self.parent, self.parent_bound) = (Some(*parent), None);
        (self.has_entered, self.last) = (false, None);
    }

    #[inline]
    fn after(&mut self, push: Push, successor: &Position<W>) -> Option<u32> {
        if self.parent.is_none() {
            return self.bound(successor);
        }
        let after = self.after_push(push, successor);
        self.last = Some((push, after));
        after.map(|after| after.bound)
    }

    fn raised(&mut self, position: &Position<W>, bound: u32) -> Option<u32> {
        let Some(groups) = &mut self.groups else { return Some(bound) };
        let matching = self.matching.enter(position)?;
        Some(groups.bound(position, self.bounds, matching)?.max(bound))
    }

    fn rank(&mut self, push: Push, successor: &Position<W>) -> u32 {
        let after = match self.last {
            Some((last, after)) if last == push => after,
            _ => self.after_push(push, successor),
        };
        self.rank_of(after)
    }
}
