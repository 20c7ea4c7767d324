//! Schedules as one path per robot: its vertex at each time.

use alloc::vec::Vec;

use cpf_core::{Instance, Objective};
use motion_core::{Move, Schedule, Token, Vertex};

/// The path of every robot: its vertex at each time from 0 on. A robot stays at the end of its
/// path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimedPaths {
    paths: Vec<Vec<Vertex>>,
}

/// The vertex of a robot with this path at a time.
#[inline]
pub(crate) fn place_at(path: &[Vertex], time: usize) -> Vertex {
    path[time.min(path.len() - 1)]
}

/// The number of steps after which a robot with this path no longer moves.
pub(crate) fn last_move(path: &[Vertex]) -> usize {
    let rest = path[path.len() - 1];
    path.iter().rposition(|&place| place != rest).map_or(0, |time| time + 1)
}

/// The number of moves of a path. Waiting is not a move.
pub(crate) fn move_count(path: &[Vertex]) -> usize {
    path.windows(2).filter(|step| step[0] != step[1]).count()
}

impl TimedPaths {
    /// Takes a path for each robot. No path may be empty.
    pub(crate) fn new(paths: Vec<Vec<Vertex>>) -> Self {
        assert!(paths.iter().all(|path| !path.is_empty()), "a path without a vertex");
        Self { paths }
    }

    /// The paths of a verified schedule. Each path ends with the robot's last move.
    pub(crate) fn of(instance: &Instance, schedule: &Schedule) -> Self {
        let mut paths: Vec<Vec<Vertex>> =
            instance.start().places().iter().map(|&place| alloc::vec![place]).collect();
        for (time, step) in (1..).zip(schedule.steps()) {
            for action in step {
                let path = &mut paths[action.token.index()];
                path.resize(time, action.from);
                path.push(action.to);
            }
        }
        Self { paths }
    }

    /// The number of robots.
    pub(crate) fn robot_count(&self) -> usize {
        self.paths.len()
    }

    /// The path of a robot.
    pub(crate) fn path(&self, robot: usize) -> &[Vertex] {
        &self.paths[robot]
    }

    /// All paths in the order of the robots.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[Vertex]> {
        self.paths.iter().map(Vec::as_slice)
    }

    /// Replaces the path of a robot, and returns the old one.
    pub(crate) fn replace(&mut self, robot: usize, path: Vec<Vertex>) -> Vec<Vertex> {
        core::mem::replace(&mut self.paths[robot], path)
    }

    /// The vertex of a robot at a time.
    #[inline]
    pub(crate) fn place(&self, robot: usize, time: usize) -> Vertex {
        place_at(&self.paths[robot], time)
    }

    /// The number of steps until all robots rest.
    pub(crate) fn makespan(&self) -> usize {
        self.iter().map(last_move).max().unwrap_or(0)
    }

    /// The cost under an objective.
    pub(crate) fn cost(&self, objective: Objective) -> u64 {
        match objective {
            Objective::Moves => self.iter().map(move_count).sum::<usize>() as u64,
            Objective::SumOfCosts => self.iter().map(last_move).sum::<usize>() as u64,
            Objective::Makespan => self.makespan() as u64,
        }
    }

    /// Returns the schedule, without final steps in which no robot moves. The moves of a step are
    /// in the order of the robots.
    pub(crate) fn to_schedule(&self) -> Schedule {
        let mut schedule = Schedule::new();
        for time in 0..self.makespan() {
            schedule.push_step((0..).zip(&self.paths).filter_map(|(robot, path)| {
                let (from, to) = (place_at(path, time), place_at(path, time + 1));
                (from != to).then_some(Move { token: Token(robot), from, to })
            }));
        }
        schedule
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_become_paths_and_come_back() -> Result<(), cpf_core::formats::FormatError> {
        let instance: Instance = "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\nr 1 2\nr 3 4\n".parse()?;
        let step = |token, from, to| Move { token: Token(token), from: Vertex(from), to: Vertex(to) };
        let mut schedule = Schedule::new();
        schedule.push_step([]);
        schedule.push_step([step(0, 0, 1), step(1, 2, 3)]);
        schedule.push_step([step(1, 3, 2)]);
        schedule.push_step([step(1, 2, 3)]);
        let mut paths = TimedPaths::of(&instance, &schedule);
        assert_eq!(paths.to_schedule(), schedule);
        assert_eq!(Objective::ALL.map(|objective| paths.cost(objective)), [4, 6, 4]);
        assert_eq!((paths.robot_count(), paths.place(0, 9)), (2, Vertex(1)));
        // A robot that waits at the end of its path has stopped before.
        let old = paths.replace(1, [2, 3, 3, 3, 3, 3].map(Vertex).to_vec());
        assert_eq!(old, [2, 2, 3, 2, 3].map(Vertex));
        assert_eq!(Objective::ALL.map(|objective| paths.cost(objective)), [2, 3, 2]);
        assert_eq!(paths.to_schedule().makespan(), 2);
        assert_eq!(paths.path(1).len(), 6);
        Ok(())
    }
}
