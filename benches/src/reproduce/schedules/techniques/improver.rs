//! A comparison of the techniques of `ScheduleImprover`.

use mapf::{Lacam, LacamTechnique, LacamTechniques, Neighbourhood, ScheduleImprover};
use motion_core::{Budget, Control, Schedule, Solver};

use super::cases::{Case, on_benchmarks};
use super::costs::{Contest, tables};
use crate::reproduce::findings::Findings;
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

/// A quarter of the robots of each map.
const ROBOTS: [(&str, usize); 5] =
    [("empty", 32), ("maze", 83), ("random", 102), ("room", 250), ("warehouse", 250)];

/// The nodes for the first schedule, more than one descent needs.
const NODES: u64 = 1_000_000_000;

fn variants() -> Vec<(String, ScheduleImprover)> {
    let usual = ScheduleImprover::default();
    let without = |rule: Neighbourhood| usual.with_neighbourhood(rule, false);
    let alone = |rule: Neighbourhood| {
        let others = Neighbourhood::ALL.into_iter().filter(|&other| other != rule);
        others.fold(usual, |improver, other| improver.with_neighbourhood(other, false))
    };
    let mut variants = vec![("all".to_owned(), usual)];
    variants.extend(Neighbourhood::ALL.map(|rule| (format!("without {}", rule.name()), without(rule))));
    variants.extend(Neighbourhood::ALL.map(|rule| (format!("{} alone", rule.name()), alone(rule))));
    variants.push(("without adaptive weights".to_owned(), usual.with_adaptive_weights(false)));
    variants.push(("without retiming".to_owned(), usual.with_retiming(false)));
    variants
}

/// Returns the first schedule of `Lacam`, whose paths are not planned again.
fn first(case: &Case) -> Schedule {
    let mut control = Control::new(Budget::new().with_nodes(NODES));
    let techniques = LacamTechniques::ALL.without(LacamTechnique::Replanning);
    let lacam = Lacam::default().with_seed(0).with_descents(1).with_techniques(techniques);
    let outcome = lacam.solve(&case.instance, &mut control);
    outcome.plan().expect("invariant: it is found within these nodes")
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let seconds = runner.size(3.0, 0.01);
    let cases = on_benchmarks(runner, runner.size(&ROBOTS[..], &[("empty", 10)]))?;
    let known = runner.map("first schedules", cases.iter().collect(), first);
    let contest = Contest::run(runner, "improver", &cases, &known, variants(), seconds);
    let tables = tables(&[contest], ["improver", "improver-runs"], "`ScheduleImprover`");
    Ok(Findings::of(tables).with_figure("improver_seconds", seconds))
}
