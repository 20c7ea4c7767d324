//! Proves that a position is lost, and bounds its pushes from below.

use core::fmt;

use motion_core::search::a_star;
use motion_core::{Cell, Control, Outcome, Stop};

use crate::analysis::{DeadlockRule, DeadlockSearch, Deadlocks, PrunedPushes};
use crate::board::{BoardSearch, SearchBoard};
use crate::bound::{BoundHeuristic, BoundKind, LowerBounds};
use crate::level::Level;
use crate::search::Position;

/// The limits of nodes of each small search, and of the search of the whole position.
const SMALL_NODES: u32 = 100;
const NODES: u64 = 500;

/// The reason why a position has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LostReason {
    /// A box stands on a cell from which it cannot be pushed to a goal, even if it were the only
    /// box.
    DeadSquare(Cell),
    /// Some boxes block each other permanently, and not all of them are on goals.
    Freeze,
    /// Boxes that are stuck on goals leave a goal that no other box reaches.
    FrozenGoals,
    /// The boxes cannot each be assigned a goal of their own that they reach.
    Assignment,
    /// A small search has proved that a few of the boxes have no solution, even without the others.
    Deadlock,
    /// A search of the whole position was exhausted without a solution.
    Exhausted,
}

impl fmt::Display for LostReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DeadSquare(_) => "a box stands where it cannot be pushed to a goal",
            Self::Freeze => "boxes block each other for good",
            Self::FrozenGoals => "boxes that are stuck on goals leave a goal that no box reaches",
            Self::Assignment => "the boxes cannot be assigned to goals that they reach",
            Self::Deadlock => "a few of the boxes have no solution, even without the others",
            Self::Exhausted => "a search of the whole position has found no solution",
        })
    }
}

impl Level {
    /// Returns the reason why this position is lost, if one is proved. `None` proves nothing: the
    /// position may be lost for a reason that only a solver finds.
    ///
    /// # Errors
    /// [`Stop`] if a limit on nodes or time ends the searches, or the run is cancelled.
    ///
    /// # Complexity
    /// Milliseconds on most levels: the tables of the board, the cheap rules, searches of at most
    /// 100 nodes around each box and each zone out of reach, and one of the whole position of at
    /// most 500 nodes. On boards of more than 1,024 live squares, only dead squares are detected.
    ///
    /// # Guarantees
    /// A position that has a solution is never reported as lost. A lost one is reported if the
    /// search of the whole position ends within its limit. If memory is refused, less is proved.
    ///
    /// # Examples
    /// ```
    /// use motion_core::Control;
    /// use sokoban::{Level, LostReason};
    ///
    /// let level: Level = "7#|#.---.#|#-$$--#|#-@---#|7#".parse()?;
    /// assert_eq!(level.lost(&mut Control::unlimited())?, None);
    ///
    /// // Both boxes are against the upper wall.
    /// let (_, later) = level.replay(&"UdrU".parse()?)?;
    /// assert_eq!(later.lost(&mut Control::unlimited())?, Some(LostReason::Freeze));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lost(&self, control: &mut Control) -> Result<Option<LostReason>, Stop> {
        let board = SearchBoard::new(self);
        if let Some(&dead) = board.boxes().iter().find(|&&at| !board.is_live(at)) {
            return Ok(Some(LostReason::DeadSquare(board.cell(dead))));
        }
        control.scope(|control| board.with_width(LostSearch { control }).unwrap_or(Ok(None)))
    }

    /// A lower bound on the pushes of every solution of this position; `None` if it is proved to
    /// have no solution.
    ///
    /// Boxes are assigned to goals of their own such that the sum of the pushes, each box taken
    /// alone, is least. On boards of more than 1,024 live squares, or 4,096 with the feature
    /// `survey`, the bound is 0.
    ///
    /// # Examples
    /// ```
    /// use sokoban::Level;
    ///
    /// let level: Level = "9#|#-------#|#@$-$---#|#--.--.-#|#-------#|9#".parse()?;
    /// assert_eq!(level.lower_bound(), Some(5));
    /// # Ok::<(), sokoban::error::SetupError>(())
    /// ```
    pub fn lower_bound(&self) -> Option<u64> {
        let board = SearchBoard::new(self);
        if !board.starts_on_live_squares() {
            return None;
        }
        board.with_any_width(BoundSearch).unwrap_or(Some(0))
    }
}

struct LostSearch<'c, 'o> {
    control: &'c mut Control<'o>,
}

impl BoardSearch for LostSearch<'_, '_> {
    type Output = Result<Option<LostReason>, Stop>;

    fn run<const W: usize>(self, board: &SearchBoard) -> Self::Output {
        let Self { control } = self;
        let Some(position) = Position::<W>::start(board) else { return Ok(None) };
        if let Some(rule) = Deadlocks::new(board).position(&position) {
            return Ok(Some(match rule {
                DeadlockRule::Pattern | DeadlockRule::Freeze => LostReason::Freeze,
                DeadlockRule::FrozenGoals => LostReason::FrozenGoals,
            }));
        }
        let bounds = LowerBounds::new(board);
        if bounds.matching(&position).is_none() {
            return Ok(Some(LostReason::Assignment));
        }
        let mut search = DeadlockSearch::new(board).with_nodes(SMALL_NODES);
        let is_lost = search.is_lost_around_any_box(&position, control);
        search.release(control);
        if is_lost? {
            return Ok(Some(LostReason::Deadlock));
        }
        let (space, heuristic) =
            (PrunedPushes::new(board), BoundHeuristic::new(board, &bounds, BoundKind::Matching));
        let before = control.stats().nodes;
        match control.within_nodes(NODES, |control| a_star(&space, heuristic, position, control)) {
            Outcome::Unsolvable => Ok(Some(LostReason::Exhausted)),
            Outcome::Solved { .. } | Outcome::Stopped { why: Stop::Memory, .. } => Ok(None),
            Outcome::Stopped { why: Stop::Nodes, .. } if control.stats().nodes - before == NODES => Ok(None),
            Outcome::Stopped { why, .. } => Err(why),
        }
    }
}

struct BoundSearch;

impl BoardSearch for BoundSearch {
    type Output = Option<u64>;

    fn run<const W: usize>(self, board: &SearchBoard) -> Option<u64> {
        LowerBounds::new(board).matching(&Position::<W>::start(board)?).map(u64::from)
    }
}
