//! The parts of a game, which can be changed.

use crate::TextError;
use motion_core::{Cell, Direction, Grid};
use ricochet::{Board, Colour, Diagonal, DiagonalStops, Instance, Target, TargetRobot};

/// The parts of a game.
#[derive(Clone)]
pub(super) struct Draft {
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) closed: Vec<Cell>,
    /// Walls on the right or lower edges of cells, within the board.
    pub(super) walls: Vec<(Cell, Direction)>,
    pub(super) diagonals: Vec<(Cell, Diagonal)>,
    diagonal_stops: DiagonalStops,
    pub(super) robots: Vec<(Colour, Cell)>,
    pub(super) targets: Vec<Target>,
}

impl Draft {
    pub(super) fn of(game: &Instance) -> Self {
        let (board, grid) = (game.board(), game.board().grid());
        let is_inner = |cell: Cell, side: Direction| match side {
            Direction::Right => grid.column(cell) + 1 < grid.columns(),
            _ => grid.row(cell) + 1 < grid.rows(),
        };
        // The edges of closed cells always have walls.
        let is_open = |cell: Cell, side: Direction| {
            let stride = if side == Direction::Right { 1 } else { grid.columns() };
            !grid.is_closed(cell) && !grid.is_closed(Cell(cell.0 + stride))
        };
        let edges =
            grid.cells().flat_map(|cell| [Direction::Right, Direction::Down].map(|side| (cell, side)));
        let walls = edges
            .filter(|&(cell, side)| is_inner(cell, side) && is_open(cell, side) && grid.has_wall(cell, side));
        Self {
            rows: grid.rows(),
            columns: grid.columns(),
            closed: grid.cells().filter(|&cell| grid.is_closed(cell)).collect(),
            walls: walls.collect(),
            diagonals: board.diagonals().collect(),
            diagonal_stops: board.diagonal_stops(),
            robots: game.robots().to_vec(),
            targets: game.targets().to_vec(),
        }
    }

    pub(super) fn game(&self) -> Result<Instance, TextError> {
        let mut grid = Grid::new(self.rows, self.columns).map_err(TextError::of)?;
        for &(cell, side) in &self.walls {
            grid.build_wall(cell, side);
        }
        for &cell in &self.closed {
            grid.close(cell);
        }
        let mut board = Board::new(grid).map_err(TextError::of)?.with_diagonal_stops(self.diagonal_stops);
        for &(cell, diagonal) in &self.diagonals {
            board.place(cell, diagonal);
        }
        Instance::new(board, &self.robots, &self.targets).map_err(TextError::of)
    }

    pub(super) fn robot_at(&self, cell: Cell) -> Option<Colour> {
        self.robots.iter().find(|(_, at)| *at == cell).map(|&(colour, _)| colour)
    }

    /// Whether a cell has no robot and no target.
    pub(super) fn is_free(&self, cell: Cell) -> bool {
        self.robot_at(cell).is_none() && self.targets.iter().all(|target| target.cell != cell)
    }

    /// Removes a robot, except the last. Its targets become targets for any robot.
    pub(super) fn remove_robot(&mut self, colour: Colour) -> Result<(), TextError> {
        if self.robots.len() == 1 {
            return Err(TextError::new("the last robot stays"));
        }
        self.robots.retain(|&(other, _)| other != colour);
        for target in &mut self.targets {
            if target.robot == TargetRobot::Only(colour) {
                target.robot = TargetRobot::Any;
            }
        }
        Ok(())
    }

    /// Moves the only target. If there are several, removes an equal one, or adds this one.
    pub(super) fn place_target(&mut self, target: Target) {
        let is_only = self.targets.len() == 1;
        let is_there = self.targets.contains(&target);
        self.targets.retain(|other| !is_only && other.cell != target.cell);
        if is_only || !is_there {
            self.targets.push(target);
        }
    }
}
