//! Puzzles as cooperative path-finding: a sliding puzzle is an open grid with a robot on every cell
//! except the blanks.

mod grid_numbering;
mod robot_puzzle;

pub use robot_puzzle::{RobotPuzzle, RobotPuzzleError};

use alloc::vec::Vec;

use motion_core::{Control, Grid, Stop, Vertex};

use crate::instance::Instance;

impl From<&Instance> for cpf_core::Instance {
    /// Converts the puzzle to robots on a grid: tile *t* is robot *t* − 1, cell *c* is vertex *c*,
    /// blanks are vacant vertices.
    ///
    /// # Complexity
    /// Linear in the cells.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{Instance, Snake};
    /// use motion_core::{Control, Plan, Solver};
    ///
    /// let puzzle: Instance = "1 2 3\n4 0 6\n7 5 8".parse()?;
    /// let robots = cpf_core::Instance::from(&puzzle);
    /// assert_eq!((robots.robot_count(), robots.vacant_count()), (8, 1));
    ///
    /// let walk = Snake::default().solve(&puzzle, &mut Control::unlimited()).into_result()?;
    /// let plan: Plan = puzzle.start().moves(&walk).collect();
    /// let metrics = robots.verify(&plan)?;
    /// assert_eq!((metrics.moves, metrics.makespan), (2, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from(puzzle: &Instance) -> Self {
        puzzle.robots(&mut Control::unlimited()).expect("invariant: without limits")
    }
}

impl Instance {
    /// Converts the puzzle to robots on a grid, like `From`, within the time limit and the cancel
    /// flag of `control`.
    ///
    /// # Errors
    /// [`Stop`] if the run is cancelled or its time is over.
    #[doc(hidden)]
    pub fn robots(&self, control: &mut Control) -> Result<cpf_core::Instance, Stop> {
        control.poll()?;
        let (start, goal) = (self.start(), self.goal());
        let grid = Grid::new(start.rows(), start.columns()).expect("invariant: a board has cells");
        let (starts, goals) = (start.cells_of_tiles(), goal.cells_of_tiles());
        let robots = starts.iter().zip(&goals).skip(1).map(|(from, to)| (Vertex(from.0), Vertex(to.0)));
        let robots: Vec<_> = robots.collect();
        cpf_core::Instance::on_grid_within(grid, &robots, control)
            .map_err(|why| why.stopped("every tile lies on a cell of its own"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Tile};
    use crate::snake::Snake;
    use alloc::vec::Vec;
    use cpf_core::error::InfeasibleError;
    use motion_core::{Control, Plan, Solver};
    use proptest::prelude::*;

    /// Generates two boards of one size.
    fn puzzles() -> impl Strategy<Value = Instance> {
        (2u32..6, 2u32..6).prop_flat_map(|(rows, columns)| {
            let tiles: Vec<Tile> = (0..rows * columns).map(Tile).collect();
            let board = Just(tiles)
                .prop_shuffle()
                .prop_map(move |tiles| Board::from_permutation(rows, columns, tiles));
            (board.clone(), board).prop_map(|(start, goal)| Instance::new(start, goal).expect("equal sizes"))
        })
    }

    /// Exchanges the first two tiles of the start.
    fn exchanged(puzzle: &Instance) -> Instance {
        let start = puzzle.start();
        let mut tiles = start.tiles().to_vec();
        let cells = start.cells_of_tiles();
        tiles.swap(cells[1].index(), cells[2].index());
        let start = Board::from_permutation(start.rows(), start.columns(), tiles);
        Instance::new(start, puzzle.goal().clone()).expect("equal sizes")
    }

    proptest! {
        #[test]
        fn both_agree_on_what_can_be_solved(puzzle in puzzles()) {
            let exchanged = exchanged(&puzzle);
            prop_assert_ne!(puzzle.is_solvable(), exchanged.is_solvable());
            for puzzle in [puzzle, exchanged] {
                let robots = cpf_core::Instance::from(&puzzle);
                prop_assert_eq!(robots.feasibility().is_ok(), puzzle.is_solvable());
                prop_assert_eq!(robots.sum_of_distances(), Some(puzzle.manhattan_distance()));
                if let Some(walk) = Snake::default().solve(&puzzle, &mut Control::unlimited()).plan() {
                    let plan: Plan = puzzle.start().moves(&walk).collect();
                    let moves = robots.verify(&plan).map(|metrics| metrics.moves);
                    prop_assert_eq!(moves, Ok(walk.len() as u64));
                } else {
                    // On a 2×2 board the reason is the cycle of the graph, on larger ones the
                    // parity.
                    let why = robots.feasibility();
                    let parity = matches!(why, Err(InfeasibleError::Parity { .. }));
                    let cyclic = matches!(why, Err(InfeasibleError::CyclicOrder { .. }));
                    let is_cycle = puzzle.start().tiles().len() == 4;
                    prop_assert_eq!((cyclic, parity), (is_cycle, !is_cycle));
                }
            }
        }
    }
}
