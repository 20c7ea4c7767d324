//! `puzzle`: sliding-tile puzzles on the command line.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, ValueEnum};
use grid_puzzle::{Board, Instance, Notation, Parberry, Setup, Snake, Solver};
use motion_core::{Control, Outcome, Plan, Walk};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};

use crate::options::Common;
use crate::progress::Bar;
use crate::report::{Report, Summary};
use crate::{CliError, Console, Verdict, input, pictures};

/// Solve sliding-tile puzzles.
///
/// A board is rows of numbers, 0 for the blank; blank lines separate boards, `#` begins a comment. Every solution is
/// replayed and verified before it is printed.
///
/// Exit status: 0 all solved, 1 some proved unsolvable, 2 some stopped by a limit, 3 bad input or usage.
#[derive(Parser, Debug)]
#[command(name = "puzzle", max_term_width = 110)]
struct Arguments {
    /// File of boards, `-` for standard input
    #[arg(required_unless_present = "random", conflicts_with = "random")]
    file: Option<PathBuf>,

    /// Draw solvable boards of this size at random, for example 10x10
    #[arg(long, value_name = "RxC")]
    random: Option<Size>,

    /// File with the goal; without it, tiles in reading order with the blank at the bottom right
    #[arg(long, value_name = "FILE")]
    goal: Option<PathBuf>,

    /// How to solve
    #[arg(long, value_enum, default_value_t = Algorithm::Snake)]
    algorithm: Algorithm,

    /// What the letters of the solution name: the direction of the tile or that of the blank
    #[arg(long, value_enum, default_value_t = Letters::Tile)]
    notation: Letters,

    /// Do not print the solution itself
    #[arg(long)]
    no_solution: bool,

    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Algorithm {
    /// One tile after another (Parberry 1995)
    Parberry,
    /// Two tiles at a time where that is shorter (Surynek & Michalík 2011)
    Snake,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Letters {
    Tile,
    Blank,
}

#[derive(Clone, Copy, Debug)]
struct Size {
    rows: u32,
    columns: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = |number: &str| number.parse().ok();
        let size = text.split_once(['x', 'X', '×']);
        let size =
            size.and_then(|(rows, columns)| Some(Self { rows: parse(rows)?, columns: parse(columns)? }));
        size.ok_or_else(|| "expected rows and columns, for example 4x4".to_owned())
    }
}

/// A puzzle and how it is called.
struct Named {
    name: String,
    instance: Instance,
}

/// Runs the example.
///
/// # Errors
/// [`CliError`] for bad usage, bad input and files that cannot be read or written.
pub fn run(arguments: Vec<OsString>, console: &mut Console) -> Result<Verdict, CliError> {
    let arguments = Arguments::try_parse_from(arguments)?;
    let puzzles = arguments.puzzles(console)?;
    let drawing = arguments.common.svg.is_some() || arguments.common.html.is_some();
    if drawing && puzzles.len() != 1 {
        return Err(usage(&format!("--svg and --html draw one puzzle, but there are {}", puzzles.len())));
    }
    let mut gravest = Verdict::Solved;
    let mut summary = Summary::default();
    for (index, puzzle) in puzzles.iter().enumerate() {
        let report = arguments.answer(puzzle, console)?;
        if arguments.common.json {
            report.write_json(console.output, family(&puzzle.instance))?;
        } else {
            if index > 0 && !arguments.no_solution {
                writeln!(console.output)?;
            }
            report.write_text(console.output)?;
        }
        summary.add(&report);
        gravest = gravest.max(report.verdict());
    }
    if !arguments.common.json {
        summary.write_text(console.output)?;
    }
    Ok(gravest)
}

/// What sliding puzzles add to a line of JSON.
fn family(instance: &Instance) -> Map<String, Value> {
    let (rows, columns) = (instance.start().rows(), instance.start().columns());
    [("rows", json!(rows)), ("columns", json!(columns))]
        .map(|(key, value)| (key.to_owned(), value))
        .into_iter()
        .collect()
}

fn usage(message: &str) -> CliError {
    Arguments::command().error(ErrorKind::ArgumentConflict, message).into()
}

impl Arguments {
    fn puzzles(&self, console: &mut Console) -> Result<Vec<Named>, CliError> {
        let goal = self.goal.as_ref().map(|path| {
            let why = |why| CliError::Board { file: input::name(path), why };
            input::read(path, console)?.parse::<Board>().map_err(why)
        });
        let goal = goal.transpose()?;
        match (&self.file, self.random) {
            (Some(path), _) => {
                if self.common.count != 1 {
                    return Err(usage("--count goes with --random"));
                }
                let text = input::read(path, console)?;
                let file = input::name(path);
                let bad_board = |why| CliError::Board { file: file.clone(), why };
                let setups = Setup::all(&text).map_err(bad_board)?;
                let named = |(number, setup): (usize, &Setup)| {
                    let start = setup.board().map_err(bad_board)?;
                    let name = format!("{file}, board {number}");
                    Ok(Named { name, instance: self.instance(start, goal.clone())? })
                };
                (1..).zip(&setups).map(named).collect()
            }
            (None, Some(Size { rows, columns })) => {
                let standard = Board::solved(rows, columns)?;
                let fits = self.instance(standard.clone(), goal)?;
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.common.seed);
                let draw = |number| {
                    let name = format!("random {rows}x{columns}, seed {}, board {number}", self.common.seed);
                    Named { name, instance: Instance::random(fits.goal().clone(), &mut rng) }
                };
                Ok((1..=self.common.count).map(draw).collect())
            }
            (None, None) => Err(usage("a file or --random is needed")),
        }
    }

