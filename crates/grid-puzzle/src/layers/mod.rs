//! Layer by layer: the frame that Parberry's algorithm and the snakes share.
//!
//! A line – a row, filled from the left, or a column, filled from the bottom – is finished at a time, always one
//! across the longer side, until at most 3×3 cells are left. In a square that is row, column, row, … of
//! Algorithm 1; a rectangle first becomes a square. How the tiles of a line get there is the [`Filling`]'s
//! business.

mod carry;
mod corner;
mod frame;
mod pair;
mod residual;
mod route;
mod stage;

use alloc::vec::Vec;

use motion_core::{Cell, Control, Direction, Outcome, Quality, Sink, Stop, Walk};

pub(crate) use pair::{
    Formation, Setting, estimate_snake, place_first, place_second, place_singly, place_snake,
};
pub(crate) use stage::{Stage, Trouble, Workspace};

use crate::board::{Board, Tile};
use crate::instance::Instance;
use corner::Corner;
use frame::{Frame, Line, Place, Region};
use residual::Residual;

/// The longest side of what is solved optimally at the end.
const RESIDUAL_SIDE: i32 = 3;

/// How the tiles of one line get to their places.
pub(crate) trait Filling {
    /// Fills the line, whose tiles are given from its first cell to its last.
    fn fill<K: Sink<Direction>>(
        &self,
        workspace: &mut Workspace<K>,
        setting: Setting,
        tiles: &[Tile],
    ) -> Result<(), Trouble>;
}

/// Solves an instance layer by layer.
///
/// Where the goal's blank is not among the last cells, the puzzle is solved to the goal with the blank brought
/// there, and the blank walks back at the end.
pub(crate) fn solve<K: Sink<Direction>>(
    filling: &impl Filling,
    instance: &Instance,
    sink: &mut K,
    control: &mut Control,
) -> Outcome<()> {
    if !instance.is_solvable() {
        return Outcome::Unsolvable;
    }
    match run(filling, instance, sink, control) {
        Ok(()) => Outcome::Solved { plan: (), quality: Quality::Feasible },
        Err(Trouble::Stop(why)) => {
            Outcome::Stopped { why, best: None, lower_bound: Some(instance.manhattan_distance()) }
        }
        Err(Trouble::Blocked) => {
            unreachable!("invariant: a line across the longer side of more than three rows can be filled")
        }
    }
}

fn run<K: Sink<Direction>>(
    filling: &impl Filling,
    instance: &Instance,
    sink: &mut K,
    control: &mut Control,
) -> Result<(), Trouble> {
    let (goal, tail) = goal_with_blank_at_the_end(instance.goal());
    // The tiles, the cell of each, and the goal.
    let board_bytes = 3 * 4 * goal.tiles().len() as u64;
    control.hold(board_bytes).map_err(Trouble::Stop)?;
    let result = run_layers(filling, instance.start(), &goal, &tail, sink, control);
    control.release(board_bytes);
    result
}

fn run_layers<K: Sink<Direction>>(
    filling: &impl Filling,
    start: &Board,
    goal: &Board,
    tail: &Walk,
    sink: &mut K,
    control: &mut Control,
) -> Result<(), Trouble> {
    let mut layers = Layers::new(goal);
    let mut workspace = Workspace::new(start, layers.residual_frame(), sink, control);
    let mut corner: Option<Corner> = None;
    let mut collected = 0;
    while let Some((frame, region)) = layers.next_line() {
        let corner: &Corner = match &mut corner {
            Some(corner) if corner.fits(region.columns) => corner,
            slot => slot.insert(Corner::new(region.columns)),
        };
        let places = (0..region.columns).map(|column| Place { row: 0, column });
        let tiles: Vec<Tile> = places.map(|place| goal.tile(frame.cell(place))).collect();
        workspace.set_frame(frame);
        filling.fill(&mut workspace, Setting { region, corner }, &tiles)?;
        let bytes = workspace.sink_bytes();
        workspace.control().hold(bytes - collected).map_err(Trouble::Stop)?;
        collected = bytes;
        workspace.control().set_done(layers.share_done());
    }

    let frame = layers.residual_frame();
    workspace.set_frame(frame);
    let (rows, columns) = layers.residual_size();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| Place { row, column }));
    let cells: Vec<Cell> = places.map(|place| frame.cell(place)).collect();
    let now: Vec<Tile> = cells.iter().map(|&cell| workspace.tile_at(cell)).collect();
    let then: Vec<Tile> = cells.iter().map(|&cell| goal.tile(cell)).collect();
    let path = match Residual::solve((rows as u8, columns as u8), &now, &then, workspace.control()) {
        Outcome::Solved { plan, .. } => plan,
        Outcome::Stopped { why, .. } => return Err(Trouble::Stop(why)),
        Outcome::Unsolvable => return Err(Trouble::Blocked),
    };
    path.actions.into_iter().chain(tail).try_for_each(|direction| workspace.go(direction, 1))
}

/// What is left to do, from the top left corner of the board inwards.
struct Layers {
    board: (i32, i32),
    /// Row and column of the first unfinished cell.
    corner: (i32, i32),
}

impl Layers {
    const fn new(board: &Board) -> Self {
        Self { board: (board.rows() as i32, board.columns() as i32), corner: (0, 0) }
    }

    const fn residual_size(&self) -> (i32, i32) {
        (self.board.0 - self.corner.0, self.board.1 - self.corner.1)
    }

    const fn residual_frame(&self) -> Frame {
        Frame::new(Line::Row, self.corner, self.board.1)
    }

    /// The next line to fill, if more than the residual puzzle is left.
    fn next_line(&mut self) -> Option<(Frame, Region)> {
        let (rows, columns) = self.residual_size();
        if rows.max(columns) <= RESIDUAL_SIDE {
            return None;
        }
        if rows >= columns {
            let frame = self.residual_frame();
            self.corner.0 += 1;
            Some((frame, Region { rows, columns, placed: 0 }))
        } else {
            let frame = Frame::new(Line::Column, (self.board.0 - 1, self.corner.1), self.board.1);
            self.corner.1 += 1;
            Some((frame, Region { rows: columns, columns: rows, placed: 0 }))
        }
    }

    /// Every layer costs in proportion to its size, so that what is left goes with the third power of the side.
    fn share_done(&self) -> f64 {
        let (rows, columns) = self.residual_size();
        let left = f64::from(rows.max(columns)) / f64::from(self.board.0.max(self.board.1));
        1.0 - left * left * left
    }
}

/// The goal with its blank moved straight into the bottom right residual block, and the walk back.
fn goal_with_blank_at_the_end(goal: &Board) -> (Board, Walk) {
    let side = RESIDUAL_SIDE as u32;
    let mut moved = goal.clone();
    let mut walk = Walk::new();
    let mut go = |direction, steps| {
        for _ in 0..steps {
            moved.slide(direction);
            walk.push(direction);
        }
    };
    go(Direction::Down, goal.rows().saturating_sub(side).saturating_sub(goal.blank_row()));
    go(Direction::Right, goal.columns().saturating_sub(side).saturating_sub(goal.blank_column()));
    (moved, walk.reversed())
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}
