//! The solvers of plans and the schedulers, and what is done with their answers.

use cpf::{
    AnyScheduler, AnySolver, AutoScheduler, Control, Improvement, Improver, Instance, Metrics, MotionModel,
    Objective, Outcome, Plan, Schedule, Solver, parallelise,
};
use mapf::ScheduleImprover;

use super::notation::{self, text};
use crate::{Answer, Ending, Input, Named, Request, TextError};

/// The lower bound is computed if its searches visit at most this many vertices and edges.
const BOUND_WORK: usize = 20_000_000;

/// The share of the budget for a plan whose schedule is improved afterwards.
const PERCENT_FOR_PLANS: u8 = 10;

/// What is asked for.
#[derive(Clone, Copy)]
struct Task {
    model: MotionModel,
    objective: Objective,
    /// In thousandths of the least cost.
    ratio: u32,
    seed: u64,
    level: Level,
}

/// How plans are improved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    None,
    Redundancy,
    Full,
}

#[derive(Clone, Copy)]
enum Method {
    Plans(AnySolver),
    Auto,
    Schedules(AnyScheduler),
}

/// What was found, also on the way.
enum Found {
    Plan(Plan),
    Schedule(Schedule),
}

/// All solvers of plans, the default first, and all schedulers.
pub(super) fn solvers() -> Vec<Named> {
    let default = AnySolver::default();
    let others = AnySolver::ALL.into_iter().filter(|&solver| solver != default);
    let plans = [default].into_iter().chain(others).map(|solver| Named::new(solver.name(), solver.summary()));
    let schedules =
        AnyScheduler::ALL.into_iter().map(|scheduler| Named::new(scheduler.name(), scheduler.summary()));
    plans.chain(schedules).collect()
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
    let levels = vec![
        Named::new("none", "the solver's plan"),
        Named::new("redundancy", "remove redundant moves"),
        Named::new("full", "solve pieces of it again until the limits are reached"),
    ];
    let with_ratio = AnyScheduler::ALL.into_iter().filter(|scheduler| scheduler.takes_ratio());
    let ratio = Input::integer("ratio", "cost at most, in percent of the least", 100, (100, 1000));
    vec![
        Input::choice("model", "motion model", models.collect()),
        Input::choice("objective", "objective", objectives.collect()),
        ratio.for_solvers(with_ratio.map(AnyScheduler::name)),
        Input::choice("improve", "improvement of the plan", levels),
        Input::choice("notation", "notation of the plan", notation::choices()),
    ]
}

impl Task {
    fn new(request: &Request<'_>) -> Result<Self, TextError> {
        let options = &request.options;
        let (model, objective) = (options.choice("model"), options.choice("objective"));
        Ok(Self {
            model: model.parse().map_err(TextError::of)?,
            objective: objective.parse().map_err(TextError::of)?,
            ratio: options.count("ratio") * 10,
            seed: request.seed,
            level: match options.choice("improve") {
                "redundancy" => Level::Redundancy,
                "full" => Level::Full,
                _ => Level::None,
            },
        })
    }

    /// Whether schedules are improved after they were found.
    fn improves_schedules(self) -> bool {
        self.level == Level::Full && self.objective != Objective::Moves
    }
}

impl Method {
    fn new(name: &str, task: Task, instance: &Instance) -> Result<Self, TextError> {
        if let Ok(scheduler) = name.parse::<AnyScheduler>() {
            if task.objective == Objective::Moves && !scheduler.takes_moves() {
                return Err(TextError::new(format!(
                    "{scheduler} makes the sum of costs or the makespan small, not the moves"
                )));
            }
            return Ok(Self::Schedules(scheduler));
        }
        let solver: AnySolver = name.parse().map_err(TextError::of)?;
        let no_plan = instance.feasibility();
        if solver == AnySolver::Auto && (task.objective != Objective::Moves || no_plan.is_err()) {
            return Ok(Self::Auto);
        }
        if let Err(why) = no_plan {
            let message = "a schedule has to turn robots around a cycle, as no plan does";
            return Err(TextError::new(format!("{message}: {why}")));
        }
        solver
            .check(instance)
            .map_err(|why| TextError::new(format!("{solver} does not support this: {why}")))?;
        Ok(Self::Plans(solver))
    }

    /// Whether qualities and bounds of its outcomes are about the objective: those of plans are
    /// about moves, without rotations.
    fn proves(self, task: Task) -> bool {
        match self {
            Self::Plans(_) => task.objective == Objective::Moves && task.model != MotionModel::Standard,
            Self::Auto | Self::Schedules(_) => true,
        }
    }

    fn solve(
        self,
        instance: &Instance,
        task: Task,
        name: &mut &'static str,
        control: &mut Control<'_>,
    ) -> Outcome<Found> {
        let Task { model, objective, ratio, seed, .. } = task;
        match self {
            Self::Plans(solver) => {
                let mut plan = Plan::default();
                let (outcome, used) = solver.solve_with_name(instance, &mut plan, control);
                *name = used;
                outcome.map(|()| Found::Plan(plan))
            }
            Self::Auto => {
                *name = AnySolver::Auto.name();
                let auto =
                    AutoScheduler::default().with_model(model).with_objective(objective).with_seed(seed);
                auto.solve(instance, control).map(Found::Schedule)
            }
            Self::Schedules(scheduler) => {
                *name = scheduler.name();
                let scheduler = scheduler.scheduler(model, objective, ratio, seed);
                scheduler.solve(instance, control).map(Found::Schedule)
            }
        }
    }

