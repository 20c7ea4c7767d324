//! Carrying one tile: Parberry's composed moves.
//!
//! The blank goes to the front of the tile and steps onto it, which moves the tile by one. To go on in the same
//! direction it walks around the tile (4 moves, 5 with the tile's own); to turn, it only rounds a corner (2
//! moves, 3 with the tile's own). Therefore the tile goes diagonally as long as it can.

use motion_core::Direction;

use super::frame::{Place, Region};
use super::route::route;
use super::stage::{Actor, Stage, Trouble};

/// Carries a tile to a place, diagonally first and then straight, keeping off the finished cells and off the
/// tile on `protect`. Ends early where `until` says so.
///
/// # References
/// *Place-Pebble* of Algorithms 1 and 2 in the papers on snakes.
pub(crate) fn carry<S: Stage>(
    stage: &mut S,
    region: Region,
    actor: Actor,
    goal: Place,
    protect: Option<Place>,
    until: impl Fn(Place) -> bool,
) -> Result<(), Trouble> {
    let mut at = stage.place_of(actor);
    let mut last = None;
    while at != goal && !until(at) {
        let options = headings(at, goal, region.placed)
            .map(|option| option.filter(|&heading| Some(at.step(heading, 1)) != protect));
        let composed = last.and_then(|last| Composed::after(last, options, region, at, protect));
        let heading = match composed {
            Some(composed) => composed.follow(stage)?,
            None => approach(stage, region, at, options, protect)?,
        };
        stage.go(heading.opposite(), 1)?;
        at = at.step(heading, 1);
        last = Some(heading);
    }
    Ok(())
}

/// The one or two directions that bring a tile nearer to its goal and not onto a finished cell: vertical first.
pub(crate) fn headings(at: Place, goal: Place, placed: i32) -> [Option<Direction>; 2] {
    let under_finished = at.row == 1 && at.column < placed;
    let vertical = match goal.row - at.row {
        1.. => Some(Direction::Down),
        0 => None,
        _ => (!under_finished).then_some(Direction::Up),
    };
    let horizontal = match goal.column - at.column {
        1.. => Some(Direction::Right),
        0 => None,
        _ => Some(Direction::Left),
    };
    [vertical, horizontal]
}

/// Brings the blank to the nearest useful front of the tile.
fn approach<S: Stage>(
    stage: &mut S,
    region: Region,
    at: Place,
    options: [Option<Direction>; 2],
    protect: Option<Place>,
) -> Result<Direction, Trouble> {
    let avoid = [at, protect.unwrap_or(at)];
    let blank = stage.blank();
    let routes = options.into_iter().flatten().filter_map(|heading| {
        route(region, blank, at.step(heading, 1), avoid).map(|route| (heading, route))
    });
    let (heading, route) = routes.min_by_key(|(_, route)| route.length).ok_or(Trouble::Blocked)?;
    route.follow(stage)?;
    Ok(heading)
}

/// The blank's way to the next front where it stands behind the tile: at most three legs.
struct Composed {
    heading: Direction,
    legs: [(Direction, i32); 3],
}

impl Composed {
    /// The way after a step in direction `last`: a turn where there is one, else straight on.
    #[inline]
    fn after(
        last: Direction,
        options: [Option<Direction>; 2],
        region: Region,
        at: Place,
        protect: Option<Place>,
    ) -> Option<Self> {
        let open = |place: Place| region.is_free(place) && Some(place) != protect;
        let behind = at.step(last, -1);
        let turn = options.into_iter().flatten().find(|&option| option != last);
        if let Some(turn) = turn {
            let round_the_corner = turn != last.opposite() && open(behind.step(turn, 1));
            return round_the_corner
                .then_some(Self { heading: turn, legs: [(turn, 1), (last, 1), (turn, 0)] });
        }
        if !options.contains(&Some(last)) {
            return None;
        }
        // Away from the finished line where there is a choice.
        let sides = match last {
            Direction::Left | Direction::Right => [Direction::Down, Direction::Up],
            Direction::Up | Direction::Down => [Direction::Right, Direction::Left],
        };
        let side = sides.into_iter().find(|&side| {
            let lane = behind.step(side, 1);
            open(lane) && open(lane.step(last, 1)) && open(lane.step(last, 2))
        })?;
        Some(Self { heading: last, legs: [(side, 1), (last, 2), (side.opposite(), 1)] })
    }

    #[inline]
    fn follow<S: Stage>(&self, stage: &mut S) -> Result<Direction, Trouble> {
        for (direction, steps) in self.legs {
            stage.go(direction, steps)?;
        }
        Ok(self.heading)
    }
}
