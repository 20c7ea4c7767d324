//! The command line of a family, made from the inputs that it describes.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, FromArgMatches};
use families::{Choices, Description, Family, Input, InputKind, Named, TextError};
use serde_json::{Map, Value, json};

use crate::options::{Common, Sample, bounded};
use crate::sweep::Sweep;
use crate::{CliError, Console, input};

const EXIT_STATUS: &str = "Exit status: 0 all solved, 1 some proved unsolvable, 2 some stopped by a limit or by \
    Ctrl-C or not supported, also a list of solutions that a limit cuts short, 3 bad input or usage.";

/// The place in the list of subcommands: after those for sliding puzzles and path-finding, which
/// are not made from descriptions.
const DISPLAY_ORDER: usize = 2;

/// The arguments of a run.
pub(super) struct Arguments {
    pub(super) family: &'static dyn Family,
    pub(super) description: Description,
    /// The file of instances; without it instances are random.
    pub(super) file: Option<PathBuf>,
    /// The files that are inputs of random instances.
    pub(super) read: Vec<PathBuf>,
    pub(super) random: Choices,
    pub(super) solver: String,
    pub(super) options: Choices,
    pub(super) sample: Sample,
    pub(super) sweep: Sweep,
    pub(super) common: Common,
}

/// Returns the subcommand of a family.
pub(crate) fn command(family: &'static dyn Family) -> Command {
    let (name, description) = (family.name(), family.description());
    let about = format!("Solve {}", description.title);
    let formats = description.formats;
    let command = Command::new(name)
        .bin_name(format!("motion-puzzles {name}"))
        .display_order(DISPLAY_ORDER)
        .before_help(format!(
            "Examples:\n  \
             motion-puzzles {name} --random --html {name}.html\n  \
             motion-puzzles {name} {name}.txt --time-limit 10\n  \
             motion-puzzles {name} --random --count 2000 --json --jobs 4 --shard 0/10"
        ))
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .value_parser(clap::value_parser!(PathBuf))
                .help("File of instances, `-` for standard input"),
        )
        .arg(flag("random", "Solve random instances"))
        .group(ArgGroup::new("instances").required(true).args(["file", "random"]))
        .arg(
            option("algorithm", "NAME", "How to solve")
                .value_parser(values(&description.solvers))
                .default_value(
                    description.solvers.first().map(|solver| solver.name.clone()).unwrap_or_default(),
                ),
        )
        .args(description.options.iter().map(argument))
        .args(random_inputs(&description).map(|input| argument(input).conflicts_with("file")));
    // Otherwise the doc comments of the shared options would become the description of the
    // subcommand.
    Common::augment_args(Sweep::augment_args(Sample::augment_args(command)))
        .about(about.clone())
        .long_about(format!(
            "{about}.\n\n{formats} Every solution is replayed and verified before it is printed.\n\n{EXIT_STATUS}"
        ))
}

/// Returns the inputs of a random instance without the seed, which all families share.
fn random_inputs(description: &Description) -> impl Iterator<Item = &Input> {
    description.random.iter().filter(|input| input.key() != "seed")
}

fn flag(name: &str, help: impl Into<String>) -> Arg {
    Arg::new(name.to_owned()).long(name.to_owned()).help(help.into()).action(ArgAction::SetTrue)
}

fn option(name: &str, value: &str, help: impl Into<String>) -> Arg {
    Arg::new(name.to_owned()).long(name.to_owned()).value_name(value.to_owned()).help(help.into())
}

/// Returns the option of an input.
fn argument(input: &Input) -> Arg {
    let (key, help) = (input.key(), capitalised(input.help()));
    match input.kind() {
        InputKind::Flag => flag(key, help),
        InputKind::Text => option(key, "TEXT", with_default(&help, input)),
        InputKind::Texts => {
            option(key, "FILE", help).action(ArgAction::Append).value_parser(clap::value_parser!(PathBuf))
        }
        InputKind::Choice => {
            option(key, "NAME", with_default(&help, input)).value_parser(values(input.choices()))
        }
        InputKind::Set => option(key, "NAMES", format!("{help}, with commas between them"))
            .value_delimiter(',')
            .action(ArgAction::Append)
            .value_parser(values(input.choices())),
        InputKind::Integer => {
            let (least, most) = input.range();
            option(key, "N", with_default(&format!("{help}, {least} to {most}"), input))
                .allow_hyphen_values(true)
                .value_parser(move |text: &str| bounded(text, least, most))
        }
    }
}

