//! A comparison of the techniques of `Lacam`.

use std::num::NonZeroU32;

use cpf::MotionModel;
use mapf::{Lacam, LacamTechnique, LacamTechniques};

use super::cases::{Case, on_benchmarks};
use super::costs::{Contest, tables};
use crate::reproduce::findings::Findings;
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// Half the robots of each map.
const ROBOTS: [(&str, usize); 5] =
    [("empty", 64), ("maze", 167), ("random", 205), ("room", 500), ("warehouse", 500)];

/// Returns the variants to compare in a model, for the techniques that apply to it.
fn variants(model: MotionModel) -> Vec<(String, Lacam)> {
    let usual = Lacam::default().with_seed(0).with_model(model);
    let is_for = |technique: &LacamTechnique| {
        (*technique == LacamTechnique::TrainFirst) == (model == MotionModel::Pebble)
    };
    let without = LacamTechnique::ALL.iter().copied().filter(is_for).map(|technique| {
        (format!("without {technique}"), usual.with_techniques(LacamTechniques::ALL.without(technique)))
    });
    let mut variants = vec![("all".to_owned(), usual)];
    variants.extend(without);
    if model == MotionModel::Standard {
        variants.push(("one try a step".to_owned(), usual.with_tries(NonZeroU32::MIN)));
        variants.push(("none".to_owned(), usual.with_techniques(LacamTechniques::NONE)));
    }
    variants
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let seconds = runner.size(3.0, 0.01);
    let cases: Vec<Case> = on_benchmarks(runner, runner.size(&ROBOTS[..], &[("empty", 10)]))?;
    let contests = [MotionModel::Standard, MotionModel::Pebble]
        .map(|model| Contest::run(runner, "lacam", &cases, &[], variants(model), seconds));
    let tables = tables(&contests, ["lacam", "lacam-runs"], "`Lacam`");
    Ok(Findings::of(tables).with_figure("lacam_seconds", seconds))
}
