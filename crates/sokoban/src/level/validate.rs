//! Validates the text of a level.

use alloc::vec::Vec;

use motion_core::error::TextPosition;
use motion_core::{Cell, Direction, Grid};

use super::Level;
use crate::setup::{Setup, SetupError, Tile};

/// A cell with its position in the text.
type Located = (Cell, TextPosition);

/// The contents of the cells of a setup.
#[derive(Default)]
struct Contents {
    goals: Vec<Located>,
    boxes: Vec<Located>,
    players: Vec<Located>,
}

impl TryFrom<&Setup> for Level {
    type Error = SetupError;

    /// Validates a setup.
    ///
    /// # Errors
    /// [`SetupError`] names the first error: the number of players, an open border, boxes or goals
    /// that the player cannot reach, or the numbers of boxes and goals.
    ///
    /// # Complexity
    /// Linear in the cells of the smallest rectangle around the level.
    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        let frame = setup.frame();
        let mut grid = frame.grid(setup.start())?;
        let mut contents = Contents::default();
        for (cell, tile, at) in frame.tiles(&grid) {
            if tile == Tile::Wall {
                grid.close(cell);
            }
            contents.add(tile, (cell, at));
        }
        let Contents { goals, boxes, players } = contents;
        let player = match players[..] {
            [] => return Err(SetupError::NoPlayer { at: setup.start() }),
            [(player, _)] => player,
            [(_, first), (_, at), ..] => return Err(SetupError::SeveralPlayers { at, first }),
        };
        let inside = inside(&grid, player)
            .map_err(|hole| SetupError::Open { at: frame.position(grid.row(hole), grid.column(hole)) })?;
        if let Some(at) = unmatched_outside(&boxes, &goals, &inside) {
            return Err(SetupError::BoxOutOfReach { at });
        }
        if let Some(at) = unmatched_outside(&goals, &boxes, &inside) {
            return Err(SetupError::GoalOutOfReach { at });
        }
        // The boxes and goals outside are already paired.
        let count = |located: &[Located]| located.iter().filter(|(cell, _)| inside[cell.index()]).count();
        let (boxes_inside, goals_inside) = (count(&boxes), count(&goals));
        if boxes_inside > goals_inside || boxes_inside == 0 && goals_inside > 0 {
            let (boxes, goals) = (boxes_inside, goals_inside);
            return Err(SetupError::Unbalanced { at: setup.start(), boxes, goals });
        }
        let cells = |located: Vec<Located>| located.into_iter().map(|(cell, _)| cell).collect();
        Ok(Self { grid, inside, goals: cells(goals), boxes: cells(boxes), player })
    }
}

impl TryFrom<Setup> for Level {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        Self::try_from(&setup)
    }
}

impl Contents {
    fn add(&mut self, tile: Tile, at: Located) {
        if tile.is_goal() {
            self.goals.push(at);
        }
        if tile.is_box() {
            self.boxes.push(at);
        }
        if tile.is_player() {
            self.players.push(at);
        }
    }
}

/// Returns the position of the first of some cells that the player cannot reach and that is not
/// among others.
fn unmatched_outside(cells: &[Located], others: &[Located], inside: &[bool]) -> Option<TextPosition> {
    let is_unmatched = |cell| others.binary_search_by_key(&cell, |&(other, _)| other).is_err();
    cells.iter().find(|&&(cell, _)| !inside[cell.index()] && is_unmatched(cell)).map(|&(_, at)| at)
}

/// Returns the cells that the player could reach if there were no boxes, or as an error the nearest
/// cell at which it could leave the level.
fn inside(grid: &Grid, player: Cell) -> Result<Vec<bool>, Cell> {
    let mut inside = alloc::vec![false; grid.cell_count()];
    inside[player.index()] = true;
    let mut queue = alloc::vec![player];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        if Direction::ALL.into_iter().any(|side| grid.has_wall(cell, side)) {
            return Err(cell); // the only walls on edges are those of the border
        }
        for (_, neighbour) in grid.neighbours(cell) {
            if !inside[neighbour.index()] {
                inside[neighbour.index()] = true;
                queue.push(neighbour);
            }
        }
    }
    Ok(inside)
}
