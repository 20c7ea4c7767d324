//! The three motion models, which differ in the steps that robots may make.

use core::fmt;
use core::str::FromStr;

use motion_core::error::UnknownNameError;

/// A rule for the moves of one time step.
///
/// Each model also allows everything that the previous one allows. No model allows two robots to
/// exchange their positions along an edge. Prints as and is read from its
/// [name](MotionModel::name).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MotionModel {
    /// Robots move onto vertices that are vacant before the step: the model of the papers on pebble
    /// motion.
    #[default]
    Pebble,
    /// Robots may also move onto a vertex that another robot leaves in the same step.
    Train,
    /// At least three robots may also move around a cycle: the model of multi-agent path-finding.
    Standard,
}

impl MotionModel {
    /// All models, the strictest first.
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
