//! One instance, solved by a solver of plans or by a scheduler, improved, and verified.

use std::cell::Cell;
use std::time::{Duration, Instant};

use cpf::{
    AnySolver, AutoScheduler, Control, GraphText, Instance, MotionModel, Move, Objective, Observer, Outcome,
    Plan, Quality, Schedule, Scheduler, Sink, Solver, Stop, parallelise,
};

use super::arguments::Arguments;
use super::curve::{Measured, Recorder};
use super::facts::{beside, lower_bound, no_plan_because, unsolvable_because};
use super::improvement::{self, Level};
use super::instances::NamedInstance;
use super::schedulers::{Choice, Task};
use crate::progress::{RunCost, watched_by};
use crate::{CliError, Console};

/// What solves an instance.
pub(super) enum Method {
    /// A solver of plans.
    Plans(NamedSolver),
    /// A scheduler.
    Schedules(ChosenScheduler),
}

/// A solver of plans, and its name in answers.
pub(super) struct NamedSolver {
    solver: AnySolver,
    /// Once there is an answer of `auto`, the name of the method used.
    name: Cell<&'static str>,
}

/// A scheduler, its name, and what it begins with.
pub(super) struct ChosenScheduler {
    name: &'static str,
    scheduler: Box<dyn Scheduler>,
    /// A schedule that is legal in its model.
    known: Option<Schedule>,
}

/// The share of the budget for a plan whose schedule is improved afterwards. Solvers of plans that
/// use all of their budget make the moves fewer, not the schedule cheaper.
const PERCENT_FOR_PLANS: u8 = 10;

/// What a method has found.
enum Found {
    Plan(Plan),
    Schedule(Schedule),
}

/// A schedule that has been improved and verified.
pub(super) struct Finished {
    pub(super) measured: Measured,
    /// The moves of what the method found, and its cost under the objective.
    pub(super) solver_moves: u64,
    pub(super) solver_cost: u64,
    pub(super) finishing: Duration,
}

/// The answer for an instance.
pub(super) struct Answer {
    pub(super) algorithm: &'static str,
    pub(super) outcome: Outcome<Finished>,
    /// Why there is no solution, or why none was found, if that is known.
    pub(super) reason: Option<String>,
    /// In the unit of the objective.
    pub(super) lower_bound: Option<u64>,
    /// The costs of solving, without finishing.
    pub(super) run: RunCost,
    /// The picture of the costs, if one is asked for and there are any.
    pub(super) curve: Option<String>,
}

impl Method {
    /// What solves this instance, from a schedule if one is known.
    ///
    /// # Errors
    /// [`Stop`] where the time is over or the run is cancelled; inside, [`CliError::Unsuitable`].
    pub(super) fn new(
        choice: Choice,
        task: Task,
        named: &NamedInstance,
        known: Option<Schedule>,
        control: &mut Control,
    ) -> Result<Result<Self, CliError>, Stop> {
        Ok(match choice {
            Choice::Plans(AnySolver::Auto)
                if known.is_some()
                    || task.objective != Objective::Moves
                    || needs_rotations(named.instance(), task.model, control)? =>
            {
                let auto = AutoScheduler::default().with_model(task.model).with_objective(task.objective);
                let scheduler = Box::new(auto.with_seed(task.seed));
                Ok(Self::Schedules(ChosenScheduler { name: AnySolver::Auto.name(), scheduler, known }))
            }
            Choice::Plans(solver) => {
                let instance = named.instance();
                let solver = match &named.problem {
                    GraphText::Edges(_) => solver,
                    GraphText::Arcs(directed) => solver.with_arcs(directed, control)?,
                };
                let checked = solver.check_within(instance, control)?;
                checked.map(|()| Self::Plans(NamedSolver { solver, name: Cell::new(solver.name()) })).map_err(
                    |why| CliError::Unsuitable {
                        algorithm: solver.name(),
                        why: named.numbering.unsuitable(instance, &why),
                    },
                )
            }
            Choice::Schedules(scheduler) => {
                let name = scheduler.name();
                Ok(Self::Schedules(ChosenScheduler { name, scheduler: task.scheduler(scheduler), known }))
            }
        })
    }

