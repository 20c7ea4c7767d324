//! The search for the least cost of one group, which tests one cost after another from a lower
//! bound on.

use alloc::vec::Vec;

use cpf_core::Objective;
use motion_core::internal::Arcs;
use motion_core::{Control, Stop, Vertex};

use super::{Answer, Task};
use crate::all_distances::UNREACHABLE;
use crate::mdd::{Mdd, MddBuilder};
use crate::timed_paths::{last_move, place_at};

/// A group of robots whose least cost is sought.
pub(crate) struct GroupTask<'g> {
    pub(crate) task: &'g Task<'g>,
    pub(crate) robots: &'g [usize],
    /// The distance of each robot to its goal.
    pub(crate) distances: Vec<usize>,
    /// The diagrams of the avoided robots.
    pub(crate) avoided: Vec<Mdd>,
    /// A lower bound on the cost.
    pub(crate) least: usize,
}

impl<'g> GroupTask<'g> {
    /// Creates the task. Returns `None` if a robot cannot reach its goal.
    pub(crate) fn new(
        task: &'g Task,
        robots: &'g [usize],
        avoided: &[&[Vertex]],
        builder: &mut MddBuilder,
    ) -> Option<Self> {
        let distance = |&robot: &usize| {
            let distance = task.distances.get(robot, task.instance.start().places()[robot]);
            (distance != UNREACHABLE).then_some(distance as usize)
        };
        let distances: Vec<usize> = robots.iter().map(distance).collect::<Option<_>>()?;
        let arcs = task.instance.arcs();
        let avoided: Vec<_> = avoided.iter().map(|path| path_diagram(builder, arcs, path)).collect();
        let horizon = avoided.iter().map(Mdd::cost).max().unwrap_or(0);
        let least = match task.objective {
            Objective::SumOfCosts => distances.iter().sum(),
            Objective::Makespan | Objective::Moves => distances.iter().copied().fold(horizon, usize::max),
        };
        Some(Self { task, robots, distances, avoided, least })
    }

    /// Tests one cost after another, and returns the first paths that `paths_of_cost` finds.
    pub(crate) fn least_cost(
        &self,
        limit: Option<u64>,
        mut paths_of_cost: impl FnMut(usize) -> Result<Option<Vec<Vec<Vertex>>>, Stop>,
    ) -> Answer<(Vec<Vec<Vertex>>, u64)> {
        for cost in self.least.. {
            if limit.is_some_and(|limit| cost as u64 > limit) {
                break;
            }
            match paths_of_cost(cost) {
                Ok(Some(paths)) => return Answer::Found((paths, cost as u64)),
                Ok(None) => {}
                Err(why) => return Answer::Stopped { why, lower_bound: Some(cost as u64) },
            }
        }
        Answer::AboveLimit
    }
}

impl Task<'_> {
    /// The diagram of a robot for a cost that is at least its distance.
    pub(crate) fn diagram(
        &self,
        robot: usize,
        cost: usize,
        builder: &mut MddBuilder,
        control: &mut Control,
    ) -> Result<Mdd, Stop> {
        control.spend_many(cost as u64 + 1)?;
        let start = self.instance.start().places()[robot];
        let distance = |vertex| self.distances.get(robot, vertex);
        let mdd = builder.build(self.instance.arcs(), start, distance, cost, |_, _, _| true);
        Ok(mdd.expect("invariant: a path leads to the goal in time"))
    }
}

/// The diagram of a single path, up to its last move.
fn path_diagram(builder: &mut MddBuilder, arcs: &Arcs, path: &[Vertex]) -> Mdd {
    let goal = path[path.len() - 1];
    let at_goal = |vertex| u32::from(vertex != goal);
    let is_on_path = |from, to, time: usize| (from, to) == (place_at(path, time - 1), place_at(path, time));
    let mdd = builder.build(arcs, path[0], at_goal, last_move(path), is_on_path);
    mdd.expect("invariant: the path leads to its end")
}
