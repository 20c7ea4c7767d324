//! The costs of ways to the goals, computed when they are needed.

mod paths;
mod tables;

use motion_core::{Control, Stop, Vertex};

use super::distance_bounds::DistanceBounds;
use super::legs::AHEAD;
use super::network::Network;
use super::traffic::{STEP, Traffic};
use paths::Paths;
use tables::Tables;

/// The cost of a way to a goal that cannot be reached.
pub(super) const FAR: u32 = u32::MAX;

/// Where the costs of a robot's way to a goal come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Lower bounds.
    Bound,
    /// The path of the robot with this number.
    Path(u32),
    /// The table with this number.
    Table(u32),
}

/// The costs of the ways from all vertices to goals. For the first goal of each robot there is soon
/// a path, and ways back to it; then, if the graph and memory allow it, a table for each goal.
#[derive(Clone, Debug)]
pub(super) struct GoalCosts {
    bounds: DistanceBounds,
    paths: Paths,
    tables: Option<Tables>,
    /// Whether a table takes no longer than a path.
    is_small: bool,
}

/// The largest graph for which there are tables. Beyond, a table takes longer than a millisecond.
const LARGE: usize = 1 << 16;
/// The largest graph on which tables come at once.
const SMALL: usize = 1 << 12;

impl GoalCosts {
    /// Makes room for this many robots, and for tables in this many bytes.
    pub(super) fn new(network: &Network, robots: usize, bytes: u64) -> Self {
        let vertices = network.vertex_count();
        let wanted = (2 * robots * Tables::bytes_of_table(vertices)) as u64;
        let tables = (vertices <= LARGE && wanted <= bytes).then(|| Tables::new(vertices, bytes));
        Self {
            bounds: DistanceBounds::new(network),
            paths: Paths::new(vertices, robots),
            is_small: tables.is_some() && vertices <= SMALL,
            tables,
        }
    }

    /// The number of a robot's goals for which there can be costs at a time.
    pub(super) const fn goals_ahead(&self) -> usize {
        if self.tables.is_some() { AHEAD } else { 1 }
    }

    /// Notes that a vertex has been closed or opened.
    pub(super) fn change(&mut self, vertex: Vertex) {
        self.paths.change(vertex);
        self.outdate();
    }

    /// Notes that the costs of steps have changed.
    pub(super) const fn outdate(&mut self) {
        if let Some(tables) = &mut self.tables {
            tables.outdate();
        }
    }

    /// The best source for a robot on a vertex and a goal, which counts as used at this time.
    pub(super) fn find(&mut self, way: (u32, Vertex, Vertex), now: u64) -> Source {
        let table = self.tables.as_mut().map_or(Source::Bound, |tables| tables.find(way.2, now));
        if table == Source::Bound { self.paths.find(way) } else { table }
    }

    /// Returns whether [`compute`](GoalCosts::compute) improves on a source, at once or, without
    /// `at_once`, at all.
    pub(super) fn is_improvable(&self, source: Source, at_once: bool) -> bool {
        match source {
            Source::Bound => true,
            Source::Path(_) => !at_once && self.tables.is_some(),
            Source::Table(table) => {
                !at_once && self.tables.as_ref().is_some_and(|tables| tables.is_outdated(table))
            }
        }
    }

    /// Computes better costs for a goal of a robot on a vertex: with `at_once` what takes least
    /// time, which is possible for the robot's first goal. Returns the number of vertices visited.
    ///
    /// # Errors
    /// [`Stop`] if the time is over before a path is found.
    pub(super) fn compute(
        &mut self,
        (way, at_once): ((u32, Vertex, Vertex), bool),
        (network, traffic): (&Network, &Traffic),
        now: u64,
        control: &mut Control,
    ) -> Result<u64, Stop> {
        match &mut self.tables {
            Some(tables) if self.is_small || !at_once => {
                tables.fill(way.2, network, traffic, now);
                Ok(network.vertex_count() as u64)
            }
            _ => self.paths.compute(way, network, &self.bounds, control),
        }
    }

    /// A lower bound on the number of steps between two vertices.
    pub(super) fn bound(&self, from: Vertex, to: Vertex) -> u32 {
        self.bounds.bound(from, to)
    }

    /// The cost of the way from a vertex to a goal, or [`FAR`].
    #[inline]
    pub(super) fn get(&self, (goal, source): (Vertex, Source), from: Vertex, network: &Network) -> u32 {
        match (source, &self.tables) {
            (Source::Table(table), Some(tables)) => tables.get(table, from),
            (Source::Path(robot), _) => self.paths.get(robot, from, network),
            _ => STEP * self.bounds.bound(from, goal),
        }
    }
}
