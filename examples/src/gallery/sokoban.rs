//! Sokoban.

use std::time::Duration;

use motion_core::Control;
use motion_core::draw::{DrawError, Timing, animated};
use sokoban::{AStar, Layer, Level, Survey};

use super::Picture;

const CROSSING: &str = include_str!("../../../crates/sokoban/testdata/crossing.xsb");
const WAREHOUSE: &str = include_str!("../../../crates/sokoban/testdata/warehouse.xsb");

pub(super) fn pictures() -> Result<[Picture; 3], DrawError> {
    let level: Level = CROSSING.parse().expect("a level");
    let moves = AStar::default().solve(&level, &mut Control::unlimited()).plan().expect("solvable");
    assert!(level.verify(&moves).is_ok(), "a solution");
    let schedule = level.schedule(&moves).expect("a solution");
    let timing = Timing::default().step(Duration::from_millis(300));
    let survey = Survey::new(&WAREHOUSE.parse().expect("a level"));
    Ok([
        Picture {
            file: "sokoban.svg",
            svg: animated(&level.scene(), &level.configuration(), &schedule, &timing)?,
        },
        Picture { file: "sokoban-dead.svg", svg: survey.svg(Layer::Dead) },
        Picture { file: "sokoban-rooms.svg", svg: survey.svg(Layer::Rooms) },
    ])
}
