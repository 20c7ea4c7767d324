//! Random instances, each with its own seed, so that they are independent.

use cpf_core::{Instance, generate};
use grid_puzzle::Board;
use motion_core::graph::Graph;
use rand::SeedableRng as _;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom as _;

use crate::reproduce::seed::Seed;

/// An instance.
pub(super) struct Case {
    /// The instance as a sliding puzzle, if it is one.
    pub(super) puzzle: Option<grid_puzzle::Instance>,
    pub(super) robots: Instance,
}

/// A family of random bi-connected graphs.
#[derive(Clone, Copy)]
pub(super) struct Ears {
    /// The number of vertices of the first cycle.
    pub(super) cycle: u32,
    /// The mean number of inner vertices of an ear.
    pub(super) mean: u32,
}

impl Ears {
    /// The number of vertices of each graph.
    pub(super) const VERTICES: u32 = 90;

    /// Generates the graph with this number.
    fn graph(self, seed: Seed, number: u32) -> Graph {
        let Self { cycle, mean } = self;
        let mut rng = seed.generator([1, cycle, mean, number]);
        // If the last ear is too long, the graph is generated again.
        loop {
            let made = generate::biconnected(cycle, mean, Self::VERTICES, &mut rng);
            let graph = made.expect("invariant: legal ears").graph;
            if graph.vertex_count() == Self::VERTICES as usize {
                return graph;
            }
        }
    }

    /// Places this many robots on the graph with this number. If one vertex is vacant the instance
    /// is feasible.
    pub(super) fn case(self, seed: Seed, robots: u32, number: u32) -> Case {
        let Self { cycle, mean } = self;
        let graph = self.graph(seed, number);
        let mut rng = seed.generator([2, cycle, mean, robots, number]);
        loop {
            let instance = generate::robots(graph.clone(), robots as usize, &mut rng);
            let robots = instance.expect("invariant: fewer robots than vertices");
            if robots.vacant_count() > 1 || robots.feasibility().is_ok() {
                return Case { puzzle: None, robots };
            }
        }
    }
}

/// Generates the (n² − 1)-puzzle with this number: a random solvable board, whose goal is reading
/// order.
pub(super) fn puzzle(seed: Seed, size: u32, number: u32) -> Case {
    let goal = Board::solved(size, size).expect("invariant: a legal size");
    let puzzle = grid_puzzle::Instance::random(goal, &mut seed.generator([0, size, number]));
    Case { robots: Instance::from(&puzzle), puzzle: Some(puzzle) }
}

impl Case {
    /// Returns the (n² − 3)-puzzle, which lacks the last two robots, as in the paper.
    pub(super) fn without_two(&self) -> Self {
        let grid = self.robots.grid().expect("invariant: only asked of puzzles").clone();
        let (start, goal) = (self.robots.start(), self.robots.goal());
        let ways = self.robots.robots().map(|robot| (start.vertex_of(robot), goal.vertex_of(robot)));
        let mut ways: Vec<_> = ways.collect();
        ways.truncate(ways.len() - 2);
        let robots = cpf_core::Setup::on_grid(grid, ways).instance();
        Self { puzzle: None, robots: robots.expect("invariant: robots of an instance") }
    }
}

impl Case {
    /// Returns the instance with additional robots, so that only two vertices are vacant at the
    /// start and at the goal. The additional robots start in random order. The first robots are
    /// those of the case.
    pub(super) fn filled(&self) -> Instance {
        let instance = &self.robots;
        let (start, goal) = (instance.start(), instance.goal());
        let mut starts: Vec<_> = start.vacant().collect();
        let vacant = starts.len();
        starts.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(vacant as u64));
        starts.truncate(vacant.saturating_sub(2));
        let own = instance.robots().map(|robot| (start.vertex_of(robot), goal.vertex_of(robot)));
        let robots: Vec<_> = own.chain(starts.into_iter().zip(goal.vacant())).collect();
        Instance::new(instance.graph().clone(), &robots).expect("invariant: vacant vertices are distinct")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motion_core::Vertex;

    #[test]
    fn two_robots_fewer_leave_the_last_cells_vacant() {
        let whole = puzzle(Seed(1), 4, 7);
        let less = whole.without_two().robots;
        assert_eq!((less.robot_count(), less.vacant_count()), (13, 3));
        assert_eq!(less.grid(), whole.robots.grid());
        for robot in less.robots() {
            assert_eq!(less.goal().vertex_of(robot), Vertex(robot.0));
            assert_eq!(less.start().vertex_of(robot), whole.robots.start().vertex_of(robot));
        }
    }

    #[test]
    fn robots_fill_up_vacant_vertices_but_two() {
        let case = Ears { cycle: 3, mean: 2 }.case(Seed(1), 30, 1);
        let filled = case.filled();
        assert_eq!((filled.robot_count(), filled.vacant_count()), (88, 2));
        for robot in case.robots.robots() {
            let places = [filled.start(), filled.goal()].map(|of| of.vertex_of(robot));
            assert_eq!(places, [case.robots.start(), case.robots.goal()].map(|of| of.vertex_of(robot)));
        }
    }

    #[test]
    fn cases_differ_and_can_be_solved() {
        let (ears, seed) = (Ears { cycle: 3, mean: 4 }, Seed(1));
        for number in 0..3 {
            for robots in [1, 45, 89] {
                let case = ears.case(seed, robots, number).robots;
                assert_eq!((case.graph().vertex_count(), case.robot_count()), (90, robots as usize));
                assert!(case.graph() == &ears.graph(seed, number) && case.feasibility().is_ok());
                assert_eq!(case.start(), ears.case(seed, robots, number).robots.start());
            }
            assert!(ears.graph(seed, number) != ears.graph(seed, number + 1));
            assert_ne!(puzzle(seed, 5, number).robots.start(), puzzle(seed, 5, number + 1).robots.start());
        }
    }
}
