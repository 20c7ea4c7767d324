//! What counts as a move.

use motion_core::{Direction, Walk};

use super::ranks::{Position, Ranks};

/// What counts as a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Metric {
    /// A tile, by one cell.
    #[default]
    Single = 1,
    /// Any number of tiles of a line at once, by one cell each.
    Multi = 2,
}

impl Metric {
    #[cfg(feature = "std")]
    pub(super) const ALL: [Self; 2] = [Self::Single, Self::Multi];

    /// The moves of a walk of the blank in this metric.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{Metric, Notation};
    ///
    /// let walk = Notation::Blank.parse("UULDLL")?;
    /// assert_eq!(Metric::Single.moves(&walk), 6);
    /// assert_eq!(Metric::Multi.moves(&walk), 4); // UU L D LL
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(self, walk: &Walk) -> u64 {
        match self {
            Self::Single => walk.len() as u64,
            Self::Multi => {
                let mut last = None;
                walk.iter().filter(|&step| last.replace(step) != Some(step)).count() as u64
            }
        }
    }

    /// The boards that a move in this direction leads to, fewer tiles first.
    pub(super) fn steps(
        self,
        ranks: &Ranks,
        position: Position,
        direction: Direction,
    ) -> impl Iterator<Item = Position> {
        let most = match self {
            Self::Single => 1,
            Self::Multi => usize::MAX,
        };
        core::iter::successors(ranks.step(position, direction), move |&next| ranks.step(next, direction))
            .take(most)
    }
}
