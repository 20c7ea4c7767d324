//! Fleets: robots whose goals keep coming.

mod distance_bounds;
mod error;
mod goal_costs;
mod groups;
mod last_resort;
mod legs;
mod network;
mod one_step;
mod planned_paths;
mod planning;
mod preparation;
mod report;
mod simulation;
mod tasks;
mod timed_path_search;
mod traffic;
mod ways;

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use cpf_core::MotionModel;
use cpf_core::directed::DirectedGraph;
use motion_core::graph::Graph;
use motion_core::{Control, Token, Vertex};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::priority_inheritance::StepGenerator;
use goal_costs::GoalCosts;
use groups::Groups;
use last_resort::LastResort;
use legs::Legs;
use network::Network;
use planned_paths::PlannedPaths;
use traffic::Traffic;

pub use error::FleetError;
pub use report::{Step, Wait};
pub use simulation::{Simulation, TaskEvent, TaskEventKind, Totals};
pub use tasks::{FreeRobot, NearestTasks, Task, TaskChooser, TasksInOrder};

/// Robots whose goals keep coming, and that move one joint step at a time.
///
/// Each robot has a queue of goals, which it visits in order; it need not stay there, and robots
/// may share goals. A goal is visited at the end of a step after which the robot is on it. Robots
/// without goals give way. Vertices can be closed and opened between steps.
///
/// A [step](Fleet::step) always moves the fleet, whatever the limits of its control. Without any
/// time or nodes it comes from priority inheritance with backtracking (PIBT), in which the robot
/// that has waited longest for its goal comes first. With more, several steps are planned ahead:
/// the plan is kept between calls and extended at its end by PIBT, and groups of robots whose paths
/// in it are delayed are planned again until the limits are reached. If the robot that has waited
/// longest comes no nearer to its goal for 50 steps, it is carried some steps nearer, while all
/// others only make room.
///
/// # Guarantees
/// - No step is illegal in the [model](Fleet::with_model), along arcs, and onto open vertices.
/// - Every goal is visited in a bounded number of steps, whatever the limits, if from some time on
///   no vertex is closed or opened, the open vertices form a bi-connected graph, strongly
///   bi-connected if there are arcs, the goal is one of them, all robots are on them, and one of
///   them is vacant. Elsewhere robots can block each other, such as two in a dead end.
/// - A robot on a closed vertex leaves it as soon as it can. None enters one.
/// - With limits of nodes, the same calls give the same steps for the same seed.
///
/// # Complexity
/// A step without limits to spare takes O(r (d + log r)) for r robots and degree d, and visits up
/// to 24 vertices for each robot to compute costs of ways. With a limit of time, a step ends within
/// a millisecond of it, unless that alone takes longer; the first steps after a robot gets stuck on
/// a graph of more than 65,536 vertices can be late as well.
///
/// Memory is a copy of the graph, up to 100 bytes for each vertex, 16 for each robot and step
/// planned ahead, and that of [`with_memory`](Fleet::with_memory). On graphs of up to 65,536
/// vertices ways are shortest, by a table of all distances for each goal; on larger ones, or if
/// memory is short, each robot has a path at most an eighth longer.
///
/// # References
/// * K. Okumura, M. Machida, X. Défago and Y. Tamura, *Priority inheritance with backtracking for
///   iterative multi-agent path finding*, Artificial Intelligence 310, 2022.
/// * J. Li, A. Tinka, S. Kiesel, J. W. Durham, T. K. S. Kumar and S. Koenig, *Lifelong multi-agent
///   path finding in large-scale warehouses*, AAAI 2021: some steps ahead are planned again and
///   again.
/// * J. Morag, N. Gabay, D. Koyfman and R. Stern, *Transient multi-agent path finding*, 2024: goals
///   that are visited and not held together.
///
/// # Examples
/// ```
/// use mapf::fleet::Fleet;
/// use motion_core::{Budget, Control, Grid, Token, Vertex};
///
/// let graph = Grid::new(3, 4)?.to_graph().graph;
/// let mut fleet = Fleet::new(&graph, &[Vertex(0), Vertex(3)])?;
/// fleet.assign(Token(0), Vertex(3))?;
/// fleet.assign(Token(1), Vertex(0))?;
/// fleet.close(Vertex(1))?;
/// let mut visited = 0;
/// for _ in 0..7 {
///     let mut control = Control::new(Budget::new().with_nodes(1_000));
///     visited += fleet.step(&mut control).arrivals.len();
/// }
/// assert_eq!(visited, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fleet {
    network: Network,
    model: MotionModel,
    robots: Vec<Robot>,
    costs: GoalCosts,
    traffic: Traffic,
    paths: PlannedPaths,
    groups: Groups,
    generator: StepGenerator,
    last_resort: LastResort,
    rng: Xoshiro256PlusPlus,
    /// The robots' legs in this step.
    legs: Vec<Legs>,
    ends: Ends,
}

