//! The game backward, without the pulls that lead into pull deadlocks.

use alloc::sync::Arc;
use alloc::vec::Vec;

use motion_core::search::{Backward, Space};

use super::{BoxTables, PullDeadlocks};
use crate::board::{Push, SearchBoard};
use crate::search::{MoveGenerator, Position, Pulls};

/// A space like [`Pulls`], without pulls into a detected pull deadlock ([`PullDeadlocks`] and, if
/// they are given, [`BoxTables`]).
///
/// # Guarantees
/// The fewest pulls from the goals to the start are the same as without pruning.
///
/// # Examples
/// ```
/// use motion_core::Control;
/// use motion_core::search::breadth_first_from;
/// use sokoban::analysis::PrunedPulls;
/// use sokoban::board::SearchBoard;
///
/// let board = SearchBoard::new(&"7#|#@-$-.#|7#".parse()?);
/// let pulls = PrunedPulls::<1>::new(&board).expect("no box on a dead square");
/// let mut control = Control::unlimited();
/// let path = breadth_first_from(&pulls, pulls.starts(), &mut control).into_result()?;
/// assert_eq!(path.reversed(&pulls).actions.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PrunedPulls<'b, const W: usize> {
    board: &'b SearchBoard,
    pulls: Pulls<'b, W>,
    has_rules: bool,
    tables: Option<Arc<BoxTables<W>>>,
}

/// The scratch of [`PrunedPulls`]. The rules are prepared when successors are listed.
#[derive(Clone, Debug)]
pub struct PullScratch<'b, const W: usize> {
    generator: MoveGenerator<'b>,
    deadlocks: Option<PullDeadlocks<'b, W>>,
}

impl<'b, const W: usize> PrunedPulls<'b, W> {
    /// Creates the space of a board; `None` as for [`Pulls::new`].
    pub fn new(board: &'b SearchBoard) -> Option<Self> {
        Some(Self { board, pulls: Pulls::new(board)?, has_rules: true, tables: None })
    }

    /// Sets whether to prune by [`PullDeadlocks`]; true by default.
    pub const fn with_rules(mut self, prune: bool) -> Self {
        self.has_rules = prune;
        self
    }

    /// Sets the tables to prune by ([`BoxTables::for_pulls`]); none by default.
    pub fn with_tables(mut self, tables: Option<Arc<BoxTables<W>>>) -> Self {
        self.tables = tables;
        self
    }

    /// Returns the solved positions, as [`Pulls::starts`] does.
    pub fn starts(&self) -> Vec<Position<W>> {
        self.pulls.starts()
    }
}

impl<'b, const W: usize> Space for PrunedPulls<'b, W> {
    type State = Position<W>;
    type Action = Push;
    type Scratch = PullScratch<'b, W>;

    fn scratch(&self) -> PullScratch<'b, W> {
        PullScratch { generator: self.pulls.scratch(), deadlocks: None }
    }

    fn is_goal(&self, scratch: &mut PullScratch<'b, W>, position: &Position<W>) -> bool {
        self.pulls.is_goal(&mut scratch.generator, position)
    }

    #[inline]
    fn successors(
        &self,
        scratch: &mut PullScratch<'b, W>,
        position: &Position<W>,
        visit: &mut impl FnMut(Push, Position<W>, u32),
    ) {
        let PullScratch { generator, deadlocks } = scratch;
        if self.has_rules && deadlocks.is_none() {
            *deadlocks = Some(PullDeadlocks::new(self.board));
        }
        self.pulls.successors(generator, position, &mut |push, before, cost| {
            let boxes = &before.boxes;
            let is_in_table =
                |tables: &Arc<BoxTables<W>>| tables.is_lost_at(boxes, push.from, push.direction.opposite());
            let is_lost = self.tables.as_ref().is_some_and(is_in_table)
                || deadlocks.as_mut().is_some_and(|deadlocks| deadlocks.after_pull(boxes, push));
            if !is_lost {
                visit(push, before, cost);
            }
        });
    }

    /// Returns whether both pull the same box.
    fn continues(&self, last: Push, next: Push) -> bool {
        self.pulls.continues(last, next)
    }

    fn heap_bytes(&self, position: &Position<W>) -> u64 {
        self.pulls.heap_bytes(position)
    }
}

impl<const W: usize> Backward for PrunedPulls<'_, W> {
    type Forward = Push;

    fn inverse(&self, push: Push) -> Push {
        push
    }
}
