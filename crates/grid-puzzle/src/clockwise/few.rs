//! Solutions with few choice squares: laps from home and back, of several sequences the shortest.

use motion_core::{Cell, Control, Direction, Stop, Walk};
use smallvec::SmallVec;

use super::goal::{Goal, Way};
use super::joint::{self, MOST, arrangements};
use super::procedure::{place_column, place_last_two, place_next};
use super::rings::{Open, Rings};
use super::view::{Size, View};
use crate::board::{Board, Tile};
use crate::instance::Instance;

/// A walk in the coordinates of a view.
pub(crate) struct Planned {
    pub(crate) view: View,
    pub(crate) walk: Walk,
    /// The last moves, to which the claim about choice squares does not extend.
    pub(crate) approach: u64,
}

/// Across which side a line is finished next while there are more than two rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Rows, as in the paper.
    Rows,
    /// Across the longer side; a row where the sides are equal.
    RowFirst,
    /// Across the longer side; a column where the sides are equal.
    ColumnFirst,
}

/// The cells where the blank may turn although it could go straight on: the bottom row of the view without its corners.
pub(crate) fn choice_squares(view: View) -> impl Iterator<Item = Cell> {
    let size = view.size();
    (1..size.columns - 1).map(move |column| view.board_cell(size.cell(size.rows - 1, column)))
}

/// The walk of a board that is its own goal.
pub(crate) fn stay(instance: &Instance) -> Planned {
    Planned { view: views(instance.goal())[0], walk: Walk::new(), approach: 0 }
}

/// The paper's procedure: one way to turn the board, one way to begin.
pub(crate) fn follow_procedure(instance: &Instance, control: &mut Control) -> Result<Planned, Stop> {
    let view = views(instance.goal())[0];
    let goal = home_goal(view, instance);
    let mut rings = start(view, instance, control)?;
    let route = routes(view.size(), rings.blank())[0];
    rings.follow(&route, control)?;
    finish(rings, view, &goal, Order::Rows, 0, control)
}

/// The shortest walk of all that are tried, among them the procedure's.
pub(crate) fn plan(instance: &Instance, limit: u64, control: &mut Control) -> Result<Planned, Stop> {
    let mut best = follow_procedure(instance, control)?;
    for view in views(instance.goal()) {
        let size = view.size();
        let goal = home_goal(view, instance);
        let start = start(view, instance, control)?;
        for route in routes(size, start.blank()) {
            for &order in orders(size) {
                let mut rings = start.duplicate(control)?;
                rings.follow(&route, control)?;
                let other = finish(rings, view, &goal, order, limit, control)?;
                let (shorter, longer) =
                    if other.walk.len() < best.walk.len() { (other, best) } else { (best, other) };
                Rings::release_walk(&longer.walk, control);
                best = shorter;
            }
        }
        start.release(control);
    }
    Ok(best)
}

fn start(view: View, instance: &Instance, control: &mut Control) -> Result<Rings, Stop> {
    Rings::held(view.size(), view.tiles(instance.start()), control)
}

fn home_goal(view: View, instance: &Instance) -> Goal {
    let Size { rows, columns } = view.size();
    Goal::new(view, instance.goal(), |row, column| Way {
        left: columns - 1 - column,
        up: rows - 1 - row,
        right: 0,
    })
}

/// Solves from home, and brings the blank to its goal.
fn finish(
    mut rings: Rings,
    view: View,
    goal: &Goal,
    order: Order,
    limit: u64,
    control: &mut Control,
) -> Result<Planned, Stop> {
    set_all(&mut rings, goal, order, limit, control)?;
    goal.approach(&mut rings, control)?;
    // Along the bottom row nothing is entered that was to stay closed.
    let way = goal.way();
    let approach = if way.up == 0 { 0 } else { way.len() };
    Ok(Planned { view, walk: rings.into_walk(control), approach })
}

/// The views with the choice squares along the shorter side, if possible with the goal's blank in the bottom row.
///
/// In the last column above home it must not be, for the blank comes home downwards and would have to turn back.
fn views(goal: &Board) -> SmallVec<[View; 4]> {
    let board = Size::of(goal);
    let place = |view: &View| {
        let size = view.size();
        let blank =
            (0..board.rows * board.columns).map(Cell).find(|&cell| view.board_cell(cell) == goal.blank());
        blank.map_or((0, 0), |cell| (size.row(cell), size.column(cell)))
    };
    let lies_well = |view: &View| {
        let Size { rows, columns } = view.size();
        let (row, column) = place(view);
        let along_shorter = if board.rows.min(board.columns) == 2 { rows == 2 } else { columns <= rows };
        along_shorter && (row == rows - 1 || column < columns - 1)
    };
    let all = (0..4).map(|quarters| View::new(board, quarters)).filter(lies_well);
    let all: SmallVec<[View; 4]> = all.collect();
    let below = all.iter().copied().filter(|view| place(view).0 == view.size().rows - 1);
    let below: SmallVec<[View; 4]> = below.collect();
    if below.is_empty() { all } else { below }
}

/// A way of the blank to home: up, right, down.
type Route = [(Direction, u32); 3];

