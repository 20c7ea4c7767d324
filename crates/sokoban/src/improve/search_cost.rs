//! What a part of the work makes smaller.

/// What is counted, and what has to stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchCost {
    /// The fewest pushes.
    Pushes,
    /// The fewest steps.
    Steps,
    /// The fewest steps with no more pushes than before.
    StepsWithinPushes,
}

impl SearchCost {
    /// Whether walks cost something.
    pub(super) fn counts_steps(self) -> bool {
        self != Self::Pushes
    }

    /// What a push of a free box costs beside its step. It is large beside what a push may save in
    /// steps, but small enough for the queue of a search, which has a list for each cost.
    pub(super) const fn push_weight(self) -> u32 {
        match self {
            Self::StepsWithinPushes => 64,
            Self::Pushes | Self::Steps => 0,
        }
    }
}
