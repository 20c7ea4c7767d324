//! Placing two neighbours of a line: one after the other, or together as a snake.
//!
//! A snake is two tiles on neighbouring cells, the head first. It goes one cell on with seven moves in a straight
//! line; the first step after a turn and the turn after two equal steps take five, so that the cheapest way is a
//! staircase with steps of two. The head enters its goal through the goal of the tail.

use motion_core::Direction;

use super::carry::{carry, headings};
use super::frame::{Place, Region};
use super::route::route;
use super::stage::{Actor, Setting, Stage, Trouble};

/// Which tile is carried to the other to form the snake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formation {
    HeadToTail,
    TailToHead,
}

/// Places the first actor on the next cell of the line.
pub(crate) fn place_first<S: Stage>(stage: &mut S, setting: Setting) -> Result<(), Trouble> {
    let goal = Place { row: 0, column: setting.region.placed };
    carry(stage, setting.region, Actor::First, goal, None, |_| false)
}

/// Places both actors on the next two cells of the line, one after the other.
pub(crate) fn place_singly<S: Stage>(stage: &mut S, setting: Setting) -> Result<(), Trouble> {
    place_first(stage, setting)?;
    place_second(stage, setting.with_placed(setting.region.placed + 1))
}

/// Places the second actor on the next cell of the line, the first being on the cell before.
pub(crate) fn place_second<S: Stage>(stage: &mut S, setting: Setting) -> Result<(), Trouble> {
    let region = setting.region;
    if region.placed == region.columns - 1 {
        return setting.corner.insert(stage, region);
    }
    let goal = Place { row: 0, column: region.placed };
    carry(stage, region, Actor::Second, goal, None, |_| false)
}

/// Forms a snake of both actors and brings it onto the next two cells of the line.
///
/// Fails where the snake's way is blocked, which a rehearsal finds out.
///
/// # References
/// Lines 5 to 20 of Algorithm 2.
pub(crate) fn place_snake<S: Stage>(stage: &mut S, region: Region, formation: Formation) -> Result<(), Trouble> {
    let (mover, anchor) = match formation {
        Formation::HeadToTail => (Actor::First, Actor::Second),
        Formation::TailToHead => (Actor::Second, Actor::First),
    };
    let fixed = stage.place_of(anchor);
    let meeting = meeting_place(region, stage.place_of(mover), fixed, formation).ok_or(Trouble::Blocked)?;
    carry(stage, region, mover, meeting, Some(fixed), |_| false)?;
    let (head, tail) = match formation {
        Formation::HeadToTail => (meeting, fixed),
        Formation::TailToHead => (fixed, meeting),
    };
    travel(stage, region, head, tail)
}

/// An estimate of the moves that [`place_snake`] makes, from distances alone.
pub(crate) fn estimate_snake<S: Stage>(stage: &S, region: Region, formation: Formation) -> u32 {
    let (first, second) = (stage.place_of(Actor::First), stage.place_of(Actor::Second));
    let (mover, anchor) = match formation {
        Formation::HeadToTail => (first, second),
        Formation::TailToHead => (second, first),
    };
    let Some(meeting) = meeting_place(region, mover, anchor, formation) else { return u32::MAX };
    let head = if formation == Formation::HeadToTail { meeting } else { first };
    let approach = if meeting == mover { 0 } else { stage.blank().distance(mover) };
    approach + carry_cost(mover, meeting) + travel_cost(head, gate(region)) + 7
}

/// The goal of the tail, through which the head has to pass.
const fn gate(region: Region) -> Place {
    Place { row: 0, column: region.placed + 1 }
}

/// The cell beside the fixed tile where the other one joins it: the one from which the whole way is cheapest,
/// with the tail behind the head where that costs nothing.
fn meeting_place(region: Region, mover: Place, fixed: Place, formation: Formation) -> Option<Place> {
    let gate = gate(region);
    let sides = Direction::ALL.map(|direction| fixed.step(direction, 1));
    let free = sides.into_iter().filter(|&side| region.is_free(side));
    free.min_by_key(|&side| {
        let (head, tail) =
            if formation == Formation::HeadToTail { (side, fixed) } else { (fixed, side) };
        let reversed = if tail.distance(gate) < head.distance(gate) { REVERSED } else { 0 };
        carry_cost(mover, side) + travel_cost(head, gate) + reversed
    })
}

/// What it costs, about, to turn a snake round whose tail is ahead.
const REVERSED: u32 = 8;

/// Six moves for each diagonal step of one tile, five for each straight one.
fn carry_cost(from: Place, to: Place) -> u32 {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    6 * rows.min(columns) + 5 * rows.abs_diff(columns)
}

/// Ten moves for each diagonal step of a snake, seven for each straight one.
fn travel_cost(from: Place, to: Place) -> u32 {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    10 * rows.min(columns) + 7 * rows.abs_diff(columns)
}

/// More detours than any snake needs.
const MAX_DETOURS: u32 = 4;

/// Moves the snake until its head has passed the gate and both are home.
fn travel<S: Stage>(stage: &mut S, region: Region, head: Place, tail: Place) -> Result<(), Trouble> {
    let gate = gate(region);
    let mut snake = Snake { head, tail };
    let mut detours = 0;
    while snake.head != gate {
        let useful = headings(snake.head, gate, region.placed + 1).into_iter().flatten();
        let mut next = snake.nearest_front(stage, region, useful);
        if next.is_none() {
            detours += 1;
            let keeps_off_the_line = |direction: &Direction| {
                region.with_placed(region.placed + 1).is_free(snake.head.step(*direction, 1))
            };
            next = snake.nearest_front(stage, region, Direction::ALL.into_iter().filter(keeps_off_the_line));
        }
        let heading = next.filter(|_| detours <= MAX_DETOURS).ok_or(Trouble::Blocked)?;
        snake.advance(stage, region, heading)?;
    }
    snake.advance(stage, region, Direction::Left)
}

#[derive(Clone, Copy)]
struct Snake {
    head: Place,
    tail: Place,
}

impl Snake {
    /// Of these directions the one in whose front the blank is soonest.
    fn nearest_front<S: Stage>(
        &self,
        stage: &S,
        region: Region,
        options: impl Iterator<Item = Direction>,
    ) -> Option<Direction> {
        let fronts = options.filter_map(|heading| {
            let front = self.head.step(heading, 1);
            let free = front != self.tail && region.is_free(front);
            let route = free.then(|| route(region, stage.blank(), front, [self.head, self.tail])).flatten();
            route.map(|route| (route.length, heading))
        });
        fronts.min_by_key(|&(length, _)| length).map(|(_, heading)| heading)
    }

    /// *Snake-Composed-Movement*: the blank goes to the head's front, head and tail follow it by one cell.
    fn advance<S: Stage>(&mut self, stage: &mut S, region: Region, heading: Direction) -> Result<(), Trouble> {
        let front = self.head.step(heading, 1);
        if front == self.tail || !region.is_free(front) {
            return Err(Trouble::Blocked);
        }
        let way = route(region, stage.blank(), front, [self.head, self.tail]).ok_or(Trouble::Blocked)?;
        way.follow(stage)?;
        stage.go(heading.opposite(), 1)?;
        stage.go(self.head.towards(self.tail), 1)?;
        *self = Self { head: front, tail: self.head };
        Ok(())
    }
}
