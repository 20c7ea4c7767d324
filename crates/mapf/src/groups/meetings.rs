//! The search for the first step in which schedules of several groups collide.

use alloc::vec::Vec;

use cpf_core::MotionModel;
use motion_core::{Control, Stop, Vertex};

use crate::timed_paths::TimedPaths;

/// Marks a vertex without a robot.
const VACANT: u32 = u32::MAX;

/// A table of the robot on each vertex before and after a step.
pub(crate) struct Meetings {
    model: MotionModel,
    before: Vec<u32>,
    after: Vec<u32>,
}

impl Meetings {
    /// Creates a table for graphs of this many vertices. Its memory is held.
    pub(crate) fn new(model: MotionModel, vertices: usize, control: &mut Control) -> Result<Self, Stop> {
        control.hold(8 * vertices as u64)?;
        Ok(Self { model, before: alloc::vec![VACANT; vertices], after: alloc::vec![VACANT; vertices] })
    }

    /// Returns the groups of the robots that collide first, in ascending order: two groups that
    /// meet on a vertex or an edge, or all groups of a cycle. `group_of` is the group of each
    /// robot. Robots of one group must not collide.
    pub(crate) fn first(
        &mut self,
        paths: &TimedPaths,
        group_of: &[usize],
        control: &mut Control,
    ) -> Result<Option<Vec<usize>>, Stop> {
        for time in 0..paths.makespan() {
            control.spend(1)?;
            self.set(paths, time);
            let met = self.first_in_step(paths, time);
            self.reset(paths, time);
            if let Some(robots) = met {
                let mut groups: Vec<_> = robots.iter().map(|&robot| group_of[robot as usize]).collect();
                groups.sort_unstable();
                groups.dedup();
                assert!(groups.len() > 1, "the robots of a group collide");
                return Ok(Some(groups));
            }
        }
        Ok(None)
    }

    fn set(&mut self, paths: &TimedPaths, time: usize) {
        for robot in 0..paths.robot_count() {
            self.before[paths.place(robot, time).index()] = robot as u32;
            self.after[paths.place(robot, time + 1).index()] = robot as u32;
        }
    }

    fn reset(&mut self, paths: &TimedPaths, time: usize) {
        for robot in 0..paths.robot_count() {
            self.before[paths.place(robot, time).index()] = VACANT;
            self.after[paths.place(robot, time + 1).index()] = VACANT;
        }
    }

    /// The robots that collide in this step.
    fn first_in_step(&self, paths: &TimedPaths, time: usize) -> Option<Vec<u32>> {
        let step = |robot: u32| (paths.place(robot as usize, time), paths.place(robot as usize, time + 1));
        for robot in 0..paths.robot_count() as u32 {
            let (from, to) = step(robot);
            let there = self.after[to.index()];
            if there != robot {
                return Some(alloc::vec![there, robot]);
            }
            let other = self.before[to.index()];
            if other == robot || other == VACANT {
                continue;
            }
            if self.model == MotionModel::Pebble || step(other).1 == from {
                return Some(alloc::vec![other, robot]);
            }
            if self.model == MotionModel::Train
                && let Some(circle) = self.circle(robot, step)
            {
                return Some(circle);
            }
        }
        None
    }

    /// The robots of the cycle through `robot`, if there is one.
    fn circle(&self, robot: u32, step: impl Fn(u32) -> (Vertex, Vertex)) -> Option<Vec<u32>> {
        let mut circle = alloc::vec![robot];
        let mut last = robot;
        loop {
            let next = self.before[step(last).1.index()];
            if next == robot {
                return Some(circle);
            }
            // Because of other collisions, the way may run in circles without coming back to this
            // robot.
            if next == VACANT || next == last || circle.len() > self.before.len() {
                return None;
            }
            circle.push(next);
            last = next;
        }
    }
}
