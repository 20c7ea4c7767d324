//! Why states have no ranks.

use core::error::Error;
use core::fmt;

use motion_core::Stop;

/// Boards or patterns whose states have no ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RankingError {
    /// A board of more cells than can be numbered.
    TooManyCells {
        /// Cells of the goal.
        cells: u32,
        /// The most cells.
        most: u32,
    },
    /// More than one blank.
    SeveralBlanks {
        /// Blanks of the goal.
        blanks: u32,
    },
    /// No tile, or more tiles than can be numbered.
    TileCount {
        /// Tiles of the pattern.
        tiles: usize,
        /// The most tiles.
        most: usize,
    },
    /// A number of a pattern that is no tile of the goal, or is there twice.
    NotATile {
        /// The number.
        tile: u32,
    },
    /// A tile that is in no pattern of a partition.
    NoPattern {
        /// The tile.
        tile: u32,
    },
    /// A limit was reached.
    Stopped(Stop),
}

impl fmt::Display for RankingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCells { cells, most } => {
                write!(f, "boards of at most {most} cells have ranks, not of {cells}")
            }
            Self::SeveralBlanks { blanks } => {
                write!(f, "boards with one blank have ranks, not with {blanks}")
            }
            Self::TileCount { tiles, most } => {
                write!(f, "patterns of 1 to {most} tiles have ranks, not of {tiles}")
            }
            Self::NotATile { tile } => write!(f, "{tile} is no tile of the goal, or there twice"),
            Self::NoPattern { tile } => write!(f, "tile {tile} is in no pattern"),
            Self::Stopped(why) => write!(f, "numbering was stopped: {why}"),
        }
    }
}

impl Error for RankingError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Stopped(why) => Some(why),
            _ => None,
        }
    }
}

impl From<Stop> for RankingError {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}
