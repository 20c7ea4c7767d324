//! Placing two neighbours of a line: one after the other, or together as a snake.
//!
//! A snake is two tiles on neighbouring cells, head and tail. Each straight step of a snake takes
//! seven moves. The first step after a turn and the turn after two equal steps take five, so a
//! staircase with steps of two is cheapest. The head enters its goal through the goal of the tail.

use motion_core::Direction;

use super::blank_mover::{BlankMover, CarriedTiles, FillError, TrackedTile};
use super::blank_path::{BlankPath, blank_path, shortest};
use super::carry::{RemainingDistance, carry, sides};
use super::frame::{FramePosition, OpenRegion};
use super::line_strategy::LineContext;
use super::move_pattern::MovePattern;

/// The tile that is carried to the other one to form the snake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SnakeFormation {
    HeadToTail,
    TailToHead,
}

/// Places the first tracked tile on the next cell of the line.
pub(crate) fn place_first(mover: &mut dyn BlankMover, context: LineContext) -> Result<(), FillError> {
    let goal = FramePosition { row: 0, column: context.region.placed };
    carry(mover, context.region, TrackedTile::First, goal, None)
}

/// Places both tracked tiles on the next two cells of the line, one after the other.
pub(crate) fn place_singly(mover: &mut dyn BlankMover, context: LineContext) -> Result<(), FillError> {
    place_first(mover, context)?;
    place_second(mover, context.after(1))
}

/// Places the second tracked tile on the next cell of the line. The first one is on the cell
/// before.
pub(crate) fn place_second(mover: &mut dyn BlankMover, context: LineContext) -> Result<(), FillError> {
    let region = context.region;
    if region.placed == region.columns - 1 {
        return context.corner.insert(mover, region);
    }
    let goal = FramePosition { row: 0, column: region.placed };
    carry(mover, region, TrackedTile::Second, goal, None)
}

/// Forms a snake of both tracked tiles and brings it onto the next two cells of the line.
///
/// Fails if the snake's path is blocked. A dry run detects that.
///
/// # References
/// Lines 5 to 20 of Algorithm 2.
pub(crate) fn place_snake(
    mover: &mut dyn BlankMover,
    region: OpenRegion,
    formation: SnakeFormation,
) -> Result<(), FillError> {
    let (carried, anchor) = match formation {
        SnakeFormation::HeadToTail => (TrackedTile::First, TrackedTile::Second),
        SnakeFormation::TailToHead => (TrackedTile::Second, TrackedTile::First),
    };
    let fixed = mover.position_of(anchor);
    let meeting =
        meeting_place(region, mover.position_of(carried), fixed, formation).ok_or(FillError::Blocked)?;
    carry(mover, region, carried, meeting, Some(fixed))?;
    let (head, tail) = match formation {
        SnakeFormation::HeadToTail => (meeting, fixed),
        SnakeFormation::TailToHead => (fixed, meeting),
    };
    travel(mover, region, head, tail)
}

/// Estimates the moves that [`place_snake`] makes, from distances alone.
pub(crate) fn estimate_snake(mover: &dyn BlankMover, region: OpenRegion, formation: SnakeFormation) -> u32 {
    let (first, second) = (mover.position_of(TrackedTile::First), mover.position_of(TrackedTile::Second));
    let (carried, anchor) = match formation {
        SnakeFormation::HeadToTail => (first, second),
        SnakeFormation::TailToHead => (second, first),
    };
    let Some(meeting) = meeting_place(region, carried, anchor, formation) else { return u32::MAX };
    let head = if formation == SnakeFormation::HeadToTail { meeting } else { first };
    let approach = if meeting == carried { 0 } else { mover.blank().distance(carried) };
    approach + carry_cost(carried, meeting) + travel_cost(head, gate(region)) + 7
}

/// Returns the goal of the tail, which the head must pass through.
const fn gate(region: OpenRegion) -> FramePosition {
    FramePosition { row: 0, column: region.placed + 1 }
}

