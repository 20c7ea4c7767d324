//! Snakes of more than two tiles.
//!
//! One of the tiles, the anchor, stays where it is while the others are carried to it, those before it one after another
//! to the head, those behind it to the tail; then all travel. Straight on, a step of *k* tiles takes 2*k* + 3 moves.
//! Nothing here is written in closed form but the blank's ways, for these snakes are rehearsed often and taken rarely.

use motion_core::Direction;
use smallvec::SmallVec;

use super::frame::{Place, Region};
use super::route::around;
use super::stage::{Actor, Carried, Pattern, Stage, Theatre, Trial, Trouble};
use crate::board::Tile;

type Body = SmallVec<[Place; 8]>;

/// Brings these tiles as one snake onto the next cells of the line, the others having been carried to the anchor.
///
/// Fails where the way is blocked, which a rehearsal finds out.
pub(crate) fn place_long<T: Theatre>(
    theatre: &mut T,
    region: Region,
    tiles: &[Tile],
    anchor: usize,
) -> Result<(), Trouble> {
    let mut body = Body::from_elem(place_of(theatre, tiles[anchor]), 1);
    for index in (0..anchor).rev() {
        let head = join(theatre, region, tiles[index], &body, body[0])?;
        body.insert(0, head);
    }
    for &tile in &tiles[anchor + 1..] {
        let tail = join(theatre, region, tile, &body, body[body.len() - 1])?;
        body.push(tail);
    }
    travel(theatre, region, &mut body)
}

/// An estimate of the moves that [`place_long`] makes, from distances alone.
pub(crate) fn estimate_long<T: Theatre>(
    theatre: &mut T,
    region: Region,
    tiles: &[Tile],
    anchor: usize,
) -> u32 {
    let fixed = place_of(theatre, tiles[anchor]);
    let others = tiles.iter().enumerate().filter(|&(index, _)| index != anchor);
    // Each ends not on the anchor, but beside it or beside one that is there.
    let joining = others.map(|(index, &tile)| {
        cost(place_of(theatre, tile), fixed).saturating_sub(5 * index.abs_diff(anchor) as u32)
    });
    let joining: u32 = joining.sum();
    let length = tiles.len() as u32;
    let home = Place { row: 0, column: region.placed + anchor as i32 };
    joining + (2 * length + 1) * fixed.distance(home)
}

fn place_of<T: Theatre>(theatre: &mut T, tile: Tile) -> Place {
    theatre.set_actors(tile, tile);
    theatre.place_of(Actor::First)
}

/// Carries a tile to the nearest free cell beside one end of the body, and says which.
fn join<T: Theatre>(
    theatre: &mut T,
    region: Region,
    tile: Tile,
    body: &[Place],
    end: Place,
) -> Result<Place, Trouble> {
    let mut at = place_of(theatre, tile);
    let goal = Place { row: 0, column: region.placed + body.len() as i32 };
    let sides = Direction::ALL.map(|direction| end.step(direction, 1));
    let free = sides.into_iter().filter(|&side| region.is_free(side) && !body.contains(&side));
    let meeting = free.min_by_key(|&side| (cost(at, side), side.distance(goal))).ok_or(Trouble::Blocked)?;
    let mut avoid = Body::from_slice(body);
    avoid.push(at);
    while at != meeting {
        avoid[body.len()] = at;
        let options = Direction::ALL.into_iter().filter(|&heading| {
            let front = at.step(heading, 1);
            front.distance(meeting) < at.distance(meeting) && !body.contains(&front) && region.is_free(front)
        });
        let heading = go_to_front(theatre, region, at, options, &avoid)?;
        theatre.go(heading.opposite(), 1)?;
        at = at.step(heading, 1);
    }
    Ok(at)
}

/// Six moves for each diagonal step of one tile, five for each straight one.
fn cost(from: Place, to: Place) -> u32 {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    6 * rows.min(columns) + 5 * rows.abs_diff(columns)
}

/// Takes the blank to the front of a place where that is nearest, and says in which direction this is.
fn go_to_front<S: Stage>(
    stage: &mut S,
    region: Region,
    at: Place,
    options: impl Iterator<Item = Direction>,
    avoid: &[Place],
) -> Result<Direction, Trouble> {
    let blank = stage.blank();
    let ways =
        options.filter_map(|heading| Some((around(region, blank, at.step(heading, 1), avoid)?, heading)));
    let (way, heading) = ways.min_by_key(|(way, _)| way.length).ok_or(Trouble::Blocked)?;
    way.follow(stage)?;
    Ok(heading)
}

/// More detours than any snake needs.
const MAX_DETOURS: u32 = 8;

fn travel<T: Theatre>(theatre: &mut T, region: Region, body: &mut Body) -> Result<(), Trouble> {
    let length = body.len() as i32;
    let gate = Place { row: 0, column: region.placed + length - 1 };
    let line_kept_free = region.with_placed(region.placed + length - 1);
    let mut detours = 0;
    while body[0] != gate {
        let head = body[0];
        let free = |&heading: &Direction| {
            let front = head.step(heading, 1);
            line_kept_free.is_free(front) && !body.contains(&front)
        };
        let nearer = |heading: &Direction| head.step(*heading, 1).distance(gate) < head.distance(gate);
        let options = Direction::ALL.into_iter().filter(|heading| free(heading) && nearer(heading));
        let heading = match go_to_front(theatre, region, head, options, body) {
            Err(Trouble::Blocked) => {
                detours += 1;
                if detours > MAX_DETOURS {
                    return Err(Trouble::Blocked);
                }
                go_to_front(theatre, region, head, Direction::ALL.into_iter().filter(free), body)?
            }
            result => result?,
        };
        advance(theatre, heading, body)?;
    }
    for _ in 1..length {
        let left = core::iter::once(Direction::Left);
        let heading = go_to_front(theatre, region, body[0], left, body)?;
        advance(theatre, heading, body)?;
    }
    Ok(())
}