fn with_default(help: &str, input: &Input) -> String {
    let default = input.default();
    let default = default.as_str().map_or_else(|| default.to_string(), str::to_owned);
    format!("{help} [default: {default}]")
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn values(names: &[Named]) -> PossibleValuesParser {
    let value = |named: &Named| PossibleValue::new(named.name.clone()).help(capitalised(&named.help));
    PossibleValuesParser::new(names.iter().map(value))
}

impl Arguments {
    /// Takes the arguments that clap has parsed, and reads the files that are inputs.
    ///
    /// # Errors
    /// Errors in the arguments that clap does not detect, and files that cannot be read.
    pub(super) fn new(
        family: &'static dyn Family,
        matches: &ArgMatches,
        console: &mut Console,
    ) -> Result<Self, CliError> {
        let description = family.description();
        let solver = matches.get_one::<String>("algorithm").cloned().unwrap_or_default();
        for option in &description.options {
            let is_given = matches.value_source(option.key()) == Some(ValueSource::CommandLine);
            if let Some(solvers) = option.solvers().filter(|solvers| is_given && !solvers.contains(&solver)) {
                let message = format!("--{} goes with --algorithm {}", option.key(), solvers.join(" or "));
                return Err(usage(family, message));
            }
        }
        let (mut read, mut chosen) = (Vec::new(), Map::new());
        for input in random_inputs(&description).chain(&description.options) {
            if let Some(value) = value(input, matches, &mut read, console)? {
                chosen.insert(input.key().to_owned(), value);
            }
        }
        let choices = |inputs: &[Input]| {
            Choices::new(inputs, &chosen).map_err(|why: TextError| usage(family, why.to_string()))
        };
        let arguments = Self {
            family,
            file: matches.get_one("file").cloned(),
            read,
            random: choices(&description.random)?,
            solver,
            options: choices(&description.options)?,
            sample: Sample::from_arg_matches(matches)?,
            sweep: Sweep::from_arg_matches(matches)?,
            common: Common::from_arg_matches(matches)?,
            description,
        };
        if arguments.file.is_some() && arguments.sample.count != 1 {
            return Err(usage(family, "--count goes with --random"));
        }
        arguments.refuse_drawing(arguments.sample.count as usize)?;
        Ok(arguments)
    }

    /// Refuses to draw several instances.
    pub(super) fn refuse_drawing(&self, count: usize) -> Result<(), CliError> {
        let part = self.description.part.unwrap_or("instance");
        match (self.common.drawing(), count) {
            (Some(option), 2..) => {
                let message = format!("{option} draws one {part}, but there are {count}");
                Err(usage(self.family, message))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the value of an input that was given; files are read.
fn value(
    input: &Input,
    matches: &ArgMatches,
    read: &mut Vec<PathBuf>,
    console: &mut Console,
) -> Result<Option<Value>, CliError> {
    let key = input.key();
    if matches.value_source(key) != Some(ValueSource::CommandLine) {
        return Ok(None);
    }
    Ok(match input.kind() {
        InputKind::Flag => Some(json!(true)),
        InputKind::Integer => matches.get_one::<u64>(key).map(|number| json!(number)),
        InputKind::Choice | InputKind::Text => matches.get_one::<String>(key).map(|text| json!(text)),
        InputKind::Set => matches.get_many::<String>(key).map(|names| json!(names.collect::<Vec<_>>())),
        InputKind::Texts => {
            let mut texts = Vec::new();
            for path in matches.get_many::<PathBuf>(key).into_iter().flatten() {
                let text = input::read(path, console)?;
                input.check_text(&text).map_err(|why| CliError::in_file(path, why))?;
                read.push(path.clone());
                texts.push(text);
            }
            Some(json!(texts))
        }
    })
}

/// Returns an error in the arguments.
pub(super) fn usage(family: &'static dyn Family, message: impl std::fmt::Display) -> CliError {
    CliError::usage_of(command(family), message)
}
