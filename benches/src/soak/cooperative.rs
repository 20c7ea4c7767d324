//! Cooperative path-finding: graphs of many kinds, and all solvers that support them.

use std::collections::{HashMap, VecDeque};

use bibox::ears::Corner;
use bibox::{BlockByBlock, BlockInstance, EarBeam, EarDecomposition, EarInsertion, EarInstance};
use cpf::{AnySolver, ByBlocks, ByEars, ByPushing};
use cpf_core::board::BlankRoute;
use cpf_core::improve::{Improver, Windows, parallelise};
use cpf_core::{Instance, MotionModel, Setup, generate};
use motion_core::{Control, Graph, Grid, Guarantee, Move, Outcome, Plan, Quality, Solver, Token, Vertex};
use push_swap::{
    BlankReserve, Elimination, GoalOrder, Growth, PathRule, PushAndRotate, PushAndSwap, PushInstance, Root,
    StepRule, VertexOrder,
};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use super::scale::Scale;
use super::task::{Check, MOVES, Problem, Task, moves};

const NODES: u64 = 1_000_000;

/// Nodes of anytime solvers.
const ANYTIME: u64 = 50_000;

/// On graphs of at most this many vertices all reachable configurations are enumerated.
const EXHAUSTED: usize = 7;

pub(super) struct Cooperative(Instance);

pub(super) fn draw(scale: Scale, rng: &mut impl Rng) -> Cooperative {
    let most = match (scale, rng.random_range(0..10)) {
        (Scale::Small, 0..4) => 8,
        (Scale::Small, 4..8) => 25,
        (Scale::Small, _) => 60,
        (Scale::Large, _) => 2500,
    };
    if rng.random_bool(0.25) {
        return Cooperative(on_grid(most, rng));
    }
    let graph = graph(most, rng);
    let vertices = graph.vertex_count();
    let robots = robot_count(vertices, rng);
    if rng.random_bool(0.7) {
        return Cooperative(within_components(graph, robots, rng));
    }
    Cooperative(generate::robots(graph, robots, rng).expect("invariant: no more robots than vertices"))
}

/// Mostly one blank or a few: those are the hard instances.
fn robot_count(vertices: usize, rng: &mut impl Rng) -> usize {
    match rng.random_range(0..10) {
        0..3 => vertices - 1,
        3..6 => vertices - rng.random_range(1..=vertices.min(4)),
        6..9 => rng.random_range(1..=vertices),
        _ => vertices,
    }
}

/// An open grid, or one with holes.
fn on_grid(most: u32, rng: &mut impl Rng) -> Instance {
    let side = most.isqrt().max(3);
    let [rows, columns] = [(); 2].map(|()| rng.random_range(2..=side));
    let mut grid = Grid::new(rows, columns).expect("invariant: a legal size");
    if rng.random_bool(0.5) {
        let share = rng.random_range(0.0..0.3);
        let closed: Vec<_> = grid.cells().skip(1).filter(|_| rng.random_bool(share)).collect();
        for cell in closed {
            grid.close(cell);
        }
    }
    let graph = grid.to_graph().graph;
    let robots = robot_count(graph.vertex_count(), rng);
    let instance = within_components(graph, robots, rng);
    let ways =
        instance.robots().map(|robot| (instance.start().vertex_of(robot), instance.goal().vertex_of(robot)));
    Setup::on_grid(grid, ways.collect()).instance().expect("invariant: robots of an instance")
}

fn graph(most: u32, rng: &mut impl Rng) -> Graph {
    let vertices = rng.random_range(2..=most);
    let connected = |vertices: u32, rng: &mut _| {
        let pairs = u64::from(vertices) * u64::from(vertices - 1) / 2 - u64::from(vertices - 1);
        let extra = Rng::next_u64(rng) % (u64::from(vertices).min(pairs) + 1);
        generate::connected(vertices, extra as usize, rng).expect("invariant: fewer edges than pairs")
    };
    match rng.random_range(0..7) {
        0 => generate::connected(vertices, 0, rng).expect("invariant: a tree"),
        1 => joined(vertices, (1..vertices).map(|vertex| (vertex - 1, vertex))),
        2 if vertices > 2 => joined(vertices, (0..vertices).map(|vertex| (vertex, (vertex + 1) % vertices))),
        3 | 4 => {
            let (cycle, ear) = (rng.random_range(3..=vertices.clamp(3, 9)), rng.random_range(1..=5));
            generate::biconnected(cycle, ear, vertices.max(cycle), rng).expect("invariant: legal ears").graph
        }
        5 => {
            let one = connected(vertices, rng);
            let other = connected(rng.random_range(1..=vertices), rng);
            let edges = |graph: &Graph, first: u32| -> Vec<_> {
                let edges = graph.vertices().flat_map(|a| graph.neighbours(a).iter().map(move |&b| (a, b)));
                edges.filter(|(a, b)| a < b).map(|(a, b)| (a.0 + first, b.0 + first)).collect()
            };
            let all = edges(&one, 0).into_iter().chain(edges(&other, vertices));
            joined(vertices + other.vertex_count() as u32, all)
        }
        _ => connected(vertices, rng),
    }
}

