//! Placing two neighbours of a line: one after the other, or together as a snake.
//!
//! A snake is two tiles on neighbouring cells, the head first. It goes one cell on with seven moves in a straight
//! line; the first step after a turn and the turn after two equal steps take five, so that the cheapest way is a
//! staircase with steps of two. The head enters its goal through the goal of the tail.

use motion_core::Direction;

use super::carry::{Remaining, carry, sides};
use super::corner::Corner;
use super::frame::{Place, Region};
use super::route::{Route, route, shortest};
use super::stage::{Actor, Carried, Pattern, Stage, Trouble};

/// What all routines on one line share: the region and, for its last tile, the corner's table.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'t> {
    pub(crate) region: Region,
    pub(crate) corner: &'t Corner,
}

impl Setting<'_> {
    /// The same when some more tiles of the line are placed.
    pub(crate) const fn after(self, tiles: usize) -> Self {
        Self { region: self.region.with_placed(self.region.placed + tiles as i32), ..self }
    }
}

/// Which tile is carried to the other to form the snake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Formation {
    HeadToTail,
    TailToHead,
}

/// Places the first actor on the next cell of the line.
pub(crate) fn place_first<S: Stage>(stage: &mut S, setting: Setting) -> Result<(), Trouble> {
    let goal = Place { row: 0, column: setting.region.placed };
    carry(stage, setting.region, Actor::First, goal, None)
}

/// Places both actors on the next two cells of the line, one after the other.
pub(crate) fn place_singly<S: Stage>(stage: &mut S, setting: Setting) -> Result<(), Trouble> {
    place_first(stage, setting)?;
    place_second(stage, setting.after(1))
}

/// Places the second actor on the next cell of the line, the first being on the cell before.
pub(crate) fn place_second<S: Stage>(stage: &mut S, setting: Setting) -> Result<(), Trouble> {
    let region = setting.region;
    if region.placed == region.columns - 1 {
        return setting.corner.insert(stage, region);
    }
    let goal = Place { row: 0, column: region.placed };
    carry(stage, region, Actor::Second, goal, None)
}

/// Forms a snake of both actors and brings it onto the next two cells of the line.
///
/// Fails where the snake's way is blocked, which a rehearsal finds out.
///
/// # References
/// Lines 5 to 20 of Algorithm 2.
pub(crate) fn place_snake<S: Stage>(
    stage: &mut S,
    region: Region,
    formation: Formation,
) -> Result<(), Trouble> {
    let (mover, anchor) = match formation {
        Formation::HeadToTail => (Actor::First, Actor::Second),
        Formation::TailToHead => (Actor::Second, Actor::First),
    };
    let fixed = stage.place_of(anchor);
    let meeting = meeting_place(region, stage.place_of(mover), fixed, formation).ok_or(Trouble::Blocked)?;
    carry(stage, region, mover, meeting, Some(fixed))?;
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
        let (head, tail) = if formation == Formation::HeadToTail { (side, fixed) } else { (fixed, side) };
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
    let mut snake = Snake { region, head, tail, bend: None };
    let mut detours = 0;
    while snake.head != gate {
        let left = Remaining::new(snake.head, gate, region.placed + 1);
        snake.call_blank(stage, left.headings());
        if snake.run(stage, left)? {
            continue;
        }
        let mut next = snake.nearest_front(stage, left.headings());
        if next.is_none() {
            detours += 1;
            let line_kept_free = region.with_placed(region.placed + 1);
            let any = Direction::ALL
                .into_iter()
                .filter(|&direction| line_kept_free.is_free(snake.head.step(direction, 1)));
            next = snake.nearest_front(stage, any);
        }
        let (heading, way) = next.filter(|_| detours <= MAX_DETOURS).ok_or(Trouble::Blocked)?;
        snake.advance(stage, heading, &way)?;
    }
    snake.call_blank(stage, core::iter::once(Direction::Left));
    let home = snake.nearest_front(stage, core::iter::once(Direction::Left));
    let (heading, way) = home.ok_or(Trouble::Blocked)?;
    snake.advance(stage, heading, &way)
}

struct Snake {
    region: Region,
    head: Place,
    tail: Place,
    /// The last two directions of the tail's and the head's cells, if the blank is where their step left it: on
    /// the tail's cell before the last.
    bend: Option<(Direction, Direction)>,
}

