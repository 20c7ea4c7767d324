//! Plan solvers and schedulers, ready to run on one instance.

use std::cell::Cell;

use cpf::cpf_core::Scheduler;
use cpf::formats::GraphText;
use cpf::motion_core::sink::Sink;
use cpf::motion_core::{Move, Stop};
use cpf::{
    AnyScheduler, AnySolver, AutoScheduler, Control, Instance, MotionModel, Objective, Outcome, Plan,
    Schedule, Solver,
};

use motion_core::error::RunError;
use motion_core::solver_table::{SolverEntry, SolverRow};

use super::finished::Found;
use super::problem::Problem;
use super::task::Task;
use crate::UnsuitableError;

/// A solver of plans or a scheduler, by name.
#[derive(Clone, Copy, Debug)]
pub enum SolverChoice {
    /// A solver of plans.
    Plans(AnySolver),
    /// A scheduler.
    Schedules(AnyScheduler),
}

impl SolverChoice {
    /// Returns all of them, solvers of plans first.
    pub fn all() -> impl Iterator<Item = Self> {
        AnySolver::all().map(Self::Plans).chain(AnyScheduler::all().map(Self::Schedules))
    }

    /// Returns the objective that it minimises by default.
    pub const fn objective(&self) -> Objective {
        match self {
            Self::Plans(_) => Objective::Moves,
            Self::Schedules(_) => Objective::SumOfCosts,
        }
    }

    /// Returns its row of the table.
    pub fn entry(&self) -> &SolverEntry {
        match self {
            Self::Plans(solver) => solver.entry(),
            Self::Schedules(scheduler) => scheduler.entry(),
        }
    }
}

/// A solver or a scheduler, ready for one instance.
pub enum Method {
    /// A solver of plans.
    Plans(NamedSolver),
    /// A scheduler.
    Schedules(ChosenScheduler),
}

/// A solver of plans, and its name in answers.
pub struct NamedSolver {
    solver: AnySolver,
    /// The name; after an answer of `auto`, that of the method used.
    name: Cell<&'static str>,
}

/// A scheduler, its name, and the schedule it begins with.
pub struct ChosenScheduler {
    name: &'static str,
    scheduler: Box<dyn Scheduler>,
    /// A known schedule that is legal in its model.
    known: Option<Schedule>,
}

/// The share of the budget for a plan whose schedule is improved afterwards. It is small, because a
/// plan solver with more budget reduces the number of moves, not the cost of the schedule.
const PERCENT_FOR_PLANS: u8 = 10;

impl Method {
    /// Makes the method for this instance. If a schedule is known, a scheduler begins with it.
    ///
    /// # Errors
    /// [`UnsuitableError`]; [`RunError::Stopped`] if the time is over or the run is cancelled.
    pub fn new(
        choice: SolverChoice,
        task: Task,
        problem: &Problem,
        known: Option<Schedule>,
        control: &mut Control<'_>,
    ) -> Result<Self, RunError<UnsuitableError>> {
        match choice {
            SolverChoice::Plans(solver)
                if solver == AnySolver::default()
                    && (known.is_some()
                        || task.objective != Objective::Moves
                        || needs_rotations(problem.instance(), task.model, control)?) =>
            {
                let auto = AutoScheduler::default().with_model(task.model).with_objective(task.objective);
                let scheduler = Box::new(auto.with_seed(task.seed));
                Ok(Self::Schedules(ChosenScheduler { name: solver.name(), scheduler, known }))
            }
            SolverChoice::Plans(solver) => {
                let instance = problem.instance();
                let solver = match &problem.graph {
                    GraphText::Edges(_) => solver,
                    GraphText::Arcs(directed) => solver.with_arcs(directed, control)?,
                };
                let unsuitable = |why| UnsuitableError {
                    algorithm: solver.name(),
                    why: problem.numbering.unsuitable(instance, &why),
                };
                solver.check_within(instance, control).map_err(|why| why.map(unsuitable))?;
                Ok(Self::Plans(NamedSolver { solver, name: Cell::new(solver.name()) }))
            }
            SolverChoice::Schedules(scheduler) => {
                let name = scheduler.name();
                Ok(Self::Schedules(ChosenScheduler { name, scheduler: task.scheduler(scheduler), known }))
            }
        }
    }

    /// Returns its name, which is final once there is an answer.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Plans(chosen) => chosen.name(),
            Self::Schedules(chosen) => chosen.name,
        }
    }

    fn find(&self, problem: &Problem, control: &mut Control<'_>) -> Outcome<Found> {
        match self {
            Self::Plans(chosen) => chosen.solve(&problem.graph, control).map(Found::Plan),
            Self::Schedules(chosen) => chosen.solve(problem.instance(), control).map(Found::Schedule),
        }
    }

    /// Finds a solution. If schedules are to be improved, searches with a small share of the budget
    /// first and leaves the rest for the improvement. If the share yields no plan, searches with
    /// the whole budget.
    pub(super) fn find_with_rest(
        &self,
        problem: &Problem,
        task: Task,
        control: &mut Control<'_>,
    ) -> Outcome<Found> {
        if let (Self::Plans(_), true) = (self, task.improves_schedules()) {
            let outcome = control.within_share(PERCENT_FOR_PLANS, |control| self.find(problem, control));
            if !matches!(outcome, Outcome::Stopped { why: Stop::Nodes | Stop::Time, best: None, .. }) {
                return outcome;
            }
        }
        self.find(problem, control)
    }

    /// Whether the quality and the bound of an outcome hold for the cost of the schedule. Those of
    /// a plan are for its moves, in a model without rotations.
    pub(super) fn proves(&self, task: Task) -> bool {
        match self {
            Self::Plans(_) => task.objective == Objective::Moves && task.model != MotionModel::Standard,
            Self::Schedules(..) => true,
        }
    }
}

impl NamedSolver {
    /// Returns its name, which is final once there is an answer.
    pub const fn name(&self) -> &'static str {
        self.name.get()
    }

    /// Solves into a sink.
    pub fn solve_into(
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
        && !RunError::passed(instance.feasibility_within(control))?
        && RunError::passed(instance.feasibility_in_within(model, control))?)
}
