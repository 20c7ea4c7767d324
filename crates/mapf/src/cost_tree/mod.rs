//! Increasing-cost tree search, which finds the costs of the single robots that allow a schedule.

mod joint_paths;
mod vectors;

use cpf_core::{MotionModel, Objective};
use motion_core::{Control, Schedule, Stop};

use crate::arc_instance::ArcInstance;
use crate::groups::{self, Answer, optimal_scheduler};
use vectors::CostVectors;

/// A search for schedules of the least cost. It tries vectors of costs, with one cost for each
/// robot, in the order of their sum. A vector is tested by a joint search of all paths of these
/// costs.
///
/// The first vector has the robots' distances; the next ones have one step more in all, then two,
/// and so on. The paths of a robot for a cost are a multi-valued decision diagram. For the
/// makespan, all entries of a vector are equal.
///
/// *Pairwise pruning*, an option: a vector is dropped without a joint search if two of the robots
/// alone collide on all paths of their costs. This is determined once for each pair of costs, and
/// all vectors with the pair are dropped together. *Independence detection*, an option, is that of
/// [`JointSearch`](crate::JointSearch).
///
/// # Guarantees
/// Optimal in every model for the sum of costs and the makespan. For moves it stops with
/// [`Stop::Unsupported`]. Complete: unsolvable instances are recognised at once. When stopped, it
/// has a lower bound and no schedule.
///
/// # Complexity
/// A node is spent for each step of all robots of a joint search, and for each node of a diagram.
/// With k robots in a group and a cost d above the sum of distances, there are up to (k + d choose
/// d) vectors. So the search is fast where robots hardly delay each other.
///
/// # References
/// Sharon, Stern, Goldenberg, Felner, *The increasing cost tree search for optimal multi-agent
/// pathfinding*, Artificial Intelligence 195, 2013. There, vectors are kept in a queue. Here the
/// vectors of each sum are enumerated, so that none occurs twice.
///
/// # Examples
/// ```
/// use mapf::{IncreasingCostTree, Instance, MotionModel};
/// use mapf::motion_core::{Control, Solver};
///
/// // Two robots exchange the ends of a path with a bay.
/// let instance: Instance = "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\nr 1 3\nr 3 1\n".parse()?;
/// let search = IncreasingCostTree::default().with_model(MotionModel::Train);
/// let schedule = search.solve(&instance, &mut Control::unlimited()).into_result()?;
/// assert_eq!(instance.verify_schedule(&schedule, MotionModel::Train)?.sum_of_costs, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncreasingCostTree {
    model: MotionModel,
    objective: Objective,
    pairwise_pruning: bool,
    independence_detection: bool,
}

impl IncreasingCostTree {
    /// Sets whether vectors are dropped if two robots alone collide.
    #[doc(hidden)]
    pub const fn with_pairwise_pruning(mut self, pairwise_pruning: bool) -> Self {
        self.pairwise_pruning = pairwise_pruning;
        self
    }

    /// Finds the best schedule that costs at most `limit`.
    fn run(self, instance: ArcInstance, limit: Option<u64>, control: &mut Control) -> Answer<Schedule> {
        let stopped = |why| Answer::Stopped { why, lower_bound: None };
        if self.objective == Objective::Moves {
            return stopped(Stop::Unsupported);
        }
        groups::with_task(instance, (self.model, self.objective), limit, control, |task, control| {
            let vertices = instance.vertex_count();
            match CostVectors::new(self.pairwise_pruning, vertices, instance.robot_count(), control) {
                Ok(mut vectors) => {
                    groups::solve(task, task.groups(self.independence_detection), &mut vectors, control)
                }
                Err(why) => stopped(why),
            }
        })
    }
}

optimal_scheduler!(IncreasingCostTree, pairwise_pruning);
