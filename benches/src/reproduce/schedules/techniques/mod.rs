//! The worth of each technique of the schedulers, by switching options on and off.

mod cases;
mod conflict_search;
mod costs;
mod improver;
mod lacam;
pub(super) mod provers;

use crate::reproduce::findings::Findings;
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let parts = [conflict_search::measure(runner)?, lacam::measure(runner)?, improver::measure(runner)?];
    let mut findings = Findings::default();
    for part in parts {
        findings.tables.extend(part.tables);
        findings.figures.extend(part.figures);
    }
    Ok(findings)
}
