//! Solves a small board by a beam over the whole of it.
//!
//! States are ranked by the squares of the tiles' distances, the distances, and the linear
//! conflicts. The squares matter most: with 2,000 states, random boards of 5×5 take 108 moves on
//! average, but 114 by distances and conflicts alone.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{Evaluation, Evaluator, WindowBeam, WindowSlide};
use super::geometry::Geometry;
use super::permutation::TilePermutation;
use super::window::BoardWindow;

/// The greatest side of a board.
pub(super) const MAX_LINES: usize = 6;

/// The rank of a tile that has to leave its line, where the square of a single step is 1.
const CONFLICT: u32 = 7;

/// Distances, their squares, and for each row and column the number of tiles that have to leave it
/// so that others can pass.
#[derive(Clone, Copy)]
struct RearrangeMemo {
    distance: u32,
    squares: u32,
    conflicts: u32,
    rows: [u8; MAX_LINES],
    columns: [u8; MAX_LINES],
}

struct RearrangeEvaluator<'r> {
    geometry: &'r Geometry,
    width: usize,
    /// The moves that are left after the next one.
    left: u32,
}

impl Evaluator for RearrangeEvaluator<'_> {
    type Memo = RearrangeMemo;

    fn buckets(&self) -> usize {
        1
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn evaluate(
        &mut self,
        memo: &RearrangeMemo,
        board: &mut [u32],
        slide: WindowSlide,
    ) -> Option<Evaluation<RearrangeMemo>> {
        let WindowSlide { tile, from, to } = slide;
        let mut memo = *memo;
        let geometry = self.geometry;
        memo.distance = memo.distance + geometry.distance(to, tile) - geometry.distance(from, tile);
        memo.squares = memo.squares + geometry.square(to, tile) - geometry.square(from, tile);
        if memo.distance > self.left {
            return None;
        }
        board.swap(from as usize, to as usize);
        // Only the lines of the tile's goal can change.
        for cell in [from, to] {
            let (row, column) = (geometry.row(cell), geometry.column(cell));
            if geometry.row(from) == geometry.row(to) {
                if geometry.column(tile) == column {
                    let conflicts = column_conflicts(geometry, board, column);
                    memo.conflicts = memo.conflicts + conflicts - u32::from(memo.columns[column as usize]);
                    memo.columns[column as usize] = conflicts as u8;
                }
            } else if geometry.row(tile) == row {
                let conflicts = row_conflicts(geometry, board, row);
                memo.conflicts = memo.conflicts + conflicts - u32::from(memo.rows[row as usize]);
                memo.rows[row as usize] = conflicts as u8;
            }
        }
        board.swap(from as usize, to as usize);
        let bound = memo.distance + 2 * memo.conflicts;
        let rank = memo.squares + memo.distance + CONFLICT * memo.conflicts;
        (bound <= self.left).then_some(Evaluation { bucket: 0, rank: rank.into(), memo })
    }
}

fn row_conflicts(geometry: &Geometry, board: &[u32], row: u32) -> u32 {
    let cells = (0..geometry.columns).map(|column| board[geometry.cell(row, column) as usize]);
    let in_line = cells.filter(|&tile| tile != geometry.goal_blank && geometry.row(tile) == row);
    conflicts(in_line.map(|tile| geometry.column(tile)))
}

fn column_conflicts(geometry: &Geometry, board: &[u32], column: u32) -> u32 {
    let cells = (0..geometry.rows).map(|row| board[geometry.cell(row, column) as usize]);
    let in_line = cells.filter(|&tile| tile != geometry.goal_blank && geometry.column(tile) == column);
    conflicts(in_line.map(|tile| geometry.row(tile)))
}

/// How many numbers have to be removed so that the others ascend.
#[inline]
fn conflicts(numbers: impl Iterator<Item = u32>) -> u32 {
    // The least last elements of ascending sequences, by length.
    let mut last = [0; MAX_LINES];
    let (mut len, mut count) = (0, 0);
    for number in numbers {
        count += 1;
        let place = last[..len].iter().position(|&other| other > number).unwrap_or(len);
        last[place] = number;
        len = len.max(place + 1);
    }
    count - len as u32
}

/// A walk of at most `limit` moves after which every tile is in its cell; `None` if the beam does
/// not find one.
pub(super) fn rearrange(
    geometry: &Geometry,
    start: &TilePermutation,
    width: usize,
    limit: u32,
    control: &mut Control,
) -> Result<Option<Vec<Direction>>, Stop> {
    debug_assert!(geometry.rows.max(geometry.columns) as usize <= MAX_LINES);
    let mut memo = RearrangeMemo {
        distance: 0,
        squares: 0,
        conflicts: 0,
        rows: [0; MAX_LINES],
        columns: [0; MAX_LINES],
    };
    for (cell, &tile) in (0..).zip(&start.tiles).filter(|&(_, &tile)| tile != geometry.goal_blank) {
        memo.distance += geometry.distance(cell, tile);
        memo.squares += geometry.square(cell, tile);
    }
    for (row, conflicts) in (0..geometry.rows).zip(&mut memo.rows) {
        *conflicts = row_conflicts(geometry, &start.tiles, row) as u8;
    }
    for (column, conflicts) in (0..geometry.columns).zip(&mut memo.columns) {
        *conflicts = column_conflicts(geometry, &start.tiles, column) as u8;
    }
    memo.conflicts = memo.rows.iter().chain(&memo.columns).map(|&conflicts| u32::from(conflicts)).sum();
    if memo.distance == 0 {
        return Ok(Some(Vec::new()));
    }
    // The search, whose memory is given back in any case.
    let mut beam = WindowBeam::new(geometry, BoardWindow::whole(geometry), start, memo, width);
    let mut evaluator = RearrangeEvaluator { geometry, width, left: limit };
    let found = search(&mut beam, &mut evaluator, control);
    beam.release(control);
    Ok(found?.map(|state| beam.moves(beam.level(), state)))
}

fn search(
    beam: &mut WindowBeam<RearrangeMemo>,
    evaluator: &mut RearrangeEvaluator<'_>,
    control: &mut Control,
) -> Result<Option<usize>, Stop> {
    while evaluator.left > 0 {
        evaluator.left -= 1;
        if !beam.advance(evaluator, control)? {
            return Ok(None);
        }
        let solved = beam.states().iter().position(|state| state.memo.distance == 0);
        if solved.is_some() {
            return Ok(solved);
        }
    }
    Ok(None)
}
