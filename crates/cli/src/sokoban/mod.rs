//! `sokoban`, Sokoban on the command line.

mod analysis;
mod levels;
mod solvers;

use std::num::NonZero;
use std::path::PathBuf;

use clap::{ArgGroup, Args};
use families::Answer;
use families::sokoban::{LevelImprovement, LevelTask, SolutionNotation, find_solver};
use motion_core::Stop;
use serde_json::json;
use sokoban::{AnySolver, GoalPlacement, Level, Moves, RandomLevel};

use levels::{LevelNumbers, NamedLevel, NoLevel, NoLevelBecause, ReadLevel};

use crate::named_values::value_of;
use crate::options::{Common, count_from, whole_number};
use crate::progress::watched;
use crate::report::{self, Summary};
use crate::sweep::{Instances, Sweep};
use crate::{CliError, Console, Verdict, output};

/// Solve Sokoban levels.
///
/// A file holds one level or many: `#` walls, `$` boxes, `.` goals, `*` boxes on goals, `@` the
/// player, `+` the player on a goal; titles and comments may surround them. It may be run-length
/// encoded, or a collection in XML (.slc), in UTF-8 or Latin-1. The cost is the number of pushes,
/// or with the enhancement `steps` the number of the player's steps. Every solution is replayed and
/// verified before it is printed.
///
/// Levels that are not legal are reported, and the others are solved.
///
/// Random levels are rooms joined by passages. Each is made by random pulls from a solved position,
/// so it has a solution.
///
/// Exit status: 0 all solved or analysed, 1 some proved unsolvable, 2 some stopped by a limit or by
/// Ctrl-C or not supported, 3 bad input or usage, also of a single level.
#[derive(Args, Debug)]
#[command(before_help = "Examples:\n  \
    motion-puzzles sokoban levels.xsb --level 1-20 --time-limit 60 --jobs 4\n  \
    motion-puzzles sokoban levels.xsb --level 7 --analyse\n  \
    motion-puzzles sokoban --random --boxes 15 --seed 7 --improve pushes --time-limit 10 --html level.html")]
#[command(group(ArgGroup::new("levels").required(true).args(["file", "random"])))]
pub(crate) struct Arguments {
    /// File of levels, `-` for standard input
    file: Option<PathBuf>,

    /// Only these levels, counted from 1
    #[arg(long, value_name = "N|A-B", conflicts_with = "random")]
    level: Option<LevelNumbers>,

    /// Solve random levels
    #[arg(long)]
    random: bool,

    /// Boxes of a random level, 1 to 100 [default: 10]
    #[arg(long, value_name = "N", conflicts_with = "file", value_parser = count_from::<1>, allow_hyphen_values = true)]
    boxes: Option<u32>,

    /// Where the goals of a random level are [default: block]
    #[arg(long, value_name = "WHERE", conflicts_with = "file", value_parser = value_of::<GoalPlacement>())]
    goals: Option<GoalPlacement>,

    /// How to solve: a method, with enhancements appended to it, such as `auto+optimal` for the
    /// fewest pushes [default: auto]
    #[arg(long, value_name = "NAME", value_parser = solvers::ListedNames::METHODS)]
    solver: Option<String>,

    /// Enhancements of the solver, separated by commas, such as pp,imo for IDDFS, optimal for auto,
    /// or steps for A*: the fewest steps of the player. Each method has some of these
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = solvers::ListedNames::ENHANCEMENTS)]
    enhance: Vec<String>,

    /// Improve the solution within the rest of the limits: fewer pushes, or fewer steps of the
    /// player (`moves`); it never gets longer. Without a limit of time or nodes this ends when
    /// there are no further gains
    #[arg(long, value_name = "WHAT", conflicts_with = "analyse", value_parser = value_of::<LevelImprovement>())]
    improve: Option<LevelImprovement>,

    /// Do not solve the level, but show analyses as maps; `--svg` writes a picture of each map
    #[arg(long, conflicts_with_all = ["solver", "enhance", "time_limit", "node_limit", "memory_limit"])]
    analyse: bool,

    /// How solutions are written
    #[arg(long, default_value = "steps", conflicts_with = "analyse", value_parser = value_of::<SolutionNotation>())]
    notation: SolutionNotation,

    /// Seed of random levels
    #[arg(long, value_name = "S", default_value_t = 1, conflicts_with = "file", value_parser = whole_number::<0>,
        allow_hyphen_values = true)]
    seed: u64,

    /// Number of random levels
    #[arg(long, value_name = "K", default_value_t = 1, conflicts_with = "file", value_parser = count_from::<1>,
        allow_hyphen_values = true)]
    count: u32,

    #[command(flatten)]
    sweep: Sweep,

    #[command(flatten)]
    common: Common,
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, CliError> {
    let solver = find_solver(arguments.solver.as_deref(), &arguments.enhance).map_err(|why| usage(&why))?;
    let improve = arguments.improve.unwrap_or(LevelImprovement::None);
    let task = LevelTask { solver, improve, notation: arguments.notation };
    task.check().map_err(|why| usage(why.message()))?;
    output::check(&arguments.file, &arguments.written())?;
    let levels = arguments.levels(console)?;
    if let (Some(option), count @ 2..) = (arguments.common.drawing(), levels.count) {
        return Err(usage(&format!("{option} draws one level, but there are {count}")));
    }
    let layout = arguments.common.layout(true);
    arguments.sweep.run(levels, layout, console, |level, threads, console| match level {
        Err(NoLevel { name, why: NoLevelBecause::Illegal(error) }) => {
            arguments.report_bad(name, error, console)
        }
        Err(NoLevel { name, why: NoLevelBecause::NotMade(why) }) => {
            arguments.report_not_made(name, solver, *why, console)
        }
        Ok(level) if arguments.analyse => analysis::show(level, &arguments.common, console),
        Ok(level) => arguments.answer(level, &task, threads, console),
    })
}