/// Returns the cell beside the fixed tile where the other one joins it. It has the least estimate
/// for all moves; among equal ones, a cell with the tail behind the head is preferred.
fn meeting_place(
    region: OpenRegion,
    carried: FramePosition,
    fixed: FramePosition,
    formation: SnakeFormation,
) -> Option<FramePosition> {
    let gate = gate(region);
    let sides = Direction::ALL.map(|direction| fixed.step(direction, 1));
    let free = sides.into_iter().filter(|&side| region.is_free(side));
    free.min_by_key(|&side| {
        let (head, tail) =
            if formation == SnakeFormation::HeadToTail { (side, fixed) } else { (fixed, side) };
        let reversed = if tail.distance(gate) < head.distance(gate) { REVERSED } else { 0 };
        carry_cost(carried, side) + travel_cost(head, gate) + reversed
    })
}

/// The estimated moves for turning around a snake whose tail is ahead.
const REVERSED: u32 = 8;

/// Returns the cost of carrying one tile: six moves per diagonal step, five per straight step.
fn carry_cost(from: FramePosition, to: FramePosition) -> u32 {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    6 * rows.min(columns) + 5 * rows.abs_diff(columns)
}

/// Returns the cost of moving a snake: ten moves per diagonal step, seven per straight step.
fn travel_cost(from: FramePosition, to: FramePosition) -> u32 {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    10 * rows.min(columns) + 7 * rows.abs_diff(columns)
}

/// The greatest number of detours, more than any snake needs.
const MAX_DETOURS: u32 = 4;

/// Moves the snake until its head has passed the gate and both tiles are at their goals.
fn travel(
    mover: &mut dyn BlankMover,
    region: OpenRegion,
    head: FramePosition,
    tail: FramePosition,
) -> Result<(), FillError> {
    let gate = gate(region);
    let mut snake = MovingSnake { region, head, tail, bend: None };
    let mut detours = 0;
    while snake.head != gate {
        let left = RemainingDistance::new(snake.head, gate, region.placed + 1);
        snake.choose_blank(mover, left.headings());
        if snake.repeat_straight_or_staircase(mover, left)? {
            continue;
        }
        let mut next = snake.nearest_front(mover, left.headings());
        if next.is_none() {
            detours += 1;
            let line_kept_free = region.with_placed(region.placed + 1);
            let any = Direction::ALL
                .into_iter()
                .filter(|&direction| line_kept_free.is_free(snake.head.step(direction, 1)));
            next = snake.nearest_front(mover, any);
        }
        let (heading, way) = next.filter(|_| detours <= MAX_DETOURS).ok_or(FillError::Blocked)?;
        snake.advance(mover, heading, &way)?;
    }
    snake.choose_blank(mover, core::iter::once(Direction::Left));
    let last_step = snake.nearest_front(mover, core::iter::once(Direction::Left));
    let (heading, way) = last_step.ok_or(FillError::Blocked)?;
    snake.advance(mover, heading, &way)
}

struct MovingSnake {
    region: OpenRegion,
    head: FramePosition,
    tail: FramePosition,
    /// The directions of the tail's and the head's last steps, if the blank is still on the tail's
    /// previous cell, where these steps left it.
    bend: Option<(Direction, Direction)>,
}

impl MovingSnake {
    /// Chooses, of several blanks, the one nearest to the front of the head.
    fn choose_blank(&mut self, mover: &mut dyn BlankMover, options: impl Iterator<Item = Direction> + Clone) {
        let (region, snake) = (self.region, [self.head, self.tail]);
        let fronts = options.map(|heading| self.head.step(heading, 1)).filter(|&front| front != self.tail);
        let changed = mover
            .choose_blank(self.head, &|blank, limit| shortest(region, blank, fronts.clone(), snake, limit));
        if changed {
            self.bend = None;
        }
    }

    /// Returns the direction whose front the blank reaches in the fewest moves, with the path.
    fn nearest_front(
        &self,
        mover: &dyn BlankMover,
        options: impl Iterator<Item = Direction>,
    ) -> Option<(Direction, BlankPath)> {
        let blank = mover.blank();
        let mut best: Option<(Direction, BlankPath)> = None;
        for heading in options {
            let front = self.head.step(heading, 1);
            let shortest = best.as_ref().map_or(u32::MAX, |(_, way)| way.length);
            if front == self.tail || !self.region.is_free(front) || blank.distance(front) >= shortest {
                continue;
            }
            let way = self
                .composed(heading)
                .or_else(|| blank_path(self.region, blank, front, [self.head, self.tail]));
            best = way.filter(|way| way.length < shortest).map(|way| (heading, way)).or(best);
        }
        best
    }

