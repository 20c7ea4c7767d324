//! Layer by layer with several blanks.
//!
//! Lines are filled as with one blank, but the nearest blank is chosen before each step of a tile
//! or snake. Cells of a line that must be vacant receive the blanks nearest to them. The last
//! cells, with at least two blanks among them, are solved by the fewest moves.

mod workspace;

use alloc::vec::Vec;
use core::cmp::Ordering;

use motion_core::{Cell, Control, Direction, Move, Outcome, Plan, Quality, Token, Vertex};

use super::blank_mover::{BlankMover, FillError, TrackedTile, Workspace};
use super::blank_path::{blank_path, shortest};
use super::carry::carry;
use super::corner::CornerTable;
use super::frame::{FramePosition, OpenRegion};
use super::layer_order::{Layers, RESIDUAL_SIDE, tiles_of_line};
use super::line_strategy::{LineContext, LineStrategy};
use crate::board::{Board, Tile};
use crate::instance::Instance;
use crate::multi_blank::fewest_moves;
pub(crate) use workspace::MAX_LISTED;
use workspace::MultiBlankWorkspace;

/// The least number of blanks among the last cells at the end; all blanks if there are fewer.
const BLANKS_AT_THE_END: usize = 4;

/// Solves an instance layer by layer.
pub(crate) fn solve(
    strategy: &dyn LineStrategy,
    instance: &Instance,
    control: &mut Control,
) -> Outcome<Plan> {
    // Memory for the tiles, the cell of each, and the goal.
    let bytes = 3 * 4 * instance.start().tiles().len() as u64;
    if let Err(why) = control.hold(bytes) {
        return Outcome::stopped(why);
    }
    let result = run(strategy, instance, control);
    control.release(bytes);
    match result {
        Ok((plan, quality)) => Outcome::Solved { plan, quality },
        Err(FillError::Stop(why)) => {
            Outcome::Stopped { why, best: None, lower_bound: Some(instance.manhattan_distance()) }
        }
        Err(FillError::Blocked) => {
            unreachable!("invariant: a line across the longer side of more than three rows can be filled")
        }
    }
}

fn run(
    strategy: &dyn LineStrategy,
    instance: &Instance,
    control: &mut Control,
) -> Result<(Plan, Quality), FillError> {
    let (goal, tail) = goal_with_blanks_at_the_end(instance.goal());
    let mut layers = Layers::new(&goal);
    let mut workspace = MultiBlankWorkspace::new(instance.start(), layers.residual_frame(), control);
    let result = fill_lines(strategy, &goal, &mut layers, &mut workspace)
        .and_then(|()| finish(&goal, &tail, &layers, &mut workspace));
    let quality = if layers.is_untouched() && tail.is_empty() { Quality::Optimal } else { Quality::Feasible };
    let plan = workspace.into_plan();
    result.map(|()| (plan, quality))
}

fn fill_lines(
    strategy: &dyn LineStrategy,
    goal: &Board,
    layers: &mut Layers,
    workspace: &mut MultiBlankWorkspace,
) -> Result<(), FillError> {
    let mut corner: Option<CornerTable> = None;
    while let Some((frame, region)) = layers.next_line() {
        let corner = CornerTable::in_slot(&mut corner, region.columns);
        let tiles = tiles_of_line(goal, frame, region);
        workspace.set_frame(frame);
        fill_line(strategy, workspace, LineContext { region, corner }, &tiles)?;
        workspace.hold_plan()?;
        workspace.control().set_progress(layers.share_done());
    }
    Ok(())
}

/// Fills a line piece by piece: tiles by the strategy, vacant cells by blanks.
fn fill_line(
    strategy: &dyn LineStrategy,
    workspace: &mut MultiBlankWorkspace,
    context: LineContext,
    line: &[Tile],
) -> Result<(), FillError> {
    let mut context = context;
    for run in line.chunk_by(|&a, &b| (a == Tile::BLANK) == (b == Tile::BLANK)) {
        let left = context.region.columns - context.region.placed;
        match run {
            // A single last tile is placed first, because it cannot enter the corner past blanks
            // that must stay.
            [.., Tile::BLANK] if left == run.len() as i32 + 1 => {
                let (last, blanks) = (line[line.len() - 1], run.len() as i32);
                let corner = FramePosition { row: 0, column: context.region.columns - 1 };
                workspace.track(last, last);
                carry(workspace, context.region, TrackedTile::First, corner, None)?;
                leave_blanks(workspace, context.region, blanks, Some(corner))?;
                return Ok(());
            }
            [.., Tile::BLANK] => leave_blanks(workspace, context.region, run.len() as i32, None)?,
            tiles => strategy.fill(workspace, context, tiles)?,
        }
        context = context.after(run.len());
    }
    Ok(())
}

