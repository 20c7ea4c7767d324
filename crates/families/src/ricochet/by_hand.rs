//! Slides and changes by hand.

use motion_core::{Cell, Direction};
use ricochet::internal::{MAX_SIDE, MIN_SIDE};
use ricochet::{Colour, Diagonal, Instance, Slope, Target, TargetRobot};

use super::draft::Draft;
use crate::places;
use crate::{EditAction, PlayAction, Played, TextError, Tool};

pub(super) const TOOLS: &[Tool] = &[
    Tool::new("wall", "wall on the nearest edge, or none"),
    Tool::new("closed", "closed cell, or open"),
    Tool::new("robot-r", "red robot"),
    Tool::new("robot-g", "green robot"),
    Tool::new("robot-b", "blue robot"),
    Tool::new("robot-y", "yellow robot"),
    Tool::new("robot-w", "white robot"),
    Tool::new("robot-o", "orange robot"),
    Tool::new("robot-p", "purple robot"),
    Tool::new("robot-k", "black robot"),
    Tool::new("robot-s", "silver robot"),
    Tool::new("target-any", "target for any robot"),
    Tool::new("target-r", "target for red"),
    Tool::new("target-g", "target for green"),
    Tool::new("target-b", "target for blue"),
    Tool::new("target-y", "target for yellow"),
    Tool::new("target-w", "target for white"),
    Tool::new("target-o", "target for orange"),
    Tool::new("target-p", "target for purple"),
    Tool::new("target-k", "target for black"),
    Tool::new("target-s", "target for silver"),
    Tool::new("diagonal", "diagonal: each click turns or colours it, or removes it"),
    Tool::new("add-row", "add a row"),
    Tool::new("add-column", "add a column"),
    Tool::new("remove-row", "remove the last row"),
    Tool::new("remove-column", "remove the last column"),
];

/// Selects or slides a robot. A click or a robot's letter selects it. An arrow, or a click where it
/// would stop, slides it. If no robot is selected, an arrow moves the robot of the target.
pub(super) fn play(game: &Instance, action: &PlayAction) -> Result<Played, TextError> {
    let grid = game.board().grid();
    let cell_at = |place| {
        places::cell(place, grid.rows(), grid.columns()).and_then(|(row, column)| grid.cell(row, column))
    };
    let robot_at = |cell: Cell| game.robots().iter().copied().find(|&(_, at)| at == cell);
    let selected = action
        .from
        .and_then(cell_at)
        .and_then(robot_at)
        .or_else(|| game.robots().iter().copied().find(|&(robot, _)| game.may_reach_target(robot)));
    let select = |cell: Cell| Played::selected(places::centre(grid.row(cell), grid.column(cell)));
    let slides = |(robot, from): (Colour, Cell)| {
        Direction::ALL.map(|direction| (direction, end(game, robot, from, direction)))
    };
    let slide = match (action.place(), &action.key) {
        (Some(place), _) => {
            let Some(cell) = cell_at(place) else { return Ok(Played::default()) };
            if let Some((_, at)) = robot_at(cell) {
                return Ok(select(at));
            }
            selected.and_then(|robot| {
                let slide = slides(robot).into_iter().find(|&(_, end)| end == Some(cell));
                slide.map(|(direction, _)| (robot, direction, cell))
            })
        }
        (None, Some(key)) => {
            if let Some((_, at)) = robot_of_key(game, key) {
                return Ok(select(at));
            }
            places::direction(key).zip(selected).and_then(|(direction, robot)| {
                end(game, robot.0, robot.1, direction).map(|end| (robot, direction, end))
            })
        }
        (None, None) => None,
    };
    let Some(((robot, from), direction, end)) = slide.filter(|((_, from), _, end)| from != end) else {
        return Ok(Played::default());
    };
    let mut after = Draft::of(game);
    for (_, at) in after.robots.iter_mut().filter(|(_, at)| *at == from) {
        *at = end;
    }
    let after = after.game()?;
    Ok(Played {
        selected: Some(places::centre(grid.row(end), grid.column(end))),
        ..Played::moved(after.to_string(), format!("{robot}{}", direction.letter()), vec![1])
    })
}

fn robot_of_key(game: &Instance, key: &str) -> Option<(Colour, Cell)> {
    let mut letters = key.chars();
    let (letter, None) = (letters.next()?.to_ascii_lowercase(), letters.next()) else { return None };
    game.robots().iter().copied().find(|(robot, _)| robot.letter() == letter)
}

/// Returns the cell where a slide ends.
fn end(game: &Instance, robot: Colour, from: Cell, direction: Direction) -> Option<Cell> {
    let occupied = |cell| game.robots().iter().any(|&(_, at)| at == cell);
    game.board().slide(robot, from, direction, occupied).map(|path| path.end)
}

