//! Slides and changes by hand.

use motion_core::{Cell, Direction};
use ricochet::internal::{MAX_SIDE, MIN_SIDE};
use ricochet::{Colour, Diagonal, Instance, Moves, Slide, Slope, Target, TargetRobot};

use super::draft::Draft;
use crate::places;
use crate::{EditAction, PlayAction, Played, TextError, Tool};

pub(super) const TOOLS: &[Tool] = &[
    Tool::new("wall", "wall on the nearest edge, or none"),
    Tool::painting("closed", "closed cell"),
    Tool::painting("open", "open cell"),
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

/// Selects or slides a robot. A click or a robot's letter selects it. An arrow slides it; a click
/// where it can stop, by one slide or several, slides it there. If no robot is selected, the robot
/// of the target is.
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
    let slides = match (action.place(), &action.key) {
        (Some(place), _) => {
            let Some(cell) = cell_at(place) else { return Ok(Played::default()) };
            if let Some((robot, _)) = robot_at(cell) {
                return Ok(Stops::new(game, robot, cell).selected());
            }
            selected.map(|(robot, from)| Stops::new(game, robot, from).slides_to(cell))
        }
        (None, Some(key)) => {
            if let Some((robot, at)) = robot_of_key(game, key) {
                return Ok(Stops::new(game, robot, at).selected());
            }
            let slide = |(direction, (robot, _))| vec![Slide { robot, direction }];
            places::direction(key).zip(selected).map(slide)
        }
        (None, None) => None,
    };
    match slides.zip(selected) {
        Some((slides, (_, from))) => slid(game, from, slides),
        None => Ok(Played::default()),
    }
}

/// Makes slides of the robot on this cell.
fn slid(game: &Instance, from: Cell, slides: Vec<Slide>) -> Result<Played, TextError> {
    let Some(&Slide { robot, .. }) = slides.first() else { return Ok(Played::default()) };
    let slide = |at, slide: &Slide| end(game, robot, at, slide.direction);
    let Some(end) = slides.iter().try_fold(from, slide).filter(|&end| end != from) else {
        return Ok(Played::default());
    };
    let mut robots = game.robots().to_vec();
    for (_, at) in robots.iter_mut().filter(|(_, at)| *at == from) {
        *at = end;
    }
    let after = Instance::new(game.board().clone(), &robots, game.targets()).map_err(TextError::of)?;
    let Played { selected, targets, reachable, .. } = Stops::new(&after, robot, end).selected();
    let counts = vec![slides.len()];
    let moved = Played::moved(after.to_string(), Moves::from(slides).to_string(), counts);
    Ok(Played { selected, targets, reachable, ..moved })
}

fn robot_of_key(game: &Instance, key: &str) -> Option<(Colour, Cell)> {
    let mut letters = key.chars();
    let (letter, None) = (letters.next()?.to_ascii_lowercase(), letters.next()) else { return None };
    game.robots().iter().copied().find(|(robot, _)| robot.letter() == letter)
}

/// Returns the cell where a slide of this robot ends.
fn end(game: &Instance, robot: Colour, from: Cell, direction: Direction) -> Option<Cell> {
    let occupied = |cell| game.robots().iter().any(|&(other, at)| at == cell && other != robot);
    game.board().slide(robot, from, direction, occupied).map(|path| path.end)
}

/// The cells where a robot can stop while all others rest.
struct Stops<'g> {
    game: &'g Instance,
    robot: Colour,
    from: Cell,
    /// The cells other than the first, by their numbers of slides.
    cells: Vec<(Cell, usize)>,
    /// The last slide to each of them, and the cell before it.
    slides: Vec<Option<(Cell, Direction)>>,
}

impl<'g> Stops<'g> {
    fn new(game: &'g Instance, robot: Colour, from: Cell) -> Self {
        let mut cells = vec![(from, 0)];
        let mut slides = vec![None; game.board().grid().cell_count()];
        let mut next = 0;
        while let Some(&(at, moves)) = cells.get(next) {
            next += 1;
            for direction in Direction::ALL {
                let Some(end) = end(game, robot, at, direction).filter(|&end| end != from) else { continue };
                if slides[end.index()].is_none() {
                    slides[end.index()] = Some((at, direction));
                    cells.push((end, moves + 1));
                }
            }
        }
        cells.remove(0);
        Self { game, robot, from, cells, slides }
    }

    /// Returns the robot as selected, with these cells.
    fn selected(&self) -> Played {
        let grid = self.game.board().grid();
        let place = |cell| places::centre(grid.row(cell), grid.column(cell));
        let direct = self.cells.iter().filter(|&&(_, moves)| moves == 1);
        let targets = direct.map(|&(cell, _)| place(cell)).collect();
        let reachable = self.cells.iter().map(|&(cell, moves)| {
            let [x, y] = place(cell);
            (x, y, moves)
        });
        Played { reachable: reachable.collect(), ..Played::selected(place(self.from), targets) }
    }

    /// Returns the fewest slides to a cell; none if the robot cannot stop there.
    fn slides_to(&self, mut cell: Cell) -> Vec<Slide> {
        let mut slides = Vec::new();
        while let Some((before, direction)) = self.slides[cell.index()] {
            slides.push(Slide { robot: self.robot, direction });
            cell = before;
        }
        slides.reverse();
        slides
    }
}

/// Applies a tool. The result is legal: it has a target and at least one robot.
pub(super) fn edit(game: &Instance, action: &EditAction) -> Result<String, TextError> {
    let mut draft = Draft::of(game);
    action.apply(&mut draft, |draft, place| change(draft, &action.tool, place))?;
    draft.game().map(|game| game.to_string())
}

fn change(draft: &mut Draft, tool: &str, place: [f64; 2]) -> Result<(), TextError> {
    let (row, column) =
        places::cell(place, draft.rows, draft.columns).ok_or_else(|| TextError::new("there is no cell"))?;
    let cell = Cell(row * draft.columns + column);
    match tool {
        "wall" => toggle_wall(draft, (row, column), place)?,
        "closed" if !draft.is_free(cell) => return Err(TextError::new("a robot or a target is there")),
        "closed" | "open" => {
            draft.closed.retain(|&other| other != cell);
            if tool == "closed" {
                draft.closed.push(cell);
                draft.diagonals.retain(|&(other, _)| other != cell);
            }
        }
        "diagonal" => next_diagonal(draft, cell),
        "add-row" | "remove-row" => resize(draft, tool == "add-row", Direction::Down)?,
        "add-column" | "remove-column" => resize(draft, tool == "add-column", Direction::Right)?,
        "target-any" => draft.place_target(Target { cell, robot: TargetRobot::Any }),
        _ => {
            let colour = |prefix| {
                let letter = tool.strip_prefix(prefix).and_then(|letter| letter.chars().next());
                letter.and_then(Colour::from_letter)
            };
            if let Some(colour) = colour("robot-") {
                place_robot(draft, colour, cell)?;
            } else if let Some(colour) = colour("target-") {
                draft.place_target(Target { cell, robot: TargetRobot::Only(colour) });
            } else {
                return Err(TextError::new("there is no such tool"));
            }
        }
    }
    Ok(())
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
