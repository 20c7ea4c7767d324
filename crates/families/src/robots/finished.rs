//! Solutions of methods: improved, divided into steps, verified and measured.

use std::cell::Cell;
use std::time::Duration;

use cpf::cpf_core::Metrics;
use cpf::cpf_core::error::VerifyError;
use cpf::cpf_core::improve::{Improver, Windows, parallelise};
use cpf::motion_core::{Quality, Stop};
use cpf::{Control, Instance, MotionModel, Outcome, Plan, Schedule};
use mapf::ScheduleImprover;

use super::method::Method;
use super::problem::Problem;
use super::reasons::{lower_bound, no_plan_because, unsolvable_because};
use super::task::{PlanImprovement, Task};
use crate::{Answer, RunCost};

/// A function that returns the time since some fixed moment.
pub type Clock = fn() -> Duration;

/// A verified schedule and its costs.
pub struct MeasuredSchedule {
    /// The schedule.
    pub schedule: Schedule,
    /// Its costs.
    pub metrics: Metrics,
    /// The time of replaying it once.
    pub replaying: Duration,
}

impl MeasuredSchedule {
    /// Verifies a schedule.
    ///
    /// # Errors
    /// Those of the verifier.
    pub fn new(
        instance: &Instance,
        schedule: Schedule,
        model: MotionModel,
        clock: Clock,
    ) -> Result<Self, VerifyError> {
        let began = clock();
        let metrics = instance.verify_schedule(&schedule, model)?;
        Ok(Self { schedule, metrics, replaying: clock().saturating_sub(began) })
    }

    /// The cost under the objective.
    pub const fn cost(&self, task: Task) -> u64 {
        self.metrics.cost(task.objective)
    }
}

/// A solution as returned by a method.
pub(super) enum Found {
    Plan(Plan),
    Schedule(Schedule),
}

/// An improved and verified schedule.
pub struct Finished {
    /// The schedule and its costs.
    pub measured: MeasuredSchedule,
    /// The number of moves of the method's own solution.
    pub solver_moves: u64,
    /// Its cost under the objective.
    pub solver_cost: u64,
    /// The time for improving and verifying.
    pub finishing: Duration,
}

/// The answer for an instance.
pub struct Conclusion {
    /// The way in which the run ended.
    pub outcome: Outcome<Finished>,
    /// The reason, if known, why no solution exists, or none was found.
    pub reason: Option<String>,
    /// The lower bound, in the unit of the objective.
    pub lower_bound: Option<u64>,
}

impl Conclusion {
    /// Makes the answer of a method with this name. Also returns the solution.
    pub fn answer(self, name: &str, task: Task, cost: RunCost) -> (Answer, Option<Finished>) {
        let Self { outcome, reason, lower_bound } = self;
        let (answer, finished) = Answer::of_outcome(outcome);
        let (algorithm, objective) = (Some(name.to_owned()), Some(task.objective.name()));
        let mut answer = Answer { algorithm, reason, objective, lower_bound, ..answer.with_cost(cost) };
        if let Some(Finished { measured, finishing, .. }) = &finished {
            let Metrics { moves, makespan, sum_of_costs, .. } = measured.metrics;
            answer.moves = Some(moves);
            (answer.makespan, answer.sum_of_costs) = (Some(makespan), Some(sum_of_costs));
            answer.finish_seconds = Some(finishing.as_secs_f64());
            answer.replay_seconds = Some(measured.replaying.as_secs_f64());
        }
        (answer, finished)
    }
}

