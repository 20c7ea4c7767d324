//! Reads a map and a scenario in the formats of the `MovingAI` benchmarks, and prints a verified
//! schedule of simultaneous moves, its makespan and its sum of costs.
//!
//! `cargo run --example mapf_scenario`

use std::error::Error;

use cpf::{Auto, Control, Improver, Map, MotionModel, Objective, Scenario, Solver, StepsText, parallelise};

const MAP: &str = "type octile
height 4
width 7
map
...@...
...@...
.......
...@...";

/// Bucket, map, width, height, start, goal, and the length of a shortest path.
const SCENARIO: &str = "version 1
0 rooms.map 7 4 0 0 6 0 10.0
0 rooms.map 7 4 6 0 0 0 10.0
0 rooms.map 7 4 1 2 5 2 4.0
0 rooms.map 7 4 5 3 1 3 6.0";

fn main() -> Result<(), Box<dyn Error>> {
    let instance = SCENARIO.parse::<Scenario>()?.instance(MAP.parse::<Map>()?, 4)?;
    let mut control = Control::unlimited();
    let plan = Auto::default().solve(&instance, &mut control).into_result()?;
    let plan = Improver::default().improve(&instance, plan, &mut control)?.plan;
    // Robots may enter a vertex in the step in which another robot leaves it.
    let model = MotionModel::Train;
    let schedule = parallelise(&instance, &plan, model)?;
    let metrics = instance.verify_schedule(&schedule, model)?;
    let at_least =
        |bound: Option<u64>| bound.map_or_else(String::new, |bound| format!(" (at least {bound})"));
    println!("makespan {}{}", metrics.makespan, at_least(instance.lower_bound(Objective::Makespan, model)));
    println!("sum of costs {}{}", metrics.sum_of_costs, at_least(instance.sum_of_distances()));
    println!("moves {}", metrics.moves);
    print!("{}", StepsText::new(&schedule, &instance)?);
    Ok(())
}
