//! One instance after another: solved, verified, reported, written, drawn.

use std::time::{Duration, Instant};

use cpf::{Control, Instance, Metrics, Outcome, Plan, PlanText, Schedule, Solver, StepsText};
use serde_json::{Map, Value, json};

use super::algorithm;
use super::arguments::{Arguments, PlanFormat};
use super::facts::{lower_bound, size, unsolvable_because};
use super::feasibility;
use super::improvement::{self, Level};
use super::instances::{self, NamedInstance};
use super::stream;
use crate::progress::{RunCost, watched};
use crate::report::{Report, ScheduleCost, Summary, Unit};
use crate::{CliError, Console, Verdict, output};

/// The answers so far.
pub(super) struct InstanceAnswers<'a> {
    arguments: &'a Arguments,
    verdict: Verdict,
    summary: Summary,
}

/// A plan that has been improved, put into steps and verified.
struct Finished {
    schedule: Schedule,
    metrics: Metrics,
    solver_moves: usize,
    finishing: Duration,
    replaying: Duration,
}

impl<'a> InstanceAnswers<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Self {
        Self { arguments, verdict: Verdict::Solved, summary: Summary::default() }
    }

    /// Solves and reports an instance.
    pub(super) fn add(&mut self, named: &NamedInstance, console: &mut Console) -> Result<(), CliError> {
        let arguments = self.arguments;
        if let Some(path) = &arguments.write_instance {
            instances::write_instance(path, &named.instance)?;
        }
        let verdict = if arguments.feasibility_only {
            feasibility::report(named, arguments, console)?
        } else {
            let (report, finished) = solve(named, arguments, console)?;
            if arguments.common.json {
                report
                    .write_json(console.output, extra_keys(&named.instance, arguments, finished.as_ref()))?;
            } else {
                report.write_text(console.output)?;
            }
            self.summary.add(&report);
            console.output.flush()?;
            match &finished {
                Some(finished) => write_files(&named.instance, &finished.schedule, arguments)?,
                None => {
                    output::not_written(arguments.plan.iter().chain(arguments.common.pictures()), console);
                }
            }
            report.verdict()
        };
        self.verdict = self.verdict.max(verdict);
        Ok(())
    }

    /// Writes the summary; returns the exit status.
    pub(super) fn finish(self, console: &mut Console) -> Result<Verdict, CliError> {
        if !self.arguments.common.json {
            self.summary.write_text(console.output)?;
        }
        Ok(self.verdict)
    }
}

fn extra_keys(instance: &Instance, arguments: &Arguments, finished: Option<&Finished>) -> Map<String, Value> {
    let mut object = size(instance);
    if !arguments.count_only {
        object.insert("model".to_owned(), json!(arguments.model.name()));
        object.insert("improve".to_owned(), json!(arguments.improve.name()));
    }
    if let Some(finished) = finished.filter(|_| arguments.improve != Level::None) {
        object.insert("solver_moves".to_owned(), json!(finished.solver_moves));
    }
    object
}

fn solve(
    named: &NamedInstance,
    arguments: &Arguments,
    console: &Console,
) -> Result<(Report, Option<Finished>), CliError> {
    let instance = &named.instance;
    let chosen = algorithm::solver(arguments.algorithm, instance)?;
    if arguments.count_only {
        return Ok((stream::solve(named, arguments, console, &chosen), None));
    }
    let ((outcome, solving), run) = watched(console, arguments.common.budget(), |control| {
        let began = Instant::now();
        let outcome = chosen.solver().solve(instance, control);
        let solving = began.elapsed();
        (outcome.map(|plan| finish(instance, plan, arguments, control)), solving)
    });
    let run = RunCost { time: solving, ..run };
    let algorithm = chosen.name();
    let reason = unsolvable_because(&outcome, algorithm, instance);
    let json = arguments.common.json && !arguments.no_solution;
    let start = (json && named.is_random).then(|| instance.to_string());
    let (outcome, finished) = apart(outcome);
    let report = Report {
        lower_bound: reason.is_none().then(|| lower_bound(instance)).flatten(),
        reason,
        steps: finished.as_ref().map(|finished| ScheduleCost {
            makespan: finished.metrics.makespan,
            sum_of_costs: finished.metrics.sum_of_costs,
        }),
        finishing: finished.as_ref().map(|finished| finished.finishing),
        replaying: finished.as_ref().map(|finished| finished.replaying),
        start,
        solution: finished
            .as_ref()
            .filter(|_| json)
            .map(|finished| plan_text(instance, &finished.schedule, arguments.plan_format).to_string()),
        ..Report::new(&named.name, algorithm, Unit::MOVES, outcome, run)
    };
    Ok((report, finished))
}

/// Splits an outcome into the number of moves and the plan.
fn apart(outcome: Outcome<Finished>) -> (Outcome<u64>, Option<Finished>) {
    let mut kept = None;
    let outcome = outcome.map(|finished| kept.insert(finished).metrics.moves);
    (outcome, kept)
}

/// Improves a plan, puts it into steps and verifies everything.
fn finish(instance: &Instance, plan: Plan, arguments: &Arguments, control: &mut Control<'_>) -> Finished {
    let verify = |plan: &Plan| {
        let verified = instance.verify(plan);
        assert!(verified.is_ok(), "the verifier refuses a plan: {verified:?}");
    };
    verify(&plan);
    let solver_moves = plan.len();
    let began = Instant::now();
    let plan = improvement::improve(arguments.improve, instance, plan, control);
    let schedule = improvement::schedule(arguments.model, instance, &plan);
    let finishing = began.elapsed();
    verify(&plan);
    let began = Instant::now();
    let metrics = instance.verify_schedule(&schedule, arguments.model.rules());
    let replaying = began.elapsed();
    let metrics = metrics.unwrap_or_else(|why| panic!("the verifier refuses a schedule: {why}"));
    assert_eq!(metrics.moves, plan.len() as u64, "a schedule with other moves than its plan");
    Finished { schedule, metrics, solver_moves, finishing, replaying }
}

fn plan_text<'a>(
    instance: &'a Instance,
    schedule: &'a Schedule,
    format: PlanFormat,
) -> Box<dyn std::fmt::Display + 'a> {
    match format {
        PlanFormat::Moves => Box::new(PlanText(schedule)),
        PlanFormat::Steps => Box::new(
            StepsText::new(schedule, instance)
                .expect("invariant: the instance has a grid, and the schedule is verified"),
        ),
    }
}

fn write_files(instance: &Instance, schedule: &Schedule, arguments: &Arguments) -> Result<(), CliError> {
    if let Some(path) = &arguments.plan {
        instances::write(path, plan_text(instance, schedule, arguments.plan_format))?;
    }
    if arguments.common.drawing().is_none() {
        return Ok(());
    }
    let scene = instance.scene();
    if let Some(path) = &arguments.common.svg {
        output::write_svg(path, &scene, instance.start(), schedule)?;
    }
    if let Some(path) = &arguments.common.html {
        output::write_html(path, &scene, instance.start(), schedule)?;
    }
    Ok(())
}
