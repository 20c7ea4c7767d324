//! Polishing: pieces of a walk are replaced by shorter ones with the same effect.
//!
//! A piece is a small puzzle of its own, on the cells that the blank visits and those beside them.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::geometry::Geometry;
use super::piece::Piece;
use super::rearrange::rearrange;
use super::small_board::SmallBoard;

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

impl Polishing {
    /// Polishes a walk of the blank from this cell once. If it is stopped, the walk is polished up
    /// to that point, and the next run continues there.
    pub(super) fn run(
        &mut self,
        geometry: &Geometry,
        mut blank: u32,
        walk: &mut Vec<Direction>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let bytes = Piece::bytes(geometry) + walk.len() as u64;
        control.hold(bytes)?;
        let mut piece = Piece::new(geometry);
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

    /// Replaces the piece that begins at `at`. The shorter one is written over the end of the old
    /// one, and `at` moves to its beginning.
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
        // Pieces of fewer than six moves are skipped. Those of at most four cannot be shortened.
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
