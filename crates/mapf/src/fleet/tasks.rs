//! Tasks, and which robot does which.

use alloc::vec::Vec;
use core::fmt;

use motion_core::internal::Assignment;
use motion_core::{Token, Vertex};

use super::Fleet;

/// Places that one robot visits in order, such as where a thing is fetched and where it is brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Task {
    /// The places. A task without places is finished at once.
    pub places: Vec<Vertex>,
}

/// A robot that can be given a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FreeRobot {
    /// The robot.
    pub robot: Token,
    /// Where it is, or where its present task ends.
    pub from: Vertex,
}

/// A rule that gives tasks to robots.
pub trait TaskChooser: fmt::Debug {
    /// Chooses tasks for robots, as pairs of indices of the two lists. Both lists are in the order
    /// of time: the robot that has been free longest comes first, and the task revealed first. No
    /// index may occur twice among the robots, or among the tasks; robots without a pair stay free.
    fn choose(&mut self, fleet: &Fleet, robots: &[FreeRobot], tasks: &[Task]) -> Vec<(usize, usize)>;
}

/// Gives tasks to robots near their first places: the least sum of
/// [bounds on distances](Fleet::distance_bound), for up to 64 robots and 128 tasks at once, earlier
/// ones first.
///
/// # Complexity
/// For t tasks, time O(t³) for each batch of robots.
///
/// # References
/// H. W. Kuhn, *The Hungarian method for the assignment problem*, Naval Research Logistics
/// Quarterly 2, 1955.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NearestTasks;

/// Gives the first task to the robot that has been free longest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TasksInOrder;

/// The greatest numbers of robots and tasks in an assignment.
const ROBOTS: usize = 64;
const TASKS: usize = 128;

impl TaskChooser for NearestTasks {
    fn choose(&mut self, fleet: &Fleet, robots: &[FreeRobot], tasks: &[Task]) -> Vec<(usize, usize)> {
        let mut open: Vec<usize> = (0..tasks.len()).collect();
        let mut chosen = Vec::new();
        for (batch, robots) in robots.chunks(ROBOTS).enumerate() {
            let columns = open.len().min(TASKS);
            let rows = robots.len().min(columns);
            let distance = |row: usize, column: usize| {
                let first = tasks[open[column]].places.first();
                Some(first.map_or(0, |&first| fleet.distance_bound(robots[row].from, first)))
            };
            let mut assignment = Assignment::new(rows, columns, distance);
            if assignment.cost().is_none() {
                break;
            }
            let mut taken: Vec<_> =
                (0..rows).filter_map(|row| Some((row, assignment.column_of(row)?))).collect();
            taken.sort_unstable_by_key(|&(_, column)| core::cmp::Reverse(column));
            for (row, column) in taken {
                chosen.push((batch * ROBOTS + row, open.remove(column)));
            }
        }
        chosen
    }
}

impl TaskChooser for TasksInOrder {
    fn choose(&mut self, _: &Fleet, robots: &[FreeRobot], tasks: &[Task]) -> Vec<(usize, usize)> {
        (0..robots.len().min(tasks.len())).map(|index| (index, index)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_core::Grid;

    #[test]
    fn near_robots_get_tasks() {
        let graph = Grid::new(1, 9).expect("a grid").to_graph().graph;
        let places: Vec<_> = [0, 4, 8].map(Vertex).into();
        let fleet = Fleet::new(&graph, &places).expect("distinct vertices");
        let robots: Vec<_> =
            (0..).map(Token).zip(&places).map(|(robot, &from)| FreeRobot { robot, from }).collect();
        let tasks: Vec<_> = [7, 1].map(|place| Task { places: [Vertex(place)].into() }).into();
        let mut chosen = NearestTasks.choose(&fleet, &robots, &tasks);
        chosen.sort_unstable();
        // The first two robots are the ones that have been free longest.
        assert_eq!(chosen, [(0, 1), (1, 0)]);
        assert_eq!(TasksInOrder.choose(&fleet, &robots, &tasks), [(0, 0), (1, 1)]);
        assert!(NearestTasks.choose(&fleet, &robots, &[]).is_empty());
        // More robots than fit into one assignment.
        let many = alloc::vec![robots[2]; 70];
        let tasks = alloc::vec![tasks[0].clone(); 100];
        let chosen = NearestTasks.choose(&fleet, &many, &tasks);
        let distinct: alloc::collections::BTreeSet<_> = chosen.iter().map(|&(_, task)| task).collect();
        assert_eq!((chosen.len(), distinct.len()), (70, 70));
    }
}