/// A robot's goals.
#[derive(Clone, Debug)]
struct Robot {
    goals: VecDeque<Vertex>,
    /// The time since which the first goal has been the first.
    since: u64,
}

/// The robots at the end of the plan.
#[derive(Clone, Debug, Default)]
struct Ends {
    places: Vec<Vertex>,
    /// The number of goals that each robot has visited, and the time since which the next one has
    /// been the first.
    visited: Vec<u8>,
    since: Vec<u64>,
    /// The keys by which robots are sorted, and the order.
    keys: Vec<u64>,
    order: Vec<u32>,
}

/// The memory for the costs of ways, and the number of steps planned ahead, by default.
const MEMORY: u64 = 1 << 30;
const HORIZON: u16 = 16;

impl Fleet {
    /// Makes a fleet of robots on these vertices, without goals. The model is
    /// [`MotionModel::Standard`], the horizon 16 steps, the seed 1, and there is no guidance.
    ///
    /// # Errors
    /// [`FleetError`] for the first vertex that does not exist or is given twice.
    ///
    /// # Complexity
    /// Linear in the graph and the robots.
    pub fn new(graph: &Graph, places: &[Vertex]) -> Result<Self, FleetError> {
        Self::on(graph.into(), places)
    }

    /// Makes a fleet of robots that move along arcs.
    ///
    /// # Errors
    /// Those of [`new`](Fleet::new).
    pub fn on_arcs(graph: &DirectedGraph, places: &[Vertex]) -> Result<Self, FleetError> {
        Self::on(graph.into(), places)
    }

    fn on(network: Network, places: &[Vertex]) -> Result<Self, FleetError> {
        let vertices = network.vertex_count();
        let mut is_taken = alloc::vec![false; vertices];
        for &vertex in places {
            let taken =
                is_taken.get_mut(vertex.index()).ok_or(FleetError::NoSuchVertex { vertex, vertices })?;
            if core::mem::replace(taken, true) {
                return Err(FleetError::SharedVertex { vertex });
            }
        }
        let model = MotionModel::Standard;
        Ok(Self {
            model,
            robots: places.iter().map(|_| Robot { goals: VecDeque::new(), since: 0 }).collect(),
            costs: GoalCosts::new(&network, places.len(), MEMORY),
            traffic: Traffic::default(),
            paths: PlannedPaths::new(vertices, places, 0, HORIZON, model),
            groups: Groups::default(),
            generator: generator(&network, places.len(), model),
            last_resort: LastResort::default(),
            rng: Xoshiro256PlusPlus::seed_from_u64(1),
            legs: Vec::new(),
            ends: Ends::default(),
            network,
        })
    }

    /// Sets the model in which steps are legal. The plan is given up.
    pub fn with_model(mut self, model: MotionModel) -> Self {
        self.model = model;
        self.generator = generator(&self.network, self.robots.len(), model);
        self.last_resort.forget();
        let steps = self.paths.greatest_length();
        self.with_horizon(steps)
    }

    /// Sets how many steps are planned ahead at most, this one included; with 0 or 1 there is no
    /// planning. The plan is given up.
    pub fn with_horizon(mut self, steps: u16) -> Self {
        let (places, now) = (self.places(), self.paths.begin());
        self.paths = PlannedPaths::new(self.network.vertex_count(), &places, now, steps, self.model);
        self
    }

    /// Makes steps against and into the traffic of earlier steps cost more, so that robots drift
    /// into lanes. Throughput grows where many robots share aisles in both directions.
    pub fn with_guidance(mut self) -> Self {
        self.traffic = Traffic::counted(&self.network);
        self.costs.outdate();
        self
    }

    /// Gives each step along an edge or arc a cost, from 16, that of a wait or a plain step, to 80;
    /// smaller and greater costs count as these.
    pub fn with_step_costs(mut self, cost: impl Fn(Vertex, Vertex) -> u32) -> Self {
        self.traffic = Traffic::given(&self.network, cost);
        self.costs.outdate();
        self
    }

