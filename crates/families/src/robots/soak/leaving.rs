//! Robots that leave at their goals, in one motion model.

use std::fmt::Write as _;

use cpf::cpf_core::LeavingInstance;
use cpf::{MotionModel, Schedule, Vertex};
use cpf_core::internal::least_cost_of_leaving;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::costs::least_costs;
use super::graphs::{AnyGraph, any_graph, robot_count, shuffled, ways};
use super::schedulers::schedulers;
use crate::soak::{Problem, Scale, Task};

/// The greatest number of vertices of graphs on which all steps are tried.
const EXHAUSTED: usize = 4;

pub(super) struct SoakLeaving {
    graph: AnyGraph,
    ways: Vec<(Vertex, Vertex)>,
    instance: LeavingInstance,
    model: MotionModel,
}

pub(super) fn random(scale: Scale, rng: &mut impl Rng) -> SoakLeaving {
    let graph = any_graph(scale, rng);
    let underlying = graph.underlying();
    let mut ways = ways(underlying, robot_count(underlying.vertex_count(), rng), rng);
    if rng.random_bool(0.5) {
        // Robots share a few goals, some of which cannot be reached by all.
        let few = rng.random_range(1..=3);
        let goals = &shuffled(underlying, rng)[..few.min(underlying.vertex_count())];
        for (_, goal) in &mut ways {
            *goal = *goals.choose(rng).expect("invariant: there is a goal");
        }
    }
    let instance = match &graph {
        AnyGraph::Edges(graph) => LeavingInstance::new(graph, &ways).expect("invariant: distinct starts"),
        AnyGraph::Arcs(graph) => {
            let instance = LeavingInstance::on_arcs(graph, &ways);
            instance.expect("invariant: distinct starts, and arcs on cycles")
        }
    };
    SoakLeaving { graph, ways, instance, model: MotionModel::ALL[rng.random_range(0..3)] }
}

impl Problem for SoakLeaving {
    /// The graph, and the robots in comments, since they may share goals.
    fn text(&self) -> String {
        let mut text = format!("c robots leave at their goals, in the model {}\n", self.model);
        for (start, goal) in &self.ways {
            let _ = writeln!(text, "c r {} {}", start.one_based(), goal.one_based());
        }
        text + &self.graph.with_robots(&[]).to_string()
    }

    fn tasks(&self) -> Vec<Task<'_>> {
        let Self { graph, ways, instance, model } = self;
        let verify = move |schedule: &Schedule| {
            instance.verify_schedule(schedule, *model).map_err(|why| why.to_string())
        };
        let mut tasks: Vec<_> =
            schedulers(*model).map(|scheduler| scheduler.task(instance, verify)).collect();
        if graph.underlying().vertex_count() <= EXHAUSTED {
            let least = |objective| least_cost_of_leaving(graph.arcs(), ways, *model, objective);
            tasks.extend(least_costs(least));
        }
        tasks
    }
}
