//! Fleets from files: problem files of the League of Robot Runners, and maps with lists of cells.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use cpf::formats::moving_ai::Map;
use cpf::formats::{CellList, FormatError, TaskList};
use mapf::fleet::Task;
use motion_core::graph::GridGraph;
use motion_core::{Grid, Vertex};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::arguments::Arguments;
use super::random::{self, RandomTasks};
use crate::{CliError, Console, input, output};

/// A fleet at its starts, and its tasks.
pub(super) struct FleetProblem {
    pub(super) name: String,
    pub(super) grid: Grid,
    /// The graph of the open cells.
    pub(super) open: GridGraph,
    pub(super) starts: Vec<Vertex>,
    pub(super) tasks: Tasks,
    /// The tasks known at once for each robot, if the problem says so.
    pub(super) reveal: Option<TasksForEach>,
}

/// A stream of tasks.
pub(super) enum Tasks {
    /// Tasks of a list, again and again.
    Listed(Vec<Task>),
    Random(RandomTasks),
}

impl Tasks {
    /// Returns the tasks from the first one on. They are the same each time.
    pub(super) fn stream(&self) -> Box<dyn Iterator<Item = Task> + '_> {
        match self {
            Self::Listed(tasks) => Box::new(tasks.iter().cloned().cycle()),
            Self::Random(random) => Box::new(random.clone()),
        }
    }
}

/// The number of tasks known at once for each robot.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub(super) struct TasksForEach(f64);

impl TasksForEach {
    /// The number if nothing is said.
    pub(super) const USUAL: Self = Self(1.5);

    /// Returns the tasks known at once to this many robots.
    #[expect(clippy::cast_sign_loss, reason = "the number is positive")]
    pub(super) fn of(self, robots: usize) -> usize {
        (self.0 * robots as f64).ceil() as usize
    }
}

impl TryFrom<f64> for TasksForEach {
    type Error = &'static str;

    fn try_from(number: f64) -> Result<Self, &'static str> {
        let is_legal = number > 0.0 && number <= 1000.0;
        if is_legal { Ok(Self(number)) } else { Err("expected a number above 0, at most 1000") }
    }
}

impl FromStr for TasksForEach {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        text.parse().unwrap_or(f64::NAN).try_into()
    }
}

/// A problem file of the League of Robot Runners. Other keys are ignored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProblemFile {
    map_file: PathBuf,
    agent_file: PathBuf,
    task_file: PathBuf,
    team_size: u32,
    num_tasks_reveal: Option<TasksForEach>,
    delay_config: Option<IgnoredAny>,
}

/// The names of the files of a map.
struct MapFiles {
    map: PathBuf,
    agents: PathBuf,
    tasks: PathBuf,
}

/// Reads or generates the fleet that the arguments name.
pub(super) fn read(arguments: &Arguments, console: &mut Console) -> Result<FleetProblem, CliError> {
    if let Some(path) = &arguments.problem {
        return read_problem(path, arguments, console);
    }
    if let (Some(map), Some(agents), Some(tasks)) = (&arguments.map, &arguments.agents, &arguments.tasks) {
        let files = MapFiles { map: map.clone(), agents: agents.clone(), tasks: tasks.clone() };
        return read_map(input::name(agents), &files, arguments.robots, console);
    }
    let size = arguments.random.expect("invariant: clap asks for a source");
    let robots = arguments.robots.expect("invariant: clap asks for the robots");
    random::fleet(size, robots, arguments)
}

fn read_problem(path: &Path, arguments: &Arguments, console: &mut Console) -> Result<FleetProblem, CliError> {
    let text = input::read(path, console)?;
    let file: ProblemFile = serde_json::from_str(&text).map_err(|why| json_error(path, &why))?;
    if file.delay_config.is_some() {
        let file = input::name(path);
        // If this cannot be written, the simulation still can be made.
        let _ = writeln!(console.messages, "{file}: robots have no delays here: delayConfig is ignored");
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let files = MapFiles {
        map: folder.join(file.map_file),
        agents: folder.join(file.agent_file),
        tasks: folder.join(file.task_file),
    };
    output::check([&files.map, &files.agents, &files.tasks], arguments.written())?;
    let problem = read_map(input::name(path), &files, Some(file.team_size), console)?;
    Ok(FleetProblem { reveal: file.num_tasks_reveal, ..problem })
}

/// Returns an error of a problem file, with its place in front as in all messages.
fn json_error(path: &Path, why: &serde_json::Error) -> CliError {
    let (line, column) = (why.line(), why.column());
    let message = why.to_string();
    let message = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
    // The end of a text after a line break is column 0 there.
    let column = column.max(1);
    CliError::in_file(path, format!("line {line}, column {column}: {message}"))
}

/// Reads a fleet of the first robots of a list, or of all.
fn read_map(
    name: String,
    files: &MapFiles,
    robots: Option<u32>,
    console: &mut Console,
) -> Result<FleetProblem, CliError> {
    let grid = Grid::from(parse::<Map>(&files.map, console)?);
    let agents: CellList = parse(&files.agents, console)?;
    let tasks: TaskList = parse(&files.tasks, console)?;
    let robots = robots.map_or(agents.len(), |robots| robots as usize);
    let starts = agents.vertices(&grid, robots).map_err(|why| CliError::in_file(&files.agents, why))?;
    let tasks = tasks.vertices(&grid).map_err(|why| CliError::in_file(&files.tasks, why))?;
    let tasks = Tasks::Listed(tasks.into_iter().map(|places| Task { places }).collect());
    Ok(FleetProblem { name, open: grid.to_graph(), grid, starts, tasks, reveal: None })
}

/// Reads a file of a format.
fn parse<T: FromStr<Err = FormatError>>(path: &Path, console: &mut Console) -> Result<T, CliError> {
    input::read(path, console)?.parse().map_err(|why| CliError::in_file(path, why))
}
