//! Conflict-based search, optimal or within a ratio.

mod branching;
mod bucket_queue;
mod children;
mod conflict;
mod conflict_analysis;
mod conflict_choice;
mod conflict_robot;
mod constraint_tree;
mod corridor;
mod corridor_map;
mod cost_estimate;
mod current_node;
mod cycle_conflict;
mod diagrams;
mod exit_distances;
mod improvement_by_turns;
mod infeasibility;
mod low_level;
mod node_heuristic;
mod occupancy;
mod open_lists;
mod pair_bounds;
mod problem;
mod rectangle;
mod restriction;
mod restriction_sets;
mod restriction_table;
mod search;
mod shared_memos;
mod techniques;
mod vertex_cover;
mod visited_states;

use alloc::vec::Vec;

use cpf_core::directed::DirectedInstance;
use cpf_core::error::VerifyError;
use cpf_core::{Instance, MotionModel, Objective, Scheduler};
use motion_core::{Control, Outcome, Quality, Schedule, Solver, Stop};

use crate::all_distances::UNREACHABLE;
use crate::arc_instance::ArcInstance;
use crate::model_and_objective::{model_and_objective_builders, model_and_objective_getters};
use occupancy::Occupancy;
use problem::Problem;
use search::Search;
use shared_memos::SharedMemos;
pub use techniques::{ConflictTechnique, ConflictTechniques};

/// Conflict-based search, optimal or within a ratio of the optimum. Every robot takes a shortest
/// path. If two robots conflict, the search branches: each of two children forbids one of the
/// robots its action in the conflict.
///
/// A ratio of 1 (1,000 thousandths, the default) is CBS with the improvements of CBSH2-RTC. A
/// larger ratio is EECBS: paths may be longer than the shortest ones by up to the ratio and have
/// the fewest conflicts, and nodes are taken by their expected cost. There are two differences from
/// EECBS. If the nodes with the least expected cost cost too much, nodes are taken by bound and by
/// conflicts alternately. If the search takes long, half of the work goes to improving a schedule
/// until it is within the ratio of the bound ([`ConflictTechnique::Improvement`]).
///
/// The sum of costs, the makespan and all three motion models are supported. In the model `Train`,
/// a closed cycle of robots has one child for each robot. In the model `Pebble`, following is a
/// conflict like the others.
///
/// # Guarantees
/// `Solved` is optimal, or `Bounded` with a lower bound within the ratio. At a limit, `lower_bound`
/// is proved and `best` is the best schedule found or known. Infeasible instances are `Unsolvable`,
/// which [`Instance::feasibility_in`] decides first. [`Objective::Moves`] is [`Stop::Unsupported`],
/// because waiting costs nothing and so infinitely many nodes may cost less than the optimum.
///
/// Solves [`DirectedInstance`]s with the same guarantees, without
/// [rectangles](ConflictTechnique::Rectangle). In the model `Standard`, if no vertex of a component
/// is vacant, the search alternates with [`JointSearch`](crate::JointSearch), which may have to try
/// all placements to prove that no schedule exists. So it does in all models for
/// [`LeavingInstance`](cpf_core::LeavingInstance)s, where the ratio is that of the costs with one
/// step more for each robot, or for the makespan one step more.
///
/// # Complexity
/// Exponential in the number of conflicts. Distances take 4 bytes for each robot and vertex, a node
/// of the tree about 100 bytes and its new paths. Diagrams and bounds of pairs take at most 256 MiB
/// and are dropped beyond that.
///
/// # References
/// Sharon, Stern, Felner, Sturtevant: *Conflict-based search for optimal multi-agent pathfinding*,
/// Artificial Intelligence 219, 2015. Boyarski et al.: *ICBS*, IJCAI 2015 (prioritised conflicts,
/// bypass). Felner et al., ICAPS 2018, and Li et al., IJCAI 2019 (the heuristics CG, DG and WDG).
/// Li et al.: *Pairwise symmetry reasoning for multi-agent path finding search*, Artificial
/// Intelligence 301, 2021 (corridors, targets, rectangles). Li et al.: *Disjoint splitting*, ICAPS
/// 2019. Li, Ruml, Koenig: *EECBS: a bounded-suboptimal search for multi-agent path finding*, AAAI
/// 2021. Li et al.: *Anytime multi-agent path finding via large neighborhood search*, IJCAI 2021
/// (improvement).
///
/// # Examples
/// ```
/// use mapf::{ConflictSearch, Instance, MotionModel, Scheduler};
/// use motion_core::{Control, Outcome, Quality, Solver};
///
/// // Two robots exchange the ends of a path with a bay in the middle: one has to make way.
/// let instance: Instance = "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\nr 1 3\nr 3 1\n".parse()?;
/// let search = ConflictSearch::default().with_model(MotionModel::Train);
/// let outcome = search.solve(&instance, &mut Control::unlimited());
/// let Outcome::Solved { plan, quality } = outcome else {
///     panic!("it can be solved");
/// };
/// let metrics = instance.verify_schedule(&plan, search.model())?;
/// assert_eq!((metrics.sum_of_costs, quality), (7, Quality::Optimal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConflictSearch {
    model: MotionModel,
    objective: Objective,
    techniques: ConflictTechniques,
    ratio: u32,
}

