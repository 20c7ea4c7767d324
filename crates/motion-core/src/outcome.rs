//! What came of a run.
//!
//! Three answers are kept apart: *no solution exists* is [`Outcome::Unsolvable`], *I ran out of budget* is
//! [`Outcome::Stopped`], and *your input is wrong* is the error of the constructor that made the instance – a
//! solver never sees bad input.

use thiserror::Error;

/// Why a run ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stop {
    /// The node limit is used up.
    #[error("the node limit is used up")]
    Nodes,
    /// More memory would be needed than the byte limit, or the system, allows.
    #[error("more memory is needed than the limit or the system allows")]
    Memory,
    /// The time is over.
    #[error("the time limit is used up")]
    Time,
    /// The cancel flag was raised, or an observer broke off.
    #[error("the run was cancelled")]
    Cancelled,
    /// The method does not treat this case; another may.
    #[error("the method does not treat this case")]
    Unsupported,
    /// The method has tried all it knows and found nothing, which proves nothing; another may find a solution.
    #[error("the method found no solution, which does not prove that there is none")]
    GaveUp,
}

/// What is known of a plan's cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Quality {
    /// No plan costs less.
    Optimal,
    /// No plan costs less than `lower_bound`.
    Bounded {
        /// The proved bound.
        lower_bound: u64,
    },
    /// Nothing is claimed but that the plan works.
    Feasible,
}

/// What came of a run.
///
/// # Examples
/// ```
/// use motion_core::{Outcome, Quality, Stop};
///
/// let solved = Outcome::Solved { plan: "UL", quality: Quality::Optimal };
/// assert_eq!(solved.map(str::len).plan(), Some(2));
/// assert_eq!(Outcome::<&str>::stopped(Stop::Time).plan(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub enum Outcome<P> {
    /// A plan was found.
    Solved {
        /// The plan.
        plan: P,
        /// What is known of its cost.
        quality: Quality,
    },
    /// It is proved that there is none.
    Unsolvable,
    /// The run was stopped first.
    Stopped {
        /// By what.
        why: Stop,
        /// The best plan so far, from solvers that improve one.
        best: Option<P>,
        /// No plan costs less, from solvers that know a bound.
        lower_bound: Option<u64>,
    },
}

impl<P> Outcome<P> {
    /// A run that was stopped with nothing to show.
    pub const fn stopped(why: Stop) -> Self {
        Self::Stopped { why, best: None, lower_bound: None }
    }

    /// The plan, if there is one: the solution, or the best of a stopped run.
    pub fn plan(self) -> Option<P> {
        match self {
            Self::Solved { plan, .. } | Self::Stopped { best: Some(plan), .. } => Some(plan),
            Self::Unsolvable | Self::Stopped { best: None, .. } => None,
        }
    }

    /// Whether this is [`Outcome::Solved`].
    pub const fn is_solved(&self) -> bool {
        matches!(self, Self::Solved { .. })
    }

    /// The same outcome with another form of plan.
    pub fn map<Q>(self, convert: impl FnOnce(P) -> Q) -> Outcome<Q> {
        match self {
            Self::Solved { plan, quality } => Outcome::Solved { plan: convert(plan), quality },
            Self::Unsolvable => Outcome::Unsolvable,
            Self::Stopped { why, best, lower_bound } => {
                Outcome::Stopped { why, best: best.map(convert), lower_bound }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_hand_over_their_plan() {
        let solved = Outcome::Solved { plan: 7, quality: Quality::Optimal };
        assert!(solved.is_solved());
        assert_eq!(solved.map(|plan| plan + 1).plan(), Some(8));
        let best = Outcome::Stopped { why: Stop::Time, best: Some(3), lower_bound: Some(2) };
        assert_eq!(best.plan(), Some(3));
        assert_eq!(Outcome::<u8>::stopped(Stop::Memory).plan(), None);
        assert_eq!(Outcome::<u8>::Unsolvable.plan(), None);
    }
}
