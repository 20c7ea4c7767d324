//! The metrics that define a move.

use motion_core::Walk;

/// The definition of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveMetric {
    /// A single tile moves by one cell.
    #[default]
    SingleTile = 1,
    /// Any number of tiles of a line move at once, by one cell each.
    MultiTile = 2,
}

impl MoveMetric {
    #[cfg(feature = "std")]
    pub(super) const ALL: [Self; 2] = [Self::SingleTile, Self::MultiTile];

    /// Counts the moves of a walk of the blank in this metric.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{MoveMetric, Notation};
    ///
    /// let walk = Notation::Blank.parse("UULDLL")?;
    /// assert_eq!(MoveMetric::SingleTile.moves(&walk), 6);
    /// assert_eq!(MoveMetric::MultiTile.moves(&walk), 4); // UU L D LL
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(self, walk: &Walk) -> u64 {
        match self {
            Self::SingleTile => walk.len() as u64,
            Self::MultiTile => {
                let mut last = None;
                walk.iter().filter(|&step| last.replace(step) != Some(step)).count() as u64
            }
        }
    }
}
