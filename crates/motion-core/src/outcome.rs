//! How a run ended.
//!
//! Three cases are kept apart: *no solution exists* is [`Outcome::Unsolvable`]; *a limit came
//! first* is [`Outcome::Stopped`]; *the input is wrong* is an error of the constructor of the
//! instance, so a solver never sees bad input.

use core::error::Error;
use core::fmt;

/// Why a run ended before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Stop {
    /// The node limit is used up.
    Nodes,
    /// The run needs more memory than the byte limit or the system allows.
    Memory,
    /// The time limit is used up.
    Time,
    /// The cancel flag was raised, or an observer ended the run.
    Cancelled,
    /// The method does not handle this case; another method may.
    Unsupported,
    /// The method has tried everything it can and found nothing. This proves nothing; another
    /// method may find a solution.
    GaveUp,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes => f.write_str("the node limit is used up"),
            Self::Memory => f.write_str("more memory is needed than the limit or the system allows"),
            Self::Time => f.write_str("the time limit is used up"),
            Self::Cancelled => f.write_str("the run was cancelled"),
            Self::Unsupported => f.write_str("the method does not treat this case"),
            Self::GaveUp => {
                f.write_str("the method found no solution, which does not prove that there is none")
            }
        }
    }
}

impl Error for Stop {}

/// The proved quality of a plan's cost.
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
    /// The plan is legal and reaches the goal; nothing is known of its cost.
    Feasible,
}

impl Quality {
    /// Returns the quality of a plan of this cost, given a lower bound on the cost of all plans, if
    /// one is known.
    ///
    /// # Examples
    /// ```
    /// use motion_core::Quality;
    ///
    /// let bounded = Quality::Bounded { lower_bound: 12 };
    /// for (lower_bound, quality) in
    ///     [(Some(14), Quality::Optimal), (Some(12), bounded), (None, Quality::Feasible)]
    /// {
    ///     assert_eq!(Quality::of_cost(14, lower_bound), quality);
    ///     assert_eq!(quality.lower_bound(14), lower_bound);
    /// }
    /// ```
    pub const fn of_cost(cost: u64, lower_bound: Option<u64>) -> Self {
        match lower_bound {
            Some(lower_bound) if lower_bound >= cost => Self::Optimal,
            Some(lower_bound) => Self::Bounded { lower_bound },
            None => Self::Feasible,
        }
    }

    /// The lower bound on the cost of all plans, if one is known, where `cost` is the cost of this
    /// plan.
    pub const fn lower_bound(self, cost: u64) -> Option<u64> {
        match self {
            Self::Optimal => Some(cost),
            Self::Bounded { lower_bound } => Some(lower_bound),
            Self::Feasible => None,
        }
    }
}

impl fmt::Display for Quality {
    /// Writes `optimal`, `at least 12` or `feasible`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal => f.write_str("optimal"),
            Self::Bounded { lower_bound } => write!(f, "at least {lower_bound}"),
            Self::Feasible => f.write_str("feasible"),
        }
    }
}

/// The result of a run.
///
/// It means the same for every solver. **Solved**: the plan has the quality that the solver
/// promises. **Stopped**: a limit came first; `best` is a plan of less than the promised quality,
/// if the solver keeps one. A solver that promises a proof, such as the fewest moves, ends at its
/// limit as stopped, with the best plan so far. An *anytime* solver promises only a plan and spends
/// the rest of its budget on shortening it: once it has a plan, it ends at its limit as solved, and
/// the quality states what is proved.
///
/// # Examples
/// ```
/// use motion_core::error::UnsolvedError;
/// use motion_core::{Outcome, Quality, Stop};
///
/// let solved = Outcome::Solved { plan: "UL", quality: Quality::Optimal };
/// assert_eq!((solved.quality(), solved.why()), (Some(Quality::Optimal), None));
/// assert_eq!(solved.map(str::len).into_result(), Ok(2));
///
/// let stopped = Outcome::<&str>::stopped(Stop::Time);
/// assert_eq!((stopped.why(), stopped.lower_bound()), (Some(Stop::Time), None));
/// let why = stopped.into_result();
/// assert_eq!(why, Err(UnsolvedError::Stopped { why: Stop::Time, lower_bound: None }));
/// assert_eq!(UnsolvedError::Unsolvable.to_string(), "no solution exists");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub enum Outcome<P> {
    /// A plan of the promised quality was found.
    Solved {
        /// The plan.
        plan: P,
        /// The proved quality of its cost.
        quality: Quality,
    },
    /// It is proved that no plan exists.
    Unsolvable,
    /// A limit came first.
    Stopped {
        /// Which limit.
        why: Stop,
        /// The best plan so far, from solvers that improve one.
        best: Option<P>,
        /// A bound that no plan's cost is below, from solvers that know one.
        lower_bound: Option<u64>,
    },
}