/// Ways of the blank to home on which every turn is forced.
fn routes(size: Size, blank: Cell) -> SmallVec<[Route; 2]> {
    let (row, column) = (size.row(blank), size.column(blank));
    let (bottom, right) = (size.rows - 1, size.columns - 1);
    let route = |up| {
        [(Direction::Up, up), (Direction::Right, right - column), (Direction::Down, bottom - (row - up))]
    };
    // Straight to the right, it must be able to turn down there.
    match (column == right, row) {
        (true, _) | (false, 0) => SmallVec::from_slice(&[route(0)]),
        (false, row) if row == bottom => SmallVec::from_slice(&[route(row)]),
        (false, row) => SmallVec::from_slice(&[route(row), route(0)]),
    }
}

/// The orders that differ on boards of this size.
const fn orders(size: Size) -> &'static [Order] {
    if size.rows == 2 || size.columns <= 3 {
        &[Order::Rows]
    } else if size.rows == size.columns {
        &[Order::Rows, Order::RowFirst, Order::ColumnFirst]
    } else {
        &[Order::Rows, Order::ColumnFirst]
    }
}

/// The tiles of some cells, with the cells.
fn tiles(goal: &Goal, cells: impl Iterator<Item = Cell>) -> SmallVec<[(Tile, Cell); MOST]> {
    cells.map(|cell| goal.at(cell)).collect()
}

/// Brings everything to its goal, and the blank home.
fn set_all(
    rings: &mut Rings,
    goal: &Goal,
    order: Order,
    limit: u64,
    control: &mut Control,
) -> Result<(), Stop> {
    let size = rings.size();
    loop {
        let open = rings.open();
        let (rows, columns) = (open.rows(size), open.columns(size));
        let cells = rows * columns;
        if cells == 4 || cells as usize <= MOST + 1 && arrangements(cells, cells - 1) / 2 <= limit {
            let last = (open.top..size.rows)
                .flat_map(|row| (open.left..size.columns).map(move |column| size.cell(row, column)));
            let last = tiles(goal, last.filter(|&cell| cell != size.home()));
            return joint::place(rings, &last, open, control);
        }
        let wants_column = match order {
            Order::Rows => false,
            Order::RowFirst => columns > rows,
            Order::ColumnFirst => columns >= rows,
        };
        let fits = rows as usize <= MOST && arrangements(cells, rows) <= limit;
        if rows == 2 {
            set_columns(rings, goal, limit, control)?;
        } else if wants_column && columns > 3 && fits {
            let column = tiles(goal, (open.top..size.rows).map(|row| size.cell(row, open.left)));
            joint::place(rings, &column, open.beside(), control)?;
        } else {
            set_row(rings, goal, limit, control)?;
        }
    }
}

/// How many tiles may be set together.
fn together(cells: u32, limit: u64) -> u32 {
    let fits = |&tiles: &u32| arrangements(cells, tiles) <= limit;
    (2..=MOST as u32).take_while(fits).last().unwrap_or(1)
}

/// Sets some columns of the last two rows.
fn set_columns(rings: &mut Rings, goal: &Goal, limit: u64, control: &mut Control) -> Result<(), Stop> {
    let (size, open) = (rings.size(), rings.open());
    let columns = (together(2 * open.columns(size), limit) / 2).min(open.columns(size) - 2);
    let column = |column| [open.top, open.top + 1].map(|row| size.cell(row, column));
    if columns == 0 {
        return place_column(rings, column(open.left).map(|cell| goal.at(cell).0), control);
    }
    let end = open.left + columns;
    let afterwards = Open { left: end, set: end, ..open };
    joint::place(rings, &tiles(goal, (open.left..end).flat_map(column)), afterwards, control)
}

/// Sets the top row.
fn set_row(rings: &mut Rings, goal: &Goal, limit: u64, control: &mut Control) -> Result<(), Stop> {
    let size = rings.size();
    let row = rings.open();
    while rings.open().top == row.top {
        let open = rings.open();
        let left = size.columns - open.set;
        let most = together(row.rows(size) * row.columns(size) - (open.set - row.left), limit);
        let next = |count| (open.set..open.set + count).map(|column| size.cell(open.top, column));
        if left == 2 && most < 2 {
            let [a, b] = [open.set, open.set + 1].map(|column| goal.at(size.cell(open.top, column)).0);
            place_last_two(rings, [a, b], control)?;
        } else if limit == 0 {
            place_next(rings, goal.at(size.cell(open.top, open.set)).0, control)?;
        } else if most >= left {
            joint::place(rings, &tiles(goal, next(left)), open.below(), control)?;
        } else {
            // The last two of the row belong together.
            let count = most.min(left - 2);
            let afterwards = Open { set: open.set + count, ..open };
            joint::place(rings, &tiles(goal, next(count)), afterwards, control)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell of a board, as the blank of a goal.
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
                let views = views(&goal);
                assert!(!views.is_empty(), "{goal}");
                for view in views {
                    assert_eq!(choice_squares(view).count() as u32, side - 2);
                    let size = view.size();
                    let mut cells = (0..rows * columns).map(Cell);
                    let blank = cells.find(|&cell| view.board_cell(cell) == goal.blank()).expect("a cell");
                    assert!(size.row(blank) == size.rows - 1 || size.column(blank) < size.columns - 1);
                }
            }
        }
    }
}
