//! Moves and changes by hand.

use motion_core::Direction;
use sokoban::board::{BoxRoutes, Push, SearchBoard, Square};
use sokoban::{Level, Moves, PlayerStep, Setup, Tile};

use super::source::Sketch;
use crate::places;
use crate::{EditAction, PlayAction, Played, TextError, Tool};

pub(super) const TOOLS: &[Tool] = &[
    Tool::painting("wall", "wall"),
    Tool::painting("floor", "floor"),
    Tool::new("goal", "goal, or none"),
    Tool::new("box", "box, or none"),
    Tool::new("player", "player"),
    Tool::new("add-row", "add a row"),
    Tool::new("add-column", "add a column"),
    Tool::new("remove-row", "remove the row"),
    Tool::new("remove-column", "remove the column"),
];

/// Makes a step by an arrow. A click on a box selects it, or pushes it once if it is selected and
/// beside the player; a click elsewhere pushes the selected box there, or walks there.
pub(super) fn play(level: &Level, action: &PlayAction) -> Played {
    let played = match (action.place(), &action.key) {
        (Some(place), _) => {
            let board = SearchBoard::new(level);
            let square = |place| {
                let cell = places::cell(place, level.grid().rows(), level.grid().columns());
                cell.and_then(|(row, column)| level.grid().cell(row, column)).map(|cell| board.square(cell))
            };
            let selected = action.from.and_then(square).filter(|&at| has_box(&board, at));
            square(place).and_then(|to| Clicked { level, board: &board, selected, to }.played())
        }
        (None, Some(key)) => places::direction(key).and_then(|direction| stepped(level, [direction])),
        (None, None) => None,
    };
    played.unwrap_or_default()
}

/// Makes steps of the player.
fn stepped(level: &Level, steps: impl IntoIterator<Item = Direction>) -> Option<Played> {
    let step = |direction| PlayerStep { direction, pushes: false };
    moved(level, &steps.into_iter().map(step).collect())
}

fn moved(level: &Level, moves: &Moves) -> Option<Played> {
    let (moves, after) = level.replay(moves).ok().filter(|(moves, _)| !moves.is_empty())?;
    let pushes = moves.iter().filter(|step| step.pushes).count();
    Some(Played::moved(after.to_string(), moves.to_string(), vec![moves.len(), pushes]))
}

fn has_box(board: &SearchBoard, square: Square) -> bool {
    board.boxes().binary_search(&square).is_ok()
}

/// A click on a square.
struct Clicked<'b> {
    level: &'b Level,
    board: &'b SearchBoard,
    /// The square of the box that was selected before.
    selected: Option<Square>,
    to: Square,
}

impl Clicked<'_> {
    fn played(&self) -> Option<Played> {
        let &Self { board, selected, to, .. } = self;
        if has_box(board, to) {
            let routes = self.routes(to);
            let beside = |direction: &Direction| board.step(board.player(), *direction) == to;
            let direction = Direction::ALL.into_iter().find(beside).filter(|_| selected == Some(to));
            let push = direction.map(|direction| vec![Push { from: to, direction }]);
            let pushed = push.and_then(|push| self.pushed(&routes, push));
            return Some(pushed.unwrap_or_else(|| self.selected_at(&routes, to, board.player())));
        }
        let route = |from| {
            let routes = self.routes(from);
            self.pushed(&routes, routes.find_with_fewest_steps(from, board.player(), to)?)
        };
        selected.and_then(route).or_else(|| {
            let walk = board.walk(board.player(), to, |square| has_box(board, square))?;
            stepped(self.level, walk)
        })
    }

    /// Returns the routes of the box on a square among all others.
    fn routes(&self, from: Square) -> BoxRoutes<'_> {
        let others = self.board.boxes().iter().copied().filter(|&square| square != from);
        BoxRoutes::new(self.board, others)
    }

    /// Makes pushes of a box, which remains selected.
    fn pushed(&self, routes: &BoxRoutes<'_>, pushes: Vec<Push>) -> Option<Played> {
        let &Push { from: player, direction } = pushes.last()?;
        let moved = moved(self.level, &self.board.moves(pushes)?)?;
        let Played { selected, targets, .. } =
            self.selected_at(routes, self.board.step(player, direction), player);
        Some(Played { selected, targets, ..moved })
    }

    /// Returns a box on this square as selected, with all squares to which it can be pushed.
    fn selected_at(&self, routes: &BoxRoutes<'_>, at: Square, player: Square) -> Played {
        let place = |square| {
            let (row, column) = self.board.coordinates(square);
            places::centre(row, column)
        };
        Played::selected(place(at), routes.targets(at, player).into_iter().map(place).collect())
    }
}

pub(super) fn edit(text: &str, action: &EditAction) -> Result<String, TextError> {
    let mut sketch = Sketch::read(text)?;
    action.apply(&mut sketch, |sketch, place| change(sketch, &action.tool, place))?;
    Ok(sketch.text())
}

/// Applies a tool.
fn change(sketch: &mut Sketch, tool: &str, place: [f64; 2]) -> Result<(), TextError> {
    let (row, column) = places::cell(place, sketch.rows() as u32, sketch.columns as u32)
        .map(|(row, column)| (row as usize, column as usize))
        .ok_or_else(|| TextError::new("there is no square"))?;
    let at = row * sketch.columns + column;
    let here = sketch.tiles[at];
    match tool {
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
        "add-row" => add_row(sketch, row)?,
        "remove-row" => remove_row(sketch, row)?,
        "add-column" => in_columns(sketch, |sketch| add_row(sketch, column))?,
        "remove-column" => in_columns(sketch, |sketch| remove_row(sketch, column))?,
        _ => return Err(TextError::new("there is no such tool")),
    }
    Ok(())
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

/// Changes columns as if they were rows.
fn in_columns(
    sketch: &mut Sketch,
    change: impl Fn(&mut Sketch) -> Result<(), TextError>,
) -> Result<(), TextError> {
    let mut columns = transposed(sketch);
    change(&mut columns)?;
    *sketch = transposed(&columns);
    Ok(())
}

fn transposed(sketch: &Sketch) -> Sketch {
    let rows = sketch.rows();
    let cells =
        (0..sketch.columns).flat_map(|column| (0..rows).map(move |row| row * sketch.columns + column));
    Sketch { columns: rows, tiles: cells.map(|cell| sketch.tiles[cell]).collect() }
}
