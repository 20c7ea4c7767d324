//! A search that brings tiles to their goals by single steps of the blank, each straight on or to
//! the right.

use alloc::vec::Vec;

use motion_core::search::{Space, a_star};
use motion_core::{Cell, Control, Direction, Outcome, Stop};
use smallvec::SmallVec;

use super::board_size::BoardSize;
use super::laps::LapBoard;
use super::multi_tile::MAX_TILES;
use crate::board::Tile;

/// The cells that the blank may enter.
#[derive(Clone, Debug)]
pub(crate) struct OpenCells {
    size: BoardSize,
    is_open: Vec<bool>,
}

/// For each cell, a bit for each heading with which the blank may be there.
pub(crate) type Headings = Vec<u8>;

const fn bit(heading: Direction) -> u8 {
    1 << heading.index()
}

impl OpenCells {
    pub(crate) fn new(size: BoardSize, is_open: impl Fn(u32, u32) -> bool) -> Self {
        let cells = (0..size.rows).flat_map(|row| (0..size.columns).map(move |column| (row, column)));
        Self { size, is_open: cells.map(|(row, column)| is_open(row, column)).collect() }
    }

    pub(crate) fn is_open(&self, cell: Cell) -> bool {
        self.is_open[cell.index()]
    }

    /// Returns the open cells without these.
    pub(crate) fn without(&self, cells: &[Cell]) -> Self {
        let mut open_cells = self.clone();
        for cell in cells {
            open_cells.is_open[cell.index()] = false;
        }
        open_cells
    }

    /// Allows these headings on all open cells.
    pub(crate) fn arriving(&self, headings: &[Direction]) -> Headings {
        let bits = headings.iter().fold(0, |bits, &heading| bits | bit(heading));
        self.is_open.iter().map(|&open| if open { bits } else { 0 }).collect()
    }

    /// Returns the headings with which the blank can move on forever. With any other heading, it
    /// runs into a corner that it could only leave by a left turn.
    pub(crate) fn endless_headings(&self) -> Headings {
        let mut endless_headings = self.arriving(&Direction::ALL);
        // Removes headings without a successor until nothing changes. A dead end is a straight path
        // to the edge of the board, and one sweep back from the edge removes all of it.
        let mut changed = true;
        while changed {
            changed = false;
            for heading in Direction::ALL {
                let mut check = |index: usize| {
                    let goes_on = [heading, heading.clockwise()].into_iter().any(|next| {
                        let beside = self.beside(Cell(index as u32), next);
                        beside.is_some_and(|cell| endless_headings[cell.index()] & bit(next) != 0)
                    });
                    if !goes_on && endless_headings[index] & bit(heading) != 0 {
                        endless_headings[index] &= !bit(heading);
                        changed = true;
                    }
                };
                match heading {
                    Direction::Up | Direction::Left => (0..self.is_open.len()).for_each(&mut check),
                    Direction::Right | Direction::Down => (0..self.is_open.len()).rev().for_each(&mut check),
                }
            }
        }
        endless_headings
    }

    /// Returns the open neighbour of a cell in a direction.
    fn beside(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let (rows, columns) = direction.delta();
        let row = self.size.row(cell).wrapping_add_signed(rows);
        let column = self.size.column(cell).wrapping_add_signed(columns);
        let next = (row < self.size.rows && column < self.size.columns).then(|| self.size.cell(row, column));
        next.filter(|&next| self.is_open(next))
    }
}

/// Brings tiles to their goals by the fewest steps of the blank such that its final heading is one
/// of the `arrivals`. Returns whether a walk exists.
pub(crate) fn place(
    board: &mut LapBoard,
    open_cells: &OpenCells,
    goals: &[(Tile, Cell)],
    arrivals: &Headings,
    control: &mut Control,
) -> Result<bool, Stop> {
    let mut cells = [Cell(0); MAX_TILES];
    for (cell, &(tile, _)) in cells.iter_mut().zip(goals) {
        *cell = board.cell_of(tile);
    }
    let state = StepState { blank: board.blank(), heading: board.heading(), cells };
    let space = StepSpace { open_cells, arrivals, goals: goals.iter().map(|&(_, goal)| goal).collect() };
    match a_star(&space, |state: &_| Some(space.lower_bound(state)), state, control) {
        Outcome::Solved { plan, .. } => {
            plan.actions.into_iter().try_for_each(|direction| board.go(direction, 1, control))?;
            Ok(true)
        }
        Outcome::Unsolvable => Ok(false),
        Outcome::Stopped { why, .. } => Err(why),
    }
}

