//! Groups that move at the same time, for the sum of costs and the makespan.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use cpf_core::Objective;
use motion_core::{Control, Schedule, Vertex};

use super::meetings::Meetings;
use super::{Answer, Ended, Group, GroupSearch, Task};
use crate::timed_paths::TimedPaths;

/// The groups and their paths.
struct TimedGroups<'i, S> {
    task: &'i Task<'i>,
    search: &'i mut S,
    groups: Vec<Group>,
    /// A number for each group. Later groups have greater numbers.
    numbers: Vec<usize>,
    next_number: usize,
    paths: TimedPaths,
    /// Pairs of groups, by number, that have tried to avoid each other.
    tried: BTreeSet<(usize, usize)>,
}

/// Finds the best schedule of all groups.
pub(crate) fn solve(
    task: &Task,
    groups: Vec<Group>,
    search: &mut impl GroupSearch,
    control: &mut Control,
) -> Answer<Schedule> {
    let start = task.instance.start().places().iter().map(|&place| alloc::vec![place]);
    let mut timed = TimedGroups {
        task,
        search,
        numbers: (0..groups.len()).collect(),
        next_number: groups.len(),
        groups,
        paths: TimedPaths::new(start.collect()),
        tried: BTreeSet::new(),
    };
    match timed.run(control) {
        Ok(()) => Answer::Found(timed.paths.to_schedule()),
        Err(Ended::Unsolvable) => Answer::Unsolvable,
        Err(Ended::AboveLimit) => Answer::AboveLimit,
        Err(Ended::Stopped(why)) => {
            Answer::Stopped { why, lower_bound: Some(task.lower_bound(timed.groups.iter())) }
        }
    }
}

impl<S: GroupSearch> TimedGroups<'_, S> {
    fn run(&mut self, control: &mut Control) -> Result<(), Ended> {
        for index in 0..self.groups.len() {
            self.solve_group(index, control)?;
        }
        let vertices = self.task.instance.vertex_count();
        let mut meetings = Meetings::new(self.task.model, vertices, control)?;
        while let Some(met) =
            meetings.first(&self.paths, &self.task.group_of_robots(&self.groups), control)?
        {
            if let [a, b] = met[..]
                && self.tried.insert((self.numbers[a], self.numbers[b]))
                && (self.avoid(a, b, control)? || self.avoid(b, a, control)?)
            {
                continue;
            }
            self.merge(&met);
            self.solve_group(self.groups.len() - 1, control)?;
        }
        Ok(())
    }

    /// Finds the best paths of a group, ignoring the others.
    fn solve_group(&mut self, index: usize, control: &mut Control) -> Result<(), Ended> {
        let limit = self.task.limit_of(&self.groups, index)?;
        let group = &mut self.groups[index];
        let answer = self.search.search(self.task, &group.robots, &[], limit, control);
        let (paths, _) = group.bounded_by(answer, |&(_, cost)| cost)?;
        self.replace_paths(index, paths, control)
    }

    /// Finds paths of a group that are equally good and avoid another group, if there are any.
    fn avoid(&mut self, index: usize, other: usize, control: &mut Control) -> Result<bool, Ended> {
        let group = &self.groups[index];
        let limit = match self.task.objective {
            Objective::Moves | Objective::SumOfCosts => group.lower_bound,
            Objective::Makespan => self.task.lower_bound(self.groups.iter()),
        };
        let avoided: Vec<_> = self.groups[other].robots.iter().map(|&robot| self.paths.path(robot)).collect();
        match self.search.search(self.task, &group.robots, &avoided, Some(limit), control) {
            Answer::Found((paths, _)) => self.replace_paths(index, paths, control).map(|()| true),
            Answer::Unsolvable | Answer::AboveLimit => Ok(false),
            Answer::Stopped { why, .. } => Err(Ended::Stopped(why)),
        }
    }

    fn replace_paths(
        &mut self,
        index: usize,
        paths: Vec<Vec<Vertex>>,
        control: &mut Control,
    ) -> Result<(), Ended> {
        for (&robot, path) in self.groups[index].robots.iter().zip(paths) {
            control.hold(4 * path.len() as u64)?;
            let old = self.paths.replace(robot, path);
            control.release(4 * old.len() as u64);
        }
        Ok(())
    }

    /// Merges several groups, given in ascending order, into one, which becomes the last.
    fn merge(&mut self, indices: &[usize]) {
        let merged = self.task.merge(indices.iter().map(|&index| &self.groups[index]));
        for &index in indices.iter().rev() {
            self.groups.remove(index);
            self.numbers.remove(index);
        }
        self.groups.push(merged);
        self.numbers.push(self.next_number);
        self.next_number += 1;
    }
}
