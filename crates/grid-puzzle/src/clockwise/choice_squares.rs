//! Solutions with few choice squares: laps from home and back. The shortest of several sequences is
//! taken.

use motion_core::{Cell, Control, Direction, Stop, Walk};
use smallvec::SmallVec;

use super::approach::{ApproachPath, ClockwiseGoal};
use super::board_size::BoardSize;
use super::laps::{LapBoard, OpenArea};
use super::multi_tile::{self, MAX_TILES, arrangement_count};
use super::printed_procedure;
use super::procedure::{place_column, place_last_two, place_next};
use super::rotation::Rotation;
use crate::board::{Board, Tile};
use crate::instance::Instance;

/// A walk in the coordinates of a rotated board.
pub(crate) struct PlannedWalk {
    pub(crate) rotation: Rotation,
    pub(crate) walk: Walk,
    /// The number of moves at the end that the claim about choice squares does not cover.
    pub(crate) approach: u64,
}

/// The line that is filled next while there are more than two rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineOrder {
    /// Rows, as in the paper.
    Rows,
    /// Across the longer side; a row if the sides are equal.
    RowFirst,
    /// Across the longer side; a column if the sides are equal.
    ColumnFirst,
}

/// Returns the cells where the blank may turn although it could go straight on: the bottom row of
/// the rotated board without its corners.
pub(crate) fn choice_squares(rotation: Rotation) -> impl Iterator<Item = Cell> {
    let size = rotation.size();
    (1..size.columns - 1).map(move |column| rotation.board_cell(size.cell(size.rows - 1, column)))
}

/// Returns the walk of a board that is its own goal.
pub(crate) fn stay(instance: &Instance) -> PlannedWalk {
    PlannedWalk { rotation: rotations(instance.goal())[0], walk: Walk::new(), approach: 0 }
}

/// Follows the paper's procedure, with a single rotation and a single path to home.
pub(crate) fn follow_procedure(instance: &Instance, control: &mut Control) -> Result<PlannedWalk, Stop> {
    let rotation = rotations(instance.goal())[0];
    let goal = home_goal(rotation, instance);
    let mut board = start(rotation, instance, control)?;
    let route = routes(rotation.size(), board.blank())[0];
    board.follow(&route, control)?;
    finish(board, rotation, &goal, LineOrder::Rows, 0, control)
}

/// Follows the paper's procedure in its own phase: see [`printed`].
pub(crate) fn follow_printed(instance: &Instance, control: &mut Control) -> Result<PlannedWalk, Stop> {
    let rotation = rotations(instance.goal())[0];
    let goal = home_goal(rotation, instance);
    let mut board = start(rotation, instance, control)?;
    let size = rotation.size();
    printed_procedure::begin(&mut board, control)?;
    while board.open().rows(size) > 2 {
        let OpenArea { top, set, .. } = board.open();
        let tile = |column| goal.at(size.cell(top, column)).0;
        if set + 2 < size.columns {
            printed_procedure::place_next(&mut board, tile(set), control)?;
        } else {
            printed_procedure::place_last_two(&mut board, [tile(set), tile(set + 1)], control)?;
        }
    }
    while board.open().columns(size) > 2 {
        let OpenArea { top, left, .. } = board.open();
        let tiles = [top, top + 1].map(|row| goal.at(size.cell(row, left)).0);
        printed_procedure::place_column(&mut board, tiles, control)?;
    }
    printed_procedure::go_home(&mut board, control)?;
    finish(board, rotation, &goal, LineOrder::Rows, 0, control)
}

/// Finds the shortest of several walks, one of which is the procedure's.
pub(crate) fn plan(instance: &Instance, limit: u64, control: &mut Control) -> Result<PlannedWalk, Stop> {
    let mut best = follow_procedure(instance, control)?;
    for rotation in rotations(instance.goal()) {
        let size = rotation.size();
        let goal = home_goal(rotation, instance);
        let start = start(rotation, instance, control)?;
        for route in routes(size, start.blank()) {
            for &order in orders(size) {
                let mut board = start.duplicate(control)?;
                board.follow(&route, control)?;
                let other = finish(board, rotation, &goal, order, limit, control)?;
                let (shorter, longer) =
                    if other.walk.len() < best.walk.len() { (other, best) } else { (best, other) };
                LapBoard::release_walk(&longer.walk, control);
                best = shorter;
            }
        }
        start.release(control);
    }
    Ok(best)
}

fn start(rotation: Rotation, instance: &Instance, control: &mut Control) -> Result<LapBoard, Stop> {
    LapBoard::held(rotation.size(), rotation.tiles(instance.start()), control)
}

