//! Instances from files and from the random generator, and instances written into files.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use cpf::cpf_core::generate;
use cpf::formats::MAX_VERTICES;
use cpf::formats::moving_ai::{Map, Scenario};
use cpf::formats::{CellList, CpfText, FormatError, GraphText};
use cpf::{Grid, Instance, MotionModel, Schedule, Setup};
use motion_core::internal::Counted;
use rand::Rng;

use super::arguments::{Files, RandomSource};
use crate::options::Size;
use crate::sweep::{Begun, Patience};
use crate::{CliError, Console, input};
use families::robots::{self, Numbering, Problem};

/// An instance and its name.
pub(super) struct NamedInstance {
    pub(super) name: String,
    pub(super) problem: Problem,
    /// Whether the instance is random, so that answers must contain it.
    pub(super) is_random: bool,
}

impl NamedInstance {
    /// The instance; for a graph with arcs, the instance on the underlying graph.
    pub(super) const fn instance(&self) -> &Instance {
        self.problem.instance()
    }
}

/// Reads an instance from files. Its time counts from when their texts have been read.
pub(super) fn read(
    files: Files<'_>,
    patience: &Patience,
    console: &mut Console,
) -> Result<Begun<NamedInstance>, CliError> {
    let (name, since, made) = match files {
        Files::Graph(path) => {
            let (text, path) = (input::read(path, console)?, path.to_owned());
            let (name, since) = (input::name(&path), Instant::now());
            let parse = move || {
                let problem = parse_graph(&path, &text)?;
                Ok(NamedInstance { name: input::name(&path), problem, is_random: false })
            };
            (name, since, patience.make(since, parse)?)
        }
        Files::Scenario { map, scenario, bucket, robots } => {
            let texts = [input::read(map, console)?, input::read(scenario, console)?];
            let (name, since) = (input::name(scenario), Instant::now());
            let (map, scenario) = (map.to_owned(), scenario.to_owned());
            let parse = move || parse_scenario([&map, &scenario], &texts, bucket, robots);
            (name, since, patience.make(since, parse)?)
        }
        Files::Cells { map, agents, tasks, robots } => {
            let paths = [map, agents, tasks].map(Path::to_owned);
            let mut read = |path: &Path| input::read(path, console);
            let texts = [read(map)?, read(agents)?, read(tasks)?];
            let (name, since) = (input::name(agents), Instant::now());
            (name, since, patience.make(since, move || parse_cells(&paths, &texts, robots))?)
        }
    };
    let made = match made {
        Ok(named) => Ok(named?),
        Err(why) => Err(why),
    };
    Ok(Begun { name, since: Some(since), made })
}

fn parse_scenario(
    [map, scenario]: [&Path; 2],
    [map_text, scenario_text]: &[String; 2],
    bucket: Option<u32>,
    robots: Option<u32>,
) -> Result<NamedInstance, CliError> {
    let grid: Map = map_text.parse().map_err(in_file(map))?;
    let mut lines: Scenario = scenario_text.parse().map_err(in_file(scenario))?;
    let mut name = input::name(scenario);
    if let Some(bucket) = bucket {
        lines = lines.bucket(bucket).map_err(in_file(scenario))?;
        name = format!("{name}, bucket {bucket}");
    }
    let robots = robots.map_or(lines.entries().len(), |robots| robots as usize);
    let instance = lines.instance(grid, robots).map_err(in_file(scenario))?;
    Ok(on_map(format!("{name}, {}", Counted(robots, "robot")), instance))
}

/// Parses lists of cells: robot i starts on the i-th cell of one list and has its goal on the i-th
/// cell of the other.
fn parse_cells(
    [map, agents, tasks]: &[PathBuf; 3],
    [map_text, agents_text, tasks_text]: &[String; 3],
    robots: Option<u32>,
) -> Result<NamedInstance, CliError> {
    let grid = Grid::from(map_text.parse::<Map>().map_err(in_file(map))?);
    let starts: CellList = agents_text.parse().map_err(in_file(agents))?;
    let goals: CellList = tasks_text.parse().map_err(in_file(tasks))?;
    let robots = robots.map_or(starts.len(), |robots| robots as usize);
    let mut name = format!("{}, {}", input::name(agents), Counted(robots, "robot"));
    if goals.len() > robots {
        name = format!("{name}, the first of {} tasks", goals.len());
    }
    let starts = starts.vertices(&grid, robots).map_err(in_file(agents))?;
    let goals = goals.vertices(&grid, robots).map_err(in_file(tasks))?;
    let setup = Setup::on_grid(grid, starts.into_iter().zip(goals).collect());
    Ok(on_map(name, setup.instance().expect("invariant: the cells of a list are distinct")))
}

