//! Polishing: pieces of a walk are replaced by shorter ones with the same effect.
//!
//! A piece is a small puzzle of its own, on the cells that the blank visits and those beside them.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::geometry::Geometry;
use super::rearrange::rearrange;
use super::small_board::{MAX_CELLS, MAX_LINES, NONE, SmallBoard};

/// The greatest number of rows and of columns between the blank's cells and its first one.
const FARTHEST: u32 = MAX_LINES as u32 / 2 - 2;

/// The parameters of polishing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polishing {
    /// The number of states of the beam.
    pub(super) width: usize,
    /// The greatest number of moves of a piece.
    pub(super) longest: usize,
    /// The distance between the beginnings of consecutive pieces, in moves.
    pub(super) stride: usize,
    /// The beginning of the first piece.
    pub(super) begin: usize,
}

/// The cells of a piece.
struct Piece {
    cells: Vec<u32>,
    /// For each cell of the board its number in `cells`, or [`NONE`].
    numbers: Vec<u8>,
}

impl Polishing {
    /// Polishes a walk of the blank from this cell once. If it is stopped, the walk is polished up
    /// to there, and the first piece of the next run is where it goes on.
    pub(super) fn run(
        &mut self,
        geometry: &Geometry,
        mut blank: u32,
        walk: &mut Vec<Direction>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let bytes = u64::from(geometry.cells()) + walk.len() as u64;
        control.hold(bytes)?;
        let mut piece = Piece { cells: Vec::new(), numbers: alloc::vec![NONE; geometry.cells() as usize] };
        let mut polished = Vec::with_capacity(walk.len());
        let mut at = 0;
        let mut result = Ok(());
        let mut steps = self.begin;
        while at < walk.len() {
            if result.is_err() {
                self.begin = polished.len();
                steps = walk.len();
            }
            let end = (at + steps).min(walk.len());
            for &direction in &walk[at..end] {
                blank = geometry.step(blank, direction);
                polished.push(direction);
            }
            at = end;
            steps = self.stride;
            if result.is_ok() {
                result = self.replace(geometry, &mut piece, blank, walk, &mut at, control);
            }
        }
        control.release(bytes);
        *walk = polished;
        result
    }

    /// Replaces the piece that begins here. The shorter one is written over the end of the old one,
    /// and `at` moves to its beginning.
    fn replace(
        self,
        geometry: &Geometry,
        piece: &mut Piece,
        blank: u32,
        walk: &mut [Direction],
        at: &mut usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let len = piece.begin(geometry, blank, &walk[*at..], self.longest);
        // Four moves and fewer cannot be shortened.
        if len < 6 {
            return Ok(());
        }
        let end = *at + len;
        let board = SmallBoard::of_walk(geometry, &piece.cells, &piece.numbers, blank, &walk[*at..end]);
        if let Some(shorter) = rearrange(board, self.width, len as u32 - 2, control)? {
            *at = end - shorter.len();
            walk[*at..end].copy_from_slice(&shorter);
        }
        Ok(())
    }
}

impl Piece {
    /// Finds the cells of the longest piece that has few enough of them; returns its length.
    fn begin(&mut self, geometry: &Geometry, blank: u32, walk: &[Direction], longest: usize) -> usize {
        for cell in self.cells.drain(..) {
            self.numbers[cell as usize] = NONE;
        }
        let mut visited = blank;
        let mut len = 0;
        self.include(geometry, visited);
        for &direction in walk.iter().take(longest) {
            visited = geometry.step(visited, direction);
            let known = self.cells.len();
            self.include(geometry, visited);
            let is_near = geometry.row(visited).abs_diff(geometry.row(blank)) <= FARTHEST
                && geometry.column(visited).abs_diff(geometry.column(blank)) <= FARTHEST;
            if self.cells.len() > MAX_CELLS || !is_near {
                for cell in self.cells.drain(known..) {
                    self.numbers[cell as usize] = NONE;
                }
                break;
            }
            len += 1;
        }
        self.cells.sort_unstable();
        for (number, &cell) in (0..).zip(&self.cells) {
            self.numbers[cell as usize] = number;
        }
        len
    }

    /// Adds a cell and those around it.
    fn include(&mut self, geometry: &Geometry, cell: u32) {
        let (row, column) = (geometry.row(cell), geometry.column(cell));
        for row in row.saturating_sub(1)..(row + 2).min(geometry.rows) {
            for column in column.saturating_sub(1)..(column + 2).min(geometry.columns) {
                let cell = geometry.cell(row, column);
                if self.numbers[cell as usize] == NONE {
                    self.numbers[cell as usize] = 0;
                    self.cells.push(cell);
                }
            }
        }
    }
}
