//! The robots of a legal schedule, some of which are replanned.

use alloc::rc::Rc;
use alloc::vec::Vec;

use cpf_core::{MotionModel, Objective};
use motion_core::{Control, Stop, Vertex};
use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::all_distances::{AllDistances, UNREACHABLE};
use crate::arc_instance::ArcInstance;
use crate::single_robot::{Others, PathCost, RobotTask, SingleRobotSearch};
use crate::timed_paths::{TimedPaths, last_move, move_count};
use crate::visit_table::{Visit, VisitTable};

/// Paths that never collide, and the data for replanning some of them.
pub(super) struct ScheduledRobots<'a> {
    pub(super) instance: ArcInstance<'a>,
    pub(super) distances: Rc<AllDistances<'a>>,
    pub(super) table: VisitTable,
    /// The distance of each robot from its start to its goal.
    starts: Vec<u32>,
    /// The path of each robot, which ends with its last move.
    pub(super) paths: Vec<Vec<Vertex>>,
    model: MotionModel,
    objective: Objective,
    /// Under the makespan, the cost of a robot is its lateness after this time.
    deadline: u32,
    /// The latest arrival allowed for any robot.
    latest: u32,
    search: SingleRobotSearch,
    /// The group's paths before replanning.
    old_paths: Vec<Vec<Vertex>>,
    /// The bytes that `control` has granted.
    held: u64,
}

impl<'a> ScheduledRobots<'a> {
    /// Takes the paths of a legal schedule.
    pub(super) fn new(
        instance: ArcInstance<'a>,
        paths: &TimedPaths,
        (model, objective): (MotionModel, Objective),
        distances: Rc<AllDistances<'a>>,
    ) -> Self {
        let paths: Vec<Vec<Vertex>> = paths.iter().map(|path| path[..=last_move(path)].to_vec()).collect();
        let mut table = VisitTable::new(instance.vertex_count());
        for (robot, path) in paths.iter().enumerate() {
            table.add(robot, path);
        }
        let mut scheduled = Self {
            instance,
            starts: distances.of_starts(instance),
            distances,
            table,
            paths,
            model,
            objective,
            deadline: 0,
            latest: 0,
            search: SingleRobotSearch::default(),
            old_paths: Vec::new(),
            held: 0,
        };
        scheduled.set_latest();
        scheduled
    }

    /// Accounts for the memory in use. Visits and steps count as if every capacity were twice the
    /// need.
    pub(super) fn account(&mut self, control: &mut Control) -> Result<(), Stop> {
        let steps: usize = self.paths.iter().map(Vec::len).sum();
        let path_bytes = 2 * steps * (size_of::<Visit>() + size_of::<Vertex>());
        let paths = 3 * self.paths.len() * size_of::<Vec<Vertex>>();
        let bytes = self.table.bytes() + self.search.bytes() + (path_bytes + paths) as u64;
        if bytes > self.held {
            control.hold(bytes - self.held)?;
            self.held = bytes;
        }
        Ok(())
    }

    /// Releases the memory.
    pub(super) fn release(self, control: &mut Control) {
        control.release(self.held);
    }

    /// The number of steps until all robots rest.
    pub(super) fn makespan(&self) -> u32 {
        self.paths.iter().map(|path| path.len() as u32 - 1).max().unwrap_or(0)
    }

    /// The cost of a robot's path under the objective. Under the makespan, its lateness after the
    /// deadline.
    pub(super) fn cost(&self, robot: usize) -> u32 {
        self.cost_of(&self.paths[robot])
    }

    fn cost_of(&self, path: &[Vertex]) -> u32 {
        let arrival = path.len() as u32 - 1;
        match self.objective {
            Objective::SumOfCosts => arrival,
            Objective::Moves => move_count(path) as u32,
            Objective::Makespan => arrival.saturating_sub(self.deadline),
        }
    }