    /// Its name, once there is an answer.
    fn name(&self) -> &'static str {
        match self {
            Self::Plans(chosen) => chosen.name(),
            Self::Schedules(chosen) => chosen.name,
        }
    }

    fn solve(&self, named: &NamedInstance, control: &mut Control<'_>) -> Outcome<Found> {
        match self {
            Self::Plans(chosen) => chosen.solve(&named.problem, control).map(Found::Plan),
            Self::Schedules(chosen) => chosen.solve(named.instance(), control).map(Found::Schedule),
        }
    }

    /// Leaves most of the budget for the improvement of a plan's schedule, if that is asked for and
    /// there is a plan by then.
    fn solve_with_rest(
        &self,
        named: &NamedInstance,
        task: Task,
        level: Level,
        control: &mut Control<'_>,
    ) -> Outcome<Found> {
        if let (Self::Plans(_), true) = (self, level.is_of_schedules(task)) {
            let outcome = control.within_share(PERCENT_FOR_PLANS, |control| self.solve(named, control));
            if !matches!(outcome, Outcome::Stopped { why: Stop::Nodes | Stop::Time, best: None, .. }) {
                return outcome;
            }
        }
        self.solve(named, control)
    }

    /// Whether qualities and bounds of its outcomes are about the costs of schedules: those of
    /// plans are about moves, without rotations.
    fn proves(&self, task: Task) -> bool {
        match self {
            Self::Plans(_) => task.objective == Objective::Moves && task.model != MotionModel::Standard,
            Self::Schedules(..) => true,
        }
    }
}

impl NamedSolver {
    /// Its name, once there is an answer.
    pub(super) const fn name(&self) -> &'static str {
        self.name.get()
    }

    pub(super) fn solve_into(
        &self,
        instance: &Instance,
        sink: &mut dyn Sink<Move>,
        control: &mut Control<'_>,
    ) -> Outcome<()> {
        let (outcome, name) = self.solver.solve_with_name(instance, sink, control);
        self.name.set(name);
        outcome
    }

    fn solve(&self, problem: &GraphText, control: &mut Control<'_>) -> Outcome<Plan> {
        match problem {
            GraphText::Edges(instance) => {
                let mut plan = Plan::default();
                self.solve_into(instance, &mut plan, control).map(|()| plan)
            }
            GraphText::Arcs(instance) => self.solver.solve(instance, control),
        }
    }
}

impl ChosenScheduler {
    fn solve(&self, instance: &Instance, control: &mut Control<'_>) -> Outcome<Schedule> {
        match &self.known {
            None => self.scheduler.solve(instance, control),
            Some(known) => self
                .scheduler
                .solve_from(instance, known, control)
                .expect("invariant: what was read is verified"),
        }
    }
}

/// Whether no plan solves an instance, but a schedule does.
fn needs_rotations(instance: &Instance, model: MotionModel, control: &mut Control) -> Result<bool, Stop> {
    Ok(model == MotionModel::Standard
        && instance.feasibility_within(control)?.is_err()
        && instance.feasibility_in_within(model, control)?.is_ok())
}

impl Answer {
    /// Solves an instance within the limits.
    pub(super) fn new(
        method: &Method,
        named: &NamedInstance,
        since: Option<Instant>,
        arguments: &Arguments,
        console: &Console,
    ) -> Self {
        let (instance, task) = (named.instance(), arguments.task());
        let finds_schedules = Cell::new(matches!(method, Method::Schedules(..)));
        let mut recorder = Recorder::new(instance, task, &finds_schedules);
        let is_recorded = arguments.curve.is_some() || task.objective != Objective::Moves;
        let mut nothing = |_: &cpf::Progress| std::ops::ControlFlow::Continue(());
        let observer: &mut dyn Observer = if is_recorded { &mut recorder } else { &mut nothing };
        let budget = arguments.common.budget_since(since);
        let ((outcome, solving), run) = watched_by(observer, console, budget, |control| {
            let began = Instant::now();
            let outcome = method.solve_with_rest(named, task, arguments.improve, control);
            let solving = began.elapsed();
            let finish = |found| finish(named, found, task, arguments.improve, &finds_schedules, control);
            (outcome.map(finish), solving)
        });
        let algorithm = method.name();
        let control = &mut beside(since, arguments, console);
        let no_plan = match method {
            Method::Plans(_) => no_plan_because(&outcome, named, task, control),
            Method::Schedules(_) => None,
        };
        let (mut outcome, reason) = if let Some(why) = no_plan {
            (Outcome::stopped(Stop::Unsupported), Some(why))
        } else {
            let reason = unsolvable_because(&outcome, algorithm, named, task, control);
            (outcome, reason)
        };
        if let Some(finished) = finished_of(&mut outcome) {
            finished.keep_cheaper(recorder.take_best(), task);
        }
        let known = lower_bound(instance, task, control);
        let lower_bound = conclude(&mut outcome, method.proves(task), task, known);
        let cost = finished_of(&mut outcome).map(|finished| finished.measured.cost(task));
        let curve = cost
            .filter(|_| arguments.curve.is_some())
            .map(|cost| recorder.chart(&named.name, run, arguments.common.counts_nodes(), cost, lower_bound));
        Self { algorithm, outcome, reason, lower_bound, run: RunCost { time: solving, ..run }, curve }
    }
}

