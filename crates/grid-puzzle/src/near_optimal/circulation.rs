//! Long walks of the blank that move all tiles of large regions together.
//!
//! If all tiles of a region must go the same way, others must go back elsewhere, and no walk within
//! a window brings many of them nearer. But the steps that all tiles must make, summed for each
//! edge between two cells, are a circulation: as many lead into a cell as out of it. Therefore, the
//! blank can make them all, in the opposite direction, on one closed walk.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use motion_core::Direction;

use super::geometry::Geometry;
use super::permutation::TilePermutation;

/// The side of the squares over which circulations are averaged. This removes local differences.
const SIDE: u32 = 3;

/// A set of steps of the blank. Over each edge between two cells, they move as many tiles one way,
/// less those the other way, as must pass it. Half of every tile is taken to go around one corner
/// of the rectangle between its cell and its goal, and the other half around the other corner.
pub(super) struct Circulation<'g> {
    geometry: &'g Geometry,
    /// For each cell and direction of the blank, the number of times it goes this way.
    ways: Vec<[u32; 4]>,
}

impl<'g> Circulation<'g> {
    /// Estimates the heap memory of a circulation and its walk for this sum of the tiles'
    /// distances.
    pub(super) fn bytes(geometry: &Geometry, distance: u64) -> u64 {
        48 * u64::from(geometry.cells()) + 9 * distance
    }

    /// Makes the circulation for these tiles.
    pub(super) fn new(geometry: &'g Geometry, permutation: &TilePermutation) -> Self {
        let sums = averages(geometry, &sums_above(geometry, permutation));
        let mut circulation = Self { geometry, ways: alloc::vec![[0; 4]; sums.len()] };
        let sum = |cell: Option<u32>| cell.map_or(0, |cell| sums[cell as usize]);
        for cell in 0..geometry.cells() {
            let above = (geometry.row(cell) > 0).then(|| cell - geometry.columns);
            let left = (geometry.column(cell) > 0).then(|| cell - 1);
            for (direction, next) in geometry.neighbours(cell) {
                // The steps of tiles over an edge are the difference of the sums on its two sides.
                let steps = match direction {
                    Direction::Right => sum(Some(cell)) - sum(above),
                    Direction::Down => sum(left) - sum(Some(cell)),
                    Direction::Up | Direction::Left => continue,
                };
                let (from, way) = if steps > 0 { (next, direction.opposite()) } else { (cell, direction) };
                circulation.ways[from as usize][way as usize] += steps.unsigned_abs() as u32;
            }
        }
        circulation
    }

    /// Returns a walk of the blank from this cell and back, along all ways and along those that
    /// join them (*Hierholzer*). It goes straight on where possible.
    pub(super) fn walk(mut self, blank: u32) -> Vec<Direction> {
        self.join(blank);
        let mut open = alloc::vec![(blank, None)];
        let mut walk = Vec::new();
        while let Some(&(cell, last)) = open.last() {
            let ways = &mut self.ways[cell as usize];
            let mut directions = last.into_iter().chain(Direction::ALL);
            if let Some(direction) = directions.find(|&direction| ways[direction as usize] > 0) {
                ways[direction as usize] -= 1;
                open.push((self.geometry.step(cell, direction), Some(direction)));
            } else {
                open.pop();
                walk.extend(last);
            }
        }
        walk.reverse();
        walk
    }

    /// Joins all ways to a cell, by adding ways to them and back.
    fn join(&mut self, start: u32) {
        let cells = self.ways.len();
        // Breadth-first search in which existing ways have length 0.
        let mut lengths = alloc::vec![u32::MAX; cells];
        let mut before = alloc::vec![start; cells];
        let mut is_joined = alloc::vec![false; cells];
        let mut queue = VecDeque::from([(0, start)]);
        (lengths[start as usize], is_joined[start as usize]) = (0, true);
        while let Some((length, cell)) = queue.pop_front() {
            if length > lengths[cell as usize] {
                continue;
            }
            let mut at = cell;
            while self.ways[cell as usize] != [0; 4] && !is_joined[at as usize] {
                is_joined[at as usize] = true;
                let from = before[at as usize];
                let back = self.geometry.neighbours(at).find(|&(_, next)| next == from);
                let back = back.expect("invariant: the search came from a neighbour").0;
                if !self.passes(at, back, from) {
                    self.ways[at as usize][back as usize] += 1;
                    self.ways[from as usize][back.opposite() as usize] += 1;
                }
                at = from;
            }
            for (direction, next) in self.geometry.neighbours(cell) {
                let passes = self.passes(cell, direction, next);
                let longer = length + u32::from(!passes);
                if longer < lengths[next as usize] {
                    (lengths[next as usize], before[next as usize]) = (longer, cell);
                    if passes {
                        queue.push_front((longer, next));
                    } else {
                        queue.push_back((longer, next));
                    }
                }
            }
        }
    }

    /// Whether the blank moves between two cells in either direction.
    fn passes(&self, from: u32, direction: Direction, to: u32) -> bool {
        self.ways[from as usize][direction as usize] + self.ways[to as usize][direction.opposite() as usize]
            > 0
    }
}

