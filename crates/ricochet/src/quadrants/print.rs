//! Prints quadrants in the format in which they are read.

use core::fmt;

use motion_core::{Cell, Direction};

use super::{QUADRANT_SIDE, Quadrant, QuadrantSet};
use crate::instance::TargetRobot;

impl fmt::Display for QuadrantSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.quadrants.iter().try_for_each(|quadrant| write!(f, "{quadrant}"))
    }
}

/// Prints the quadrant, then its diagonals.
impl fmt::Display for Quadrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "quadrant {}", self.name)?;
        for walls in self.walls.chunk_by(|(first, _), (second, _)| first == second) {
            self.write_walls(walls, f)?;
        }
        for &(cell, robot) in &self.targets {
            let robot = match robot {
                TargetRobot::Any => "any",
                TargetRobot::Only(colour) => colour.name(),
            };
            writeln!(f, "target {} {robot}", Coordinates(cell))?;
        }
        writeln!(f, "end")?;
        for &(cell, diagonal) in &self.diagonals {
            let (slope, colour) = (diagonal.slope.letter(), diagonal.colour.name());
            writeln!(f, "mirror {} {} {slope} {colour}", self.name, Coordinates(cell))?;
        }
        Ok(())
    }
}

impl Quadrant {
    /// Writes the walls of one cell.
    fn write_walls(&self, walls: &[(Cell, Direction)], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = walls[0].0;
        // Four walls in one line close the cell; for an open cell, they take two lines.
        let per_line = if self.closed.binary_search(&cell).is_ok() { 4 } else { 3 };
        for walls in walls.chunks(per_line) {
            write!(f, "wall {} ", Coordinates(cell))?;
            for &(_, side) in walls {
                f.write_str(["N", "E", "S", "W"][side.index()])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The `X Y` of a cell of a quadrant.
struct Coordinates(Cell);

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.0 % QUADRANT_SIDE, self.0.0 / QUADRANT_SIDE)
    }
}
