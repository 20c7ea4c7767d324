//! Solution of a small board by a beam over the whole of it, or an approach to its goal.
//!
//! A piece of a walk is solved by a beam of the best states. On whole boards, the states of such a
//! beam gather around one place, and the walk takes more moves. There, each state competes only
//! with those whose blank is in the same cell. When few steps are left, such a beam is slow, and
//! other methods do the rest.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::ranking::Ranking;
use super::rearrange_beam::RearrangeBeam;
use super::small_board::SmallBoard;

/// A walk ends near the goal when one step for this number of cells is left.
const CELLS_PER_STEP: u32 = 12;

/// The greatest number of moves per cell after one step per cell is left.
const LAST_MOVES: u32 = 4;

/// Finds a walk of at most `limit` moves after which every tile is in its cell. Returns `None` if
/// the beam does not find one.
pub(super) fn rearrange(
    board: SmallBoard,
    width: usize,
    limit: u32,
    control: &mut Control,
) -> Result<Option<Vec<Direction>>, Stop> {
    control.scope(|control| {
        let mut beam = RearrangeBeam::new(board, width);
        for left in (0..limit).rev() {
            if beam.solved().is_some() || !beam.advance(left, control)? {
                break;
            }
        }
        Ok(beam.solved().map(|state| beam.moves(state)))
    })
}

/// Finds a walk of at most `limit` moves after which few steps are left. Returns `None` if the beam
/// does not find one. `states` is the number of surviving states for all cells of the blank
/// together.
pub(super) fn bring_near_goal(
    board: SmallBoard,
    states: usize,
    limit: u32,
    control: &mut Control,
) -> Result<Option<Vec<Direction>>, Stop> {
    let cells = board.places.len() as u32;
    control.scope(|control| {
        let mut beam = RearrangeBeam::new(board, states);
        let width = states.div_ceil(cells as usize);
        let mut left = limit;
        for (ranking, least) in
            [(Ranking::far_first(), cells), (Ranking::far_first_with_cycles(), cells / CELLS_PER_STEP)]
        {
            beam.compete_by_cell(width, ranking);
            let end = if least == cells { 0 } else { left.saturating_sub(LAST_MOVES * cells) };
            while beam.least_distance() > least && left > end {
                left -= 1;
                if !beam.advance(left, control)? {
                    return Ok(None);
                }
            }
        }
        Ok((left > 0).then(|| beam.moves(beam.nearest_state())))
    })
}

/// Makes the first moves of [`bring_near_goal`]: at most this number, and no more than this share
/// of the limit allows.
pub(super) fn try_to_bring_near_goal(
    board: SmallBoard,
    states: usize,
    (moves, share): (u32, f64),
    control: &mut Control,
) -> Result<(), Stop> {
    let end = control.fraction_used().map_or(1.0, |used| used + share);
    control.scope(|control| {
        let cells = board.places.len();
        let mut beam = RearrangeBeam::new(board, states);
        beam.compete_by_cell(states.div_ceil(cells), Ranking::far_first());
        for _ in 0..moves {
            beam.advance(u32::MAX, control)?;
            if control.fraction_used().is_some_and(|used| used > end) {
                break;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use motion_core::internal::splitmix64;
    use motion_testing::cases;

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
    fn boards_are_brought_near_their_goals() {
        const STATES: usize = 1_000;
        for instance in (0..12).map(random).filter(Instance::is_solvable).take(cases(1, 3)) {
            let geometry = Geometry::of(instance.goal());
            let start = TilePermutation::start(&instance);
            let board = || SmallBoard::of_window(&geometry, &start, BoardWindow::whole(&geometry));
            let mut control = Control::unlimited();
            let mut solve = |limit| {
                let moves = bring_near_goal(board(), STATES, limit, &mut control).expect("no limit")?;
                let mut end = start.clone();
                for &direction in &moves {
                    end.go(&geometry, direction);
                }
                assert!(moves.len() <= limit as usize);
                Some((moves.len() as u32, end.distance(&geometry)))
            };
            let (moves, left) = solve(1_300).expect("the limit is generous");
            assert!(u64::from(CELLS_PER_STEP) * left <= 2 * CELLS, "{left} steps are left");
            assert_eq!(solve(moves / 2), None);
            assert_eq!(control.stats().bytes, 0, "all memory is given back");
        }
    }
}
