//! Schedules made by repairing paths that collide.

mod collisions;
mod groups;

use cpf_core::directed::DirectedInstance;
use cpf_core::{Instance, MotionModel, Objective, Scheduler};
use motion_core::{Control, Outcome, Quality, Schedule, Solver, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::all_distances::{AllDistances, LARGE_TABLE};
use crate::arc_instance::ArcInstance;
use crate::model_and_objective::{model_and_objective_builders, model_and_objective_getters};
use crate::timed_paths::TimedPaths;
use collisions::CollidingPaths;
use groups::Groups;

/// A scheduler that finds a first schedule by large neighbourhood search over colliding paths.
///
/// Robots are planned one after another. Each takes a shortest path among those with the fewest
/// collisions. Then small groups of robots, found along the graph of collisions and by random
/// walks, are replanned in the same way. A group keeps its new paths unless more pairs of robots
/// collide. The search ends when no pair does.
///
/// # Guarantees
/// Solved with a feasible schedule, unless a limit comes first. Incomplete: it finds no schedule if
/// vacant vertices are few, or if a robot has to step aside before another robot of its group is
/// planned, as in a corridor with a single bay. Without a limit of nodes or time it then stops with
/// [`Stop::GaveUp`] after [some groups](CollisionRepair::with_patience) without progress.
/// [`Unsolvable`](Outcome::Unsolvable) if no schedule exists in the model. Deterministic under a
/// node limit.
///
/// Solves [`DirectedInstance`]s and [`LeavingInstance`](cpf_core::LeavingInstance)s in the same
/// way. It may give up on a directed instance that has no schedule in the model `Standard` if no
/// vertex of a component is vacant, and on robots that leave in all models.
///
/// # Complexity
/// A node is a label of a single robot's search, or a group. Memory is needed for the distances of
/// all vertices to all goals, two bytes each, and for the paths.
///
/// # References
/// J. Li et al., *MAPF-LNS2: fast repairing for multi-agent path finding via large neighborhood
/// search*, 2022. Differences: the initial paths are those with the fewest collisions, intervals
/// end whenever any robot comes or goes, and a single rule chooses groups.
///
/// # Examples
/// ```
/// use mapf::motion_core::{Control, Solver};
/// use mapf::{CollisionRepair, Instance, MotionModel};
///
/// // Two robots exchange the ends of a row of a 2×3 grid.
/// let edges = "e 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\n";
/// let instance: Instance = format!("p edge 6 7\n{edges}r 1 3\nr 3 1\n").parse()?;
/// let repair = CollisionRepair::default().with_model(MotionModel::Train);
/// let schedule = repair.solve(&instance, &mut Control::unlimited()).into_result()?;
/// assert_eq!(instance.verify_schedule(&schedule, MotionModel::Train)?.makespan, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionRepair {
    model: MotionModel,
    objective: Objective,
    group_size: usize,
    walks: bool,
    patience: u32,
    seed: u64,
}

impl Default for CollisionRepair {
    /// The sum of costs in the model `Standard`, groups of eight with random walks, a patience of
    /// 10,000 groups, the seed 1.
    fn default() -> Self {
        Self {
            model: MotionModel::Standard,
            objective: Objective::SumOfCosts,
            group_size: 8,
            walks: true,
            patience: 10_000,
            seed: 1,
        }
    }
}

impl CollisionRepair {
    model_and_objective_builders! {
        /// Sets the objective by which costs are reported. The schedule does not depend on it.
    }

    /// Sets the number of robots that are replanned together, at least 1.
    #[doc(hidden)]
    pub const fn with_group_size(mut self, robots: usize) -> Self {
        self.group_size = robots;
        self
    }

    /// Sets whether groups also contain robots met on random walks. Otherwise they consist of
    /// colliding robots.
    #[doc(hidden)]
    pub const fn with_walks(mut self, walks: bool) -> Self {
        self.walks = walks;
        self
    }

    /// Sets the number of groups without progress after which the search gives up, if neither nodes
    /// nor time are limited.
    pub const fn with_patience(mut self, groups: u32) -> Self {
        self.patience = groups;
        self
    }

    /// Sets the seed of the random choices.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Finds a schedule of an instance in which every robot can reach its goal. The memory held in
    /// `control` is not released.
    pub(crate) fn repair(
        self,
        instance: ArcInstance,
        distances: &AllDistances<'_>,
        control: &mut Control,
    ) -> Result<Schedule, Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut paths = CollidingPaths::new(instance, self.model, distances, &mut rng, control)?;
        let mut groups = Groups::new(instance.robot_count(), self.group_size, self.walks);
        let mut fruitless = 0;
        while paths.pairs() > 0 {
            if fruitless >= self.patience && control.fraction_used().is_none() {
                return Err(Stop::GaveUp);
            }
            control.spend(1)?;
            groups.choose(&paths, &mut rng);
            let fewer = paths.replan(&mut groups.group, &mut rng, control)?;
            fruitless = if fewer.is_some_and(|fewer| fewer > 0) { 0 } else { fruitless + 1 };
            paths.account(control)?;
        }
        Ok(TimedPaths::new(paths.paths).to_schedule())
    }

    /// Finds a schedule unless there is proof that none exists.
    fn run(self, instance: ArcInstance, control: &mut Control) -> Outcome<Schedule> {
        instance.if_not_refuted_in(self.model, control, |control| {
            let schedule = AllDistances::with_table_of_at_most(LARGE_TABLE, instance, control)
                .and_then(|distances| self.repair(instance, &distances, control));
            match schedule {
                Ok(plan) => {
                    let cost = instance.cost(&plan, self.model, self.objective);
                    // The run ends here, whatever the observer returns.
                    let _ = control.improved(cost, || plan.clone());
                    Outcome::Solved { plan, quality: Quality::Feasible }
                }
                Err(why) => Outcome::stopped(why),
            }
        })
    }
}

impl Solver<Instance> for CollisionRepair {
    type Solution = Schedule;

    fn solve(&self, problem: &Instance, control: &mut Control) -> Outcome<Schedule> {
        self.run(problem.into(), control)
    }
}

impl Solver<DirectedInstance> for CollisionRepair {
    type Solution = Schedule;

    fn solve(&self, problem: &DirectedInstance, control: &mut Control) -> Outcome<Schedule> {
        ArcInstance::with_directed(problem, control, |instance, control| self.run(instance, control))
    }
}

impl Scheduler for CollisionRepair {
    model_and_objective_getters!();
}
