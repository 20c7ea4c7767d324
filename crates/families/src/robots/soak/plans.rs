//! Tests all schedulers, and all solvers of plans that support the instance, with robots on graphs
//! of many kinds.

use cpf::cpf_core::improve::parallelise;
use cpf::cpf_core::improve::{Improver, Windows};
use cpf::cpf_core::internal::BlankRoute;
use cpf::cpf_core::{Metrics, generate};
use cpf::motion_core::graph::Graph;
use cpf::motion_core::{Move, Token};
use cpf::solvers::bibox::internal::Corner;
use cpf::solvers::bibox::{
    BlockByBlock, BlockInstance, EarBeam, EarDecomposition, EarInsertion, EarInstance,
};
use cpf::solvers::push_swap::internal::{
    BlankReserve, GoalOrder, Growth, PathRule, Priorities, Root, StepRule, VertexOrder,
};
use cpf::solvers::push_swap::{Elimination, Placing, PushInstance};
use cpf::solvers::{ByBlocks, ByEars, ByPushing};
use cpf::{
    AnyScheduler, AnySolver, Budget, Control, Grid, Instance, MotionModel, Objective, Outcome, Plan,
    Schedule, Setup, Solver, Vertex,
};
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};

use crate::soak::{Costs, MOVES, Problem, Scale, Task, breadth_first};

const NODES: u64 = 1_000_000;

/// The node limit of anytime solvers.
const ANYTIME: u64 = 50_000;

/// The node limit of schedulers, each of which runs once per objective.
const SCHEDULING: u64 = 5_000;

/// The measures of schedules besides moves. They also measure plans, once these are divided into
/// steps.
const SUM_OF_COSTS: &str = "sum of costs";
const MAKESPAN: &str = "makespan";

/// The greatest number of vertices of graphs on which all reachable configurations are enumerated.
const EXHAUSTED: usize = 7;

pub(super) struct SoakRobots(Instance);

pub(super) fn random(scale: Scale, rng: &mut impl Rng) -> SoakRobots {
    let most = match (scale, rng.random_range(0..10)) {
        (Scale::Small, 0..4) => 8,
        (Scale::Small, 4..8) => 25,
        (Scale::Small, _) => 60,
        (Scale::Large, _) => 2500,
    };
    if rng.random_bool(0.25) {
        return SoakRobots(on_grid(most, rng));
    }
    let graph = graph(most, rng);
    let vertices = graph.vertex_count();
    let robots = robot_count(vertices, rng);
    if rng.random_bool(0.7) {
        return SoakRobots(within_components(graph, robots, rng));
    }
    SoakRobots(generate::robots(graph, robots, rng).expect("invariant: no more robots than vertices"))
}

/// Chooses the number of robots. Mostly one or a few blanks are left, because those instances are
/// hard.
fn robot_count(vertices: usize, rng: &mut impl Rng) -> usize {
    match rng.random_range(0..10) {
        0..3 => vertices - 1,
        3..6 => vertices - rng.random_range(1..=vertices.min(4)),
        6..9 => rng.random_range(1..=vertices),
        _ => vertices,
    }
}

/// Generates an open grid, or one with holes.
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
            let beside = other.edges().map(|(a, b)| (a.0 + vertices, b.0 + vertices));
            let all = one.edges().map(|(a, b)| (a.0, b.0)).chain(beside);
            joined(vertices + other.vertex_count() as u32, all)
        }
        _ => connected(vertices, rng),
    }
}

fn joined(vertices: u32, edges: impl IntoIterator<Item = (u32, u32)>) -> Graph {
    let edges = edges.into_iter().map(|(a, b)| (Vertex(a), Vertex(b)));
    Graph::from_edges(vertices as usize, edges).expect("invariant: vertices of the graph")
}

