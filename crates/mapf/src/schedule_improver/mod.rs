//! Improvement of schedules by replanning groups of robots.

mod group_planner;
mod neighbourhoods;
mod scheduled_robots;
mod weights;

use alloc::rc::Rc;

use cpf_core::directed::DirectedInstance;
use cpf_core::error::VerifyError;
use cpf_core::{Instance, MotionModel, Objective, Scheduler};
use motion_core::{Control, Outcome, Quality, Schedule, Solver, Stop};

use crate::all_distances::{AllDistances, LARGE_TABLE};
use crate::arc_instance::ArcInstance;
use crate::collision_repair::CollisionRepair;
use crate::model_and_objective::{model_and_objective_builders, model_and_objective_getters};
use crate::retiming::retimed;
use crate::timed_paths::TimedPaths;

pub(crate) use group_planner::GroupPlanner;
pub use neighbourhoods::Neighbourhood;

/// A scheduler that makes schedules cheaper by large neighbourhood search.
///
/// First, all moves are made as early as the order of visits to the vertices allows. Then small
/// groups of robots, chosen by [`Neighbourhood`]s, are replanned. The robots of a group are planned
/// one after another in a random order, each by the cheapest path beside all others. A group keeps
/// its new paths unless they cost more. Under the makespan, the lateness of robots after a deadline
/// is reduced until none is late. Then the deadline becomes earlier.
///
/// As a [`Solver`] it takes its first schedule from [`CollisionRepair`], and stops if that stops.
///
/// # Guarantees
/// A schedule is legal in the model and never costs more than the one before, even when stopped.
/// The result is the same on every platform for the same schedule, seed and node limit. The
/// instance counts as solved once there is a schedule. Its quality is the [bound of the
/// instance](Instance::lower_bound), so the schedule is optimal if its cost equals the bound. Each
/// path is replanned at the least cost beside all others, in every model. Nothing is guaranteed for
/// the schedule as a whole.
///
/// Solves [`DirectedInstance`]s and [`LeavingInstance`](cpf_core::LeavingInstance)s in the same
/// way, from the first schedules of [`CollisionRepair`]. Their quality is the bound by the
/// distances along arcs.
///
/// # Complexity
/// A node is a label of a single robot's search, or a group. Memory is needed for the distances of
/// all vertices to all goals, two bytes each, and for the paths. If there are more than 268 million
/// distances, bounds replace them. Without a limit of nodes or time the search ends after some
/// groups without a gain.
///
/// # References
/// * J. Li et al., *Anytime multi-agent path finding via large neighborhood search*, 2021. There,
///   weights are gains per robot; here, gains per node of work.
/// * M. Phillips and M. Likhachev, *SIPP: safe interval path planning for dynamic environments*,
///   2011.
///
/// # Examples
/// ```
/// use mapf::cpf_core::generate;
/// use mapf::motion_core::{Budget, Control, Solver};
/// use mapf::{CollisionRepair, MotionModel, Objective, ScheduleImprover};
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
/// let instance = generate::permutation_on_grid(6, 6, 16, &mut rng)?;
/// let first = CollisionRepair::default().solve(&instance, &mut Control::unlimited());
/// let first = first.into_result()?;
/// let mut control = Control::new(Budget::new().with_nodes(20_000));
/// let improved = ScheduleImprover::default().improve(&instance, first.clone(), &mut control)?;
/// let cost = |schedule| instance.verify_schedule(schedule, MotionModel::Standard);
/// assert!(cost(&improved.schedule)?.sum_of_costs < cost(&first)?.sum_of_costs);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleImprover {
    model: MotionModel,
    objective: Objective,
    /// The rules in use, in the order of [`Neighbourhood::ALL`].
    neighbourhoods: [bool; Neighbourhood::ALL.len()],
    adaptive: bool,
    retiming: bool,
    group_size: usize,
    patience: u32,
    seed: u64,
}

/// A schedule, made cheaper as far as the budget allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct ImprovedSchedule {
    /// The cheapest schedule found.
    pub schedule: Schedule,
    /// The limit that ended the work early, if one did.
    pub stopped: Option<Stop>,
}

impl Default for ScheduleImprover {
    /// The sum of costs in the model `Standard`; all techniques, groups of eight, the seed 1.
    fn default() -> Self {
        Self {
            model: MotionModel::Standard,
            objective: Objective::SumOfCosts,
            neighbourhoods: [true; Neighbourhood::ALL.len()],
            adaptive: true,
            retiming: true,
            group_size: 8,
            patience: 2000,
            seed: 1,
        }
    }
}

impl ScheduleImprover {
    model_and_objective_builders! {
        /// Sets the objective to minimise.
    }

    /// Sets whether a rule chooses groups. Without any rule, no robots are replanned.
    #[doc(hidden)]
    pub const fn with_neighbourhood(mut self, rule: Neighbourhood, used: bool) -> Self {
        self.neighbourhoods[rule as usize] = used;
        self
    }

    /// Sets whether rules are drawn by their gains. Otherwise all are equally likely.
    #[doc(hidden)]
    pub const fn with_adaptive_weights(mut self, adaptive: bool) -> Self {
        self.adaptive = adaptive;
        self
    }

    /// Sets whether moves are first made as early as the order of visits allows.
    #[doc(hidden)]
    pub const fn with_retiming(mut self, retiming: bool) -> Self {
        self.retiming = retiming;
        self
    }

    /// Sets the number of robots that are replanned together, at least 1.
    #[doc(hidden)]
    pub const fn with_group_size(mut self, robots: usize) -> Self {
        self.group_size = robots;
        self
    }

    /// Sets the number of groups without a gain after which the search ends, if neither nodes nor
    /// time are limited.
    pub const fn with_patience(mut self, groups: u32) -> Self {
        self.patience = groups;
        self
    }

