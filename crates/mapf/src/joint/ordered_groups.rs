//! Independence detection for moves, in which the groups move one after another.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use cpf_core::improve::parallelise;
use motion_core::{Control, Move, Plan, Schedule, Token, Vertex};

use super::move_space::search;
use crate::groups::{Answer, Ended, Group, Task};

/// The groups and their plans.
struct OrderedGroups<'i> {
    task: &'i Task<'i>,
    groups: Vec<Group>,
    /// The steps of each group.
    plans: Vec<Vec<Vec<Move>>>,
    /// Whether each group has searched for another plan.
    tried: Vec<bool>,
}

/// Finds the best schedule of all groups.
pub(super) fn solve(task: &Task, groups: Vec<Group>, control: &mut Control) -> Answer<Schedule> {
    let plans = alloc::vec![Vec::new(); groups.len()];
    let tried = alloc::vec![false; groups.len()];
    let mut ordered = OrderedGroups { task, groups, plans, tried };
    match ordered.run(control) {
        Ok(order) => Answer::Found(ordered.schedule(&order)),
        Err(Ended::Unsolvable) => Answer::Unsolvable,
        Err(Ended::AboveLimit) => Answer::AboveLimit,
        Err(Ended::Stopped(why)) => {
            Answer::Stopped { why, lower_bound: Some(task.lower_bound(ordered.groups.iter())) }
        }
    }
}

impl OrderedGroups<'_> {
    /// Finds plans and an order in which they are executed.
    fn run(&mut self, control: &mut Control) -> Result<Vec<usize>, Ended> {
        let vertices = self.task.instance.vertex_count();
        control.hold(16 * vertices as u64)?;
        for index in 0..self.groups.len() {
            self.solve_group(index, control)?;
        }
        loop {
            let cycle = match order_or_cycle(&self.precedences(control)?) {
                Ok(order) => return Ok(order),
                Err(cycle) => cycle,
            };
            if !self.find_other_plan(&cycle, control)? {
                self.merge(cycle);
                self.solve_group(self.groups.len() - 1, control)?;
            }
        }
    }

    /// For each group, the groups that must move after it.
    ///
    /// A group must move after those whose starts it visits, and before those whose goals it
    /// visits. Its own starts and goals count as visited.
    fn precedences(&self, control: &mut Control) -> Result<Vec<Vec<usize>>, Ended> {
        let instance = self.task.instance;
        let group_of = self.task.group_of_robots(&self.groups);
        let mut later = alloc::vec![Vec::new(); self.groups.len()];
        for (index, group) in self.groups.iter().enumerate() {
            control.spend_many(self.plans[index].len() as u64)?;
            let starts = group.robots.iter().map(|&robot| instance.start().places()[robot]);
            for vertex in starts.chain(self.plans[index].iter().flatten().map(|action| action.to)) {
                let owner = |robot: Token| group_of[robot.index()];
                if let Some(other) =
                    instance.start().token_at(vertex).map(owner).filter(|&other| other != index)
                {
                    later[other].push(index);
                }
                if let Some(other) =
                    instance.goal().token_at(vertex).map(owner).filter(|&other| other != index)
                {
                    later[index].push(other);
                }
            }
        }
        for list in &mut later {
            list.sort_unstable();
            list.dedup();
        }
        Ok(later)
    }

    /// Finds the best plan of a group, ignoring the others.
    fn solve_group(&mut self, index: usize, control: &mut Control) -> Result<(), Ended> {
        let limit = self.task.limit_of(&self.groups, index)?;
        let group = &mut self.groups[index];
        let answer = search(self.task, &group.robots, &[], limit, control);
        let plan = group.bounded_by(answer, |plan| plan.iter().map(Vec::len).sum::<usize>() as u64)?;
        self.replace_plan(index, plan, control)
    }

    /// Finds, for a group of the cycle, a plan of the same length that visits no start or goal of
    /// the others. Each group tries this once.
    fn find_other_plan(&mut self, cycle: &[usize], control: &mut Control) -> Result<bool, Ended> {
        for &index in cycle {
            if core::mem::replace(&mut self.tried[index], true) {
                continue;
            }
            let group = &self.groups[index];
            let own = self.ends(core::iter::once(index));
            let mut blocked = self.ends(cycle.iter().copied().filter(|&other| other != index));
            blocked.retain(|vertex| own.binary_search(vertex).is_err());
            match search(self.task, &group.robots, &blocked, Some(group.lower_bound), control) {
                Answer::Found(plan) => {
                    self.replace_plan(index, plan, control)?;
                    return Ok(true);
                }
                Answer::Unsolvable | Answer::AboveLimit => {}
                Answer::Stopped { why, .. } => return Err(Ended::Stopped(why)),
            }
        }
        Ok(false)
    }

    /// The starts and goals of the robots of some groups, in ascending order.
    fn ends(&self, groups: impl Iterator<Item = usize>) -> Vec<Vertex> {
        let (start, goal) = (self.task.instance.start().places(), self.task.instance.goal().places());
        let robots = groups.flat_map(|group| &self.groups[group].robots);
        let mut ends: Vec<_> = robots.flat_map(|&robot| [start[robot], goal[robot]]).collect();
        ends.sort_unstable();
        ends
    }

    fn replace_plan(
        &mut self,
        index: usize,
        plan: Vec<Vec<Move>>,
        control: &mut Control,
    ) -> Result<(), Ended> {
        let bytes = |plan: &[Vec<Move>]| {
            let step = |step: &Vec<Move>| size_of::<Vec<Move>>() + size_of_val(&step[..]);
            plan.iter().map(step).sum::<usize>() as u64
        };
        control.hold(bytes(&plan))?;
        control.release(bytes(&core::mem::replace(&mut self.plans[index], plan)));
        Ok(())
    }

    /// Merges several groups into one, which becomes the last.
    fn merge(&mut self, mut indices: Vec<usize>) {
        let merged = self.task.merge(indices.iter().map(|&index| &self.groups[index]));
        indices.sort_unstable();
        for &index in indices.iter().rev() {
            self.groups.remove(index);
            self.plans.remove(index);
            self.tried.remove(index);
        }
        self.groups.push(merged);
        self.plans.push(Vec::new());
        self.tried.push(false);
    }

    /// Joins all plans in this order. If there are no rotations, moves happen as early as the order
    /// of visits allows.
    fn schedule(&self, order: &[usize]) -> Schedule {
        let steps = order.iter().flat_map(|&group| &self.plans[group]);
        if steps.clone().all(|step| step.len() == 1) {
            let plan: Plan = steps.flatten().copied().collect::<Vec<_>>().into();
            return parallelise(self.task.instance.underlying(), &plan, self.task.model)
                .expect("invariant: the moves are legal");
        }
        let mut schedule = Schedule::new();
        for step in steps {
            schedule.push_step(step.iter().copied());
        }
        schedule
    }
}

