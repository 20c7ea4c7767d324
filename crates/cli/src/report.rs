//! Answers as lines of JSON or as text.

use std::io::{self, Write};
use std::time::Duration;

use families::{Answer, Ending, Unit};
use motion_core::internal::Counted;

use crate::Verdict;
use crate::process_memory;

/// The most characters in a line of a solution.
const LINE_WIDTH: usize = 100;

/// Writes an answer as text, or as a line of JSON.
pub(crate) fn write(answer: &Answer, is_json: bool, output: &mut dyn Write) -> io::Result<()> {
    if is_json { write_json(answer, output) } else { write_text(answer, output) }?;
    output.flush()
}

fn write_json(answer: &Answer, output: &mut dyn Write) -> io::Result<()> {
    let peak_mib = Some(process_memory::peak().map(mebibytes));
    let line = serde_json::to_string(&Answer { peak_mib, ..answer.clone() }.completed());
    writeln!(output, "{}", line.expect("invariant: all keys are texts"))
}

fn write_text(answer: &Answer, output: &mut dyn Write) -> io::Result<()> {
    let solving = milliseconds(seconds(answer.seconds));
    let [instance, algorithm] =
        [&answer.instance, &answer.algorithm].map(|name| name.as_deref().unwrap_or_default());
    write!(output, "{instance}, {algorithm}: ")?;
    let reason = answer.reason.as_ref();
    match answer.outcome {
        Ending::Unsolvable => {
            let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
            writeln!(output, "unsolvable{reason} (proved in {solving})")?;
        }
        Ending::Stopped | Ending::Error => {
            let best = costs(answer)
                .map_or(String::new(), |costs| format!("; the best solution so far, verified, has {costs}"));
            let why = reason.cloned().or_else(|| answer.why.map(|why| why.to_string())).unwrap_or_default();
            let nodes = Counted(answer.nodes.unwrap_or_default(), "node");
            writeln!(output, "stopped after {nodes} and {solving}: {why}{best}{}", least(answer))?;
        }
        Ending::Solved | Ending::Solvable => {
            let costs = costs(answer).unwrap_or_default();
            let timed = |words: &str, time: Option<f64>| {
                time.map_or(String::new(), |time| {
                    format!(", {words} in {}", milliseconds(seconds(Some(time))))
                })
            };
            let finished = timed("finished", answer.finish_seconds);
            let replayed = timed("replayed and verified", answer.replay_seconds);
            let solved = if replayed.is_empty() { "solved and verified" } else { "solved" };
            writeln!(output, "{costs}{}; {solved} in {solving}{finished}{replayed}", claim(answer))?;
        }
    }
    if let Some(start) = &answer.start {
        writeln!(output, "{start}")?;
    }
    for line in answer.solution.iter().flat_map(|solution| lines(solution)) {
        writeln!(output, "{line}")?;
    }
    for line in &answer.lines {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

/// Returns the costs of the solution in words, or those of the best so far.
fn costs(answer: &Answer) -> Option<String> {
    let moves = Counted(answer.moves?, answer.counted.singular());
    Some(match answer.makespan.zip(answer.sum_of_costs) {
        None => moves.to_string(),
        Some((makespan, sum_of_costs)) => {
            format!("{moves} in {}, sum of costs {sum_of_costs}", Counted(makespan, "step"))
        }
    })
}

/// Returns the objective, unless it is the moves.
fn other_objective(answer: &Answer) -> Option<&'static str> {
    answer.objective.filter(|&objective| objective != "moves")
}

/// Returns the proved quality of the solution, in words.
fn claim(answer: &Answer) -> String {
    let gap = answer.clone().completed().gap.map_or(String::new(), |gap| format!(" (gap {gap:.3})"));
    let objective = other_objective(answer).map(in_words);
    match (objective, answer.quality, answer.lower_bound) {
        (None, Some("optimal"), _) => ", optimal".to_owned(),
        (Some(objective), Some("optimal"), _) => format!(", the least {objective}"),
        (None, _, Some(bound)) => format!(", no fewer than {bound} possible{gap}"),
        (Some(objective), _, Some(bound)) => format!(", {objective} at least {bound}{gap}"),
        _ => String::new(),
    }
}

/// Returns the least cost of any solution, in words.
fn least(answer: &Answer) -> String {
    match (answer.lower_bound, other_objective(answer)) {
        (None, _) => String::new(),
        (Some(bound), None) => {
            format!("; any solution has at least {}", Counted(bound, answer.counted.singular()))
        }
        (Some(bound), Some(objective)) => {
            format!("; the {} of any solution is at least {bound}", in_words(objective))
        }
    }
}

/// Returns the exit status of an answer; an incomplete list of solutions counts as stopped.
pub(crate) fn verdict(answer: &Answer) -> Verdict {
    match answer.outcome {
        Ending::Unsolvable => Verdict::Unsolvable,
        Ending::Error => Verdict::BadInput,
        Ending::Stopped => Verdict::Stopped,
        Ending::Solved | Ending::Solvable if answer.why.is_some() => Verdict::Stopped,
        Ending::Solved | Ending::Solvable => Verdict::Solved,
    }
}

fn seconds(time: Option<f64>) -> Duration {
    Duration::from_secs_f64(time.unwrap_or_default())
}

/// Breaks the text into lines, at spaces if there are any.
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
    objective: Option<&'static str>,
    instances: u32,
    solved: u32,
    cost: u64,
    max_cost: u64,
    solving: Duration,
    replaying: Duration,
}

impl Default for Summary {
    /// Returns the summary of no instances.
    fn default() -> Self {
        Self::from(Verdict::Solved)
    }
}

impl From<Verdict> for Summary {
    /// Creates a summary with only an exit status, and nothing to count.
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
    /// Returns the sums of one instance.
    pub(crate) fn of(answer: &Answer) -> Self {
        let cost = answer.cost().filter(|_| answer.outcome == Ending::Solved);
        let if_solved = |time| cost.map_or(Duration::ZERO, |_| seconds(time));
        Self {
            verdict: verdict(answer),
            unit: answer.counted,
            objective: other_objective(answer),
            instances: 1,
            solved: u32::from(cost.is_some()),
            cost: cost.unwrap_or_default(),
            max_cost: cost.unwrap_or_default(),
            solving: if_solved(answer.seconds),
            replaying: if_solved(answer.replay_seconds),
        }
    }

    /// Returns the summary of an instance that cannot be read.
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
                None => {
                    let mean = Counted(mean, self.unit.singular());
                    write!(output, ": {mean:.1} on average, {most} at most; ")?;
                }
                Some(objective) => {
                    let name = in_words(objective);
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

/// Returns the name of an objective in text.
pub(crate) fn in_words(objective: &str) -> String {
    objective.replace('-', " ")
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

pub(crate) fn milliseconds(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
