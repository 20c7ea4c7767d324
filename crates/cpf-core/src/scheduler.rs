//! Solvers whose robots move simultaneously.

use motion_core::{Control, Outcome, Plan, Quality, Schedule, Solver, Stop};

use crate::improve::parallelise;
use crate::instance::Instance;
use crate::motion_model::MotionModel;
use crate::objective::Objective;
use crate::verify::VerifyError;

/// A solver whose solutions are schedules, legal in one motion model and cheap under one objective.
///
/// Costs, bounds and qualities in its outcomes are in the unit of the objective.
///
/// # Guarantees
/// A schedule passes [`Instance::verify_schedule`] in the [model](Scheduler::model).
///
/// # Examples
/// A solver of plans becomes a scheduler by [`Parallelised`].
pub trait Scheduler: Solver<Instance, Solution = Schedule> {
    /// The model in which its schedules are legal.
    fn model(&self) -> MotionModel;

    /// The objective that it minimises.
    fn objective(&self) -> Objective;

    /// Solves an instance for which a schedule is known. The result always has a schedule, solved
    /// or stopped, that costs no more than the known one.
    ///
    /// The default solves the instance anew and returns the cheaper of the two schedules.
    ///
    /// # Errors
    /// Those of [`Instance::verify_schedule`] if the known schedule is not legal in the model or
    /// does not solve this instance.
    fn solve_from(
        &self,
        instance: &Instance,
        known: &Schedule,
        control: &mut Control,
    ) -> Result<Outcome<Schedule>, VerifyError> {
        let cost_of = |schedule: &Schedule| {
            instance.verify_schedule(schedule, self.model()).map(|metrics| metrics.cost(self.objective()))
        };
        let known_cost = cost_of(known)?;
        let cheaper = |found: Schedule| match cost_of(&found) {
            Ok(cost) if cost < known_cost => found,
            _ => known.clone(),
        };
        Ok(match self.solve(instance, control) {
            Outcome::Solved { plan, quality } => Outcome::Solved { plan: cheaper(plan), quality },
            Outcome::Stopped { why, best, lower_bound } => {
                let best = Some(best.map_or_else(|| known.clone(), cheaper));
                Outcome::Stopped { why, best, lower_bound }
            }
            Outcome::Unsolvable => unreachable!("invariant: a schedule is known"),
        })
    }
}

/// A scheduler based on a solver of plans: moves happen as early as the order of visits allows, by
/// [`parallelise`].
///
/// If moves are the objective, its quality is that of the plan. It proves nothing for the other
/// objectives, nor in the model `Standard`, because plans have no rotations: there results are
/// feasible or stopped without a bound. If there is a [schedule](Instance::feasibility_in) but no
/// plan, it stops with [`Stop::Unsupported`].
///
/// # Examples
/// ```
/// use cpf_core::{Instance, MotionModel, Objective, Parallelised, Scheduler};
/// use motion_core::{Control, Move, Outcome, Plan, Quality, Solver, Token, Vertex};
///
/// /// Moves two robots on along a path.
/// struct MoveOn;
///
/// impl Solver<Instance> for MoveOn {
///     type Solution = Plan;
///
///     fn solve(&self, _: &Instance, _: &mut Control) -> Outcome<Plan> {
///         let step =
///             |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
///         let plan = Plan::from(vec![step(0, 1, 2), step(1, 0, 1)]);
///         Outcome::Solved { plan, quality: Quality::Optimal }
///     }
/// }
///
/// let instance: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 2 3\nr 1 2\n".parse()?;
/// let scheduler = Parallelised::new(MoveOn).with_model(MotionModel::Train);
/// let schedule = scheduler.solve(&instance, &mut Control::unlimited()).into_result()?;
/// let metrics = instance.verify_schedule(&schedule, scheduler.model())?;
/// assert_eq!((metrics.makespan, metrics.cost(scheduler.objective())), (1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Parallelised<S> {
    solver: S,
    model: MotionModel,
    objective: Objective,
}

