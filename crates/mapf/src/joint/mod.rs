//! Joint search: A* over the positions of all robots that must be considered together.

mod move_space;
mod ordered_groups;
mod step_space;

use cpf_core::directed::DirectedInstance;
use cpf_core::{MotionModel, Objective};
use motion_core::{Control, Outcome, Schedule, Solver, Stop};

use crate::arc_instance::ArcInstance;
use crate::groups::{self, Answer, optimal_scheduler};
use step_space::StepSearch;

/// A search for schedules of the least cost by A* over the positions of the robots, with operator
/// decomposition and independence detection.
///
/// *Operator decomposition*: a step of all robots is decided robot by robot, so a state has a
/// successor for each neighbour of one vertex, not for each combination. For moves, where waiting
/// is free, a state changes by a single move; the moves of a rotation in `Standard` are made one
/// after another.
///
/// *Independence detection*, an option: at first each robot is scheduled alone. If the schedules of
/// two groups collide, one is replaced by another of the same cost that avoids the other group, or
/// the groups are merged and scheduled together. For moves, the groups' plans are executed one
/// after another, and groups are merged if no order of them is possible.
///
/// # Guarantees
/// Complete and optimal in every model, under every objective. Unsolvable instances are recognised
/// at once. When stopped, it has a lower bound and no schedule.
///
/// Solves [`DirectedInstance`]s with the same guarantees, with one exception: in the model
/// `Standard`, if no vertex of a component is vacant, an unsolvable instance may be recognised only
/// when all placements have been tried. The same exception holds in all models for
/// [`LeavingInstance`](cpf_core::LeavingInstance)s.
///
/// # Complexity
/// A node is spent for each state expanded, each vertex of the tables of distances, and each step
/// that is checked for collisions. The states are the placements of the largest group: five or six
/// robots in each other's way are many, hundreds that never meet are few.
///
/// # References
/// Standley, *Finding optimal solutions to cooperative pathfinding problems*, AAAI 2010. For the
/// sum of costs, a state also records which robots have finished, so that a robot that leaves its
/// goal again pays for its rest there. Independence detection for moves is ours.
///
/// # Examples
/// ```
/// use mapf::{Instance, JointSearch, MotionModel, Objective, Scheduler};
/// use mapf::motion_core::{Control, Outcome, Quality, Solver};
///
/// // Two robots exchange the ends of a path with a bay.
/// let instance: Instance = "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\nr 1 3\nr 3 1\n".parse()?;
/// let search = JointSearch::default().with_model(MotionModel::Train);
/// let Outcome::Solved { plan, quality } = search.solve(&instance, &mut Control::unlimited())
/// else {
///     panic!("the robots pass each other at the bay");
/// };
/// let metrics = instance.verify_schedule(&plan, search.model())?;
/// assert_eq!((metrics.sum_of_costs, quality), (7, Quality::Optimal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointSearch {
    model: MotionModel,
    objective: Objective,
    independence_detection: bool,
}

impl JointSearch {
    /// Finds the best schedule that costs at most `limit`.
    pub(crate) fn run(
        self,
        instance: ArcInstance,
        limit: Option<u64>,
        control: &mut Control,
    ) -> Answer<Schedule> {
        if instance.vertex_count() > step_space::MAX_VERTICES {
            return Answer::Stopped { why: Stop::Unsupported, lower_bound: None };
        }
        groups::with_task(instance, (self.model, self.objective), limit, control, |task, control| {
            let groups = task.groups(self.independence_detection);
            match self.objective {
                Objective::Moves => ordered_groups::solve(task, groups, control),
                Objective::SumOfCosts | Objective::Makespan => {
                    groups::solve(task, groups, &mut StepSearch, control)
                }
            }
        })
    }
}

optimal_scheduler!(JointSearch);

impl Solver<DirectedInstance> for JointSearch {
    type Solution = Schedule;

    fn solve(&self, problem: &DirectedInstance, control: &mut Control) -> Outcome<Schedule> {
        let run =
            |instance: ArcInstance, control: &mut Control| groups::outcome(self.run(instance, None, control));
        ArcInstance::with_directed(problem, control, run)
    }
}
