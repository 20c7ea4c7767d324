//! The procedure in the paper's phase, which determines where the blank stands between two tiles.
//!
//! The laps of `procedure` begin and end at home. In section 9, the blank first goes to square 1. A
//! tile reaches its goal when the blank leaves the goal to the right, and the next step begins
//! there. Since the blank passes home on the way, walks differ in only two ways: there may be one
//! more lap before the first tile, and laps are counted at another cell of the ring. The
//! corrections are those of [`procedure`](super::procedure).

use motion_core::{Control, Direction, Stop};

use super::laps::{LapBoard, OpenArea};
use super::procedure::{bring_near, line_up};
use crate::board::Tile;

/// The ring of the blank's cells around a rectangle at the bottom right.
#[derive(Clone, Copy)]
struct Ring {
    top: u32,
    column: u32,
}

/// Moves the blank clockwise around the ring on which it stands until a condition holds.
fn walk_until(
    board: &mut LapBoard,
    ring: Ring,
    control: &mut Control,
    reached: impl Fn(&LapBoard) -> bool,
) -> Result<(), Stop> {
    let (bottom, right) = (board.size().rows - 1, board.size().columns - 1);
    while !reached(board) {
        let (row, column) = board.position_of(Tile::BLANK);
        let direction = if row == ring.top && column < right {
            Direction::Right
        } else if column == right && row < bottom {
            Direction::Down
        } else if row == bottom && column > ring.column {
            Direction::Left
        } else {
            Direction::Up
        };
        board.go(direction, 1, control)?;
    }
    Ok(())
}

/// Moves the blank around a ring to one of its cells.
fn walk_to(board: &mut LapBoard, ring: Ring, cell: (u32, u32), control: &mut Control) -> Result<(), Stop> {
    walk_until(board, ring, control, |board| board.position_of(Tile::BLANK) == cell)
}

/// Moves the blank around a ring, lap by lap from a cell in the last column back to it, until a
/// condition holds there.
fn lap_until(
    board: &mut LapBoard,
    ring: Ring,
    control: &mut Control,
    reached: impl Fn(&LapBoard) -> bool,
) -> Result<(), Stop> {
    let (row, column) = board.position_of(Tile::BLANK);
    while !reached(board) {
        walk_to(board, ring, (row + 1, column), control)?;
        walk_to(board, ring, (row, column), control)?;
    }
    Ok(())
}

/// Moves the blank up to the boundary and around it to square 1, or to the last square of the first
/// row if there are only two rows: section 9, step 1, and the beginning of section 8.
pub(super) fn begin(board: &mut LapBoard, control: &mut Control) -> Result<(), Stop> {
    let (row, column) = board.position_of(Tile::BLANK);
    let (bottom, right) = (board.size().rows - 1, board.size().columns - 1);
    if column > 0 && column < right && row < bottom {
        board.go(Direction::Up, row, control)?;
    }
    let first = if bottom == 1 { (0, right) } else { (0, 0) };
    walk_to(board, Ring { top: 0, column: 0 }, first, control)
}

/// Places the next tile of the top row, which has at least three open columns: section 9, steps 2
/// and 3.
pub(super) fn place_next(board: &mut LapBoard, tile: Tile, control: &mut Control) -> Result<(), Stop> {
    let (size, open) = (board.size(), board.open());
    let (bottom, right) = (size.rows - 1, size.columns - 1);
    let ring = Ring { top: open.top, column: open.set };
    let (row, column) = board.position_of(tile);
    if column < open.set {
        let below = open.top + 1;
        walk_to(board, ring, (below, right), control)?;
        lap_until(board, Ring { top: below, column }, control, |board| {
            let (row, column) = board.position_of(tile);
            column == right || row == bottom && column >= open.set
        })?;
    } else if column > open.set && column < right && row > open.top && row < bottom {
        walk_to(board, ring, (open.top, right), control)?;
        lap_until(board, Ring { top: open.top, column }, control, |board| {
            board.position_of(tile).0 == bottom
        })?;
    }
    walk_until(board, ring, control, |board| board.position_of(tile) == (open.top, open.set))?;
    board.set_open(open.after());
    Ok(())
}

