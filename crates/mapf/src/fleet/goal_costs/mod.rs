//! The costs of ways to the goals, computed when they are needed.

mod paths;
mod tables;

use motion_core::{Control, Stop, Vertex};

use super::landmarks::Landmarks;
use super::network::Network;
use super::traffic::{STEP, Traffic};
use paths::Paths;
use tables::Tables;

/// The cost of a way to a goal that cannot be reached.
pub(super) const FAR: u32 = u32::MAX;

/// Where the costs of a robot's way to a goal come from: the number of a table or a robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source(u32);

impl Source {
    /// Marks a goal whose costs are lower bounds.
    pub(super) const BOUND: Self = Self(u32::MAX);
}

/// For each goal, the costs of the ways from all vertices: a table, or on large graphs a path of the
/// robot and ways back to it. Where there is neither yet, lower bounds.
#[derive(Clone, Debug)]
pub(super) struct GoalCosts {
    landmarks: Landmarks,
    known: Known,
}

#[derive(Clone, Debug)]
enum Known {
    Tables(Tables),
    Paths(Paths),
}

/// The largest graph for which there are tables. Beyond, a table takes longer than a millisecond.
const LARGE: usize = 1 << 16;

impl GoalCosts {
    /// Makes room for these many robots in this many bytes.
    pub(super) fn new(network: &Network, robots: usize, bytes: u64) -> Self {
        let vertices = network.vertex_count();
        let wanted = (2 * robots * Tables::bytes_of_table(vertices)) as u64;
        let known = if vertices <= LARGE && wanted <= bytes {
            Known::Tables(Tables::new(vertices, bytes))
        } else {
            Known::Paths(Paths::new(vertices, robots))
        };
        Self { landmarks: Landmarks::new(network), known }
    }

    /// The number of a robot's goals for which there are costs at a time.
    pub(super) const fn goals_ahead(&self) -> usize {
        match self.known {
            Known::Tables(_) => super::legs::AHEAD,
            Known::Paths(_) => 1,
        }
    }

    /// Notes that a vertex has been closed or opened.
    pub(super) fn change(&mut self, vertex: Vertex) {
        match &mut self.known {
            Known::Tables(tables) => tables.outdate(),
            Known::Paths(paths) => paths.change(vertex),
        }
    }

    /// Notes that the costs of steps have changed.
    pub(super) const fn outdate(&mut self) {
        if let Known::Tables(tables) = &mut self.known {
            tables.outdate();
        }
    }

    /// The source for a robot on a vertex and a goal, which counts as used at this time.
    pub(super) fn find(&mut self, way: (u32, Vertex, Vertex), now: u64) -> Source {
        match &mut self.known {
            Known::Tables(tables) => tables.find(way.2, now),
            Known::Paths(paths) => paths.find(way),
        }
    }

    /// Returns whether a source other than [`Source::BOUND`] should be renewed.
    pub(super) fn is_outdated(&self, source: Source) -> bool {
        match &self.known {
            Known::Tables(tables) => tables.is_outdated(source),
            Known::Paths(_) => false,
        }
    }

    /// Computes the costs for a goal of a robot on a vertex. Returns the number of vertices visited.
    ///
    /// # Errors
    /// [`Stop`] if the time is over before a path is found.
    pub(super) fn compute(
        &mut self,
        (robot, place, goal): (u32, Vertex, Vertex),
        (network, traffic): (&Network, &Traffic),
        now: u64,
        control: &mut Control,
    ) -> Result<u64, Stop> {
        match &mut self.known {
            Known::Tables(tables) => {
                tables.fill(goal, network, traffic, now);
                Ok(network.vertex_count() as u64)
            }
            Known::Paths(paths) => paths.compute((robot, place, goal), network, &self.landmarks, control),
        }
    }

    /// A lower bound on the number of steps between two vertices.
    pub(super) fn bound(&self, from: Vertex, to: Vertex) -> u32 {
        self.landmarks.bound(from, to)
    }

    /// The cost of the way from a vertex to a goal, or [`FAR`].
    #[inline]
    pub(super) fn get(&self, (goal, source): (Vertex, Source), from: Vertex, network: &Network) -> u32 {
        if source == Source::BOUND {
            return STEP * self.landmarks.bound(from, goal);
        }
        match &self.known {
            Known::Tables(tables) => tables.get(source, from),
            Known::Paths(paths) => paths.get(source, from, network),
        }
    }
}
