//! Tests of every scheduler under limits, on hard or special instances.

use mapf::cpf_core::generate;
use mapf::motion_core::Vertex;
use mapf::motion_core::graph::Graph;
use mapf::{Instance, MotionModel, Objective};
use motion_testing::{cases, ends_at_readings};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::harness::{Case, Endings, check_limits, check_thoroughly, verdict};
use crate::schedulers::schedulers;

/// Instances for every scheduler: no vertex to move to, a bay, a full cycle, the exchange of the
/// ends of a path, robots one behind the other, and robots at rest on goals in the way of others.
const INSTANCES: [&str; 8] = [
    "p edge 1 0\nr 1 1\n",
    "p edge 2 0\nr 1 2\n",
    "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\nr 1 3\nr 3 1\n",
    "p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\nr 1 2\nr 2 3\nr 3 4\nr 4 1\n",
    "p edge 5 4\ne 1 2\ne 2 3\ne 3 4\ne 4 5\nr 1 5\nr 5 1\n",
    "p edge 6 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\nr 1 3\nr 2 4\nr 3 5\nr 4 6\n",
    "p edge 6 5\ne 1 2\ne 2 3\ne 3 4\ne 3 5\ne 5 6\nr 3 3\nr 1 4\nr 6 1\n",
    "p edge 7 8\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 6 1\ne 1 7\ne 7 4\nr 1 4\nr 2 5\nr 3 6\nr 4 1\nr 5 2\n",
];

#[test]
fn special_instances() {
    let no_robots = [0, 1, 3].map(|vertices| {
        let edges = (1..vertices).map(|b| (Vertex(b - 1), Vertex(b)));
        let path = Graph::from_edges(vertices as usize, edges).expect("a path");
        Instance::new(path, &[]).expect("an instance without robots")
    });
    let read = |text: &str| text.parse().unwrap_or_else(|error| panic!("{error} in {text}"));
    for instance in INSTANCES.map(read).into_iter().chain(no_robots).step_by(cases(13, 1)) {
        for model in MotionModel::ALL {
            let known: Vec<_> = Objective::ALL
                .iter()
                .filter_map(|&objective| verdict(&instance, model, objective).schedule())
                .collect();
            for objective in Objective::ALL {
                let cost = |schedule| {
                    let metrics = instance.verify_schedule(schedule, model).expect("a legal schedule");
                    metrics.cost(objective)
                };
                let least = known.iter().map(cost).min();
                let case = Case { instance: &instance, model, objective, optimum: least };
                for candidate in schedulers(model, objective) {
                    check_thoroughly(&case, &candidate, &known, &mut Endings::default());
                    check_limits(&case, &candidate);
                }
            }
        }
    }
}

/// Tests with a table of distances as large as that of a fleet.
#[test]
fn every_scheduler_looks_at_the_clock() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let instance = generate::permutation_on_grid(180, 180, 32_000, &mut rng).expect("a grid");
    for candidate in schedulers(MotionModel::Standard, Objective::SumOfCosts) {
        ends_at_readings(candidate.name, |control| {
            let _ = candidate.scheduler.solve(&instance, control);
        });
    }
}