/// Places the last two tiles of the top row and closes it: section 9, step 4. The blank is then on
/// the last square of the next row.
pub(super) fn place_last_two(
    board: &mut LapBoard,
    [a, b]: [Tile; 2],
    control: &mut Control,
) -> Result<(), Stop> {
    let (size, open) = (board.size(), board.open());
    let (bottom, right) = (size.rows - 1, size.columns - 1);
    let narrow = Ring { top: open.top, column: right - 1 };
    let a_goal = (open.top, right - 1);
    let home = (bottom, right);
    let finish = |board: &mut LapBoard, control: &mut Control| {
        walk_until(board, narrow, control, |board| board.position_of(a) == a_goal)?;
        walk_to(board, narrow, (open.top + 1, right), control)
    };
    if board.position_of(a).1 < right - 1 {
        walk_to(board, narrow, home, control)?;
        bring_near(board, a, control)?;
    }
    finish(board, control)?;
    if board.position_of(b) != (open.top, right) {
        walk_to(board, narrow, home, control)?;
        line_up(board, [a, b], control)?;
        finish(board, control)?;
    }
    assert_eq!(board.position_of(b), (open.top, right));
    board.set_open(open.below());
    Ok(())
}

/// Fills the first of at least three open columns of the last two rows and closes it: section 8.
/// The blank is on the last square of the upper row before and afterwards.
pub(super) fn place_column(
    board: &mut LapBoard,
    [upper, lower]: [Tile; 2],
    control: &mut Control,
) -> Result<(), Stop> {
    let (size, open) = (board.size(), board.open());
    let (bottom, left) = (size.rows - 1, open.left);
    let outer = Ring { top: open.top, column: left };
    let inner = Ring { top: open.top, column: left + 1 };
    lap_until(board, outer, control, |board| board.position_of(lower) == (bottom, left))?;
    if board.position_of(upper) != (open.top, left) {
        lap_until(board, inner, control, |board| board.position_of(upper) == (open.top, left + 1))?;
        // This is one lap less than the ring has tiles, so `lower` moves on by one.
        lap_until(board, outer, control, |board| board.position_of(lower) == (open.top, left))?;
        lap_until(board, inner, control, |board| board.position_of(upper) == (open.top, left + 1))?;
        lap_until(board, outer, control, |board| board.position_of(upper) == (open.top, left))?;
    }
    assert_eq!(board.position_of(lower), (bottom, left));
    board.set_open(open.beside());
    Ok(())
}

