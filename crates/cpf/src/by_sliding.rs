//! An adapter that turns solvers of sliding puzzles into solvers of every [`Instance`].

use cpf_core::Instance;
use grid_puzzle::internal::RobotPuzzle;
use motion_core::internal::Metered;
use motion_core::sink::{Sink, StreamingSolver};
use motion_core::{Control, Move, Outcome, Plan, Solver, Walk};

/// Turns a solver of sliding puzzles into a solver of [`Instance`].
///
/// Unless the graph is an open grid with exactly one blank, it stops with
/// [`Stop::Unsupported`](motion_core::Stop::Unsupported).
///
/// # Examples
/// ```
/// use cpf::solvers::BySliding;
/// use cpf::solvers::grid_puzzle::Optimal;
/// use cpf::{Control, Instance, Outcome, Solver};
///
/// let square = "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 1 4\nr 1 2\nr 2 3\nr 3 4\n";
/// let instance: Instance = square.parse()?;
/// let outcome = BySliding::new(Optimal::default()).solve(&instance, &mut Control::unlimited());
/// assert_eq!(outcome.plan().map(|plan| plan.len()), Some(3));
/// # Ok::<(), cpf::formats::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BySliding<S> {
    solver: S,
}

impl<S> BySliding<S> {
    /// Creates the adapter.
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
        let puzzle = match RobotPuzzle::new(problem, control) {
            Ok(puzzle) => puzzle,
            Err(why) => return Outcome::stopped(why.or_unsupported()),
        };
        let outcome = control.converting(
            0,
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