/// Applies a tool. The result is legal: it has a target and at least one robot.
pub(super) fn edit(game: &Instance, action: &EditAction) -> Result<String, TextError> {
    let mut draft = Draft::of(game);
    let (row, column) = places::cell([action.x, action.y], draft.rows, draft.columns)
        .ok_or_else(|| TextError::new("there is no cell"))?;
    let cell = Cell(row * draft.columns + column);
    let tool = action.tool.as_str();
    match tool {
        "wall" => toggle_wall(&mut draft, (row, column), [action.x, action.y])?,
        "closed" => {
            if draft.closed.contains(&cell) {
                draft.closed.retain(|&other| other != cell);
            } else if draft.is_free(cell) {
                draft.closed.push(cell);
                draft.diagonals.retain(|&(other, _)| other != cell);
            } else {
                return Err(TextError::new("a robot or a target is there"));
            }
        }
        "diagonal" => next_diagonal(&mut draft, cell),
        "add-row" | "remove-row" => resize(&mut draft, tool == "add-row", Direction::Down)?,
        "add-column" | "remove-column" => resize(&mut draft, tool == "add-column", Direction::Right)?,
        "target-any" => draft.place_target(Target { cell, robot: TargetRobot::Any }),
        _ => {
            let colour = |prefix| {
                let letter = tool.strip_prefix(prefix).and_then(|letter| letter.chars().next());
                letter.and_then(Colour::from_letter)
            };
            if let Some(colour) = colour("robot-") {
                place_robot(&mut draft, colour, cell)?;
            } else if let Some(colour) = colour("target-") {
                draft.place_target(Target { cell, robot: TargetRobot::Only(colour) });
            } else {
                return Err(TextError::new("there is no such tool"));
            }
        }
    }
    draft.game().map(|game| game.to_string())
}

/// Puts a robot on a cell, or removes it if it is already there.
fn place_robot(draft: &mut Draft, colour: Colour, cell: Cell) -> Result<(), TextError> {
    match draft.robot_at(cell) {
        Some(other) if other == colour => return draft.remove_robot(colour),
        Some(_) => return Err(TextError::new("another robot is there")),
        None => {}
    }
    draft.robots.retain(|&(other, _)| other != colour);
    draft.robots.push((colour, cell));
    Ok(())
}

fn toggle_wall(draft: &mut Draft, (row, column): (u32, u32), [x, y]: [f64; 2]) -> Result<(), TextError> {
    let [centre_x, centre_y] = places::centre(row, column);
    let (right, down) = (x - centre_x, y - centre_y);
    let at = |row: u32, column: u32| Cell(row * draft.columns + column);
    let edge = if right.abs() > down.abs() {
        if right > 0.0 {
            (column + 1 < draft.columns).then(|| (at(row, column), Direction::Right))
        } else {
            column.checked_sub(1).map(|column| (at(row, column), Direction::Right))
        }
    } else if down > 0.0 {
        (row + 1 < draft.rows).then(|| (at(row, column), Direction::Down))
    } else {
        row.checked_sub(1).map(|row| (at(row, column), Direction::Down))
    };
    let edge = edge.ok_or_else(|| TextError::new("the outer walls stay"))?;
    if draft.walls.contains(&edge) {
        draft.walls.retain(|&other| other != edge);
    } else {
        draft.walls.push(edge);
    }
    Ok(())
}

/// Changes the diagonal of a cell: none, then rising and falling in each colour.
fn next_diagonal(draft: &mut Draft, cell: Cell) {
    let old = draft.diagonals.iter().find(|(at, _)| *at == cell).map(|&(_, diagonal)| diagonal);
    let all = Colour::ALL
        .into_iter()
        .flat_map(|colour| [Slope::Rising, Slope::Falling].map(|slope| Diagonal { slope, colour }));
    let next = match old {
        None => all.into_iter().next(),
        Some(old) => all.skip_while(|&diagonal| diagonal != old).nth(1),
    };
    draft.diagonals.retain(|&(at, _)| at != cell);
    draft.diagonals.extend(next.map(|diagonal| (cell, diagonal)));
}

/// Adds or removes the last row or column.
fn resize(draft: &mut Draft, grows: bool, side: Direction) -> Result<(), TextError> {
    let (old_rows, old_columns) = (draft.rows, draft.columns);
    let length = if side == Direction::Down { &mut draft.rows } else { &mut draft.columns };
    *length = if grows { *length + 1 } else { *length - 1 };
    if !(MIN_SIDE..=MAX_SIDE).contains(length) {
        return Err(TextError::new(format!("a board has {MIN_SIDE} to {MAX_SIDE} rows and columns")));
    }
    let (rows, columns) = (draft.rows, draft.columns);
    let moved = |cell: Cell| {
        let (row, column) = (cell.0 / old_columns, cell.0 % old_columns);
        (row < rows && column < columns).then(|| Cell(row * columns + column))
    };
    let targets = draft.targets.iter().map(|target| target.cell);
    let cells = draft.robots.iter().map(|&(_, cell)| cell).chain(targets);
    if cells.into_iter().any(|cell| moved(cell).is_none()) {
        return Err(TextError::new("a robot or a target is there"));
    }
    // A wall on an edge that becomes an outer one is no longer a separate wall.
    let is_inner = |&(cell, wall): &(Cell, Direction)| match wall {
        Direction::Right => cell.0 % old_columns + 1 < columns.min(old_columns),
        _ => cell.0 / old_columns + 1 < rows.min(old_rows),
    };
    draft.walls = draft
        .walls
        .iter()
        .filter(|wall| is_inner(wall))
        .filter_map(|&(cell, wall)| Some((moved(cell)?, wall)))
        .collect();
    draft.closed = draft.closed.iter().filter_map(|&cell| moved(cell)).collect();
    draft.diagonals =
        draft.diagonals.iter().filter_map(|&(cell, diagonal)| Some((moved(cell)?, diagonal))).collect();
    for (_, cell) in &mut draft.robots {
        *cell = moved(*cell).unwrap_or(*cell);
    }
    for target in &mut draft.targets {
        target.cell = moved(target.cell).unwrap_or(target.cell);
    }
    Ok(())
}
