//! Reads a map and a scenario in the formats of the `MovingAI` benchmarks, and prints a verified
//! schedule of simultaneous moves, its makespan and its sum of costs.
//!
//! `cargo run --example mapf_scenario`

use std::error::Error;

use cpf::formats::StepsText;
use cpf::formats::moving_ai::{Map, Scenario};
use cpf::{AutoScheduler, Budget, Control, MotionModel, Solver};

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
    // `with_time` sets a time limit. With a node limit, the schedule is always the same.
    let mut control = Control::new(Budget::new().with_nodes(100_000));
    let outcome = AutoScheduler::default().solve(&instance, &mut control);
    let proved = outcome.quality().map_or_else(String::new, |quality| format!(" ({quality})"));
    let schedule = outcome.into_result()?;
    let metrics = instance.verify_schedule(&schedule, MotionModel::Standard)?;
    println!("sum of costs {}{proved}", metrics.sum_of_costs);
    println!("makespan {}", metrics.makespan);
    println!("moves {}", metrics.moves);
    print!("{}", StepsText::new(&schedule, &instance)?);
    Ok(())
}
