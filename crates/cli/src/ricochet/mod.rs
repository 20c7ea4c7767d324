//! `ricochet`: Ricochet Robots on the command line.

mod listing;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{ArgGroup, Args, ValueEnum};
use motion_core::{Guarantee, Outcome, Solver, SolverRow, Stop};
use ricochet::{AnySolver, Approach, DiagonalStops, Instance, Moves, QuadrantSet, RandomGame, Setup};

use listing::{Listing, replay};

use crate::named_values::{named_values, solver_value};
use crate::options::{Common, Sample, count_from};
use crate::progress::watched;
use crate::report::{Report, Summary, Unit};
use crate::sweep::{Instances, Sweep};
use crate::{CliError, Console, Verdict, input, output};
use families::ricochet::AnswerKeys;
use families::stop_name;

/// Solve Ricochet Robots.
///
/// A game is a drawn board: walls, small letters for robots, the capital letter of the robot that
/// has to reach a cell, or `*` for any; of several such cells one is enough. Every solution is
/// replayed and verified before it is printed.
///
/// Exit status: 0 all solved, 1 some proved unsolvable, 2 some stopped by a limit or by Ctrl-C or
/// not supported, 3 bad input or usage.
#[derive(Args, Debug)]
#[command(before_help = "Examples:\n  \
    motion-puzzles ricochet --random --html game.html\n  \
    motion-puzzles ricochet games.txt --all\n  \
    motion-puzzles ricochet --random --count 2000 --robots 5 --json --jobs 4 --shard 0/10")]
#[command(group(ArgGroup::new("games").required(true).args(["file", "random"])))]
pub(crate) struct Arguments {
    /// File of games, `-` for standard input
    file: Option<PathBuf>,

    /// Solve random games on standard boards
    #[arg(long)]
    random: bool,

    /// How to solve
    #[arg(long, default_value_t, value_parser = named_values(AnySolver::all(), |solver| solver_value(solver.entry())))]
    algorithm: AnySolver,

    /// Rules, with commas between them
    #[arg(long, value_enum, value_delimiter = ',', default_value = "free")]
    rules: Vec<RulesName>,

    /// Print all shortest solutions; exit status 2 where a limit leaves some out
    #[arg(long)]
    all: bool,

    /// Robots of a random game, 1 to 8 [default: 4]
    #[arg(long, value_name = "N", conflicts_with = "file", value_parser = count_from::<1>, allow_hyphen_values = true)]
    robots: Option<u32>,

    /// Sides of the quadrants of random games, a letter each; D has diagonals [default: AB]
    #[arg(long, value_name = "SIDES", conflicts_with = "file")]
    sides: Option<String>,

    /// Also generate targets for any robot
    #[arg(long, conflicts_with = "file")]
    any: bool,

    /// File of quadrants for random games, instead of the built-in ones; several files are read in
    /// order
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    quadrants: Vec<PathBuf>,

    #[command(flatten)]
    sample: Sample,

    #[command(flatten)]
    sweep: Sweep,

    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RulesName {
    /// Any way leads to the target
    Free,
    /// The robot that reaches the target must have turned on its way
    Turn,
    /// No robot stops on a diagonal that deflects it
    NoDiagonalStops,
}

/// A game and its name.
struct NamedGame {
    name: String,
    instance: Instance,
}

/// The result of a game.
struct Answer {
    report: Report,
    plan: Option<Moves>,
    /// With `--all`.
    listing: Option<Listing>,
}

impl Answer {
    /// An incomplete list counts as stopped.
    fn verdict(&self) -> Verdict {
        let listed = match &self.listing {
            Some(Listing { stop: Some(_), .. }) => Verdict::Stopped,
            _ => Verdict::Solved,
        };
        listed.max(self.report.verdict())
    }
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, CliError> {
    if !arguments.random && arguments.sample.count != 1 {
        return Err(usage("--count goes with --random"));
    }
    if arguments.all && !["optimal", "fewest-robots"].contains(&arguments.algorithm.name()) {
        return Err(usage("--all goes with --algorithm optimal or fewest-robots"));
    }
    if arguments.random {
        arguments.refuse_drawing(arguments.sample.count as usize)?;
    }
    output::check(arguments.file.iter().chain(&arguments.quadrants), arguments.common.pictures())?;
    let games = if arguments.random { arguments.random_games(console)? } else { arguments.read(console)? };
    arguments.refuse_drawing(games.count)?;
    let layout = arguments.common.layout(true);
    arguments
        .sweep
        .run(games, layout, console, |game, threads, console| arguments.answer(game, threads, console))
}

fn usage(message: &str) -> CliError {
    CliError::usage::<Arguments>("ricochet", message)
}

impl Arguments {
    /// The game under these rules; stops that the file forbids stay forbidden.
    fn under_rules(&self, instance: Instance) -> Instance {
        let has = |rule| self.rules.contains(&rule);
        let approach = if has(RulesName::Turn) { Approach::Turning } else { Approach::Free };
        let instance = instance.with_approach(approach);
        if has(RulesName::NoDiagonalStops) {
            instance.with_diagonal_stops(DiagonalStops::Forbidden)
        } else {
            instance
        }
    }

