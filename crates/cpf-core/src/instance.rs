//! A graph and robots on it, with goals.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use motion_core::error::ConfigurationError;
use motion_core::error::RunError;
use motion_core::graph::Graph;
use motion_core::internal::Counted;
use motion_core::{Cell, Configuration, Control, Grid, Token, Vertex};

/// An unchecked instance: a graph, and a start and a goal for each robot.
///
/// Robots are [`Token`]s, numbered in this order. [`Setup::instance`] makes an [`Instance`] of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setup {
    /// The vertices and edges.
    pub graph: Graph,
    /// The start and goal of each robot.
    pub robots: Vec<(Vertex, Vertex)>,
    /// The grid whose open cells are the graph's vertices in the order of [`Grid::to_graph`], if
    /// there is one.
    pub grid: Option<Grid>,
}

/// A graph and robots with distinct starts and distinct goals.
///
/// The graph need not be connected, and any number of vertices may be vacant. The goal may be
/// unreachable: see [`Instance::feasibility`]. An instance is read from and written as [graph
/// text](crate::formats#graph-text).
///
/// # Examples
/// ```
/// use cpf_core::Instance;
/// use motion_core::graph::Graph;
/// use motion_core::Vertex;
///
/// // Two robots exchange the ends of two rays of a star.
/// let star = Graph::from_edges(4, [1, 2, 3].map(|ray| (Vertex(0), Vertex(ray))))?;
/// let instance = Instance::new(star, &[(Vertex(1), Vertex(2)), (Vertex(2), Vertex(1))])?;
/// assert_eq!(instance.robot_count(), 2);
/// assert_eq!(instance.vacant_count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "Setup", into = "Setup")
)]
pub struct Instance {
    graph: Graph,
    start: Configuration,
    goal: Configuration,
    grid: Option<Grid>,
}

/// The reason why a setup is not an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InstanceError {
    /// A robot starts on a vertex that does not exist.
    NoSuchStart {
        /// The robot.
        robot: Token,
        /// Its start.
        vertex: Vertex,
        /// The number of vertices.
        vertices: usize,
    },
    /// A robot's goal is a vertex that does not exist.
    NoSuchGoal {
        /// The robot.
        robot: Token,
        /// Its goal.
        vertex: Vertex,
        /// The number of vertices.
        vertices: usize,
    },
    /// Two robots start on one vertex.
    SharedStart {
        /// The vertex.
        vertex: Vertex,
        /// The robot that comes first.
        first: Token,
        /// The other robot.
        second: Token,
    },
    /// Two robots have the same goal.
    SharedGoal {
        /// The vertex.
        vertex: Vertex,
        /// The robot that comes first.
        first: Token,
        /// The other robot.
        second: Token,
    },
    /// A robot starts or ends on a cell that is closed or not on the grid.
    NoSuchCell {
        /// The robot.
        robot: Token,
        /// The cell.
        cell: Cell,
    },
    /// The graph is not that of the grid.
    GridMismatch,
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchStart { robot, vertex, vertices } => write!(
                f,
                "robot {} starts on vertex {}, but the graph has only {}",
                robot.one_based(),
                vertex.one_based(),
                Counted(*vertices, "vertex")
            ),
            Self::NoSuchGoal { robot, vertex, vertices } => write!(
                f,
                "robot {} has its goal on vertex {}, but the graph has only {}",
                robot.one_based(),
                vertex.one_based(),
                Counted(*vertices, "vertex")
            ),
            Self::SharedStart { vertex, first, second } => write!(
                f,
                "robots {} and {} both start on vertex {}",
                first.one_based(),
                second.one_based(),
                vertex.one_based()
            ),
            Self::SharedGoal { vertex, first, second } => write!(
                f,
                "robots {} and {} both have their goal on vertex {}",
                first.one_based(),
                second.one_based(),
                vertex.one_based()
            ),
            Self::NoSuchCell { robot, cell } => {
                write!(
                    f,
                    "robot {} has its start or its goal on cell {}, which is not open",
                    robot.one_based(),
                    cell.0
                )
            }
            Self::GridMismatch => f.write_str("the graph is not that of the grid's open cells"),
        }
    }
}

impl Error for InstanceError {}

impl Setup {
    /// Makes a setup on the open cells of a grid, with robots given by vertices.
    pub fn on_grid(grid: Grid, robots: Vec<(Vertex, Vertex)>) -> Self {
        Self { graph: grid.to_graph().graph, robots, grid: Some(grid) }
    }