impl Method {
    /// Solves an instance within the limits, improves the solution, and verifies it. Also returns
    /// the time without finishing. Sets `finds_schedules` once only schedules are reported, and no
    /// more plans.
    ///
    /// # Panics
    /// If the verifier refuses a solution.
    pub fn solve(
        &self,
        problem: &Problem,
        task: Task,
        finds_schedules: &Cell<bool>,
        clock: Clock,
        control: &mut Control<'_>,
    ) -> (Outcome<Finished>, Duration) {
        let began = clock();
        let outcome = self.find_with_rest(problem, task, control);
        let solving = clock().saturating_sub(began);
        let is_proved = self.proves(task) && outcome.quality() == Some(Quality::Optimal);
        let improve = if is_proved { PlanImprovement::None } else { task.improve };
        let task = Task { improve, ..task };
        let finish = |found| finish(problem, found, task, finds_schedules, clock, control);
        (outcome.map(finish), solving)
    }

    /// Combines an outcome with the best schedule found during the run and with a lower bound, and
    /// finds the reason if there is no solution.
    ///
    /// # Panics
    /// If a method claims a false proof.
    pub fn conclude(
        &self,
        mut outcome: Outcome<Finished>,
        (problem, task): (&Problem, Task),
        best: Option<MeasuredSchedule>,
        known: Option<u64>,
        control: &mut Control<'_>,
    ) -> Conclusion {
        let no_plan = match self {
            Self::Plans(_) => no_plan_because(&outcome, problem, task, control),
            Self::Schedules(_) => None,
        };
        let reason = if let Some(why) = no_plan {
            outcome = Outcome::stopped(Stop::Unsupported);
            Some(why)
        } else {
            unsolvable_because(&outcome, self.name(), problem, task, control)
        };
        if let Some(best) = best {
            keep_cheaper(&mut outcome, best, task);
        }
        let known = known.or_else(|| lower_bound(problem.instance(), task, control));
        let lower_bound = conclude(&mut outcome, self.proves(task), task, known);
        Conclusion { outcome, reason, lower_bound }
    }
}

/// Keeps a schedule found during the run, if it is cheaper or the only one.
fn keep_cheaper(outcome: &mut Outcome<Finished>, other: MeasuredSchedule, task: Task) {
    let (solver_moves, solver_cost) = (other.metrics.moves, other.cost(task));
    match outcome {
        Outcome::Solved { plan: finished, .. } | Outcome::Stopped { best: Some(finished), .. } => {
            if solver_cost < finished.measured.cost(task) {
                finished.measured = other;
            }
        }
        Outcome::Stopped { best, .. } => {
            let finishing = Duration::ZERO;
            *best = Some(Finished { measured: other, solver_moves, solver_cost, finishing });
        }
        Outcome::Unsolvable => {}
    }
}

/// Returns the solution of an outcome, or the best so far.
fn finished_of(outcome: &mut Outcome<Finished>) -> Option<&mut Finished> {
    match outcome {
        Outcome::Solved { plan, .. } => Some(plan),
        Outcome::Stopped { best, .. } => best.as_mut(),
        Outcome::Unsolvable => None,
    }
}

/// Combines the proofs of the method, if they are about the objective, with a known bound. Sets the
/// quality, and returns a lower bound on the cost of any solution.
fn conclude(outcome: &mut Outcome<Finished>, proves: bool, task: Task, known: Option<u64>) -> Option<u64> {
    let bound = match outcome {
        Outcome::Unsolvable => return None,
        Outcome::Stopped { lower_bound, .. } => known.max(lower_bound.filter(|_| proves)),
        Outcome::Solved { plan, quality } => {
            let proved = if proves { quality.lower_bound(plan.solver_cost) } else { None };
            let (bound, cost) = (known.max(proved), plan.measured.cost(task));
            *quality = Quality::of_cost(cost, if bound == Some(cost) { bound } else { proved });
            bound
        }
    };
    if let (Some(bound), Some(finished)) = (bound, finished_of(outcome)) {
        let cost = finished.measured.cost(task);
        assert!(bound <= cost, "a solution of cost {cost} below the bound {bound}");
    }
    bound
}

