//! The paper's procedure, corrected: one tile after another, the last two of a row together, the last two rows column
//! by column.

use motion_core::{Control, Stop};

use super::rings::Rings;
use crate::board::Tile;

/// Sets the next tile of the top row, which has at least three open columns: section 9, steps 2 and 3.
pub(crate) fn place_next(rings: &mut Rings, tile: Tile, control: &mut Control) -> Result<(), Stop> {
    let (size, open) = (rings.size(), rings.open());
    let (bottom, right) = (size.rows - 1, size.columns - 1);
    let (row, column) = rings.place_of(tile);
    if column < open.set {
        rings.lap_until(column, control, |rings| {
            let (row, column) = rings.place_of(tile);
            column == right || row == bottom && column >= open.set
        })?;
    } else if column > open.set && column < right && row > open.top {
        rings.lap_until(column, control, |rings| rings.place_of(tile).0 == bottom)?;
    }
    rings.lap_until(open.set, control, |rings| rings.place_of(tile) == (open.top, open.set))?;
    rings.set_open(open.after());
    Ok(())
}

/// Sets the last two tiles of the top row and closes it: section 9, step 4.
///
/// `a` belongs into the last column but one, `b` into the last one. Two laps do it all: the narrow one of the last two
/// columns, and the wide one below the row.
pub(crate) fn place_last_two(
    rings: &mut Rings,
    [a, b]: [Tile; 2],
    control: &mut Control,
) -> Result<(), Stop> {
    let (size, open) = (rings.size(), rings.open());
    let (bottom, right) = (size.rows - 1, size.columns - 1);
    let (narrow, wide) = (right - 1, open.left);
    let [a_goal, b_goal] = [(open.top, narrow), (open.top, right)];

    let (_, column) = rings.place_of(a);
    if column < narrow {
        rings.lap_until(column, control, |rings| rings.place_of(a).1 >= narrow)?;
    }
    rings.lap_until(narrow, control, |rings| rings.place_of(a) == a_goal)?;
    if rings.place_of(b) != b_goal {
        let (row, column) = rings.place_of(b);
        if column == narrow && row < bottom {
            rings.lap_until(narrow, control, |rings| rings.place_of(b).1 == right)?;
            rings.lap_until(wide, control, |rings| rings.place_of(b).1 < narrow)?;
            rings.lap_until(narrow, control, |rings| rings.place_of(a) == a_goal)?;
        } else if column < narrow {
            rings.lap_until(column, control, |rings| rings.place_of(b).0 == bottom)?;
        }
        rings.lap_until(wide, control, |rings| rings.place_of(b) == (bottom, narrow - 1))?;
        rings.lap_until(narrow, control, |rings| rings.place_of(a) == (bottom, narrow))?;
        rings.lap_until(wide, control, |rings| rings.place_of(a) == (open.top + 1, right))?;
        // In the narrow ring `b` follows `a`.
        rings.lap_until(narrow, control, |rings| rings.place_of(a) == a_goal)?;
    }
    debug_assert_eq!(rings.place_of(b), b_goal);
    rings.set_open(open.below());
    Ok(())
}

/// Sets the first open column of the last two rows, of which there are at least three, and closes it: section 8.
pub(crate) fn place_column(
    rings: &mut Rings,
    [upper, lower]: [Tile; 2],
    control: &mut Control,
) -> Result<(), Stop> {
    let (size, open) = (rings.size(), rings.open());
    let (bottom, left) = (size.rows - 1, open.left);
    rings.lap_until(left, control, |rings| rings.place_of(lower) == (bottom, left))?;
    if rings.place_of(upper) != (open.top, left) {
        rings.lap_until(left + 1, control, |rings| rings.place_of(upper) == (open.top, left + 1))?;
        // One lap less than the places of the ring: all of them would change nothing.
        for _ in 0..2 * open.columns(size) - 2 {
            rings.lap(left, control)?;
        }
        rings.lap(left + 1, control)?;
        rings.lap(left, control)?;
    }
    debug_assert_eq!(rings.place_of(upper), (open.top, left));
    rings.set_open(open.beside());
    Ok(())
}
