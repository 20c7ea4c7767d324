//! Lazy search over configurations: `LaCAM*`.

mod configurations;
mod constraint_trees;
mod descents;
mod distances_or_paths;
mod guidance;
mod guide_paths;
mod phases;
mod preferences;
mod refinement;
mod search;
mod step_cost;
mod stricter_model;
mod technique;

use core::num::NonZeroU32;

use cpf_core::directed::DirectedInstance;
use cpf_core::error::VerifyError;
use cpf_core::{Instance, MotionModel, Objective, Scheduler};
use motion_core::{Control, Outcome, Quality, Schedule, Solver};

use crate::arc_instance::ArcInstance;
use crate::model_and_objective::{model_and_objective_builders, model_and_objective_getters};
use crate::timed_paths::TimedPaths;
use distances_or_paths::TableSizes;
use phases::Progress;
use search::Incumbent;

pub use technique::{LacamTechnique, LacamTechniques};

/// `LaCAM*`: a depth-first search over configurations whose steps come from priority inheritance
/// with backtracking (PIBT). It finds a schedule soon, even for a thousand robots, and makes it
/// cheaper until the budget ends.
///
/// Every configuration has a queue of partial steps, which PIBT completes. When a partial step is
/// taken, its extensions by one more robot are queued, so that in the end every step is tried. If a
/// step leads to a known configuration, the cheapest ways to all configurations reached from it are
/// updated. Configurations through which every schedule has at least the accumulated cost of the
/// best one are left out. `Train` refuses steps in which robots follow each other around a cycle.
/// `Pebble` also refuses moves onto a vertex that was occupied before the step.
///
/// # Guarantees
/// An anytime solver: at a limit the instance counts as solved if a schedule was found, with the
/// sum of distances or the longest distance as bound. Without limits it is complete: `Unsolvable`
/// is a proof, which in `Pebble` and `Train` comes from [`Instance::feasibility`] before the
/// search. When all configurations are exhausted, the least *accumulated cost* is known. For
/// [`Objective::Makespan`] and [`Objective::Moves`] it is the cost, and the schedule is optimal.
/// For [`Objective::SumOfCosts`] it is the *sum of loss*: a robot does not pay for a step that
/// begins and ends at its goal, even if it leaves the goal later. The least sum of loss is a lower
/// bound on the sum of costs, so the schedule is proved optimal only if it costs no more. The costs
/// of schedules are always those of [`Metrics`](cpf_core::Metrics).
///
/// Solves [`DirectedInstance`]s and [`LeavingInstance`](cpf_core::LeavingInstance)s with the same
/// guarantees, without [swaps](LacamTechnique::Swap), which need arcs both ways.
///
/// The same seed and node limit give the same schedule. Nodes count the robots that are given a
/// place in a step, the labels of single-robot searches, and the vertices of breadth-first
/// searches.
///
/// # Complexity
/// A step takes time O(r (d + log r)) for r robots and degree d, and 6 r bytes. Distances take 2 r
/// n bytes for n vertices; guidance takes 4 r n, and is left out above 256 MiB. If r n exceeds 8
/// million, or 268 million where at most a fifth of the vertices is vacant, the search for a first
/// schedule uses one path per robot, at most a quarter longer than a shortest one. If r n exceeds
/// 268 million, the search afterwards uses shortest paths.
///
/// # References
/// * K. Okumura, *`LaCAM`: search-based algorithm for quick multi-agent pathfinding*, AAAI 2023.
/// * K. Okumura, *Improving `LaCAM` for scalable eventually optimal multi-agent pathfinding*, IJCAI
///   2023: rewriting, and swaps in PIBT.
/// * K. Okumura, *Engineering `LaCAM*`: towards real-time, large-scale, and near-optimal
///   multi-agent pathfinding*, AAMAS 2024: several tries a step. Its scattered paths are replaced
///   here by guidance for all vertices.
/// * K. Okumura, M. Machida, X. Défago and Y. Tamura, *Priority inheritance with backtracking for
///   iterative multi-agent path finding*, Artificial Intelligence 310, 2022.
///
/// # Examples
/// ```
/// use mapf::{Instance, Lacam, MotionModel, Objective};
/// use motion_core::{Control, Outcome, Quality, Solver};
///
/// // Four robots turn a full cycle in one step.
/// let text = "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\nr 1 2\nr 2 3\nr 3 4\nr 4 1\n";
/// let instance: Instance = text.parse()?;
/// let lacam = Lacam::default().with_objective(Objective::Makespan);
/// let outcome = lacam.solve(&instance, &mut Control::unlimited());
/// let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else {
///     panic!("not optimal")
/// };
/// assert_eq!(instance.verify_schedule(&plan, MotionModel::Standard)?.makespan, 1);
///
/// // Without rotations they cannot move.
/// let trains = lacam.with_model(MotionModel::Train);
/// assert_eq!(trains.solve(&instance, &mut Control::unlimited()), Outcome::Unsolvable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lacam {
    model: MotionModel,
    objective: Objective,
    techniques: LacamTechniques,
    tries: NonZeroU32,
    descents: u64,
    seed: u64,
    tables: TableSizes,
}