/// Improves the found solution, divides it into steps, and verifies everything.
fn finish(
    problem: &Problem,
    found: Found,
    task: Task,
    finds_schedules: &Cell<bool>,
    clock: Clock,
    control: &mut Control<'_>,
) -> Finished {
    let (began, instance) = (clock(), problem.instance());
    let (mut measured, solver_moves, solver_cost) = match found {
        Found::Plan(plan) => {
            let solver_moves = plan.len() as u64;
            let first = measured_in_steps(instance, &plan, task, clock);
            let solver_cost = first.cost(task);
            let improved = improve_plan(instance, plan, task, control);
            if improved.len() as u64 == solver_moves {
                (first, solver_moves, solver_cost)
            } else {
                // A plan with fewer moves may end later.
                let improved = measured_in_steps(instance, &improved, task, clock);
                let is_cheaper = improved.cost(task) <= solver_cost;
                (if is_cheaper { improved } else { first }, solver_moves, solver_cost)
            }
        }
        Found::Schedule(schedule) => {
            let measured = verified(instance, schedule, task, clock);
            let (moves, cost) = (measured.metrics.moves, measured.cost(task));
            (measured, moves, cost)
        }
    };
    finds_schedules.set(true);
    if let Some(graph) = problem.arcs() {
        let moves = measured.schedule.moves();
        let against = moves.iter().find(|action| !graph.has_arc(action.from, action.to));
        assert!(against.is_none(), "a move against an arc: {against:?}");
    }
    if let Some(schedule) = improve_schedule(instance, &measured.schedule, task, control) {
        let improved = verified(instance, schedule, task, clock);
        assert!(improved.cost(task) <= measured.cost(task), "an improver that makes a schedule dearer");
        measured = improved;
    }
    Finished { measured, solver_moves, solver_cost, finishing: clock().saturating_sub(began) }
}

/// Divides a plan into as few steps as possible. Verifies both plan and schedule.
fn measured_in_steps(instance: &Instance, plan: &Plan, task: Task, clock: Clock) -> MeasuredSchedule {
    let legal = instance.verify(plan);
    assert!(legal.is_ok(), "the verifier refuses a plan: {legal:?}");
    let schedule = parallelise(instance, plan, task.model).expect("invariant: the plan is verified");
    let measured = verified(instance, schedule, task, clock);
    assert_eq!(measured.metrics.moves, plan.len() as u64, "a schedule with other moves than its plan");
    measured
}

fn verified(instance: &Instance, schedule: Schedule, task: Task, clock: Clock) -> MeasuredSchedule {
    MeasuredSchedule::new(instance, schedule, task.model, clock)
        .unwrap_or_else(|why| panic!("the verifier refuses a schedule: {why}"))
}

/// The number of nodes per window if there is no limit of nodes or time.
const MODEST: u64 = 20_000;

/// Improves a plan within the rest of the budget. The result is not longer.
fn improve_plan(instance: &Instance, plan: Plan, task: Task, control: &mut Control<'_>) -> Plan {
    let modest = Windows::default().with_nodes(MODEST);
    let improver = match task.improve_plans() {
        PlanImprovement::None => return plan,
        PlanImprovement::Redundancy => Improver::redundancy(),
        PlanImprovement::Full if control.fraction_used().is_none() => {
            Improver::default().with_windows(Some(modest))
        }
        PlanImprovement::Full => Improver::default(),
    };
    improver.improve(instance, plan, control).expect("invariant: the plan is verified").plan
}

/// Improves a schedule within the rest of the budget, if requested. The result does not cost more.
fn improve_schedule(
    instance: &Instance,
    schedule: &Schedule,
    task: Task,
    control: &mut Control<'_>,
) -> Option<Schedule> {
    if !task.improves_schedules() {
        return None;
    }
    let improver = ScheduleImprover::default().with_model(task.model).with_objective(task.objective);
    let improved = improver.with_seed(task.seed).improve(instance, schedule.clone(), control);
    Some(improved.expect("invariant: the schedule is verified").schedule)
}
