//! The search of cost vectors for one group of robots.

use alloc::vec::Vec;

use cpf_core::Objective;
use hashbrown::HashMap;
use motion_core::{Control, Stop, Vertex};
use rustc_hash::FxBuildHasher;

use super::joint_paths::joint_paths;
use crate::groups::{Answer, GroupSearch, GroupTask, Task};
use crate::mdd::{Mdd, MddBuilder};

/// The diagrams of all robots, and the options of testing vectors.
pub(super) struct CostVectors {
    pairwise_pruning: bool,
    builder: MddBuilder,
    /// The diagrams of each robot by cost, beginning with its distance.
    diagrams: Vec<Vec<Mdd>>,
}

/// The group whose vectors are tested.
struct TestedGroup<'g> {
    group: &'g GroupTask<'g>,
    /// Whether two robots can avoid each other, indexed by their numbers in the group and their
    /// costs beyond the distance. A robot's pair with itself stands for the robot and the avoided
    /// robots.
    pairs: HashMap<[(usize, usize); 2], bool, FxBuildHasher>,
}

impl CostVectors {
    /// Creates the search for the robots of an instance. Memory is held until the caller's scope
    /// ends.
    pub(super) fn new(
        pairwise_pruning: bool,
        vertices: usize,
        robots: usize,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        control.hold((8 * vertices + size_of::<Vec<Mdd>>() * robots) as u64)?;
        let diagrams = alloc::vec![Vec::new(); robots];
        Ok(Self { pairwise_pruning, builder: MddBuilder::new(vertices), diagrams })
    }

    /// Makes the diagrams of a robot for costs up to its distance plus `extra`.
    fn prepare(
        &mut self,
        task: &Task,
        robot: usize,
        extra: usize,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let start = task.instance.start().places()[robot];
        let distance = task.distances.get(robot, start) as usize;
        for extra in self.diagrams[robot].len()..=extra {
            let mdd = task.diagram(robot, distance + extra, &mut self.builder, control)?;
            control.spend_many(mdd.node_count() as u64)?;
            control.hold(mdd.bytes() + size_of::<Mdd>() as u64)?;
            self.diagrams[robot].push(mdd);
        }
        Ok(())
    }

    /// Finds paths of robots that avoid each other and the avoided robots. The robots are given by
    /// their numbers in the group and their costs beyond the distance.
    fn paths(
        &mut self,
        group: &GroupTask,
        extras: &[(usize, usize)],
        avoided: &[Mdd],
        control: &mut Control,
    ) -> Result<Option<Vec<Vec<Vertex>>>, Stop> {
        for &(index, extra) in extras {
            self.prepare(group.task, group.robots[index], extra, control)?;
        }
        let own = extras.iter().map(|&(index, extra)| &self.diagrams[group.robots[index]][extra]);
        let diagrams: Vec<_> = avoided.iter().chain(own).collect();
        let paths = joint_paths(&diagrams, group.task.model, control)?;
        Ok(paths.map(|mut paths| paths.split_off(avoided.len())))
    }

    /// Returns whether the last of these robots can avoid the avoided robots and each robot before
    /// it, pair by pair.
    fn last_fits(
        &mut self,
        group: &mut TestedGroup,
        extras: &[usize],
        control: &mut Control,
    ) -> Result<bool, Stop> {
        if !self.pairwise_pruning {
            return Ok(true);
        }
        let last = (extras.len() - 1, extras[extras.len() - 1]);
        if !group.group.avoided.is_empty() && !self.pair_fits(group, [last, last], control)? {
            return Ok(false);
        }
        for other in extras.iter().copied().enumerate().take(last.0) {
            if !self.pair_fits(group, [other, last], control)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn pair_fits(
        &mut self,
        group: &mut TestedGroup,
        pair: [(usize, usize); 2],
        control: &mut Control,
    ) -> Result<bool, Stop> {
        if let Some(&fits) = group.pairs.get(&pair) {
            return Ok(fits);
        }
        let fits = if pair[0] == pair[1] {
            self.paths(group.group, &pair[..1], &group.group.avoided, control)?.is_some()
        } else {
            self.paths(group.group, &pair, &[], control)?.is_some()
        };
        control.hold(2 * size_of_val(&pair) as u64)?;
        group.pairs.insert(pair, fits);
        Ok(fits)
    }

    /// Finds paths for one of the vectors that add up to the distances plus `total`.
    fn sum(
        &mut self,
        group: &mut TestedGroup,
        total: usize,
        control: &mut Control,
    ) -> Result<Option<Vec<Vec<Vertex>>>, Stop> {
        let robots = group.group.robots.len();
        let mut extras: Vec<usize> = Vec::with_capacity(robots);
        let mut left = total;
        // The next value for the next robot. The last robot takes the rest.
        let mut next = if robots == 1 { left } else { 0 };
        loop {
            if next > left {
                let Some(extra) = extras.pop() else { return Ok(None) };
                left += extra;
                next = extra + 1;
                continue;
            }
            extras.push(next);
            if !self.last_fits(group, &extras, control)? {
                extras.pop();
                next += 1;
                continue;
            }
            left -= next;
            if extras.len() == robots {
                let vector: Vec<_> = extras.iter().copied().enumerate().collect();
                if let Some(paths) = self.paths(group.group, &vector, &group.group.avoided, control)? {
                    return Ok(Some(paths));
                }
                next = left + 1;
            } else {
                next = if extras.len() + 1 == robots { left } else { 0 };
            }
        }
    }

    /// Finds paths for the vector whose entries all equal `cost`.
    fn equal(
        &mut self,
        group: &mut TestedGroup,
        cost: usize,
        control: &mut Control,
    ) -> Result<Option<Vec<Vec<Vertex>>>, Stop> {
        let extras: Vec<_> = group.group.distances.iter().map(|distance| cost - distance).collect();
        for robots in 1..=extras.len() {
            if !self.last_fits(group, &extras[..robots], control)? {
                return Ok(None);
            }
        }
        let vector: Vec<_> = extras.into_iter().enumerate().collect();
        self.paths(group.group, &vector, &group.group.avoided, control)
    }
}

impl GroupSearch for CostVectors {
    fn search(
        &mut self,
        task: &Task,
        robots: &[usize],
        avoided: &[&[Vertex]],
        limit: Option<u64>,
        control: &mut Control,
    ) -> Answer<(Vec<Vec<Vertex>>, u64)> {
        let Some(group) = GroupTask::new(task, robots, avoided, &mut self.builder) else {
            return Answer::Unsolvable;
        };
        let mut tested = TestedGroup { group: &group, pairs: HashMap::with_hasher(FxBuildHasher) };
        group.least_cost(limit, |cost| match task.objective {
            Objective::SumOfCosts => self.sum(&mut tested, cost - group.least, control),
            Objective::Makespan | Objective::Moves => self.equal(&mut tested, cost, control),
        })
    }
}
