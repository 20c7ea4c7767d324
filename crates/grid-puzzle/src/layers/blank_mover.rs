//! What the routines that carry tiles need: a blank that can be moved, and tiles that are tracked.
//!
//! These routines are written and compiled once, for any [`BlankMover`]: a call moves the blank by
//! a whole leg. A [`Workspace`] moves tiles on the board; its dry runs follow only the blank and
//! the tracked tiles, so that counting the moves of a routine takes a fraction of the time of
//! carrying it out.

use motion_core::{Direction, Stop};

use super::frame::FramePosition;
use super::move_pattern::MovePattern;
use crate::board::Tile;

/// One of the two tracked tiles, in the order of their goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TrackedTile {
    First,
    Second,
}

/// The tiles that a pattern of moves carries along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CarriedTiles {
    One(TrackedTile),
    Both,
}

/// Why a routine did not reach its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FillError {
    /// The budget is used up.
    Stop(Stop),
    /// There is no path or, in a dry run, none within the limit.
    Blocked,
}

impl From<Stop> for FillError {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Moves the blank and follows the tracked tiles.
pub(crate) trait BlankMover {
    fn blank(&self) -> FramePosition;

    fn position_of(&self, tile: TrackedTile) -> FramePosition;

    /// Moves the blank this many cells; its path must lie in the region.
    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), FillError>;

    /// Repeats moves that shift the blank, which is behind the carried tiles, and these tiles
    /// alike.
    fn repeat_pattern(
        &mut self,
        carried: CarriedTiles,
        pattern: &MovePattern,
        times: i32,
    ) -> Result<(), FillError>;

    /// After this many repetitions of a pattern, [`choose_blank`](Self::choose_blank) is called
    /// again.
    fn max_repetitions(&self) -> i32 {
        i32::MAX
    }

    /// Chooses which of several blanks moves next: the one with the least cost of something near a
    /// position. Returns whether that is another blank than before.
    ///
    /// `cost` is given a blank's position and a limit. It may be `None` if it is not below the
    /// limit; it is at least the distance of the blank from `near`, minus four.
    fn choose_blank(
        &mut self,
        near: FramePosition,
        cost: &dyn Fn(FramePosition, u32) -> Option<u32>,
    ) -> bool {
        let _ = (near, cost);
        false
    }
}

/// Moves of a mover's blank: made on a workspace, counted in a dry run.
pub(crate) type Routine<'r> = dyn Fn(&mut dyn BlankMover) -> Result<(), FillError> + 'r;

/// A mover that any tiles can be tracked on, and that makes dry runs.
pub(crate) trait Workspace: BlankMover {
    /// Tracks these two tiles from now on.
    fn track(&mut self, first: Tile, second: Tile);

    /// Counts the moves of a routine from the present state on; blocked after `limit` moves.
    fn count_moves(&self, limit: u32, routine: &Routine) -> Result<u32, FillError>;
}
