//! Independence detection: groups of robots that are scheduled together, and merged if they cannot
//! avoid each other.
//!
//! The least costs of the single groups add up to a lower bound; for the makespan, the greatest of
//! them is a lower bound. So a schedule of that cost without collisions between groups is optimal.
//!
//! # References
//! Standley, *Finding optimal solutions to cooperative pathfinding problems*, AAAI 2010.

mod least_cost;
mod meetings;
mod optimal;
mod timed_groups;

use alloc::vec::Vec;

use cpf_core::{MotionModel, Objective};
use motion_core::{Control, Stop, Vertex};

use crate::all_distances::{AllDistances, UNREACHABLE};
use crate::arc_instance::ArcInstance;

pub(crate) use least_cost::GroupTask;
pub(crate) use optimal::{optimal_scheduler, outcome, outcome_from, with_task};
pub(crate) use timed_groups::solve;

/// The problem to solve.
pub(crate) struct Task<'i> {
    pub(crate) instance: ArcInstance<'i>,
    pub(crate) distances: &'i AllDistances<'static>,
    pub(crate) model: MotionModel,
    pub(crate) objective: Objective,
    /// The search ignores schedules that cost more than this.
    pub(crate) limit: Option<u64>,
}

/// Robots that are scheduled together.
pub(crate) struct Group {
    /// The robots' numbers, in ascending order.
    pub(crate) robots: Vec<usize>,
    /// A lower bound on the cost of these robots alone.
    pub(crate) lower_bound: u64,
}

/// The answer of a search.
pub(crate) enum Answer<P> {
    /// A solution of the least cost, within the limit.
    Found(P),
    /// No solution of any cost exists.
    Unsolvable,
    /// No solution within the limit exists.
    AboveLimit,
    /// A limit of the run was reached first.
    Stopped {
        why: Stop,
        /// A lower bound on the cost.
        lower_bound: Option<u64>,
    },
}

/// A search for the paths of one group.
pub(crate) trait GroupSearch {
    /// Finds paths of the least cost for these robots, if that is at most `limit`, and returns them
    /// with their cost. A robot stays at the end of its path. The paths avoid other robots on given
    /// paths.
    ///
    /// For the makespan, the time until those others rest also counts. The caller releases all
    /// memory that is still held.
    fn search(
        &mut self,
        task: &Task,
        robots: &[usize],
        avoided: &[&[Vertex]],
        limit: Option<u64>,
        control: &mut Control,
    ) -> Answer<(Vec<Vec<Vertex>>, u64)>;
}

/// The reasons for which the work on the groups ends without a solution.
pub(crate) enum Ended {
    Unsolvable,
    AboveLimit,
    Stopped(Stop),
}

impl From<Stop> for Ended {
    fn from(why: Stop) -> Self {
        Self::Stopped(why)
    }
}

impl Group {
    /// Takes the answer of a search for the best solution of this group alone. The group's bound
    /// becomes the one that the answer proves.
    pub(crate) fn bounded_by<T>(
        &mut self,
        answer: Answer<T>,
        cost: impl FnOnce(&T) -> u64,
    ) -> Result<T, Ended> {
        match answer {
            Answer::Found(solution) => {
                self.lower_bound = cost(&solution);
                Ok(solution)
            }
            Answer::Unsolvable => Err(Ended::Unsolvable),
            Answer::AboveLimit => Err(Ended::AboveLimit),
            Answer::Stopped { why, lower_bound } => {
                self.lower_bound = self.lower_bound.max(lower_bound.unwrap_or(0));
                Err(Ended::Stopped(why))
            }
        }
    }
}

impl Task<'_> {
    /// Every robot in a group of its own, or all robots in one group. Without robots there is no
    /// group.
    pub(crate) fn groups(&self, alone: bool) -> Vec<Group> {
        let robots: Vec<_> = (0..self.instance.robot_count()).collect();
        let size = if alone { 1 } else { robots.len().max(1) };
        robots.chunks(size).map(|robots| self.group(robots.to_vec(), 0)).collect()
    }

    /// Creates a group. Its bound is at least `lower_bound`, and at least that of the distances.
    pub(crate) fn group(&self, robots: Vec<usize>, lower_bound: u64) -> Group {
        let start = self.instance.start();
        let distances = robots.iter().map(|&robot| {
            let distance = self.distances.get(robot, start.places()[robot]);
            if distance == UNREACHABLE { 0 } else { u64::from(distance) }
        });
        let by_distances = match self.objective {
            Objective::Moves | Objective::SumOfCosts => distances.sum(),
            Objective::Makespan => distances.max().unwrap_or(0),
        };
        Group { robots, lower_bound: lower_bound.max(by_distances) }
    }

    /// Merges groups into one.
    pub(crate) fn merge<'g>(&self, parts: impl Iterator<Item = &'g Group> + Clone) -> Group {
        let mut robots: Vec<_> = parts.clone().flat_map(|part| part.robots.iter().copied()).collect();
        robots.sort_unstable();
        self.group(robots, self.lower_bound(parts))
    }

    /// A lower bound on the cost of all these groups together.
    pub(crate) fn lower_bound<'g>(&self, groups: impl Iterator<Item = &'g Group>) -> u64 {
        let bounds = groups.map(|group| group.lower_bound);
        match self.objective {
            Objective::Moves | Objective::SumOfCosts => bounds.sum(),
            Objective::Makespan => bounds.max().unwrap_or(0),
        }
    }

    /// The group of each robot, as an index of `groups`.
    pub(crate) fn group_of_robots(&self, groups: &[Group]) -> Vec<usize> {
        let mut group_of = alloc::vec![0; self.instance.robot_count()];
        for (index, group) in groups.iter().enumerate() {
            group.robots.iter().for_each(|&robot| group_of[robot] = index);
        }
        group_of
    }

    /// The most that a group may cost if the limit is to be kept. `None` if there is no limit.
    pub(crate) fn limit_of(&self, groups: &[Group], index: usize) -> Result<Option<u64>, Ended> {
        let Some(limit) = self.limit else { return Ok(None) };
        let others = match self.objective {
            Objective::Moves | Objective::SumOfCosts => {
                self.lower_bound(groups.iter()) - groups[index].lower_bound
            }
            Objective::Makespan => 0,
        };
        let limit = limit.checked_sub(others).filter(|&limit| limit >= groups[index].lower_bound);
        limit.map(Some).ok_or(Ended::AboveLimit)
    }
}
