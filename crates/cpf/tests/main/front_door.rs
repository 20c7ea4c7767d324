//! Instances read and answers written with this crate alone.

use cpf::cpf_core::generate;
use cpf::cpf_core::improve::parallelise;
use cpf::formats::moving_ai::{Map, Scenario};
use cpf::formats::{CpfText, PlanText, StepsText};
use cpf::{
    AnyScheduler, AnySolver, Auto, AutoScheduler, Control, Instance, MotionModel, Objective, Schedule, Solver,
};
use motion_testing::ends_at_readings;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

const MAP: &str = include_str!("../../testdata/rooms.map");
const SCENARIO: &str = include_str!("../../testdata/rooms.scen");

#[test]
fn every_format_is_read_back() {
    let map: Map = MAP.parse().expect("a map");
    assert_eq!(map.to_string(), MAP);
    let scenario: Scenario = SCENARIO.parse().expect("a scenario");
    assert_eq!(scenario.to_string(), SCENARIO);
    let instance = scenario.instance(map, 4).expect("four robots");
    let plan = Auto::default().solve(&instance, &mut Control::unlimited()).into_result().expect("solvable");
    for model in [MotionModel::Pebble, MotionModel::Train] {
        let schedule = parallelise(&instance, &plan, model).expect("legal moves");
        let metrics = instance.verify_schedule(&schedule, model).expect("a solution");
        assert_eq!(metrics.moves, plan.len() as u64);
        let steps = StepsText::new(&schedule, &instance).expect("a grid").to_string();
        assert_eq!(StepsText::read(&steps, &instance), Ok(schedule.clone()));
        let moves = PlanText(&schedule).to_string();
        assert_eq!(moves.parse(), Ok(PlanText::<Schedule>(schedule)));
    }
    let again: Instance = instance.to_string().parse().expect("graph text");
    assert_eq!((again.start(), again.goal()), (instance.start(), instance.goal()));
    assert_eq!(CpfText(&instance).to_string().parse(), Ok(CpfText(again)));
}

/// The instances have one blank, two blanks, and many.
#[test]
fn every_solver_and_scheduler_looks_at_the_clock() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for blanks in [1, 2, 2000] {
        let instance = generate::permutation_on_grid(50, 50, blanks, &mut rng).expect("a grid");
        for solver in AnySolver::all() {
            ends_at_readings(solver.name(), |control| {
                let _ = solver.solve(&instance, control);
            });
        }
        for named in AnyScheduler::all() {
            let scheduler = named.scheduler(MotionModel::Standard, Objective::SumOfCosts, 1000, 1);
            ends_at_readings(named.name(), |control| {
                let _ = scheduler.solve(&instance, control);
            });
        }
        ends_at_readings("auto for schedules", |control| {
            let _ = AutoScheduler::default().solve(&instance, control);
        });
    }
}