/// Generates robots whose goals are in their components.
fn within_components(graph: Graph, robots: usize, rng: &mut impl Rng) -> Instance {
    let starts = shuffled(&graph, rng);
    let mut free = shuffled(&graph, rng);
    let components = graph.components();
    let ways: Vec<_> = starts
        .into_iter()
        .take(robots)
        .map(|start| {
            let goal = free.iter().position(|&goal| components.same(goal, start));
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

impl Problem for SoakRobots {
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn is_solvable(&self) -> Option<bool> {
        Some(self.0.feasibility().is_ok())
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        let Self(instance) = self;
        let listed = AnySolver::all().filter(|solver| solver.check(instance).is_ok()).map(|solver| {
            let task = self.task(solver.name(), move |control| solver.solve(instance, control));
            let anytime = ["auto", "ears-beam", "elimination-beam"].contains(&solver.name());
            let nodes = if anytime { ANYTIME } else { NODES };
            Task { nodes, ..task.with_guarantee(solver.guarantee()) }
        });
        let mut tasks: Vec<_> = listed.collect();
        let mut more = Vec::new();
        if EarInstance::new(instance).is_ok() {
            more.extend(on_ears());
            tasks.extend(self.on_shells());
        }
        if PushInstance::new(instance).is_ok() {
            more.extend(with_blanks());
        }
        if BlockInstance::new(instance).is_ok() {
            let blocks = BlockByBlock::default().with_insertion(EarInsertion::fast());
            more.push(("blocks, single steps", Box::new(ByBlocks::new(blocks))));
        }
        if instance.graph().vertex_count() <= EXHAUSTED {
            tasks.push(self.task("breadth-first", |control| fewest(instance, control)).least_in(MOVES));
        }
        let more = more
            .into_iter()
            .map(|(name, solver)| self.task(name, move |control| solver.solve(instance, control)));
        tasks.extend(more);
        tasks.extend(AnyScheduler::all().flat_map(|scheduler| self.scheduled(scheduler)));
        tasks
    }
}

/// A solver that is not in the table, with its name.
type Variant = (&'static str, Box<dyn Solver<Instance, Solution = Plan>>);

/// Returns more variants of the solver by ears.
fn on_ears() -> [Variant; 4] {
    let insertion = EarInsertion::default();
    let narrow = EarBeam::default().with_width(4).with_windows(None);
    [
        ("ears, no beam", Box::new(ByEars::new(insertion.with_beam(1, 0)))),
        ("ears, snakes", Box::new(ByEars::new(insertion.with_snakes(true)))),
        ("ears, shortest routes", Box::new(ByEars::new(insertion.with_route(BlankRoute::Shortest)))),
        ("ears-beam, narrow", Box::new(ByEars::new(narrow))),
    ]
}

/// Returns more variants of placing and of elimination.
fn with_blanks() -> [Variant; 6] {
    let periphery = VertexOrder::default().with_root(Root::Periphery).with_growth(Growth::BreadthFirst);
    let elimination = Elimination::default();
    let (path, reserve) = (StepRule::CheapestPath, BlankReserve::All);
    let learnt = Placing::push_and_rotate().with_priorities(Priorities::Learnt);
    let around = Placing::push_and_swap().with_path_rule(PathRule::AroundFinished);
    let around = around.with_order(GoalOrder::Numbers);
    [
        ("elimination, periphery", Box::new(ByPushing::new(elimination.with_order(periphery)))),
        ("elimination, path", Box::new(ByPushing::new(elimination.with_step_rule(path)))),
        ("elimination, reserve", Box::new(ByPushing::new(elimination.with_reserve(reserve)))),
        ("elimination, shortest", Box::new(ByPushing::new(elimination.with_route(BlankRoute::Shortest)))),
        ("push-rotate, learnt", Box::new(ByPushing::new(learnt))),
        ("push-swap, around", Box::new(ByPushing::new(around))),
    ]
}

impl SoakRobots {
    /// On a grid, returns one task for each of two corners. Its ears are the shells of the grid,
    /// beginning at the corner.
    fn on_shells(&self) -> impl Iterator<Item = Task<'_>> {
        let corners = [("ears, shells", Corner::TopLeft), ("ears, other shells", Corner::BottomRight)];
        corners.into_iter().filter_map(move |(name, corner)| {
            let ears = EarDecomposition::shells(self.0.grid()?, corner).ok()?;
            Some(self.task(name, move |control| {
                let problem = EarInstance::with_ears(&self.0, ears.clone());
                EarInsertion::default().solve(&problem.expect("invariant: ears of this grid"), control)
            }))
        })
    }

    /// Returns one task for each objective that the scheduler takes. All use the motion model of
    /// plans, so that costs can be compared.
    fn scheduled(&self, scheduler: AnyScheduler) -> impl Iterator<Item = Task<'_>> {
        let measures = [
            (Objective::Moves, MOVES),
            (Objective::SumOfCosts, SUM_OF_COSTS),
            (Objective::Makespan, MAKESPAN),
        ];
        let taken = move |&(objective, _): &_| objective != Objective::Moves || scheduler.takes_moves();
        measures.into_iter().filter(taken).map(move |(objective, measure)| {
            let made = scheduler.scheduler(MotionModel::Pebble, objective, 1000, 0);
            let solve = move |control: &mut Control| made.solve(&self.0, control);
            let check = |schedule: Schedule| {
                let metrics = self.0.verify_schedule(&schedule, MotionModel::Pebble);
                metrics.map(|metrics| costs(&metrics)).map_err(|why| why.to_string())
            };
            let task = Task::new(format!("{scheduler}, {measure}"), SCHEDULING, solve, check);
            task.with_guarantee(scheduler.guarantee()).measured_in(measure)
        })
    }

    fn task<'p>(
        &'p self,
        name: impl Into<String>,
        solve: impl Fn(&mut Control) -> Outcome<Plan> + 'p,
    ) -> Task<'p> {
        Task::new(name, NODES, solve, |plan| self.check(&plan))
    }

    /// Replays a plan, and its improvements.
    fn check(&self, plan: &Plan) -> Result<Costs, String> {
        let Self(instance) = self;
        let count = instance.verify(plan).map_err(|why| why.to_string())?.moves;
        let mut in_steps = None;
        for model in [MotionModel::Pebble, MotionModel::Train, MotionModel::Standard] {
            let schedule = parallelise(instance, plan, model).map_err(|why| why.to_string())?;
            let metrics = instance
                .verify_schedule(&schedule, model)
                .map_err(|why| format!("steps in {model:?}: {why}"))?;
            if metrics.moves != count || metrics.makespan > count {
                return Err(format!("{count} moves became {metrics:?} in {model:?}"));
            }
            // The first model is that of plans.
            in_steps.get_or_insert(metrics);
        }
        let windows = Windows::default().with_nodes(2000);
        let improvers = [Improver::redundancy(), Improver::default().with_windows(Some(windows))];
        for (improver, nodes) in improvers.into_iter().zip([NODES, ANYTIME / 2]) {
            let control = &mut Control::new(Budget::new().with_nodes(nodes));
            let improved =
                improver.improve(instance, plan.clone(), control).map_err(|why| why.to_string())?;
            let moves = instance.verify(&improved.plan).map_err(|why| format!("improved: {why}"))?.moves;
            if moves > count || control.stats().bytes != 0 {
                return Err(format!("{count} moves became {moves}, {:?}", control.stats()));
            }
        }
        Ok(in_steps.as_ref().map(costs).unwrap_or_default())
    }
}

fn costs(metrics: &Metrics) -> Costs {
    Costs::from([(MOVES, metrics.moves), (SUM_OF_COSTS, metrics.sum_of_costs), (MAKESPAN, metrics.makespan)])
}

/// Finds the fewest moves, or proves that no solution exists, by enumerating all reachable
/// configurations.
fn fewest(instance: &Instance, control: &mut Control) -> Outcome<Plan> {
    let successors = |places: &Vec<Vertex>| {
        let mut moved = Vec::new();
        for (number, &from) in places.iter().enumerate() {
            for &to in instance.graph().neighbours(from).iter().filter(|to| !places.contains(to)) {
                let mut next = places.clone();
                next[number] = to;
                moved.push((Move { token: Token(number as u32), from, to }, next));
            }
        }
        moved
    };
    let (start, goal) = (instance.start().places(), instance.goal().places());
    breadth_first(start.to_vec(), |places, _| places == goal, successors, control).map(Plan::from)
}