fn home_goal(rotation: Rotation, instance: &Instance) -> ClockwiseGoal {
    let BoardSize { rows, columns } = rotation.size();
    ClockwiseGoal::new(rotation, instance.goal(), |row, column| ApproachPath {
        left: columns - 1 - column,
        up: rows - 1 - row,
        right: 0,
    })
}

/// Solves from home, then moves the blank to its goal.
fn finish(
    mut board: LapBoard,
    rotation: Rotation,
    goal: &ClockwiseGoal,
    order: LineOrder,
    limit: u64,
    control: &mut Control,
) -> Result<PlannedWalk, Stop> {
    place_all(&mut board, goal, order, limit, control)?;
    goal.approach(&mut board, control)?;
    // A path along the bottom row does not enter a cell that must stay closed.
    let path = goal.path();
    let approach = if path.up == 0 { 0 } else { path.len() };
    Ok(PlannedWalk { rotation, walk: board.into_walk(control), approach })
}

/// Returns the rotations with the choice squares along the shorter side, if possible with the
/// goal's blank in the bottom row.
///
/// The goal's blank must not be in the last column above home: the blank comes home downwards and
/// would have to turn back.
fn rotations(goal: &Board) -> SmallVec<[Rotation; 4]> {
    let board = BoardSize::of(goal);
    let place = |rotation: &Rotation| {
        let size = rotation.size();
        let blank =
            (0..board.rows * board.columns).map(Cell).find(|&cell| rotation.board_cell(cell) == goal.blank());
        blank.map_or((0, 0), |cell| (size.row(cell), size.column(cell)))
    };
    let lies_well = |rotation: &Rotation| {
        let BoardSize { rows, columns } = rotation.size();
        let (row, column) = place(rotation);
        let along_shorter = if board.rows.min(board.columns) == 2 { rows == 2 } else { columns <= rows };
        along_shorter && (row == rows - 1 || column < columns - 1)
    };
    let all = (0..4).map(|quarters| Rotation::new(board, quarters)).filter(lies_well);
    let all: SmallVec<[Rotation; 4]> = all.collect();
    let below = all.iter().copied().filter(|rotation| place(rotation).0 == rotation.size().rows - 1);
    let below: SmallVec<[Rotation; 4]> = below.collect();
    if below.is_empty() { all } else { below }
}

/// A path of the blank to home: up, right, down.
type HomeRoute = [(Direction, u32); 3];

/// Returns paths of the blank to home on which every turn is forced.
fn routes(size: BoardSize, blank: Cell) -> SmallVec<[HomeRoute; 2]> {
    let (row, column) = (size.row(blank), size.column(blank));
    let (bottom, right) = (size.rows - 1, size.columns - 1);
    let route = |up| {
        [(Direction::Up, up), (Direction::Right, right - column), (Direction::Down, bottom - (row - up))]
    };
    // A blank that moves straight to the right must be able to turn down at the end.
    match (column == right, row) {
        (true, _) | (false, 0) => SmallVec::from_slice(&[route(0)]),
        (false, row) if row == bottom => SmallVec::from_slice(&[route(row)]),
        (false, row) => SmallVec::from_slice(&[route(row), route(0)]),
    }
}

/// Returns the orders that differ on boards of this size.
const fn orders(size: BoardSize) -> &'static [LineOrder] {
    if size.rows == 2 || size.columns <= 3 {
        &[LineOrder::Rows]
    } else if size.rows == size.columns {
        &[LineOrder::Rows, LineOrder::RowFirst, LineOrder::ColumnFirst]
    } else {
        &[LineOrder::Rows, LineOrder::ColumnFirst]
    }
}

/// Returns the tiles of some cells, with the cells.
fn tiles_with_cells(
    goal: &ClockwiseGoal,
    cells: impl Iterator<Item = Cell>,
) -> SmallVec<[(Tile, Cell); MAX_TILES]> {
    cells.map(|cell| goal.at(cell)).collect()
}

