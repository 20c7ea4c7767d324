//! The referee: verifies a solution only by replaying it on the board.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::sink::Sink;
use motion_core::{Cell, Direction, Move, Plan, Verify, Walk};

use crate::board::{Board, Tile};
use crate::instance::Instance;

/// The reason why a walk of the blank, or moves of tiles, do not solve an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The blank would leave the board.
    OffBoard {
        /// The move, from 0.
        index: u64,
        /// Its direction.
        direction: Direction,
    },
    /// A walk cannot solve a puzzle with several blanks.
    SeveralBlanks,
    /// The board has no such tile.
    NoSuchTile {
        /// The move, from 0.
        index: u64,
        /// The tile.
        tile: Tile,
    },
    /// The tile is on another cell.
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
    TileOffBoard {
        /// The move, from 0.
        index: u64,
        /// The tile.
        tile: Tile,
        /// Its direction.
        direction: Direction,
    },
    /// The cell to which the move leads holds a tile.
    Occupied {
        /// The move, from 0.
        index: u64,
        /// Where it ends.
        cell: Cell,
        /// The tile there.
        by: Tile,
    },
    /// The last board is not the goal.
    NotAtGoal {
        /// The first cell that differs.
        cell: Cell,
        /// The tile there; 0 is a blank.
        found: Tile,
        /// The tile of the goal there; 0 is a blank.
        expected: Tile,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard { index, direction } => {
                write!(f, "move {} takes the blank {direction} off the board", index + 1)
            }
            Self::SeveralBlanks => f.write_str(
                "a walk does not solve a board with several blanks: the moves must name the tiles",
            ),
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
            Self::TileOffBoard { index, tile, direction } => {
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

impl Error for VerifyError {}

/// The cost of a verified solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Metrics {
    /// Moves of single tiles.
    pub moves: u64,
}

/// A sink that verifies a walk of the blank move by move, while a solver writes it.
///
/// # Complexity
/// Constant time per move; memory for one board, whatever the number of moves.
///
/// # Examples
/// ```
/// use grid_puzzle::{Instance, Parberry, Referee};
/// use motion_core::sink::StreamingSolver;
/// use motion_core::Control;
///
/// let instance: Instance = "5 1 2 3\n9 6 7 4\n13 10 11 8\n14 15 12 0".parse()?;
/// let (mut referee, mut control) = (Referee::new(&instance), Control::unlimited());
/// assert!(Parberry::default().solve_into(&instance, &mut referee, &mut control).is_solved());
/// assert_eq!(referee.finish()?.moves, 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee<'a> {
    board: Board,
    goal: &'a Board,
    moves: u64,
    /// The first illegal move. All later moves are ignored.
    error: Option<VerifyError>,
}

impl<'a> Referee<'a> {
    /// Begins with the instance's start. Rejects every walk if there are several blanks.
    pub fn new(instance: &'a Instance) -> Self {
        let error = (!instance.has_one_blank()).then_some(VerifyError::SeveralBlanks);
        Self { board: instance.start().clone(), goal: instance.goal(), moves: 0, error }
    }

    /// Compares the last board with the goal.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal move, or the first cell that is wrong at the end.
    pub fn finish(self) -> Result<Metrics, VerifyError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        match difference(self.board.tiles(), self.goal) {
            None => Ok(Metrics { moves: self.moves }),
            Some((cell, found, expected)) => Err(VerifyError::NotAtGoal { cell, found, expected }),
        }
    }

    #[inline]
    fn make(&mut self, direction: Direction) -> Result<(), VerifyError> {
        if self.board.slide(direction).is_none() {
            return Err(VerifyError::OffBoard { index: self.moves, direction });
        }
        self.moves += 1;
        Ok(())
    }
}

impl Sink<Direction> for Referee<'_> {
    #[inline]
    fn accept(&mut self, direction: Direction) {
        if self.error.is_none() {
            self.error = self.make(direction).err();
        }
    }
}

impl Instance {
    /// Replays the blank's walk from the start, move by move, and compares the last board with the
    /// goal.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal move, or the first cell that is wrong at the end.
    ///
    /// # Complexity
    /// Constant time per move; memory for one board.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{Instance, Notation};
    ///
    /// let instance: Instance = "1 2 3\n4 0 6\n7 5 8".parse()?;
    /// assert_eq!(instance.verify(&Notation::Tile.parse("UL")?)?.moves, 2);
    /// assert!(instance.verify(&Notation::Tile.parse("LU")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&self, walk: impl IntoIterator<Item = Direction>) -> Result<Metrics, VerifyError> {
        let mut referee = Referee::new(self);
        if let Some(error) = referee.error {
            return Err(error);
        }
        walk.into_iter().try_for_each(|direction| referee.make(direction))?;
        referee.finish()
    }

    /// Replays moves of tiles from the start, and compares the last board with the goal. The
    /// puzzle may have one blank or several.
    ///
    /// # Errors
    /// [`VerifyError`] names the first illegal move, or the first cell that is wrong at the end.
    ///
    /// # Complexity
    /// Constant time per move; memory for one board.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{Instance, TileMoves};
    ///
    /// let instance: Instance = "1 0\n2 0".parse()?;
    /// let moves: TileMoves = "2RUL".parse()?;
    /// assert!(moves.to_plan(instance.start()).is_err()); // tile 1 is in the way
    /// let moves: TileMoves = "2RU".parse()?;
    /// assert_eq!(instance.verify_plan(&moves.to_plan(instance.start())?)?.moves, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_plan(&self, plan: impl IntoIterator<Item = Move>) -> Result<Metrics, VerifyError> {
        let mut tiles: Vec<Tile> = self.start().tiles().to_vec();
        let columns = self.start().columns();
        let mut index = 0;
        for Move { token, from, to } in plan {
            let (tile, from, to) = (Tile(token.0.saturating_add(1)), Cell(from.0), Cell(to.0));
            if tile.0 > self.start().tile_count() {
                return Err(VerifyError::NoSuchTile { index, tile });
            }
            if tiles.get(from.index()) != Some(&tile) {
                let actually = (0..).map(Cell).zip(&tiles).find(|&(_, &other)| other == tile);
                let (actually, _) = actually.expect("invariant: every tile is somewhere");
                return Err(VerifyError::NotThere { index, tile, from, actually });
            }
            let (low, high) = (from.0.min(to.0), from.0.max(to.0));
            let beside = high - low == 1 && high % columns != 0;
            let Some(&by) = tiles.get(to.index()).filter(|_| beside || high - low == columns) else {
                return Err(VerifyError::NotNeighbours { index, from, to });
            };
            if by != Tile::BLANK {
                return Err(VerifyError::Occupied { index, cell: to, by });
            }
            tiles.swap(from.index(), to.index());
            index += 1;
        }
        match difference(&tiles, self.goal()) {
            None => Ok(Metrics { moves: index }),
            Some((cell, found, expected)) => Err(VerifyError::NotAtGoal { cell, found, expected }),
        }
    }
}