    fn refuse_drawing(&self, games: usize) -> Result<(), CliError> {
        match (self.common.drawing(), games) {
            (Some(option), 2..) => Err(usage(&format!("{option} draws one game, but there are {games}"))),
            _ => Ok(()),
        }
    }

    /// All games of the file.
    fn read(&self, console: &mut Console) -> Result<Instances<'_, NamedGame>, CliError> {
        let path = self.file.as_deref().unwrap_or(Path::new("-"));
        let text = input::read(path, console)?;
        let file = input::name(path);
        let bad_game = |why| CliError::Game { file: file.clone(), why };
        let mut games = Vec::new();
        for (number, setup) in (1..).zip(Setup::all(&text).map_err(bad_game)?) {
            let instance = self.under_rules(Instance::try_from(setup).map_err(bad_game)?);
            games.push(NamedGame { name: format!("{file}, game {number}"), instance });
        }
        Ok(games.into())
    }

    /// Random games.
    fn random_games(&self, console: &mut Console) -> Result<Instances<'_, NamedGame>, CliError> {
        let mut set =
            if self.quadrants.is_empty() { QuadrantSet::standard() } else { QuadrantSet::default() };
        for path in &self.quadrants {
            let text = input::read(path, console)?;
            set.add_text(&text).map_err(|why| CliError::Quadrants { file: input::name(path), why })?;
        }
        let robots = self.robots.unwrap_or(4) as usize;
        let sides = self.sides.as_deref().unwrap_or("AB");
        let random_game =
            RandomGame::default().with_robots(robots).with_sides(sides).with_any_robot_targets(self.any);
        let Sample { seed, count } = self.sample;
        Ok(Instances::random(seed, count, move |number, rng| {
            let instance = self.under_rules(random_game.generate(&set, rng)?);
            Ok(NamedGame { name: format!("random, seed {seed}, game {number}"), instance })
        }))
    }

    /// Solves a game, verifies the solution, prints and draws it.
    fn answer(
        &self,
        game: &NamedGame,
        threads: NonZero<usize>,
        console: &mut Console,
    ) -> Result<Summary, CliError> {
        let answer = self.solve(game, threads, console);
        if self.common.json {
            answer.report.write_json(console.output, &extra_keys(&game.instance, &answer))?;
        } else {
            if self.random {
                writeln!(console.output, "{}", game.instance)?;
            }
            answer.report.write_text(console.output)?;
            if let Some(listing) = &answer.listing {
                listing.write_text(console.output)?;
            }
        }
        console.output.flush()?;
        match &answer.plan {
            Some(moves) => self.draw(&game.instance, moves)?,
            None => output::not_written(self.common.pictures(), console),
        }
        Ok(Summary::of(&answer.report).with_verdict(answer.verdict()))
    }

    /// The reason of a search that found nothing, which proves nothing.
    fn reason(&self, outcome: &Outcome<Moves>) -> Option<String> {
        let searched = matches!(outcome, Outcome::Stopped { why: Stop::GaveUp, .. });
        (searched && self.algorithm.guarantee() == Guarantee::Incomplete)
            .then(|| "found no solution in which the other robots move first; there may be others".to_owned())
    }

    fn solve(&self, game: &NamedGame, threads: NonZero<usize>, console: &Console) -> Answer {
        let instance = &game.instance;
        let ((outcome, listing), run) =
            watched(console, self.common.budget().with_threads(threads), |control| {
                if self.all {
                    let (outcome, listing) = Listing::search(instance, control);
                    (outcome, Some(listing))
                } else {
                    (self.algorithm.solve(instance, control), None)
                }
            });

        let moves = outcome.clone().map(|moves| moves.len() as u64);
        let mut report = Report {
            lower_bound: match &outcome {
                Outcome::Stopped { lower_bound, .. } => *lower_bound,
                _ => None,
            },
            reason: self.reason(&outcome),
            start: self.random.then(|| instance.to_string()),
            ..Report::new(&game.name, self.algorithm.name(), Unit::MOVES, moves, run)
        };
        let plan = outcome.plan();
        if let Some(moves) = &plan {
            let began = Instant::now();
            replay(instance, moves);
            report.replaying = Some(began.elapsed());
            report.solution = Some(moves.to_string());
        }
        if let Some(listing) = &listing {
            listing.verify(instance);
        }
        Answer { report, plan, listing }
    }

    fn draw(&self, instance: &Instance, moves: &Moves) -> Result<(), CliError> {
        let (scene, start) = (instance.scene(), instance.configuration());
        let plan = instance.plan(moves).expect("invariant: moves that were verified");
        if let Some(path) = &self.common.svg {
            output::write_svg(path, &scene, &start, &plan)?;
        }
        if let Some(path) = &self.common.html {
            output::write_html(path, &scene, &start, &plan)?;
        }
        Ok(())
    }
}

/// The keys that Ricochet Robots adds to a line of JSON.
fn extra_keys(instance: &Instance, answer: &Answer) -> AnswerKeys {
    let listing = answer.listing.as_ref();
    AnswerKeys {
        robots_moved: answer.plan.as_ref().map(Moves::robots),
        solutions: listing.map(Listing::texts),
        solutions_complete: listing.map(|listing| listing.stop.is_none()),
        why: listing.and_then(|listing| listing.stop).map(stop_name),
        ..AnswerKeys::of(instance)
    }
}
