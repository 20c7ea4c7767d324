//! The moves and events of a run, in the output format of the League of Robot Runners, for robots
//! that do not turn.

use std::cmp::Ordering;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use mapf::fleet::{Task, TaskEvent, TaskEventKind};
use motion_core::{Move, Vertex};
use serde::Serialize;

use super::problem::FleetProblem;
use super::report::Report;
use crate::CliError;

/// The version of the format: the first one in which tasks have several places.
const VERSION: &str = "2024 LoRR";

/// The letter of a robot that stays in place.
const WAIT: u8 = b'W';

/// A record of all steps so far.
pub(super) struct Recorder {
    /// For each robot, a letter for each step.
    letters: Vec<Vec<u8>>,
    events: Vec<TaskEvent>,
}

/// An output file. The names of the keys are those of the format.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output<'a> {
    action_model: &'static str,
    version: &'static str,
    team_size: usize,
    start: Vec<(u32, u32, &'static str)>,
    num_task_finished: u64,
    sum_of_cost: u64,
    makespan: u64,
    actual_paths: &'a [String],
    planner_paths: &'a [String],
    /// In seconds.
    planner_times: Vec<f64>,
    errors: [(); 0],
    actual_schedule: Vec<String>,
    schedule_errors: [(); 0],
    /// Time, robot, task, and the number of its places visited so far.
    events: Vec<(u64, u32, usize, usize)>,
    /// Task, time, and rows and columns of the places in turn.
    tasks: Vec<(usize, u64, Vec<u32>)>,
}

impl Recorder {
    /// Creates a record without steps.
    pub(super) fn new(problem: &FleetProblem) -> Self {
        Self { letters: vec![Vec::new(); problem.starts.len()], events: Vec::new() }
    }

    /// Adds a step.
    pub(super) fn push(&mut self, problem: &FleetProblem, moves: &[Move], events: Vec<TaskEvent>) {
        for letters in &mut self.letters {
            letters.push(WAIT);
        }
        for action in moves {
            if let Some(letter) = self.letters[action.token.index()].last_mut() {
                *letter = direction(problem, action);
            }
        }
        self.events.extend(events);
    }

    /// Writes the record of a run.
    pub(super) fn write(&self, path: &Path, problem: &FleetProblem, report: &Report) -> Result<(), CliError> {
        let paths: Vec<_> = self.letters.iter().map(|letters| joined(letters)).collect();
        let steps = report.steps();
        let output = Output {
            action_model: "MAPF",
            version: VERSION,
            team_size: problem.starts.len(),
            start: problem.starts.iter().map(|&start| place(problem, start)).map(facing_east).collect(),
            num_task_finished: report.finished(),
            sum_of_cost: steps * problem.starts.len() as u64,
            makespan: steps,
            actual_paths: &paths,
            planner_paths: &paths,
            planner_times: report.step_times().map(|time| time.as_secs_f64()).collect(),
            errors: [],
            actual_schedule: self.schedules(),
            schedule_errors: [],
            events: self.events.iter().filter_map(event).collect(),
            tasks: self.tasks(problem),
        };
        let stream = || -> io::Result<()> {
            let mut file = BufWriter::new(File::create(path)?);
            serde_json::to_writer(&mut file, &output)?;
            writeln!(file)?;
            file.flush()
        };
        stream().map_err(|why| CliError::Write { file: path.display().to_string(), why })
    }

    /// Returns the tasks that became known.
    fn tasks(&self, problem: &FleetProblem) -> Vec<(usize, u64, Vec<u32>)> {
        let revealed = self.events.iter().filter(|event| event.kind == TaskEventKind::Revealed);
        let coordinates = |vertex| <[u32; 2]>::from(place(problem, vertex));
        let entry = |(event, task): (&TaskEvent, Task)| {
            (event.task, event.time, task.places.into_iter().flat_map(coordinates).collect())
        };
        revealed.zip(problem.tasks.stream()).map(entry).collect()
    }

    /// Returns, for each robot, its tasks with the times at which they begin. A robot that is given
    /// a task early begins it when it has finished the one before.
    fn schedules(&self) -> Vec<String> {
        #[derive(Clone, Default)]
        struct Schedule {
            begun: Vec<String>,
            /// The task that is being done, and those that wait.
            tasks: VecDeque<usize>,
        }
        let mut schedules = vec![Schedule::default(); self.letters.len()];
        for &TaskEvent { time, task, kind, .. } in &self.events {
            match kind {
                TaskEventKind::Given(robot) => {
                    let schedule = &mut schedules[robot.index()];
                    schedule.tasks.push_back(task);
                    if schedule.tasks.len() == 1 {
                        schedule.begun.push(format!("{time}:{task}"));
                    }
                }
                TaskEventKind::Visited { robot, is_finished: true, .. } => {
                    let schedule = &mut schedules[robot.index()];
                    schedule.tasks.pop_front();
                    if let Some(next) = schedule.tasks.front() {
                        schedule.begun.push(format!("{time}:{next}"));
                    }
                }
                _ => {}
            }
        }
        schedules.into_iter().map(|schedule| schedule.begun.join(",")).collect()
    }
}

/// Returns an event that the format has.
fn event(event: &TaskEvent) -> Option<(u64, u32, usize, usize)> {
    match event.kind {
        TaskEventKind::Visited { robot, places, .. } => Some((event.time, robot.0, event.task, places)),
        _ => None,
    }
}

/// Returns the row and the column of a vertex.
fn place(problem: &FleetProblem, vertex: Vertex) -> (u32, u32) {
    let cell = problem.open.cells[vertex.index()];
    (problem.grid.row(cell), problem.grid.column(cell))
}

const fn facing_east((row, column): (u32, u32)) -> (u32, u32, &'static str) {
    (row, column, "E")
}

/// Returns the letter of a move.
fn direction(problem: &FleetProblem, action: &Move) -> u8 {
    let [from, to] = [action.from, action.to].map(|vertex| place(problem, vertex));
    match (to.0.cmp(&from.0), to.1.cmp(&from.1)) {
        (Ordering::Less, _) => b'U',
        (Ordering::Greater, _) => b'D',
        (Ordering::Equal, Ordering::Less) => b'L',
        (Ordering::Equal, _) => b'R',
    }
}

/// Returns letters with commas between them.
fn joined(letters: &[u8]) -> String {
    let mut text = String::with_capacity(2 * letters.len());
    for &letter in letters {
        if !text.is_empty() {
            text.push(',');
        }
        text.push(letter.into());
    }
    text
}
