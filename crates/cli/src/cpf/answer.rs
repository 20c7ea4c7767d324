//! The answer for one instance, which is solved, verified, reported, written and drawn.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use cpf::{Instance, Objective, Outcome, Schedule};
use families::robots::{AnswerKeys, Finished, Method, PlanImprovement, PlanNotation};
use families::{Answer, NamedValue, RunCost};
use motion_core::draw::Timeline;
use motion_core::error::RunError;
use motion_core::{Control, Stop};

use super::arguments::{Arguments, Colouring};
use super::feasibility;
use super::instances::{self, NamedInstance};
use super::solving;
use super::stream;
use crate::report::{self, Summary};
use crate::sweep::Begun;
use crate::{CliError, Console, output};

/// The data that is written into files.
struct Written {
    finished: Finished,
    curve: Option<String>,
}

/// Solves an instance, and reports, writes and draws the answer.
pub(super) fn answer(
    begun: &Begun<NamedInstance>,
    arguments: &Arguments,
    console: &mut Console,
) -> Result<Summary, CliError> {
    let named = match &begun.made {
        Ok(named) => named,
        Err(why) => return not_made(&begun.name, *why, arguments, console),
    };
    if let Some(path) = &arguments.write_instance {
        instances::write_instance(path, &named.problem.graph)?;
    }
    if arguments.feasibility_only {
        return feasibility::report(named, begun.since, arguments, console).map(Summary::from);
    }
    let model = arguments.task().model;
    let read = |path: &PathBuf| instances::read_schedule(path, named, model, console);
    let known = arguments.known.as_ref().map(read).transpose()?;
    let (report, written) = solve(named, begun.since, known, arguments, console)?;
    let finished = written.as_ref().map(|written| &written.finished);
    let report = report.with_keys(&extra_keys(named, arguments, finished));
    print(&report, arguments, console)?;
    let plan = finished.filter(|_| arguments.shows_plans() || arguments.plans_alone());
    if let Some(Finished { measured, .. }) = plan {
        write!(console.output, "{}", plan_text(named.instance(), &measured.schedule, arguments.plan_format))?;
    }
    console.output.flush()?;
    match &written {
        Some(written) => written.write_files(named.instance(), arguments)?,
        None => output::not_written(arguments.files_of_plans(), console),
    }
    Ok(Summary::of(&report))
}

/// Prints an answer: to the messages if the plan is to be alone on standard output.
fn print(answer: &Answer, arguments: &Arguments, console: &mut Console) -> Result<(), CliError> {
    let is_json = arguments.common.json;
    if arguments.plans_alone() && !is_json {
        // Even if this cannot be written, the plan still can.
        let _ = report::write(answer, is_json, console.messages);
        return Ok(());
    }
    Ok(report::write(answer, is_json, console.output)?)
}

/// Reports an instance that was stopped before it was made.
fn not_made(
    name: &str,
    why: Stop,
    arguments: &Arguments,
    console: &mut Console,
) -> Result<Summary, CliError> {
    let algorithm = if arguments.feasibility_only { "feasibility" } else { arguments.algorithm.entry().name };
    let report = Answer::not_made(name, algorithm, why);
    print(&report, arguments, console)?;
    output::not_written(arguments.write_instance.iter().chain(arguments.files_of_plans()), console);
    Ok(Summary::of(&report))
}

fn extra_keys(named: &NamedInstance, arguments: &Arguments, finished: Option<&Finished>) -> AnswerKeys {
    let (task, is_counted) = (arguments.task(), arguments.count_only);
    let improved = finished.filter(|_| arguments.improve != PlanImprovement::None);
    AnswerKeys {
        model: (!is_counted).then(|| task.model.name()),
        improve: (!is_counted).then(|| arguments.improve.row().name),
        solver_moves: improved.map(|finished| finished.solver_moves),
        solver_cost: improved
            .filter(|_| task.objective != Objective::Moves)
            .map(|finished| finished.solver_cost),
        ..AnswerKeys::of(&named.problem)
    }
}

fn solve(
    named: &NamedInstance,
    since: Option<Instant>,
    known: Option<Schedule>,
    arguments: &Arguments,
    console: &Console,
) -> Result<(Answer, Option<Written>), CliError> {
    let (instance, task) = (named.instance(), arguments.task());
    let budget = arguments.common.time_since(since, Duration::ZERO).with_cancel(console.interrupt.flag());
    let method = Method::new(arguments.algorithm, task, &named.problem, known, &mut Control::new(budget));
    let method = match method {
        Ok(method) => method,
        Err(RunError::Because(why)) => return Err(CliError::instance(why)),
        Err(RunError::Stopped(why)) => {
            let name = arguments.algorithm.entry().name;
            let objective = Some(task.objective.name());
            let answer = Answer::of_run(&named.name, name, Outcome::stopped(why), RunCost::default());
            return Ok((Answer { objective, ..answer }, None));
        }
    };
    if let (Method::Plans(chosen), true) = (&method, arguments.count_only) {
        return Ok((stream::solve(named, since, arguments, console, chosen), None));
    }
    let (answer, finished, curve) = solving::solve(&method, named, since, arguments, console);
    let is_json = arguments.common.json && !arguments.no_solution;
    let text = |finished: &Finished| {
        plan_text(instance, &finished.measured.schedule, arguments.plan_format).to_string()
    };
    let answer = Answer {
        instance: Some(named.name.clone()),
        start: (named.is_random && (is_json || arguments.shows_plans())).then(|| instance.to_string()),
        solution: finished.as_ref().filter(|_| is_json).map(text),
        ..answer
    };
    Ok((answer, finished.map(|finished| Written { finished, curve })))
}

const FITS: &str = "invariant: the instance has a grid, and the schedule is verified";

fn plan_text<'a>(
    instance: &'a Instance,
    schedule: &'a Schedule,
    notation: PlanNotation,
) -> Box<dyn std::fmt::Display + 'a> {
    notation.text(schedule, instance).expect(FITS)
}

impl Written {
    fn write_files(&self, instance: &Instance, arguments: &Arguments) -> Result<(), CliError> {
        let schedule = &self.finished.measured.schedule;
        if let Some(path) = arguments.plan.as_ref().filter(|_| !arguments.plans_alone()) {
            instances::write(path, plan_text(instance, schedule, arguments.plan_format))?;
        }
        if let (Some(path), Some(curve)) = (&arguments.curve, &self.curve) {
            output::write_text(path, curve)?;
        }
        if arguments.common.drawing().is_none() {
            return Ok(());
        }
        let scene = instance.scene();
        let delays = (arguments.colour == Colouring::Delay).then(|| instance.delays(schedule));
        let mut timeline = Timeline::from(schedule);
        if let Some(delays) = &delays {
            timeline = timeline.with_values(delays);
        }
        output::draw(&arguments.common, &scene, instance.start(), timeline)
    }
}