impl Default for ConflictSearch {
    /// The model `Standard`, the sum of costs, [`ConflictTechniques::default`], a ratio of 1.
    fn default() -> Self {
        Self {
            model: MotionModel::Standard,
            objective: Objective::SumOfCosts,
            techniques: ConflictTechniques::DEFAULT,
            ratio: 1000,
        }
    }
}

impl ConflictSearch {
    model_and_objective_builders! {
        /// Sets the objective to minimise.
    }

    /// Sets the techniques.
    pub const fn with_techniques(mut self, techniques: ConflictTechniques) -> Self {
        self.techniques = techniques;
        self
    }

    /// Sets the allowed ratio of a solution's cost to the optimum, in thousandths: 1,200 for 1.2.
    /// Values below 1,000 count as 1,000.
    pub const fn with_ratio(mut self, thousandths: u32) -> Self {
        self.ratio = if thousandths < 1000 { 1000 } else { thousandths };
        self
    }

    /// Searches for a schedule unless the underlying graph has none.
    fn run(self, instance: ArcInstance, control: &mut Control) -> Outcome<Schedule> {
        instance.if_not_refuted_in(self.model, control, |control| self.search(instance, None, control))
    }

    /// Searches for a schedule cheaper than the known one.
    fn search(
        self,
        instance: ArcInstance,
        known: Option<(&Schedule, u64)>,
        control: &mut Control,
    ) -> Outcome<Schedule> {
        let stopped = |why, lower_bound| Outcome::Stopped {
            why,
            best: known.map(|(schedule, _)| schedule.clone()),
            lower_bound,
        };
        if self.objective == Objective::Moves {
            return stopped(Stop::Unsupported, instance.underlying().lower_bound(self.objective, self.model));
        }
        let settings = ((self.model, self.objective), (self.techniques, u64::from(self.ratio)));
        let problem = match Problem::new(instance, settings.0, settings.1, control) {
            Ok(problem) => problem,
            Err(why) => return stopped(why, None),
        };
        let robots = 0..instance.robot_count();
        let apart = |robot| problem.to_goal.get(robot, problem.starts[robot]);
        if robots.clone().any(|robot| apart(robot) == UNREACHABLE) {
            return Outcome::Unsolvable;
        }
        let vertices = instance.vertex_count();
        let mut memos = SharedMemos::new(vertices);
        let given = robots.clone().map(|robot| (robot, Vec::new()));
        let mut search = Search::new(&problem, given, Occupancy::new(vertices), u64::from(self.ratio));
        search.lower_bound = problem.total(robots.map(apart));
        search.upper_bound = known.map_or(u64::MAX, |(_, cost)| cost);
        let mut best = known.map(|(schedule, cost)| (schedule.clone(), cost));
        let ended = improvement_by_turns::run(&mut search, &mut best, &mut memos, control);
        match (ended, best) {
            (Ok(()), Some((plan, cost))) => {
                Outcome::Solved { plan, quality: Quality::of_cost(cost, Some(search.lower_bound)) }
            }
            (Ok(()), None) => Outcome::Unsolvable,
            (Err(why), best) => Outcome::Stopped {
                why,
                best: best.map(|(plan, _)| plan),
                lower_bound: Some(search.lower_bound),
            },
        }
    }
}

impl Solver<Instance> for ConflictSearch {
    type Solution = Schedule;

    fn solve(&self, instance: &Instance, control: &mut Control) -> Outcome<Schedule> {
        self.run(instance.into(), control)
    }
}

impl Solver<DirectedInstance> for ConflictSearch {
    type Solution = Schedule;

    fn solve(&self, instance: &DirectedInstance, control: &mut Control) -> Outcome<Schedule> {
        ArcInstance::with_directed(instance, control, |instance, control| self.run(instance, control))
    }
}

impl Scheduler for ConflictSearch {
    model_and_objective_getters!();

    /// Prunes nodes whose bound is at least the known schedule's cost. The schedule is optimal if
    /// no nodes are left.
    fn solve_from(
        &self,
        instance: &Instance,
        known: &Schedule,
        control: &mut Control,
    ) -> Result<Outcome<Schedule>, VerifyError> {
        let cost = instance.verify_schedule(known, self.model)?.cost(self.objective);
        Ok(control.scope(|control| self.search(instance.into(), Some((known, cost)), control)))
    }
}

#[cfg(test)]
mod tests;
