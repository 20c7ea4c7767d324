//! The techniques of `Lacam`.

use std::num::NonZeroU32;

use cpf::MotionModel;
use mapf::{Lacam, LacamTechnique, LacamTechniques};

use super::cases::{Case, on_benchmarks};
use super::costs::{ALL_COLUMNS, COLUMNS, Contest};
use crate::reproduce::findings::{Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// Half the robots of each map.
const ROBOTS: [(&str, usize); 5] =
    [("empty", 64), ("maze", 167), ("random", 205), ("room", 500), ("warehouse", 500)];

/// What is compared in a model: the techniques that it has.
fn variants(model: MotionModel) -> Vec<(String, Lacam)> {
    let usual = Lacam::new().with_model(model);
    let is_for = |technique: &LacamTechnique| {
        (*technique == LacamTechnique::TrainFirst) == (model == MotionModel::Pebble)
    };
    let without = LacamTechnique::ALL.into_iter().filter(is_for).map(|technique| {
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
    let (mut rows, mut all) = (Vec::new(), Vec::new());
    for model in [MotionModel::Standard, MotionModel::Pebble] {
        let contest = Contest { cases: &cases, known: &[], variants: variants(model) };
        let attempts = contest.run(runner, "lacam", seconds);
        rows.extend(contest.rows(&attempts));
        all.extend(contest.all(&attempts));
    }
    Ok(Findings {
        tables: vec![
            Table::new("lacam", "`Lacam`", COLUMNS, rows),
            Table::new("lacam-runs", "`Lacam`, all runs", ALL_COLUMNS, all).in_a_file(),
        ],
        remarks: vec![format!(
            "`Lacam`: {seconds} seconds of processor time, half the robots of each of the five maps. Figures are geometric means over the maps that \
             all variants of a model solve."
        )],
        ..Findings::default()
    })
}