fn joined(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    let edges = edges.into_iter().map(|(a, b)| (Vertex(a), Vertex(b)));
    Graph::from_edges(vertices as usize, edges).expect("invariant: vertices of the graph")
}

/// Robots whose goals are in their components.
fn within_components(graph: Graph, robots: usize, rng: &mut impl Rng) -> Instance {
    let starts = shuffled(&graph, rng);
    let mut free = shuffled(&graph, rng);
    let component = components(&graph);
    let ways: Vec<_> = starts
        .into_iter()
        .take(robots)
        .map(|start| {
            let goal = free.iter().position(|goal| component[goal.index()] == component[start.index()]);
            (start, free.swap_remove(goal.expect("invariant: a component has as many goals as starts")))
        })
        .collect();
    Instance::new(graph, &ways).expect("invariant: distinct vertices")
}

fn shuffled(graph: &Graph, rng: &mut impl Rng) -> Vec<Vertex> {
    let mut vertices: Vec<_> = graph.vertices().collect();
    vertices.shuffle(rng);
    vertices
}

/// The number of each vertex's component.
fn components(graph: &Graph) -> Vec<usize> {
    let mut component = vec![usize::MAX; graph.vertex_count()];
    for first in graph.vertices() {
        if component[first.index()] != usize::MAX {
            continue;
        }
        component[first.index()] = first.index();
        let mut queue = vec![first];
        while let Some(vertex) = queue.pop() {
            for &next in graph.neighbours(vertex) {
                if component[next.index()] == usize::MAX {
                    component[next.index()] = first.index();
                    queue.push(next);
                }
            }
        }
    }
    component
}

impl Cooperative {
    pub(super) const fn instance(&self) -> &Instance {
        &self.0
    }
}

impl Problem for Cooperative {
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn is_solvable(&self) -> Option<bool> {
        Some(self.0.feasibility().is_ok())
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        let Self(instance) = self;
        let mut tasks: Vec<_> = AnySolver::all()
            .filter(|solver| solver.check(instance).is_ok())
            .map(|solver| {
                let task = self.task(solver.name(), move |control| solver.solve(instance, control));
                let anytime = ["auto", "ears-beam", "elimination-beam"].contains(&solver.name());
                let task = if anytime { Task { nodes: ANYTIME, ..task } } else { task };
                if solver.guarantee() == Guarantee::Incomplete { task.incomplete() } else { task }
            })
            .collect();
        if instance.graph().is_biconnected() && EarInstance::new(instance).is_ok() {
            tasks.extend(self.on_ears());
        }
        if PushInstance::new(instance).is_ok() {
            tasks.extend(self.with_blanks());
        }
        if BlockInstance::new(instance).is_ok() {
            let blocks = BlockByBlock::default().with_insertion(EarInsertion::fast());
            tasks.push(self.boxed("blocks, single steps", Box::new(ByBlocks::new(blocks))));
        }
        if instance.graph().vertex_count() <= EXHAUSTED {
            tasks
                .push(self.task("breadth-first", |control| breadth_first(instance, control)).least_in(MOVES));
        }
        tasks
    }
}

