//! The scheduler that chooses among all others.

use alloc::boxed::Box;
use alloc::vec::Vec;

use cpf_core::error::VerifyError;
use cpf_core::{Instance, MotionModel, Objective, Parallelised, Scheduler};
use mapf::{
    ConflictSearch, JointSearch, Lacam, LacamTechnique, LacamTechniques, PathShifts, ScheduleImprover,
};
use motion_core::{Control, Outcome, Quality, Schedule, Solver, Stop};

use crate::auto::Auto;
use crate::fresh_starts::FreshStarts;
use crate::plan_shortening::{FEW_ROBOTS, PERCENT_FOR_PROOF};

/// The nodes of each stage for each robot, if neither nodes nor time are limited.
const NODES_PER_ROBOT: u64 = 2_000;

/// Schedules every instance in a motion model, and minimises the moves, the sum of costs or the
/// makespan. Several schedulers run one after another, each beginning with the best schedule so
/// far.
///
/// | stage | purpose |
/// |---|---|
/// | [`Lacam`] | a first schedule soon; for moves only where there is none |
/// | [`JointSearch`] | a proof, for at most eight robots |
/// | [`Auto`], its plan in steps | few vacant vertices; for moves always, and first |
/// | [`PathShifts`] | few vacant vertices, unless the model is `Pebble` |
/// | [`Lacam`] with other seeds | the sum of costs where less than a twentieth of the vertices is vacant, unless the model is `Pebble`: its schedules differ much |
/// | [`ConflictSearch`] | a bound, and a proof for few robots; not for moves |
/// | [`ScheduleImprover`] | the rest of the budget |
///
/// # Guarantees
/// An anytime solver: the instance counts as solved once there is a schedule. The quality is the
/// best bound that was proved, and optimal if the cost equals it. Infeasible instances are
/// [`Unsolvable`](Outcome::Unsolvable) at once. Without a limit it ends after some thousand nodes a
/// robot in each stage. Deterministic under a node limit.
///
/// # Examples
/// ```
/// use cpf::motion_core::Quality;
/// use cpf::{AutoScheduler, Control, Instance, MotionModel, Objective, Outcome, Solver};
///
/// // Two robots exchange the ends of a path with a bay.
/// let instance: Instance = "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\nr 1 3\nr 3 1\n".parse()?;
/// let scheduler = AutoScheduler::default().with_objective(Objective::Makespan);
/// let outcome = scheduler.solve(&instance, &mut Control::unlimited());
/// let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else { panic!("two robots") };
/// assert_eq!(instance.verify_schedule(&plan, MotionModel::Standard)?.makespan, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutoScheduler {
    model: MotionModel,
    objective: Objective,
    seed: u64,
}

impl Default for AutoScheduler {
    /// The sum of costs in the model `Standard`; the seed is 1.
    fn default() -> Self {
        Self { model: MotionModel::Standard, objective: Objective::SumOfCosts, seed: 1 }
    }
}

/// A scheduler, and the percentage of the remaining budget that it may use.
struct Stage {
    scheduler: Box<dyn Scheduler>,
    percent: u8,
    /// Whether the costs that the scheduler reports on the way are those of the objective.
    is_watched: bool,
    /// Whether the scheduler begins without the best schedule so far.
    is_afresh: bool,
    runs: When,
}

/// When a stage runs.
#[derive(Clone, Copy)]
enum When {
    Always,
    WithSchedule,
    WithoutSchedule,
}

/// The best schedule so far, and the best bound.
struct Incumbent {
    best: Option<(u64, Schedule)>,
    lower_bound: u64,
}

impl AutoScheduler {
    /// Sets the model in which schedules are legal.
    pub const fn with_model(mut self, model: MotionModel) -> Self {
        self.model = model;
        self
    }

    /// Sets the objective to minimise.
    pub const fn with_objective(mut self, objective: Objective) -> Self {
        self.objective = objective;
        self
    }

