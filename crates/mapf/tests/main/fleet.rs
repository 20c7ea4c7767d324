//! Tests of fleets: every step is checked by a referee, and every goal must be reached where that
//! is guaranteed.

use std::collections::BTreeMap;

use cpf_core::directed::DirectedGraph;
use cpf_core::internal::{StepReferee, connected_kinds, strongly_connected_kinds};
use mapf::fleet::{Fleet, FleetError, Simulation, Step, Task, TaskEventKind, TasksInOrder};
use mapf::motion_core::graph::Graph;
use mapf::motion_core::{Budget, Configuration, Control, Grid, Token, Vertex};
use mapf::{MotionModel, cpf_core};
use motion_testing::{cases, ends_at_readings};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// A graph, with arcs or without.
enum AnyGraph {
    Undirected(Graph),
    Directed(DirectedGraph),
}

impl AnyGraph {
    fn underlying(&self) -> &Graph {
        match self {
            Self::Undirected(graph) => graph,
            Self::Directed(graph) => graph.underlying(),
        }
    }

    fn leads(&self, from: Vertex, to: Vertex) -> bool {
        match self {
            Self::Undirected(graph) => graph.has_edge(from, to),
            Self::Directed(graph) => graph.has_arc(from, to),
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
    any_graph: &'g AnyGraph,
    fleet: Fleet,
    referee: StepReferee<'g>,
    is_closed: Vec<bool>,
    /// For each robot with goals, the steps since it had its first goal or the network changed.
    waited: BTreeMap<Token, u32>,
}

impl<'g> Checked<'g> {
    fn new(any_graph: &'g AnyGraph, starts: &[Vertex], model: MotionModel) -> Self {
        let fleet = match any_graph {
            AnyGraph::Undirected(graph) => Fleet::new(graph, starts),
            AnyGraph::Directed(graph) => Fleet::on_arcs(graph, starts),
        };
        let graph = any_graph.underlying();
        let start = Configuration::new(graph.vertex_count(), starts).expect("distinct vertices");
        Self {
            any_graph,
            fleet: fleet.expect("distinct vertices").with_model(model),
            referee: StepReferee::new(graph, start, model),
            is_closed: vec![false; graph.vertex_count()],
            waited: BTreeMap::new(),
        }
    }

    fn step(&mut self, control: &mut Control) -> Step {
        let goals: Vec<_> = self.robots().map(|robot| self.fleet.goals(robot).next()).collect();
        let step = self.fleet.step(control);
        for action in &step.moves {
            assert!(self.any_graph.leads(action.from, action.to), "{action:?}");
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

/// Lets a fleet run with random goals and closings. Returns how often guaranteed goals were
/// reached.
fn run(
    any_graph: &AnyGraph,
    robots: usize,
    model: MotionModel,
    steps: u32,
    rng: &mut Xoshiro256PlusPlus,
) -> u32 {
    let count = any_graph.underlying().vertex_count();
    let mut vertices: Vec<_> = any_graph.underlying().vertices().collect();
    for last in (1..count).rev() {
        vertices.swap(last, rng.random_range(0..=last));
    }
    let mut checked = Checked::new(any_graph, &vertices[..robots], model);
    checked.fleet = checked.fleet.with_horizon(rng.random_range(1..8)).with_seed(rng.random());
    if rng.random_bool(0.5) {
        checked.fleet = checked.fleet.with_guidance();
    }
    if rng.random_bool(0.3) {
        checked.fleet = checked.fleet.with_memory(0);
    }
    let nodes = [0, 0, 30, 1000][rng.random_range(0..4)];
    let mut reached = 0;
    let mut is_guaranteed = any_graph.guarantees(|_| true) && robots < count;
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
            is_guaranteed = any_graph.guarantees(|vertex| !is_closed[vertex.index()])
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
                    any_graph.underlying()
                );
            }
        }
    }
    reached
}

/// Fleets on all small graphs.
fn run_all(steps: u32) -> (u32, u32) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let both = (1..=5).flat_map(connected_kinds).map(AnyGraph::Undirected);
    let one = (2..=4).flat_map(strongly_connected_kinds).map(AnyGraph::Directed);
    let (mut runs, mut reached) = (0, 0);
    for any_graph in both.chain(one) {
        for robots in 0..=any_graph.underlying().vertex_count() {
            for model in MotionModel::ALL {
                reached += run(&any_graph, robots, model, steps, &mut rng);
                runs += 1;
            }
        }
    }
    (runs, reached)
}

#[test]
fn no_robot_collides_or_starves_on_small_graphs() {
    let (runs, reached) = run_all(cases(20, 1_600));
    assert!(2 * reached > runs, "{reached} goals in {runs} runs");
}

