//! The blank's path from one position to another around one or two tiles, without a search.

use motion_core::search::{Space, a_star};
use motion_core::{Budget, Control, Direction};
use smallvec::SmallVec;

use super::blank_mover::{BlankMover, FillError};
use super::frame::{FramePosition, OpenRegion};

/// A path of straight legs.
#[derive(Clone, Debug)]
pub(crate) struct BlankPath {
    /// Start, corners, end; neighbours share a row or a column or are the same.
    points: SmallVec<[FramePosition; 5]>,
    pub(crate) length: u32,
}

impl BlankPath {
    #[inline]
    pub(crate) fn new(points: &[FramePosition]) -> Self {
        let length = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        Self { points: SmallVec::from_slice(points), length }
    }

    fn preceded_by(mut self, start: FramePosition) -> Self {
        self.length += start.distance(self.points[0]);
        self.points.insert(0, start);
        self
    }

    fn followed_by(mut self, end: FramePosition) -> Self {
        self.length += end.distance(self.points[self.points.len() - 1]);
        self.points.push(end);
        self
    }

    fn legs(&self) -> impl Iterator<Item = (FramePosition, FramePosition)> {
        self.points.windows(2).map(|leg| (leg[0], leg[1]))
    }

    #[inline]
    pub(crate) fn follow(&self, mover: &mut dyn BlankMover) -> Result<(), FillError> {
        for (from, to) in self.legs() {
            let (rows, columns) = (to.row - from.row, to.column - from.column);
            match (rows.signum(), columns.signum()) {
                (1, _) => mover.go(Direction::Down, rows)?,
                (-1, _) => mover.go(Direction::Up, -rows)?,
                (_, 1) => mover.go(Direction::Right, columns)?,
                (_, -1) => mover.go(Direction::Left, -columns)?,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Finds a shortest path that stays in the region and avoids two positions, which are equal or
/// neighbours.
///
/// Nearly always, one of the two paths with one corner is free, or a path two moves longer that
/// turns twice beside a tile. Between a tile and the finished cells, the path leads through a
/// pocket with one opening. Only the other cases need a search.
///
/// # Complexity
/// Constant except for that search, which expands the positions around the obstacle.
#[inline]
pub(crate) fn blank_path(
    region: OpenRegion,
    from: FramePosition,
    to: FramePosition,
    avoid: [FramePosition; 2],
) -> Option<BlankPath> {
    straight(region, from, to, &avoid).or_else(|| {
        if parted(region, from, to, avoid) { None } else { through_pocket(region, from, to, avoid) }
    })
}

/// Returns the length of the shortest path from one position to any of several, if it is below the
/// limit.
pub(crate) fn shortest(
    region: OpenRegion,
    from: FramePosition,
    ends: impl Iterator<Item = FramePosition>,
    avoid: [FramePosition; 2],
    limit: u32,
) -> Option<u32> {
    let mut best = None;
    for to in ends {
        let limit = best.unwrap_or(limit);
        if region.is_free(from) && region.is_free(to) && from.distance(to) < limit {
            let length = blank_path(region, from, to, avoid).map(|path| path.length);
            best = length.filter(|&length| length < limit).or(best);
        }
    }
    best
}

/// Finds a shortest path around any positions, like [`blank_path`]; by a search if it needs more
/// than two corners.
pub(crate) fn around(
    region: OpenRegion,
    from: FramePosition,
    to: FramePosition,
    avoid: &[FramePosition],
) -> Option<BlankPath> {
    if avoid.contains(&to) || !region.is_free(to) {
        return None;
    }
    straight(region, from, to, avoid).or_else(|| search(region, from, to, avoid))
}

/// Finds a path with one corner, or else with two.
#[inline]
fn straight(
    region: OpenRegion,
    from: FramePosition,
    to: FramePosition,
    avoid: &[FramePosition],
) -> Option<BlankPath> {
    for corner in [FramePosition { row: to.row, ..from }, FramePosition { row: from.row, ..to }] {
        let points = [from, corner, to];
        if is_free(region, &points, avoid) {
            return Some(BlankPath::new(&points));
        }
    }
    detour(region, from, to, avoid)
}

/// Whether two tiles side by side separate the ends of the path in a region of two columns.
const fn parted(
    region: OpenRegion,
    from: FramePosition,
    to: FramePosition,
    avoid: [FramePosition; 2],
) -> bool {
    let row = avoid[0].row;
    let wall = region.columns == 2 && avoid[1].row == row && avoid[0].column != avoid[1].column;
    wall && (from.row < row) != (to.row < row)
}

/// Finds a path with two corners that is at most two moves longer than the distance. If no path
/// with one corner is free, no path is shorter.
fn detour(
    region: OpenRegion,
    from: FramePosition,
    to: FramePosition,
    avoid: &[FramePosition],
) -> Option<BlankPath> {
    let shortest = from.distance(to);
    let mut best: Option<(u32, [FramePosition; 4])> = None;
    for tile in avoid {
        for side in [1, -1] {
            let (row, column) = (tile.row + side, tile.column + side);
            let by_row = [from, FramePosition { row, ..from }, FramePosition { row, ..to }, to];
            let by_column = [from, FramePosition { column, ..from }, FramePosition { column, ..to }, to];
            for points in [by_row, by_column] {
                let length = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
                let limit = best.map_or(shortest + 3, |(length, _)| length);
                if length < limit && is_free(region, &points, avoid) {
                    best = Some((length, points));
                }
            }
        }
    }
    best.map(|(_, points)| BlankPath::new(&points))
}

/// Finds the path if one end has a single open neighbour: the path from or to that neighbour, plus
/// a step.
fn through_pocket(
    region: OpenRegion,
    from: FramePosition,
    to: FramePosition,
    avoid: [FramePosition; 2],
) -> Option<BlankPath> {
    let opening = |end: FramePosition| {
        let sides = Direction::ALL.map(|direction| end.step(direction, 1));
        let mut open = sides.into_iter().filter(|&side| region.is_free(side) && !avoid.contains(&side));
        (open.next(), open.next())
    };
    let search = || search(region, from, to, &avoid);
    match (opening(from), opening(to)) {
        ((None, _), _) | (_, (None, _)) => None,
        ((Some(out), None), _) => {
            straight(region, out, to, &avoid).map(|way| way.preceded_by(from)).or_else(search)
        }
        (_, (Some(into), None)) => {
            straight(region, from, into, &avoid).map(|way| way.followed_by(to)).or_else(search)
        }
        _ => search(),
    }
}

#[inline]
fn is_free(region: OpenRegion, points: &[FramePosition], avoid: &[FramePosition]) -> bool {
    // A leg between two free positions is free, because those of a row or a column are consecutive.
    points.iter().all(|&point| region.is_free(point))
        && points.windows(2).all(|leg| avoid.iter().all(|&tile| !is_on(leg[0], leg[1], tile)))
}

const fn is_on(from: FramePosition, to: FramePosition, place: FramePosition) -> bool {
    is_between(from.row, to.row, place.row) && is_between(from.column, to.column, place.column)
}

const fn is_between(a: i32, b: i32, x: i32) -> bool {
    (a <= x && x <= b) || (b <= x && x <= a)
}

struct PathSpace<'a> {
    region: OpenRegion,
    to: FramePosition,
    avoid: &'a [FramePosition],
}

impl Space for PathSpace<'_> {
    type State = FramePosition;
    type Action = Direction;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), &place: &FramePosition) -> bool {
        place == self.to
    }

