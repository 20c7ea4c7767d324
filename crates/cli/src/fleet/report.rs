//! The report of a run, as text or as a line of JSON.

use std::io::{self, Write};
use std::time::Duration;

use mapf::fleet::Totals;
use motion_core::Stop;
use motion_core::internal::Counted;
use serde_json::json;

use super::arguments::Arguments;
use super::problem::FleetProblem;
use crate::report::milliseconds;
use crate::{Console, Verdict, process_memory};
use families::stop_name;

/// The number of equal parts of a run for which the throughput is reported.
const PARTS: usize = 10;

/// The result of a run.
pub(super) struct Report {
    name: String,
    robots: usize,
    vertices: usize,
    model: &'static str,
    seed: u64,
    /// The number of steps asked for.
    wanted: u64,
    totals: Totals,
    steps: Vec<Step>,
    time: Duration,
    /// The most memory that the process has held, if the system reports it.
    held: Option<u64>,
}

/// A step.
struct Step {
    /// The time for choosing tasks and planning.
    time: Duration,
    /// The number of tasks finished so far.
    finished: u64,
}

/// The times of steps.
struct StepTimes {
    median: Duration,
    p99: Duration,
    greatest: Duration,
}

/// A part of a run: its first and last step from 1, and the tasks finished for each step.
struct Part {
    first: usize,
    last: usize,
    throughput: f64,
}

impl Report {
    /// Creates the report of no steps.
    pub(super) fn new(problem: &FleetProblem, arguments: &Arguments) -> Self {
        Self {
            name: problem.name.clone(),
            robots: problem.starts.len(),
            vertices: problem.open.graph.vertex_count(),
            model: arguments.model.name(),
            seed: arguments.seed,
            wanted: arguments.steps,
            totals: Totals::default(),
            steps: Vec::new(),
            time: Duration::ZERO,
            held: None,
        }
    }

    /// Counts a step that took this time, after which these are the sums.
    pub(super) fn count(&mut self, time: Duration, totals: &Totals) {
        self.totals = *totals;
        self.steps.push(Step { time, finished: totals.finished });
    }

    /// Ends the run after this time.
    pub(super) fn finish(&mut self, time: Duration) {
        self.time = time;
        self.held = process_memory::peak();
    }

    /// The number of steps made.
    pub(super) const fn steps(&self) -> u64 {
        self.totals.steps
    }

    /// The number of tasks finished.
    pub(super) const fn finished(&self) -> u64 {
        self.totals.finished
    }

    /// The times of the steps.
    pub(super) fn step_times(&self) -> impl Iterator<Item = Duration> {
        self.steps.iter().map(|step| step.time)
    }

    /// Returns whether the run ended before all steps were made.
    const fn is_stopped(&self) -> bool {
        self.steps() < self.wanted
    }

    fn throughput(&self) -> f64 {
        self.finished() as f64 / self.steps().max(1) as f64
    }

    fn parts(&self) -> impl Iterator<Item = Part> {
        let steps = self.steps.len();
        let parts = PARTS.min(steps);
        let finished = |steps: usize| steps.checked_sub(1).map_or(0, |last| self.steps[last].finished);
        (0..parts).map(move |part| {
            let [before, last] = [part, part + 1].map(|part| part * steps / parts);
            let tasks = finished(last) - finished(before);
            Part { first: before + 1, last, throughput: tasks as f64 / (last - before) as f64 }
        })
    }

    /// Returns the times of steps, which are zero without steps.
    fn quantiles(&self) -> StepTimes {
        let mut times: Vec<_> = self.step_times().collect();
        times.sort_unstable();
        let rank = |percent: usize| {
            let number = (times.len() * percent).div_ceil(100);
            number.checked_sub(1).map_or(Duration::ZERO, |index| times[index])
        };
        StepTimes { median: rank(50), p99: rank(99), greatest: rank(100) }
    }

    pub(super) fn write(&self, is_json: bool, output: &mut dyn Write) -> io::Result<()> {
        if is_json { self.write_json(output) } else { self.write_text(output) }
    }

    fn write_text(&self, output: &mut dyn Write) -> io::Result<()> {
        let Totals { steps, finished, moves, waits, late_steps, last_resorts, .. } = self.totals;
        let [robots, vertices] =
            [(self.robots, "robot"), (self.vertices, "vertex")].map(|(number, noun)| Counted(number, noun));
        writeln!(
            output,
            "{}: {robots} on {vertices}, {}, model {}",
            self.name,
            Counted(steps, "step"),
            self.model
        )?;
        writeln!(output, "{} finished, {:.3} a step", Counted(finished, "task"), self.throughput())?;
        let waits = waits as f64 / (steps * self.robots as u64).max(1) as f64;
        writeln!(output, "{}, {waits:.3} waits a robot and step", Counted(moves, "move"))?;
        let late = Counted(late_steps, "late step");
        writeln!(output, "{late}, {} in which a stuck robot was carried", Counted(last_resorts, "step"))?;
        let StepTimes { median, p99, greatest } = self.quantiles();
        let [median, p99, greatest] = [median, p99, greatest].map(milliseconds);
        writeln!(output, "planning a step took {median} (median), {p99} (99 %), {greatest} (greatest)")?;
        if !self.steps.is_empty() {
            writeln!(output, "\n      steps  tasks a step")?;
        }
        for Part { first, last, throughput } in self.parts() {
            let steps = if first == last { first.to_string() } else { format!("{first}–{last}") };
            writeln!(output, "{steps:>11}  {throughput:.3}")?;
        }
        Ok(())
    }

    fn write_json(&self, output: &mut dyn Write) -> io::Result<()> {
        let Totals { steps, finished, moves, waits, late_steps, last_resorts, .. } = self.totals;
        let StepTimes { median, p99, greatest } = self.quantiles();
        let [median, p99, greatest] = [median, p99, greatest].map(|time| time.as_secs_f64() * 1e3);
        let over_time: Vec<_> = self.parts().map(|part| part.throughput).collect();
        let object = json!({
            "instance": self.name,
            "outcome": if self.is_stopped() { "stopped" } else { "complete" },
            "why": self.is_stopped().then_some(stop_name(Stop::Cancelled)),
            "robots": self.robots,
            "vertices": self.vertices,
            "steps": steps,
            "tasks_finished": finished,
            "throughput": self.throughput(),
            "throughput_over_time": over_time,
            "moves": moves,
            "waits": waits,
            "late_steps": late_steps,
            "last_resorts": last_resorts,
            "step_ms": { "median": median, "p99": p99, "greatest": greatest },
            "seconds": self.time.as_secs_f64(),
            "peak_mib": self.held.map(|bytes| bytes as f64 / f64::from(1 << 20)),
            "model": self.model,
            "seed": self.seed,
        });
        writeln!(output, "{object}")
    }

    /// Returns the exit status. An interrupt is reported.
    pub(super) fn verdict(&self, console: &mut Console) -> Verdict {
        if !self.is_stopped() {
            return Verdict::Solved;
        }
        // If this cannot be written, nothing else can be done.
        let _ = writeln!(
            console.messages,
            "stopped: {} after {} of {} steps",
            Stop::Cancelled,
            self.steps(),
            self.wanted
        );
        Verdict::Stopped
    }
}
