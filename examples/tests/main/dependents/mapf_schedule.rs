//! Prints a schedule of simultaneous moves for a map and a scenario of the `MovingAI` benchmarks.

use std::fs::read_to_string;
use std::path::Path;

use cpf::cpf_core::improve::parallelise;
use cpf::formats::StepsText;
use cpf::formats::moving_ai::{Map, Scenario};
use cpf::{Auto, Control, MotionModel, Solver};

use super::Done;

pub(super) fn program() -> Done {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("crates").join("cpf/testdata");
    let (map, scen) = (folder.join("rooms.map"), folder.join("rooms.scen"));
    // begin
    let instance =
        read_to_string(scen)?.parse::<Scenario>()?.instance(read_to_string(map)?.parse::<Map>()?, 4)?;
    let plan = Auto::default().solve(&instance, &mut Control::unlimited()).into_result()?;
    let schedule = parallelise(&instance, &plan, MotionModel::Train)?;
    print!("{}", StepsText::new(&schedule, &instance)?);
    // end
    assert!(instance.verify_schedule(&schedule, MotionModel::Train)?.makespan > 0);
    Ok(())
}
