//! Counts for each solver, failures, and their output.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use families::soak::Task;
use motion_core::internal::Counted;
use serde_json::json;

use super::attempt::{Answer, Attempt};
use super::family::SoakFamily;
use crate::statistics::median;

/// The results of a run, or of one thread.
#[derive(Default)]
pub(super) struct SoakResults {
    instances: BTreeMap<SoakFamily, u64>,
    rows: BTreeMap<(SoakFamily, String), SolverCounts>,
    failures: Vec<Failure>,
}

/// The runs of a solver.
#[derive(Default)]
struct SolverCounts {
    instances: u64,
    solved: u64,
    unsolvable: u64,
    stopped: u64,
    /// Plans that the verifier has accepted.
    plans: u64,
    moves: u64,
    time: Duration,
    /// The milliseconds between the time when each run should have stopped and its end.
    late: Vec<f64>,
}

/// The sums over instances of one family, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    pub(super) instances: u64,
    pub(super) runs: u64,
    /// Plans that the verifier has accepted.
    pub(super) plans: u64,
    pub(super) failures: u64,
}

impl Totals {
    pub(super) const fn plus(self, other: Self) -> Self {
        Self {
            instances: self.instances + other.instances,
            runs: self.runs + other.runs,
            plans: self.plans + other.plans,
            failures: self.failures + other.failures,
        }
    }
}

/// A wrong answer.
pub(super) struct Failure {
    pub(super) family: SoakFamily,
    /// The seed with which this instance is the first of its family.
    pub(super) seed: u64,
    pub(super) solver: String,
    pub(super) what: String,
    pub(super) instance: String,
}

impl SoakResults {
    pub(super) fn add_instance(&mut self, family: SoakFamily) {
        *self.instances.entry(family).or_default() += 1;
    }

    /// Counts a run of a solver under this name, and its delay, if it had to end early.
    pub(super) fn add(
        &mut self,
        family: SoakFamily,
        name: String,
        task: &Task,
        attempt: &Attempt,
        late: Option<Duration>,
    ) {
        let row = self.rows.entry((family, name)).or_default();
        row.instances += 1;
        match &attempt.answer {
            Answer::Solved { .. } => row.solved += 1,
            Answer::Unsolvable => row.unsolvable += 1,
            Answer::Stopped { .. } => row.stopped += 1,
        }
        if let Some(costs) = attempt.answer.costs() {
            row.plans += u64::from(task.has_plans);
            row.moves += costs.get(task.measure).copied().unwrap_or_default();
        }
        row.time += attempt.time();
        row.late.extend(late.map(|late| late.as_secs_f64() * 1e3));
    }

    pub(super) fn fail(&mut self, failure: Failure) {
        self.failures.push(failure);
    }

    /// Adds the results of another thread.
    pub(super) fn merge(&mut self, other: Self) {
        for (family, count) in other.instances {
            *self.instances.entry(family).or_default() += count;
        }
        for (key, row) in other.rows {
            self.rows.entry(key).or_default().merge(row);
        }
        self.failures.extend(other.failures);
        self.failures.sort_by_key(|failure| (failure.family, failure.seed));
    }

    /// Returns the sums of each family that has instances.
    pub(super) fn totals(&self) -> impl Iterator<Item = (SoakFamily, Totals)> {
        self.instances.iter().map(|(&family, &instances)| {
            let rows = self.rows.iter().filter(|((of, _), _)| *of == family).map(|(_, row)| row);
            let (runs, plans) =
                rows.fold((0, 0), |(runs, plans), row| (runs + row.instances, plans + row.plans));
            let failures = self.failures.iter().filter(|failure| failure.family == family).count() as u64;
            (family, Totals { instances, runs, plans, failures })
        })
    }

    pub(super) fn has_failed(&self) -> bool {
        !self.failures.is_empty()
    }

    /// Writes an object for each solver, then one for each failure.
    pub(super) fn write_json(&self, output: &mut dyn Write) -> io::Result<()> {
        for ((family, solver), row) in &self.rows {
            let line = json!({
                "family": family.name(),
                "solver": solver,
                "instances": row.instances,
                "solved": row.solved,
                "unsolvable": row.unsolvable,
                "stopped": row.stopped,
                "plans": row.plans,
                "moves": row.moves,
                "seconds": row.time.as_secs_f64(),
                "late": row.late.len(),
                "late_worst_ms": row.worst(),
                "late_median_ms": median(row.late.iter().copied()),
            });
            writeln!(output, "{line}")?;
        }
        for Failure { family, seed, solver, what, instance } in &self.failures {
            let family = family.name();
            let line = json!({"family": family, "seed": seed, "solver": solver, "failure": what, "instance": instance});
            writeln!(output, "{line}")?;
        }
        Ok(())
    }

    /// Writes a table for each family, totals, and the failures.
    pub(super) fn write_text(&self, output: &mut dyn Write) -> io::Result<()> {
        for (family, count) in &self.instances {
            let rows: Vec<_> = self.rows.iter().filter(|((of, _), _)| of == family).collect();
            let is_late = rows.iter().any(|(_, row)| !row.late.is_empty());
            writeln!(output, "{}, {}", family.name(), Counted(*count, "instance"))?;
            write!(
                output,
                "  {:32} {:>9} {:>9} {:>10} {:>8} {:>9} {:>12} {:>9}",
                "solver", "instances", "solved", "unsolvable", "stopped", "plans", "moves", "seconds"
            )?;
            if is_late {
                write!(output, " {:>8} {:>9} {:>9}", "late", "worst ms", "median ms")?;
            }
            writeln!(output)?;
            for ((_, solver), row) in rows {
                row.write_text(solver, is_late, output)?;
            }
            writeln!(output)?;
        }
        for Failure { family, seed, solver, what, instance } in &self.failures {
            let family = family.name();
            writeln!(output, "FAILED {solver}: {what}")?;
            writeln!(output, "again: soak --family {family} --seed {seed} --count 1\n{instance}\n")?;
        }
        let all = self.totals().fold(Totals::default(), |sum, (_, totals)| sum.plus(totals));
        writeln!(
            output,
            "{}, {}, {} replayed and verified, {}",
            Counted(all.instances, "instance"),
            Counted(all.runs, "run"),
            Counted(all.plans, "plan"),
            Counted(all.failures, "failure")
        )
    }
}

impl SolverCounts {
    fn merge(&mut self, other: Self) {
        self.instances += other.instances;
        self.solved += other.solved;
        self.unsolvable += other.unsolvable;
        self.stopped += other.stopped;
        self.plans += other.plans;
        self.moves += other.moves;
        self.time += other.time;
        self.late.extend(other.late);
    }

    fn worst(&self) -> Option<f64> {
        self.late.iter().copied().reduce(f64::max)
    }

    fn write_text(&self, solver: &str, is_late: bool, output: &mut dyn Write) -> io::Result<()> {
        let Self { instances, solved, unsolvable, stopped, plans, moves, time, late } = self;
        let seconds = time.as_secs_f64();
        write!(
            output,
            "  {solver:32} {instances:>9} {solved:>9} {unsolvable:>10} {stopped:>8} {plans:>9} {moves:>12} {seconds:>9.2}"
        )?;
        if is_late && let Some((worst, median)) = self.worst().zip(median(late.iter().copied())) {
            write!(output, " {:>8} {worst:>9.2} {median:>9.2}", late.len())?;
        }
        writeln!(output)
    }
}