/// Does the same as [`place`], where a walk must exist.
pub(crate) fn place_certainly(
    board: &mut LapBoard,
    open_cells: &OpenCells,
    goals: &[(Tile, Cell)],
    arrivals: &Headings,
    control: &mut Control,
) -> Result<(), Stop> {
    let placed = place(board, open_cells, goals, arrivals, control)?;
    assert!(placed, "invariant: a blank that can move on forever brings every tile to the end of a line");
    Ok(())
}

/// The search space: the tiles to be placed, the blank, and its heading.
struct StepSpace<'a> {
    open_cells: &'a OpenCells,
    arrivals: &'a Headings,
    goals: SmallVec<[Cell; MAX_TILES]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct StepState {
    blank: Cell,
    heading: Option<Direction>,
    /// The cell of each tile; 0 in unused entries.
    cells: [Cell; MAX_TILES],
}

/// Returns a lower bound on the moves of a clockwise walk that carries a tile by this many rows and
/// columns, with the blank at this distance from it: a step of the tile straight on after another
/// takes five moves, a step to the left three, a step to the right seven.
const fn carrying(rows: u32, columns: u32, blank: u32) -> u32 {
    if rows + columns == 0 {
        return 0;
    }
    let corner = if rows > 0 && columns > 0 { 2 } else { 0 };
    blank + 5 * (rows + columns - 1) - corner
}

impl StepSpace<'_> {
    /// Returns the greater of two bounds: the sum of all distances, since a move carries one tile,
    /// and the bound of the most distant tile.
    fn lower_bound(&self, state: &StepState) -> u32 {
        let size = self.open_cells.size;
        let apart =
            |a: Cell, b: Cell| (size.row(a).abs_diff(size.row(b)), size.column(a).abs_diff(size.column(b)));
        let (mut sum, mut most) = (0, 0);
        for (&goal, &cell) in self.goals.iter().zip(&state.cells) {
            let (rows, columns) = apart(cell, goal);
            let (up, across) = apart(cell, state.blank);
            sum += rows + columns;
            most = most.max(carrying(rows, columns, up + across));
        }
        sum.max(most)
    }
}

impl Space for StepSpace<'_> {
    type State = StepState;
    type Action = Direction;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), state: &StepState) -> bool {
        let arrivals = self.arrivals[state.blank.index()];
        state.heading.is_none_or(|heading| arrivals & bit(heading) != 0)
            && self.goals.iter().zip(&state.cells).all(|(goal, cell)| goal == cell)
    }

    fn successors(&self, (): &mut (), state: &StepState, visit: &mut impl FnMut(Direction, StepState, u32)) {
        let mut go = |direction| {
            let Some(next) = self.open_cells.beside(state.blank, direction) else { return };
            let mut cells = state.cells;
            for cell in cells.iter_mut().take(self.goals.len()).filter(|cell| **cell == next) {
                *cell = state.blank;
            }
            visit(direction, StepState { blank: next, heading: Some(direction), cells }, 1);
        };
        match state.heading {
            Some(heading) => [heading, heading.clockwise()].into_iter().for_each(&mut go),
            None => Direction::ALL.into_iter().for_each(&mut go),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_that_lead_to_a_left_turn_are_not_endless() {
        let size = BoardSize { rows: 3, columns: 3 };
        let endless_headings = OpenCells::new(size, |_, _| true).endless_headings();
        // With these headings, the blank moves along the edge of the board and cannot turn away
        // from it.
        let dead = |cell: usize, heading| endless_headings[cell] & bit(heading) == 0;
        for (cell, heading) in
            [(2, Direction::Left), (0, Direction::Down), (6, Direction::Right), (8, Direction::Up)]
        {
            assert!(dead(cell, heading), "{cell} {heading}");
        }
        assert_eq!(endless_headings[4], 15);
        assert!(!dead(0, Direction::Up) && !dead(8, Direction::Down));
        // In open cells of one row there are no cycles.
        let endless_headings = OpenCells::new(size, |row, _| row == 0).endless_headings();
        assert!(endless_headings.iter().all(|&headings| headings == 0));
    }
}