impl Default for Lacam {
    /// All techniques, eight tries a step, the seed 1; the model is [`MotionModel::Standard`], the
    /// objective [`Objective::SumOfCosts`].
    fn default() -> Self {
        Self {
            model: MotionModel::Standard,
            objective: Objective::SumOfCosts,
            techniques: LacamTechniques::ALL,
            tries: NonZeroU32::new(8).expect("invariant: it is not zero"),
            descents: u64::MAX,
            seed: 1,
            tables: TableSizes::DEFAULT,
        }
    }
}

impl Lacam {
    model_and_objective_builders! {
        /// Sets the objective to minimise.
    }

    /// Sets the techniques.
    pub const fn with_techniques(mut self, techniques: LacamTechniques) -> Self {
        self.techniques = techniques;
        self
    }

    /// Sets how many steps are generated from a configuration. The step with the lowest estimate is
    /// followed. The first schedule is sought with one step each.
    pub const fn with_tries(mut self, tries: NonZeroU32) -> Self {
        self.tries = tries;
        self
    }

    /// Sets the number of descents from the start after which the search ends. A descent ends at a
    /// schedule or at a known configuration. By default the search goes on until the budget ends.
    pub const fn with_descents(mut self, descents: u64) -> Self {
        self.descents = descents;
        self
    }

    /// Sets the seed of the random numbers.
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The seed.
    #[doc(hidden)]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Searches from a known schedule, if there is one.
    fn run(
        &self,
        instance: ArcInstance,
        known: Option<TimedPaths>,
        control: &mut Control,
    ) -> Outcome<Schedule> {
        let known = known.map(|paths| Incumbent { cost: paths.cost(self.objective), paths });
        let mut progress = Progress { best: known, lower_bound: 0 };
        let end = control.scope(|control| self.search(instance, &mut progress, control));
        let Progress { best, lower_bound } = progress;
        match (best, end) {
            (Some(Incumbent { paths, cost }), end) => {
                let has_bound = end.is_ok() || lower_bound > 0 || cost == 0;
                let quality = Quality::of_cost(cost, has_bound.then_some(lower_bound));
                Outcome::Solved { plan: paths.to_schedule(), quality }
            }
            (None, Ok(())) => Outcome::Unsolvable,
            (None, Err(why)) => {
                let lower_bound = Some(lower_bound).filter(|&bound| bound > 0);
                Outcome::Stopped { why, best: None, lower_bound }
            }
        }
    }
}

impl Solver<Instance> for Lacam {
    type Solution = Schedule;

    fn solve(&self, problem: &Instance, control: &mut Control) -> Outcome<Schedule> {
        self.run(problem.into(), None, control)
    }
}

impl Solver<DirectedInstance> for Lacam {
    type Solution = Schedule;

    fn solve(&self, problem: &DirectedInstance, control: &mut Control) -> Outcome<Schedule> {
        ArcInstance::with_directed(problem, control, |instance, control| self.run(instance, None, control))
    }
}

impl Scheduler for Lacam {
    model_and_objective_getters!();

    /// Inserts the known schedule as the first one, configuration by configuration, and then
    /// searches for a cheaper one.
    ///
    /// # Errors
    /// Those of [`Instance::verify_schedule`] if the known schedule is not legal for this instance
    /// in the model.
    fn solve_from(
        &self,
        instance: &Instance,
        known: &Schedule,
        control: &mut Control,
    ) -> Result<Outcome<Schedule>, VerifyError> {
        instance.verify_schedule(known, self.model)?;
        Ok(self.run(instance.into(), Some(TimedPaths::of(instance, known)), control))
    }
}
