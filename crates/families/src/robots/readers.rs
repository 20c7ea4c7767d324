//! The readers of this family's formats, for the fuzzers.

use cpf::cpf_core::Setup;
use cpf::formats::moving_ai::{Map, Scenario};
use cpf::formats::{CellList, CpfText, GraphText, PathsText, PlanText, StepsText, TaskList};
use motion_core::{Schedule, Vertex};

use crate::readers::{Reader, accepts, reads, text_of};

/// All readers.
pub(super) const READERS: &[Reader] = &[
    |text| reads::<GraphText>(text),
    |text| reads::<Map>(text),
    |text| reads::<cpf::AnySolver>(text),
    accepts::<Setup>,
    accepts::<CpfText<cpf::Instance>>,
    accepts::<PlanText<Schedule>>,
    |text| accepts::<Scenario>(text) | accepts::<CellList>(text) | accepts::<TaskList>(text),
    steps_and_paths,
];

/// Reads moves of two robots on six cells, in the formats of steps and of paths.
fn steps_and_paths(input: &[u8]) -> bool {
    let Some(text) = text_of(input) else { return false };
    let map: Map = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n".parse().expect("invariant: a map");
    let robots = vec![(Vertex(0), Vertex(3)), (Vertex(1), Vertex(4))];
    let instance = Setup::on_grid(map.grid().clone(), robots).instance();
    let instance = instance.expect("invariant: an instance");
    let (steps, paths) = (StepsText::read(&text, &instance), PathsText::read(&text, &instance));
    let is_read = steps.is_ok() || paths.is_ok();
    if let Ok(schedule) = steps {
        let printed = StepsText::new(&schedule, &instance).expect("invariant: it was read").to_string();
        assert_eq!(StepsText::read(&printed, &instance), Ok(schedule));
    }
    if let Ok(schedule) = paths {
        let printed = PathsText::new(&schedule, &instance).expect("invariant: it was read").to_string();
        assert_eq!(PathsText::read(&printed, &instance), Ok(schedule));
    }
    is_read
}
