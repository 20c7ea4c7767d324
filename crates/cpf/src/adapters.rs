//! Adapters that turn solvers of special instances into solvers of every [`Instance`].
//!
//! On instances that are not of the special kind they stop with
//! [`Stop::Unsupported`](motion_core::Stop::Unsupported).

use bibox::error::NotBiconnectedError;
use bibox::{BlockInstance, EarDecomposition, EarInstance};
use cpf_core::Instance;
use motion_core::error::RunError;
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Move, Outcome, Plan};
use push_swap::PushInstance;

/// Turns a solver of [`EarInstance`] into a solver of [`Instance`].
///
/// On graphs that are not bi-connected it stops with
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # Examples
/// ```
/// use cpf::motion_core::Stop;
/// use cpf::solvers::ByEars;
/// use cpf::solvers::bibox::EarInsertion;
/// use cpf::{Control, Instance, Outcome, Solver};
///
/// let solver = ByEars::new(EarInsertion::default());
/// let triangle: Instance = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\n".parse()?;
/// assert!(solver.solve(&triangle, &mut Control::unlimited()).is_solved());
///
/// let path: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 2\n".parse()?;
/// let outcome = solver.solve(&path, &mut Control::unlimited());
/// assert_eq!(outcome, Outcome::stopped(Stop::Unsupported));
/// # Ok::<(), cpf::formats::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByEars<S> {
    solver: S,
    row_by_row: bool,
}

impl<S> ByEars<S> {
    /// Creates the adapter with the [default choice](EarDecomposition::for_instance) of ears.
    pub const fn new(solver: S) -> Self {
        Self { solver, row_by_row: false }
    }

    /// Creates the adapter with the ears of the paper on snakes in cooperative path-finding, [row
    /// by row](EarDecomposition::row_by_row), on open grids, and with the default choice elsewhere.
    pub const fn row_by_row(solver: S) -> Self {
        Self { solver, row_by_row: true }
    }
}

fn row_by_row<'i>(
    instance: &'i Instance,
    control: &mut Control,
) -> Result<EarInstance<'i>, RunError<NotBiconnectedError>> {
    match instance.grid().map(|grid| EarDecomposition::row_by_row_within(grid, control)) {
        Some(Ok(rows)) => EarInstance::with_ears_within(instance, rows, control)
            .map_err(|why| why.stopped("ears of this grid").into()),
        Some(Err(RunError::Stopped(why))) => Err(why.into()),
        None | Some(Err(RunError::Because(_))) => EarInstance::new_within(instance, control),
    }
}

impl<S> StreamingSolver<Instance> for ByEars<S>
where
    S: for<'i> StreamingSolver<EarInstance<'i>, Move = Move>,
{
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        let special = if self.row_by_row {
            row_by_row(problem, control)
        } else {
            EarInstance::new_within(problem, control)
        };
        match special {
            Ok(problem) => self.solver.solve_into(&problem, sink, control),
            Err(why) => Outcome::stopped(why.or_unsupported()),
        }
    }
}

/// Defines a type that turns a solver of `$special`, its field `solver`, into a solver of
/// [`Instance`].
macro_rules! adapter {
    ($(#[$doc:meta])* $adapter:ident, $special:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $adapter<S> {
            solver: S,
        }

        impl<S> $adapter<S> {
            /// Creates the adapter.
            pub const fn new(solver: S) -> Self {
                Self { solver }
            }
        }

        impl<S> StreamingSolver<Instance> for $adapter<S>
        where
            S: for<'i> StreamingSolver<$special<'i>, Move = Move>,
        {
            type Move = Move;
            type Solution = Plan;

            fn solve_into(
                &self,
                problem: &Instance,
                sink: &mut dyn Sink<Move>,
                control: &mut Control,
            ) -> Outcome<()> {
                match $special::new_within(problem, control) {
                    Ok(problem) => self.solver.solve_into(&problem, sink, control),
                    Err(why) => Outcome::stopped(why.or_unsupported()),
                }
            }
        }
    };
}

adapter! {
    /// Turns a solver of [`PushInstance`] into a solver of [`Instance`].
    ///
    /// Where a component has too few blanks for [`PushInstance`] it stops with
    /// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
    ByPushing, PushInstance
}

adapter! {
    /// Turns a solver of [`BlockInstance`] into a solver of [`Instance`].
    ///
    /// Unless the graph is connected and has exactly one blank, it stops with
    /// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
    ByBlocks, BlockInstance
}
