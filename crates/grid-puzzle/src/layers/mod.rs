//! Layer by layer: the frame that Parberry's algorithm and the snakes share.
//!
//! A line – a row, filled from the left, or a column, filled from the bottom – is finished at a time, always one
//! across the longer side, until at most 3×3 cells are left. In a square that is row, column, row, … of
//! Algorithm 1; a rectangle first becomes a square. How the tiles of a line get there is the [`LineStrategy`]'s
//! business.

mod blank_mover;
mod blank_path;
mod carry;
mod corner;
mod frame;
mod long_snake;
mod multi_blank;
mod residual;
mod tile_pair;

use alloc::vec::Vec;

use motion_core::{Cell, Control, Direction, Outcome, Quality, Sink, Walk};

pub(crate) use blank_mover::{FillError, MoveCounter, Workspace};
pub(crate) use long_snake::{SnakeDryRun, estimate_long, place_long};
pub(crate) use multi_blank::{MAX_LISTED, solve as solve_with_blanks};
pub(crate) use tile_pair::{
    LineContext, SnakeFormation, estimate_snake, place_first, place_second, place_singly, place_snake,
};

use crate::board::{Board, Tile};
use crate::instance::Instance;
use blank_mover::{BlankMover, SingleBlankWorkspace};
use corner::CornerTable;
use frame::{FramePosition, LineFrame, LineKind, OpenRegion};
use residual::Residual;

/// The longest side of what is solved optimally at the end.
const RESIDUAL_SIDE: i32 = 3;

/// How the tiles of one line get to their places.
pub(crate) trait LineStrategy {
    /// Fills the next cells of the line with these tiles.
    fn fill(
        &self,
        workspace: &mut impl Workspace,
        context: LineContext,
        tiles: &[Tile],
    ) -> Result<(), FillError>;
}

/// Solves an instance layer by layer.
///
/// Where the goal's blank is not among the last cells, the puzzle is solved to the goal with the blank brought
/// there, and the blank walks back at the end.
pub(crate) fn solve<K: Sink<Direction>>(
    strategy: &impl LineStrategy,
    instance: &Instance,
    sink: &mut K,
    control: &mut Control,
) -> Outcome<()> {
    // Solvability takes the order of the tiles; solving the tiles, the cell of each, and the goal.
    let bytes = 3 * 4 * instance.start().tiles().len() as u64;
    if let Err(why) = control.hold(bytes) {
        return Outcome::stopped(why);
    }
    let outcome = if instance.is_solvable() {
        match run(strategy, instance, sink, control) {
            Ok(quality) => Outcome::Solved { plan: (), quality },
            Err(FillError::Stop(why)) => {
                Outcome::Stopped { why, best: None, lower_bound: Some(instance.manhattan_distance()) }
            }
            Err(FillError::Blocked) => {
                unreachable!("invariant: a line across the longer side of more than three rows can be filled")
            }
        }
    } else {
        Outcome::Unsolvable
    };
    control.release(bytes);
    outcome
}

fn run<K: Sink<Direction>>(
    strategy: &impl LineStrategy,
    instance: &Instance,
    sink: &mut K,
    control: &mut Control,
) -> Result<Quality, FillError> {
    let (goal, tail) = goal_with_blank_at_the_end(instance.goal());
    let mut layers = Layers::new(&goal);
    let mut workspace = SingleBlankWorkspace::new(instance.start(), layers.residual_frame(), sink, control);
    let result = fill_lines(strategy, &goal, &mut layers, &mut workspace)
        .and_then(|()| finish(&goal, &tail, &layers, &mut workspace));
    workspace.release_sink();
    let optimal = layers.is_untouched() && tail.is_empty();
    result.map(|()| if optimal { Quality::Optimal } else { Quality::Feasible })
}

fn fill_lines<K: Sink<Direction>>(
    strategy: &impl LineStrategy,
    goal: &Board,
    layers: &mut Layers,
    workspace: &mut SingleBlankWorkspace<K>,
) -> Result<(), FillError> {
    let mut corner: Option<CornerTable> = None;
    while let Some((frame, region)) = layers.next_line() {
        let corner = CornerTable::in_slot(&mut corner, region.columns);
        let tiles = tiles_of_line(goal, frame, region);
        workspace.set_frame(frame);
        strategy.fill(workspace, LineContext { region, corner }, &tiles)?;
        workspace.hold_sink()?;
        workspace.control().set_progress(layers.share_done());
    }
    Ok(())
}

/// The tiles that belong into a line.
fn tiles_of_line(goal: &Board, frame: LineFrame, region: OpenRegion) -> Vec<Tile> {
    let places = (0..region.columns).map(|column| FramePosition { row: 0, column });
    places.map(|place| goal.tile(frame.cell(place))).collect()
}

/// Solves the residual puzzle, and walks the blank to its goal.
fn finish<K: Sink<Direction>>(
    goal: &Board,
    tail: &Walk,
    layers: &Layers,
    workspace: &mut SingleBlankWorkspace<K>,
) -> Result<(), FillError> {
    let frame = layers.residual_frame();
    workspace.set_frame(frame);
    let (rows, columns) = layers.residual_size();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| FramePosition { row, column }));
    let cells: Vec<Cell> = places.map(|place| frame.cell(place)).collect();
    let now: Vec<Tile> = cells.iter().map(|&cell| workspace.tile_at(cell)).collect();
    let then: Vec<Tile> = cells.iter().map(|&cell| goal.tile(cell)).collect();
    let path = match Residual::solve((rows as u8, columns as u8), &now, &then, workspace.control()) {
        Outcome::Solved { plan, .. } => plan,
        Outcome::Stopped { why, .. } => return Err(FillError::Stop(why)),
        Outcome::Unsolvable => return Err(FillError::Blocked),
    };
    path.actions.into_iter().chain(tail).try_for_each(|direction| workspace.go(direction, 1))?;
    workspace.hold_sink()
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

    /// Whether no line has been filled.
    const fn is_untouched(&self) -> bool {
        self.corner.0 == 0 && self.corner.1 == 0
    }

    const fn residual_size(&self) -> (i32, i32) {
        (self.board.0 - self.corner.0, self.board.1 - self.corner.1)
    }

    const fn residual_frame(&self) -> LineFrame {
        LineFrame::new(LineKind::Row, self.corner, self.board.1)
    }

    /// The next line to fill, if more than the residual puzzle is left.
    fn next_line(&mut self) -> Option<(LineFrame, OpenRegion)> {
        let (rows, columns) = self.residual_size();
        if rows.max(columns) <= RESIDUAL_SIDE {
            return None;
        }
        if rows >= columns {
            let frame = self.residual_frame();
            self.corner.0 += 1;
            Some((frame, OpenRegion { rows, columns, placed: 0 }))
        } else {
            let frame = LineFrame::new(LineKind::Column, (self.board.0 - 1, self.corner.1), self.board.1);
            self.corner.1 += 1;
            Some((frame, OpenRegion { rows: columns, columns: rows, placed: 0 }))
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
