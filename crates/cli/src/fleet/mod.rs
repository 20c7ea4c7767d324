//! `fleet`, which simulates robots that do a stream of tasks.

mod arguments;
mod drawing;
mod kit_output;
mod problem;
mod random;
mod report;

use std::time::Instant;

use cpf::cpf_core::internal::StepReferee;
use mapf::fleet::{Fleet, Simulation};
use motion_core::{Configuration, Control};

use crate::process_memory::InstanceUnderWay;
use crate::progress::SearchBar;
use crate::{CliError, Console, Verdict};
pub(crate) use arguments::Arguments;
use drawing::Drawings;
use kit_output::Recorder;
use problem::{FleetProblem, TasksForEach};
use report::Report;

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, CliError> {
    arguments.check()?;
    let _under_way = InstanceUnderWay::begin();
    let problem = problem::read(arguments, console)?;
    let mut drawings = Drawings::new(arguments);
    let mut recorder = arguments.output.as_ref().map(|_| Recorder::new(&problem));
    let report = simulate(&problem, arguments, &mut drawings, recorder.as_mut(), console)?;
    report.write(arguments.json, console.output)?;
    console.output.flush()?;
    if let (Some(path), Some(recorder)) = (&arguments.output, &recorder) {
        recorder.write(path, &problem, &report)?;
    }
    drawings.write(&problem, report.steps(), console)?;
    Ok(report.verdict(console))
}

/// Makes the steps, each verified, until an interrupt.
fn simulate(
    problem: &FleetProblem,
    arguments: &Arguments,
    drawings: &mut Drawings,
    mut recorder: Option<&mut Recorder>,
    console: &Console,
) -> Result<Report, CliError> {
    let (graph, model) = (&problem.open.graph, arguments.model);
    let start = Configuration::new(graph.vertex_count(), &problem.starts).map_err(CliError::instance)?;
    let fleet = Fleet::new(graph, &problem.starts).map_err(CliError::instance)?;
    let mut fleet = fleet.with_model(model).with_horizon(arguments.horizon).with_seed(arguments.seed);
    if arguments.guidance {
        fleet = fleet.with_guidance();
    }
    let reveal = arguments.reveal.or(problem.reveal).unwrap_or(TasksForEach::USUAL);
    let known = reveal.of(problem.starts.len());
    let mut simulation = Simulation::new(fleet, problem.tasks.stream(), known);
    let mut referee = StepReferee::new(graph, start, model);
    let mut report = Report::new(problem, arguments);
    let mut bar = SearchBar::new(console);
    let (flag, mut nodes) = (console.interrupt.flag(), 0);
    let began = Instant::now();
    for number in 1..=arguments.steps {
        if flag.is_raised() {
            break;
        }
        let mut control = Control::new(arguments.step_budget(problem.starts.len()).with_cancel(flag.clone()));
        let step_began = Instant::now();
        let step = simulation.step(&mut control).map_err(CliError::instance)?;
        let time = step_began.elapsed();
        referee
            .make(&step.moves)
            .map_err(|why| CliError::instance(format!("the fleet made an illegal step: {why}")))?;
        report.count(time, simulation.totals());
        drawings.push(&step.moves);
        let events = simulation.take_events();
        if let Some(recorder) = &mut recorder {
            recorder.push(problem, &step.moves, events);
        }
        nodes += step.nodes;
        bar.show(nodes, Some(number as f64 / arguments.steps as f64));
    }
    report.finish(began.elapsed());
    Ok(report)
}
