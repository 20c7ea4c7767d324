//! From text to text with this crate alone.

use cpf::{
    Auto, Control, CpfText, Instance, Map, MotionModel, PlanText, Scenario, Schedule, Solver, StepsText,
    parallelise,
};

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