    /// Sets the seed of the random numbers.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        self
    }

    /// Sets the bytes for tables of distances; by default a gibibyte. If two tables for each robot
    /// do not fit, robots have paths instead.
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.costs = GoalCosts::new(&self.network, self.robots.len(), bytes);
        self
    }

    fn check(&self, robot: Option<Token>, vertex: Vertex) -> Result<(), FleetError> {
        let (robots, vertices) = (self.robots.len(), self.network.vertex_count());
        match robot {
            Some(robot) if robot.index() >= robots => Err(FleetError::NoSuchRobot { robot, robots }),
            _ if vertex.index() >= vertices => Err(FleetError::NoSuchVertex { vertex, vertices }),
            _ => Ok(()),
        }
    }

    /// Adds a goal to the end of a robot's queue. While it is closed or cannot be reached, the
    /// robot gives way like one without goals.
    ///
    /// # Errors
    /// [`FleetError`] if there is no such robot or vertex.
    pub fn assign(&mut self, robot: Token, goal: Vertex) -> Result<(), FleetError> {
        self.check(Some(robot), goal)?;
        let now = self.paths.begin();
        let robot = &mut self.robots[robot.index()];
        if robot.goals.is_empty() {
            robot.since = now;
        }
        robot.goals.push_back(goal);
        Ok(())
    }

    /// Removes all goals of a robot.
    ///
    /// # Errors
    /// [`FleetError`] if there is no such robot.
    pub fn recall(&mut self, robot: Token) -> Result<(), FleetError> {
        let robots = self.robots.len();
        let recalled = self.robots.get_mut(robot.index()).ok_or(FleetError::NoSuchRobot { robot, robots })?;
        recalled.goals.clear();
        Ok(())
    }

    /// Closes a vertex. A plan in which a robot enters it, or stays on it, is given up from there
    /// on.
    ///
    /// # Errors
    /// [`FleetError`] if there is no such vertex.
    pub fn close(&mut self, vertex: Vertex) -> Result<(), FleetError> {
        self.set_closed(vertex, true)?;
        let (begin, end) = (self.paths.begin(), self.paths.end());
        let is_used = |&time: &u64| self.paths.robot_on(vertex, time).is_some();
        if let Some(time) = (begin + 1..=end).find(is_used) {
            self.paths.truncate(time - 1, self.robots.len() as u32);
        }
        Ok(())
    }

    /// Opens a vertex.
    ///
    /// # Errors
    /// [`FleetError`] if there is no such vertex.
    pub fn open(&mut self, vertex: Vertex) -> Result<(), FleetError> {
        self.set_closed(vertex, false)
    }

    fn set_closed(&mut self, vertex: Vertex, is_closed: bool) -> Result<(), FleetError> {
        self.check(None, vertex)?;
        if self.network.set_closed(vertex, is_closed) {
            self.costs.change(vertex);
            self.last_resort.forget();
        }
        Ok(())
    }

    /// Whether a vertex is closed.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn is_closed(&self, vertex: Vertex) -> bool {
        self.network.is_closed(vertex)
    }

    /// The number of robots.
    pub const fn robot_count(&self) -> usize {
        self.robots.len()
    }

    /// The goals of a robot, the next one first.
    ///
    /// # Panics
    /// If there is no such robot.
    pub fn goals(&self, robot: Token) -> impl ExactSizeIterator<Item = Vertex> {
        self.robots[robot.index()].goals.iter().copied()
    }

    /// The vertex of a robot.
    ///
    /// # Panics
    /// If there is no such robot.
    pub fn place(&self, robot: Token) -> Vertex {
        self.paths.place(robot.0, self.paths.begin())
    }

    /// The vertices of all robots.
    pub fn places(&self) -> Vec<Vertex> {
        (0..self.robots.len() as u32).map(|robot| self.place(Token(robot))).collect()
    }

    /// A lower bound on the number of steps between two vertices, in constant time. On an open grid
    /// it is close to the distance.
    ///
    /// # Panics
    /// If one of the vertices does not exist.
    pub fn distance_bound(&self, from: Vertex, to: Vertex) -> u32 {
        self.costs.bound(from, to)
    }

    /// Makes a step. The limits of `control` determine how much is planned: within none of them the
    /// step is still made.
    pub fn step(&mut self, control: &mut Control) -> Step {
        let robots = self.robots.len() as u32;
        let nodes = control.stats().nodes;
        self.prepare(control);
        let oldest = self.oldest();
        let carried = self.last_resort.next().or_else(|| self.carry_if_stuck(oldest?));
        let is_carried = carried.is_some();
        if let Some(next) = carried {
            self.paths.truncate(0, robots);
            self.paths.extend(&next);
        } else {
            self.plan(oldest, control);
        }
        let mut step = self.report();
        step.is_last_resort = is_carried;
        self.paths.advance(robots);
        let now = self.paths.begin();
        for &(robot, _) in &step.arrivals {
            let robot = &mut self.robots[robot.index()];
            robot.goals.pop_front();
            robot.since = now;
        }
        let moves = step.moves.iter().map(|action| (action.from, action.to));
        if self.traffic.count(&self.network, moves) {
            self.costs.outdate();
        }
        step.nodes = control.stats().nodes - nodes;
        step.time = control.time_used().map(|(used, _)| used);
        step
    }
}

/// Robots can exchange their places in a corridor only if edges lead both ways.
fn generator(network: &Network, robots: usize, model: MotionModel) -> StepGenerator {
    StepGenerator::new(network.vertex_count(), robots, model, network.directed().is_none())
}
