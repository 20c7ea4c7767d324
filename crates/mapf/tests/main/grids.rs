//! Tests of every scheduler on small random grids, against joint search.

use std::collections::BTreeMap;

use mapf::cpf_core::{Setup, generate};
use mapf::motion_core::{Cell, Grid};
use mapf::{Instance, MotionModel, Objective};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::harness::{Case, Endings, Verdict, check, check_limits, check_thoroughly, verdict};
use crate::schedulers::schedulers;

/// The interval between instances that are checked thoroughly and under limits.
const THOROUGH: u64 = 11;

/// A grid of 4×4 to 6×6 cells, of which up to a quarter are closed, with 3 to 6 robots. Each robot
/// can reach its goal, but others may block its way for ever.
pub(crate) fn instance(seed: u64) -> Instance {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let mut grid =
            Grid::new(rng.random_range(4..=6), rng.random_range(4..=6)).expect("a grid with cells");
        let cells = grid.cell_count() as u32;
        for _ in 0..rng.random_range(0..=cells / 4) {
            grid.close(Cell(rng.random_range(0..cells)));
        }
        let robots = rng.random_range(3..=6);
        let graph = grid.to_graph().graph;
        let Ok(instance) = generate::robots(graph, robots, &mut rng) else { continue };
        if instance.sum_of_distances().is_some() {
            let [start, goal] = [instance.start(), instance.goal()].map(|end| end.places().to_vec());
            let setup = Setup::on_grid(grid, start.into_iter().zip(goal).collect());
            return setup.instance().expect("the same robots");
        }
    }
}

/// Compares every scheduler on the instances of the first seeds, except those for which joint
/// search takes too long.
fn compare(model: MotionModel, seeds: u64) {
    let mut counts = BTreeMap::<_, Endings>::new();
    let (mut left_out, mut instances) = (0, 0);
    for objective in Objective::ALL {
        let schedulers = schedulers(model, objective);
        for seed in 0..seeds {
            let instance = instance(seed);
            instances += 1;
            let best = match verdict(&instance, model, objective) {
                Verdict::Best(schedule) => Some(schedule),
                Verdict::Unsolvable => None,
                Verdict::Unknown => {
                    left_out += 1;
                    continue;
                }
            };
            let cost = |schedule| {
                let metrics = instance.verify_schedule(schedule, model).expect("a legal schedule");
                metrics.cost(objective)
            };
            let case = Case { instance: &instance, model, objective, optimum: best.as_ref().map(cost) };
            for candidate in &schedulers {
                let endings = counts.entry((candidate.name, objective.name())).or_default();
                if seed % THOROUGH == 0 {
                    check_thoroughly(&case, candidate, best.as_slice(), endings);
                    check_limits(&case, candidate);
                } else {
                    check(&case, candidate, endings);
                }
            }
        }
    }
    println!("{model}: {left_out} of {instances} instances left out");
    assert!(10 * left_out <= instances, "{left_out} of {instances} instances are left out in {model}");
    for ((name, objective), endings) in counts {
        endings.report(&format!("{model}, {objective}, {name}"));
    }
}

#[test]
fn random_grids() {
    for model in MotionModel::ALL {
        compare(model, cases(20, 250));
    }
}