    fn instance(&self, start: Board, goal: Option<Board>) -> Result<Instance, CliError> {
        let Some(goal) = goal else { return Ok(Instance::to_standard(start)) };
        let file = self.goal.as_deref().map(input::name).unwrap_or_default();
        Instance::new(start, goal).map_err(|why| CliError::Goal { file, why })
    }

    fn answer(&self, puzzle: &Named, console: &Console) -> Result<Report, CliError> {
        let instance = &puzzle.instance;
        let mut bar = console.interactive.then(Bar::new);
        let mut control = Control::new(self.common.budget());
        if let Some(bar) = &mut bar {
            control = control.observed_by(bar);
        }
        let began = Instant::now();
        let (algorithm, outcome) = match self.algorithm {
            Algorithm::Parberry => ("parberry", Parberry::default().solve(instance, &mut control)),
            Algorithm::Snake => ("snake", Snake::default().solve(instance, &mut control)),
        };
        let solving = began.elapsed();
        let stats = *control.stats();
        drop(bar);

        let mut report = Report {
            instance: puzzle.name.clone(),
            algorithm,
            lower_bound: (outcome != Outcome::Unsolvable).then(|| instance.manhattan_distance()),
            outcome: outcome.clone().map(|walk| walk.len() as u64),
            stats,
            solving,
            replaying: None,
            start: (self.random.is_some() && (self.common.json || !self.no_solution))
                .then(|| instance.start().to_string()),
            solution: None,
        };
        if let Some(walk) = outcome.plan() {
            let began = Instant::now();
            let moves = instance.verify(&walk);
            assert!(moves == Ok(walk.len() as u64), "the verifier refuses a solution: {moves:?}");
            report.replaying = Some(began.elapsed());
            self.draw(instance, &walk)?;
            report.solution = (!self.no_solution).then(|| self.notation().format(&walk));
        }
        Ok(report)
    }

    fn draw(&self, instance: &Instance, walk: &Walk) -> Result<(), CliError> {
        let Common { svg, html, .. } = &self.common;
        if svg.is_none() && html.is_none() {
            return Ok(());
        }
        let plan: Plan = instance.start().moves(walk).collect();
        let (scene, start) = (instance.scene(), instance.start().configuration());
        if let Some(path) = svg {
            pictures::write_svg(path, &scene, &start, &plan)?;
        }
        if let Some(path) = html {
            pictures::write_html(path, &scene, &start, &plan)?;
        }
        Ok(())
    }

    const fn notation(&self) -> Notation {
        match self.notation {
            Letters::Tile => Notation::Tile,
            Letters::Blank => Notation::Blank,
        }
    }
}
