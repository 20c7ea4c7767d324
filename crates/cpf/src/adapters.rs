//! Solvers of special instances as solvers of every [`Instance`].
//!
//! Where an instance is not of the special kind, they stop with [`Stop::Unsupported`].

use bibox::ears::NotBiconnected;
use bibox::{BlockInstance, EarDecomposition, EarInstance};
use cpf_core::Instance;
use grid_puzzle::RobotPuzzle;
use motion_core::{Control, Metered, Move, Outcome, Plan, Sink, Solver, Stop, StreamingSolver, Walk};
use push_swap::PushInstance;

/// Makes a solver of [`EarInstance`] a solver of [`Instance`].
///
/// On graphs that are not bi-connected it stops with [`Stop::Unsupported`].
///
/// # Examples
/// ```
/// use cpf::{ByEars, Control, EarInsertion, Instance, Outcome, Solver, Stop};
///
/// let solver = ByEars::new(EarInsertion::default());
/// let triangle: Instance = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\n".parse()?;
/// assert!(solver.solve(&triangle, &mut Control::unlimited()).is_solved());
///
/// let path: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 2\n".parse()?;
/// let outcome = solver.solve(&path, &mut Control::unlimited());
/// assert_eq!(outcome, Outcome::stopped(Stop::Unsupported));
/// # Ok::<(), cpf::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByEars<S> {
    solver: S,
    choice: EarChoice,
}

#[derive(Clone, Copy, Debug)]
enum EarChoice {
    Default,
    RowByRow,
}

impl<S> ByEars<S> {
    /// With the [default choice](EarDecomposition::for_instance) of ears.
    pub const fn new(solver: S) -> Self {
        Self { solver, choice: EarChoice::Default }
    }

    /// With the ears of the paper on snakes in cooperative path-finding on open grids, [row by
    /// row](EarDecomposition::row_by_row), and the default choice elsewhere.
    pub const fn row_by_row(solver: S) -> Self {
        Self { solver, choice: EarChoice::RowByRow }
    }
}

fn row_by_row<'i>(
    instance: &'i Instance,
    control: &mut Control,
) -> Result<Result<EarInstance<'i>, NotBiconnected>, Stop> {
    if let Some(grid) = instance.grid()
        && let Ok(rows) = EarDecomposition::row_by_row_within(grid, control)?
    {
        let made = EarInstance::with_ears_within(instance, rows, control)?;
        return Ok(Ok(made.expect("invariant: ears of this grid")));
    }
    EarInstance::new_within(instance, control)
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
        let special = match self.choice {
            EarChoice::Default => EarInstance::new_within(problem, control),
            EarChoice::RowByRow => row_by_row(problem, control),
        };
        match special {
            Ok(Ok(problem)) => self.solver.solve_into(&problem, sink, control),
            Ok(Err(_)) => Outcome::stopped(Stop::Unsupported),
            Err(why) => Outcome::stopped(why),
        }
    }
}

/// Makes a solver of [`PushInstance`] a solver of [`Instance`].
///
/// Where a component has too few blanks for that it stops with [`Stop::Unsupported`].
#[derive(Clone, Copy, Debug)]
pub struct ByPushing<S> {
    solver: S,
}

impl<S> ByPushing<S> {
    /// Takes the solver.
    pub const fn new(solver: S) -> Self {
        Self { solver }
    }
}

impl<S> StreamingSolver<Instance> for ByPushing<S>
where
    S: for<'i> StreamingSolver<PushInstance<'i>, Move = Move>,
{
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        match PushInstance::new_within(problem, control) {
            Ok(Ok(problem)) => self.solver.solve_into(&problem, sink, control),
            Ok(Err(_)) => Outcome::stopped(Stop::Unsupported),
            Err(why) => Outcome::stopped(why),
        }
    }
}

/// Makes a solver of [`BlockInstance`] a solver of [`Instance`].
///
/// Where there is not exactly one blank on a connected graph it stops with [`Stop::Unsupported`].
#[derive(Clone, Copy, Debug)]
pub struct ByBlocks<S> {
    solver: S,
}

impl<S> ByBlocks<S> {
    /// Takes the solver.
    pub const fn new(solver: S) -> Self {
        Self { solver }
    }
}

impl<S> StreamingSolver<Instance> for ByBlocks<S>
where
    S: for<'i> StreamingSolver<BlockInstance<'i>, Move = Move>,
{
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        match BlockInstance::new_within(problem, control) {
            Ok(Ok(problem)) => self.solver.solve_into(&problem, sink, control),
            Ok(Err(_)) => Outcome::stopped(Stop::Unsupported),
            Err(why) => Outcome::stopped(why),
        }
    }
}

/// Makes a solver of sliding puzzles a solver of [`Instance`].
///
/// Where the graph is not an open grid, or there is not exactly one blank, it stops with
/// [`Stop::Unsupported`].
///
/// # Examples
/// ```
/// use cpf::{BySliding, Control, Instance, Outcome, Solver, grid_puzzle::Optimal};
///
/// let square = "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 1 4\nr 1 2\nr 2 3\nr 3 4\n";
/// let instance: Instance = square.parse()?;
/// let outcome = BySliding::new(Optimal::default()).solve(&instance, &mut Control::unlimited());
/// assert_eq!(outcome.plan().map(|plan| plan.len()), Some(3));
/// # Ok::<(), cpf::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BySliding<S> {
    solver: S,
}

impl<S> BySliding<S> {
    /// Takes the solver.
    pub const fn new(solver: S) -> Self {
        Self { solver }
    }
}

impl<S> StreamingSolver<Instance> for BySliding<S>
where
    S: Solver<grid_puzzle::Instance, Solution = Walk>,
{
    type Move = Move;
    type Solution = Plan;

    fn solve_into(
        &self,
        problem: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control,
    ) -> Outcome<()> {
        let puzzle = match RobotPuzzle::new_within(problem, control) {
            Ok(Ok(puzzle)) => puzzle,
            Ok(Err(_)) => return Outcome::stopped(Stop::Unsupported),
            Err(why) => return Outcome::stopped(why),
        };
        let outcome = control.converting(
            |walk: Walk| puzzle.moves(&walk).collect::<Plan>(),
            |control| self.solver.solve(puzzle.instance(), control),
        );
        let mut written = Ok(());
        let outcome = outcome.map(|walk| {
            written = control.scope(|control| {
                let moves = puzzle.moves(&walk);
                Metered::new(sink).accept_each(moves, control)
            });
        });
        written.map_or_else(Outcome::stopped, |()| outcome)
    }
}
