//! BIBOX and BIBOX-θ as described in the paper, the baseline of its figures.

use cpf_core::internal::{BlankRoute, OperationError, Stages};
use motion_core::internal::Metered;
use motion_core::{Control, Move, Quality};

use crate::ear_solver::{CarryMethod, EarSolver, EarStrategy};
use crate::feasibility_first::ear_solver;
use crate::instance::EarInstance;
use crate::prepared::{CoreSize, PreparedEars};
use crate::snake_rule::{EarShift, SnakeRule};

/// BIBOX, for two or more blanks. It moves robots by rotating a cycle through them and their
/// target, and stacks them into the ears.
///
/// It follows Algorithm 3 of the paper, with the corrections listed on the docs page of this
/// family. Only the core needs two blanks. With a single blank, the core is arranged as by
/// [`BiboxTheta`].
///
/// Its plans are long: Θ(n⁴) moves on n×n grids. Use it to reproduce the paper, and
/// [`EarInsertion`](crate::EarInsertion) for everything else.
///
/// # Guarantees
/// Complete on every bi-connected graph. Moves are written ear by ear.
///
/// # References
/// Section 5.2 and Appendix B of the paper on snakes in cooperative path-finding (2015); P.
/// Surynek, *Solving abstract cooperative path-finding in densely populated environments*,
/// Computational Intelligence 30(2), 2014.
///
/// # Examples
/// ```
/// use bibox::{Bibox, EarDecomposition, EarInstance};
/// use cpf_core::generate;
/// use motion_core::{Control, Solver};
/// use rand::SeedableRng;
/// use rand::rngs::Xoshiro256PlusPlus;
///
/// let instance =
///     generate::permutation_on_grid(8, 8, 2, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
/// let rows = EarDecomposition::row_by_row(instance.grid().expect("a grid"))?;
/// let problem = EarInstance::with_ears(&instance, rows)?;
/// let [plain, snakes] = [false, true].map(|snakes| {
///     Bibox::default()
///         .with_snakes(snakes)
///         .solve(&problem, &mut Control::unlimited())
///         .plan()
///         .expect("solvable")
/// });
/// assert!(instance.verify(&plain).is_ok() && instance.verify(&snakes).is_ok());
/// assert!(snakes.len() < plain.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bibox {
    options: BiboxOptions,
}

/// BIBOX-θ, for a single blank. It is like [`Bibox`], with a core (the initial cycle and an ear)
/// for which one blank is enough.
///
/// Further blanks are used, but the core is that for one blank.
///
/// # Guarantees
/// Complete on every bi-connected graph. Moves are written ear by ear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BiboxTheta {
    options: BiboxOptions,
}

/// The options of both solvers, which have setters of the same names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct BiboxOptions {
    snakes: bool,
    rule: SnakeRule,
    shift: EarShift,
}

macro_rules! options {
    ($solver:ty) => {
        impl $solver {
            /// Sets whether consecutive robots are moved together where the [rule](SnakeRule) says
            /// so. The default rule joins two robots if inequality (7) holds.
            pub const fn with_snakes(mut self, snakes: bool) -> Self {
                self.options.snakes = snakes;
                self
            }

            /// Sets when and how many robots are moved together. Has no effect without snakes.
            #[doc(hidden)]
            pub const fn with_rule(mut self, rule: SnakeRule) -> Self {
                self.options.rule = rule;
                self
            }

            /// Sets which vertices move when a robot enters or leaves an ear.
            #[doc(hidden)]
            pub const fn with_shift(mut self, shift: EarShift) -> Self {
                self.options.shift = shift;
                self
            }
        }
    };
}

options!(Bibox);
options!(BiboxTheta);

impl BiboxOptions {
    fn run(
        self,
        core: CoreSize,
        problem: &EarInstance,
        sink: &mut Metered<'_, Move>,
        control: &mut Control,
    ) -> Result<Option<Quality>, OperationError> {
        let prepared = PreparedEars::new(problem, core, control)?;
        let instance = problem.instance();
        if instance.start() == instance.goal() {
            return Ok(Some(prepared.quality()));
        }
        let goal_distances = prepared.goal_distances(false, control)?;
        let mut at = EarSolver::new(&prepared, goal_distances, control)?;
        let method = CarryMethod::BigCycles(self.shift, self.rule);
        let strategy = EarStrategy { route: BlankRoute::Shortest, method, snake: self.snakes };
        for ear in (0..at.ear_count()).rev() {
            at.arrange(ear, strategy)?;
            at.board.flush(sink)?;
        }
        let done = at.finish()?;
        at.board.flush(sink)?;
        Ok(done.then(|| prepared.quality()))
    }
}

ear_solver! {
    Bibox,
    |solver, problem, sink, control| solver.options.run(CoreSize::Smallest, problem, sink, control)
}

ear_solver! {
    BiboxTheta,
    |solver, problem, sink, control| solver.options.run(CoreSize::ForOneBlank, problem, sink, control)
}