impl Finished {
    /// Keeps a schedule that was found on the way, if it is cheaper.
    fn keep_cheaper(&mut self, other: Option<Measured>, task: Task) {
        if let Some(other) = other.filter(|other| other.cost(task) < self.measured.cost(task)) {
            self.measured = other;
        }
    }
}

/// The solution of an outcome, or the best so far.
fn finished_of(outcome: &mut Outcome<Finished>) -> Option<&mut Finished> {
    match outcome {
        Outcome::Solved { plan, .. } => Some(plan),
        Outcome::Stopped { best, .. } => best.as_mut(),
        Outcome::Unsolvable => None,
    }
}

/// Puts what the method has proved, if that is about the objective, together with a known bound:
/// sets the quality, and returns what any solution costs at least.
fn conclude(outcome: &mut Outcome<Finished>, proves: bool, task: Task, known: Option<u64>) -> Option<u64> {
    let bound = match outcome {
        Outcome::Unsolvable => return None,
        Outcome::Stopped { lower_bound, .. } => known.max(lower_bound.filter(|_| proves)),
        Outcome::Solved { plan, quality } => {
            let proved = match quality {
                _ if !proves => None,
                Quality::Optimal => Some(plan.solver_cost),
                Quality::Bounded { lower_bound } => Some(*lower_bound),
                Quality::Feasible => None,
            };
            let bound = known.max(proved);
            *quality = match proved {
                _ if bound == Some(plan.measured.cost(task)) => Quality::Optimal,
                Some(lower_bound) => Quality::Bounded { lower_bound },
                None => Quality::Feasible,
            };
            bound
        }
    };
    if let (Some(bound), Some(finished)) = (bound, finished_of(outcome)) {
        let cost = finished.measured.cost(task);
        assert!(bound <= cost, "a solution of cost {cost} below the bound {bound}");
    }
    bound
}

/// Improves what was found, puts it into steps, and verifies everything. Sets `finds_schedules`
/// when no more plans are reported.
fn finish(
    named: &NamedInstance,
    found: Found,
    task: Task,
    level: Level,
    finds_schedules: &Cell<bool>,
    control: &mut Control<'_>,
) -> Finished {
    let (began, instance) = (Instant::now(), named.instance());
    let (mut measured, solver_moves, solver_cost) = match found {
        Found::Plan(plan) => {
            let solver_moves = plan.len() as u64;
            let first = measured_in_steps(instance, &plan, task);
            let solver_cost = first.cost(task);
            let improved = improvement::improve_plan(level.of_plans(task), instance, plan, control);
            if improved.len() as u64 == solver_moves {
                (first, solver_moves, solver_cost)
            } else {
                // Fewer moves may end later.
                let improved = measured_in_steps(instance, &improved, task);
                let is_cheaper = improved.cost(task) <= solver_cost;
                (if is_cheaper { improved } else { first }, solver_moves, solver_cost)
            }
        }
        Found::Schedule(schedule) => {
            let measured = verified(instance, schedule, task);
            let (moves, cost) = (measured.metrics.moves, measured.cost(task));
            (measured, moves, cost)
        }
    };
    finds_schedules.set(true);
    if let Some(graph) = named.arcs() {
        let moves = measured.schedule.moves();
        let against = moves.iter().find(|action| !graph.has_arc(action.from, action.to));
        assert!(against.is_none(), "a move against an arc: {against:?}");
    }
    if let Some(schedule) = improvement::improve_schedule(level, instance, &measured.schedule, task, control)
    {
        let improved = verified(instance, schedule, task);
        assert!(improved.cost(task) <= measured.cost(task), "an improver that makes a schedule dearer");
        measured = improved;
    }
    Finished { measured, solver_moves, solver_cost, finishing: began.elapsed() }
}

/// A plan in as few steps as possible; both are verified.
fn measured_in_steps(instance: &Instance, plan: &Plan, task: Task) -> Measured {
    let legal = instance.verify(plan);
    assert!(legal.is_ok(), "the verifier refuses a plan: {legal:?}");
    let schedule = parallelise(instance, plan, task.model).expect("invariant: the plan is verified");
    let measured = verified(instance, schedule, task);
    assert_eq!(measured.metrics.moves, plan.len() as u64, "a schedule with other moves than its plan");
    measured
}

fn verified(instance: &Instance, schedule: Schedule, task: Task) -> Measured {
    Measured::new(instance, schedule, task.model)
        .unwrap_or_else(|why| panic!("the verifier refuses a schedule: {why}"))
}
