//! The cost that a search minimises.

/// The cost that a search minimises, and the cost, if any, that must not grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchCost {
    /// The number of pushes.
    Pushes,
    /// The number of steps.
    Steps,
    /// The number of steps, without more pushes than before.
    StepsWithinPushes,
}

impl SearchCost {
    /// Whether walks cost something.
    pub(super) fn counts_steps(self) -> bool {
        self != Self::Pushes
    }

    /// The extra cost of a push of a free box; the step that it takes is counted separately. It
    /// exceeds the steps that a push may save, but is small enough for the queue of a search, which
    /// has a list for each cost.
    pub(super) const fn push_weight(self) -> u32 {
        match self {
            Self::StepsWithinPushes => 64,
            Self::Pushes | Self::Steps => 0,
        }
    }
}
