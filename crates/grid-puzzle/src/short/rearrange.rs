//! From one arrangement of a small board to another, by a beam over the whole of it.
//!
//! States are ranked by the squares of the tiles' distances, the distances, and the linear conflicts. Squares make all the
//! difference: with 2,000 states, random boards of 5×5 take 108 moves in the mean, but 114 by distances and conflicts
//! alone.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{Appraisal, Beam, Guide, Slide};
use super::terrain::{Arrangement, Terrain, Window};

/// The longest side of a board.
pub(super) const MOST_LINES: usize = 6;

/// What a tile that has to leave its line counts, beside the square of a single step.
const CONFLICT: u32 = 7;

/// Distances, their squares in rows and columns apart, and the tiles of each row and column that have to leave it to let
/// others pass.
#[derive(Clone, Copy)]
struct Mark {
    distance: u32,
    squares: u32,
    conflicts: u32,
    rows: [u8; MOST_LINES],
    columns: [u8; MOST_LINES],
}

struct Lead<'r> {
    terrain: &'r Terrain,
    width: usize,
    /// The moves that are left, after the next.
    left: u32,
}

impl Guide for Lead<'_> {
    type Mark = Mark;

    fn groups(&self) -> usize {
        1
    }

    fn width(&self) -> usize {
        self.width
    }

    #[inline]
    fn appraise(&mut self, mark: &Mark, board: &mut [u32], slide: Slide) -> Option<Appraisal<Mark>> {
        let Slide { tile, from, to } = slide;
        let mut mark = *mark;
        let terrain = self.terrain;
        mark.distance = mark.distance + terrain.distance(to, tile) - terrain.distance(from, tile);
        mark.squares = mark.squares + terrain.square(to, tile) - terrain.square(from, tile);
        if mark.distance > self.left {
            return None;
        }
        board.swap(from as usize, to as usize);
        // Only a line to which the tile belongs can change.
        for cell in [from, to] {
            let (row, column) = (terrain.row(cell), terrain.column(cell));
            if terrain.row(from) == terrain.row(to) {
                if terrain.column(tile) == column {
                    let conflicts = column_conflicts(terrain, board, column);
                    mark.conflicts = mark.conflicts + conflicts - u32::from(mark.columns[column as usize]);
                    mark.columns[column as usize] = conflicts as u8;
                }
            } else if terrain.row(tile) == row {
                let conflicts = row_conflicts(terrain, board, row);
                mark.conflicts = mark.conflicts + conflicts - u32::from(mark.rows[row as usize]);
                mark.rows[row as usize] = conflicts as u8;
            }
        }
        board.swap(from as usize, to as usize);
        let bound = mark.distance + 2 * mark.conflicts;
        let rank = mark.squares + mark.distance + CONFLICT * mark.conflicts;
        (bound <= self.left).then_some(Appraisal { group: 0, rank: rank.into(), mark })
    }
}

fn row_conflicts(terrain: &Terrain, board: &[u32], row: u32) -> u32 {
    let cells = (0..terrain.columns).map(|column| board[terrain.cell(row, column) as usize]);
    let at_home = cells.filter(|&tile| tile != terrain.goal_blank && terrain.row(tile) == row);
    conflicts(at_home.map(|tile| terrain.column(tile)))
}

fn column_conflicts(terrain: &Terrain, board: &[u32], column: u32) -> u32 {
    let cells = (0..terrain.rows).map(|row| board[terrain.cell(row, column) as usize]);
    let at_home = cells.filter(|&tile| tile != terrain.goal_blank && terrain.column(tile) == column);
    conflicts(at_home.map(|tile| terrain.row(tile)))
}

/// How many numbers have to go so that the rest ascends.
#[inline]
fn conflicts(numbers: impl Iterator<Item = u32>) -> u32 {
    // The last elements of the longest ascending sequences, by length.
    let mut last = [0; MOST_LINES];
    let (mut len, mut count) = (0, 0);
    for number in numbers {
        count += 1;
        let place = last[..len].iter().position(|&other| other > number).unwrap_or(len);
        last[place] = number;
        len = len.max(place + 1);
    }
    count - len as u32
}

/// A walk of at most `limit` moves, to where every tile is in its cell; none where the beam does not find one.
pub(super) fn rearrange(
    terrain: &Terrain,
    start: &Arrangement,
    width: usize,
    limit: u32,
    control: &mut Control,
) -> Result<Option<Vec<Direction>>, Stop> {
    debug_assert!(terrain.rows.max(terrain.columns) as usize <= MOST_LINES);
    let mut mark =
        Mark { distance: 0, squares: 0, conflicts: 0, rows: [0; MOST_LINES], columns: [0; MOST_LINES] };
    for (cell, &tile) in (0..).zip(&start.tiles).filter(|&(_, &tile)| tile != terrain.goal_blank) {
        mark.distance += terrain.distance(cell, tile);
        mark.squares += terrain.square(cell, tile);
    }
    for (row, conflicts) in (0..terrain.rows).zip(&mut mark.rows) {
        *conflicts = row_conflicts(terrain, &start.tiles, row) as u8;
    }
    for (column, conflicts) in (0..terrain.columns).zip(&mut mark.columns) {
        *conflicts = column_conflicts(terrain, &start.tiles, column) as u8;
    }
    mark.conflicts = mark.rows.iter().chain(&mark.columns).map(|&conflicts| u32::from(conflicts)).sum();
    if mark.distance == 0 {
        return Ok(Some(Vec::new()));
    }
    let mut beam = Beam::new(terrain, Window::whole(terrain), start, mark, width);
    let mut lead = Lead { terrain, width, left: limit };
    let found = search(&mut beam, &mut lead, control);
    beam.release(control);
    Ok(found?.map(|state| beam.moves(beam.level(), state)))
}

fn search(beam: &mut Beam<Mark>, lead: &mut Lead<'_>, control: &mut Control) -> Result<Option<usize>, Stop> {
    while lead.left > 0 {
        lead.left -= 1;
        if !beam.advance(lead, control)? {
            return Ok(None);
        }
        let solved = beam.states().iter().position(|state| state.mark.distance == 0);
        if solved.is_some() {
            return Ok(solved);
        }
    }
    Ok(None)
}