/// Returns an order in which every group comes before those that must be later, or a cycle of
/// groups, each of which must come before the next.
fn order_or_cycle(later: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let mut waits_for = alloc::vec![0; later.len()];
    for &group in later.iter().flatten() {
        waits_for[group] += 1;
    }
    let mut order: Vec<usize> = (0..later.len()).filter(|&group| waits_for[group] == 0).collect();
    let mut done = 0;
    while done < order.len() {
        for &group in &later[order[done]] {
            waits_for[group] -= 1;
            if waits_for[group] == 0 {
                order.push(group);
            }
        }
        done += 1;
    }
    if order.len() == later.len() {
        return Ok(order);
    }
    let left = (0..later.len()).filter(|&group| waits_for[group] > 0);
    Err(left
        .filter_map(|group| cycle_through(later, group))
        .min_by_key(Vec::len)
        .expect("invariant: some of those that are left are on a cycle"))
}

/// Finds a shortest cycle through a group, breadth-first.
fn cycle_through(later: &[Vec<usize>], first: usize) -> Option<Vec<usize>> {
    let mut before = alloc::vec![usize::MAX; later.len()];
    let mut queue = VecDeque::from([first]);
    while let Some(group) = queue.pop_front() {
        for &next in &later[group] {
            if next == first {
                let mut cycle = alloc::vec![group];
                while cycle[cycle.len() - 1] != first {
                    cycle.push(before[cycle[cycle.len() - 1]]);
                }
                cycle.reverse();
                return Some(cycle);
            }
            if before[next] == usize::MAX {
                before[next] = group;
                queue.push_back(next);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_ordered_or_a_shortest_cycle_is_found() {
        let order =
            |later: &[&[usize]]| order_or_cycle(&later.iter().map(|list| list.to_vec()).collect::<Vec<_>>());
        assert_eq!(order(&[]), Ok(alloc::vec![]));
        assert_eq!(order(&[&[], &[0], &[0, 1]]), Ok(alloc::vec![2, 1, 0]));
        assert_eq!(order(&[&[1], &[2], &[0]]), Err(alloc::vec![0, 1, 2]));
        // A longer cycle through 0 and a shorter one without it.
        assert_eq!(order(&[&[1], &[2], &[0, 3], &[2]]), Err(alloc::vec![2, 3]));
        // 0 only leads to a cycle; 3 is only reached from it.
        assert_eq!(order(&[&[1], &[2], &[1, 3], &[]]), Err(alloc::vec![1, 2]));
    }
}
