//! An answer, as a line of JSON or as text.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;

use cpf::Objective;
use families::{Answer, RunCost};
use motion_core::{Counted, Outcome, Quality, Stats, Stop};
use serde::Serialize;

use crate::Verdict;
use crate::process_memory;

/// The answer for one instance of any family.
pub(crate) struct Report {
    pub(crate) instance: String,
    pub(crate) algorithm: String,
    /// What is counted: moves, pushes or steps.
    pub(crate) unit: Unit,
    /// The outcome, with the number of moves as the plan.
    pub(crate) outcome: Outcome<u64>,
    /// Why there is no solution, or why none was found, if that is known.
    pub(crate) reason: Option<String>,
    /// The costs of a schedule.
    pub(crate) steps: Option<ScheduleCost>,
    /// What was made small, where there is a choice.
    pub(crate) objective: Option<Objective>,
    /// In the unit of the objective.
    pub(crate) lower_bound: Option<u64>,
    pub(crate) stats: Stats,
    pub(crate) solving: Duration,
    /// The time for improving the plan and putting it into steps.
    pub(crate) finishing: Option<Duration>,
    pub(crate) replaying: Option<Duration>,
    /// The instance as text, if it is random.
    pub(crate) start: Option<String>,
    pub(crate) solution: Option<String>,
}