    fn successors(
        &self,
        (): &mut (),
        place: &FramePosition,
        visit: &mut impl FnMut(Direction, FramePosition, u32),
    ) {
        for direction in Direction::ALL {
            let next = place.step(direction, 1);
            if self.region.is_free(next) && !self.avoid.contains(&next) {
                visit(direction, next, 1);
            }
        }
    }
}

/// The greatest number of nodes of a search. A path around two tiles needs fewer; the most measured
/// is 127.
const SEARCH_LIMIT: u64 = 4096;

/// Searches for a path from the end nearer to the line. If that end is enclosed, few nodes show it.
#[cold]
fn search(
    region: OpenRegion,
    from: FramePosition,
    to: FramePosition,
    avoid: &[FramePosition],
) -> Option<BlankPath> {
    let backwards = to.row < from.row;
    let (start, end) = if backwards { (to, from) } else { (from, to) };
    let mut control = Control::new(Budget::new().with_nodes(SEARCH_LIMIT));
    let space = PathSpace { region, avoid, to: end };
    let distance = |&position: &FramePosition| Some(position.distance(end));
    let path = a_star(&space, distance, start, &mut control).plan()?;
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
    Some(BlankPath::new(&corners))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::VecDeque;
    use alloc::vec::Vec;

    fn places(region: OpenRegion) -> Vec<FramePosition> {
        let all = (0..region.rows)
            .flat_map(|row| (0..region.columns).map(move |column| FramePosition { row, column }));
        all.filter(|&place| region.is_free(place)).collect()
    }

    /// Returns the distances from one position to all others by breadth-first search; -1 if there
    /// is no path.
    fn distances(region: OpenRegion, from: FramePosition, avoid: [FramePosition; 2]) -> Vec<i32> {
        let index = |place: FramePosition| (place.row * region.columns + place.column) as usize;
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

    /// Covers every small region, with every pair of positions and every obstacle of one tile or
    /// two neighbours.
    #[test]
    fn paths_are_shortest() {
        for (rows, columns) in [(4, 2), (6, 2), (4, 3), (4, 4), (5, 5)] {
            for placed in 0..columns {
                let region = OpenRegion { rows, columns, placed };
                for first in places(region) {
                    let neighbours = Direction::ALL.map(|direction| first.step(direction, 1));
                    let seconds = neighbours.into_iter().filter(|&place| region.is_free(place));
                    for second in seconds.chain([first]) {
                        let avoid = [first, second];
                        for from in places(region).into_iter().filter(|from| !avoid.contains(from)) {
                            let distance = distances(region, from, avoid);
                            for to in places(region).into_iter().filter(|to| !avoid.contains(to)) {
                                let shortest = distance[(to.row * columns + to.column) as usize];
                                match blank_path(region, from, to, avoid) {
                                    Some(path) => check(region, &path, (from, to), avoid, shortest),
                                    None => assert!(shortest < 0, "{region:?} {from:?} {to:?} {avoid:?}"),
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn check(
        region: OpenRegion,
        path: &BlankPath,
        ends: (FramePosition, FramePosition),
        avoid: [FramePosition; 2],
        shortest: i32,
    ) {
        assert_eq!(path.length as i32, shortest, "{region:?} {ends:?} {avoid:?}");
        let mut at = ends.0;
        for (start, end) in path.legs() {
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