    /// Moves a straight snake that the blank is behind as often as possible: in a staircase with
    /// steps of two (20 moves for two steps in both directions) or, if only one direction remains,
    /// straight (7 moves per step). Returns whether the snake moved.
    fn repeat_straight_or_staircase(
        &mut self,
        mover: &mut dyn BlankMover,
        left: RemainingDistance,
    ) -> Result<bool, FillError> {
        let Some((before, last)) = self.bend.filter(|(before, last)| before == last) else {
            return Ok(false);
        };
        let ((straight, ahead), (turn, aside)) = left.along(last);
        let behind = self.tail.step(before, -1);
        let (back, turn_back) = (last.opposite(), turn.opposite());
        if straight != last {
            return Ok(false);
        }
        // If both directions remain, the cheapest staircase has two steps ahead and two aside.
        if ahead >= 2 && aside >= 2 {
            let turns = [turn, last, last, turn_back, back, turn, turn, last, turn_back, turn_back];
            let returns = [last, turn, turn, back, turn_back, last, last, turn, back, back];
            let mut moves = [last; 20];
            moves[..10].copy_from_slice(&turns);
            moves[10..].copy_from_slice(&returns);
            return self.repeat(mover, &MovePattern::new(moves), behind, ahead.min(aside) / 2);
        }
        // Otherwise the snake goes straight on, and the blank walks on the side that is free for
        // all steps.
        if ahead >= 1 && aside <= 0 {
            let around =
                |side: Direction| MovePattern::new([side, last, last, last, side.opposite(), back, back]);
            let open = |side: &Direction| around(*side).fits(self.region, behind, ahead);
            if let Some(side) = sides(last).into_iter().find(open) {
                return self.repeat(mover, &around(side), behind, ahead);
            }
        }
        Ok(false)
    }

    fn repeat(
        &mut self,
        mover: &mut dyn BlankMover,
        pattern: &MovePattern,
        behind: FramePosition,
        times: i32,
    ) -> Result<bool, FillError> {
        let times = times.min(mover.max_repetitions());
        if !pattern.fits(self.region, behind, times) {
            return Ok(false);
        }
        mover.repeat_pattern(CarriedTiles::Both, pattern, times)?;
        (self.head, self.tail) = (pattern.shifted(self.head, times), pattern.shifted(self.tail, times));
        Ok(true)
    }

    /// Returns the blank's shortest path from behind the snake to the head's front, if no obstacle
    /// is in the way.
    fn composed(&self, next: Direction) -> Option<BlankPath> {
        let (before, last) = self.bend?;
        let behind = self.tail.step(before, -1);
        let front = self.head.step(next, 1);
        let open = |place: FramePosition| self.region.is_free(place);
        let (first, second) = if before == last && next == last {
            // Five moves around the straight snake.
            let lane = |side: Direction| (behind.step(side, 1), behind.step(side, 1).step(last, 3));
            sides(last).into_iter().map(lane).find(|&(first, second)| open(first) && open(second))?
        } else if before == last {
            // Three moves into a turn.
            (behind.step(next, 1), front)
        } else if next == last {
            // Three moves through the inner corner of the bend.
            (behind.step(last, 2), front)
        } else if next == before {
            // Five moves around the head.
            let first = behind.step(last, 2);
            (first, first.step(before, 2))
        } else {
            return None;
        };
        (open(first) && open(second)).then(|| BlankPath::new(&[behind, first, second, front]))
    }

    /// Moves the blank to the head's front, and head and tail by one cell:
    /// *Snake-Composed-Movement*.
    fn advance(
        &mut self,
        mover: &mut dyn BlankMover,
        heading: Direction,
        way: &BlankPath,
    ) -> Result<(), FillError> {
        way.follow(mover)?;
        mover.go(heading.opposite(), 1)?;
        let followed = self.tail.towards(self.head);
        mover.go(followed.opposite(), 1)?;
        self.tail = self.head;
        self.head = self.head.step(heading, 1);
        self.bend = Some((followed, heading));
        Ok(())
    }
}