impl<S> Parallelised<S> {
    /// Wraps a solver; the model is [`MotionModel::Pebble`], the objective [`Objective::Moves`].
    pub const fn new(solver: S) -> Self {
        Self { solver, model: MotionModel::Pebble, objective: Objective::Moves }
    }

    /// Sets the model in which the schedules are legal.
    pub const fn with_model(mut self, model: MotionModel) -> Self {
        self.model = model;
        self
    }

    /// Sets the unit of bounds and qualities. It does not affect the schedules.
    pub const fn with_objective(mut self, objective: Objective) -> Self {
        self.objective = objective;
        self
    }
}

impl<S: Solver<Instance, Solution = Plan>> Solver<Instance> for Parallelised<S> {
    type Solution = Schedule;

    fn solve(&self, problem: &Instance, control: &mut Control) -> Outcome<Schedule> {
        let in_steps = |plan: Plan| {
            parallelise(problem, &plan, self.model).expect("invariant: solvers make legal moves")
        };
        let outcome = self.solver.solve(problem, control).map(in_steps);
        match (outcome, self.objective) {
            (Outcome::Unsolvable, _) if problem.feasibility_in(self.model).is_ok() => {
                Outcome::stopped(Stop::Unsupported)
            }
            (Outcome::Unsolvable, _) => Outcome::Unsolvable,
            (outcome, Objective::Moves) if self.model != MotionModel::Standard => outcome,
            (Outcome::Solved { plan, .. }, _) => Outcome::Solved { plan, quality: Quality::Feasible },
            (Outcome::Stopped { why, best, .. }, _) => Outcome::Stopped { why, best, lower_bound: None },
        }
    }
}

impl<S: Solver<Instance, Solution = Plan>> Scheduler for Parallelised<S> {
    fn model(&self) -> MotionModel {
        self.model
    }

    fn objective(&self) -> Objective {
        self.objective
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// A solver that claims its empty plan to be the shortest, or that there is no plan.
    struct Sure(bool);

    impl Solver<Instance> for Sure {
        type Solution = Plan;

        fn solve(&self, _: &Instance, _: &mut Control) -> Outcome<Plan> {
            if self.0 {
                Outcome::Solved { plan: Plan::new(), quality: Quality::Optimal }
            } else {
                Outcome::Unsolvable
            }
        }
    }

    #[test]
    fn what_is_proved_for_plans_is_not_claimed_for_rotations() -> Result<(), crate::formats::FormatError> {
        let outcomes = |instance: &Instance, objective, is_solvable| -> Vec<Outcome<usize>> {
            let solve = |model| {
                let scheduler =
                    Parallelised::new(Sure(is_solvable)).with_model(model).with_objective(objective);
                scheduler.solve(instance, &mut Control::unlimited()).map(|schedule| schedule.makespan())
            };
            MotionModel::ALL.map(solve).into()
        };
        let solved = |quality| Outcome::Solved { plan: 0, quality };
        let settled: Instance = "p edge 2 1\ne 1 2\nr 1 1\n".parse()?;
        let [optimal, feasible] = [Quality::Optimal, Quality::Feasible].map(solved);
        let moves = outcomes(&settled, Objective::Moves, true);
        assert_eq!(moves, [optimal.clone(), optimal, feasible.clone()]);
        assert_eq!(outcomes(&settled, Objective::Makespan, true), [(); 3].map(|()| feasible.clone()));

        let triangle: Instance = "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\nr 2 3\nr 3 1\n".parse()?;
        let open = Outcome::stopped(Stop::Unsupported);
        let answers = outcomes(&triangle, Objective::Moves, false);
        assert_eq!(answers, [Outcome::Unsolvable, Outcome::Unsolvable, open]);
        let path: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 2\nr 2 1\n".parse()?;
        assert_eq!(outcomes(&path, Objective::SumOfCosts, false), [(); 3].map(|()| Outcome::Unsolvable));
        Ok(())
    }
}
