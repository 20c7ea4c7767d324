//! All solvers by their names.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use motion_core::{Control, Outcome, Plan, Solver, Walk};

use crate::clockwise::Clockwise;
use crate::instance::Instance;
use crate::multi_blank::MultiBlankInstance;
use crate::near_optimal::NearOptimal;
use crate::solvers::Solvers;

/// Any of the solvers, by its name; by default `snake`.
///
/// | name | solver with one blank | with several |
/// |---|---|---|
/// | `parberry` | [`Parberry`] | [`Parberry`] |
/// | `snake` | [`Snake`] | [`Snake`] |
/// | `snake-dummies` | [`Snake`] | [`Dummies`] around it, with four tries |
/// | `short`, `short-quick` | [`NearOptimal`] | [`Dummies`] around it |
/// | `clockwise`, `clockwise-procedure`, `clockwise-printed`, `clockwise-anywhere` | [`Clockwise`] | [`Dummies`] around it |
/// | `optimal` | [`Optimal`] | [`MultiBlankOptimal`] |
///
/// Solvers print as their names, and parse from them in upper or lower case. Their options are the
/// defaults; [`Solvers`] has others, and keeps tables from one puzzle to the next.
///
/// # Examples
/// ```
/// use grid_puzzle::{AnySolver, Instance};
/// use motion_core::{Control, Solver};
///
/// let instance: Instance = "1 2 3\n4 0 6\n7 5 8".parse()?;
/// for solver in AnySolver::ALL {
///     let walk = solver.solve(&instance, &mut Control::unlimited()).into_result()?;
///     println!("{solver}: {} moves. {}", instance.verify(&walk)?.moves, solver.summary());
///     assert_eq!(solver.name().parse(), Ok(solver));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Dummies`]: crate::Dummies
/// [`MultiBlankOptimal`]: crate::MultiBlankOptimal
/// [`Optimal`]: crate::Optimal
/// [`Parberry`]: crate::Parberry
/// [`Snake`]: crate::Snake
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnySolver {
    /// [`Parberry`](crate::Parberry).
    Parberry,
    /// [`Snake`](crate::Snake).
    #[default]
    Snake,
    /// [`Snake`](crate::Snake), with all blanks but one as dummy tiles.
    SnakeDummies,
    /// [`NearOptimal`].
    Short,
    /// [`NearOptimal::quick`].
    ShortQuick,
    /// [`Clockwise`].
    Clockwise,
    /// [`Clockwise::procedure`].
    ClockwiseProcedure,
    /// [`Clockwise::printed_procedure`].
    ClockwisePrinted,
    /// [`Clockwise::anywhere`].
    ClockwiseAnywhere,
    /// [`Optimal`](crate::Optimal), and [`MultiBlankOptimal`](crate::MultiBlankOptimal).
    Optimal,
}

/// No solver has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSolver;

impl fmt::Display for UnknownSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no solver has this name")
    }
}

impl Error for UnknownSolver {}

/// The solver behind a name, without those that have options.
pub(crate) enum NamedMethod {
    Parberry,
    Snake,
    SnakeDummies,
    NearOptimal(NearOptimal),
    Clockwise(Clockwise),
    Optimal,
}

