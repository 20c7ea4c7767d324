//! Layer by layer with one blank.

use alloc::vec::Vec;

use motion_core::sink::Sink;
use motion_core::{Cell, Control, Direction, Outcome, Quality, Stop, Walk};

use super::blank_mover::{BlankMover, FillError};
use super::corner::CornerTable;
use super::frame::FramePosition;
use super::layer_order::{Layers, RESIDUAL_SIDE, tiles_of_line};
use super::line_strategy::{LineContext, LineStrategy};
use super::residual::Residual;
use super::workspace::SingleBlankWorkspace;
use crate::board::{Board, Tile};
use crate::instance::Instance;

/// Solves an instance layer by layer.
///
/// If the goal's blank is not among the last cells, the puzzle is solved for a goal whose blank is
/// moved there, and the blank walks back at the end.
pub(crate) fn solve(
    strategy: &dyn LineStrategy,
    instance: &Instance,
    sink: &mut dyn Sink<Direction>,
    control: &mut Control,
) -> Outcome<()> {
    if !instance.has_one_blank() {
        return Outcome::stopped(Stop::Unsupported);
    }
    // The test of solvability keeps the order of the tiles. Solving keeps the tiles, the cell of
    // each, and the goal.
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

fn run(
    strategy: &dyn LineStrategy,
    instance: &Instance,
    sink: &mut dyn Sink<Direction>,
    control: &mut Control,
) -> Result<Quality, FillError> {
    let (goal, tail) = goal_with_blank_at_the_end(instance.goal());
    let mut layers = Layers::new(&goal);
    let mut workspace = SingleBlankWorkspace::new(instance.start(), layers.residual_frame(), sink, control);
    let result = fill_lines(strategy, &goal, &mut layers, &mut workspace)
        .and_then(|()| finish(&goal, &tail, &layers, &mut workspace));
    workspace.finish();
    let optimal = layers.is_untouched() && tail.is_empty();
    result.map(|()| if optimal { Quality::Optimal } else { Quality::Feasible })
}

fn fill_lines(
    strategy: &dyn LineStrategy,
    goal: &Board,
    layers: &mut Layers,
    workspace: &mut SingleBlankWorkspace,
) -> Result<(), FillError> {
    let mut corner: Option<CornerTable> = None;
    while let Some((frame, region)) = layers.next_line() {
        let corner = CornerTable::in_slot(&mut corner, region.columns);
        let tiles = tiles_of_line(goal, frame, region);
        workspace.set_frame(frame);
        strategy.fill(workspace, LineContext { region, corner }, &tiles)?;
        workspace.account_for_sink()?;
        workspace.control().set_progress(layers.share_done());
    }
    Ok(())
}

/// Solves the residual puzzle, then moves the blank to its goal.
fn finish(
    goal: &Board,
    tail: &Walk,
    layers: &Layers,
    workspace: &mut SingleBlankWorkspace,
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
    workspace.account_for_sink()
}

/// Returns the goal with its blank moved straight into the bottom right residual block, and the
/// walk back.
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
