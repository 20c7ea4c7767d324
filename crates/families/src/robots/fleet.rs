//! A fleet of the robots of an instance: first each gets its goal there, then others at random.

use std::collections::VecDeque;

use cpf::fleet::Fleet;
use cpf::motion_core::Token;
use cpf::motion_core::graph::{Components, Graph};
use cpf::{Control, Vertex};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::by_hand::nearest;
use super::source::Source;
use crate::{FleetState, RunningFleet, TextError};

/// The bytes for tables of distances, which a browser can spare.
const MEMORY: u64 = 256 << 20;
/// The number of last steps over which goals are averaged.
const LAST_STEPS: usize = 100;

/// Robots that get another goal at random whenever they have none.
pub(super) struct RobotFleet {
    fleet: Fleet,
    graph: Graph,
    /// The place of each vertex in the picture.
    points: Vec<[f64; 2]>,
    closed: Vec<Vertex>,
    regions: Regions,
    rng: Xoshiro256PlusPlus,
    steps: u64,
    visited: u64,
    /// The numbers of goals visited in the last steps.
    last_visited: VecDeque<usize>,
    waiting: usize,
}

impl RobotFleet {
    /// Makes the fleet of an instance, with its starts and first goals.
    pub(super) fn new(source: &Source, seed: u64) -> Result<Self, TextError> {
        let points = source.all_places()?;
        let instance = &source.instance;
        let graph = instance.graph().clone();
        let mut fleet = Fleet::new(&graph, instance.start().places()).map_err(TextError::of)?;
        for (robot, &goal) in (0..).zip(instance.goal().places()) {
            fleet.assign(Token(robot), goal).map_err(TextError::of)?;
        }
        let mut made = Self {
            fleet: fleet.with_memory(MEMORY).with_seed(seed),
            regions: Regions::new(&graph, &[]),
            graph,
            points,
            closed: Vec::new(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            steps: 0,
            visited: 0,
            last_visited: VecDeque::new(),
            waiting: 0,
        };
        made.recall_cut_off();
        Ok(made)
    }

    fn robots(&self) -> impl Iterator<Item = Token> + use<> {
        (0..self.fleet.robot_count() as u32).map(Token)
    }

    /// Whether a robot can go to a vertex. One on a closed vertex first leaves it, to any side.
    fn can_reach(&self, robot: Token, goal: Vertex) -> bool {
        let place = self.fleet.place(robot);
        let is_leaving = self.fleet.is_closed(place);
        !self.fleet.is_closed(goal) && (is_leaving || self.regions.components.same(place, goal))
    }

    /// Recalls the robots whose goals are closed or cut off.
    fn recall_cut_off(&mut self) {
        for robot in self.robots() {
            let goal = self.fleet.goals(robot).next();
            if goal.is_some_and(|goal| !self.can_reach(robot, goal)) {
                self.fleet.recall(robot).expect("invariant: the robot exists");
            }
        }
    }

    /// Gives each robot without goals one at random.
    fn assign_goals(&mut self) {
        for robot in self.robots() {
            if self.fleet.goals(robot).len() == 0
                && let Some(goal) = self.regions.other(self.fleet.place(robot), &mut self.rng)
            {
                self.fleet.assign(robot, goal).expect("invariant: both exist");
            }
        }
    }

    fn send(&mut self, robot: usize, goal: Vertex) -> Result<(), TextError> {
        let robot = self.robots().nth(robot).ok_or_else(|| TextError::new("there is no such robot"))?;
        if !self.can_reach(robot, goal) {
            let is_closed = self.fleet.is_closed(goal);
            let why = if is_closed { "this place is closed" } else { "no way leads there" };
            return Err(TextError::new(why));
        }
        self.fleet.recall(robot).map_err(TextError::of)?;
        self.fleet.assign(robot, goal).map_err(TextError::of)
    }

    /// Closes a vertex, or opens it if it is closed.
    fn toggle(&mut self, vertex: Vertex) {
        if self.fleet.is_closed(vertex) {
            self.closed.retain(|&closed| closed != vertex);
            self.fleet.open(vertex)
        } else {
            self.closed.push(vertex);
            self.fleet.close(vertex)
        }
        .expect("invariant: the vertex exists");
        self.regions = Regions::new(&self.graph, &self.closed);
        self.recall_cut_off();
    }
}

impl RunningFleet for RobotFleet {
    fn step(&mut self, control: &mut Control<'_>) {
        self.assign_goals();
        let step = self.fleet.step(control);
        self.steps += 1;
        self.visited += step.arrivals.len() as u64;
        self.waiting = step.waits.len();
        self.last_visited.truncate(LAST_STEPS - 1);
        self.last_visited.push_front(step.arrivals.len());
    }

    fn click(&mut self, place: [f64; 2], robot: Option<usize>) -> Result<(), TextError> {
        match (nearest(&self.points, place), robot) {
            (Some(vertex), Some(robot)) => return self.send(robot, vertex),
            (Some(vertex), None) => self.toggle(vertex),
            (None, _) => {}
        }
        Ok(())
    }

    fn state(&self) -> FleetState {
        let place = |robot| self.fleet.place(robot).0;
        let goal = |robot| self.fleet.goals(robot).next().map_or_else(|| place(robot), |goal| goal.0);
        let last: usize = self.last_visited.iter().sum();
        let mean = last as f64 / self.last_visited.len().max(1) as f64;
        FleetState {
            at: self.robots().map(place).collect(),
            goals: self.robots().map(goal).collect(),
            closed: self.closed.iter().map(|vertex| vertex.0).collect(),
            facts: vec![
                ("steps", self.steps.to_string()),
                ("goals visited", self.visited.to_string()),
                ("goals per step", format!("{mean:.2}")),
                ("waiting", self.waiting.to_string()),
            ],
        }
    }
}

/// The components of the open vertices.
struct Regions {
    components: Components,
    /// The vertices of each component, in ascending order.
    members: Vec<Vec<Vertex>>,
}

impl Regions {
    fn new(graph: &Graph, closed: &[Vertex]) -> Self {
        let mut is_closed = vec![false; graph.vertex_count()];
        for vertex in closed {
            is_closed[vertex.index()] = true;
        }
        let open = graph.edges().filter(|(a, b)| !is_closed[a.index()] && !is_closed[b.index()]);
        let open = Graph::from_edges(graph.vertex_count(), open).expect("invariant: a part of a graph");
        let components = open.components();
        let mut members = vec![Vec::new(); components.count()];
        for vertex in open.vertices() {
            members[components.component_of(vertex)].push(vertex);
        }
        Self { components, members }
    }

    /// Returns another vertex of the same component at random. A closed vertex has no other.
    fn other(&self, vertex: Vertex, rng: &mut Xoshiro256PlusPlus) -> Option<Vertex> {
        let members = &self.members[self.components.component_of(vertex)];
        let index = members.binary_search(&vertex).expect("invariant: each vertex has a component");
        let others = members.len() - 1;
        (others > 0).then(|| members[(index + rng.random_range(1..=others)) % members.len()])
    }
}