    /// Makes a setup on the open cells of a grid, with robots given by cells.
    ///
    /// # Errors
    /// [`InstanceError::NoSuchCell`] names the first cell that is closed or not on the grid.
    ///
    /// # Examples
    /// ```
    /// use cpf_core::error::InstanceError;
    /// use cpf_core::Setup;
    /// use motion_core::{Cell, Grid, Token, Vertex};
    ///
    /// let mut grid = Grid::new(2, 2)?;
    /// grid.close(Cell(1));
    /// let setup = Setup::on_cells(grid.clone(), &[(Cell(0), Cell(3))])?;
    /// assert_eq!(setup.robots, [(Vertex(0), Vertex(2))]);
    /// let closed = InstanceError::NoSuchCell { robot: Token(0), cell: Cell(1) };
    /// assert_eq!(Setup::on_cells(grid, &[(Cell(0), Cell(1))]), Err(closed));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_cells(grid: Grid, robots: &[(Cell, Cell)]) -> Result<Self, InstanceError> {
        let made = grid.to_graph();
        let vertex = |robot, cell| made.vertex(cell).ok_or(InstanceError::NoSuchCell { robot, cell });
        let robots = (0..).map(Token).zip(robots);
        let robots = robots.map(|(robot, &(start, goal))| Ok((vertex(robot, start)?, vertex(robot, goal)?)));
        Ok(Self { robots: robots.collect::<Result<_, _>>()?, graph: made.graph, grid: Some(grid) })
    }

    /// Makes the instance, if starts and goals are distinct vertices of the graph.
    ///
    /// # Errors
    /// [`InstanceError`] names the first robot and vertex that do not fit. All starts are checked
    /// before the goals.
    ///
    /// # Complexity
    /// Linear in the vertices and edges.
    pub fn instance(self) -> Result<Instance, InstanceError> {
        if self.grid.as_ref().is_some_and(|grid| grid.to_graph().graph != self.graph) {
            return Err(InstanceError::GridMismatch);
        }
        let mut instance = Instance::new(self.graph, &self.robots)?;
        instance.grid = self.grid;
        Ok(instance)
    }
}

impl From<Instance> for Setup {
    fn from(Instance { graph, start, goal, grid }: Instance) -> Self {
        let robots = start.places().iter().copied().zip(goal.places().iter().copied()).collect();
        Self { graph, robots, grid }
    }
}

impl TryFrom<Setup> for Instance {
    type Error = InstanceError;

    /// Calls [`Setup::instance`].
    fn try_from(setup: Setup) -> Result<Self, InstanceError> {
        setup.instance()
    }
}

impl Instance {
    /// Makes an instance of robots on a graph, each with its start and goal.
    ///
    /// # Errors
    /// Those of [`Setup::instance`].
    ///
    /// # Examples
    /// With the feature `petgraph`, a graph of petgraph becomes an instance; node `i` is
    /// `Vertex(i)`:
    /// ```
    /// # #[cfg(feature = "petgraph")] {
    /// use cpf_core::Instance;
    /// use motion_core::graph::Graph;
    /// use motion_core::Vertex;
    /// use petgraph::graph::UnGraph;
    ///
    /// let triangle = UnGraph::<&str, f64>::from_edges([(0, 1, 1.0), (1, 2, 2.0), (2, 0, 1.5)]);
    /// let robots = [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))];
    /// let instance = Instance::new(Graph::try_from(&triangle)?, &robots)?;
    /// assert_eq!(instance.feasibility(), Ok(()));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(graph: Graph, robots: &[(Vertex, Vertex)]) -> Result<Self, InstanceError> {
        Self::new_within(graph, robots, &mut Control::unlimited()).map_err(RunError::without_limits)
    }

    /// Places robots on the open cells of a grid, by vertex number in the order of
    /// [`Grid::to_graph`], within the limits of time and the flag of `control`, which is
    /// [advanced](Control::advance) by steps for every cell.
    #[doc(hidden)]
    pub fn on_grid_within(
        grid: Grid,
        robots: &[(Vertex, Vertex)],
        control: &mut Control,
    ) -> Result<Self, RunError<InstanceError>> {
        let graph = grid.to_graph_within(control)?.graph;
        let instance = Self::new_within(graph, robots, control)?;
        Ok(Self { grid: Some(grid), ..instance })
    }

    /// Does the same as [`new`](Instance::new) within the limits of time and the flag of `control`,
    /// which is checked between passes over all robots.
    pub(crate) fn new_within(
        graph: Graph,
        robots: &[(Vertex, Vertex)],
        control: &mut Control,
    ) -> Result<Self, RunError<InstanceError>> {
        let passed = robots.len() as u64;
        control.advance(passed)?;
        let starts: Vec<_> = robots.iter().map(|&(start, _)| start).collect();
        let goals: Vec<_> = robots.iter().map(|&(_, goal)| goal).collect();
        control.advance(passed)?;
        let start = placed_at_start(&graph, &starts).map_err(RunError::Because)?;
        control.advance(passed)?;
        let goal = placed_at_goal(&graph, &goals).map_err(RunError::Because)?;
        Ok(Self { graph, start, goal, grid: None })
    }

    /// The vertices and edges.
    pub const fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The configuration at the start.
    pub const fn start(&self) -> &Configuration {
        &self.start
    }

    /// The configuration at the goal.
    pub const fn goal(&self) -> &Configuration {
        &self.goal
    }

    /// The grid whose open cells are the vertices, in the order of [`Grid::to_graph`], if there is
    /// one.
    pub const fn grid(&self) -> Option<&Grid> {
        self.grid.as_ref()
    }

    /// The cell of every vertex, if the graph is that of a grid.
    pub fn cells(&self) -> Option<Vec<Cell>> {
        self.grid.as_ref().map(|grid| grid.to_graph().cells)
    }

    /// The column and row of every vertex, if the graph is that of a grid.
    pub(crate) fn coordinates(&self) -> Option<Vec<(u32, u32)>> {
        let (grid, cells) = (self.grid()?, self.cells()?);
        Some(cells.into_iter().map(|cell| (grid.column(cell), grid.row(cell))).collect())
    }

    /// The number of robots.
    pub const fn robot_count(&self) -> usize {
        self.start.token_count()
    }

    /// The number of vertices without a robot.
    pub const fn vacant_count(&self) -> usize {
        self.graph.vertex_count() - self.start.token_count()
    }

    /// The robots by number.
    pub fn robots(&self) -> impl ExactSizeIterator<Item = Token> + use<> {
        (0..self.start.token_count() as u32).map(Token)
    }

    /// Exchanges starts and goals.
    pub fn reversed(self) -> Self {
        Self { start: self.goal, goal: self.start, ..self }
    }
}