/// The unit in which solutions are counted, in the singular.
#[derive(Clone, Copy, Default)]
pub(crate) struct Unit(&'static str);

impl Unit {
    pub(crate) const MOVES: Self = Self("move");
    pub(crate) const PUSHES: Self = Self("push");
    pub(crate) const STEPS: Self = Self("step");
}

/// The costs of a schedule.
#[derive(Clone, Copy)]
pub(crate) struct ScheduleCost {
    pub(crate) makespan: u64,
    pub(crate) sum_of_costs: u64,
}

/// The most characters of a line of a solution.
const LINE_WIDTH: usize = 100;

impl Report {
    /// The report of a run, without the parts that only some families have.
    pub(crate) fn new(
        instance: &str,
        algorithm: impl Display,
        unit: Unit,
        outcome: Outcome<u64>,
        RunCost { stats, time }: RunCost,
    ) -> Self {
        Self {
            instance: instance.to_owned(),
            algorithm: algorithm.to_string(),
            unit,
            outcome,
            reason: None,
            steps: None,
            objective: None,
            lower_bound: None,
            stats,
            solving: time,
            finishing: None,
            replaying: None,
            start: None,
            solution: None,
        }
    }

    /// The report of an instance whose making was ended.
    pub(crate) fn not_made(instance: &str, algorithm: impl Display, why: Stop) -> Self {
        let run = RunCost { stats: Stats::default(), time: Duration::ZERO };
        let reason = Some(format!("{why}, before the instance was made"));
        Self { reason, ..Self::new(instance, algorithm, Unit::MOVES, Outcome::stopped(why), run) }
    }

    /// The cost of the solution under the objective; of a stopped run, that of the best so far.
    fn cost(&self) -> Option<u64> {
        let (Outcome::Solved { plan: moves, .. } | Outcome::Stopped { best: Some(moves), .. }) = self.outcome
        else {
            return None;
        };
        let steps = |cost: fn(ScheduleCost) -> u64| self.steps.map(cost);
        match self.objective.unwrap_or(Objective::Moves) {
            Objective::Moves => Some(moves),
            Objective::SumOfCosts => steps(|steps| steps.sum_of_costs),
            Objective::Makespan => steps(|steps| steps.makespan),
        }
    }

    /// By which part of the lower bound the cost exceeds it, where there is an objective.
    fn gap(&self) -> Option<f64> {
        let (Some(_), Some(cost), Some(bound)) = (self.objective, self.cost(), self.lower_bound) else {
            return None;
        };
        match bound {
            0 => (cost == 0).then_some(0.0),
            _ => Some((cost as f64 - bound as f64) / bound as f64),
        }
    }

    /// The costs of the solution in words.
    fn costs(&self, moves: u64) -> String {
        let moves = self.counted(moves);
        self.steps.map_or(moves.clone(), |ScheduleCost { makespan, sum_of_costs }| {
            format!("{moves} in {}, sum of costs {sum_of_costs}", Counted(makespan, "step"))
        })
    }

    /// What is proved of the solution, in words.
    fn claim(&self, quality: Quality) -> String {
        let gap = self.gap().map_or(String::new(), |gap| format!(" (gap {gap:.3})"));
        match (self.objective, quality, self.lower_bound) {
            (None | Some(Objective::Moves), Quality::Optimal, _) => ", optimal".to_owned(),
            (Some(objective), Quality::Optimal, _) => format!(", the least {}", name_in_words(objective)),
            (None | Some(Objective::Moves), _, Some(bound)) => {
                format!(", no fewer than {bound} possible{gap}")
            }
            (Some(objective), _, Some(bound)) => {
                format!(", {} at least {bound}{gap}", name_in_words(objective))
            }
            _ => String::new(),
        }
    }

    /// What any solution costs at least, in words.
    fn least(&self) -> String {
        let Some(bound) = self.lower_bound else { return String::new() };
        match self.objective {
            None | Some(Objective::Moves) => format!("; any solution has at least {}", self.counted(bound)),
            Some(objective) => {
                format!("; the {} of any solution is at least {bound}", name_in_words(objective))
            }
        }
    }

    /// A number with its unit.
    fn counted(&self, number: u64) -> String {
        Counted(number, self.unit.0).to_string()
    }

    pub(crate) fn verdict(&self) -> Verdict {
        match self.outcome {
            Outcome::Solved { .. } => Verdict::Solved,
            Outcome::Unsolvable => Verdict::Unsolvable,
            Outcome::Stopped { .. } => Verdict::Stopped,
        }
    }

    /// The answer, without the keys of the family.
    pub(crate) fn answer(&self) -> Answer {
        let seconds = |time: Duration| time.as_secs_f64();
        let (answer, moves) = Answer::of_outcome(self.outcome.clone());
        let run = RunCost { stats: self.stats, time: self.solving };
        Answer {
            instance: Some(self.instance.clone()),
            algorithm: Some(self.algorithm.clone()),
            moves,
            reason: self.reason.clone(),
            objective: self.objective.map(Objective::name),
            makespan: self.steps.map(|steps| steps.makespan),
            sum_of_costs: self.steps.map(|steps| steps.sum_of_costs),
            lower_bound: self.lower_bound,
            gap: self.gap(),
            finish_seconds: self.finishing.map(seconds),
            replay_seconds: self.replaying.map(seconds),
            peak_mib: Some(process_memory::peak().map(mebibytes)),
            start: self.start.clone(),
            solution: self.solution.clone(),
            ..answer.with_cost(run)
        }
    }

    /// Writes the keys that apply, then those of the family.
    pub(crate) fn write_json(&self, output: &mut dyn Write, family: &impl Serialize) -> io::Result<()> {
        let line = serde_json::to_string(&self.answer().with_keys(family));
        writeln!(output, "{}", line.expect("invariant: all keys are texts"))
    }

    pub(crate) fn write_text(&self, output: &mut dyn Write) -> io::Result<()> {
        let (solving, nodes) = (milliseconds(self.solving), Counted(self.stats.nodes, "node"));
        write!(output, "{}, {}: ", self.instance, self.algorithm)?;
        match &self.outcome {
            Outcome::Solved { plan: moves, quality } => {
                let (costs, claim) = (self.costs(*moves), self.claim(*quality));
                let finished = self
                    .finishing
                    .map_or(String::new(), |time| format!(", finished in {}", milliseconds(time)));
                let replayed = self.replaying.map_or(String::new(), |time| {
                    format!(", replayed and verified in {}", milliseconds(time))
                });
                let solved = if self.replaying.is_some() { "solved" } else { "solved and verified" };
                writeln!(output, "{costs}{claim}; {solved} in {solving}{finished}{replayed}")?;
            }
            Outcome::Unsolvable => {
                let reason = self.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
                writeln!(output, "unsolvable{reason} (proved in {solving})")?;
            }
            Outcome::Stopped { why, best, .. } => {
                let best = best.map_or(String::new(), |moves| {
                    format!("; the best solution so far, verified, has {}", self.costs(moves))
                });
                let least = self.least();
                let why = self.reason.clone().unwrap_or_else(|| why.to_string());
                writeln!(output, "stopped after {nodes} and {solving}: {why}{best}{least}")?;
            }
        }
        if let Some(start) = &self.start {
            writeln!(output, "{start}")?;
        }
        if let Some(solution) = &self.solution {
            for line in lines(solution) {
                writeln!(output, "{line}")?;
            }
        }
        Ok(())
    }
}

/// The text in lines, broken at spaces if there are any.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let window = rest.get(..=LINE_WIDTH);
        let space = window.and_then(|window| window.rfind(' '));
        let end = if window.is_some() { space.unwrap_or(LINE_WIDTH) } else { rest.len() };
        let line = &rest[..end];
        rest = rest[end..].trim_start();
        Some(line)
    })
}

