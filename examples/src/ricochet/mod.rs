//! `ricochet`: Ricochet Robots on the command line.

mod algorithm;

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, ValueEnum};
use motion_core::{Control, Outcome};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use ricochet::{Approach, Deal, Instance, Moves, Optimal, QuadrantSet, Setup};
use serde_json::{Map, Value, json};

use algorithm::Algorithm;

use crate::options::Common;
use crate::progress::Bar;
use crate::report::{Report, Summary};
use crate::{CliError, Console, Verdict, input, pictures};

/// Solve Ricochet Robots.
///
/// A game is a drawn board: walls, small letters for robots, the capital letter of the robot that has to reach a cell, or
/// `*` for any. Every solution is replayed and verified before it is printed.
///
/// Exit status: 0 all solved, 1 some proved unsolvable, 2 some stopped by a limit, 3 bad input or usage.
#[derive(Parser, Debug)]
#[command(name = "ricochet", max_term_width = 110)]
struct Arguments {
    /// File of games, `-` for standard input
    #[arg(required_unless_present = "random", conflicts_with = "random")]
    file: Option<PathBuf>,

    /// Deal random games on standard boards
    #[arg(long)]
    random: bool,

    /// How to solve
    #[arg(long, value_enum, default_value_t = Algorithm::Optimal)]
    algorithm: Algorithm,

    /// Whether the robot that reaches the target must have turned on its way
    #[arg(long, value_enum, default_value_t = RulesName::Free)]
    rules: RulesName,

    /// Print all shortest solutions
    #[arg(long)]
    all: bool,

    /// Robots of a random game, 1 to 8; 4 where nothing is said
    #[arg(long, value_name = "N", conflicts_with = "file")]
    robots: Option<usize>,

    /// Sides of the quadrants of random games, a letter each; D has diagonals. AB where nothing is said
    #[arg(long, value_name = "SIDES", conflicts_with = "file")]
    sides: Option<String>,

    /// Let random games have targets for any robot, too
    #[arg(long, conflicts_with = "file")]
    any: bool,

    /// File of quadrants for random games, instead of those of our own design; several are read in order
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    quadrants: Vec<PathBuf>,

    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RulesName {
    Free,
    Turn,
}

/// A game and how it is called.
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
    if !arguments.random && arguments.common.count != 1 {
        return Err(usage("--count goes with --random"));
    }
    let games = if arguments.random { arguments.dealt(console)? } else { arguments.read(console)? };
    if let (Some(option), 2..) = (arguments.common.drawing(), games.len()) {
        return Err(usage(&format!("{option} draws one game, but there are {}", games.len())));
    }
    let (mut gravest, mut summary) = (Verdict::Solved, Summary::default());
    for game in &games {
        let report = arguments.answer(game, summary.is_begun(), console)?;
        summary.add(&report);
        gravest = gravest.max(report.verdict());
    }
    if !arguments.common.json {
        summary.write_text(console.output)?;
    }
    Ok(gravest)
}

fn usage(message: &str) -> CliError {
    Arguments::command().error(ErrorKind::ArgumentConflict, message).into()
}

impl Arguments {
    const fn approach(&self) -> Approach {
        match self.rules {
            RulesName::Free => Approach::Free,
            RulesName::Turn => Approach::Turning,
        }
    }

    /// All games of the file.
    fn read(&self, console: &mut Console) -> Result<Vec<Named>, CliError> {
        let path = self.file.as_deref().unwrap_or(Path::new("-"));
        let text = input::read(path, console)?;
        let file = input::name(path);
        let bad_game = |why| CliError::Game { file: file.clone(), why };
        let mut games = Vec::new();
        for (number, setup) in (1..).zip(&Setup::all(&text).map_err(bad_game)?) {
            let instance = setup.instance().map_err(bad_game)?.with_approach(self.approach());
            games.push(Named { name: format!("{file}, game {number}"), instance });
        }
        Ok(games)
    }

    /// Random games.
    fn dealt(&self, console: &mut Console) -> Result<Vec<Named>, CliError> {
        let mut set =
            if self.quadrants.is_empty() { QuadrantSet::standard() } else { QuadrantSet::default() };
        for path in &self.quadrants {
            let text = input::read(path, console)?;
            set.read(&text).map_err(|why| CliError::Quadrants { file: input::name(path), why })?;
        }
        let robots = self.robots.unwrap_or(4);
        let sides = self.sides.as_deref().unwrap_or("AB");
        let deal = Deal::default().with_robots(robots).with_sides(sides).with_any(self.any);
        let seed = self.common.seed;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let deal = |number| {
            let instance = deal.game(&set, &mut rng)?.with_approach(self.approach());
            Ok(Named { name: format!("random, seed {seed}, game {number}"), instance })
        };
        (1..=self.common.count).map(deal).collect()
    }

