//! Carrying one tile: Parberry's composed moves.
//!
//! The blank goes to the cell in front of the tile and steps onto the tile's cell, which moves the
//! tile by one. To continue straight, the blank walks around the tile (4 moves, 5 with the tile's
//! own). To turn, it only rounds a corner (2 moves, 3 with the tile's own). Therefore, the tile
//! moves diagonally while both directions bring it nearer.

use motion_core::Direction;

use super::blank_mover::{BlankMover, CarriedTiles, FillError, TrackedTile};
use super::blank_path::{BlankPath, blank_path, shortest};
use super::frame::{FramePosition, OpenRegion};
use super::move_pattern::MovePattern;

/// Carries a tile to a position, diagonally first and then straight, without entering the finished
/// cells and without moving the tile on `protect`.
///
/// # References
/// *Place-Pebble* of Algorithms 1 and 2 in the papers on snakes.
pub(crate) fn carry(
    mover: &mut dyn BlankMover,
    region: OpenRegion,
    tile: TrackedTile,
    goal: FramePosition,
    protect: Option<FramePosition>,
) -> Result<(), FillError> {
    let mut at = mover.position_of(tile);
    // The tile's last direction, if the blank is still behind the tile.
    let mut behind = None;
    while at != goal {
        // With several blanks, the one nearest to a useful front moves next.
        let left = RemainingDistance::new(at, goal, region.placed);
        let fronts =
            left.headings().map(|heading| at.step(heading, 1)).filter(|&front| Some(front) != protect);
        let avoid = [at, protect.unwrap_or(at)];
        if mover.choose_blank(at, &|blank, limit| shortest(region, blank, fronts.clone(), avoid, limit)) {
            behind = None;
        }
        // If the blank is behind the tile, the next moves are known without a search.
        let composed = behind.and_then(|last| ComposedMove::after(last, left, region, at, protect));
        let heading = match composed {
            Some(ComposedMove::Repeated(pattern, times)) => {
                let times = times.min(mover.max_repetitions());
                mover.repeat_pattern(CarriedTiles::One(tile), &pattern, times)?;
                at = pattern.shifted(at, times);
                continue;
            }
            Some(ComposedMove::Turn { round, to }) => {
                mover.go(to, 1)?;
                mover.go(round, 1)?;
                to
            }
            None => approach(mover, region, at, left, protect)?,
        };
        mover.go(heading.opposite(), 1)?;
        at = at.step(heading, 1);
        behind = Some(heading);
    }
    Ok(())
}

/// The remaining rows and columns of a tile to its goal, as far as it can move without entering the
/// finished cells.
#[derive(Clone, Copy)]
pub(crate) struct RemainingDistance {
    vertical: (Direction, i32),
    horizontal: (Direction, i32),
}

impl RemainingDistance {
    /// Returns the remaining distances along a direction's axis and across it.
    #[inline]
    pub(crate) const fn along(self, direction: Direction) -> ((Direction, i32), (Direction, i32)) {
        match direction {
            Direction::Up | Direction::Down => (self.vertical, self.horizontal),
            Direction::Left | Direction::Right => (self.horizontal, self.vertical),
        }
    }

    /// Returns the one or two directions that bring the tile nearer, the vertical one first.
    pub(crate) fn headings(self) -> impl Iterator<Item = Direction> + Clone {
        [self.vertical, self.horizontal]
            .into_iter()
            .filter(|&(_, steps)| steps > 0)
            .map(|(heading, _)| heading)
    }

    #[inline]
    pub(crate) const fn new(at: FramePosition, goal: FramePosition, placed: i32) -> Self {
        let (rows, columns) = (goal.row - at.row, goal.column - at.column);
        let under_finished = at.column < placed && goal.row == 0;
        let vertical =
            if rows > 0 { (Direction::Down, rows) } else { (Direction::Up, -rows - under_finished as i32) };
        let horizontal = if columns > 0 { (Direction::Right, columns) } else { (Direction::Left, -columns) };
        Self { vertical, horizontal }
    }
}

