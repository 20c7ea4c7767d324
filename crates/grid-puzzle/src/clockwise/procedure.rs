//! The paper's procedure, corrected: one tile after another, the last two of a row together, the
//! last two rows column by column.

use motion_core::{Control, Stop};

use super::laps::LapBoard;
use crate::board::Tile;

/// Places the next tile of the top row, which has at least three open columns: section 9, steps 2
/// and 3.
pub(crate) fn place_next(board: &mut LapBoard, tile: Tile, control: &mut Control) -> Result<(), Stop> {
    let (size, open) = (board.size(), board.open());
    let (bottom, right) = (size.rows - 1, size.columns - 1);
    let (row, column) = board.position_of(tile);
    if column < open.set {
        board.lap_until(column, control, |board| {
            let (row, column) = board.position_of(tile);
            column == right || row == bottom && column >= open.set
        })?;
    } else if column > open.set && column < right && row > open.top {
        board.lap_until(column, control, |board| board.position_of(tile).0 == bottom)?;
    }
    board.lap_until(open.set, control, |board| board.position_of(tile) == (open.top, open.set))?;
    board.set_open(open.after());
    Ok(())
}

/// Places the last two tiles of the top row and closes it: section 9, step 4.
///
/// The goal of `a` is in the last column but one, that of `b` in the last one. Two kinds of laps
/// suffice: the narrow one of the last two columns, and the wide one below the row.
pub(crate) fn place_last_two(
    board: &mut LapBoard,
    [a, b]: [Tile; 2],
    control: &mut Control,
) -> Result<(), Stop> {
    let (size, open) = (board.size(), board.open());
    let right = size.columns - 1;
    let (narrow, a_goal, b_goal) = (right - 1, (open.top, right - 1), (open.top, right));
    bring_near(board, a, control)?;
    board.lap_until(narrow, control, |board| board.position_of(a) == a_goal)?;
    if board.position_of(b) != b_goal {
        line_up(board, [a, b], control)?;
        board.lap_until(narrow, control, |board| board.position_of(a) == a_goal)?;
    }
    assert_eq!(board.position_of(b), b_goal);
    board.set_open(open.below());
    Ok(())
}

/// Brings a tile into the last two columns: the first half of step 4 (1).
pub(super) fn bring_near(board: &mut LapBoard, tile: Tile, control: &mut Control) -> Result<(), Stop> {
    let narrow = board.size().columns - 2;
    let (_, column) = board.position_of(tile);
    if column < narrow {
        board.lap_until(column, control, |board| board.position_of(tile).1 >= narrow)?;
    }
    Ok(())
}

/// Brings `b` directly behind `a` in the narrow ring, from where both reach their goals together:
/// step 4 (2) to (4). `a` must be on its goal.
pub(super) fn line_up(board: &mut LapBoard, [a, b]: [Tile; 2], control: &mut Control) -> Result<(), Stop> {
    let (size, open) = (board.size(), board.open());
    let (bottom, right) = (size.rows - 1, size.columns - 1);
    let (narrow, wide) = (right - 1, open.left);
    let (row, column) = board.position_of(b);
    if column == narrow && row < bottom {
        board.lap_until(narrow, control, |board| board.position_of(b).1 == right)?;
        board.lap_until(wide, control, |board| board.position_of(b).1 < narrow)?;
        board.lap_until(narrow, control, |board| board.position_of(a) == (open.top, narrow))?;
    } else if column < narrow {
        board.lap_until(column, control, |board| board.position_of(b).0 == bottom)?;
    }
    board.lap_until(wide, control, |board| board.position_of(b) == (bottom, narrow - 1))?;
    board.lap_until(narrow, control, |board| board.position_of(a) == (bottom, narrow))?;
    board.lap_until(wide, control, |board| board.position_of(a) == (open.top + 1, right))
}

/// Fills the first of at least three open columns of the last two rows and closes it: section 8.
pub(crate) fn place_column(
    board: &mut LapBoard,
    [upper, lower]: [Tile; 2],
    control: &mut Control,
) -> Result<(), Stop> {
    let (size, open) = (board.size(), board.open());
    let (bottom, left) = (size.rows - 1, open.left);
    board.lap_until(left, control, |board| board.position_of(lower) == (bottom, left))?;
    if board.position_of(upper) != (open.top, left) {
        board.lap_until(left + 1, control, |board| board.position_of(upper) == (open.top, left + 1))?;
        // One lap less than the ring has tiles; as many laps as tiles would change nothing.
        for _ in 0..2 * open.columns(size) - 2 {
            board.lap(left, control)?;
        }
        board.lap(left + 1, control)?;
        board.lap(left, control)?;
    }
    assert_eq!(board.position_of(upper), (open.top, left));
    board.set_open(open.beside());
    Ok(())
}