    /// Sets the seed of the random choices.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Returns the stages for an instance, in their order.
    fn stages(self, instance: &Instance) -> Vec<Stage> {
        let (model, objective) = (self.model, self.objective);
        let stage = |scheduler: Box<dyn Scheduler>, percent| Stage {
            scheduler,
            percent,
            is_watched: true,
            is_afresh: false,
            runs: When::Always,
        };
        let lacam = Lacam::default().with_model(model).with_objective(objective).with_seed(self.seed);
        let first =
            lacam.with_descents(1).with_techniques(LacamTechniques::ALL.without(LacamTechnique::Replanning));
        let plans = Parallelised::new(Auto::default()).with_model(model).with_objective(objective);
        let shifts = PathShifts::default().with_model(model).with_objective(objective).with_seed(self.seed);
        let proof = ConflictSearch::default().with_model(model).with_objective(objective);
        let improver =
            ScheduleImprover::default().with_model(model).with_objective(objective).with_seed(self.seed);
        let is_crowded = 5 * instance.vacant_count() < instance.graph().vertex_count();
        let is_full = 20 * instance.vacant_count() < instance.graph().vertex_count();
        let has_restarts = is_full && objective == Objective::SumOfCosts && model != MotionModel::Pebble;
        let joint = (instance.robot_count() <= FEW_ROBOTS).then(|| {
            let search = JointSearch::default().with_model(model).with_objective(objective);
            stage(Box::new(search), PERCENT_FOR_PROOF)
        });
        let mut stages = Vec::new();
        if objective == Objective::Moves {
            stages.extend(joint);
            stages.push(Stage { is_watched: false, ..stage(Box::new(plans), 70) });
        } else {
            stages.push(stage(Box::new(first), if is_crowded { 3 } else { 60 }));
            stages.extend(joint);
            stages.push(stage(Box::new(proof), 1));
            stages.push(stage(Box::new(lacam), 10));
            if has_restarts {
                let others = stage(Box::new(FreshStarts(lacam)), 50);
                stages.push(Stage { runs: When::WithSchedule, is_afresh: true, ..others });
            }
            if is_crowded {
                stages.push(Stage { is_watched: false, ..stage(Box::new(plans), 20) });
            }
        }
        if is_crowded && model != MotionModel::Pebble {
            stages.push(stage(Box::new(shifts), if objective == Objective::Moves { 20 } else { 60 }));
        }
        if has_restarts {
            stages.push(stage(Box::new(lacam), 70));
        }
        if objective != Objective::Moves {
            stages.push(stage(Box::new(proof), 5));
        }
        stages.push(Stage { runs: When::WithoutSchedule, ..stage(Box::new(first), 100) });
        stages.push(Stage { runs: When::WithSchedule, ..stage(Box::new(improver), 100) });
        stages
    }

    fn run(self, instance: &Instance, known: Option<&Schedule>, control: &mut Control) -> Outcome<Schedule> {
        let cost_of = |schedule: &Schedule| {
            let metrics = instance.verify_schedule(schedule, self.model);
            metrics.expect("invariant: schedulers make legal schedules").cost(self.objective)
        };
        let mut incumbent =
            Incumbent { best: known.map(|known| (cost_of(known), known.clone())), lower_bound: 0 };
        let mut stop = Stop::GaveUp;
        for stage in self.stages(instance) {
            let known = incumbent.best.as_ref().map(|(_, schedule)| schedule);
            if !stage.runs.holds(known.is_some()) {
                continue;
            }
            let known = known.filter(|_| !stage.is_afresh);
            let cost_to_beat = incumbent.best.as_ref().map(|&(cost, _)| cost);
            match control.with_cost_to_beat(cost_to_beat, |control| stage.run(instance, known, control)) {
                Outcome::Solved { plan, quality } => {
                    let cost = cost_of(&plan);
                    incumbent.improve(cost, plan);
                    incumbent.raise(quality.lower_bound(cost).unwrap_or(0));
                }
                Outcome::Stopped { why, best, lower_bound } => {
                    stop = why;
                    incumbent.raise(lower_bound.unwrap_or(0));
                    if let Some(schedule) = best {
                        incumbent.improve(cost_of(&schedule), schedule);
                    }
                }
                Outcome::Unsolvable => {}
            }
            if !stage.is_watched
                && let Some((cost, schedule)) = &incumbent.best
            {
                // `poll` returns whether the observer has ended the run.
                let _ = control
                    .with_cost_to_beat(cost_to_beat, |control| control.improved(*cost, || schedule.clone()));
            }
            if incumbent.is_proved() {
                break;
            }
            if let Err(why) = control.poll() {
                stop = why;
                break;
            }
        }
        incumbent.outcome(stop)
    }
}