impl Verify<Walk> for Instance {
    type Metrics = Metrics;
    type Error = VerifyError;

    fn verify(&self, walk: &Walk) -> Result<Metrics, VerifyError> {
        Self::verify(self, walk)
    }

    fn moves(metrics: &Metrics) -> u64 {
        metrics.moves
    }
}

impl Verify<Plan> for Instance {
    type Metrics = Metrics;
    type Error = VerifyError;

    fn verify(&self, plan: &Plan) -> Result<Metrics, VerifyError> {
        self.verify_plan(plan)
    }

    fn moves(metrics: &Metrics) -> u64 {
        metrics.moves
    }
}

/// Returns the first cell where the tiles differ from the goal, with both tiles.
fn difference(tiles: &[Tile], goal: &Board) -> Option<(Cell, Tile, Tile)> {
    let mut pairs = (0..).map(Cell).zip(tiles.iter().zip(goal.tiles()));
    pairs.find(|(_, (a, b))| a != b).map(|(cell, (&found, &expected))| (cell, found, expected))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use motion_core::{Token, Vertex};

    #[test]
    fn a_wrong_walk_is_refused_with_the_move() {
        let instance: Instance = "1 2\n0 3".parse().expect("an instance");
        let verify = |text: &str| {
            let walk = Notation::Blank.parse(text).expect("letters");
            let mut referee = Referee::new(&instance);
            walk.iter().for_each(|direction| referee.accept(direction));
            let verified = instance.verify(&walk);
            assert_eq!(referee.finish(), verified);
            verified.map(|metrics| metrics.moves)
        };
        assert_eq!(verify("R"), Ok(1));
        assert_eq!(verify("RLR"), Ok(3));
        let error = |index| VerifyError::OffBoard { index, direction: Direction::Right };
        assert_eq!(verify("RR"), Err(error(1)));
        assert_eq!(verify("RRLLRR"), Err(error(1)));
        let error = VerifyError::NotAtGoal { cell: Cell(2), found: Tile::BLANK, expected: Tile(3) };
        assert_eq!(verify(""), Err(error));
    }

    #[test]
    fn a_wrong_plan_is_refused_with_the_move() {
        let instance: Instance = "1 0 2\n4 3 0".parse().expect("several blanks");
        let verify = |moves: &[(u32, u32, u32)]| {
            let moves = moves.iter().map(|&(token, from, to)| Move {
                token: Token(token),
                from: Vertex(from),
                to: Vertex(to),
            });
            instance.verify_plan(moves).map(|metrics| metrics.moves)
        };
        assert_eq!(verify(&[(1, 2, 1), (2, 4, 5), (2, 5, 2)]), Ok(3));
        assert_eq!(verify(&[(4, 2, 1)]), Err(VerifyError::NoSuchTile { index: 0, tile: Tile(5) }));
        let huge = VerifyError::NoSuchTile { index: 0, tile: Tile(u32::MAX) };
        assert_eq!(verify(&[(u32::MAX, 2, 1)]), Err(huge));
        let not_there = |from| VerifyError::NotThere { index: 1, tile: Tile(2), from, actually: Cell(1) };
        assert_eq!(verify(&[(1, 2, 1), (1, 2, 1)]), Err(not_there(Cell(2))));
        assert_eq!(verify(&[(1, 2, 1), (1, 99, 1)]), Err(not_there(Cell(99))));
        let far = |from, to| VerifyError::NotNeighbours { index: 0, from: Cell(from), to: Cell(to) };
        // Off the board, to the same cell, from the end of a row to the next row, too far.
        for (token, from, to) in [(1, 2, 8), (2, 4, 4), (1, 2, 3), (0, 0, 5)] {
            assert_eq!(verify(&[(token, from, to)]), Err(far(from, to)));
        }
        assert_eq!(
            verify(&[(1, 2, 1), (2, 4, 1)]),
            Err(VerifyError::Occupied { index: 1, cell: Cell(1), by: Tile(2) })
        );
        let error = VerifyError::NotAtGoal { cell: Cell(1), found: Tile::BLANK, expected: Tile(2) };
        assert_eq!(verify(&[]), Err(error));
        assert_eq!(instance.verify(&Walk::new()), Err(VerifyError::SeveralBlanks));
        assert_eq!(Referee::new(&instance).finish(), Err(VerifyError::SeveralBlanks));
    }
}
