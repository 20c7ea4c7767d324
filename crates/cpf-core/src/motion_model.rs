//! The three motion models, which differ in where robots may go in one step.

use core::fmt;
use core::str::FromStr;

use motion_core::error::UnknownNameError;

/// Where robots may go in one time step.
///
/// Each model allows what the one before it allows. No model allows two robots to exchange their
/// positions along an edge. Prints as, and is read from, its [name](MotionModel::name).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MotionModel {
    /// Onto vertices that are vacant before the step: the model of the papers on pebble motion.
    #[default]
    Pebble,
    /// Also onto a vertex that another robot leaves in the same step.
    Train,
    /// Also around a cycle of at least three robots: the model of multi-agent path-finding.
    Standard,
}

impl MotionModel {
    /// All of them, the strictest first.
    pub const ALL: [Self; 3] = [Self::Pebble, Self::Train, Self::Standard];

    /// `pebble`, `train` or `standard`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pebble => "pebble",
            Self::Train => "train",
            Self::Standard => "standard",
        }
    }
}

impl fmt::Display for MotionModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MotionModel {
    type Err = UnknownNameError;

    fn from_str(name: &str) -> Result<Self, UnknownNameError> {
        let found = Self::ALL.into_iter().find(|model| model.name() == name);
        found.ok_or_else(|| UnknownNameError::new("motion model", name, Self::ALL.map(Self::name)))
    }
}