/// Why a run gave no plan: the error of [`Outcome::into_result`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnsolvedError {
    /// It is proved that no plan exists.
    Unsolvable,
    /// A limit came first.
    Stopped {
        /// Which limit.
        why: Stop,
        /// A bound that no plan's cost is below, from solvers that know one.
        lower_bound: Option<u64>,
    },
}

impl fmt::Display for UnsolvedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsolvable => f.write_str("no solution exists"),
            Self::Stopped { why, .. } => write!(f, "no solution found: {why}"),
        }
    }
}

impl Error for UnsolvedError {}

/// Why a computation with limits gave no result: a limit came first, or a specific reason.
///
/// # Examples
/// ```
/// use motion_core::error::RunError;
/// use motion_core::{Budget, Control, Stop};
///
/// fn root(square: u64, control: &mut Control) -> Result<u64, RunError<String>> {
///     for root in 0..=square {
///         control.spend(1)?;
///         if root * root == square {
///             return Ok(root);
///         }
///     }
///     Err(RunError::Because(format!("{square} is not a square")))
/// }
///
/// assert_eq!(root(49, &mut Control::unlimited()), Ok(7));
/// let why = root(50, &mut Control::unlimited()).unwrap_err();
/// assert_eq!(why.to_string(), "50 is not a square");
/// let mut control = Control::new(Budget::new().with_nodes(5));
/// assert_eq!(root(50, &mut control), Err(RunError::Stopped(Stop::Nodes)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunError<E> {
    /// A limit came first.
    Stopped(Stop),
    /// The computation ended without a result for this reason.
    Because(E),
}

impl<E> RunError<E> {
    /// Returns the reason of a computation that ran without limits.
    ///
    /// # Panics
    /// If a limit came first.
    #[doc(hidden)]
    pub fn without_limits(self) -> E {
        match self {
            Self::Stopped(why) => panic!("a computation without limits was stopped: {why}"),
            Self::Because(reason) => reason,
        }
    }

    /// Returns the limit that came first, if no other reason is possible.
    ///
    /// # Panics
    /// If there is another reason.
    #[doc(hidden)]
    pub fn stopped(self, invariant: &str) -> Stop {
        match self {
            Self::Stopped(why) => why,
            Self::Because(_) => panic!("invariant: {invariant}"),
        }
    }

    /// Returns whether a computation gave a result; `false` if it ended with a
    /// [`Because`](RunError::Because).
    ///
    /// # Errors
    /// [`Stop`] if a limit came first.
    #[doc(hidden)]
    #[expect(clippy::needless_pass_by_value, reason = "results are made where they are passed")]
    pub fn passed<T>(result: Result<T, Self>) -> Result<bool, Stop> {
        match result {
            Ok(_) => Ok(true),
            Err(Self::Because(_)) => Ok(false),
            Err(Self::Stopped(why)) => Err(why),
        }
    }

    /// Returns the stop of a solver: [`Stop::Unsupported`] if the reason lies in the instance.
    #[doc(hidden)]
    pub fn or_unsupported(self) -> Stop {
        match self {
            Self::Stopped(why) => why,
            Self::Because(_) => Stop::Unsupported,
        }
    }