/// Sums over instances, and the highest of their exit statuses.
pub(crate) struct Summary {
    pub(crate) verdict: Verdict,
    unit: Unit,
    objective: Option<Objective>,
    instances: u32,
    solved: u32,
    cost: u64,
    max_cost: u64,
    solving: Duration,
    replaying: Duration,
}

impl Default for Summary {
    /// No instances.
    fn default() -> Self {
        Self::from(Verdict::Solved)
    }
}

impl From<Verdict> for Summary {
    /// Only the exit status, and nothing to count.
    fn from(verdict: Verdict) -> Self {
        Self {
            verdict,
            unit: Unit::default(),
            objective: None,
            instances: 0,
            solved: 0,
            cost: 0,
            max_cost: 0,
            solving: Duration::ZERO,
            replaying: Duration::ZERO,
        }
    }
}

impl Summary {
    /// The sums of one instance.
    pub(crate) fn of(report: &Report) -> Self {
        let verdict = report.verdict();
        let cost = report.cost().filter(|_| report.outcome.is_solved());
        Self {
            verdict,
            unit: report.unit,
            objective: report.objective,
            instances: 1,
            solved: u32::from(cost.is_some()),
            cost: cost.unwrap_or_default(),
            max_cost: cost.unwrap_or_default(),
            solving: cost.map_or(Duration::ZERO, |_| report.solving),
            replaying: report.replaying.filter(|_| cost.is_some()).unwrap_or_default(),
        }
    }

    /// The same sums with another exit status.
    pub(crate) fn with_verdict(self, verdict: Verdict) -> Self {
        Self { verdict, ..self }
    }

    /// An instance that cannot be read.
    pub(crate) fn of_bad_input() -> Self {
        Self { instances: 1, ..Self::from(Verdict::BadInput) }
    }

    /// Adds the sums of other instances.
    pub(crate) fn add(&mut self, other: &Self) {
        self.verdict = self.verdict.max(other.verdict);
        if other.solved > 0 {
            (self.unit, self.objective) = (other.unit, other.objective);
        }
        self.instances += other.instances;
        self.solved += other.solved;
        self.cost += other.cost;
        self.max_cost = self.max_cost.max(other.max_cost);
        self.solving += other.solving;
        self.replaying += other.replaying;
    }

    /// Writes the sums, if there are several instances.
    pub(crate) fn write_text(&self, output: &mut dyn Write) -> io::Result<()> {
        if self.instances < 2 {
            return Ok(());
        }
        write!(output, "\n{} of {} solved", self.solved, self.instances)?;
        if self.solved > 0 {
            let (mean, most) = (self.cost as f64 / f64::from(self.solved), self.max_cost);
            match self.objective {
                None | Some(Objective::Moves) => {
                    let mean = Counted(mean, self.unit.0);
                    write!(output, ": {mean:.1} on average, {most} at most; ")?;
                }
                Some(objective) => {
                    let name = name_in_words(objective);
                    write!(output, ": {name} {mean:.1} on average, {most} at most; ")?;
                }
            }
            if self.replaying > Duration::ZERO {
                let ratio = self.solving.as_secs_f64() / self.replaying.as_secs_f64();
                write!(output, "solving took {ratio:.2} times as long as replaying")?;
            } else {
                let each = milliseconds(self.solving / self.solved);
                write!(output, "solved and verified in {each} on average")?;
            }
        }
        writeln!(output)
    }
}

/// What an objective is called in text.
pub(crate) const fn name_in_words(objective: Objective) -> &'static str {
    match objective {
        Objective::Moves => "moves",
        Objective::SumOfCosts => "sum of costs",
        Objective::Makespan => "makespan",
    }
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
