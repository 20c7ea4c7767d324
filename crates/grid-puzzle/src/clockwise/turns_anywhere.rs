//! Solutions with turns anywhere: layer by layer, by single steps.

use alloc::vec::Vec;

use motion_core::{Cell, Control, Direction, Stop, Walk};
use smallvec::SmallVec;

use super::approach::{ApproachPath, ClockwiseGoal};
use super::board_size::BoardSize;
use super::laps::LapBoard;
use super::multi_tile::MAX_TILES;
use super::rotation::Rotation;
use super::single_steps::{OpenCells, place, place_certainly};
use crate::board::Tile;
use crate::instance::Instance;

/// The side of the window in which the last tile of a line is inserted if the last two cannot be
/// placed together. A window that is too narrow is widened.
const WINDOW: u32 = 4;

/// The last cells, if they are at most this many, are always solved at once.
const MAX_REST: u32 = 6;

/// The numbers of finished rows at the top and finished columns at the left.
#[derive(Clone, Copy)]
struct FinishedLines {
    top: u32,
    left: u32,
}

/// Returns the number of states of this many tiles, the blank and its heading on this many cells.
fn state_count(cells: u32, tiles: u32) -> u64 {
    let free = |taken| u64::from(cells).saturating_sub(taken);
    (0..=u64::from(tiles)).map(free).fold(4, u64::saturating_mul)
}

/// Returns the number of tiles that may be placed together.
fn together(cells: u32, limit: u64) -> usize {
    (2..=MAX_TILES as u32).take_while(|&tiles| state_count(cells, tiles) <= limit).last().unwrap_or(1)
        as usize
}

/// Returns the shorter of two walks: one that begins with a row, one that begins with a column.
pub(crate) fn plan(instance: &Instance, limit: u64, control: &mut Control) -> Result<Walk, Stop> {
    let size = BoardSize::of(instance.start());
    let by_rows = follow(instance, &corners(size, false, limit), limit, control)?;
    let by_columns = corners(size, true, limit);
    if by_columns.len() == 1 || size.rows != size.columns {
        return Ok(by_rows);
    }
    let by_columns = follow(instance, &by_columns, limit, control)?;
    let (shorter, longer) =
        if by_columns.len() < by_rows.len() { (by_columns, by_rows) } else { (by_rows, by_columns) };
    LapBoard::release_walk(&longer, control);
    Ok(shorter)
}

/// Returns the finished lines after each line, until the last cells. Each line lies across the
/// longer side.
fn corners(size: BoardSize, columns_first: bool, limit: u64) -> Vec<FinishedLines> {
    let mut corner = FinishedLines { top: 0, left: 0 };
    let mut corners = Vec::new();
    loop {
        corners.push(corner);
        let (rows, columns) = (size.rows - corner.top, size.columns - corner.left);
        let cells = rows * columns;
        if cells <= MAX_REST && rows.max(columns) <= 3
            || cells as usize <= MAX_TILES + 1 && state_count(cells, cells - 1) / 2 <= limit
        {
            return corners;
        }
        if rows > columns || rows == columns && !columns_first {
            corner.top += 1;
        } else {
            corner.left += 1;
        }
    }
}

/// Fills line after line, then solves the last cells.
fn follow(
    instance: &Instance,
    corners: &[FinishedLines],
    limit: u64,
    control: &mut Control,
) -> Result<Walk, Stop> {
    let rotation = Rotation::new(BoardSize::of(instance.start()), 0);
    let mut board = LapBoard::held(rotation.size(), rotation.tiles(instance.start()), control)?;
    let last = corners[corners.len() - 1];
    let goal = ClockwiseGoal::new(rotation, instance.goal(), |row, column| {
        path_to_goal(rotation.size(), last, row, column)
    });
    for (&corner, &next) in corners.iter().zip(&corners[1..]) {
        fill_line(&mut board, &goal, corner, next, limit, control)?;
        control.set_progress(share_done(rotation.size(), next));
    }
    solve_rest(&mut board, &goal, last, control)?;
    goal.approach(&mut board, control)?;
    Ok(board.into_walk(control))
}

/// Returns the path of the blank from the last cells to its goal.
///
/// It cannot leave the last cells to the left from their first row, nor upwards from their last
/// column: no clockwise walk arrives there with such a heading.
fn path_to_goal(size: BoardSize, last: FinishedLines, row: u32, column: u32) -> ApproachPath {
    let right = u32::from(row < last.top && column + 1 == size.columns);
    let left = last.left.saturating_sub(column - right);
    let first_row = if left > 0 { last.top + 1 } else { last.top };
    ApproachPath { left, up: first_row.saturating_sub(row), right }
}

