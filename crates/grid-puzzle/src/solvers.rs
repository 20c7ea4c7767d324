//! All solvers by their names, with options.

use motion_core::{Control, Outcome, Plan, Solver, Walk};

use crate::any_solver::{AnySolver, NamedMethod};
use crate::instance::Instance;
use crate::multi_blank::{Dummies, MultiBlankInstance, MultiBlankOptimal};
use crate::optimal::Optimal;
use crate::parberry::Parberry;
use crate::snake::Snake;

/// The number of choices of the walking blank that `snake-dummies` tries.
const TRIES: u32 = 4;

/// All solvers by their names, with options for those that have some; the one that keeps tables
/// keeps them from one puzzle to the next.
///
/// # Examples
/// ```
/// use grid_puzzle::{AnySolver, Instance, Snake, Solvers};
/// use motion_core::Control;
///
/// let solvers = Solvers::default().with_snake(Snake::default().with_length(4));
/// let instance: Instance = "5 1 2 3\n9 6 7 4\n13 10 11 8\n14 15 12 0".parse()?;
/// let mut control = Control::unlimited();
/// for name in ["snake", "optimal"] {
///     let walk = solvers.solve(name.parse()?, &instance, &mut control).into_result()?;
///     assert!(instance.verify(&walk).is_ok());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Solvers {
    snake: Snake,
    optimal: Optimal,
}

impl Solvers {
    /// Sets the solver of `snake` and `snake-dummies`.
    pub const fn with_snake(mut self, snake: Snake) -> Self {
        self.snake = snake;
        self
    }

    /// Sets the solver of `optimal` with one blank, whose tables are kept.
    pub fn with_optimal(mut self, optimal: Optimal) -> Self {
        self.optimal = optimal;
        self
    }

    /// The solver of `snake` and `snake-dummies`.
    pub const fn snake(&self) -> Snake {
        self.snake
    }

    /// The solver of `optimal` with one blank.
    pub const fn optimal(&self) -> &Optimal {
        &self.optimal
    }

    /// Solves a puzzle with one blank.
    pub fn solve(&self, solver: AnySolver, instance: &Instance, control: &mut Control) -> Outcome<Walk> {
        match solver.method() {
            NamedMethod::Parberry => Parberry::default().solve(instance, control),
            NamedMethod::Snake | NamedMethod::SnakeDummies => self.snake.solve(instance, control),
            NamedMethod::NearOptimal(solver) => solver.solve(instance, control),
            NamedMethod::Clockwise(solver) => solver.solve(instance, control),
            NamedMethod::Optimal => self.optimal.solve(instance, control),
        }
    }

    /// Solves a puzzle with several blanks. The solvers for one blank treat the others as dummy
    /// tiles.
    ///
    /// # Examples
    /// ```
    /// use grid_puzzle::{AnySolver, MultiBlankInstance, Solvers};
    /// use motion_core::Control;
    ///
    /// let instance: MultiBlankInstance = "1 0 3\n4 2 6\n7 5 0".parse()?;
    /// for solver in AnySolver::ALL {
    ///     let outcome =
    ///         Solvers::default().solve_with_blanks(solver, &instance, &mut Control::unlimited());
    ///     assert!(instance.verify(&outcome.into_result()?).is_ok());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_with_blanks(
        &self,
        solver: AnySolver,
        instance: &MultiBlankInstance,
        control: &mut Control,
    ) -> Outcome<Plan> {
        match solver.method() {
            NamedMethod::Parberry => Parberry::default().solve(instance, control),
            NamedMethod::Snake => self.snake.solve(instance, control),
            NamedMethod::SnakeDummies => Dummies::new(self.snake).with_tries(TRIES).solve(instance, control),
            NamedMethod::NearOptimal(solver) => Dummies::new(solver).solve(instance, control),
            NamedMethod::Clockwise(solver) => Dummies::new(solver).solve(instance, control),
            NamedMethod::Optimal => MultiBlankOptimal::default().solve(instance, control),
        }
    }
}
