//! The objectives of improvement, as values on the command line.

use clap::ValueEnum;
use sokoban::improve::Objective;

/// What is made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Improvement {
    /// The pushes; steps without a push cost nothing
    Pushes,
    /// The moves of the player: all steps, pushes included
    #[value(alias = "steps")]
    Moves,
}

impl Improvement {
    /// The name on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pushes => "pushes",
            Self::Moves => "moves",
        }
    }

    /// The objective of the improver.
    pub(super) const fn objective(self) -> Objective {
        match self {
            Self::Pushes => Objective::Pushes,
            Self::Moves => Objective::Steps,
        }
    }
}