/// The blank is in front of the head: all follow it by one cell.
fn advance<S: Stage>(stage: &mut S, heading: Direction, body: &mut Body) -> Result<(), Trouble> {
    stage.go(heading.opposite(), 1)?;
    for pair in body.windows(2) {
        stage.go(pair[0].towards(pair[1]), 1)?;
    }
    body.pop();
    body.insert(0, body[0].step(heading, 1));
    Ok(())
}

/// The blank and some tiles, and how many moves have been made: what a snake does to its own tiles.
#[derive(Clone, Debug)]
pub(crate) struct Troupe {
    blank: Place,
    names: SmallVec<[Tile; 8]>,
    places: Body,
    actors: [usize; 2],
    moves: u32,
    limit: u32,
}

impl Troupe {
    pub(crate) fn new<T: Theatre>(theatre: &mut T, tiles: &[Tile], limit: u32) -> Self {
        let places = tiles.iter().map(|&tile| place_of(theatre, tile)).collect();
        Self { blank: theatre.blank(), names: tiles.into(), places, actors: [0; 2], moves: 0, limit }
    }
}

impl Trial for Troupe {
    fn moves(&self) -> u32 {
        self.moves
    }
}

impl Theatre for Troupe {
    type Rehearsal = Self;

    fn set_actors(&mut self, first: Tile, second: Tile) {
        let index = |tile| self.names.iter().position(|&name| name == tile);
        self.actors = [first, second].map(|tile| index(tile).expect("invariant: a tile of the troupe"));
    }

    fn rehearsal(&self, limit: u32) -> Self {
        Self { moves: 0, limit, ..self.clone() }
    }
}

impl Stage for Troupe {
    fn blank(&self) -> Place {
        self.blank
    }

    fn place_of(&self, actor: Actor) -> Place {
        self.places[self.actors[actor as usize]]
    }

    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), Trouble> {
        for place in &mut self.places {
            if place.is_met(self.blank, direction, steps) {
                *place = place.step(direction, -1);
            }
        }
        self.blank = self.blank.step(direction, steps);
        self.moves += steps as u32;
        if self.moves > self.limit { Err(Trouble::Blocked) } else { Ok(()) }
    }

    fn escort<const N: usize>(
        &mut self,
        carried: Carried,
        pattern: &Pattern<N>,
        times: i32,
    ) -> Result<(), Trouble> {
        let moved = match carried {
            Carried::One(actor) => [self.actors[actor as usize]; 2],
            Carried::Both => self.actors,
        };
        let mut left = times;
        while left > 0 {
            let others = self.places.iter().enumerate().filter(|(index, _)| !moved.contains(index));
            let portion = pattern.portion(self.blank, left, others.map(|(_, &place)| place));
            if portion == 0 {
                pattern.moves().iter().try_for_each(|&direction| self.go(direction, 1))?;
                left -= 1;
                continue;
            }
            for (index, place) in self.places.iter_mut().enumerate() {
                if moved.contains(&index) {
                    *place = pattern.shifted(*place, portion);
                }
            }
            self.blank = pattern.shifted(self.blank, portion);
            self.moves += N as u32 * portion as u32;
            left -= portion;
        }
        if self.moves > self.limit { Err(Trouble::Blocked) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const REGION: Region = Region { rows: 30, columns: 30, placed: 3 };

    fn troupe(places: &[(i32, i32)], blank: (i32, i32)) -> Troupe {
        let place = |&(row, column): &(i32, i32)| Place { row, column };
        Troupe {
            blank: place(&blank),
            names: (1..=places.len() as u32).map(Tile).collect(),
            places: places.iter().map(place).collect(),
            actors: [0; 2],
            moves: 0,
            limit: u32::MAX,
        }
    }

    fn assert_home(troupe: &Troupe) {
        let home = (0..).map(|index| Place { row: 0, column: REGION.placed + index });
        assert!(troupe.places.iter().copied().eq(home.take(troupe.places.len())), "{troupe:?}");
    }

    /// The paper's figure for longer snakes.
    #[test]
    fn a_straight_step_takes_twice_the_length_and_three() {
        for length in 2..8 {
            let moves = |distance| {
                let gate = REGION.placed + length - 1;
                let below: Vec<_> = (0..length).map(|index| (distance + index, gate)).collect();
                let mut troupe = troupe(&below, (distance - 1, gate));
                let mut body = troupe.places.clone();
                travel(&mut troupe, REGION, &mut body).expect("nothing is in the way");
                assert_home(&troupe);
                troupe.moves()
            };
            for distance in 2..20 {
                assert_eq!(moves(distance + 1) - moves(distance), 2 * length as u32 + 3);
            }
        }
    }

    #[test]
    fn every_tile_can_be_the_anchor() {
        let tiles: Vec<Tile> = (1..=5).map(Tile).collect();
        let places = [(20, 3), (4, 28), (17, 17), (29, 0), (9, 11)];
        for anchor in 0..5 {
            let mut troupe = troupe(&places, (0, 5));
            let estimate = estimate_long(&mut troupe, REGION, &tiles, anchor);
            place_long(&mut troupe, REGION, &tiles, anchor).expect("nothing is in the way");
            assert_home(&troupe);
            assert!(estimate <= troupe.moves(), "{estimate} {troupe:?}");
        }
    }
}
