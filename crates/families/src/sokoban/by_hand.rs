//! Moves and changes by hand.

use std::collections::VecDeque;

use motion_core::{Cell, Direction};
use sokoban::{Level, Moves, PlayerStep, Setup, Tile};

use super::source::Sketch;
use crate::places;
use crate::{EditAction, PlayAction, Played, TextError, Tool};

pub(super) const TOOLS: &[Tool] = &[
    Tool::new("wall", "wall"),
    Tool::new("floor", "floor"),
    Tool::new("goal", "goal, or none"),
    Tool::new("box", "box, or none"),
    Tool::new("player", "player"),
    Tool::new("add-row", "add a row"),
    Tool::new("add-column", "add a column"),
    Tool::new("remove-row", "remove the row"),
    Tool::new("remove-column", "remove the column"),
];

/// Makes a step by an arrow, a walk to a clicked square, or a push of a clicked box beside the
/// player.
pub(super) fn play(level: &Level, action: &PlayAction) -> Played {
    let steps = match (action.place(), &action.key) {
        (Some(place), _) => steps_to(level, place),
        (None, Some(key)) => places::direction(key).map(|direction| vec![direction]),
        (None, None) => None,
    };
    let Some(steps) = steps.filter(|steps| !steps.is_empty()) else { return Played::default() };
    let moves: Moves = steps.into_iter().map(|direction| PlayerStep { direction, pushes: false }).collect();
    match level.replay(&moves) {
        Ok((moves, after)) => {
            let pushes = moves.iter().filter(|step| step.pushes).count();
            Played::moved(after.to_string(), moves.to_string(), vec![moves.len(), pushes])
        }
        Err(_) => Played::default(),
    }
}

fn steps_to(level: &Level, place: [f64; 2]) -> Option<Vec<Direction>> {
    let grid = level.grid();
    let (row, column) = places::cell(place, grid.rows(), grid.columns())?;
    let target = grid.cell(row, column)?;
    if level.tile(target).is_box() {
        let pushed = |direction: &Direction| grid.step(level.player(), *direction) == Some(target);
        return Direction::ALL.into_iter().find(pushed).map(|direction| vec![direction]);
    }
    walk(level, target)
}

/// Finds a shortest walk of the player that pushes nothing.
fn walk(level: &Level, target: Cell) -> Option<Vec<Direction>> {
    let grid = level.grid();
    let mut came_by: Vec<Option<Direction>> = vec![None; grid.cell_count()];
    let mut queue = VecDeque::from([level.player()]);
    while let Some(cell) = queue.pop_front() {
        if cell == target {
            break;
        }
        for (direction, next) in grid.neighbours(cell) {
            let is_new = came_by[next.index()].is_none() && next != level.player();
            if is_new && !level.tile(next).is_box() {
                came_by[next.index()] = Some(direction);
                queue.push_back(next);
            }
        }
    }
    let mut steps = Vec::new();
    let mut at = target;
    while at != level.player() {
        let direction = came_by[at.index()]?;
        steps.push(direction);
        at = grid.step(at, direction.opposite())?;
    }
    steps.reverse();
    Some(steps)
}

pub(super) fn edit(text: &str, action: &EditAction) -> Result<String, TextError> {
    let mut sketch = Sketch::read(text)?;
    let (row, column) = places::cell([action.x, action.y], sketch.rows() as u32, sketch.columns as u32)
        .map(|(row, column)| (row as usize, column as usize))
        .ok_or_else(|| TextError::new("there is no square"))?;
    let at = row * sketch.columns + column;
    let here = sketch.tiles[at];
    match action.tool.as_str() {
        "wall" => sketch.tiles[at] = Tile::Wall,
        "floor" => sketch.tiles[at] = Tile::Floor,
        "goal" => sketch.tiles[at] = with_goal(here, !here.is_goal()),
        "box" => {
            let on = if here.is_box() { Tile::Floor } else { Tile::Box };
            sketch.tiles[at] = with_goal(on, here.is_goal());
        }
        "player" => {
            for tile in sketch.tiles.iter_mut().filter(|tile| tile.is_player()) {
                *tile = with_goal(Tile::Floor, tile.is_goal());
            }
            sketch.tiles[at] = with_goal(Tile::Player, here.is_goal());
        }
        "add-row" => add_row(&mut sketch, row)?,
        "remove-row" => remove_row(&mut sketch, row)?,
        "add-column" => {
            sketch = transposed(&sketch);
            add_row(&mut sketch, column)?;
            sketch = transposed(&sketch);
        }
        "remove-column" => {
            sketch = transposed(&sketch);
            remove_row(&mut sketch, column)?;
            sketch = transposed(&sketch);
        }
        _ => return Err(TextError::new("there is no such tool")),
    }
    Ok(sketch.text())
}

/// Puts a goal on a tile or removes it. A box or the player there stays. A wall becomes floor
/// first.
const fn with_goal(tile: Tile, goal: bool) -> Tile {
    match (tile, goal) {
        (Tile::Box | Tile::BoxOnGoal, true) => Tile::BoxOnGoal,
        (Tile::Box | Tile::BoxOnGoal, false) => Tile::Box,
        (Tile::Player | Tile::PlayerOnGoal, true) => Tile::PlayerOnGoal,
        (Tile::Player | Tile::PlayerOnGoal, false) => Tile::Player,
        (Tile::Floor | Tile::Wall | Tile::Goal, true) => Tile::Goal,
        (Tile::Floor | Tile::Wall | Tile::Goal, false) => Tile::Floor,
    }
}

/// Adds a row below this one, with the same walls.
fn add_row(sketch: &mut Sketch, row: usize) -> Result<(), TextError> {
    if sketch.rows() >= Setup::MAX_SIDE {
        return Err(TextError::new("the level is large enough"));
    }
    let cells = row * sketch.columns..(row + 1) * sketch.columns;
    let wall_or_floor = |&tile: &Tile| if tile == Tile::Wall { Tile::Wall } else { Tile::Floor };
    let new: Vec<_> = sketch.tiles[cells.clone()].iter().map(wall_or_floor).collect();
    sketch.tiles.splice(cells.end..cells.end, new);
    Ok(())
}

fn remove_row(sketch: &mut Sketch, row: usize) -> Result<(), TextError> {
    if sketch.rows() <= 3 {
        return Err(TextError::new("three rows and three columns stay"));
    }
    sketch.tiles.drain(row * sketch.columns..(row + 1) * sketch.columns);
    Ok(())
}

fn transposed(sketch: &Sketch) -> Sketch {
    let rows = sketch.rows();
    let cells =
        (0..sketch.columns).flat_map(|column| (0..rows).map(move |row| row * sketch.columns + column));
    Sketch { columns: rows, tiles: cells.map(|cell| sketch.tiles[cell]).collect() }
}
