//! The blank's way from one place to another around one or two tiles, without a search.

use motion_core::search::{Space, a_star};
use motion_core::{Budget, Control, Direction};
use smallvec::SmallVec;

use super::frame::{Place, Region};
use super::stage::{Stage, Trouble};

/// A way of straight legs.
#[derive(Clone, Debug)]
pub(crate) struct Route {
    /// Start, corners, end; neighbours share a row or a column or are the same.
    points: SmallVec<[Place; 5]>,
    pub(crate) length: u32,
}

impl Route {
    #[inline]
    pub(crate) fn new(points: &[Place]) -> Self {
        let length = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        Self { points: SmallVec::from_slice(points), length }
    }

    fn preceded_by(mut self, start: Place) -> Self {
        self.length += start.distance(self.points[0]);
        self.points.insert(0, start);
        self
    }

    fn followed_by(mut self, end: Place) -> Self {
        self.length += end.distance(self.points[self.points.len() - 1]);
        self.points.push(end);
        self
    }

    fn legs(&self) -> impl Iterator<Item = (Place, Place)> {
        self.points.windows(2).map(|leg| (leg[0], leg[1]))
    }

    #[inline]
    pub(crate) fn follow<S: Stage>(&self, stage: &mut S) -> Result<(), Trouble> {
        for (from, to) in self.legs() {
            let (rows, columns) = (to.row - from.row, to.column - from.column);
            match (rows.signum(), columns.signum()) {
                (1, _) => stage.go(Direction::Down, rows)?,
                (-1, _) => stage.go(Direction::Up, -rows)?,
                (_, 1) => stage.go(Direction::Right, columns)?,
                (_, -1) => stage.go(Direction::Left, -columns)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// A shortest way that stays in the region and avoids two places, which are the same or neighbours.
///
/// Nearly always one of the two ways with one corner is free, or one that turns twice beside a tile and makes a
/// detour of two. Between a tile and the finished cells the way leads through a pocket with one opening; only
/// what is left then takes a search.
///
/// # Complexity
/// Constant but for that search, which looks at the places around the obstacle.
#[inline]
pub(crate) fn route(region: Region, from: Place, to: Place, avoid: [Place; 2]) -> Option<Route> {
    straight(region, from, to, avoid).or_else(|| {
        if parted(region, from, to, avoid) { None } else { through_pocket(region, from, to, avoid) }
    })
}

/// The length of the shortest way from one place to any of several, if it is below the limit.
pub(crate) fn shortest(
    region: Region,
    from: Place,
    ends: impl Iterator<Item = Place>,
    avoid: [Place; 2],
    limit: u32,
) -> Option<u32> {
    let mut best = None;
    for to in ends {
        let limit = best.unwrap_or(limit);
        if region.is_free(from) && region.is_free(to) && from.distance(to) < limit {
            let length = route(region, from, to, avoid).map(|route| route.length);
            best = length.filter(|&length| length < limit).or(best);
        }
    }
    best
}

/// A shortest way around any places: as [`route`], by a search where more than two corners are needed.
pub(crate) fn around(region: Region, from: Place, to: Place, avoid: &[Place]) -> Option<Route> {
    let is_open = |points: &[Place]| {
        points.iter().all(|&point| region.is_free(point))
            && points.windows(2).all(|leg| avoid.iter().all(|&tile| !is_on(leg[0], leg[1], tile)))
    };
    if avoid.contains(&to) || !region.is_free(to) {
        return None;
    }
    let corners = [Place { row: to.row, ..from }, Place { row: from.row, ..to }];
    if let Some(corner) = corners.into_iter().find(|&corner| is_open(&[from, corner, to])) {
        return Some(Route::new(&[from, corner, to]));
    }
    let mut best: Option<Route> = None;
    for tile in avoid {
        for side in [1, -1] {
            let (row, column) = (tile.row + side, tile.column + side);
            let by_row = [from, Place { row, ..from }, Place { row, ..to }, to];
            let by_column = [from, Place { column, ..from }, Place { column, ..to }, to];
            for points in [by_row, by_column] {
                let way = Route::new(&points);
                if best.as_ref().is_none_or(|best| way.length < best.length) && is_open(&points) {
                    best = Some(way);
                }
            }
        }
    }
    // A detour of two cannot be avoided where no way with one corner is open.
    match best {
        Some(way) if way.length <= from.distance(to) + 2 => Some(way),
        _ => search(region, from, to, avoid),
    }
}

/// A way with one corner, or else with two.
#[inline]
fn straight(region: Region, from: Place, to: Place, avoid: [Place; 2]) -> Option<Route> {
    for corner in [Place { row: to.row, ..from }, Place { row: from.row, ..to }] {
        let points = [from, corner, to];
        if is_free(region, &points, avoid) {
            return Some(Route::new(&points));
        }
    }
    detour(region, from, to, avoid)
}

/// Whether two tiles side by side cut a region of two columns between the ends of the way.
const fn parted(region: Region, from: Place, to: Place, avoid: [Place; 2]) -> bool {
    let row = avoid[0].row;
    let wall = region.columns == 2 && avoid[1].row == row && avoid[0].column != avoid[1].column;
    wall && (from.row < row) != (to.row < row)
}

/// A way with two corners that is at most two moves longer than the distance: with one or two tiles in the way
/// no other is shorter.
fn detour(region: Region, from: Place, to: Place, avoid: [Place; 2]) -> Option<Route> {
    let shortest = from.distance(to);
    let mut best: Option<(u32, [Place; 4])> = None;
    for tile in avoid {
        for side in [1, -1] {
            let (row, column) = (tile.row + side, tile.column + side);
            let by_row = [from, Place { row, ..from }, Place { row, ..to }, to];
            let by_column = [from, Place { column, ..from }, Place { column, ..to }, to];
            for points in [by_row, by_column] {
                let length = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
                let limit = best.map_or(shortest + 3, |(length, _)| length);
                if length < limit && is_free(region, &points, avoid) {
                    best = Some((length, points));
                }
            }
        }
    }
    best.map(|(_, points)| Route::new(&points))
}

/// The way where one end has a single open neighbour: the way from or to that neighbour, and a step.
fn through_pocket(region: Region, from: Place, to: Place, avoid: [Place; 2]) -> Option<Route> {
    let opening = |end: Place| {
        let sides = Direction::ALL.map(|direction| end.step(direction, 1));
        let mut open = sides.into_iter().filter(|&side| region.is_free(side) && !avoid.contains(&side));
        (open.next(), open.next())
    };
    let search = || search(region, from, to, &avoid);
    match (opening(from), opening(to)) {
        ((None, _), _) | (_, (None, _)) => None,
        ((Some(out), None), _) => {
            straight(region, out, to, avoid).map(|way| way.preceded_by(from)).or_else(search)
        }
        (_, (Some(into), None)) => {
            straight(region, from, into, avoid).map(|way| way.followed_by(to)).or_else(search)
        }
        _ => search(),
    }
}

#[inline]
fn is_free(region: Region, points: &[Place], avoid: [Place; 2]) -> bool {
    // The free places of a row or a column are consecutive: a leg between two of them stays free.
    points.iter().all(|&point| region.is_free(point))
        && points.windows(2).all(|leg| avoid.iter().all(|&tile| !is_on(leg[0], leg[1], tile)))
}

const fn is_on(from: Place, to: Place, place: Place) -> bool {
    is_between(from.row, to.row, place.row) && is_between(from.column, to.column, place.column)
}

const fn is_between(a: i32, b: i32, x: i32) -> bool {
    (a <= x && x <= b) || (b <= x && x <= a)
}

struct Ways<'a> {
    region: Region,
    to: Place,
    avoid: &'a [Place],
}

impl Space for Ways<'_> {
    type State = Place;
    type Action = Direction;

    fn is_goal(&self, &place: &Place) -> bool {
        place == self.to
    }

    fn successors(&self, place: &Place, visit: &mut impl FnMut(Direction, Place, u32)) {
        for direction in Direction::ALL {
            let next = place.step(direction, 1);
            if self.region.is_free(next) && !self.avoid.contains(&next) {
                visit(direction, next, 1);
            }
        }
    }

    fn lower_bound(&self, place: &Place) -> Option<u32> {
        Some(place.distance(self.to))
    }
}

/// No way around two tiles takes a search of more nodes; the longest seen took 127.
const SEARCH_LIMIT: u64 = 4096;

/// The way by search, from the end nearer to the line: if it is shut in there, that is soon known.
#[cold]
fn search(region: Region, from: Place, to: Place, avoid: &[Place]) -> Option<Route> {
    let backwards = to.row < from.row;
    let (start, end) = if backwards { (to, from) } else { (from, to) };
    let mut control = Control::new(Budget::new().with_nodes(SEARCH_LIMIT));
    let path = a_star(&Ways { region, to: end, avoid }, start, &mut control).plan()?;
    let mut corners = alloc::vec![start];
    let mut at = start;
    for turn in path.actions.windows(2) {
        at = at.step(turn[0], 1);
        if turn[0] != turn[1] {
            corners.push(at);
        }
    }
    corners.push(end);
    if backwards {
        corners.reverse();
    }
    Some(Route::new(&corners))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::VecDeque;
    use alloc::vec::Vec;

    fn places(region: Region) -> Vec<Place> {
        let all =
            (0..region.rows).flat_map(|row| (0..region.columns).map(move |column| Place { row, column }));
        all.filter(|&place| region.is_free(place)).collect()
    }

    /// Distances from one place to all others by breadth-first search, -1 where there is no way.
    fn distances(region: Region, from: Place, avoid: [Place; 2]) -> Vec<i32> {
        let index = |place: Place| (place.row * region.columns + place.column) as usize;
        let mut distance = alloc::vec![-1; (region.rows * region.columns) as usize];
        distance[index(from)] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(place) = queue.pop_front() {
            for direction in Direction::ALL {
                let next = place.step(direction, 1);
                if region.is_free(next) && !avoid.contains(&next) && distance[index(next)] < 0 {
                    distance[index(next)] = distance[index(place)] + 1;
                    queue.push_back(next);
                }
            }
        }
        distance
    }

    /// On every small region, with every pair of places and every obstacle of one tile or two neighbours.
    #[test]
    fn routes_are_shortest_ways() {
        for (rows, columns) in [(4, 2), (6, 2), (4, 3), (4, 4), (5, 5)] {
            for placed in 0..columns {
                let region = Region { rows, columns, placed };
                for first in places(region) {
                    let neighbours = Direction::ALL.map(|direction| first.step(direction, 1));
                    let seconds = neighbours.into_iter().filter(|&place| region.is_free(place));
                    for second in seconds.chain([first]) {
                        let avoid = [first, second];
                        for from in places(region).into_iter().filter(|from| !avoid.contains(from)) {
                            let distance = distances(region, from, avoid);
                            for to in places(region).into_iter().filter(|to| !avoid.contains(to)) {
                                let shortest = distance[(to.row * columns + to.column) as usize];
                                match route(region, from, to, avoid) {
                                    Some(route) => check(region, &route, (from, to), avoid, shortest),
                                    None => assert!(shortest < 0, "{region:?} {from:?} {to:?} {avoid:?}"),
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn check(region: Region, route: &Route, ends: (Place, Place), avoid: [Place; 2], shortest: i32) {
        assert_eq!(route.length as i32, shortest, "{region:?} {ends:?} {avoid:?}");
        let mut at = ends.0;
        for (start, end) in route.legs() {
            assert_eq!(start, at);
            while at != end {
                let from = at;
                let towards =
                    |direction: &Direction| from.step(*direction, 1).distance(end) < from.distance(end);
                let mut directions = Direction::ALL.into_iter().filter(towards);
                at = at.step(directions.next().expect("a leg leads somewhere"), 1);
                assert_eq!(directions.next(), None, "a leg is straight");
                assert!(region.is_free(at) && !avoid.contains(&at));
            }
        }
        assert_eq!(at, ends.1);
    }
}
