//! Tests of the schedulers of robots that leave at their goals, on all kinds of connected graphs
//! with up to four vertices and some strongly connected ones, against the least costs found by
//! trying every step.

use std::collections::BTreeMap;
use std::thread;

use cpf_core::LeavingInstance;
use cpf_core::directed::DirectedGraph;
use cpf_core::internal::{connected_kinds, least_cost_of_leaving, strongly_connected_kinds};
use mapf::motion_core::graph::Graph;
use mapf::motion_core::{Budget, Control, Grid, Schedule, Solver, Vertex};
use mapf::{
    CollisionRepair, ConflictSearch, ConflictTechniques, JointSearch, Lacam, LacamTechniques, MotionModel,
    Objective, ScheduleImprover, cpf_core,
};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::harness::{Candidate, Case, Endings, Promise, check, check_limits, check_repetition};

/// A scheduler of robots that leave.
type Leaving = dyn Solver<LeavingInstance, Solution = Schedule>;

/// The interval between instances on which limits and repetitions are checked.
const THOROUGH: usize = 23;

/// The node limit of a scheduler that may not end by itself.
const NODES: u64 = 5_000;

/// The schedulers for a model and an objective, one line for each set of options.
fn schedulers(model: MotionModel, objective: Objective) -> Vec<Candidate<Leaving>> {
    let boxed = Candidate::<Leaving>::boxed;
    let joint = JointSearch::default().with_model(model).with_objective(objective);
    let lacam = Lacam::default().with_model(model).with_objective(objective);
    let repair = CollisionRepair::default().with_model(model).with_objective(objective).with_patience(50);
    let improver = ScheduleImprover::default().with_model(model).with_objective(objective);
    let plain = lacam.with_techniques(LacamTechniques::NONE);
    let mut schedulers = vec![
        boxed("joint", Promise::Optimal, Box::new(joint)),
        boxed("joint, together", Promise::Optimal, Box::new(joint.with_independence_detection(false))),
        boxed("lacam", Promise::Feasible, Box::new(lacam)).within_nodes(NODES),
        boxed("lacam, no technique", Promise::Feasible, Box::new(plain)).within_nodes(NODES),
        boxed("repair", Promise::Attempt, Box::new(repair)).within_nodes(NODES / 10),
        boxed("improver", Promise::Attempt, Box::new(improver)).within_nodes(NODES / 10),
    ];
    if objective != Objective::Moves {
        let search = ConflictSearch::default().with_model(model).with_objective(objective);
        let all = search.with_techniques(ConflictTechniques::ALL);
        let none = search.with_techniques(ConflictTechniques::NONE);
        schedulers.extend([
            boxed("conflicts", Promise::Optimal, Box::new(search)).within_nodes(NODES),
            boxed("conflicts, all techniques", Promise::Optimal, Box::new(all)).within_nodes(NODES),
            boxed("conflicts, no technique", Promise::Optimal, Box::new(none)).within_nodes(NODES),
            // The ratio is that of the costs with the steps out of the graph.
            boxed("conflicts, 1.2", Promise::Feasible, Box::new(all.with_ratio(1200))).within_nodes(NODES),
        ]);
    }
    schedulers
}

/// A graph of either kind.
enum AnyGraph {
    Edges(Graph),
    Arcs(DirectedGraph),
}

impl AnyGraph {
    fn instance(&self, robots: &[(Vertex, Vertex)]) -> LeavingInstance {
        match self {
            Self::Edges(graph) => LeavingInstance::new(graph, robots).expect("distinct starts"),
            Self::Arcs(graph) => LeavingInstance::on_arcs(graph, robots).expect("distinct starts"),
        }
    }

    fn least_cost(
        &self,
        robots: &[(Vertex, Vertex)],
        model: MotionModel,
        objective: Objective,
    ) -> Option<u64> {
        let arcs = match self {
            Self::Edges(graph) => graph.arcs(),
            Self::Arcs(graph) => graph.as_arcs(),
        };
        least_cost_of_leaving(arcs, robots, model, objective).map(u64::from)
    }
}