impl AnySolver {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Parberry,
        Self::Snake,
        Self::SnakeDummies,
        Self::Short,
        Self::ShortQuick,
        Self::Clockwise,
        Self::ClockwiseProcedure,
        Self::ClockwisePrinted,
        Self::ClockwiseAnywhere,
        Self::Optimal,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// What it does, in a line without a full stop.
    pub const fn summary(self) -> &'static str {
        self.texts().1
    }

    /// The name and the summary.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Parberry => ("parberry", "One tile after another (Parberry 1995)"),
            Self::Snake => ("snake", "Two tiles at a time where that is shorter (Surynek & Michalík 2011)"),
            Self::SnakeDummies => ("snake-dummies", "Snakes with all blanks but one treated as tiles"),
            Self::Short => (
                "short",
                "Near-optimal, improved until the limit of time or nodes; without a limit about a second for 20x20",
            ),
            Self::ShortQuick => ("short-quick", "Near-optimal, by the first and fastest round only"),
            Self::Clockwise => (
                "clockwise",
                "Never turning left, with few choice squares (Almulla & Newborn): the shortest of several walks",
            ),
            Self::ClockwiseProcedure => {
                ("clockwise-procedure", "Never turning left, by the paper's procedure (corrected)")
            }
            Self::ClockwisePrinted => (
                "clockwise-printed",
                "Never turning left, by the paper's procedure (corrected), with laps where it has them begin",
            ),
            Self::ClockwiseAnywhere => ("clockwise-anywhere", "Never turning left, turning right anywhere"),
            Self::Optimal => (
                "optimal",
                "The fewest moves, by IDA* (Korf 1985); for boards up to 4x4, and larger ones near the goal",
            ),
        }
    }

    /// The solver of walks that never turn left, if it is one of these: its
    /// [`solution`](Clockwise::solution) names the choice squares, too.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{AnySolver, Clockwise};
    ///
    /// assert_eq!(AnySolver::ClockwiseAnywhere.clockwise(), Some(Clockwise::anywhere()));
    /// assert_eq!(AnySolver::Snake.clockwise(), None);
    /// ```
    pub fn clockwise(self) -> Option<Clockwise> {
        match self.method() {
            NamedMethod::Clockwise(solver) => Some(solver),
            _ => None,
        }
    }

    pub(crate) fn method(self) -> NamedMethod {
        match self {
            Self::Parberry => NamedMethod::Parberry,
            Self::Snake => NamedMethod::Snake,
            Self::SnakeDummies => NamedMethod::SnakeDummies,
            Self::Short => NamedMethod::NearOptimal(NearOptimal::default()),
            Self::ShortQuick => NamedMethod::NearOptimal(NearOptimal::quick()),
            Self::Clockwise => NamedMethod::Clockwise(Clockwise::default()),
            Self::ClockwiseProcedure => NamedMethod::Clockwise(Clockwise::procedure()),
            Self::ClockwisePrinted => NamedMethod::Clockwise(Clockwise::printed_procedure()),
            Self::ClockwiseAnywhere => NamedMethod::Clockwise(Clockwise::anywhere()),
            Self::Optimal => NamedMethod::Optimal,
        }
    }
}

impl fmt::Display for AnySolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for AnySolver {
    type Err = UnknownSolver;

    fn from_str(text: &str) -> Result<Self, UnknownSolver> {
        Self::ALL.into_iter().find(|solver| solver.name().eq_ignore_ascii_case(text)).ok_or(UnknownSolver)
    }
}

impl Solver<Instance> for AnySolver {
    type Solution = Walk;

    /// Solves with the default options; `optimal` makes its tables anew.
    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Walk> {
        Solvers::default().solve(*self, instance, control)
    }
}

impl Solver<MultiBlankInstance> for AnySolver {
    type Solution = Plan;

    /// Solves with the default options.
    fn solve(&self, instance: &MultiBlankInstance, control: &mut Control) -> Outcome<Plan> {
        Solvers::default().solve_with_blanks(*self, instance, control)
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_distinct_and_parse_in_any_case() {
        let names: BTreeSet<_> = AnySolver::ALL.map(AnySolver::name).into();
        let summaries: BTreeSet<_> = AnySolver::ALL.map(AnySolver::summary).into();
        assert_eq!((names.len(), summaries.len()), (AnySolver::ALL.len(), AnySolver::ALL.len()));
        for solver in AnySolver::ALL {
            assert_eq!(solver.name().to_uppercase().parse(), Ok(solver));
            assert!(!solver.summary().ends_with('.'), "{solver}");
        }
        assert_eq!(AnySolver::default().name(), "snake");
        for unknown in ["", "snake ", "snake+"] {
            assert_eq!(unknown.parse::<AnySolver>(), Err(UnknownSolver));
        }
    }
}
