//! All solvers by name.

use motion_core::solver_table::{Guarantee, Registered, SolverEntry, SolverRow};
use motion_core::{Control, Outcome, Plan, Solver, Walk};

use crate::clockwise::Clockwise;
use crate::instance::Instance;
use crate::multi_blank::{Dummies, PlanSolver};
use crate::near_optimal::NearOptimal;
use crate::optimal::Optimal;
use crate::parberry::Parberry;
use crate::snake::Snake;

/// The number of choices of the walking blank that `snake-dummies` tries.
const TRIES: u32 = 4;

/// Any of the solvers, by name; by default `snake`.
///
/// | name | solver with one blank | with several |
/// |---|---|---|
/// | `parberry` | [`Parberry`] | [`Parberry`] |
/// | `snake` | [`Snake`] | [`Snake`] |
/// | `snake-dummies` | [`Snake`] | [`Dummies`] around it, with four tries |
/// | `short`, `short-quick` | [`NearOptimal`] | [`Dummies`] around it |
/// | `clockwise`, `clockwise-procedure`, `clockwise-printed`, `clockwise-anywhere` | [`Clockwise`] | [`Dummies`] around it |
/// | `optimal` | [`Optimal`] | [`Optimal`] |
///
/// Each solver on its own solves puzzles with one blank. [`SeveralBlanks`](crate::SeveralBlanks)
/// around its [`method`](PuzzleSolver::method) solves those with several.
///
/// A solver prints as its name, and is parsed from it in upper or lower case. It uses the default
/// options. Its method takes other options and keeps its tables from one puzzle to the next.
///
/// # Examples
/// ```
/// use grid_puzzle::{AnySolver, Instance};
/// use motion_core::{Control, Solver};
///
/// let instance: Instance = "1 2 3\n4 0 6\n7 5 8".parse()?;
/// for solver in AnySolver::all() {
///     let walk = solver.solve(&instance, &mut Control::unlimited()).into_result()?;
///     println!("{solver}: {} moves. {}", instance.verify(&walk)?.moves, solver.summary());
///     assert_eq!(solver.name().parse(), Ok(solver));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Dummies`]: crate::Dummies
/// [`Optimal`]: crate::Optimal
/// [`Parberry`]: crate::Parberry
/// [`Snake`]: crate::Snake
pub type AnySolver = Registered<PuzzleSolver>;

/// A solver in the table of [`AnySolver`].
pub struct PuzzleSolver {
    entry: SolverEntry,
    method: fn() -> SolverMethod,
}

impl PuzzleSolver {
    const fn complete(name: &'static str, summary: &'static str, method: fn() -> SolverMethod) -> Self {
        Self { entry: SolverEntry::new(name, summary, Guarantee::Complete), method }
    }

    /// The solver with its default options.
    pub fn method(&self) -> SolverMethod {
        (self.method)()
    }
}

impl SolverRow for PuzzleSolver {
    const ROWS: &'static [Self] = &[
        Self::complete("parberry", "One tile after another (Parberry 1995)", || {
            SolverMethod::Parberry(Parberry::default())
        }),
        Self::complete(
            "snake",
            "Two tiles at a time where that is shorter (Surynek & Michalík 2011)",
            || SolverMethod::Snake(Snake::default()),
        ),
        Self::complete("snake-dummies", "Snakes with all blanks but one treated as tiles", || {
            SolverMethod::SnakeDummies(Snake::default())
        }),
        Self::complete(
            "short",
            "Near-optimal, improved until the limit of time or nodes; without a limit about a second for 20x20",
            || SolverMethod::NearOptimal(NearOptimal::default()),
        ),
        Self::complete("short-quick", "Near-optimal, by the first and fastest round only", || {
            SolverMethod::NearOptimal(NearOptimal::quick())
        }),
        Self::complete(
            "clockwise",
            "Never turning left, with few choice squares (Almulla & Newborn): the shortest of several walks",
            || SolverMethod::Clockwise(Clockwise::default()),
        ),
        Self::complete(
            "clockwise-procedure",
            "Never turning left, by the paper's procedure (corrected)",
            || SolverMethod::Clockwise(Clockwise::procedure()),
        ),
        Self::complete(
            "clockwise-printed",
            "Never turning left, by the paper's procedure (corrected), with laps where it has them begin",
            || SolverMethod::Clockwise(Clockwise::printed_procedure()),
        ),
        Self::complete("clockwise-anywhere", "Never turning left, turning right anywhere", || {
            SolverMethod::Clockwise(Clockwise::anywhere())
        }),
        Self {
            entry: SolverEntry::new(
                "optimal",
                "The fewest moves, by IDA* (Korf 1985); for boards up to 4x4, and larger ones near the goal",
                Guarantee::Optimal,
            ),
            method: || SolverMethod::Optimal(Optimal::default()),
        },
    ];
    const DEFAULT: &'static str = "snake";

    fn entry(&self) -> &SolverEntry {
        &self.entry
    }
}