    /// Sets the seed of the random choices.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Returns whether a rule chooses groups.
    #[doc(hidden)]
    pub const fn uses(self, rule: Neighbourhood) -> bool {
        self.neighbourhoods[rule as usize]
    }

    /// Makes a schedule cheaper. Observers receive every schedule that is cheaper than all before.
    ///
    /// # Errors
    /// Those of [`Instance::verify_schedule`]. Limits are not errors; they are reported in
    /// [`ImprovedSchedule::stopped`].
    pub fn improve(
        &self,
        instance: &Instance,
        mut schedule: Schedule,
        control: &mut Control,
    ) -> Result<ImprovedSchedule, VerifyError> {
        instance.verify_schedule(&schedule, self.model)?;
        let instance = instance.into();
        let stopped = control.scope(|control| {
            let distances = Rc::new(distances(instance, control)?);
            self.run(instance, distances, &mut schedule, control)
        });
        Ok(ImprovedSchedule { schedule, stopped: stopped.err() })
    }

    /// Makes a legal schedule cheaper within the budget, and returns it with its quality.
    fn improved(
        self,
        instance: ArcInstance,
        distances: AllDistances<'_>,
        mut plan: Schedule,
        control: &mut Control,
    ) -> Outcome<Schedule> {
        let lower_bound = distances.lower_bound(instance, self.objective, self.model);
        // A limit ends the improvement, and leaves a schedule.
        let _ = self.run(instance, Rc::new(distances), &mut plan, control);
        let cost = instance.cost(&plan, self.model, self.objective);
        Outcome::Solved { plan, quality: Quality::of_cost(cost, Some(lower_bound)) }
    }

    /// Makes a legal schedule cheaper. At every stop it is legal and costs no more than before.
    pub(crate) fn run<'a>(
        self,
        instance: ArcInstance<'a>,
        distances: Rc<AllDistances<'a>>,
        schedule: &mut Schedule,
        control: &mut Control,
    ) -> Result<(), Stop> {
        control.spend(1)?;
        let cost_of = |schedule: &Schedule| instance.cost(schedule, self.model, self.objective);
        let mut best = cost_of(schedule);
        if self.retiming {
            *schedule = retimed(instance.underlying(), schedule, self.model);
            let cost = cost_of(schedule);
            if cost < best {
                best = cost;
                control.improved(best, || schedule.clone())?;
            }
        }
        let bound = distances.lower_bound(instance, self.objective, self.model);
        if best == bound || !self.neighbourhoods.contains(&true) {
            return Ok(());
        }
        let paths = TimedPaths::of(instance.underlying(), schedule);
        let mut planner = GroupPlanner::new(self, instance, &paths, distances);
        let result = planner.account(control).and_then(|()| self.plan_groups(&mut planner, bound, control));
        *schedule = planner.schedule();
        result
    }

    fn plan_groups(
        self,
        planner: &mut GroupPlanner<'_>,
        bound: u64,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let mut fruitless = 0;
        while planner.cost() > bound && (fruitless < self.patience || control.fraction_used().is_some()) {
            control.spend(1)?;
            let before = planner.cost();
            fruitless = if planner.plan_group(control)? > 0 { 0 } else { fruitless + 1 };
            if planner.cost() < before {
                control.improved(planner.cost(), || planner.schedule())?;
            }
        }
        Ok(())
    }

    /// Repairs a first schedule unless there is proof that none exists, and makes it cheaper.
    fn run_anew(self, instance: ArcInstance, control: &mut Control) -> Outcome<Schedule> {
        instance.if_not_refuted_in(self.model, control, |control| {
            let repair = CollisionRepair::default()
                .with_model(self.model)
                .with_group_size(self.group_size)
                .with_seed(self.seed);
            let distances = match distances(instance, control) {
                Ok(distances) => distances,
                Err(why) => return Outcome::stopped(why),
            };
            match control.scope(|control| repair.repair(instance, &distances, control)) {
                Ok(schedule) => {
                    let cost = instance.cost(&schedule, self.model, self.objective);
                    // If the observer ends the run, the improvement ends at once.
                    let _ = control.improved(cost, || schedule.clone());
                    self.improved(instance, distances, schedule, control)
                }
                Err(why) => Outcome::stopped(why),
            }
        })
    }
}

/// The distances for planning robots of an instance.
fn distances<'a>(instance: ArcInstance<'a>, control: &mut Control) -> Result<AllDistances<'a>, Stop> {
    AllDistances::with_table_of_at_most(LARGE_TABLE, instance, control)
}

impl Solver<Instance> for ScheduleImprover {
    type Solution = Schedule;

    fn solve(&self, problem: &Instance, control: &mut Control) -> Outcome<Schedule> {
        self.run_anew(problem.into(), control)
    }
}

impl Solver<DirectedInstance> for ScheduleImprover {
    type Solution = Schedule;

    fn solve(&self, problem: &DirectedInstance, control: &mut Control) -> Outcome<Schedule> {
        ArcInstance::with_directed(problem, control, |instance, control| self.run_anew(instance, control))
    }
}

impl Scheduler for ScheduleImprover {
    model_and_objective_getters!();

    /// Improves the known schedule, as [`improve`](ScheduleImprover::improve) does.
    fn solve_from(
        &self,
        instance: &Instance,
        known: &Schedule,
        control: &mut Control,
    ) -> Result<Outcome<Schedule>, VerifyError> {
        instance.verify_schedule(known, self.model)?;
        Ok(control.scope(|control| match distances(instance.into(), control) {
            Ok(distances) => self.improved(instance.into(), distances, known.clone(), control),
            Err(_) => Outcome::Solved { plan: known.clone(), quality: Quality::Feasible },
        }))
    }
}
