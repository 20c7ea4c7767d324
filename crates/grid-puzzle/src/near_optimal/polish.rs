//! Polishing: pieces of a walk are replaced by shorter ones with the same effect.
//!
//! A piece lasts while the blank stays in a small rectangle. Its effect there is a small puzzle of
//! its own.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::geometry::Geometry;
use super::permutation::TilePermutation;
use super::rearrange::rearrange;
use super::window::BoardWindow;

/// The parameters of polishing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polishing {
    /// Rows and columns of the rectangle, in either order.
    pub(super) sides: (u32, u32),
    /// The number of states of the beam.
    pub(super) width: usize,
    /// The greatest number of moves of a piece.
    pub(super) longest: usize,
    /// The distance between the beginnings of consecutive pieces, in moves.
    pub(super) stride: usize,
}

impl Polishing {
    /// Polishes a walk once; returns the number of moves saved. If it is stopped, the walk is
    /// polished up to there.
    pub(super) fn run(
        self,
        geometry: &Geometry,
        start: &TilePermutation,
        walk: &mut Vec<Direction>,
        control: &mut Control,
    ) -> Result<usize, Stop> {
        let before = walk.len();
        let mut polished = Vec::with_capacity(walk.len());
        let mut permutation = start.clone();
        let mut at = 0;
        let mut result = Ok(());
        while at < walk.len() {
            if result.is_ok() {
                result = self.replace(geometry, &permutation, walk, &mut at, control);
            }
            let steps = if result.is_ok() { self.stride } else { walk.len() };
            let end = (at + steps).min(walk.len());
            for &direction in &walk[at..end] {
                permutation.go(geometry, direction);
                polished.push(direction);
            }
            at = end;
        }
        *walk = polished;
        result.map(|()| before - walk.len())
    }

    /// Replaces the pieces that begin here. The shorter one is written over the end of the old one,
    /// and `at` moves to its beginning.
    fn replace(
        self,
        geometry: &Geometry,
        permutation: &TilePermutation,
        walk: &mut [Direction],
        at: &mut usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let (a, b) = self.sides;
        for sides in [(a, b), (b, a)].into_iter().take(if a == b { 1 } else { 2 }) {
            let (window, len) = self.piece(geometry, permutation.blank, &walk[*at..], sides);
            // Four moves and fewer cannot be shortened.
            if len < 6 {
                continue;
            }
            let (board, start) = local(geometry, permutation, window, &walk[*at..*at + len]);
            let limit = len as u32 - 2;
            if let Some(shorter) = rearrange(&board, &start, self.width, limit, control)? {
                let end = *at + len;
                *at = end - shorter.len();
                walk[*at..end].copy_from_slice(&shorter);
            }
        }
        Ok(())
    }

    /// The longest piece that stays in a rectangle of this size, and that rectangle.
    fn piece(
        self,
        geometry: &Geometry,
        blank: u32,
        walk: &[Direction],
        sides: (u32, u32),
    ) -> (BoardWindow, usize) {
        let mut window = BoardWindow::of_cell(geometry, blank);
        let mut cell = blank;
        let mut len = 0;
        for direction in walk.iter().take(self.longest) {
            let (rows, columns) = direction.delta();
            cell = cell.wrapping_add_signed(rows * geometry.columns.cast_signed() + columns);
            let mut wider = window;
            wider.include(geometry, cell);
            if wider.rows > sides.0 || wider.columns > sides.1 {
                break;
            }
            window = wider;
            len += 1;
        }
        (window.widened(0, sides, BoardWindow::whole(geometry)), len)
    }
}

/// A window as a board of its own, whose goal is the board after a walk in it.
fn local(
    geometry: &Geometry,
    permutation: &TilePermutation,
    window: BoardWindow,
    walk: &[Direction],
) -> (Geometry, TilePermutation) {
    // Every tile is named by its cell after the walk.
    let columns = window.columns.cast_signed();
    let mut now: Vec<u32> = (0..window.len() as u32).collect();
    let start = window.local(geometry, permutation.blank);
    let mut blank = start;
    for direction in walk {
        let (rows, across) = direction.delta();
        let next = blank.wrapping_add_signed(rows * columns + across);
        now.swap(blank as usize, next as usize);
        blank = next;
    }
    let mut goals = alloc::vec![0; window.len()];
    for (cell, &from) in (0..).zip(&now) {
        goals[from as usize] = cell;
    }
    (Geometry::new(window.rows, window.columns, blank), TilePermutation::new(goals, start))
}
