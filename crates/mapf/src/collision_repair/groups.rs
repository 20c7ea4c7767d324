//! The choice of the colliding robots that are replanned together.

use alloc::vec::Vec;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::collisions::CollidingPaths;

/// The number of steps of a random walk.
const WALK: u32 = 32;

/// The choice of groups of robots, which reuses its buffers.
pub(super) struct Groups {
    size: usize,
    walks: bool,
    pub(super) group: Vec<usize>,
    member: Vec<bool>,
}

impl Groups {
    pub(super) fn new(robots: usize, size: usize, walks: bool) -> Self {
        let size = size.clamp(1, robots.max(1));
        Self { size, walks, group: Vec::new(), member: alloc::vec![false; robots] }
    }

    fn add(&mut self, robot: usize) {
        if self.group.len() < self.size && !core::mem::replace(&mut self.member[robot], true) {
            self.group.push(robot);
        }
    }

    /// Chooses a colliding robot, and robots that collide with the group or are met on random walks
    /// from its paths.
    pub(super) fn choose(&mut self, paths: &CollidingPaths<'_>, rng: &mut Xoshiro256PlusPlus) {
        for robot in self.group.drain(..) {
            self.member[robot] = false;
        }
        let collides = |&robot: &usize| !paths.partners[robot].is_empty();
        let robots = paths.partners.len();
        let number = rng.random_range(0..(0..robots).filter(collides).count() as u32);
        let first = (0..robots).filter(collides).nth(number as usize);
        self.add(first.expect("invariant: a robot collides"));
        for _ in 0..4 * self.size {
            if self.group.len() == self.size {
                break;
            }
            let robot = self.group[rng.random_range(0..self.group.len() as u32) as usize];
            let partners = &paths.partners[robot];
            if !partners.is_empty() && (!self.walks || rng.random_range(0..2) == 0) {
                self.add(partners[rng.random_range(0..partners.len() as u32) as usize] as usize);
            } else if self.walks {
                self.walk(robot, paths, rng);
            }
        }
    }

    fn walk(&mut self, robot: usize, paths: &CollidingPaths<'_>, rng: &mut Xoshiro256PlusPlus) {
        let path = &paths.paths[robot];
        let begin = rng.random_range(0..path.len() as u32);
        let mut place = path[begin as usize];
        for time in begin + 1..=begin + WALK {
            let targets = paths.instance.successors(place);
            if targets.is_empty() {
                return;
            }
            place = targets[rng.random_range(0..targets.len() as u32) as usize];
            if let Some(visit) = paths.table.at(place, time) {
                self.add(visit.robot as usize);
            }
        }
    }
}
