//! A puzzle: a start, a goal, and whether the one can be reached from the other.

use thiserror::Error;

use crate::board::Board;
use crate::solvability::parity;

/// A start and a goal of the same size.
///
/// # Examples
/// ```
/// use grid_puzzle::{Board, Instance};
///
/// let instance = Instance::to_standard("1 2 3\n4 5 6\n8 7 0".parse()?);
/// assert!(!instance.is_solvable()); // Sam Loyd's trick, one row short
/// # Ok::<(), grid_puzzle::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Instance {
    start: Board,
    goal: Board,
}

/// Two boards that do not belong together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// The goal has another size than the start.
    #[error("the start has {} rows and {} columns, but the goal {} and {}", start.0, start.1, goal.0, goal.1)]
    SizesDiffer {
        /// Rows and columns of the start.
        start: (u32, u32),
        /// Rows and columns of the goal.
        goal: (u32, u32),
    },
}

impl Instance {
    /// The puzzle of getting from `start` to `goal`.
    ///
    /// # Errors
    /// [`InstanceError::SizesDiffer`].
    pub fn new(start: Board, goal: Board) -> Result<Self, InstanceError> {
        let size = |board: &Board| (board.rows(), board.columns());
        if size(&start) != size(&goal) {
            return Err(InstanceError::SizesDiffer { start: size(&start), goal: size(&goal) });
        }
        Ok(Self { start, goal })
    }

    /// The puzzle of getting to the standard goal: tiles in reading order, the blank at the bottom right.
    pub fn to_standard(start: Board) -> Self {
        let goal = Board::solved(start.rows(), start.columns());
        let goal = goal.expect("invariant: the start has a legal size");
        Self { start, goal }
    }

    /// Where it begins.
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// Where it ends.
    pub const fn goal(&self) -> &Board {
        &self.goal
    }

    /// Whether the goal can be reached: exactly where both boards have the same parity, see
    /// [`inversions`](crate::inversions).
    ///
    /// # Complexity
    /// Linear in the cells.
    pub fn is_solvable(&self) -> bool {
        parity(&self.start) == parity(&self.goal)
    }

    /// The sum of all tiles' distances to their goals, row and column counted apart: no solution has fewer moves.
    ///
    /// # Complexity
    /// Linear in the cells.
    pub fn manhattan_distance(&self) -> u64 {
        let columns = self.start.columns();
        let (starts, goals) = (self.start.cells_of_tiles(), self.goal.cells_of_tiles());
        let distances = starts.iter().zip(&goals).skip(1).map(|(start, goal)| {
            (start.0 / columns).abs_diff(goal.0 / columns) + (start.0 % columns).abs_diff(goal.0 % columns)
        });
        distances.map(u64::from).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_must_agree() {
        let board = |rows, columns| Board::solved(rows, columns).expect("a legal size");
        let error = InstanceError::SizesDiffer { start: (2, 3), goal: (3, 2) };
        assert_eq!(Instance::new(board(2, 3), board(3, 2)), Err(error));
    }

    #[test]
    fn manhattan_distances_add_up() {
        let instance = Instance::to_standard("0 2 3\n4 5 6\n7 8 1".parse().expect("a board"));
        assert_eq!(instance.manhattan_distance(), 4);
        assert!(Instance::to_standard("1 2\n3 0".parse().expect("a board")).is_solvable());
    }
}