/// Places the robots at their starts.
fn placed_at_start(graph: &Graph, starts: &[Vertex]) -> Result<Configuration, InstanceError> {
    let vertices = graph.vertex_count();
    Configuration::new(vertices, starts).map_err(|error| match error {
        ConfigurationError::Shared { vertex, first, second } => {
            InstanceError::SharedStart { vertex, first, second }
        }
        ConfigurationError::NoSuchVertex { token: robot, vertex, .. } => {
            InstanceError::NoSuchStart { robot, vertex, vertices }
        }
        error => unreachable!("invariant: a graph's vertices can be numbered: {error}"),
    })
}

/// Places the robots at their goals.
fn placed_at_goal(graph: &Graph, goals: &[Vertex]) -> Result<Configuration, InstanceError> {
    let vertices = graph.vertex_count();
    Configuration::new(vertices, goals).map_err(|error| match error {
        ConfigurationError::Shared { vertex, first, second } => {
            InstanceError::SharedGoal { vertex, first, second }
        }
        ConfigurationError::NoSuchVertex { token: robot, vertex, .. } => {
            InstanceError::NoSuchGoal { robot, vertex, vertices }
        }
        error => unreachable!("invariant: a graph's vertices can be numbered: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> Graph {
        Graph::from_edges(3, [(Vertex(0), Vertex(1)), (Vertex(1), Vertex(2))]).expect("a path")
    }

    #[test]
    fn bad_robots_are_named() {
        let new = |robots: &[(u32, u32)]| {
            let robots: Vec<_> = robots.iter().map(|&(start, goal)| (Vertex(start), Vertex(goal))).collect();
            Instance::new(path(), &robots).expect_err("a bad robot")
        };
        let [zero, one] = [Token(0), Token(1)];
        assert_eq!(
            new(&[(0, 1), (3, 2)]),
            InstanceError::NoSuchStart { robot: one, vertex: Vertex(3), vertices: 3 }
        );
        assert_eq!(new(&[(0, 9)]), InstanceError::NoSuchGoal { robot: zero, vertex: Vertex(9), vertices: 3 });
        let vertex = Vertex(1);
        assert_eq!(new(&[(1, 0), (1, 2)]), InstanceError::SharedStart { vertex, first: zero, second: one });
        assert_eq!(new(&[(0, 1), (2, 1)]), InstanceError::SharedGoal { vertex, first: zero, second: one });
    }

    #[test]
    fn a_grid_must_belong_to_its_graph() {
        let grid = Grid::new(2, 2).expect("four cells");
        let robots = alloc::vec![(Vertex(0), Vertex(3))];
        let setup = Setup::on_grid(grid.clone(), robots.clone());
        let instance = setup.instance().expect("an instance");
        assert_eq!(instance.cells().map(|cells| cells.len()), Some(4));
        assert_eq!(instance.robots().last(), Some(Token(0)));
        assert_eq!(instance.clone().reversed().start(), instance.goal());
        let foreign = Setup { graph: path(), robots, grid: Some(grid) };
        assert_eq!(foreign.instance(), Err(InstanceError::GridMismatch));
    }
}
