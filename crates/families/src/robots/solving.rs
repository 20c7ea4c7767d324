//! The solvers of robots with their options, and answers for the page.

use std::cell::Cell;
use std::time::Duration;

use cpf::cpf_core::improve::parallelise;
use cpf::internal::{PlanSolver, ScheduleSolver};
use cpf::motion_core::observer::Improvement;
use cpf::{AnyScheduler, Budget, Control, Instance, MotionModel, Objective, Plan, Schedule};

use super::finished::{Clock, Found, MeasuredSchedule};
use super::method::{Method, SolverChoice};
use super::notation::PlanNotation;
use super::problem::Problem;
use super::reasons::lower_bound;
use super::task::{PlanImprovement, Task, model_for};
use crate::{Answer, Input, Named, Request, TextError};

/// The time limit for facts that the solver does not provide.
const FACTS_TIME: Duration = Duration::from_millis(500);

/// Returns all solvers of plans, the default first, and all schedulers.
pub(super) fn solvers() -> Vec<Named> {
    [Named::solvers::<PlanSolver>(), Named::solvers::<ScheduleSolver>()].concat()
}

pub(super) fn options() -> Vec<Input> {
    let with_ratio = AnyScheduler::all().filter(|scheduler| scheduler.takes_ratio());
    let ratio = Input::integer("ratio", "cost at most, in percent of the least", 100, (100, 1000));
    vec![
        Input::optional_value::<MotionModel>(
            "model",
            "motion model",
            "Pebble if moves are the objective, otherwise standard",
        ),
        Input::optional_value::<Objective>(
            "objective",
            "objective",
            "Moves for solvers of plans, the sum of costs for schedulers",
        ),
        ratio.for_solvers(with_ratio.map(AnyScheduler::name)),
        Input::value::<PlanImprovement>("improve", "improvement of the plan"),
        Input::value::<PlanNotation>("notation", "notation of the plan"),
    ]
}

/// Returns the solver of this name.
fn choice(name: &str) -> Result<SolverChoice, TextError> {
    let scheduler = name.parse().map(SolverChoice::Schedules);
    scheduler.or_else(|_| name.parse().map(SolverChoice::Plans)).map_err(TextError::of)
}

/// Returns the task of a request for a solver.
fn task(choice: SolverChoice, request: &Request<'_>) -> Result<Task, TextError> {
    let options = &request.options;
    let objective = options.optional_value("objective").unwrap_or(choice.objective());
    if let SolverChoice::Schedules(scheduler) = choice
        && objective == Objective::Moves
        && !scheduler.takes_moves()
    {
        let message = "makes the sum of costs or the makespan small, not the moves";
        return Err(TextError::new(format!("{scheduler} {message}")));
    }
    Ok(Task {
        model: options.optional_value("model").unwrap_or(model_for(objective)),
        objective,
        ratio: options.count("ratio") * 10,
        seed: request.seed,
        improve: options.value("improve"),
    })
}

/// Solves an instance, improves the plan if requested, and verifies the schedule.
pub(super) fn solve(problem: &Problem, request: &mut Request<'_>) -> Result<Answer, TextError> {
    let choice = choice(&request.solver)?;
    let (instance, task, clock) = (problem.instance(), task(choice, request)?, request.clock);
    let notation: PlanNotation = request.options.value("notation");
    let beside = &mut Control::new(Budget::new().with_time_by(clock, FACTS_TIME));
    // Fails early if the notation needs a grid and the instance has none.
    notation.text(&Schedule::default(), instance)?;
    let bound = lower_bound(instance, task, beside);
    let describe = |found: &Found| {
        let measured = in_steps(instance, found, task, clock)?;
        Some((measured.cost(task), notation.text(&measured.schedule, instance).ok()?.to_string()))
    };
    let (solved, best, run) = request.run(bound, found_of, describe, |control| {
        let method = match Method::new(choice, task, problem, None, control) {
            Ok(method) => method,
            Err(why) => return Err(TextError::of(why)),
        };
        let (outcome, _) = method.solve(problem, task, &Cell::new(false), clock, control);
        Ok((method, outcome))
    });
    let (method, outcome) = solved?;
    let best = best.and_then(|found| in_steps(instance, &found, task, clock));
    let solved = method.conclude(outcome, (problem, task), best, bound, beside);
    let (mut answer, finished) = solved.answer(method.name(), task, run);
    if let Some(finished) = finished {
        answer.solution = Some(notation.text(&finished.measured.schedule, instance)?.to_string());
    }
    Ok(answer)
}

fn found_of(improvement: &Improvement<'_>) -> Option<Found> {
    let plan = improvement.solution::<Plan>().map(Found::Plan);
    plan.or_else(|_| improvement.solution::<Schedule>().map(Found::Schedule)).ok()
}

/// Makes a verified schedule of a solution found during the run.
fn in_steps(instance: &Instance, found: &Found, task: Task, clock: Clock) -> Option<MeasuredSchedule> {
    let schedule = match found {
        Found::Plan(plan) => parallelise(instance, plan, task.model).ok()?,
        Found::Schedule(schedule) => schedule.clone(),
    };
    MeasuredSchedule::new(instance, schedule, task.model, clock).ok()
}
