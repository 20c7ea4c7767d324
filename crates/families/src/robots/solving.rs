//! The solvers of robots with their options, and answers for the page.

use std::cell::Cell;
use std::time::Duration;

use cpf::{
    AnyScheduler, Budget, Control, Improvement, Instance, Metrics, MotionModel, Objective, Plan, PlanSolver,
    Schedule, ScheduleSolver, parallelise,
};

use super::finished::Found;
use super::method::{Method, SolverChoice};
use super::notation::{self, text};
use super::problem::Problem;
use super::reasons::lower_bound;
use super::task::{PlanImprovement, Task};
use crate::{Answer, Input, Named, Request, TextError};

/// The time for facts beside the solver's.
const FACTS_TIME: Duration = Duration::from_millis(500);

/// All solvers of plans, the default first, and all schedulers.
pub(super) fn solvers() -> Vec<Named> {
    [Named::solvers::<PlanSolver>(), Named::solvers::<ScheduleSolver>()].concat()
}

pub(super) fn options() -> Vec<Input> {
    let models = MotionModel::ALL.into_iter().map(|model| {
        let help = match model {
            MotionModel::Pebble => "a robot moves to a vertex that is vacant before the step",
            MotionModel::Train => "a robot may follow another one that leaves",
            MotionModel::Standard => "robots may also turn around a cycle together",
        };
        Named::new(model.name(), help)
    });
    let objectives = Objective::ALL.into_iter().map(|objective| {
        let help = match objective {
            Objective::Moves => "the moves of all robots",
            Objective::SumOfCosts => "the steps until each robot stays at its goal, added up",
            Objective::Makespan => "the steps until all robots are at their goals",
        };
        Named::new(objective.name(), help)
    });
    let levels = PlanImprovement::ALL.map(|level| Named::new(level.name(), level.summary())).to_vec();
    let with_ratio = AnyScheduler::all().filter(|scheduler| scheduler.takes_ratio());
    let ratio = Input::integer("ratio", "cost at most, in percent of the least", 100, (100, 1000));
    vec![
        Input::choice("model", "motion model", models.collect()),
        Input::choice("objective", "objective", objectives.collect()),
        ratio.for_solvers(with_ratio.map(AnyScheduler::name)),
        Input::choice("improve", "improvement of the plan", levels),
        Input::choice("notation", "notation of the plan", notation::choices()),
    ]
}

/// The solver of this name.
fn choice(name: &str, objective: Objective) -> Result<SolverChoice, TextError> {
    let Ok(scheduler) = name.parse::<AnyScheduler>() else {
        return name.parse().map(SolverChoice::Plans).map_err(TextError::of);
    };
    if objective == Objective::Moves && !scheduler.takes_moves() {
        return Err(TextError::new(format!(
            "{scheduler} makes the sum of costs or the makespan small, not the moves"
        )));
    }
    Ok(SolverChoice::Schedules(scheduler))
}

fn task(request: &Request<'_>) -> Result<Task, TextError> {
    let options = &request.options;
    let level = options.choice("improve");
    Ok(Task {
        model: options.choice("model").parse().map_err(TextError::of)?,
        objective: options.choice("objective").parse().map_err(TextError::of)?,
        ratio: options.count("ratio") * 10,
        seed: request.seed,
        improve: PlanImprovement::ALL
            .into_iter()
            .find(|known| known.name() == level)
            .unwrap_or(PlanImprovement::None),
    })
}

/// Solves an instance, improves the plan if that is asked for, and verifies the schedule.
pub(super) fn solve(problem: &Problem, request: &mut Request<'_>) -> Result<Answer, TextError> {
    let (instance, task, clock) = (problem.instance(), task(request)?, request.clock);
    let choice = choice(&request.solver, task.objective)?;
    let notation = request.options.choice("notation").to_owned();
    let beside = &mut Control::new(Budget::new().with_time_by(clock, FACTS_TIME));
    // An instance without a grid has no such notation; the answer would come too late.
    text(instance, &Schedule::default(), &notation)?;
    let bound = lower_bound(instance, task, beside);
    let describe = |found: &Found| {
        let (schedule, metrics) = in_steps(instance, found, task)?;
        Some((metrics.cost(task.objective), text(instance, &schedule, &notation).ok()?))
    };
    let (solved, run) = request.run(bound, found_of, describe, |control| {
        let method = match Method::new(choice, task, problem, None, control) {
            Ok(Ok(method)) => method,
            Ok(Err(why)) => return Err(TextError::of(why)),
            Err(why) => return Err(TextError::of(why)),
        };
        let (outcome, _) = method.solve(problem, task, &Cell::new(false), clock, control);
        let solved = method.conclude(outcome, (problem, task), None, bound, beside);
        Ok((method.name(), solved))
    });
    let (name, solved) = solved?;
    let (answer, finished) = Answer::of_outcome(solved.outcome);
    let mut answer = Answer {
        algorithm: Some(name.to_owned()),
        lower_bound: solved.lower_bound,
        reason: solved.reason,
        ..answer.with_cost(run)
    };
    if let Some(finished) = finished {
        let Metrics { moves, makespan, sum_of_costs, .. } = finished.measured.metrics;
        (answer.moves, answer.makespan, answer.sum_of_costs) =
            (Some(moves), Some(makespan), Some(sum_of_costs));
        answer.solution = Some(text(instance, &finished.measured.schedule, &notation)?);
    }
    Ok(answer)
}

fn found_of(improvement: &Improvement<'_>) -> Option<Found> {
    let plan = improvement.solution::<Plan>().map(Found::Plan);
    plan.or_else(|| improvement.solution::<Schedule>().map(Found::Schedule))
}

/// A verified schedule of what was found on the way.
fn in_steps(instance: &Instance, found: &Found, task: Task) -> Option<(Schedule, Metrics)> {
    let schedule = match found {
        Found::Plan(plan) => parallelise(instance, plan, task.model).ok()?,
        Found::Schedule(schedule) => schedule.clone(),
    };
    let metrics = instance.verify_schedule(&schedule, task.model).ok()?;
    Some((schedule, metrics))
}