    /// A lower bound on the cost of a robot's path.
    pub(super) fn least(&self, robot: usize) -> u32 {
        let distance = self.starts[robot];
        match self.objective {
            Objective::SumOfCosts | Objective::Moves => distance,
            Objective::Makespan => distance.saturating_sub(self.deadline),
        }
    }

    /// The cost of a robot's path above its lower bound.
    pub(super) fn delay(&self, robot: usize) -> u32 {
        self.cost(robot) - self.least(robot)
    }

    /// Sets the deadline for arrivals under the makespan.
    pub(super) fn set_deadline(&mut self, deadline: u32) {
        self.deadline = deadline;
        self.set_latest();
    }

    /// Sets the latest arrival: under the makespan the present one, under the number of moves a
    /// time that is long enough to let other robots pass.
    fn set_latest(&mut self) {
        self.latest = match self.objective {
            Objective::SumOfCosts => UNREACHABLE / 4,
            Objective::Makespan => self.makespan(),
            Objective::Moves => self.latest.max(self.makespan() + self.instance.vertex_count() as u32),
        };
    }

    /// Replans the robots of a group, one after another in a random order. The new paths are kept
    /// unless they cost more than the old ones. Returns the decrease in cost, or `None` if the old
    /// paths are kept.
    pub(super) fn replan(
        &mut self,
        group: &mut [usize],
        rng: &mut Xoshiro256PlusPlus,
        control: &mut Control,
    ) -> Result<Option<u32>, Stop> {
        group.shuffle(rng);
        for (index, &robot) in group.iter().enumerate() {
            self.table.remove(robot, &self.paths[robot]);
            if index == self.old_paths.len() {
                self.old_paths.push(Vec::new());
            }
            core::mem::swap(&mut self.old_paths[index], &mut self.paths[robot]);
        }
        let spare: u32 = (group.iter().zip(&self.old_paths))
            .map(|(&robot, path)| self.cost_of(path) - self.least(robot))
            .sum();
        let mut left = spare;
        for (index, &robot) in group.iter().enumerate() {
            match self.plan_one(robot, left, rng.next_u32(), control) {
                Ok(true) => {
                    let cost = self.cost(robot);
                    left -= cost - self.least(robot);
                }
                result => {
                    self.restore(group, index);
                    return result.map(|_| None);
                }
            }
        }
        Ok(Some(left))
    }

    /// Finds a path of a robot that is not in the table, and adds it. Returns whether there is one.
    fn plan_one(&mut self, robot: usize, spare: u32, turn: u32, control: &mut Control) -> Result<bool, Stop> {
        let most = self.least(robot).saturating_add(spare);
        let (cost, most, latest) = match self.objective {
            Objective::SumOfCosts => (PathCost::Arrival, most, self.latest),
            Objective::Moves => (PathCost::Moves, most, self.latest),
            Objective::Makespan => {
                (PathCost::Arrival, self.latest, most.saturating_add(self.deadline).min(self.latest))
            }
        };
        let task = RobotTask {
            start: self.instance.start().places()[robot],
            goal: self.instance.goal().places()[robot],
            distances: self.distances.of(robot),
            cost,
            most,
            latest,
        };
        let mut others = Others { table: &self.table, paths: &self.paths, model: self.model };
        let found = self.search.run(self.instance.arcs(), &mut others, &task, turn, control)?;
        if found {
            let path = &mut self.paths[robot];
            path.clear();
            path.extend_from_slice(self.search.path());
            self.table.add(robot, path);
        }
        Ok(found)
    }

    /// Restores the old paths of a group whose first `planned` robots have new ones.
    fn restore(&mut self, group: &[usize], planned: usize) {
        for &robot in &group[..planned] {
            self.table.remove(robot, &self.paths[robot]);
        }
        for (index, &robot) in group.iter().enumerate() {
            core::mem::swap(&mut self.old_paths[index], &mut self.paths[robot]);
            self.table.add(robot, &self.paths[robot]);
        }
    }
}
