//! Polishing: pieces of a walk are replaced by shorter ones with the same effect.
//!
//! A piece is as long as the blank stays in a small rectangle. What it does there is a small puzzle of its own.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::geometry::{BoardWindow, Geometry, Permutation};
use super::rearrange::rearrange;

/// How pieces are cut and solved again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polishing {
    /// Rows and columns of the rectangle, in either order.
    pub(super) sides: (u32, u32),
    /// States of the beam.
    pub(super) width: usize,
    /// Most moves of a piece.
    pub(super) longest: usize,
    /// Moves by which pieces begin after one another.
    pub(super) stride: usize,
}

impl Polishing {
    /// Goes through a walk once; gives how many moves were saved. When it is stopped, the walk is what it is by then.
    pub(super) fn run(
        self,
        geometry: &Geometry,
        start: &Permutation,
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

    /// Replaces the pieces that begin here. The shorter one is written over the end of the old one, and `at` moves to its
    /// beginning.
    fn replace(
        self,
        geometry: &Geometry,
        permutation: &Permutation,
        walk: &mut [Direction],
        at: &mut usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let (a, b) = self.sides;
        for sides in [(a, b), (b, a)].into_iter().take(if a == b { 1 } else { 2 }) {
            let (window, len) = self.piece(geometry, permutation.blank, &walk[*at..], sides);
            // Four moves and fewer go round nothing.
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

/// A window as a board of its own, with what a walk in it leaves there as the goal.
fn local(
    geometry: &Geometry,
    permutation: &Permutation,
    window: BoardWindow,
    walk: &[Direction],
) -> (Geometry, Permutation) {
    // Every tile bears the number of the cell where it is at the end.
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
    (Geometry::new(window.rows, window.columns, blank), Permutation::new(goals, start))
}