impl When {
    const fn holds(self, is_schedule_known: bool) -> bool {
        match self {
            Self::Always => true,
            Self::WithSchedule => is_schedule_known,
            Self::WithoutSchedule => !is_schedule_known,
        }
    }
}

impl Stage {
    /// Works within the share of this stage, or with some nodes if nothing is limited.
    fn run(&self, instance: &Instance, known: Option<&Schedule>, control: &mut Control) -> Outcome<Schedule> {
        let work = |control: &mut Control| self.work(instance, known, control);
        if control.fraction_used().is_some() {
            control.within_share(self.percent, work)
        } else {
            control.within_nodes(NODES_PER_ROBOT * (1 + instance.robot_count() as u64), work)
        }
    }

    fn work(
        &self,
        instance: &Instance,
        known: Option<&Schedule>,
        control: &mut Control,
    ) -> Outcome<Schedule> {
        let schedule = |control: &mut Control| match known {
            None => self.scheduler.solve(instance, control),
            Some(known) => self
                .scheduler
                .solve_from(instance, known, control)
                .expect("invariant: the known schedule is legal"),
        };
        if self.is_watched {
            return control.scope(schedule);
        }
        let mut unwatched = Control::new(control.remaining());
        let outcome = schedule(&mut unwatched);
        match control.spend_many(unwatched.stats().nodes) {
            Ok(()) => outcome,
            Err(why) => Outcome::Stopped { why, best: outcome.plan(), lower_bound: None },
        }
    }
}

impl Incumbent {
    fn improve(&mut self, cost: u64, schedule: Schedule) {
        if self.best.as_ref().is_none_or(|&(best, _)| cost < best) {
            self.best = Some((cost, schedule));
        }
    }

    fn raise(&mut self, lower_bound: u64) {
        self.lower_bound = self.lower_bound.max(lower_bound);
    }

    fn is_proved(&self) -> bool {
        self.best.as_ref().is_some_and(|&(cost, _)| cost <= self.lower_bound)
    }

    fn outcome(self, why: Stop) -> Outcome<Schedule> {
        let lower_bound = Some(self.lower_bound);
        match self.best {
            None => Outcome::Stopped { why, best: None, lower_bound },
            Some((cost, plan)) => Outcome::Solved { plan, quality: Quality::of_cost(cost, lower_bound) },
        }
    }
}

impl Solver<Instance> for AutoScheduler {
    type Solution = Schedule;

    fn solve(&self, problem: &Instance, control: &mut Control) -> Outcome<Schedule> {
        problem.if_feasible_in(self.model, control, |control| self.run(problem, None, control))
    }
}

impl Scheduler for AutoScheduler {
    fn model(&self) -> MotionModel {
        self.model
    }

    fn objective(&self) -> Objective {
        self.objective
    }

    fn solve_from(
        &self,
        instance: &Instance,
        known: &Schedule,
        control: &mut Control,
    ) -> Result<Outcome<Schedule>, VerifyError> {
        instance.verify_schedule(known, self.model)?;
        Ok(control.scope(|control| self.run(instance, Some(known), control)))
    }
}