/// Moves the blank home, along the ring of all open cells.
pub(super) fn go_home(board: &mut LapBoard, control: &mut Control) -> Result<(), Stop> {
    let (size, OpenArea { top, left, .. }) = (board.size(), board.open());
    walk_to(board, Ring { top, column: left }, (size.rows - 1, size.columns - 1), control)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use super::*;
    use crate::clockwise::board_size::BoardSize;
    use crate::notation::Notation;

    /// A walk, the final cell of the blank, and that of tile 1 or 2, numbered from 1.
    type Figure = (&'static str, u32, u32);

    /// Checks a walk on a board of the figures, which all show tile 12 twice and no tile 9.
    fn check(
        tiles: [u32; 16],
        set: u32,
        (walk, blank, at): Figure,
        step: impl Fn(&mut LapBoard, &mut Control) -> Result<(), Stop>,
    ) {
        let tiles: Vec<Tile> = tiles.into_iter().map(Tile).collect();
        let mut control = Control::unlimited();
        let size = BoardSize { rows: 4, columns: 4 };
        let mut board = LapBoard::held(size, tiles, &mut control).expect("no limit is set");
        board.set_open(OpenArea { set, ..OpenArea::ALL });
        step(&mut board, &mut control).expect("no limit is set");
        assert_eq!(board.blank().0 + 1, blank, "{walk}");
        assert_eq!(board.cell_of(Tile(at)).0 + 1, at, "{walk}");
        let wanted = Notation::Blank.parse_blocks(walk).expect("a walk of the paper");
        assert_eq!(Notation::Blank.display(&board.into_walk(&mut control)).to_string(), wanted.to_string());
    }

    #[test]
    fn the_blank_goes_to_square_1_as_in_figures_13_and_14() {
        let go = |tiles, walk| check(tiles, 0, (walk, 1, 2), begin);
        go([1, 2, 3, 0, 6, 12, 10, 5, 7, 8, 4, 11, 15, 14, 13, 9], "DDDLLLUUU");
        go([1, 2, 3, 10, 6, 12, 0, 5, 7, 8, 4, 11, 15, 14, 13, 9], "URDDDLLLUUU");
    }

    #[test]
    fn tile_1_is_placed_as_in_figures_15_and_16() {
        let place = |tiles, walk| {
            check(tiles, 0, (walk, 2, 1), |board, control| place_next(board, Tile(1), control));
        };
        place([0, 2, 3, 1, 6, 12, 10, 5, 7, 8, 4, 11, 15, 14, 13, 9], "(RRRDDDLLLUUU)2R");
        // From the caption; the text has one L instead of LLL at the end.
        let walk = "RRRDDDLUUUR(DDDLLLUUURRR)5DDDLLLUUUR";
        place([0, 2, 3, 4, 6, 12, 10, 5, 7, 8, 1, 11, 15, 14, 13, 9], walk);
    }

    #[test]
    fn tile_2_is_placed_as_in_figures_17_to_19() {
        let place = |tiles, walk| {
            check(tiles, 1, (walk, 3, 2), |board, control| place_next(board, Tile(2), control));
        };
        place([1, 0, 3, 12, 6, 9, 10, 5, 7, 8, 4, 11, 15, 14, 13, 2], "RR(DDDLLUUURR)3DDDLLUUUR");
        // Five laps. The paper writes six, which bring tile 2 past its goal.
        let walk = "RRD(DDLLLUURRR)3DDLL(UUURRDDDLL)5UUUR";
        place([1, 0, 3, 12, 2, 9, 10, 5, 7, 8, 4, 11, 15, 14, 13, 6], walk);
        place([1, 0, 3, 12, 6, 9, 2, 5, 7, 8, 4, 11, 15, 14, 13, 10], "RR(DDDLUUUR)2(DDDLLUUURR)4DDDLLUUUR");
    }

    /// Section 8, step 3: 2P − 2 laps take tile 1 from square 2 to square 3, and tile 2P to square
    /// 1; for P = 3, square 3 is the blank's, and tile 1 is on the next, P + 1.
    #[test]
    fn in_section_8_tile_1_is_on_square_3_after_2p_minus_2_laps() {
        for columns in 3..8 {
            let last = columns - 1;
            let mut tiles: Vec<Tile> = (1..=2 * columns).map(Tile).collect();
            tiles[last as usize] = Tile::BLANK;
            tiles[2 * columns as usize - 1] = Tile(columns);
            let (upper, lower) = (Tile(2), Tile(columns + 1));
            let mut board = LapBoard::new(BoardSize { rows: 2, columns }, tiles);
            let ring = Ring { top: 0, column: 0 };
            let mut control = Control::unlimited();
            for _ in 0..2 * columns - 2 {
                walk_to(&mut board, ring, (1, last), &mut control).expect("no limit is set");
                walk_to(&mut board, ring, (0, last), &mut control).expect("no limit is set");
            }
            assert_eq!(board.position_of(lower), (0, 0));
            assert_eq!(board.position_of(upper), if columns == 3 { (1, 2) } else { (0, 2) });
        }
    }
}
