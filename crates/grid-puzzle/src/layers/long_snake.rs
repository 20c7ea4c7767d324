//! Snakes of more than two tiles.
//!
//! One of the tiles, the anchor, stays where it is while the others are carried to it one by one:
//! those before it to the head, those behind it to the tail. Then all move together. A straight
//! step of *k* tiles takes 2*k* + 3 moves. Only the blank's paths are computed in closed form,
//! because these snakes are often tried in dry runs and rarely carried out.

use motion_core::Direction;
use smallvec::SmallVec;

use super::blank_mover::{BlankMover, CarriedTiles, FillError, Routine, TrackedTile, Workspace};
use super::blank_path::around;
use super::frame::{FramePosition, OpenRegion};
use super::move_pattern::MovePattern;
use crate::board::Tile;

type SnakeBody = SmallVec<[FramePosition; 8]>;

/// Forms a snake of these tiles at the anchor, and brings it onto the next cells of the line.
///
/// Fails if a path is blocked. A dry run detects that.
pub(crate) fn place_long(
    workspace: &mut dyn Workspace,
    region: OpenRegion,
    tiles: &[Tile],
    anchor: usize,
) -> Result<(), FillError> {
    let mut body = SnakeBody::from_elem(position_of(workspace, tiles[anchor]), 1);
    for index in (0..anchor).rev() {
        let head = join(workspace, region, tiles[index], &body, body[0])?;
        body.insert(0, head);
    }
    for &tile in &tiles[anchor + 1..] {
        let tail = join(workspace, region, tile, &body, body[body.len() - 1])?;
        body.push(tail);
    }
    travel(workspace, region, &mut body)
}

/// Estimates the moves that [`place_long`] makes, from distances alone.
pub(crate) fn estimate_long(
    workspace: &mut dyn Workspace,
    region: OpenRegion,
    tiles: &[Tile],
    anchor: usize,
) -> u32 {
    let fixed = position_of(workspace, tiles[anchor]);
    let others = tiles.iter().enumerate().filter(|&(index, _)| index != anchor);
    // Each tile is carried to a cell beside the anchor or beside a tile that is already there.
    let joining = others.map(|(index, &tile)| {
        cost(position_of(workspace, tile), fixed).saturating_sub(5 * index.abs_diff(anchor) as u32)
    });
    let joining: u32 = joining.sum();
    let length = tiles.len() as u32;
    let goal = FramePosition { row: 0, column: region.placed + anchor as i32 };
    joining + (2 * length + 1) * fixed.distance(goal)
}

fn position_of(workspace: &mut dyn Workspace, tile: Tile) -> FramePosition {
    workspace.track(tile, tile);
    workspace.position_of(TrackedTile::First)
}

/// Carries a tile to the nearest free cell beside one end of the body; returns that cell.
fn join(
    workspace: &mut dyn Workspace,
    region: OpenRegion,
    tile: Tile,
    body: &[FramePosition],
    end: FramePosition,
) -> Result<FramePosition, FillError> {
    let mut at = position_of(workspace, tile);
    let goal = FramePosition { row: 0, column: region.placed + body.len() as i32 };
    let sides = Direction::ALL.map(|direction| end.step(direction, 1));
    let free = sides.into_iter().filter(|&side| region.is_free(side) && !body.contains(&side));
    let meeting = free.min_by_key(|&side| (cost(at, side), side.distance(goal))).ok_or(FillError::Blocked)?;
    let mut avoid = SnakeBody::from_slice(body);
    avoid.push(at);
    while at != meeting {
        avoid[body.len()] = at;
        let options = Direction::ALL.into_iter().filter(|&heading| {
            let front = at.step(heading, 1);
            front.distance(meeting) < at.distance(meeting) && !body.contains(&front) && region.is_free(front)
        });
        let heading = go_to_front(workspace, region, at, options, &avoid)?;
        workspace.go(heading.opposite(), 1)?;
        at = at.step(heading, 1);
    }
    Ok(at)
}

/// Returns the cost of carrying one tile: six moves per diagonal step, five per straight step.
fn cost(from: FramePosition, to: FramePosition) -> u32 {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    6 * rows.min(columns) + 5 * rows.abs_diff(columns)
}

/// Moves the blank to the nearest neighbour of a position in one of these directions. Returns the
/// direction.
fn go_to_front(
    mover: &mut dyn BlankMover,
    region: OpenRegion,
    at: FramePosition,
    options: impl Iterator<Item = Direction>,
    avoid: &[FramePosition],
) -> Result<Direction, FillError> {
    let blank = mover.blank();
    let ways =
        options.filter_map(|heading| Some((around(region, blank, at.step(heading, 1), avoid)?, heading)));
    let (way, heading) = ways.min_by_key(|(way, _)| way.length).ok_or(FillError::Blocked)?;
    way.follow(mover)?;
    Ok(heading)
}

/// The greatest number of detours, more than any snake needs.
const MAX_DETOURS: u32 = 8;

