//! Priority inheritance with backtracking (PIBT): one step of all robots, decided robot by robot.

mod step_generator;
mod swap;

use motion_core::Vertex;

pub(crate) use step_generator::StepGenerator;

/// The cost of a vertex that a robot must not enter.
pub(crate) const NO_ENTRY: u32 = u32::MAX;

/// Where robots can go, and what that costs each of them.
pub(crate) trait StepCosts {
    /// The vertices to which edges or arcs lead from a vertex.
    fn targets(&self, place: Vertex) -> &[Vertex];

    /// Returns whether robots may enter a vertex.
    fn may_enter(&self, to: Vertex) -> bool;

    /// The cost of a robot's way from a vertex to its goal.
    fn distance(&self, robot: usize, place: Vertex) -> u32;

    /// The best vertex for a robot, if it is known without comparing the others.
    fn best(&self, robot: usize, place: Vertex) -> Option<Vertex>;

    /// The cost of going to a target, with the way on from there, or [`NO_ENTRY`]. `turn` is its
    /// index among the targets.
    fn step(&self, robot: usize, place: Vertex, turn: usize, to: Vertex) -> u32;

    /// The cost of staying.
    fn wait(&self, robot: usize, place: Vertex) -> u32;

    /// Returns whether a robot wants to stay on a vertex for good.
    fn stays(&self, robot: usize, place: Vertex) -> bool;
}
