//! The interface of the routines that carry tiles: a blank that moves, and tracked tiles.
//!
//! These routines are written and compiled once, for any [`BlankMover`]. Each call moves the blank
//! by a whole leg. A [`Workspace`] moves tiles on the board. Its dry runs follow only the blank and
//! the tracked tiles, so counting the moves of a routine takes a fraction of the time of carrying
//! it out.

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

/// The reason why a routine did not reach its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FillError {
    /// The budget is used up.
    Stop(Stop),
    /// No path exists or, in a dry run, none within the limit.
    Blocked,
}

impl From<Stop> for FillError {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// A blank that moves, and the positions of the tracked tiles.
pub(crate) trait BlankMover {
    fn blank(&self) -> FramePosition;

    fn position_of(&self, tile: TrackedTile) -> FramePosition;

    /// Moves the blank this many cells; its path must lie in the region.
    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), FillError>;

    /// Repeats moves that shift the blank and the carried tiles alike. The blank is behind these
    /// tiles.
    fn repeat_pattern(
        &mut self,
        carried: CarriedTiles,
        pattern: &MovePattern,
        times: i32,
    ) -> Result<(), FillError>;

    /// The number of repetitions of a pattern after which [`choose_blank`](Self::choose_blank) is
    /// called again.
    fn max_repetitions(&self) -> i32 {
        i32::MAX
    }

    /// Chooses the blank that moves next: the one with the least cost near a position. Returns
    /// whether it differs from the one before.
    ///
    /// `cost` takes a blank's position and a limit. It may return `None` if the cost is not below
    /// the limit. The cost must be at least the distance of the blank from `near`, minus four.
    fn choose_blank(
        &mut self,
        near: FramePosition,
        cost: &dyn Fn(FramePosition, u32) -> Option<u32>,
    ) -> bool {
        let _ = (near, cost);
        false
    }
}

/// A sequence of moves of a mover's blank, made on a workspace or counted in a dry run.
pub(crate) type Routine<'r> = dyn Fn(&mut dyn BlankMover) -> Result<(), FillError> + 'r;

/// A mover that can track any two tiles and make dry runs.
pub(crate) trait Workspace: BlankMover {
    /// Tracks these two tiles from now on.
    fn track(&mut self, first: Tile, second: Tile);

    /// Counts the moves of a routine from the present state on. The routine is blocked after
    /// `limit` moves.
    fn count_moves(&self, limit: u32, routine: &Routine) -> Result<u32, FillError>;
}