fn on_map(name: String, instance: Instance) -> NamedInstance {
    let problem = Problem { graph: GraphText::Edges(instance), numbering: Numbering::Coordinates };
    NamedInstance { name, problem, is_random: false }
}

fn parse_graph(path: &Path, text: &str) -> Result<Problem, CliError> {
    let problem = if has_cpf_extension(path) { Problem::of_cpf(text) } else { Problem::read(text) };
    problem.map_err(in_file(path))
}

/// Reads a schedule of an instance and verifies it in a model.
pub(super) fn read_schedule(
    path: &Path,
    named: &NamedInstance,
    model: MotionModel,
    console: &mut Console,
) -> Result<Schedule, CliError> {
    let instance = named.instance();
    let text = input::read(path, console)?;
    let schedule = robots::read_schedule(&text, instance).map_err(in_file(path))?;
    match instance.verify_schedule(&schedule, model) {
        Ok(_) => Ok(schedule),
        Err(why) => Err(CliError::in_file(path, why.named(&named.problem.numbering.names(instance)))),
    }
}

/// Returns the name of the `number`-th random instance of a seed.
pub(super) fn name(random: RandomSource, seed: u64, number: u32) -> String {
    let (kind, blanks) = match random {
        RandomSource::Grid { size: Size { rows, columns }, blanks } => {
            (format!("grid {rows}x{columns}"), blanks)
        }
        RandomSource::Biconnected { ears, blanks } => {
            (format!("biconnected {},{},{}", ears.cycle, ears.mean_ear, ears.vertices), blanks)
        }
    };
    format!("{kind}, {}, seed {seed}, instance {number}", Counted(blanks, "blank"))
}

/// Generates the `number`-th random instance of a seed.
pub(super) fn draw(
    random: RandomSource,
    seed: u64,
    number: u32,
    rng: &mut impl Rng,
) -> Result<NamedInstance, CliError> {
    let instance = match random {
        RandomSource::Grid { size: Size { rows, columns }, blanks } => {
            check_size(u64::from(rows) * u64::from(columns), blanks)?;
            generate::permutation_on_grid(rows, columns, blanks as usize, rng).map_err(CliError::instance)?
        }
        RandomSource::Biconnected { ears, blanks } => {
            check_size(u64::from(ears.vertices) + 2 * u64::from(ears.mean_ear), blanks)?;
            check_size(u64::from(ears.vertices), blanks)?;
            let graph = generate::biconnected(ears.cycle, ears.mean_ear, ears.vertices, rng)
                .map_err(CliError::instance)?
                .graph;
            let robots = graph.vertex_count() - blanks as usize;
            generate::robots(graph, robots, rng).map_err(CliError::instance)?
        }
    };
    let name = name(random, seed, number);
    let problem = Problem { graph: GraphText::Edges(instance), numbering: Numbering::FromOne };
    Ok(NamedInstance { name, problem, is_random: true })
}

/// Writes an instance as graph text, or as `.cpf` if the file name ends in that.
pub(super) fn write_instance(path: &Path, problem: &GraphText) -> Result<(), CliError> {
    match problem {
        GraphText::Edges(instance) if has_cpf_extension(path) => write(path, CpfText(instance)),
        problem => write(path, problem),
    }
}

/// Writes a text without holding it in memory.
pub(super) fn write(path: &Path, text: impl Display) -> Result<(), CliError> {
    let stream = || {
        let mut file = BufWriter::new(File::create(path)?);
        write!(file, "{text}")?;
        file.flush()
    };
    stream().map_err(|why| CliError::Write { file: path.display().to_string(), why })
}

fn in_file(path: &Path) -> impl FnOnce(FormatError) -> CliError {
    move |why| CliError::in_file(path, why)
}

/// Checks the sizes before memory is allocated.
fn check_size(vertices: u64, blanks: u32) -> Result<(), CliError> {
    if vertices > u64::from(MAX_VERTICES) {
        let message = format!("{vertices} vertices are too many: at most {MAX_VERTICES} are allowed");
        return Err(CliError::Instance(message));
    }
    // Grids and graphs without vertices are refused by the generator.
    if vertices > 0 && u64::from(blanks) > vertices {
        return Err(CliError::Instance(format!("{blanks} blanks are more than the vertices, {vertices}")));
    }
    Ok(())
}

pub(super) fn has_cpf_extension(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cpf"))
}