    /// Leaves most of the budget for the improvement of a plan's schedule, if that is asked for.
    fn solve_with_rest(
        self,
        instance: &Instance,
        task: Task,
        name: &mut &'static str,
        control: &mut Control<'_>,
    ) -> Outcome<Found> {
        if let (Self::Plans(_), true) = (self, task.improves_schedules()) {
            let outcome =
                control.within_share(PERCENT_FOR_PLANS, |control| self.solve(instance, task, name, control));
            if outcome.is_solved() {
                return outcome;
            }
        }
        self.solve(instance, task, name, control)
    }
}

/// A schedule that was verified.
struct Finished {
    schedule: Schedule,
    /// The cost of what the method found.
    solver_cost: u64,
}

/// Solves an instance, improves the plan if that is asked for, and verifies the schedule.
pub(super) fn solve(instance: &Instance, request: &mut Request<'_>) -> Result<Answer, TextError> {
    let task = Task::new(request)?;
    let notation = request.options.choice("notation").to_owned();
    if let Err(why) = instance.feasibility_in(task.model) {
        let (outcome, reason) = (Ending::Unsolvable, Some(why.to_string()));
        return Ok(Answer { outcome, reason, solver: Some(request.solver.clone()), ..Answer::default() });
    }
    let method = Method::new(&request.solver.clone(), task, instance)?;
    // An instance without a grid has no such notation; the answer would come too late.
    text(instance, &Schedule::default(), &notation)?;
    let bound = lower_bound(instance, task);
    let describe = |found: &Found| {
        let (schedule, metrics) = in_steps(instance, found, task).ok()?;
        Some((metrics.cost(task.objective), text(instance, &schedule, &notation).ok()?))
    };
    let mut name = "";
    let (outcome, run) = request.run(bound, found_of, describe, |control| {
        let outcome = method.solve_with_rest(instance, task, &mut name, control);
        outcome.map(|found| finish(instance, found, task, control))
    });
    let (mut answer, finished) = Answer::of_outcome(outcome, run);
    answer.solver = Some(name.to_owned());
    let Some(finished) = finished.transpose()? else {
        answer.lower_bound = answer.lower_bound.filter(|_| method.proves(task)).max(bound);
        return Ok(answer);
    };
    let metrics = instance.verify_schedule(&finished.schedule, task.model).map_err(TextError::of)?;
    conclude(&mut answer, method.proves(task), metrics.cost(task.objective), finished.solver_cost, bound);
    answer.moves = Some(metrics.moves);
    answer.makespan = Some(metrics.makespan);
    answer.sum_of_costs = Some(metrics.sum_of_costs);
    answer.solution = Some(text(instance, &finished.schedule, &notation)?);
    Ok(answer)
}

/// Puts what the method has proved together with a known bound.
fn conclude(answer: &mut Answer, proves: bool, cost: u64, solver_cost: u64, bound: Option<u64>) {
    let proved = match answer.quality.as_deref() {
        Some("optimal") => Some(solver_cost),
        _ => answer.lower_bound,
    };
    let proved = proved.filter(|_| proves);
    answer.lower_bound = bound.max(proved);
    if answer.outcome == Ending::Solved {
        let quality = match proved {
            _ if answer.lower_bound == Some(cost) => "optimal",
            Some(_) => "bounded",
            None => "feasible",
        };
        answer.quality = Some(quality.to_owned());
    }
}

fn found_of(improvement: &Improvement<'_>) -> Option<Found> {
    let plan = improvement.solution::<Plan>().map(Found::Plan);
    plan.or_else(|| improvement.solution::<Schedule>().map(Found::Schedule))
}

fn lower_bound(instance: &Instance, task: Task) -> Option<u64> {
    let graph = instance.graph();
    let work = (graph.vertex_count() + graph.edge_count()).saturating_mul(instance.robot_count());
    (work <= BOUND_WORK).then(|| instance.lower_bound(task.objective, task.model)).flatten()
}

/// A verified schedule of what was found.
fn in_steps(instance: &Instance, found: &Found, task: Task) -> Result<(Schedule, Metrics), TextError> {
    let schedule = match found {
        Found::Plan(plan) => {
            instance.verify(plan).map_err(TextError::of)?;
            parallelise(instance, plan, task.model).map_err(TextError::of)?
        }
        Found::Schedule(schedule) => schedule.clone(),
    };
    let metrics = instance.verify_schedule(&schedule, task.model).map_err(TextError::of)?;
    Ok((schedule, metrics))
}

/// Improves what was found, and puts it into steps.
fn finish(
    instance: &Instance,
    found: Found,
    task: Task,
    control: &mut Control<'_>,
) -> Result<Finished, TextError> {
    let (mut schedule, metrics) = in_steps(instance, &found, task)?;
    let solver_cost = metrics.cost(task.objective);
    if let Found::Plan(plan) = found
        && task.level != Level::None
    {
        let is_full = task.level == Level::Full && task.objective == Objective::Moves;
        let improver = if is_full { Improver::default() } else { Improver::redundancy() };
        let plan = improver.improve(instance, plan, control).map_err(TextError::of)?.plan;
        let (improved, cheaper) = in_steps(instance, &Found::Plan(plan), task)?;
        // Fewer moves may end later.
        if cheaper.cost(task.objective) <= solver_cost {
            schedule = improved;
        }
    }
    if task.improves_schedules() {
        let improver = ScheduleImprover::default().with_model(task.model).with_objective(task.objective);
        let improved = improver.with_seed(task.seed).improve(instance, schedule, control);
        schedule = improved.map_err(TextError::of)?.schedule;
    }
    Ok(Finished { schedule, solver_cost })
}
