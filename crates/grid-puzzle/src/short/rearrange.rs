//! From one arrangement of a small board to another, by a beam that goes for distances and linear conflicts.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::beam::{Appraisal, Beam, Guide, Slide};
use super::terrain::{Arrangement, Terrain, Window};

/// The longest side of a board.
pub(super) const MOST_LINES: usize = 6;

/// Distances, and the tiles of each row and column that have to leave it to let others pass.
#[derive(Clone, Copy)]
struct Mark {
    distance: u32,
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
        if mark.distance > self.left {
            return None;
        }
        board.swap(from as usize, to as usize);
        for cell in [from, to] {
            if terrain.row(from) == terrain.row(to) {
                let column = terrain.column(cell);
                let conflicts = column_conflicts(terrain, board, column);
                mark.conflicts = mark.conflicts + conflicts - u32::from(mark.columns[column as usize]);
                mark.columns[column as usize] = conflicts as u8;
            } else {
                let row = terrain.row(cell);
                let conflicts = row_conflicts(terrain, board, row);
                mark.conflicts = mark.conflicts + conflicts - u32::from(mark.rows[row as usize]);
                mark.rows[row as usize] = conflicts as u8;
            }
        }
        board.swap(from as usize, to as usize);
        let bound = mark.distance + 2 * mark.conflicts;
        (bound <= self.left).then_some(Appraisal { group: 0, rank: i64::from(bound), mark })
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
    let mut mark = Mark { distance: 0, conflicts: 0, rows: [0; MOST_LINES], columns: [0; MOST_LINES] };
    mark.distance = start.distance(terrain) as u32;
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