/// Leaves a blank on each of the next cells of the line. The tile on `protect` stays.
fn leave_blanks(
    workspace: &mut MultiBlankWorkspace,
    region: OpenRegion,
    count: i32,
    protect: Option<FramePosition>,
) -> Result<(), FillError> {
    for placed in region.placed..region.placed + count {
        let region = region.with_placed(placed);
        let to = FramePosition { row: 0, column: placed };
        // A position off the board avoids nothing.
        let avoid = [protect.unwrap_or(FramePosition { row: -2, column: -2 }); 2];
        workspace
            .choose_blank(to, &|blank, limit| shortest(region, blank, core::iter::once(to), avoid, limit));
        blank_path(region, workspace.blank(), to, avoid).ok_or(FillError::Blocked)?.follow(workspace)?;
        workspace.leave_blank();
    }
    Ok(())
}

/// Solves the last cells, then moves the blanks to their goals.
fn finish(
    goal: &Board,
    tail: &Plan,
    layers: &Layers,
    workspace: &mut MultiBlankWorkspace,
) -> Result<(), FillError> {
    let frame = layers.residual_frame();
    let (rows, columns) = layers.residual_size();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| FramePosition { row, column }));
    let cells: Vec<Cell> = places.map(|place| frame.cell(place)).collect();
    let now: Vec<Tile> = cells.iter().map(|&cell| workspace.tile_at(cell)).collect();
    let then: Vec<Tile> = cells.iter().map(|&cell| goal.tile(cell)).collect();
    let path = match fewest_moves((rows as u32, columns as u32), &now, &then, workspace.control()) {
        Outcome::Solved { plan, .. } => plan,
        Outcome::Stopped { why, .. } => return Err(FillError::Stop(why)),
        Outcome::Unsolvable => return Err(FillError::Blocked),
    };
    let steps = path.actions.iter().map(|step| (cells[step.from as usize], cells[step.to as usize]));
    let steps = steps.chain(tail.iter().map(|step| (Cell(step.from.0), Cell(step.to.0))));
    for (from, to) in steps {
        workspace.control().spend(1)?;
        workspace.shift(from, to);
    }
    workspace.hold_plan()
}

/// Returns the goal with some of its blanks moved to the last cells, and the moves from there to
/// the goal itself.
fn goal_with_blanks_at_the_end(goal: &Board) -> (Board, Plan) {
    let side = RESIDUAL_SIDE as u32;
    let (top, left) = (goal.rows().saturating_sub(side), goal.columns().saturating_sub(side));
    let columns = goal.columns();
    let is_last = |cell: Cell| cell.0 / columns >= top && cell.0 % columns >= left;
    let wanted = BLANKS_AT_THE_END.min(goal.blank_count() as usize);
    let mut moved = goal.clone();
    let mut moves = Vec::new();
    while moved.blanks().filter(|&cell| is_last(cell)).count() < wanted {
        let distance = |a: Cell, b: Cell| {
            (a.0 / columns).abs_diff(b.0 / columns) + (a.0 % columns).abs_diff(b.0 % columns)
        };
        let tiles = |board: &Board| {
            let cells = (0..board.tiles().len() as u32).map(Cell);
            cells.filter(|&cell| is_last(cell) && board.tile(cell) != Tile::BLANK).collect::<Vec<_>>()
        };
        // The nearest pair of a blank outside and a tile among the last cells. The blank moves to
        // the tile's cell.
        let targets = tiles(&moved);
        let blanks = moved.blanks().filter(|&cell| !is_last(cell));
        let nearest = blanks.flat_map(|from| targets.iter().map(move |&to| (distance(from, to), from, to)));
        let (_, mut at, to) = nearest.min().expect("invariant: a blank outside, and room for it inside");
        while at != to {
            let direction = match (at.0 / columns).cmp(&(to.0 / columns)) {
                Ordering::Less => Direction::Down,
                Ordering::Greater => Direction::Up,
                Ordering::Equal if at.0 % columns < to.0 % columns => Direction::Right,
                Ordering::Equal => Direction::Left,
            };
            let next = moved.neighbour(at, direction).expect("invariant: the path stays on the board");
            if let Some(tile) = moved.shift(next, direction.opposite()) {
                moves.push(Move { token: Token(tile.0 - 1), from: Vertex(next.0), to: Vertex(at.0) });
            }
            at = next;
        }
    }
    (moved, Plan::from(moves).reversed())
}