/// Shelves between aisles three cells wide, and robots on distinct vertices.
fn warehouse(robots: usize, seed: u64) -> (Graph, Vec<Vertex>) {
    let mut grid = Grid::new(13, 22).expect("a grid");
    let cells: Vec<_> = grid.cells().collect();
    for cell in cells {
        let (row, column) = (grid.row(cell), grid.column(cell));
        if row % 4 == 2 && column % 7 != 0 && column != 21 {
            grid.close(cell);
        }
    }
    let graph = grid.to_graph().graph;
    let mut vertices: Vec<_> = graph.vertices().collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for last in (1..vertices.len()).rev() {
        vertices.swap(last, rng.random_range(0..=last));
    }
    vertices.truncate(robots);
    (graph, vertices)
}

/// An endless stream of random tasks of two places.
fn random_tasks(vertices: u32, seed: u64) -> impl Iterator<Item = Task> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    std::iter::from_fn(move || {
        Some(Task { places: (0..2).map(|_| Vertex(rng.random_range(0..vertices))).collect() })
    })
}

/// The tasks that 60 robots in a warehouse finish, and all their steps.
fn finished(steps_made: u64, nodes: u64, change: impl Fn(Fleet) -> Fleet) -> (u64, Vec<Step>) {
    let (graph, starts) = warehouse(60, 1);
    let fleet = change(Fleet::new(&graph, &starts).expect("distinct vertices"));
    let tasks = random_tasks(graph.vertex_count() as u32, 2);
    let mut simulation = Simulation::new(fleet, tasks, 120).with_chooser(TasksInOrder);
    let start = Configuration::new(graph.vertex_count(), &starts).expect("distinct vertices");
    let mut referee = StepReferee::new(&graph, start, MotionModel::Standard);
    let mut steps = Vec::new();
    for _ in 0..steps_made {
        let control = &mut Control::new(Budget::new().with_nodes(nodes));
        let step = simulation.step(control).expect("places are vertices");
        assert!(control.stats().nodes <= nodes);
        referee.make(&step.moves).expect("a legal step");
        steps.push(step);
    }
    let totals = *simulation.totals();
    assert_eq!(totals.steps, steps_made);
    assert_eq!(totals.moves, steps.iter().map(|step| step.moves.len() as u64).sum());
    let events = simulation.take_events();
    let is_end = |kind: &TaskEventKind| matches!(kind, TaskEventKind::Visited { is_finished: true, .. });
    assert_eq!(totals.finished, events.iter().filter(|event| is_end(&event.kind)).count() as u64);
    (totals.finished, steps)
}

#[test]
fn planning_and_guidance_finish_more_tasks() {
    let (alone, steps) = finished(150, 0, |fleet| fleet);
    assert!(steps.iter().all(|step| step.planned == 0 && step.nodes == 0));
    let (guided, _) = finished(150, 0, Fleet::with_guidance);
    let (planned, steps) = finished(150, 3_000, |fleet| fleet);
    assert!(steps.iter().any(|step| step.planned == 15));
    let (both, _) = finished(150, 3_000, Fleet::with_guidance);
    let (by_paths, _) = finished(150, 3_000, |fleet| fleet.with_memory(0));
    let all = [alone, guided, planned, both, by_paths];
    assert!(20 * alone < 19 * guided && guided < both && 10 * alone < 9 * planned, "{all:?}");
    assert!(alone < by_paths, "{all:?}");
}

#[test]
fn the_same_seed_and_nodes_give_the_same_run() {
    for nodes in [0, 300] {
        let run = |seed| finished(70, nodes, |fleet| fleet.with_guidance().with_seed(seed)).1;
        assert!(run(5) == run(5));
        assert!(run(5) != run(6));
    }
}

#[test]
fn a_step_ends_soon_after_its_time() {
    let (graph, starts) = warehouse(60, 3);
    let mut fleet = Fleet::new(&graph, &starts).expect("distinct vertices");
    for (robot, task) in (0..60).zip(random_tasks(graph.vertex_count() as u32, 4)) {
        for place in task.places {
            fleet.assign(Token(robot), place).expect("a robot and a vertex");
        }
    }
    for _ in 0..8 {
        ends_at_readings("a step", |control| {
            fleet.clone().step(control);
        });
        fleet.step(&mut Control::new(Budget::new().with_nodes(1_000)));
    }
}

