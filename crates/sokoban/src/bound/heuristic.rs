//! Lower bounds as heuristics of searches.

use motion_core::search::{Heuristic, Space};

use super::group_bound::{GroupBound, GroupTables};
use super::matching::BoundAfterPush;
use super::{LowerBounds, MatchingBound};
#[cfg(feature = "survey")]
use crate::board::Square;
use crate::board::{Push, SearchBoard};
use crate::search::{Position, Run};

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
/// Where positions that are expanded are raised by groups of boxes, the bound is not consistent.
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
    groups: Option<GroupBound<'b>>,
    parent: Option<Position<W>>,
    /// The bound of the parent.
    parent_bound: Option<u32>,
    /// Whether it is known: not before it is needed, as many parents have no new successors.
    has_entered: bool,
    /// The push that was evaluated last, and what it leads to.
    last: Option<(Push, Option<BoundAfterPush>)>,
}

impl<'b, const W: usize> BoundHeuristic<'b, W> {
    /// A heuristic for a board and its bounds.
    pub fn new(board: &'b SearchBoard, bounds: &'b LowerBounds, kind: BoundKind) -> Self {
        Self::from_matching(board, bounds, kind, MatchingBound::new(bounds))
    }

    /// The matching as a heuristic for sub-positions of this many boxes.
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

    /// Raises the matching bound of positions that are expanded by groups of boxes; then it is no
    /// longer consistent.
    pub fn with_groups(mut self, tables: &'b GroupTables) -> Self {
        self.groups = Some(GroupBound::new(tables));
        self
    }

    /// The bound of a position that is no successor.
    fn bound(&mut self, position: &Position<W>) -> Option<u32> {
        match self.kind {
            BoundKind::Simple => self.bounds.simple(position),
            BoundKind::Matching => self.matching.enter(position),
        }
    }

    /// The bound of the parent; with matchings, its matching is then the one that is stored.
    #[inline]
    fn parent_bound(&mut self) -> Option<u32> {
        if !self.has_entered
            && let Some(parent) = self.parent
        {
            (self.parent_bound, self.has_entered) = (self.bound(&parent), true);
        }
        self.parent_bound
    }

    /// What a push from the parent leads to.
    #[inline]
    fn after_push(&mut self, push: Push, successor: &Position<W>) -> Option<BoundAfterPush> {
        // The player is where the box was: in the zone of the successor's player, and on the
        // parent's side of a symmetry.
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
    /// What a run from the parent leads to.
    pub(crate) fn after_run(&mut self, run: Run, successor: &Position<W>) -> Option<BoundAfterPush> {
        let last = run.last(self.board);
        if run.length.get() == 1 || self.kind == BoundKind::Simple {
            return self.after_push(last, successor);
        }
        self.parent_bound()?;
        self.matching.after_run(run.from, self.board.step(last.from, run.direction), last.from)
    }

    /// What pushes of one box from the parent lead to, with the player on a square of its zone
    /// afterwards.
    ///
    /// # Panics
    /// If the bound is not the matching.
    #[cfg(feature = "survey")]
    pub(crate) fn after_haul(&mut self, from: Square, to: Square, player: Square) -> Option<BoundAfterPush> {
        assert_eq!(self.kind, BoundKind::Matching, "only matchings are kept");
        self.parent_bound()?;
        self.matching.after_run(from, to, player)
    }

    /// The place of what a push or a run leads to: first what lowers the bound, then the rest; of
    /// each, that first whose box is nearest to the goal assigned to it.
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
