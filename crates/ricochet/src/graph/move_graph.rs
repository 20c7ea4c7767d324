//! The move graph: an edge from every cell, in each direction in which a robot could move, to the
//! cell where it would stop.
//!
//! The paper's pseudo-code has errors; the functions state where they differ from it.

use alloc::vec::Vec;

use motion_core::{Cell, Direction, Grid};

/// Slides as edges, updated when robots are placed and removed.
///
/// Cells with robots also have edges: the slides of those robots. Closed cells have none.
///
/// # Complexity
/// Construction takes time linear in the cells. Placing or removing a robot takes time linear in
/// the cells of its row and column.
///
/// # References
/// "Graph-DP", sections *Construct Graph* and *Adapting the Graph*.
///
/// # Examples
/// ```
/// use motion_core::{Cell, Direction, Grid};
/// use ricochet::internal::MoveGraph;
///
/// let mut graph = MoveGraph::new(Grid::new(3, 5)?);
/// assert_eq!(graph.edge(Cell(0), Direction::Right), Some(Cell(4)));
/// graph.place_robot(Cell(3));
/// assert_eq!(graph.edge(Cell(0), Direction::Right), Some(Cell(2)));
/// graph.remove_robot(Cell(3));
/// assert_eq!(graph.edge(Cell(0), Direction::Right), Some(Cell(4)));
/// # Ok::<(), motion_core::error::GridError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveGraph {
    grid: Grid,
    edges: Vec<[Option<Cell>; 4]>,
}

impl MoveGraph {
    /// Builds the graph of a board without robots.
    ///
    /// There are two passes, as in the paper: edges up and left starting from the upper left
    /// corner, then edges down and right starting from the lower right corner. Each edge is derived
    /// from that of the neighbour.
    pub fn new(grid: Grid) -> Self {
        let mut graph = Self { edges: alloc::vec![[None; 4]; grid.cell_count()], grid };
        let cells = graph.grid.cell_count() as u32;
        for cell in (0..cells).map(Cell) {
            graph.add_edges(cell, [Direction::Up, Direction::Left]);
        }
        for cell in (0..cells).rev().map(Cell) {
            graph.add_edges(cell, [Direction::Down, Direction::Right]);
        }
        graph
    }

    /// The paper's ADD-EDGES and GET-CHILD.
    fn add_edges(&mut self, cell: Cell, directions: [Direction; 2]) {
        if self.grid.is_closed(cell) {
            return;
        }
        for direction in directions {
            let child =
                self.grid.step(cell, direction).map(|next| self.edge(next, direction).unwrap_or(next));
            self.set(cell, direction, child);
        }
    }

    /// Returns the cell where a robot on this cell would stop; `None` if it cannot move in this
    /// direction.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn edge(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.edges[cell.index()][direction.index()]
    }

    fn set(&mut self, cell: Cell, direction: Direction, child: Option<Cell>) {
        self.edges[cell.index()][direction.index()] = child;
    }

    /// The paper's DISTANT-VERTEX: returns the farthest cell, possibly with a robot on it, from
    /// which a robot moving towards `cell` would be stopped by a robot there.
    ///
    /// The paper detects a robot on the neighbouring cell by the missing edge and removes that
    /// robot's edge here. This function leaves the removal to the caller, which does it in any
    /// case.
    fn distant(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let next = self.grid.step(cell, direction)?;
        let Some(child) = self.edge(cell, direction) else { return Some(next) };
        // A child from which another step is possible was stopped by a robot.
        Some(self.grid.step(child, direction).unwrap_or(child))
    }

    /// Places a robot on a cell without a robot (the paper's PLACE-ROBOT).
    ///
    /// The paper steps from the placed robot instead of from the last vertex processed, and stops
    /// before it processes the neighbour, so that an edge into the robot would remain.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn place_robot(&mut self, cell: Cell) {
        for direction in Direction::ALL {
            let back = direction.opposite();
            let Some(neighbour) = self.grid.step(cell, direction) else { continue };
            self.redirect(cell, direction, Some(neighbour));
            self.set(neighbour, back, None);
        }
    }

    /// Removes a robot (REMOVE-ROBOT, which the paper omits). A slide that ended beside the robot
    /// now goes on to its cell, and from there as far as the robot itself would have gone.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn remove_robot(&mut self, cell: Cell) {
        for direction in Direction::ALL {
            let end = self.edge(cell, direction.opposite()).unwrap_or(cell);
            self.redirect(cell, direction, Some(end));
        }
    }

    /// Sets a new end for the slides towards `cell` from all cells between the distant cell and the
    /// neighbour, inclusive.
    fn redirect(&mut self, cell: Cell, direction: Direction, child: Option<Cell>) {
        let back = direction.opposite();
        let mut treated = self.distant(cell, direction);
        while let Some(vertex) = treated.filter(|&vertex| vertex != cell) {
            self.set(vertex, back, child);
            treated = self.grid.step(vertex, back);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// Builds every edge by walking.
    fn rebuilt(grid: &Grid, robots: &[Cell]) -> MoveGraph {
        let edge = |cell, direction| {
            let end = grid.slide(cell, direction, |cell| robots.contains(&cell));
            Some(end).filter(|&end| end != cell && !grid.is_closed(cell))
        };
        let edges = grid.cells().map(|cell| Direction::ALL.map(|direction| edge(cell, direction))).collect();
        MoveGraph { grid: grid.clone(), edges }
    }

    #[test]
    fn updates_are_the_same_as_rebuilding() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut operations, mut boards) = (0, 0);
        while operations < 120_000 {
            let (rows, columns) = (rng.random_range(1..=7), rng.random_range(1..=7));
            let mut grid = Grid::new(rows, columns).expect("cells");
            let cells = rows * columns;
            for _ in 0..rng.random_range(0..=cells / 3) {
                let side = Direction::from_index(rng.random_range(0..4));
                grid.build_wall(Cell(rng.random_range(0..cells)), side);
            }
            if boards % 3 == 0 {
                grid.close(Cell(rng.random_range(0..cells)));
            }
            let mut graph = MoveGraph::new(grid.clone());
            assert_eq!(graph, rebuilt(&grid, &[]));
            let mut robots = Vec::new();
            for _ in 0..200 {
                let cell = Cell(rng.random_range(0..cells));
                if grid.is_closed(cell) {
                    continue;
                }
                if let Some(index) = robots.iter().position(|&robot| robot == cell) {
                    robots.swap_remove(index);
                    graph.remove_robot(cell);
                } else if robots.len() < 9 {
                    robots.push(cell);
                    graph.place_robot(cell);
                } else {
                    continue;
                }
                operations += 1;
                assert!(graph == rebuilt(&grid, &robots), "{robots:?} on {grid:?}");
            }
            boards += 1;
        }
    }
}
