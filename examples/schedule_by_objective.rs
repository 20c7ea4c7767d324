//! Schedules robots by an objective, with a proved least sum of costs or makespan. Compares this
//! with a plan of few moves that are made simultaneous afterwards.
//!
//! `cargo run --example schedule_by_objective`

use std::error::Error;

use cpf::cpf_core::{Parallelised, Scheduler};
use cpf::motion_core::Quality;
use cpf::{Auto, Budget, Control, Instance, MotionModel, Objective, Outcome};
use mapf::JointSearch;

/// Four robots around a square with an exit. The first two are to exchange their positions.
const SQUARE: &str = "
p edge 6 7
e 1 2
e 2 3
e 3 4
e 4 1
e 1 5
e 2 6
e 5 6
r 1 2
r 2 1
r 3 4
r 4 3";

fn main() -> Result<(), Box<dyn Error>> {
    let instance: Instance = SQUARE.parse()?;
    let model = MotionModel::Standard;
    for objective in [Objective::SumOfCosts, Objective::Makespan] {
        let afterwards = Parallelised::new(Auto::default()).with_model(model).with_objective(objective);
        let proved = JointSearch::default().with_model(model).with_objective(objective);
        let schedulers: [(&str, &dyn Scheduler); 2] = [("Auto", &afterwards), ("JointSearch", &proved)];
        for (name, scheduler) in schedulers {
            let mut control = Control::new(Budget::new().with_nodes(1_000_000));
            let outcome = scheduler.solve(&instance, &mut control);
            // The proved bound, or else the distances of the robots.
            let bound = match outcome {
                Outcome::Solved { quality: Quality::Bounded { lower_bound }, .. } => Some(lower_bound),
                Outcome::Stopped { lower_bound: Some(bound), .. } => Some(bound),
                _ => instance.lower_bound(objective, model),
            };
            let is_optimal = matches!(outcome, Outcome::Solved { quality: Quality::Optimal, .. });
            let schedule = outcome.into_result()?;
            let cost = instance.verify_schedule(&schedule, model)?.cost(objective);
            let claim = match (is_optimal, bound) {
                (true, _) => ", the least".into(),
                (false, bound) => bound.map_or(String::new(), |bound| format!(", at least {bound}")),
            };
            println!("{objective} {cost}{claim} ({name})");
        }
    }
    Ok(())
}
