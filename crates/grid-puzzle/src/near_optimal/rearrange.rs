//! Solves a small board by a beam over the whole of it.
//!
//! A piece of a walk is solved by a beam of the best states. On whole boards, that gathers around
//! one place and takes more moves: there the states compete with those whose blank is in the same
//! cell, until few steps are left, and then with those whose blank is in the same of 4×4 regions.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::rearrange_beam::{Ranking, RearrangeBeam};
use super::small_board::SmallBoard;

/// Few steps are left when there are this number of them for this number of cells.
const FEW_STEPS: u32 = 2;
const FEW_STEPS_CELLS: u32 = 5;

/// At most this number of moves is then made for each of these steps.
const MOVES_PER_STEP: u32 = 5;

/// Rows and columns of regions.
const REGIONS: usize = 4;

/// A walk of at most `limit` moves after which every tile is in its cell; `None` if the beam does
/// not find one.
pub(super) fn rearrange(
    board: SmallBoard,
    width: usize,
    limit: u32,
    control: &mut Control,
) -> Result<Option<Vec<Direction>>, Stop> {
    control.scope(|control| {
        let mut beam = RearrangeBeam::new(board, width);
        let solved = search(&mut beam, limit, control)?;
        Ok(solved.map(|state| beam.moves(state)))
    })
}

/// A walk that solves a board of any shape or, if its moves are used up, one that leaves few steps;
/// `None` if the beam finds neither. This number of states survives in all regions together.
pub(super) fn rearrange_by_regions(
    board: SmallBoard,
    states: usize,
    limit: u32,
    control: &mut Control,
) -> Result<Option<Vec<Direction>>, Stop> {
    control.scope(|control| {
        let mut beam = RearrangeBeam::new(board, states);
        let [rows, columns] = beam.size();
        let cells = rows * columns;
        beam.divide(states.div_ceil(cells), Ranking::far_first(), |[row, column]| {
            (usize::from(row) * columns + usize::from(column)) as u8
        });
        let mut left = limit;
        while FEW_STEPS_CELLS * beam.least_distance() > FEW_STEPS * cells as u32 {
            if left == 0 || !beam.advance(left - 1, control)? {
                return Ok(None);
            }
            left -= 1;
        }
        let near = beam.moves(beam.state_of_least_rank());
        let part = |at: u8, lines: usize| REGIONS * usize::from(at) / lines;
        beam.divide(states.div_ceil(REGIONS * REGIONS), Ranking::squares(), |[row, column]| {
            (part(row, rows) * REGIONS + part(column, columns)) as u8
        });
        let limit = left.min(MOVES_PER_STEP * beam.least_distance());
        let solved = search(&mut beam, limit, control)?;
        Ok(Some(solved.map_or(near, |state| beam.moves(state))))
    })
}

fn search(beam: &mut RearrangeBeam, limit: u32, control: &mut Control) -> Result<Option<usize>, Stop> {
    for left in (0..limit).rev() {
        if beam.solved().is_some() || !beam.advance(left, control)? {
            break;
        }
    }
    Ok(beam.solved())
}

#[cfg(test)]
mod tests {
    use motion_core::splitmix64;

    use super::super::geometry::Geometry;
    use super::super::permutation::TilePermutation;
    use super::super::window::BoardWindow;
    use super::*;
    use crate::board::{Board, Tile};
    use crate::instance::Instance;

    const SIDE: u32 = 10;
    const CELLS: u64 = 100;

    fn random(seed: u64) -> Instance {
        let mut tiles: Vec<Tile> = (0..SIDE * SIDE).map(Tile).collect();
        for place in (1..CELLS).rev() {
            tiles.swap(place as usize, (splitmix64(seed << 8 | place) % (place + 1)) as usize);
        }
        let start = Board::from_permutation(SIDE, SIDE, tiles);
        Instance::new(start, Board::solved(SIDE, SIDE).expect("a size")).expect("equal sizes")
    }

    #[test]
    fn boards_are_solved_or_brought_near_their_goals() {
        const STATES: usize = 1_000;
        for instance in (0..12).map(random).filter(Instance::is_solvable).take(3) {
            let geometry = Geometry::of(instance.goal());
            let start = TilePermutation::start(&instance);
            let board = || SmallBoard::of_window(&geometry, &start, BoardWindow::whole(&geometry));
            let mut control = Control::unlimited();
            let mut solve = |limit| {
                let moves = rearrange_by_regions(board(), STATES, limit, &mut control).expect("no limit")?;
                let mut end = start.clone();
                for &direction in &moves {
                    end.go(&geometry, direction);
                }
                assert!(moves.len() <= limit as usize);
                Some((moves.len() as u32, end.distance(&geometry)))
            };
            let (moves, left) = solve(1_300).expect("the limit is generous");
            assert!(
                u64::from(FEW_STEPS_CELLS) * left <= u64::from(FEW_STEPS + 1) * CELLS,
                "{left} steps are left"
            );
            assert_eq!(solve(moves / 2), None);
            assert_eq!(control.stats().bytes, 0, "all memory is given back");
        }
    }
}