    /// Converts the reason.
    pub fn map<F>(self, convert: impl FnOnce(E) -> F) -> RunError<F> {
        match self {
            Self::Stopped(why) => RunError::Stopped(why),
            Self::Because(reason) => RunError::Because(convert(reason)),
        }
    }
}

impl<E> From<Stop> for RunError<E> {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}

impl<E: fmt::Display> fmt::Display for RunError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(why) => why.fmt(f),
            Self::Because(reason) => reason.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> Error for RunError<E> {}

impl<P> Outcome<P> {
    /// Returns the outcome of a run that was stopped without a plan or a bound.
    pub const fn stopped(why: Stop) -> Self {
        Self::Stopped { why, best: None, lower_bound: None }
    }

    /// The plan, if there is one: the solution, or the best of a stopped run.
    pub fn plan(self) -> Option<P> {
        self.into_result().ok()
    }

    /// Returns the plan – the solution, or the best plan of a stopped run – or why there is none.
    ///
    /// # Errors
    /// [`UnsolvedError`] if there is no plan.
    pub fn into_result(self) -> Result<P, UnsolvedError> {
        match self {
            Self::Solved { plan, .. } | Self::Stopped { best: Some(plan), .. } => Ok(plan),
            Self::Unsolvable => Err(UnsolvedError::Unsolvable),
            Self::Stopped { why, best: None, lower_bound } => {
                Err(UnsolvedError::Stopped { why, lower_bound })
            }
        }
    }

    /// The quality of the plan of a solved run.
    pub const fn quality(&self) -> Option<Quality> {
        match self {
            Self::Solved { quality, .. } => Some(*quality),
            Self::Unsolvable | Self::Stopped { .. } => None,
        }
    }

    /// The lower bound on the cost of all plans, from a bounded plan or a stopped run. `None` for
    /// an optimal plan, whose own cost is the bound: see [`Quality::lower_bound`].
    pub const fn lower_bound(&self) -> Option<u64> {
        match self {
            Self::Solved { quality: Quality::Bounded { lower_bound }, .. } => Some(*lower_bound),
            Self::Stopped { lower_bound, .. } => *lower_bound,
            Self::Solved { .. } | Self::Unsolvable => None,
        }
    }

    /// Why the run stopped.
    pub const fn why(&self) -> Option<Stop> {
        match self {
            Self::Stopped { why, .. } => Some(*why),
            Self::Solved { .. } | Self::Unsolvable => None,
        }
    }

    /// Whether this is [`Outcome::Solved`].
    pub const fn is_solved(&self) -> bool {
        matches!(self, Self::Solved { .. })
    }

    /// Converts the plan.
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
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn outcomes_give_their_plan_or_the_reason() {
        let solved = Outcome::Solved { plan: 7, quality: Quality::Optimal };
        assert!(solved.is_solved());
        assert_eq!(solved.map(|plan| plan + 1).plan(), Some(8));
        let best = Outcome::Stopped { why: Stop::Time, best: Some(3), lower_bound: Some(2) };
        assert_eq!((best.clone().plan(), best.into_result()), (Some(3), Ok(3)));
        let none = Outcome::<u8>::Stopped { why: Stop::Memory, best: None, lower_bound: Some(2) };
        let why = UnsolvedError::Stopped { why: Stop::Memory, lower_bound: Some(2) };
        assert_eq!((none.clone().plan(), none.into_result()), (None, Err(why)));
        assert_eq!(Outcome::<u8>::Unsolvable.into_result(), Err(UnsolvedError::Unsolvable));
        assert!(why.to_string().starts_with("no solution found: more memory"));
    }

    #[test]
    fn qualities_print_as_words() {
        let bounded = Quality::Bounded { lower_bound: 12 };
        let texts = [Quality::Optimal, bounded, Quality::Feasible].map(|quality| quality.to_string());
        assert_eq!(texts, ["optimal", "at least 12", "feasible"]);
    }
}
