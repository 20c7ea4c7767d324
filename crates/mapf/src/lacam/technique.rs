//! The parts of `LaCAM*` that can be switched off.

use core::fmt;

/// A part of [`Lacam`](super::Lacam) that can be switched off, so that its benefit can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LacamTechnique {
    /// Two robots that block each other in a corridor go back together to a place where they can
    /// pass. Not on directed instances.
    Swap,
    /// Robots avoid traffic: paths against the direction of other robots cost more.
    Guidance,
    /// Once there is a schedule, the search restarts from the first configuration at the end of
    /// each descent, instead of going back step by step.
    Restarts,
    /// Groups of robots of the best schedule are replanned, as by
    /// [`ScheduleImprover`](crate::ScheduleImprover).
    Replanning,
    /// In the model `Pebble`, the first schedules come from a search in the model `Train`.
    TrainFirst,
}

impl LacamTechnique {
    /// All parts.
    pub const ALL: &[Self] =
        &[Self::Swap, Self::Guidance, Self::Restarts, Self::Replanning, Self::TrainFirst];

    /// `swap`, `guidance`, `restarts`, `replanning` or `train-first`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Swap => "swap",
            Self::Guidance => "guidance",
            Self::Restarts => "restarts",
            Self::Replanning => "replanning",
            Self::TrainFirst => "train-first",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for LacamTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of [techniques](LacamTechnique); by default all of them.
///
/// # Examples
/// ```
/// use mapf::{LacamTechnique, LacamTechniques};
///
/// let techniques = LacamTechniques::ALL.without(LacamTechnique::Guidance);
/// assert!(!techniques.contains(LacamTechnique::Guidance));
/// assert!(techniques.contains(LacamTechnique::Swap));
/// assert_eq!(techniques.with(LacamTechnique::Guidance), LacamTechniques::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LacamTechniques(u8);

impl LacamTechniques {
    /// No technique: `LaCAM*` with priority inheritance alone.
    pub const NONE: Self = Self(0);

    /// All techniques.
    pub const ALL: Self = Self((1 << LacamTechnique::ALL.len()) - 1);

    /// Adds a technique.
    pub const fn with(self, technique: LacamTechnique) -> Self {
        Self(self.0 | technique.bit())
    }

    /// Removes a technique.
    pub const fn without(self, technique: LacamTechnique) -> Self {
        Self(self.0 & !technique.bit())
    }

    /// Returns whether the set contains a technique.
    pub const fn contains(self, technique: LacamTechnique) -> bool {
        self.0 & technique.bit() != 0
    }
}

impl Default for LacamTechniques {
    fn default() -> Self {
        Self::ALL
    }
}