/// Brings every tile to its goal, and the blank home.
fn place_all(
    board: &mut LapBoard,
    goal: &ClockwiseGoal,
    order: LineOrder,
    limit: u64,
    control: &mut Control,
) -> Result<(), Stop> {
    let size = board.size();
    loop {
        let open = board.open();
        let (rows, columns) = (open.rows(size), open.columns(size));
        let cells = rows * columns;
        if cells == 4 || cells as usize <= MAX_TILES + 1 && arrangement_count(cells, cells - 1) / 2 <= limit {
            let last = (open.top..size.rows)
                .flat_map(|row| (open.left..size.columns).map(move |column| size.cell(row, column)));
            let last = tiles_with_cells(goal, last.filter(|&cell| cell != size.home()));
            return multi_tile::place(board, &last, open, control);
        }
        let wants_column = match order {
            LineOrder::Rows => false,
            LineOrder::RowFirst => columns > rows,
            LineOrder::ColumnFirst => columns >= rows,
        };
        let fits = rows as usize <= MAX_TILES && arrangement_count(cells, rows) <= limit;
        if rows == 2 {
            place_columns(board, goal, limit, control)?;
        } else if wants_column && columns > 3 && fits {
            let column = tiles_with_cells(goal, (open.top..size.rows).map(|row| size.cell(row, open.left)));
            multi_tile::place(board, &column, open.beside(), control)?;
        } else {
            place_row(board, goal, limit, control)?;
        }
    }
}

/// Returns the number of tiles that may be placed together.
fn together(cells: u32, limit: u64) -> u32 {
    let fits = |&tiles: &u32| arrangement_count(cells, tiles) <= limit;
    (2..=MAX_TILES as u32).take_while(fits).last().unwrap_or(1)
}

/// Fills some columns of the last two rows.
fn place_columns(
    board: &mut LapBoard,
    goal: &ClockwiseGoal,
    limit: u64,
    control: &mut Control,
) -> Result<(), Stop> {
    let (size, open) = (board.size(), board.open());
    let columns = (together(2 * open.columns(size), limit) / 2).min(open.columns(size) - 2);
    let column = |column| [open.top, open.top + 1].map(|row| size.cell(row, column));
    if columns == 0 {
        return place_column(board, column(open.left).map(|cell| goal.at(cell).0), control);
    }
    let end = open.left + columns;
    let afterwards = OpenArea { left: end, set: end, ..open };
    multi_tile::place(board, &tiles_with_cells(goal, (open.left..end).flat_map(column)), afterwards, control)
}

/// Fills the top row.
fn place_row(
    board: &mut LapBoard,
    goal: &ClockwiseGoal,
    limit: u64,
    control: &mut Control,
) -> Result<(), Stop> {
    let size = board.size();
    let row = board.open();
    while board.open().top == row.top {
        let open = board.open();
        let left = size.columns - open.set;
        let most = together(row.rows(size) * row.columns(size) - (open.set - row.left), limit);
        let next = |count| (open.set..open.set + count).map(|column| size.cell(open.top, column));
        if left == 2 && most < 2 {
            let [a, b] = [open.set, open.set + 1].map(|column| goal.at(size.cell(open.top, column)).0);
            place_last_two(board, [a, b], control)?;
        } else if limit == 0 {
            place_next(board, goal.at(size.cell(open.top, open.set)).0, control)?;
        } else if most >= left {
            multi_tile::place(board, &tiles_with_cells(goal, next(left)), open.below(), control)?;
        } else {
            // The last two tiles of the row are placed together.
            let count = most.min(left - 2);
            let afterwards = OpenArea { set: open.set + count, ..open };
            multi_tile::place(board, &tiles_with_cells(goal, next(count)), afterwards, control)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a goal for each cell of the blank.
    fn goals(rows: u32, columns: u32) -> impl Iterator<Item = Board> {
        (0..rows * columns).map(move |cell| {
            let mut goal = Board::solved(rows, columns).expect("a legal size");
            while goal.blank_row() > cell / columns {
                goal.slide(Direction::Up);
            }
            while goal.blank_column() > cell % columns {
                goal.slide(Direction::Left);
            }
            goal
        })
    }

    #[test]
    fn choice_squares_lie_along_the_shorter_side_and_the_goal_can_be_approached() {
        for (rows, columns) in [(2, 2), (2, 5), (5, 2), (3, 3), (3, 5), (5, 3), (4, 4)] {
            let side = if rows.min(columns) == 2 { rows.max(columns) } else { rows.min(columns) };
            for goal in goals(rows, columns) {
                let rotations = rotations(&goal);
                assert!(!rotations.is_empty(), "{goal}");
                for rotation in rotations {
                    assert_eq!(choice_squares(rotation).count() as u32, side - 2);
                    let size = rotation.size();
                    let mut cells = (0..rows * columns).map(Cell);
                    let blank =
                        cells.find(|&cell| rotation.board_cell(cell) == goal.blank()).expect("a cell");
                    assert!(size.row(blank) == size.rows - 1 || size.column(blank) < size.columns - 1);
                }
            }
        }
    }
}
