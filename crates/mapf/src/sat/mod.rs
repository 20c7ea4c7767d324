//! Schedules by propositional satisfiability.

mod at_most_one;
mod batsat_solver;
mod clauses;
mod collisions;
mod cost_search;
mod totalizer;
mod variables;

use cpf_core::{MotionModel, Objective};
use motion_core::{Control, Schedule, Stop};

use crate::arc_instance::ArcInstance;
use crate::groups::{self, Answer, optimal_scheduler};
use cost_search::CostSearch;

/// A search for schedules of the least cost by a solver of propositional satisfiability. It tests
/// one cost after another, from a lower bound on.
///
/// The possible paths of a robot at a cost are a multi-valued decision diagram, with a variable for
/// each node and each step. Clauses forbid collisions. For the sum of costs, variables count the
/// steps of each robot beyond its distance, and a totalizer bounds their sum. The first satisfiable
/// formula gives the optimum; those before it are the proof.
///
/// *Lazy collisions*, an option: a clause is added once a schedule violates it, instead of all
/// clauses at the beginning. Clauses against cycles in `Train` are always lazy. *Independence
/// detection*, an option, is that of [`JointSearch`](crate::JointSearch).
///
/// # Guarantees
/// Optimal in every model for the sum of costs and the makespan. For moves it stops with
/// [`Stop::Unsupported`]. Complete: unsolvable instances are recognised at once. When stopped, it
/// has a lower bound and no schedule.
///
/// # Complexity
/// A node is spent for each variable, clause, decision and conflict of the solver. Memory is an
/// estimate of that of the clauses, made from outside the solver. With r robots and diagrams of n
/// nodes at a time, there are up to r² n clauses for each time. The search is strong where many
/// robots share a small map.
///
/// # References
/// Surynek, Felner, Stern, Boyarski, *Efficient SAT approach to multi-agent path finding under the
/// sum of costs objective*, ECAI 2016. Lazy collisions: Surynek, *Unifying search-based and
/// compilation-based approaches to multi-agent path finding through satisfiability modulo
/// theories*, IJCAI 2019. Totalizer: Bailleux, Boufkhad, *Efficient CNF encoding of Boolean
/// cardinality constraints*, CP 2003.
///
/// # Examples
/// ```
/// use mapf::{Instance, MddSat, MotionModel, Objective};
/// use mapf::motion_core::{Control, Solver};
///
/// // Two robots exchange the ends of a path with a bay.
/// let instance: Instance = "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\nr 1 3\nr 3 1\n".parse()?;
/// let search =
///     MddSat::default().with_model(MotionModel::Train).with_objective(Objective::Makespan);
/// let schedule = search.solve(&instance, &mut Control::unlimited()).into_result()?;
/// assert_eq!(instance.verify_schedule(&schedule, MotionModel::Train)?.makespan, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MddSat {
    model: MotionModel,
    objective: Objective,
    lazy_collisions: bool,
    independence_detection: bool,
}

impl MddSat {
    /// Sets whether clauses for collisions are added only once a schedule violates them.
    #[doc(hidden)]
    pub const fn with_lazy_collisions(mut self, lazy_collisions: bool) -> Self {
        self.lazy_collisions = lazy_collisions;
        self
    }

    /// Finds the best schedule that costs at most `limit`.
    fn run(self, instance: ArcInstance, limit: Option<u64>, control: &mut Control) -> Answer<Schedule> {
        let stopped = |why| Answer::Stopped { why, lower_bound: None };
        if self.objective == Objective::Moves {
            return stopped(Stop::Unsupported);
        }
        groups::with_task(instance, (self.model, self.objective), limit, control, |task, control| {
            match CostSearch::new(self.lazy_collisions, instance.vertex_count(), control) {
                Ok(mut bounds) => {
                    groups::solve(task, task.groups(self.independence_detection), &mut bounds, control)
                }
                Err(why) => stopped(why),
            }
        })
    }
}

optimal_scheduler!(MddSat, lazy_collisions);