#[test]
fn a_robot_on_a_closed_vertex_leaves_and_no_plan_enters_one() {
    let path = Grid::new(2, 6).expect("a grid").to_graph().graph;
    let any_graph = AnyGraph::Undirected(path);
    let mut checked = Checked::new(&any_graph, &[Vertex(0), Vertex(11)], MotionModel::Standard);
    checked.fleet.assign(Token(0), Vertex(5)).expect("a robot and a vertex");
    for step in 0..12 {
        // The plan leads along the first row.
        let closed = Vertex(3);
        if step == 1 {
            checked.set_closed(closed, true);
        }
        checked.step(&mut Control::new(Budget::new().with_nodes(500)));
    }
    assert_eq!(checked.fleet.goals(Token(0)).len(), 0);
    checked.set_closed(Vertex(5), true);
    checked.step(&mut Control::new(Budget::new().with_nodes(0)));
    assert!(!checked.fleet.is_closed(checked.fleet.place(Token(0))));
}

#[test]
fn no_robot_is_pulled_onto_a_closed_vertex() {
    let any_graph = AnyGraph::Undirected(Grid::new(5, 5).expect("a grid").to_graph().graph);
    let starts = [1, 23, 24, 14, 20, 5, 4, 16, 13, 22, 15, 6, 21, 17, 9, 12, 18, 11, 3, 10].map(Vertex);
    let goals = [0, 24, 0, 9, 20, 11, 14, 20, 9, 12, 6, 18, 6, 18, 14, 6, 24, 20, 14, 21].map(Vertex);
    for seed in 0..20 {
        let mut checked = Checked::new(&any_graph, &starts, MotionModel::Standard);
        checked.fleet = checked.fleet.with_seed(seed);
        for (robot, goal) in (0..).zip(goals) {
            checked.fleet.assign(Token(robot), goal).expect("a robot and a vertex");
        }
        for closed in [2, 7, 8, 13, 19] {
            checked.set_closed(Vertex(closed), true);
        }
        checked.step(&mut Control::new(Budget::new().with_nodes(0)));
    }
}

#[test]
fn dear_steps_are_avoided() {
    let graph = Grid::new(2, 4).expect("a grid").to_graph().graph;
    let robot = Token(0);
    for (cost, moves) in [(16, 3), (80, 5)] {
        let fleet = Fleet::new(&graph, &[Vertex(0)]).expect("a vertex");
        let mut fleet = fleet.with_step_costs(|from, to| if (from.0, to.0) == (1, 2) { cost } else { 0 });
        fleet.assign(robot, Vertex(3)).expect("a robot and a vertex");
        let mut made = 0;
        while fleet.goals(robot).len() > 0 {
            made += fleet.step(&mut Control::unlimited()).moves.len();
        }
        assert_eq!(made, moves);
    }
}

#[test]
fn wrong_robots_and_vertices_are_refused() {
    let graph = Grid::new(1, 3).expect("a grid").to_graph().graph;
    let shared = Fleet::new(&graph, &[Vertex(1), Vertex(1)]).expect_err("one vertex");
    assert_eq!(shared.to_string(), "two robots start on vertex 2");
    let mut fleet = Fleet::new(&graph, &[Vertex(1)]).expect("a vertex");
    let far = FleetError::NoSuchVertex { vertex: Vertex(3), vertices: 3 };
    assert_eq!(fleet.assign(Token(0), Vertex(3)), Err(far));
    assert_eq!(fleet.close(Vertex(3)), Err(far));
    assert_eq!(far.to_string(), "there is no vertex 4, the graph has 3");
    let absent = FleetError::NoSuchRobot { robot: Token(1), robots: 1 };
    assert_eq!(fleet.recall(Token(1)), Err(absent));
    assert_eq!(absent.to_string(), "there is no robot 2, the fleet has 1");
    let mut simulation = Simulation::new(fleet, [Task { places: vec![Vertex(3)] }], 1);
    assert_eq!(simulation.step(&mut Control::unlimited()).expect_err("no such place"), far);
    assert!(simulation.step(&mut Control::unlimited()).is_ok());
}

#[test]
fn a_wait_names_the_robot_in_the_way() {
    let graph = Grid::new(1, 3).expect("a grid").to_graph().graph;
    let mut fleet = Fleet::new(&graph, &[Vertex(1), Vertex(0)]).expect("vertices");
    // Of two robots that have waited equally long, the first cannot be pushed.
    fleet.assign(Token(0), Vertex(1)).expect("a robot and a vertex");
    fleet.assign(Token(1), Vertex(2)).expect("a robot and a vertex");
    let step = fleet.step(&mut Control::new(Budget::new().with_nodes(0)));
    assert_eq!(step.arrivals, [(Token(0), Vertex(1))]);
    let [wait] = step.waits[..] else { panic!("{step:?}") };
    assert_eq!((wait.robot, wait.behind), (Token(1), Some(Token(0))));
}