impl Solver<Instance> for PuzzleSolver {
    type Solution = Walk;

    /// Solves with the default options. `optimal` builds its tables on every call.
    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Walk> {
        self.method().solve(instance, control)
    }
}

/// A solver with its options, for one blank or several. It keeps its tables from one puzzle to the
/// next.
///
/// # Examples
/// ```
/// use grid_puzzle::{AnySolver, Instance, Snake};
/// use motion_core::{Control, Solver};
///
/// let instance: Instance = "5 1 2 3\n9 6 7 4\n13 10 11 8\n14 15 12 0".parse()?;
/// for name in ["snake", "optimal"] {
///     let solver: AnySolver = name.parse()?;
///     let method = solver.method().with_snake(Snake::default().with_length(4));
///     let walk = method.solve(&instance, &mut Control::unlimited()).into_result()?;
///     assert!(instance.verify(&walk).is_ok());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SolverMethod {
    /// [`Parberry`].
    Parberry(Parberry),
    /// [`Snake`].
    Snake(Snake),
    /// [`Snake`], with all blanks except one treated as tiles.
    SnakeDummies(Snake),
    /// [`NearOptimal`].
    NearOptimal(NearOptimal),
    /// [`Clockwise`], whose [`solution`](Clockwise::solution) also has the choice squares.
    Clockwise(Clockwise),
    /// [`Optimal`].
    Optimal(Optimal),
}

impl SolverMethod {
    /// Sets the options of `snake` and `snake-dummies`; has no effect on others.
    pub const fn with_snake(mut self, options: Snake) -> Self {
        if let Self::Snake(snake) | Self::SnakeDummies(snake) = &mut self {
            *snake = options;
        }
        self
    }

    /// Sets the options and tables of `optimal`; has no effect on others.
    pub fn with_optimal(self, options: Optimal) -> Self {
        if let Self::Optimal(_) = self { Self::Optimal(options) } else { self }
    }
}

impl Solver<Instance> for SolverMethod {
    type Solution = Walk;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Walk> {
        match self {
            Self::Parberry(solver) => solver.solve(instance, control),
            Self::Snake(solver) | Self::SnakeDummies(solver) => solver.solve(instance, control),
            Self::NearOptimal(solver) => solver.solve(instance, control),
            Self::Clockwise(solver) => solver.solve(instance, control),
            Self::Optimal(solver) => solver.solve(instance, control),
        }
    }
}

impl PlanSolver for SolverMethod {
    /// Solves with any number of blanks. Solvers for one blank treat the others as dummy tiles.
    fn solve_several(&self, instance: &Instance, control: &mut Control) -> Outcome<Plan> {
        match self {
            Self::Parberry(solver) => solver.solve_several(instance, control),
            Self::Snake(solver) => solver.solve_several(instance, control),
            Self::SnakeDummies(solver) => Dummies::new(*solver).with_tries(TRIES).solve(instance, control),
            Self::NearOptimal(solver) => Dummies::new(*solver).solve(instance, control),
            Self::Clockwise(solver) => Dummies::new(*solver).solve(instance, control),
            Self::Optimal(solver) => solver.solve_several(instance, control),
        }
    }
}