/// Returns the share of the moves already made. The remaining moves grow with the third power of
/// the side, since those of a layer grow with its size.
fn share_done(size: BoardSize, corner: FinishedLines) -> f64 {
    let left = (size.rows - corner.top).max(size.columns - corner.left);
    let left = f64::from(left) / f64::from(size.rows.max(size.columns));
    1.0 - left * left * left
}

/// Fills the line between two stages: a row from the left, a column from the bottom.
fn fill_line(
    board: &mut LapBoard,
    goal: &ClockwiseGoal,
    corner: FinishedLines,
    next: FinishedLines,
    limit: u64,
    control: &mut Control,
) -> Result<(), Stop> {
    let size = board.size();
    let is_row = next.top > corner.top;
    let line: Vec<Cell> = if is_row {
        (corner.left..size.columns).map(|column| size.cell(corner.top, column)).collect()
    } else {
        (corner.top..size.rows).rev().map(|row| size.cell(row, corner.left)).collect()
    };
    let mut open_cells = OpenCells::new(size, |row, column| row >= corner.top && column >= corner.left);
    let mut cells = (size.rows - corner.top) * (size.columns - corner.left);
    let mut rest = &line[..];
    while !rest.is_empty() {
        let most = together(cells, limit);
        if let [first, second] = *rest
            && most < 2
        {
            let inwards = if is_row { size.columns } else { 1 };
            return insert_last(board, goal, &open_cells, [first, second], inwards, control);
        }
        // The last two tiles of the line are placed together.
        let count = if most >= rest.len() { rest.len() } else { most.min(rest.len() - 2) };
        let (now, later) = rest.split_at(count);
        let goals: SmallVec<[_; MAX_TILES]> = now.iter().map(|&cell| goal.at(cell)).collect();
        let afterwards = open_cells.without(now);
        place_certainly(board, &open_cells, &goals, &afterwards.endless_headings(), control)?;
        open_cells = afterwards;
        cells -= count as u32;
        rest = later;
    }
    Ok(())
}

/// Places the last two tiles of a line one after the other: the first on its goal, the second two
/// cells inwards from its own. Then places both in a window, in which the first makes room.
fn insert_last(
    board: &mut LapBoard,
    goal: &ClockwiseGoal,
    open_cells: &OpenCells,
    [first, second]: [Cell; 2],
    inwards: u32,
    control: &mut Control,
) -> Result<(), Stop> {
    let size = board.size();
    let (with_first, with_both) = (open_cells.without(&[first]), open_cells.without(&[first, second]));
    place_certainly(board, open_cells, &[goal.at(first)], &with_first.endless_headings(), control)?;
    let (tile, _) = goal.at(second);
    let waiting = Cell(second.0 + 2 * inwards);
    // Places both tiles in a window at the corner, which is widened until this succeeds.
    for side in WINDOW..=WINDOW.max(size.rows).max(size.columns) {
        if board.cell_of(tile) == second {
            // No clockwise walk moves the tile out of the corner, but the corner is its goal.
            return Ok(());
        }
        let near = |cell: u32, corner: u32| cell.abs_diff(corner) < side;
        let window = OpenCells::new(size, |row, column| {
            open_cells.is_open(size.cell(row, column))
                && near(row, size.row(second))
                && near(column, size.column(second))
        });
        if !place(board, &with_first, &[(tile, waiting)], &window.endless_headings(), control)? {
            // The blank is in the corner, and the tile has to follow it there.
            return place_certainly(
                board,
                &with_first,
                &[goal.at(second)],
                &with_both.endless_headings(),
                control,
            );
        }
        if place(board, &window, &[goal.at(first), goal.at(second)], &with_both.endless_headings(), control)?
        {
            return Ok(());
        }
    }
    unreachable!("invariant: where everything may be moved, two tiles can be placed")
}

/// Solves the last cells so that the blank can move on to its goal.
fn solve_rest(
    board: &mut LapBoard,
    goal: &ClockwiseGoal,
    last: FinishedLines,
    control: &mut Control,
) -> Result<(), Stop> {
    let size = board.size();
    let open_cells = OpenCells::new(size, |row, column| row >= last.top && column >= last.left);
    let cells = (0..size.rows * size.columns).map(Cell).filter(|&cell| open_cells.is_open(cell));
    let tiles = cells.map(|cell| goal.at(cell)).filter(|&(tile, _)| tile != Tile::BLANK);
    let goals: SmallVec<[_; MAX_TILES]> = tiles.collect();
    let headings = match goal.path().first() {
        None => &Direction::ALL[..],
        Some(step) => &[step, step.counterclockwise()],
    };
    place_certainly(board, &open_cells, &goals, &open_cells.arriving(headings), control)
}
