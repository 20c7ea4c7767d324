//! Robots whose schedules are legal in one motion model, on graphs with edges or arcs.

use cpf::cpf_core::directed::DirectedInstance;
use cpf::cpf_core::improve::parallelise;
use cpf::formats::GraphText;
use cpf::mapf::ScheduleImprover;
use cpf::{
    AnyScheduler, AnySolver, AutoScheduler, Control, Instance, MotionModel, Objective, Plan, Schedule, Solver,
};
use cpf_core::internal::JointSteps;
use motion_core::solver_table::Guarantee;
use rand::{Rng, RngExt};

use super::costs::{costs, least_costs};
use super::graphs::{any_graph, robot_count, ways};
use super::schedulers::{NamedScheduler, RATIO, schedulers};
use crate::soak::{Costs, Problem, Scale, Task};

/// The node limit of solvers of plans.
const NODES: u64 = 20_000;

/// The greatest number of vertices of graphs on which all steps are tried.
const EXHAUSTED: usize = 5;

pub(super) struct SoakSchedules {
    instance: GraphText,
    model: MotionModel,
}

pub(super) fn random(scale: Scale, rng: &mut impl Rng) -> SoakSchedules {
    let graph = any_graph(scale, rng);
    let robots = robot_count(graph.underlying().vertex_count(), rng);
    let instance = graph.with_robots(&ways(graph.underlying(), robots, rng));
    SoakSchedules { instance, model: MotionModel::ALL[rng.random_range(0..3)] }
}

impl Problem for SoakSchedules {
    fn text(&self) -> String {
        format!("c in the model {}\n{}", self.model, self.instance)
    }

    fn is_solvable(&self) -> Option<bool> {
        let (model, control) = (self.model, &mut Control::unlimited());
        match &self.instance {
            GraphText::Edges(instance) => Some(instance.feasibility_in(model).is_ok()),
            GraphText::Arcs(instance) if instance.underlying().feasibility_in(model).is_err() => Some(false),
            GraphText::Arcs(instance) => {
                (instance.underlying_decides_within(model, control) == Ok(true)).then_some(true)
            }
        }
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        let mut tasks = match &self.instance {
            GraphText::Edges(instance) => self.on_edges(instance),
            GraphText::Arcs(instance) => self.on_arcs(instance),
        };
        if self.underlying().graph().vertex_count() <= EXHAUSTED {
            tasks.extend(least_costs(|objective| self.least_cost(objective)));
        }
        tasks
    }
}

impl SoakSchedules {
    const fn underlying(&self) -> &Instance {
        match &self.instance {
            GraphText::Edges(instance) => instance,
            GraphText::Arcs(instance) => instance.underlying(),
        }
    }

    fn least_cost(&self, objective: Objective) -> Option<u32> {
        let (robots, model) = (self.underlying().robot_count(), self.model);
        let steps = match &self.instance {
            GraphText::Edges(instance) => JointSteps::new(instance.graph(), robots, model),
            GraphText::Arcs(instance) => JointSteps::along_arcs(instance.graph(), robots, model),
        };
        let steps = steps.expect("invariant: a small graph");
        let [start, goal] = [self.underlying().start(), self.underlying().goal()];
        steps.least_costs(start.places(), objective).to(goal.places())
    }

    fn on_edges<'p>(&'p self, instance: &'p Instance) -> Vec<Task<'p>> {
        let model = self.model;
        let verify = move |schedule: &Schedule| {
            instance.verify_schedule(schedule, model).map_err(|why| why.to_string())
        };
        let tasks = Objective::ALL.into_iter().flat_map(|objective| {
            let named =
                move |name, guarantee, scheduler| NamedScheduler { name, objective, guarantee, scheduler };
            let listed = AnyScheduler::all()
                .filter(move |listed| objective != Objective::Moves || listed.takes_moves())
                .flat_map(move |listed| {
                    let made = |ratio| listed.scheduler(model, objective, ratio, 0);
                    let within = listed
                        .takes_ratio()
                        .then(|| named("conflict-search within 1.2", Guarantee::Complete, made(RATIO)));
                    within.into_iter().chain([named(listed.name(), listed.guarantee(), made(1000))])
                });
            let auto = AutoScheduler::default().with_model(model).with_objective(objective);
            let improver = ScheduleImprover::default().with_model(model).with_objective(objective);
            listed.chain([
                named("auto", Guarantee::Complete, Box::new(auto)),
                named("schedule-improver", Guarantee::Incomplete, Box::new(improver)),
            ])
        });
        tasks.map(|scheduler| scheduler.task(instance, verify)).collect()
    }

    fn on_arcs<'p>(&'p self, instance: &'p DirectedInstance) -> Vec<Task<'p>> {
        let model = self.model;
        let verify = move |schedule: &Schedule| {
            instance.verify_schedule(schedule, model).map_err(|why| why.to_string())
        };
        let mut tasks: Vec<_> = schedulers(model).map(|scheduler| scheduler.task(instance, verify)).collect();
        // Steps in which robots turn around a cycle can cost less than all plans, and exist where
        // there is no plan.
        if model != MotionModel::Standard {
            let listed = AnySolver::all().filter(|solver| solver.check(instance.underlying()).is_ok());
            tasks.extend(listed.map(|solver| {
                let solve = move |control: &mut Control| Solver::solve(&*solver, instance, control);
                let check = move |plan| check_plan(instance, &plan, model);
                let task = Task::new(solver.name(), NODES, solve, check);
                task.with_guarantee(solver.guarantee())
            }));
        }
        tasks
    }
}

/// Replays a plan along arcs, move by move and divided into steps.
fn check_plan(instance: &DirectedInstance, plan: &Plan, model: MotionModel) -> Result<Costs, String> {
    let moves = instance.verify(plan).map_err(|why| why.to_string())?.moves;
    let schedule = parallelise(instance.underlying(), plan, model).map_err(|why| why.to_string())?;
    let metrics = instance.verify_schedule(&schedule, model).map_err(|why| format!("in steps: {why}"))?;
    if metrics.moves == moves {
        Ok(costs(&metrics))
    } else {
        Err(format!("{moves} moves became {metrics:?}"))
    }
}