fn travel(workspace: &mut dyn Workspace, region: OpenRegion, body: &mut SnakeBody) -> Result<(), FillError> {
    let length = body.len() as i32;
    let gate = FramePosition { row: 0, column: region.placed + length - 1 };
    let line_kept_free = region.with_placed(region.placed + length - 1);
    let mut detours = 0;
    // Moves to the gate: nearer if a path is open, otherwise a few times in any direction.
    while body[0] != gate {
        let head = body[0];
        let free = |&heading: &Direction| {
            let front = head.step(heading, 1);
            line_kept_free.is_free(front) && !body.contains(&front)
        };
        let nearer = |heading: &Direction| head.step(*heading, 1).distance(gate) < head.distance(gate);
        let options = Direction::ALL.into_iter().filter(|heading| free(heading) && nearer(heading));
        let heading = match go_to_front(workspace, region, head, options, body) {
            Err(FillError::Blocked) => {
                detours += 1;
                if detours > MAX_DETOURS {
                    return Err(FillError::Blocked);
                }
                go_to_front(workspace, region, head, Direction::ALL.into_iter().filter(free), body)?
            }
            result => result?,
        };
        advance(workspace, heading, body)?;
    }
    // Moves from the gate along the line until all tiles are at their goals.
    for _ in 1..length {
        let left = core::iter::once(Direction::Left);
        let heading = go_to_front(workspace, region, body[0], left, body)?;
        advance(workspace, heading, body)?;
    }
    Ok(())
}

/// Moves all tiles by one cell. The blank is in front of the head.
fn advance(mover: &mut dyn BlankMover, heading: Direction, body: &mut SnakeBody) -> Result<(), FillError> {
    mover.go(heading.opposite(), 1)?;
    for pair in body.windows(2) {
        mover.go(pair[0].towards(pair[1]), 1)?;
    }
    body.pop();
    body.insert(0, body[0].step(heading, 1));
    Ok(())
}

/// A dry run that tracks all tiles of a snake.
#[derive(Clone, Debug)]
pub(crate) struct SnakeDryRun {
    blank: FramePosition,
    names: SmallVec<[Tile; 8]>,
    places: SnakeBody,
    tracked: [usize; 2],
    moves: u32,
    limit: u32,
}

impl SnakeDryRun {
    pub(crate) fn new(workspace: &mut dyn Workspace, tiles: &[Tile], limit: u32) -> Self {
        let places = tiles.iter().map(|&tile| position_of(workspace, tile)).collect();
        Self { blank: workspace.blank(), names: tiles.into(), places, tracked: [0; 2], moves: 0, limit }
    }

    /// Begins a dry run of tiles 1, 2 and so on from their rows and columns.
    #[cfg(test)]
    pub(super) fn at(places: &[(i32, i32)], blank: (i32, i32)) -> Self {
        let place = |&(row, column): &(i32, i32)| FramePosition { row, column };
        Self {
            blank: place(&blank),
            names: (1..=places.len() as u32).map(Tile).collect(),
            places: places.iter().map(place).collect(),
            tracked: [0; 2],
            moves: 0,
            limit: u32::MAX,
        }
    }

    pub(crate) const fn moves(&self) -> u32 {
        self.moves
    }
}

impl Workspace for SnakeDryRun {
    fn track(&mut self, first: Tile, second: Tile) {
        let index = |tile| self.names.iter().position(|&name| name == tile);
        self.tracked = [first, second].map(|tile| index(tile).expect("invariant: a tile of the dry_run"));
    }

    fn count_moves(&self, limit: u32, routine: &Routine) -> Result<u32, FillError> {
        let mut dry_run = Self { moves: 0, limit, ..self.clone() };
        routine(&mut dry_run)?;
        Ok(dry_run.moves)
    }
}

impl BlankMover for SnakeDryRun {
    fn blank(&self) -> FramePosition {
        self.blank
    }

    fn position_of(&self, tile: TrackedTile) -> FramePosition {
        self.places[self.tracked[tile as usize]]
    }

    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), FillError> {
        for place in &mut self.places {
            if place.is_met(self.blank, direction, steps) {
                *place = place.step(direction, -1);
            }
        }
        self.blank = self.blank.step(direction, steps);
        self.moves += steps as u32;
        if self.moves > self.limit { Err(FillError::Blocked) } else { Ok(()) }
    }

    fn repeat_pattern(
        &mut self,
        carried: CarriedTiles,
        pattern: &MovePattern,
        times: i32,
    ) -> Result<(), FillError> {
        let moved = match carried {
            CarriedTiles::One(tile) => [self.tracked[tile as usize]; 2],
            CarriedTiles::Both => self.tracked,
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
            self.moves += pattern.moves().len() as u32 * portion as u32;
            left -= portion;
        }
        if self.moves > self.limit { Err(FillError::Blocked) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const REGION: OpenRegion = OpenRegion { rows: 30, columns: 30, placed: 3 };

    fn assert_at_goals(dry_run: &SnakeDryRun) {
        let goals = (0..).map(|index| FramePosition { row: 0, column: REGION.placed + index });
        assert!(dry_run.places.iter().copied().eq(goals.take(dry_run.places.len())), "{dry_run:?}");
    }

    /// Checks the paper's number for longer snakes.
    #[test]
    fn a_straight_step_takes_twice_the_length_and_three() {
        for length in 2..8 {
            let moves = |distance| {
                let gate = REGION.placed + length - 1;
                let below: Vec<_> = (0..length).map(|index| (distance + index, gate)).collect();
                let mut dry_run = SnakeDryRun::at(&below, (distance - 1, gate));
                let mut body = dry_run.places.clone();
                travel(&mut dry_run, REGION, &mut body).expect("nothing is in the way");
                assert_at_goals(&dry_run);
                dry_run.moves()
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
            let mut dry_run = SnakeDryRun::at(&places, (0, 5));
            let estimate = estimate_long(&mut dry_run, REGION, &tiles, anchor);
            place_long(&mut dry_run, REGION, &tiles, anchor).expect("nothing is in the way");
            assert_at_goals(&dry_run);
            assert!(estimate <= dry_run.moves(), "{estimate} {dry_run:?}");
        }
    }
}