/// Returns, for each cell, twice the number of steps to the right that tiles make from it and from
/// the cells above it, less the steps to the left that lead there. The factor two avoids fractions,
/// since half of every tile goes each way.
fn sums_above(geometry: &Geometry, permutation: &TilePermutation) -> Vec<i64> {
    let mut sums = alloc::vec![0; geometry.cells() as usize];
    for (cell, &tile) in (0..).zip(&permutation.tiles) {
        let [from, to] = [cell, tile].map(|cell| geometry.column(cell));
        for row in [cell, tile].map(|cell| geometry.row(cell)) {
            for column in from.min(to)..from.max(to) {
                sums[geometry.cell(row, column) as usize] += if from < to { 1 } else { -1 };
            }
        }
    }
    let columns = geometry.columns as usize;
    for cell in columns..sums.len() {
        sums[cell] += sums[cell - columns];
    }
    sums
}

/// Returns half of each average over a square, rounded. In the last row and in the last column, the
/// sums belong to edges outside the board and are zero.
fn averages(geometry: &Geometry, sums: &[i64]) -> Vec<i64> {
    let (rows, columns) = (geometry.rows as usize, geometry.columns as usize);
    let (reach, count) = (SIDE as usize / 2, i64::from(SIDE.pow(2)));
    let mut averages = alloc::vec![0; sums.len()];
    let near = |at: usize, end: usize| at.saturating_sub(reach)..(at + reach + 1).min(end);
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let lines = near(row, rows).map(|row| &sums[row * columns..][near(column, columns)]);
            let sum: i64 = lines.flatten().sum();
            averages[row * columns + column] = (sum + count).div_euclid(2 * count);
        }
    }
    averages
}

#[cfg(test)]
mod tests {
    use motion_core::internal::splitmix64;

    use super::super::permutation::PartialSolution;
    use super::*;

    /// Returns the board after the walk, which ends where it begins.
    fn after_walk(geometry: &Geometry, tiles: Vec<u32>) -> PartialSolution {
        let blank = tiles.iter().position(|&tile| tile == geometry.goal_blank).expect("the blank") as u32;
        let permutation = TilePermutation::new(tiles, blank);
        let walk = Circulation::new(geometry, &permutation).walk(blank);
        let mut partial = PartialSolution::new(geometry, permutation);
        for direction in walk {
            let next = geometry.neighbours(partial.permutation.blank).find(|&(way, _)| way == direction);
            assert!(next.is_some(), "the blank stays on the board");
            partial.go(geometry, direction);
        }
        assert_eq!(partial.permutation.blank, blank);
        partial
    }

    /// Makes a solved board and turns the rings of some squares by two cells. A square is given by
    /// its first row, its first column and its side.
    fn turned(geometry: &Geometry, squares: &[(u32, u32, u32)]) -> Vec<u32> {
        let mut tiles: Vec<u32> = (0..geometry.cells()).collect();
        for &(row, column, side) in squares {
            for ring in 0..side / 2 {
                let (low, high) = (ring, side - 1 - ring);
                let steps = || low..high;
                let top = steps().map(|at| (low, at));
                let right = steps().map(|at| (at, high));
                let bottom = steps().map(|at| (high, side - 1 - at));
                let left = steps().map(|at| (side - 1 - at, low));
                let cells: Vec<u32> = top
                    .chain(right)
                    .chain(bottom)
                    .chain(left)
                    .map(|(down, along)| geometry.cell(row + down, column + along))
                    .collect();
                for (place, &cell) in cells.iter().enumerate() {
                    tiles[cell as usize] = cells[(place + 2) % cells.len()];
                }
            }
        }
        tiles
    }

    #[test]
    fn regions_turned_alike_are_turned_back() {
        let geometry = Geometry::new(40, 40, 1_599);
        for squares in [&[(0, 0, 40)][..], &[(2, 1, 16), (21, 20, 16)]] {
            let tiles = turned(&geometry, squares);
            let before = TilePermutation::new(tiles.clone(), 0).distance(&geometry);
            let after = after_walk(&geometry, tiles);
            assert!(2 * after.distance < before, "{} steps of {before} are left", after.distance);
            assert!(after.walk.len() as u64 <= before + 80);
        }
    }

    #[test]
    fn the_blank_comes_back_on_every_board() {
        for (seed, (rows, columns)) in (0..).zip([(2, 2), (2, 9), (3, 3), (7, 4), (12, 12)].repeat(8)) {
            let cells: u32 = rows * columns;
            let mut tiles: Vec<u32> = (0..cells).collect();
            for place in (1..cells).rev() {
                let other = splitmix64(seed << 16 | u64::from(place)) % u64::from(place + 1);
                tiles.swap(place as usize, other as usize);
            }
            after_walk(&Geometry::new(rows, columns, seed as u32 % cells), tiles);
        }
    }

    #[test]
    fn nothing_is_done_on_a_solved_board() {
        let geometry = Geometry::new(9, 9, 80);
        assert!(after_walk(&geometry, (0..81).collect()).walk.is_empty());
    }
}
