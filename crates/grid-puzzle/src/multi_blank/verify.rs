//! The referee of puzzles with several blanks.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::{Cell, Direction, Move, Plan, Verify};

use super::MultiBlankInstance;
use crate::board::Tile;
use crate::verify::{Metrics, difference};

/// Why moves of tiles do not solve a puzzle with several blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlanError {
    /// The board has no such tile.
    NoSuchTile {
        /// The move, from 0.
        index: u64,
        /// The tile.
        tile: Tile,
    },
    /// The tile is somewhere else.
    NotThere {
        /// The move, from 0.
        index: u64,
        /// The tile.
        tile: Tile,
        /// Where the move begins.
        from: Cell,
        /// Where the tile is.
        actually: Cell,
    },
    /// The move does not lead to a neighbour.
    NotNeighbours {
        /// The move, from 0.
        index: u64,
        /// Where it begins.
        from: Cell,
        /// Where it ends.
        to: Cell,
    },
    /// The tile would leave the board.
    OffBoard {
        /// The move, from 0.
        index: u64,
        /// The tile.
        tile: Tile,
        /// Its direction.
        direction: Direction,
    },
    /// There is a tile where the move leads.
    Occupied {
        /// The move, from 0.
        index: u64,
        /// Where it ends.
        cell: Cell,
        /// The tile there.
        by: Tile,
    },
    /// The moves end on another board than the goal.
    NotAtGoal {
        /// The first cell that differs.
        cell: Cell,
        /// What lies there; 0 is a blank.
        found: Tile,
        /// What should lie there.
        expected: Tile,
    },
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchTile { index, tile } => {
                write!(f, "move {} is of tile {}, which does not exist", index + 1, tile.0)
            }
            Self::NotThere { index, tile, from, actually } => write!(
                f,
                "move {} is of tile {} from cell {}, but the tile is on cell {}",
                index + 1,
                tile.0,
                from.one_based(),
                actually.one_based()
            ),
            Self::NotNeighbours { index, from, to } => write!(
                f,
                "move {} leads from cell {} to cell {}, which are not neighbours",
                index + 1,
                from.one_based(),
                to.one_based()
            ),
            Self::OffBoard { index, tile, direction } => {
                write!(f, "move {} takes tile {} {direction} off the board", index + 1, tile.0)
            }
            Self::Occupied { index, cell, by } => {
                write!(f, "move {} leads to cell {}, where tile {} is", index + 1, cell.one_based(), by.0)
            }
            Self::NotAtGoal { cell, found, expected } => write!(
                f,
                "the last board is not the goal: cell {} holds {} instead of {}",
                cell.one_based(),
                found.0,
                expected.0
            ),
        }
    }
}

impl Error for PlanError {}

impl MultiBlankInstance {
    /// Replays moves of tiles from the start, and compares the last board with the goal.
    ///
    /// # Errors
    /// [`PlanError`] names the first illegal move, or the first cell that is wrong at the end.
    ///
    /// # Complexity
    /// Constant time a move; memory for one board.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{MultiBlankInstance, TileMoves};
    ///
    /// let instance: MultiBlankInstance = "1 0\n2 0".parse()?;
    /// let moves: TileMoves = "2RUL".parse()?;
    /// assert!(moves.to_plan(instance.start()).is_err()); // tile 1 is in the way
    /// let moves: TileMoves = "2RU".parse()?;
    /// assert_eq!(instance.verify(&moves.to_plan(instance.start())?)?.moves, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, plan: impl IntoIterator<Item = Move>) -> Result<Metrics, PlanError> {
        let mut tiles: Vec<Tile> = self.start().tiles().to_vec();
        let columns = self.start().columns();
        let mut index = 0;
        for Move { token, from, to } in plan {
            let (tile, from, to) = (Tile(token.0.saturating_add(1)), Cell(from.0), Cell(to.0));
            if tile.0 > self.start().tile_count() {
                return Err(PlanError::NoSuchTile { index, tile });
            }
            if tiles.get(from.index()) != Some(&tile) {
                let actually = (0..).map(Cell).zip(&tiles).find(|&(_, &other)| other == tile);
                let (actually, _) = actually.expect("invariant: every tile is somewhere");
                return Err(PlanError::NotThere { index, tile, from, actually });
            }
            let (low, high) = (from.0.min(to.0), from.0.max(to.0));
            let beside = high - low == 1 && high % columns != 0;
            let Some(&by) = tiles.get(to.index()).filter(|_| beside || high - low == columns) else {
                return Err(PlanError::NotNeighbours { index, from, to });
            };
            if by != Tile::BLANK {
                return Err(PlanError::Occupied { index, cell: to, by });
            }
            tiles.swap(from.index(), to.index());
            index += 1;
        }
        match difference(&tiles, self.goal()) {
            None => Ok(Metrics { moves: index }),
            Some((cell, found, expected)) => Err(PlanError::NotAtGoal { cell, found, expected }),
        }
    }
}

impl Verify<Plan> for MultiBlankInstance {
    type Metrics = Metrics;
    type Error = PlanError;

    fn verify(&self, plan: &Plan) -> Result<Metrics, PlanError> {
        Self::verify(self, plan)
    }

    fn moves(metrics: &Metrics) -> u64 {
        metrics.moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_core::{Token, Vertex};

    #[test]
    fn a_wrong_plan_is_refused_with_the_move() {
        let instance: MultiBlankInstance = "1 0 2\n4 3 0".parse().expect("several blanks");
        let verify = |moves: &[(u32, u32, u32)]| {
            let moves = moves.iter().map(|&(token, from, to)| Move {
                token: Token(token),
                from: Vertex(from),
                to: Vertex(to),
            });
            instance.verify(moves).map(|metrics| metrics.moves)
        };
        assert_eq!(verify(&[(1, 2, 1), (2, 4, 5), (2, 5, 2)]), Ok(3));
        assert_eq!(verify(&[(4, 2, 1)]), Err(PlanError::NoSuchTile { index: 0, tile: Tile(5) }));
        let huge = PlanError::NoSuchTile { index: 0, tile: Tile(u32::MAX) };
        assert_eq!(verify(&[(u32::MAX, 2, 1)]), Err(huge));
        let not_there = |from| PlanError::NotThere { index: 1, tile: Tile(2), from, actually: Cell(1) };
        assert_eq!(verify(&[(1, 2, 1), (1, 2, 1)]), Err(not_there(Cell(2))));
        assert_eq!(verify(&[(1, 2, 1), (1, 99, 1)]), Err(not_there(Cell(99))));
        let far = |from, to| PlanError::NotNeighbours { index: 0, from: Cell(from), to: Cell(to) };
        // Off the board, nowhere, from the end of a row to the next row, too far.
        for (token, from, to) in [(1, 2, 8), (2, 4, 4), (1, 2, 3), (0, 0, 5)] {
            assert_eq!(verify(&[(token, from, to)]), Err(far(from, to)));
        }
        assert_eq!(
            verify(&[(1, 2, 1), (2, 4, 1)]),
            Err(PlanError::Occupied { index: 1, cell: Cell(1), by: Tile(2) })
        );
        let error = PlanError::NotAtGoal { cell: Cell(1), found: Tile::BLANK, expected: Tile(2) };
        assert_eq!(verify(&[]), Err(error));
    }
}