    /// Solves a game, verifies the solution, prints and draws it.
    fn answer(&self, game: &Named, further: bool, console: &mut Console) -> Result<Report, CliError> {
        let (report, plan) = self.solve(game, console);
        let others = self.all.then(|| self.all_solutions(&game.instance));
        if self.common.json {
            report.write_json(console.output, family(&game.instance, plan.as_ref(), others.as_deref()))?;
        } else {
            if further {
                writeln!(console.output)?;
            }
            if self.random {
                writeln!(console.output, "{}", game.instance)?;
            }
            report.write_text(console.output)?;
            for moves in others.into_iter().flatten() {
                writeln!(console.output, "  {moves}")?;
            }
        }
        console.output.flush()?;
        if let Some(moves) = plan {
            self.draw(&game.instance, &moves)?;
        }
        Ok(report)
    }

    fn solve(&self, game: &Named, console: &Console) -> (Report, Option<Moves>) {
        let instance = &game.instance;
        let mut bar = console.interactive.then(Bar::new);
        let mut control = Control::new(self.common.budget());
        if let Some(bar) = &mut bar {
            control = control.observed_by(bar);
        }
        let began = Instant::now();
        let outcome = self.algorithm.solve(instance, &mut control);
        let solving = began.elapsed();
        let stats = *control.stats();
        drop(bar);

        let mut report = Report {
            instance: game.name.clone(),
            algorithm: self.algorithm.name(),
            lower_bound: match &outcome {
                Outcome::Stopped { lower_bound, .. } => *lower_bound,
                _ => None,
            },
            outcome: outcome.clone().map(|moves| moves.len() as u64),
            reason: None,
            steps: None,
            stats,
            solving,
            finishing: None,
            replaying: None,
            start: self.random.then(|| instance.to_string()),
            solution: None,
        };
        let plan = outcome.plan();
        if let Some(moves) = &plan {
            let began = Instant::now();
            let verified = instance.verify(moves);
            assert!(verified == Ok(moves.len() as u64), "the verifier refuses a solution: {verified:?}");
            report.replaying = Some(began.elapsed());
            report.solution = Some(moves.to_string());
        }
        (report, plan)
    }

    /// All shortest solutions, each verified, as far as the limits allow.
    fn all_solutions(&self, instance: &Instance) -> Vec<String> {
        let mut solutions = Vec::new();
        let mut control = Control::new(self.common.budget());
        let _ = Optimal::default().all(instance, &mut control, |moves| {
            let verified = instance.verify(&moves);
            assert!(verified == Ok(moves.len() as u64), "the verifier refuses a solution: {verified:?}");
            solutions.push(moves);
            ControlFlow::Continue(())
        });
        solutions.sort_by_key(Moves::robots);
        solutions.iter().map(Moves::to_string).collect()
    }

    fn draw(&self, instance: &Instance, moves: &Moves) -> Result<(), CliError> {
        let (scene, start) = (instance.scene(), instance.configuration());
        let plan = instance.plan(moves).expect("invariant: moves that were verified");
        if let Some(path) = &self.common.svg {
            pictures::write_svg(path, &scene, &start, &plan)?;
        }
        if let Some(path) = &self.common.html {
            pictures::write_html(path, &scene, &start, &plan)?;
        }
        Ok(())
    }
}

/// What Ricochet Robots adds to a line of JSON.
fn family(instance: &Instance, plan: Option<&Moves>, others: Option<&[String]>) -> Map<String, Value> {
    let grid = instance.board().grid();
    let moved = plan.map(|moves| ("robots_moved", json!(moves.robots())));
    let others = others.map(|others| ("solutions", json!(others)));
    [
        ("rows", json!(grid.rows())),
        ("columns", json!(grid.columns())),
        ("robots", json!(instance.robots().len())),
    ]
    .into_iter()
    .chain(moved)
    .chain(others)
    .map(|(key, value)| (key.to_owned(), value))
    .collect()
}