impl Cooperative {
    /// More variants of ears.
    fn on_ears(&self) -> Vec<Task<'_>> {
        let insertion = EarInsertion::default();
        let beam = EarBeam::default().with_width(4).with_windows(None);
        let mut tasks = vec![
            self.boxed("ears, no beam", Box::new(ByEars::new(insertion.with_beam(1, 0)))),
            self.boxed("ears, snakes", Box::new(ByEars::new(insertion.with_snakes(true)))),
            self.boxed(
                "ears, shortest routes",
                Box::new(ByEars::new(insertion.with_route(BlankRoute::Shortest))),
            ),
            self.boxed("ears-beam, narrow", Box::new(ByEars::new(beam))),
        ];
        for (name, corner) in [("ears, shells", Corner::TopLeft), ("ears, other shells", Corner::BottomRight)]
        {
            let grid = self.0.grid();
            if let Some(ears) = grid.and_then(|grid| EarDecomposition::shells(grid, corner).ok()) {
                let solver = insertion;
                tasks.push(self.task(name, move |control| {
                    let problem = EarInstance::with_ears(&self.0, ears.clone());
                    solver.solve(&problem.expect("invariant: ears of this grid"), control)
                }));
            }
        }
        tasks
    }

    /// More variants of placing and of elimination.
    fn with_blanks(&self) -> Vec<Task<'_>> {
        let periphery = VertexOrder::default().with_root(Root::Periphery).with_growth(Growth::BreadthFirst);
        let elimination = Elimination::default();
        let learnt = PushAndRotate::default().with_priorities(push_swap::Priorities::Learnt);
        let around =
            PushAndSwap::default().with_path_rule(PathRule::AroundFinished).with_order(GoalOrder::Numbers);
        vec![
            self.boxed("elimination, periphery", Box::new(ByPushing::new(elimination.with_order(periphery)))),
            self.boxed(
                "elimination, path",
                Box::new(ByPushing::new(elimination.with_step_rule(StepRule::CheapestPath))),
            ),
            self.boxed(
                "elimination, reserve",
                Box::new(ByPushing::new(elimination.with_reserve(BlankReserve::All))),
            ),
            self.boxed(
                "elimination, shortest",
                Box::new(ByPushing::new(elimination.with_route(BlankRoute::Shortest))),
            ),
            self.boxed("push-rotate, learnt", Box::new(ByPushing::new(learnt))),
            self.boxed("push-swap, around", Box::new(ByPushing::new(around))).incomplete(),
        ]
    }

    fn boxed(&self, name: &str, solver: Box<dyn Solver<Instance, Solution = Plan>>) -> Task<'_> {
        self.task(name, move |control| solver.solve(&self.0, control))
    }

    fn task<'p>(
        &'p self,
        name: impl Into<String>,
        solve: impl Fn(&mut Control) -> Outcome<Plan> + 'p,
    ) -> Task<'p> {
        Task::new(name, NODES, move |control| {
            solve(control).map(|plan| Box::new(move || self.check(&plan).map(moves)) as Check<'p>)
        })
    }

    /// Replays a plan, and its improvements.
    fn check(&self, plan: &Plan) -> Result<u64, String> {
        let Self(instance) = self;
        let count = instance.verify(plan).map_err(|why| why.to_string())?.moves;
        for model in [MotionModel::Pebble, MotionModel::Train, MotionModel::Standard] {
            let schedule = parallelise(instance, plan, model).map_err(|why| why.to_string())?;
            let metrics = instance
                .verify_schedule(&schedule, model)
                .map_err(|why| format!("steps in {model:?}: {why}"))?;
            if metrics.moves != count || metrics.makespan > count {
                return Err(format!("{count} moves became {metrics:?} in {model:?}"));
            }
        }
        let windows = Windows::default().with_nodes(2000);
        let improvers = [Improver::redundancy(), Improver::default().with_windows(Some(windows))];
        for (improver, nodes) in improvers.into_iter().zip([NODES, ANYTIME / 2]) {
            let control = &mut Control::new(motion_core::Budget::new().with_nodes(nodes));
            let improved =
                improver.improve(instance, plan.clone(), control).map_err(|why| why.to_string())?;
            let moves = instance.verify(&improved.plan).map_err(|why| format!("improved: {why}"))?.moves;
            if moves > count || control.stats().bytes != 0 {
                return Err(format!("{count} moves became {moves}, {:?}", control.stats()));
            }
        }
        Ok(count)
    }
}

/// The fewest moves, or the proof that there is no solution, from all reachable configurations.
fn breadth_first(instance: &Instance, control: &mut Control) -> Outcome<Plan> {
    let places = |of: &motion_core::Configuration| -> Vec<Vertex> {
        instance.robots().map(|robot| of.vertex_of(robot)).collect()
    };
    let (start, goal) = (places(instance.start()), places(instance.goal()));
    let mut before: HashMap<Vec<Vertex>, Option<(Vec<Vertex>, Move)>> =
        HashMap::from([(start.clone(), None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        if state == goal {
            let back =
                std::iter::successors(before[&state].as_ref(), |(earlier, _)| before[earlier].as_ref());
            let mut plan: Vec<_> = back.map(|&(_, action)| action).collect();
            plan.reverse();
            return Outcome::Solved { plan: Plan::from(plan), quality: Quality::Optimal };
        }
        if let Err(why) = control.spend(1) {
            return Outcome::stopped(why);
        }
        for (number, &from) in state.iter().enumerate() {
            for &to in instance.graph().neighbours(from) {
                let mut next = state.clone();
                next[number] = to;
                if !state.contains(&to) && !before.contains_key(&next) {
                    let action = Move { token: Token(number as u32), from, to };
                    before.insert(next.clone(), Some((state.clone(), action)));
                    queue.push_back(next);
                }
            }
        }
    }
    Outcome::Unsolvable
}
