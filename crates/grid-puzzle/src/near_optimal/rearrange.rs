//! Solves a small board by a beam over the whole of it.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::rearrange_beam::RearrangeBeam;
use super::small_board::SmallBoard;

/// A walk of at most `limit` moves after which every tile is in its cell; `None` if the beam does
/// not find one.
pub(super) fn rearrange(
    board: SmallBoard,
    width: usize,
    limit: u32,
    control: &mut Control,
) -> Result<Option<Vec<Direction>>, Stop> {
    let mut beam = RearrangeBeam::new(board, width);
    // The memory is given back in any case.
    let found = search(&mut beam, limit, control);
    beam.release(control);
    Ok(found?.map(|state| beam.moves(state)))
}

fn search(beam: &mut RearrangeBeam, limit: u32, control: &mut Control) -> Result<Option<usize>, Stop> {
    for left in (0..limit).rev() {
        if beam.solved().is_some() || !beam.advance(left, control)? {
            break;
        }
    }
    Ok(beam.solved())
}