/// Returns all choices of a start and a goal for some robots, whose starts ascend. Robots may share
/// goals.
fn all_robots(vertices: u32) -> Vec<Vec<(Vertex, Vertex)>> {
    (0..1u32 << vertices)
        .flat_map(|starts| {
            let starts: Vec<_> = (0..vertices).filter(|start| starts >> start & 1 == 1).map(Vertex).collect();
            let goal =
                move |number: u32, robot: usize| Vertex(number / vertices.pow(robot as u32) % vertices);
            (0..vertices.pow(starts.len() as u32)).map(move |number| {
                starts.iter().enumerate().map(|(robot, &start)| (start, goal(number, robot))).collect()
            })
        })
        .collect()
}

/// Compares the schedulers on every `stride`-th instance in one model.
fn compare(model: MotionModel, graphs: &[AnyGraph], vertices: u32, stride: usize) -> usize {
    let mut counts = BTreeMap::<_, Endings>::new();
    let (mut number, mut solvable) = (0, 0);
    for graph in graphs {
        for robots in all_robots(vertices) {
            number += 1;
            if number % stride != 0 {
                continue;
            }
            let instance = graph.instance(&robots);
            for objective in Objective::ALL {
                let optimum = graph.least_cost(&robots, model, objective);
                solvable += usize::from(optimum.is_some());
                let case = Case { instance: &instance, model, objective, optimum };
                for candidate in schedulers(model, objective) {
                    check(&case, &candidate, counts.entry((candidate.name, objective.name())).or_default());
                    if (number / stride).is_multiple_of(THOROUGH) {
                        check_repetition(&case, &candidate);
                        check_limits(&case, &candidate);
                    }
                }
            }
        }
    }
    for ((name, objective), endings) in counts {
        endings.report(&format!("{model}, {objective}, {name}"));
    }
    assert!(solvable > 0 && solvable < 3 * (number / stride), "{solvable} of {number}");
    number / stride
}

fn compare_in_all_models(graphs: &[AnyGraph], vertices: u32, stride: usize) {
    thread::scope(|scope| {
        for model in MotionModel::ALL {
            scope.spawn(move || println!("{model}: {}", compare(model, graphs, vertices, stride)));
        }
    });
}

#[test]
fn on_graphs() {
    let of = |vertices| connected_kinds(vertices).into_iter().map(AnyGraph::Edges).collect::<Vec<_>>();
    compare_in_all_models(&of(3), 3, cases(5, 1));
    compare_in_all_models(&of(4), 4, cases(97, 3));
}

#[test]
fn along_arcs() {
    let of =
        |vertices| strongly_connected_kinds(vertices).into_iter().map(AnyGraph::Arcs).collect::<Vec<_>>();
    compare_in_all_models(&of(3), 3, cases(23, 1));
    compare_in_all_models(&of(4), 4, cases(1499, 53));
}

/// Robots leave at two corners of a grid, up to one robot on each cell.
#[test]
fn crowds_leave_at_two_corners() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let grid = Grid::new(8, 8).expect("a grid").to_graph().graph;
    for model in [MotionModel::Standard, MotionModel::Train] {
        let lacam = Lacam::default().with_model(model).with_descents(1);
        let improver = ScheduleImprover::default().with_model(model);
        let settings: [(usize, &Leaving); 3] = [(20, &improver), (20, &lacam), (64, &lacam)];
        for (robots, scheduler) in settings {
            let mut starts: Vec<_> = grid.vertices().collect();
            starts.shuffle(&mut rng);
            let corners = [Vertex(0), Vertex(63)].into_iter().cycle();
            let ends: Vec<_> = starts.into_iter().take(robots).zip(corners).collect();
            let instance = LeavingInstance::new(&grid, &ends).expect("distinct starts");
            let mut control = Control::new(Budget::new().with_nodes(20_000));
            let plan = scheduler.solve(&instance, &mut control).plan().expect("a schedule");
            let makespan = instance.verify_schedule(&plan, model).expect("a legal schedule").makespan;
            // One robot leaves at each corner in every step, and one may have started there.
            assert!(makespan + 1 >= robots as u64 / 2 && makespan <= 36, "{makespan}");
        }
    }
}
