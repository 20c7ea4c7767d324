//! The objective of an improver.

use core::fmt;

use crate::verify::Metrics;

/// The objective to minimise. Prints as its [name](Objective::name).
///
/// # Examples
/// ```
/// use sokoban::Metrics;
/// use sokoban::improve::Objective;
///
/// let mut metrics = Metrics::default();
/// (metrics.pushes, metrics.steps) = (3, 8);
/// assert_eq!(Objective::ALL.map(|objective| objective.cost(&metrics)), [3, 8]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Objective {
    /// [`Metrics::pushes`]: walks cost nothing.
    #[default]
    Pushes,
    /// [`Metrics::steps`]: all steps of the player, pushes included.
    Steps,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Self; 2] = [Self::Pushes, Self::Steps];

    /// The name: `pushes` or `steps`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pushes => "pushes",
            Self::Steps => "steps",
        }
    }

    /// The cost of a solution of these metrics.
    pub const fn cost(self, metrics: &Metrics) -> u64 {
        match self {
            Self::Pushes => metrics.pushes,
            Self::Steps => metrics.steps,
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
