//! Fleets with tasks, and vertices that are closed and opened.

use std::fmt::Write as _;

use cpf::fleet::{Fleet, Simulation, Step, Task as FleetTask, TaskEvent};
use cpf::{Budget, Control, MotionModel, Outcome, Vertex};
use motion_core::Quality;
use rand::{Rng, RngExt};

use super::fleet_replay::replay;
use super::graphs::{AnyGraph, any_graph, robot_count, shuffled};
use super::open_network::OpenNetwork;
use crate::soak::{Problem, Scale, Task};

/// The steps within which vertices are closed and opened.
const CHANGING: u64 = 40;

/// The steps of a run in which some tasks may never be finished.
const STEPS: u64 = 100;

/// The node limit of a run.
const NODES: u64 = 1_000_000;

/// A change of the graph before a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    step: u64,
    vertex: Vertex,
    is_closed: bool,
}

pub(super) struct SoakFleet {
    pub(super) graph: AnyGraph,
    pub(super) starts: Vec<Vertex>,
    pub(super) model: MotionModel,
    pub(super) tasks: Vec<Vec<Vertex>>,
    changes: Vec<Change>,
    horizon: u16,
    /// The tasks that are known at once.
    revealed: usize,
    /// The nodes of each step.
    nodes: u64,
}

/// A run: its steps, and what happened to the tasks.
pub(super) struct FleetRun {
    pub(super) steps: Vec<Step>,
    pub(super) events: Vec<TaskEvent>,
    pub(super) finished: u64,
}

/// A name, and the options of a fleet.
type FleetVariant = (&'static str, fn(Fleet) -> Fleet);

pub(super) fn random(scale: Scale, rng: &mut impl Rng) -> SoakFleet {
    let graph = any_graph(scale, rng);
    let mut starts = shuffled(graph.underlying(), rng);
    let vertices = starts.clone();
    let any = |rng: &mut _| vertices[RngExt::random_range(rng, 0..vertices.len())];
    starts.truncate(robot_count(vertices.len(), rng));
    let count = rng.random_range(1..=2 * starts.len() + 1);
    let tasks = (0..count).map(|_| (0..rng.random_range(1..=3)).map(|_| any(rng)).collect()).collect();
    let changed = if rng.random_bool(0.5) { rng.random_range(1..=6) } else { 0 };
    let mut changes: Vec<_> = (0..changed)
        .map(|_| Change {
            step: rng.random_range(0..CHANGING),
            vertex: any(rng),
            is_closed: rng.random_bool(0.6),
        })
        .collect();
    changes.sort_by_key(|change| change.step);
    SoakFleet {
        revealed: rng.random_range(1..=count),
        horizon: rng.random_range(1..=16),
        nodes: [0, 30, 300][rng.random_range(0..3)],
        model: MotionModel::ALL[rng.random_range(0..3)],
        graph,
        starts,
        tasks,
        changes,
    }
}

impl Problem for SoakFleet {
    /// The graph, and the rest in comments.
    fn text(&self) -> String {
        let Self { model, horizon, nodes, revealed, .. } = self;
        let mut text = format!(
            "c a fleet in the model {model}, horizon {horizon}, {nodes} nodes a step, \
             {revealed} tasks at once\n"
        );
        let numbers = |vertices: &[Vertex]| {
            let numbers: Vec<_> = vertices.iter().map(|vertex| vertex.one_based().to_string()).collect();
            numbers.join(" ")
        };
        let _ = writeln!(text, "c robots on {}", numbers(&self.starts));
        for places in &self.tasks {
            let _ = writeln!(text, "c task at {}", numbers(places));
        }
        for Change { step, vertex, is_closed } in &self.changes {
            let word = if *is_closed { "closed" } else { "opened" };
            let _ = writeln!(text, "c {} is {word} before step {}", vertex.one_based(), step + 1);
        }
        text + &self.graph.with_robots(&[]).to_string()
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        let variants: [FleetVariant; 3] = [
            ("fleet", |fleet| fleet),
            ("fleet, guidance", Fleet::with_guidance),
            ("fleet, paths", |fleet| fleet.with_memory(0)),
        ];
        let task = |(name, change): FleetVariant| {
            let solve = move |control: &mut Control| self.run(change(self.fleet()), control);
            Task::new(name, NODES, solve, |run| replay(self, &run))
        };
        variants.into_iter().map(task).collect()
    }
}

impl SoakFleet {
    fn fleet(&self) -> Fleet {
        let fleet = match &self.graph {
            AnyGraph::Edges(graph) => Fleet::new(graph, &self.starts),
            AnyGraph::Arcs(graph) => Fleet::on_arcs(graph, &self.starts),
        };
        let fleet = fleet.expect("invariant: distinct vertices");
        fleet.with_model(self.model).with_horizon(self.horizon)
    }

    /// The changes of the graph before a step.
    pub(super) fn changes_before(&self, step: u64) -> impl Iterator<Item = (Vertex, bool)> {
        let due = self.changes.iter().filter(move |change| change.step == step);
        due.map(|change| (change.vertex, change.is_closed))
    }

    /// Lets a fleet make steps until all tasks are finished, or no guarantee says that they will
    /// be. If the guarantee fails, the run ends when a robot must have waited too long.
    fn run(&self, fleet: Fleet, control: &mut Control) -> Outcome<FleetRun> {
        let tasks = self.tasks.iter().map(|places| FleetTask { places: places.clone() });
        let mut simulation = Simulation::new(fleet, tasks, self.revealed);
        let mut network = OpenNetwork::new(&self.graph);
        let patience = network.patience(self.starts.len());
        let (mut steps, mut last_arrival) = (Vec::new(), 0);
        let stopped = loop {
            let number = steps.len() as u64;
            for (vertex, is_closed) in self.changes_before(number) {
                network.change(vertex, is_closed);
                let fleet = simulation.fleet_mut();
                let changed = if is_closed { fleet.close(vertex) } else { fleet.open(vertex) };
                changed.expect("invariant: a vertex of the graph");
            }
            let is_finished = simulation.totals().finished == self.tasks.len() as u64;
            let is_over = number >= STEPS && !network.serves(&simulation.fleet().places());
            if is_finished || is_over || number > last_arrival + patience {
                break None;
            }
            let mut of_step = Control::new(Budget::new().with_nodes(self.nodes));
            let step = simulation.step(&mut of_step).expect("invariant: places are vertices");
            if !step.arrivals.is_empty() {
                last_arrival = number;
            }
            steps.push(step);
            if let Err(why) = control.spend(of_step.stats().nodes + 1) {
                break Some(why);
            }
        };
        let run =
            FleetRun { steps, events: simulation.take_events(), finished: simulation.totals().finished };
        match stopped {
            Some(why) => Outcome::Stopped { why, best: Some(run), lower_bound: None },
            None => Outcome::Solved { plan: run, quality: Quality::Feasible },
        }
    }
}
