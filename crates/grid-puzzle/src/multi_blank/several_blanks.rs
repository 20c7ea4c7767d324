//! Solvers for one blank, extended to several.

use motion_core::{Control, Move, Outcome, Plan, Solver, Walk};

use crate::instance::Instance;

/// A solver of puzzles with any number of blanks, based on a solver for one blank.
///
/// [`Parberry`](crate::Parberry) and [`Snake`](crate::Snake) take the nearest blank for every step.
/// Snakes then have two tiles; with more than 64 blanks there are no snakes, because they save
/// hardly any moves. [`Optimal`](crate::Optimal) finds the fewest moves by A*, with the tiles'
/// distances and linear conflicts as its heuristic. It stores boards so that it does not search
/// them again, because with several blanks many orders of moves lead to the same board. It then
/// does not support moves of several tiles at once. Every other solver treats all blanks except one
/// as [`Dummies`](crate::Dummies).
///
/// With one blank, the plan consists of the moves of the solver's walk.
///
/// # Guarantees
/// Those of the solver. Every puzzle with several blanks can be solved, and `Optimal` proves its
/// lower bounds.
///
/// # Complexity
/// A node is a move made, or a state expanded. The plan counts as memory. `Optimal` is exponential
/// in the cells: boards up to 3×3 take milliseconds, boards of 3×4 seconds. It solves larger ones
/// only near the goal; set a memory limit.
///
/// # References
/// Hansson, Mayer & Yung, *Criticizing solutions to relaxed models yields powerful admissible
/// heuristics*, 1992, for linear conflicts.
///
/// # Examples
/// ```
/// use grid_puzzle::{Instance, Optimal, SeveralBlanks, Snake, TileMoves};
/// use motion_core::{Control, Outcome, Quality, Solver};
///
/// let instance: Instance = "6 7 5\n2 1 4\n3 0 0".parse()?;
/// let solver = SeveralBlanks(Snake::default());
/// let plan = solver.solve(&instance, &mut Control::unlimited()).into_result()?;
/// assert_eq!(instance.verify_plan(&plan)?.moves, plan.len() as u64);
/// let moves = TileMoves::from_plan(instance.start(), &plan).expect("a plan that was verified");
/// assert_eq!(moves.to_plan(instance.start())?, plan);
///
/// let outcome = SeveralBlanks(Optimal::default()).solve(&instance, &mut Control::unlimited());
/// assert!(matches!(outcome, Outcome::Solved { quality: Quality::Optimal, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeveralBlanks<S>(
    /// The solver.
    pub S,
);

/// A solver for one blank that can also solve puzzles with several.
#[doc(hidden)]
pub trait PlanSolver: Solver<Instance, Solution = Walk> {
    /// Solves a puzzle with at least two blanks.
    fn solve_several(&self, instance: &Instance, control: &mut Control) -> Outcome<Plan>;
}

impl<S: PlanSolver> Solver<Instance> for SeveralBlanks<S> {
    type Solution = Plan;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Plan> {
        if instance.has_one_blank() {
            plan_with_one_blank(&self.0, instance, control)
        } else {
            self.0.solve_several(instance, control)
        }
    }
}

/// Solves by a solver that returns walks, and converts the walk to moves of tiles.
pub(super) fn plan_with_one_blank(
    solver: &impl Solver<Instance, Solution = Walk>,
    instance: &Instance,
    control: &mut Control,
) -> Outcome<Plan> {
    let moves = |walk: Walk| instance.start().moves(&walk).collect::<Plan>();
    let outcome = control.converting(0, moves, |control| solver.solve(instance, control));
    let bytes = match &outcome {
        Outcome::Solved { plan: walk, .. } | Outcome::Stopped { best: Some(walk), .. } => {
            (walk.len() * size_of::<Move>()) as u64
        }
        Outcome::Stopped { best: None, .. } | Outcome::Unsolvable => 0,
    };
    if let Err(why) = control.hold(bytes) {
        return Outcome::stopped(why);
    }
    control.release(bytes);
    outcome.map(moves)
}
