//! Why states have no ranks.

use motion_core::Stop;
use thiserror::Error;

/// Boards or patterns whose states have no ranks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RankingError {
    /// A board of more cells than can be numbered.
    #[error("boards of at most {most} cells have ranks, not of {cells}")]
    TooManyCells {
        /// Cells of the goal.
        cells: u32,
        /// The most cells.
        most: u32,
    },
    /// More than one blank.
    #[error("boards with one blank have ranks, not with {blanks}")]
    SeveralBlanks {
        /// Blanks of the goal.
        blanks: u32,
    },
    /// No tile, or more tiles than can be numbered.
    #[error("patterns of 1 to {most} tiles have ranks, not of {tiles}")]
    TileCount {
        /// Tiles of the pattern.
        tiles: usize,
        /// The most tiles.
        most: usize,
    },
    /// A number of a pattern that is no tile of the goal, or is there twice.
    #[error("{tile} is no tile of the goal, or there twice")]
    NotATile {
        /// The number.
        tile: u32,
    },
    /// A tile that is in no pattern of a partition.
    #[error("tile {tile} is in no pattern")]
    NoPattern {
        /// The tile.
        tile: u32,
    },
    /// A limit was reached.
    #[error("numbering was stopped: {0}")]
    Stopped(#[source] Stop),
}

impl From<Stop> for RankingError {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}