impl Snake {
    /// Of several blanks, makes the one the blank that is soonest in front of the head.
    fn call_blank<S: Stage>(&mut self, stage: &mut S, options: impl Iterator<Item = Direction> + Clone) {
        let (region, snake) = (self.region, [self.head, self.tail]);
        let fronts = options.map(|heading| self.head.step(heading, 1)).filter(|&front| front != self.tail);
        let changed = stage
            .choose_blank(self.head, |blank, limit| shortest(region, blank, fronts.clone(), snake, limit));
        if changed {
            self.bend = None;
        }
    }

    /// Of these directions the one in whose front the blank is soonest, with its way there.
    fn nearest_front<S: Stage>(
        &self,
        stage: &S,
        options: impl Iterator<Item = Direction>,
    ) -> Option<(Direction, Route)> {
        let blank = stage.blank();
        let mut best: Option<(Direction, Route)> = None;
        for heading in options {
            let front = self.head.step(heading, 1);
            let shortest = best.as_ref().map_or(u32::MAX, |(_, way)| way.length);
            if front == self.tail || !self.region.is_free(front) || blank.distance(front) >= shortest {
                continue;
            }
            let way =
                self.composed(heading).or_else(|| route(self.region, blank, front, [self.head, self.tail]));
            best = way.filter(|way| way.length < shortest).map(|way| (heading, way)).or(best);
        }
        best
    }

    /// From behind a straight snake, goes on in a staircase with steps of two (20 moves for each two steps), or
    /// straight where only one direction is left (7 moves a step), as often as it fits; says whether it did.
    fn run<S: Stage>(&mut self, stage: &mut S, left: Remaining) -> Result<bool, Trouble> {
        let Some((before, last)) = self.bend.filter(|(before, last)| before == last) else {
            return Ok(false);
        };
        let ((straight, ahead), (turn, aside)) = left.along(last);
        let behind = self.tail.step(before, -1);
        let (back, turn_back) = (last.opposite(), turn.opposite());
        if straight != last {
            return Ok(false);
        }
        if ahead >= 2 && aside >= 2 {
            let turns = [turn, last, last, turn_back, back, turn, turn, last, turn_back, turn_back];
            let returns = [last, turn, turn, back, turn_back, last, last, turn, back, back];
            let mut moves = [last; 20];
            moves[..10].copy_from_slice(&turns);
            moves[10..].copy_from_slice(&returns);
            return self.repeat(
                stage,
                &Pattern::new(moves),
                behind,
                (ahead.min(aside) / 2).min(stage.longest_run()),
            );
        }
        if ahead >= 1 && aside <= 0 {
            let around =
                |side: Direction| Pattern::new([side, last, last, last, side.opposite(), back, back]);
            let open = |side: &Direction| around(*side).fits(self.region, behind, ahead);
            if let Some(side) = sides(last).into_iter().find(open) {
                return self.repeat(stage, &around(side), behind, ahead.min(stage.longest_run()));
            }
        }
        Ok(false)
    }

    fn repeat<S: Stage, const N: usize>(
        &mut self,
        stage: &mut S,
        pattern: &Pattern<N>,
        behind: Place,
        times: i32,
    ) -> Result<bool, Trouble> {
        if !pattern.fits(self.region, behind, times) {
            return Ok(false);
        }
        stage.escort(Carried::Both, pattern, times)?;
        (self.head, self.tail) = (pattern.shifted(self.head, times), pattern.shifted(self.tail, times));
        Ok(true)
    }

    /// The blank's shortest way from behind the snake to the head's front, where nothing is in the way.
    fn composed(&self, next: Direction) -> Option<Route> {
        let (before, last) = self.bend?;
        let behind = self.tail.step(before, -1);
        let front = self.head.step(next, 1);
        let open = |place: Place| self.region.is_free(place);
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
        (open(first) && open(second)).then(|| Route::new(&[behind, first, second, front]))
    }

    /// *Snake-Composed-Movement*: the blank goes to the head's front, head and tail follow it by one cell.
    fn advance<S: Stage>(&mut self, stage: &mut S, heading: Direction, way: &Route) -> Result<(), Trouble> {
        way.follow(stage)?;
        stage.go(heading.opposite(), 1)?;
        let followed = self.tail.towards(self.head);
        stage.go(followed.opposite(), 1)?;
        self.tail = self.head;
        self.head = self.head.step(heading, 1);
        self.bend = Some((followed, heading));
        Ok(())
    }
}
