//! The preferences of robots among vertices.

use motion_core::Vertex;

use super::distances_or_paths::DistancesOrPaths;
use super::guidance::{self, Guidance};
use super::guide_paths::GuidePaths;
use crate::all_distances::AllDistances;
use crate::arc_instance::ArcInstance;
use crate::priority_inheritance::{NO_ENTRY, StepCosts};

/// The cost of each vertex for a robot, for the [step
/// generator](crate::priority_inheritance): the
/// distance to its goal, the cost by its guide path if there is no table of distances, or the cost
/// of its guidance.
///
/// A robot follows its guidance for twice as many steps as the distance from its start to its goal.
/// After that only distances count, because robots that follow different weights can hinder each
/// other for ever.
pub(super) struct Preferences<'a, 'i> {
    instance: ArcInstance<'i>,
    distances: &'a AllDistances<'i>,
    paths: Option<&'a GuidePaths<'i>>,
    guidance: Option<&'a Guidance>,
    /// The distance of each robot's start to its goal.
    starts: &'a [u32],
    /// The number of steps since the start.
    depth: u32,
}

impl<'a, 'i> Preferences<'a, 'i> {
    pub(super) fn new(
        ways: &'a DistancesOrPaths<'i>,
        guidance: Option<&'a Guidance>,
        starts: &'a [u32],
        depth: u32,
    ) -> Self {
        let (distances, paths) = (ways.distances(), ways.paths());
        Self { instance: ways.instance(), distances, paths, guidance, starts, depth }
    }

    #[inline]
    fn guidance_of(&self, robot: usize) -> Option<&'a Guidance> {
        self.guidance.filter(|_| self.depth < self.starts[robot].saturating_mul(2))
    }
}

impl StepCosts for Preferences<'_, '_> {
    #[inline]
    fn targets(&self, place: Vertex) -> &[Vertex] {
        self.instance.successors(place)
    }

    #[inline]
    fn may_enter(&self, _: Vertex) -> bool {
        true
    }

    #[inline]
    fn distance(&self, robot: usize, place: Vertex) -> u32 {
        match self.paths {
            Some(paths) if self.instance.may_enter(robot, place) => paths.cost(robot, place),
            Some(_) => NO_ENTRY,
            None => self.distances.get(robot, place),
        }
    }

    #[inline]
    fn best(&self, robot: usize, place: Vertex) -> Option<Vertex> {
        match self.guidance_of(robot) {
            Some(_) => None,
            None => self.paths?.next(robot, place),
        }
    }

    #[inline]
    fn step(&self, robot: usize, place: Vertex, turn: usize, to: Vertex) -> u32 {
        match self.guidance_of(robot) {
            Some(guidance) => guidance.step(robot, place, turn, to),
            None => self.distance(robot, to),
        }
    }

    #[inline]
    fn wait(&self, robot: usize, place: Vertex) -> u32 {
        match self.guidance_of(robot).map(|guidance| guidance.cost(robot, place)) {
            Some(0) => 0,
            Some(cost) => cost + guidance::STEP,
            None => self.distance(robot, place),
        }
    }

    #[inline]
    fn stays(&self, robot: usize, place: Vertex) -> bool {
        self.instance.goal().places()[robot] == place
    }
}
