//! Several tiles placed together by the fewest moves: a search over laps that tracks only those
//! tiles.

use alloc::vec::Vec;

use motion_core::search::{Space, a_star};
use motion_core::{Cell, Control, Outcome, Stop};
use smallvec::SmallVec;

use super::board_size::BoardSize;
use super::laps::{Lap, LapBoard, OpenArea};
use crate::board::Tile;

/// The greatest number of tiles that are tracked at once.
pub(crate) const MAX_TILES: usize = 8;

/// Returns the number of arrangements of this many tiles on cells of which one is home.
pub(crate) fn arrangement_count(cells: u32, tiles: u32) -> u64 {
    let free = |taken| u64::from(cells - 1).saturating_sub(taken);
    (0..u64::from(tiles)).map(free).fold(1, u64::saturating_mul)
}

/// Brings tiles to their goals by the fewest moves among all sequences of laps, in which cells may
/// also be closed. Then sets the open cells to `afterwards`.
///
/// The goals must be reachable by laps.
pub(crate) fn place(
    board: &mut LapBoard,
    goals: &[(Tile, Cell)],
    afterwards: OpenArea,
    control: &mut Control,
) -> Result<(), Stop> {
    let size = board.size();
    let mut cells = [size.home(); MAX_TILES];
    for (cell, &(tile, _)) in cells.iter_mut().zip(goals) {
        *cell = board.cell_of(tile);
    }
    let goals: SmallVec<[Cell; MAX_TILES]> = goals.iter().map(|&(_, goal)| goal).collect();
    // For a single tile, bounds take longer than the search over its few states.
    let bounds = if goals.len() < 2 { Vec::new() } else { bounds(size, board.open(), &goals) };
    let space = LapSpace { size, goals, bounds };
    match a_star(
        &space,
        |state: &_| Some(space.lower_bound(state)),
        LapState { open: board.open(), cells },
        control,
    ) {
        Outcome::Solved { plan, .. } => {
            for action in plan.actions {
                match action {
                    LapAction::Lap(column) => board.lap(column, control)?,
                    LapAction::Close(open) => board.set_open(open),
                }
            }
        }
        Outcome::Stopped { why, .. } => return Err(why),
        Outcome::Unsolvable => {
            unreachable!("invariant: laps reach every arrangement of tiles of the same parity")
        }
    }
    board.set_open(afterwards);
    Ok(())
}

/// The search space: the cells of the tiles while the blank is at home.
struct LapSpace {
    size: BoardSize,
    goals: SmallVec<[Cell; MAX_TILES]>,
    /// For each tile and each cell, a lower bound on the moves that bring the tile from there to
    /// its goal.
    bounds: Vec<Vec<u32>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct LapState {
    open: OpenArea,
    /// The cell of each tile; home in unused entries.
    cells: [Cell; MAX_TILES],
}

#[derive(Clone, Copy)]
enum LapAction {
    /// The lap that turns up in this column.
    Lap(u32),
    /// Closes all cells except these.
    Close(OpenArea),
}

/// Returns the moves that each tile alone takes from every cell to its goal, by all laps that may
/// become open.
fn bounds(size: BoardSize, open: OpenArea, goals: &[Cell]) -> Vec<Vec<u32>> {
    let is_goal = |row, column| goals.contains(&size.cell(row, column));
    let closable = |row: &u32| (open.left..size.columns).all(|column| is_goal(*row, column));
    let closable_rows = (open.top..size.rows).take_while(closable).count() as u32;
    let lowest = (open.top + closable_rows + 1).min(size.rows - 2);
    let laps: Vec<Lap> = (open.left..size.columns - 1)
        .flat_map(|column| (open.top..=lowest).map(move |top| Lap { column, top }))
        .collect();
    let cells = (open.top * size.columns..size.home().0).map(Cell);
    let bound = |&goal: &Cell| {
        let mut bound = alloc::vec![u32::MAX; size.home().index() + 1];
        bound[goal.index()] = 0;
        // Few sweeps are needed, because every tile reaches its goal in a few laps.
        let mut changed = true;
        while changed {
            changed = false;
            for cell in cells.clone() {
                for lap in &laps {
                    let after = bound[lap.cell_after(size, cell).index()];
                    let sum = after.saturating_add(lap.moves(size));
                    if sum < bound[cell.index()] {
                        bound[cell.index()] = sum;
                        changed = true;
                    }
                }
            }
        }
        bound
    };
    goals.iter().map(bound).collect()
}

impl LapSpace {
    /// Whether a cell holds the tile whose goal it is, and that tile is one of those to be placed.
    fn is_set(&self, state: &LapState, row: u32, column: u32) -> bool {
        let cell = self.size.cell(row, column);
        self.goals.iter().zip(&state.cells).any(|(&goal, &at)| goal == cell && at == cell)
    }

    /// Returns the areas that remain open if one more cell, row or column is closed.
    fn closings(&self, state: &LapState) -> impl Iterator<Item = OpenArea> {
        let (size, open) = (self.size, state.open);
        let last = size.columns - 1;
        let (rows, columns) = (open.rows(size), open.columns(size));
        let is_set = |row, column| self.is_set(state, row, column);
        let cell = rows > 2 && open.set + 1 < last && is_set(open.top, open.set);
        let row = rows > 2 && open.set + 1 == last && is_set(open.top, last - 1) && is_set(open.top, last);
        let column = open.set == open.left
            && columns > if rows > 2 { 3 } else { 2 }
            && (open.top..size.rows).all(|row| is_set(row, open.left));
        let choices = [(cell, open.after()), (row, open.below()), (column, open.beside())];
        choices.into_iter().filter_map(|(possible, then)| possible.then_some(then))
    }
}

impl LapSpace {
    /// Returns the bound of the most distant tile alone.
    fn lower_bound(&self, state: &LapState) -> u32 {
        let bounds = self.bounds.iter().zip(&state.cells).map(|(bound, cell)| bound[cell.index()]);
        bounds.max().unwrap_or(0)
    }
}

impl Space for LapSpace {
    type State = LapState;
    type Action = LapAction;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), state: &LapState) -> bool {
        self.goals.iter().zip(&state.cells).all(|(goal, cell)| goal == cell)
    }

    fn successors(&self, (): &mut (), state: &LapState, visit: &mut impl FnMut(LapAction, LapState, u32)) {
        for open in self.closings(state) {
            visit(LapAction::Close(open), LapState { open, ..*state }, 0);
        }
        for column in state.open.left..self.size.columns - 1 {
            let lap = state.open.lap(column);
            let mut cells = state.cells;
            for cell in cells.iter_mut().take(self.goals.len()) {
                *cell = lap.cell_after(self.size, *cell);
            }
            if cells != state.cells {
                visit(LapAction::Lap(column), LapState { cells, ..*state }, lap.moves(self.size));
            }
        }
    }
}
