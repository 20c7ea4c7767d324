//! Instances from files and from the random generator; instances written into files.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use cpf::formats::MAX_VERTICES;
use cpf::{
    CpfText, FormatError, Instance, Map, MotionModel, PathsText, PlanText, Scenario, Schedule, StepsText,
    generate,
};
use motion_core::Counted;
use rand::Rng;

use super::arguments::{Files, RandomSource};
use super::numbering::Numbering;
use crate::options::Size;
use crate::sweep::{Begun, Patience};
use crate::{CliError, Console, input};

/// An instance and its name.
pub(super) struct NamedInstance {
    pub(super) name: String,
    pub(super) instance: Instance,
    /// Whether it is random, so that answers have to contain it.
    pub(super) is_random: bool,
    /// How messages name vertices.
    pub(super) numbering: Numbering,
}

/// Reads an instance from files. Its time counts from when their texts are there.
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
                let (instance, numbering) = parse_graph(&path, &text)?;
                Ok(NamedInstance { name: input::name(&path), instance, is_random: false, numbering })
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
    let name = format!("{name}, {}", Counted(robots, "robot"));
    Ok(NamedInstance { name, instance, is_random: false, numbering: Numbering::Coordinates })
}

/// Reads an instance from a file that holds its graph, in any format.
pub(crate) fn read_graph(path: &Path, console: &mut Console) -> Result<(Instance, Numbering), CliError> {
    parse_graph(path, &input::read(path, console)?)
}

fn parse_graph(path: &Path, text: &str) -> Result<(Instance, Numbering), CliError> {
    let (instance, numbering) = if is_cpf(path, text) {
        (text.parse().map(|CpfText::<Instance>(instance)| instance), Numbering::FromZero)
    } else {
        (text.parse(), Numbering::FromOne)
    };
    Ok((instance.map_err(in_file(path))?, numbering))
}

/// Reads a schedule of an instance, in the form that its text begins in, and verifies it in a
/// model.
pub(super) fn read_schedule(
    path: &Path,
    instance: &Instance,
    model: MotionModel,
    console: &mut Console,
) -> Result<Schedule, CliError> {
    let text = input::read(path, console)?;
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let schedule = if text.trim_start().starts_with("Agent") {
        PathsText::read(&text, instance)
    } else if lines.any(|line| line.contains('(')) {
        StepsText::read(&text, instance)
    } else {
        text.parse().map(|PlanText(schedule)| schedule)
    };
    let schedule = schedule.map_err(in_file(path))?;
    match instance.verify_schedule(&schedule, model) {
        Ok(_) => Ok(schedule),
        Err(why) => Err(CliError::Schedule { file: input::name(path), why }),
    }
}

/// The name of the `number`-th random instance of a seed.
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
            generate::permutation_on_grid(rows, columns, blanks as usize, rng)?
        }
        RandomSource::Biconnected { ears, blanks } => {
            check_size(u64::from(ears.vertices) + 2 * u64::from(ears.mean_ear), blanks)?;
            check_size(u64::from(ears.vertices), blanks)?;
            let graph = generate::biconnected(ears.cycle, ears.mean_ear, ears.vertices, rng)?.graph;
            let robots = graph.vertex_count() - blanks as usize;
            generate::robots(graph, robots, rng)?
        }
    };
    let name = name(random, seed, number);
    Ok(NamedInstance { name, instance, is_random: true, numbering: Numbering::FromOne })
}

/// Writes an instance as graph text, or as `.cpf` where the file is called so.
pub(super) fn write_instance(path: &Path, instance: &Instance) -> Result<(), CliError> {
    if has_cpf_extension(path) { write(path, CpfText(instance)) } else { write(path, instance) }
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
    let file = input::name(path);
    |why| CliError::Format { file, why }
}

/// Checks the size before memory is allocated.
fn check_size(vertices: u64, blanks: u32) -> Result<(), CliError> {
    if vertices > u64::from(MAX_VERTICES) {
        return Err(CliError::TooManyVertices { vertices });
    }
    let (blanks, vertices) = (blanks as usize, vertices as usize);
    // The generator refuses grids and graphs without vertices.
    if vertices > 0 && blanks > vertices { Err(CliError::TooManyBlanks { blanks, vertices }) } else { Ok(()) }
}

/// Whether the file name ends in `.cpf`, or the text begins with `V`, as no graph text does.
fn is_cpf(path: &Path, text: &str) -> bool {
    has_cpf_extension(path) || text.trim_start().starts_with('V')
}

fn has_cpf_extension(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cpf"))
}
