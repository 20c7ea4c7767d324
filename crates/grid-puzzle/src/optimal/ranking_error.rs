//! The reasons why states have no ranks.

use core::error::Error;
use core::fmt;

use motion_core::Stop;

/// The reason why the states of a board or pattern have no ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RankingError {
    /// The board has more cells than can be numbered.
    TooManyCells {
        /// The number of cells of the goal.
        cells: u32,
        /// The greatest number of cells.
        most: u32,
    },
    /// More than one blank.
    SeveralBlanks {
        /// The number of blanks of the goal.
        blanks: u32,
    },
    /// No tile, or more tiles than can be numbered.
    TileCount {
        /// The number of tiles of the pattern.
        tiles: usize,
        /// The greatest number of tiles.
        most: usize,
    },
    /// A number of a pattern that is not a tile of the goal, or occurs twice.
    NotATile {
        /// The number.
        tile: u32,
    },
    /// A tile that no pattern of a partition contains.
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