/// Moves the blank to the nearer of the one or two cells from which it can bring the tile nearer.
fn approach(
    mover: &mut dyn BlankMover,
    region: OpenRegion,
    at: FramePosition,
    left: RemainingDistance,
    protect: Option<FramePosition>,
) -> Result<Direction, FillError> {
    let avoid = [at, protect.unwrap_or(at)];
    let blank = mover.blank();
    let mut best: Option<(Direction, BlankPath)> = None;
    for (heading, steps) in [left.vertical, left.horizontal] {
        let front = at.step(heading, 1);
        let shortest = best.as_ref().map_or(u32::MAX, |(_, path)| path.length);
        if steps > 0 && blank.distance(front) < shortest && Some(front) != protect {
            let path = blank_path(region, blank, front, avoid).filter(|path| path.length < shortest);
            best = path.map(|path| (heading, path)).or(best);
        }
    }
    let (heading, path) = best.ok_or(FillError::Blocked)?;
    path.follow(mover)?;
    Ok(heading)
}

/// The moves of the blank from behind the tile.
enum ComposedMove {
    /// Two quarter turns, or a walk around the tile, repeated as often as possible. The blank is
    /// then behind the tile again, on the same side.
    Repeated(MovePattern, i32),
    /// One step aside, then one forward: the blank is in front of the tile after a quarter turn.
    Turn { round: Direction, to: Direction },
}

impl ComposedMove {
    /// Returns the moves after a step in direction `last`: diagonal, straight, or around a corner.
    /// `None` if an obstacle is in the way.
    #[inline]
    fn after(
        last: Direction,
        left: RemainingDistance,
        region: OpenRegion,
        at: FramePosition,
        protect: Option<FramePosition>,
    ) -> Option<Self> {
        let behind = at.step(last, -1);
        let ((straight, ahead), (turn, aside)) = left.along(last);
        let ahead = if straight == last { ahead } else { 0 };
        if aside <= 0 {
            return Self::straight(last, ahead, region, behind, protect);
        }
        let round = behind.step(turn, 1);
        if !region.is_free(round) {
            return None;
        }
        if ahead <= 0 {
            let open = protect != Some(round) && protect != Some(at.step(turn, 1));
            return open.then_some(Self::Turn { round: last, to: turn });
        }
        let pattern = MovePattern::new([turn, last, turn.opposite(), last, turn, last.opposite()]);
        let times = untouched(&pattern, behind, ahead.min(aside), protect)?;
        Some(Self::Repeated(pattern, times))
    }

    #[inline]
    fn straight(
        last: Direction,
        ahead: i32,
        region: OpenRegion,
        behind: FramePosition,
        protect: Option<FramePosition>,
    ) -> Option<Self> {
        if ahead <= 0 {
            return None;
        }
        let side = sides(last).into_iter().find(|&side| {
            let lane = behind.step(side, 1);
            region.is_free(lane) && region.is_free(lane.step(last, ahead + 1))
        })?;
        let pattern = MovePattern::new([side, last, last, side.opposite(), last.opposite()]);
        let times = untouched(&pattern, behind, ahead, protect)?;
        Some(Self::Repeated(pattern, times))
    }
}

/// Returns the sides on which the blank can pass a tile that moves in this direction. The side away
/// from the finished line comes first.
pub(crate) const fn sides(direction: Direction) -> [Direction; 2] {
    match direction {
        Direction::Left | Direction::Right => [Direction::Down, Direction::Up],
        Direction::Up | Direction::Down => [Direction::Right, Direction::Left],
    }
}

/// Returns the number of repetitions that leave the protected tile where it is: all, or else one;
/// `None` if even one may move it.
fn untouched(
    pattern: &MovePattern,
    behind: FramePosition,
    times: i32,
    protect: Option<FramePosition>,
) -> Option<i32> {
    let touched = |times| protect.is_some_and(|place| pattern.may_touch(behind, times, place));
    [times, 1].into_iter().find(|&times| !touched(times))
}