fn usage(message: &str) -> CliError {
    CliError::usage::<Arguments>("sokoban", message)
}

impl Arguments {
    /// Returns the levels of the file, or random ones.
    fn levels(&self, console: &mut Console) -> Result<Instances<'static, ReadLevel>, CliError> {
        let Some(file) = &self.file else {
            let kind = self
                .boxes
                .map_or(RandomLevel::default(), |boxes| RandomLevel::default().with_boxes(boxes as usize));
            let patience = self.common.patience(self.count, console);
            return Ok(levels::random(
                kind.with_goals(self.goals.unwrap_or_default()),
                (self.seed, self.count),
                patience,
            ));
        };
        levels::read(file, self.level, console)
    }

    /// Returns the files to write.
    fn written(&self) -> Vec<PathBuf> {
        match &self.common.svg {
            Some(svg) if self.analyse => {
                analysis::drawings(svg).into_iter().chain(self.common.html.clone()).collect()
            }
            _ => self.common.pictures().cloned().collect(),
        }
    }

    /// Reports the error of a level, in JSON also in the level's place among the answers.
    fn report_bad(&self, name: &str, error: &CliError, console: &mut Console) -> Result<Summary, CliError> {
        if self.common.json {
            let line = json!({ "instance": name, "outcome": "bad-input", "reason": error.to_string() });
            writeln!(console.output, "{line}")?;
        }
        console.output.flush()?;
        // If this cannot be written, nothing else can be done.
        let _ = writeln!(console.messages, "error: {error}");
        Ok(if self.analyse { Verdict::BadInput.into() } else { Summary::of_bad_input() })
    }

    /// Reports a level that was stopped before it was made.
    fn report_not_made(
        &self,
        name: &str,
        solver: AnySolver,
        why: Stop,
        console: &mut Console,
    ) -> Result<Summary, CliError> {
        let report = Answer::not_made(name, solver, why);
        report::write(&report, self.common.json, console.output)?;
        output::not_written(self.common.pictures(), console);
        Ok(Summary::of(&report))
    }

    /// Solves a level, verifies the solution, prints and draws it.
    fn answer(
        &self,
        named: &NamedLevel,
        task: &LevelTask,
        threads: NonZero<usize>,
        console: &mut Console,
    ) -> Result<Summary, CliError> {
        let level = &named.level;
        let budget = self.common.budget_since(named.since).with_threads(threads);
        let (run, cost) = watched(console, budget, |control| task.run(level, families::now, control));
        let answer = task.answer((level, named.title.clone()), run, cost, families::now);
        let (mut answer, moves) =
            answer.unwrap_or_else(|why| panic!("the verifier refuses a solution: {why}"));
        answer.instance = Some(named.name.clone());
        answer.start = self.random.then(|| level.to_string());
        report::write(&answer, self.common.json, console.output)?;
        match &moves {
            Some(moves) => self.draw(level, moves)?,
            None => output::not_written(self.common.pictures(), console),
        }
        Ok(Summary::of(&answer))
    }

    fn draw(&self, level: &Level, moves: &Moves) -> Result<(), CliError> {
        let (scene, start) = (level.scene(), level.configuration());
        let schedule = level.schedule(moves).expect("invariant: moves that were verified");
        output::draw(&self.common, &scene, &start, &schedule)
    }
}
