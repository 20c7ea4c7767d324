//! Tests of fleets: every step is checked by a referee, and every goal must be reached where that
//! is guaranteed.

use std::collections::BTreeMap;

use cpf_core::directed::DirectedGraph;
use cpf_core::internal::{StepReferee, connected_kinds, strongly_connected_kinds};
use mapf::motion_core::graph::Graph;
use mapf::motion_core::{Budget, Configuration, Control, Token, Vertex};
use mapf::{Fleet, FleetStep, MotionModel, cpf_core};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A graph, with arcs or without.
enum Roads {
    BothWays(Graph),
    OneWay(DirectedGraph),
}

impl Roads {
    fn underlying(&self) -> &Graph {
        match self {
            Self::BothWays(graph) => graph,
            Self::OneWay(graph) => graph.underlying(),
        }
    }

    fn leads(&self, from: Vertex, to: Vertex) -> bool {
        match self {
            Self::BothWays(graph) => graph.has_edge(from, to),
            Self::OneWay(graph) => graph.has_arc(from, to),
        }
    }

    /// Returns whether every goal is guaranteed to be reached on the open vertices.
    fn guarantees(&self, is_open: impl Fn(Vertex) -> bool) -> bool {
        let open: Vec<_> = self.underlying().vertices().filter(|&vertex| is_open(vertex)).collect();
        let number = |vertex: &Vertex| open.binary_search(vertex).ok().map(|index| Vertex(index as u32));
        let pairs = open.iter().flat_map(|&a| open.iter().map(move |&b| (a, b)));
        let arcs = pairs.filter(|&(a, b)| self.leads(a, b));
        let arcs = arcs.map(|(a, b)| (number(&a).expect("open"), number(&b).expect("open")));
        DirectedGraph::from_arcs(open.len(), arcs).expect("a part of a graph").is_strongly_biconnected()
    }
}

/// A fleet with its referee.
struct Checked<'g> {
    roads: &'g Roads,
    fleet: Fleet,
    referee: StepReferee<'g>,
    is_closed: Vec<bool>,
    /// For each robot with goals, the steps since it had its first goal or the network changed.
    waited: BTreeMap<Token, u32>,
}

impl<'g> Checked<'g> {
    fn new(roads: &'g Roads, starts: &[Vertex], model: MotionModel) -> Self {
        let fleet = match roads {
            Roads::BothWays(graph) => Fleet::new(graph, starts),
            Roads::OneWay(graph) => Fleet::on_arcs(graph, starts),
        };
        let graph = roads.underlying();
        let start = Configuration::new(graph.vertex_count(), starts).expect("distinct vertices");
        Self {
            roads,
            fleet: fleet.expect("distinct vertices").with_model(model),
            referee: StepReferee::new(graph, start, model),
            is_closed: vec![false; graph.vertex_count()],
            waited: BTreeMap::new(),
        }
    }

    fn step(&mut self, control: &mut Control) -> FleetStep {
        let goals: Vec<_> = self.robots().map(|robot| self.fleet.goals(robot).next()).collect();
        let step = self.fleet.step(control);
        for action in &step.moves {
            assert!(self.roads.leads(action.from, action.to), "{action:?}");
            assert!(!self.is_closed[action.to.index()], "{action:?} onto a closed vertex");
        }
        self.referee.make(&step.moves).expect("a legal step");
        let places = self.fleet.places();
        assert_eq!(self.referee.configuration().places(), places);
        let arrived = self.robots().filter(|robot| goals[robot.index()] == Some(places[robot.index()]));
        assert!(arrived.eq(step.arrivals.iter().map(|&(robot, _)| robot)));
        for &(robot, _) in &step.arrivals {
            self.waited.remove(&robot);
        }
        for wait in &step.waits {
            assert!(step.moves.iter().all(|action| action.token != wait.robot));
            assert!(goals[wait.robot.index()].is_some());
        }
        for robot in self.robots() {
            if self.fleet.goals(robot).next().is_some() {
                *self.waited.entry(robot).or_insert(0) += 1;
            }
        }
        step
    }

    fn robots(&self) -> impl Iterator<Item = Token> + use<> {
        (0..self.fleet.places().len() as u32).map(Token)
    }

    fn set_closed(&mut self, vertex: Vertex, closed: bool) {
        self.is_closed[vertex.index()] = closed;
        if closed { self.fleet.close(vertex) } else { self.fleet.open(vertex) }.expect("a vertex");
        self.waited.clear();
    }
}

/// The steps within which a robot must reach its goal on these graphs.
const PATIENCE: u32 = 800;

/// Lets a fleet run with random goals and closings. Returns how often guaranteed goals were reached.
fn run(roads: &Roads, robots: usize, model: MotionModel, steps: u32, rng: &mut Xoshiro256PlusPlus) -> u32 {
    let count = roads.underlying().vertex_count();
    let mut vertices: Vec<_> = roads.underlying().vertices().collect();
    for last in (1..count).rev() {
        vertices.swap(last, rng.random_range(0..=last));
    }
    let mut checked = Checked::new(roads, &vertices[..robots], model);
    checked.fleet = checked.fleet.with_window(rng.random_range(1..8)).with_seed(rng.random());
    if rng.random_bool(0.5) {
        checked.fleet = checked.fleet.with_guidance();
    }
    let nodes = [0, 0, 30, 1000][rng.random_range(0..4)];
    let mut reached = 0;
    let mut is_guaranteed = roads.guarantees(|_| true) && robots < count;
    for _ in 0..steps {
        if rng.random_bool(0.3) && robots > 0 {
            let robot = Token(rng.random_range(0..robots as u32));
            if checked.fleet.goals(robot).len() < 3 {
                let goal = Vertex(rng.random_range(0..count as u32));
                checked.fleet.assign(robot, goal).expect("a robot and a vertex");
            }
        }
        if rng.random_bool(0.001) {
            let vertex = Vertex(rng.random_range(0..count as u32));
            checked.set_closed(vertex, rng.random_bool(0.3));
            let is_closed = checked.is_closed.clone();
            let places = checked.fleet.places();
            let open = is_closed.iter().filter(|&&closed| !closed).count();
            is_guaranteed = roads.guarantees(|vertex| !is_closed[vertex.index()])
                && places.iter().all(|place| !is_closed[place.index()])
                && robots < open;
        }
        let step = checked.step(&mut Control::new(Budget::new().with_nodes(nodes)));
        if is_guaranteed {
            reached += step.arrivals.len() as u32;
            for (&robot, &waited) in &checked.waited {
                let goal = checked.fleet.goals(robot).next().expect("a goal");
                let is_reachable = !checked.is_closed[goal.index()];
                assert!(
                    !is_reachable || waited < PATIENCE,
                    "{robot:?} starves in {model} on {:?}",
                    roads.underlying()
                );
            }
        }
    }
    reached
}

/// Fleets on all small graphs.
fn run_all(steps: u32) -> (u32, u32) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let both = (1..=5).flat_map(connected_kinds).map(Roads::BothWays);
    let one = (2..=4).flat_map(strongly_connected_kinds).map(Roads::OneWay);
    let (mut runs, mut reached) = (0, 0);
    for roads in both.chain(one) {
        for robots in 0..=roads.underlying().vertex_count() {
            for model in MotionModel::ALL {
                reached += run(&roads, robots, model, steps, &mut rng);
                runs += 1;
            }
        }
    }
    (runs, reached)
}

#[test]
fn no_robot_collides_or_starves_on_small_graphs() {
    let (runs, reached) = run_all(cases(60, 1_600));
    assert!(reached > 2 * runs, "{reached} goals in {runs} runs");
}
