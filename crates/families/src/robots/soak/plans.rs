//! Tests all schedulers, and all solvers of plans that support the instance, with robots on graphs
//! of many kinds.

use cpf::cpf_core::improve::{ImprovedPlan, Improver, Windows, parallelise};
use cpf::cpf_core::internal::BlankRoute;
use cpf::motion_core::{Move, Token};
use cpf::solvers::bibox::internal::Corner;
use cpf::solvers::bibox::{
    BlockByBlock, BlockInstance, EarBeam, EarDecomposition, EarInsertion, EarInstance,
};
use cpf::solvers::push_swap::internal::{
    BlankReserve, GoalOrder, Growth, PathRule, Priorities, Root, StepRule, VertexOrder,
};
use cpf::solvers::push_swap::{Elimination, Placing, PushInstance};
use cpf::solvers::{ByBlocks, ByEars, ByPushing, Replanner};
use cpf::{
    AnyScheduler, AnySolver, Budget, Control, Grid, Instance, MotionModel, Objective, Outcome, Plan,
    Schedule, Setup, Solver, Vertex,
};
use motion_core::error::ReplayError;
use rand::{Rng, RngExt};

use super::costs::{costs, measure_of};
use super::graphs::{graph, robot_count, ways};
use crate::soak::{Costs, MOVES, Problem, Scale, Task, breadth_first};

const NODES: u64 = 1_000_000;

/// The node limit of anytime solvers, and of `sliding`, which finds the fewest moves.
const ANYTIME: u64 = 30_000;

/// The node limit of schedulers, each of which runs once per objective.
const SCHEDULING: u64 = 5_000;

/// The node limit of the improver that plans groups of robots again.
const REPLANNING: u64 = 1_000;

/// The greatest number of vertices of graphs on which all reachable configurations are enumerated.
const EXHAUSTED: usize = 7;

pub(super) struct SoakPlans(Instance);

pub(super) fn random(scale: Scale, rng: &mut impl Rng) -> SoakPlans {
    let most = match (scale, rng.random_range(0..10)) {
        (Scale::Small, 0..4) => 8,
        (Scale::Small, 4..9) => 25,
        (Scale::Small, _) => 60,
        (Scale::Large, _) => 2500,
    };
    if rng.random_bool(0.25) {
        return SoakPlans(on_grid(most, rng));
    }
    let graph = graph(most, rng);
    let ways = ways(&graph, robot_count(graph.vertex_count(), rng), rng);
    SoakPlans(Instance::new(graph, &ways).expect("invariant: distinct vertices"))
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
    let ways = ways(&graph, robot_count(graph.vertex_count(), rng), rng);
    Setup::on_grid(grid, ways).instance().expect("invariant: distinct cells")
}

impl Problem for SoakPlans {
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
            let anytime = ["auto", "ears-beam", "elimination-beam", "sliding"].contains(&solver.name());
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

impl SoakPlans {
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
        let taken = move |&objective: &_| objective != Objective::Moves || scheduler.takes_moves();
        Objective::ALL.into_iter().filter(taken).map(move |objective| {
            let measure = measure_of(objective);
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
        let redundancy = Improver::redundancy();
        let windows = Improver::default().with_windows(Some(Windows::default().with_nodes(2000)));
        self.check_improved(plan, NODES, |plan, control| redundancy.improve(instance, plan, control))?;
        self.check_improved(plan, ANYTIME / 2, |plan, control| windows.improve(instance, plan, control))?;
        if instance.graph().vertex_count() <= EXHAUSTED {
            let replanner = Replanner::default();
            self.check_improved(plan, REPLANNING, |plan, control| {
                replanner.improve(instance, plan, control)
            })?;
        }
        Ok(in_steps.as_ref().map(costs).unwrap_or_default())
    }

    /// Improves a plan within a node limit, and replays the result, which must not be longer.
    fn check_improved(
        &self,
        plan: &Plan,
        nodes: u64,
        improve: impl FnOnce(Plan, &mut Control) -> Result<ImprovedPlan, ReplayError>,
    ) -> Result<(), String> {
        let control = &mut Control::new(Budget::new().with_nodes(nodes));
        let improved = improve(plan.clone(), control).map_err(|why| why.to_string())?;
        let moves = self.0.verify(&improved.plan).map_err(|why| format!("improved: {why}"))?.moves;
        if moves > plan.len() as u64 || control.stats().bytes != 0 {
            return Err(format!("{} moves became {moves}, {:?}", plan.len(), control.stats()));
        }
        Ok(())
    }
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
