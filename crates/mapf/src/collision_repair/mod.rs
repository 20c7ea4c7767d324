//! Schedules from paths that collide at first.

mod collisions;

use alloc::vec::Vec;

use cpf_core::{Instance, MotionModel, Objective, Scheduler};
use motion_core::{Control, Outcome, Quality, Schedule, Solver, Stop};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::goal_distances::GoalDistances;
use crate::timed_paths::TimedPaths;
use collisions::CollidingPaths;

/// Finds a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionRepair {
    model: MotionModel,
    objective: Objective,
    group_size: usize,
    seed: u64,
}

impl Default for CollisionRepair {
    /// The sum of costs in the model `Standard`, by groups of eight.
    fn default() -> Self {
        Self { model: MotionModel::Standard, objective: Objective::SumOfCosts, group_size: 8, seed: 1 }
    }
}

impl CollisionRepair {
    /// Sets the model in which schedules are legal.
    pub const fn with_model(mut self, model: MotionModel) -> Self {
        self.model = model;
        self
    }

    /// Paths without collisions.
    fn repair(
        self,
        instance: &Instance,
        distances: &GoalDistances,
        control: &mut Control,
    ) -> Result<Schedule, Stop> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut paths = CollidingPaths::new(instance, self.model, distances, &mut rng, control)?;
        let mut groups = Groups::new(instance.robot_count(), self.group_size);
        while paths.pairs() > 0 {
            control.spend(1)?;
            groups.choose(&paths, &mut rng);
            paths.replan(&mut groups.group, &mut rng, control)?;
        }
        Ok(TimedPaths::new(paths.paths).to_schedule())
    }
}

/// Chooses groups of robots that collide.
struct Groups {
    size: usize,
    group: Vec<usize>,
    member: Vec<bool>,
}

impl Groups {
    fn new(robots: usize, size: usize) -> Self {
        Self { size: size.clamp(1, robots), group: Vec::new(), member: alloc::vec![false; robots] }
    }

    fn add(&mut self, robot: usize) {
        if self.group.len() < self.size && !core::mem::replace(&mut self.member[robot], true) {
            self.group.push(robot);
        }
    }

    /// A robot that collides, robots that can be reached from it by collisions, and robots that its
    /// group meets on random walks.
    fn choose(&mut self, paths: &CollidingPaths<'_>, rng: &mut Xoshiro256PlusPlus) {
        for robot in self.group.drain(..) {
            self.member[robot] = false;
        }
        let colliding: u32 = paths.partners.iter().map(|partners| u32::from(!partners.is_empty())).sum();
        let number = rng.random_range(0..colliding) as usize;
        let first = (0..paths.partners.len()).filter(|&robot| !paths.partners[robot].is_empty()).nth(number);
        self.add(first.expect("invariant: a robot collides"));
        let mut steps = 0;
        while self.group.len() < self.size && steps < 4 * self.size {
            steps += 1;
            let robot = self.group[rng.random_range(0..self.group.len() as u32) as usize];
            let partners = &paths.partners[robot];
            if !partners.is_empty() && rng.random_range(0..2) == 0 {
                self.add(partners[rng.random_range(0..partners.len() as u32) as usize] as usize);
                continue;
            }
            // A random walk from a place of its path.
            let path = &paths.paths[robot];
            let begin = rng.random_range(0..path.len() as u32);
            let mut place = path[begin as usize];
            for time in begin..begin + 32 {
                let neighbours = paths.instance.graph().neighbours(place);
                if neighbours.is_empty() {
                    break;
                }
                place = neighbours[rng.random_range(0..neighbours.len() as u32) as usize];
                if let Some(visit) = paths.table.at(place, time + 1) {
                    self.add(visit.robot as usize);
                }
            }
        }
    }
}

impl Solver<Instance> for CollisionRepair {
    type Solution = Schedule;

    fn solve(&self, problem: &Instance, control: &mut Control) -> Outcome<Schedule> {
        if problem.lower_bound(self.objective, self.model).is_none() {
            return Outcome::Unsolvable;
        }
        let distances = match GoalDistances::new(problem, control) {
            Ok(distances) => distances,
            Err(why) => return Outcome::stopped(why),
        };
        let result = self.repair(problem, &distances, control);
        distances.release(control);
        match result {
            Ok(plan) => Outcome::Solved { plan, quality: Quality::Feasible },
            Err(why) => Outcome::stopped(why),
        }
    }
}

impl Scheduler for CollisionRepair {
    fn model(&self) -> MotionModel {
        self.model
    }

    fn objective(&self) -> Objective {
        self.objective
    }
}
