//! `sliding`, sliding-tile puzzles on the command line.

mod shortest;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{ArgGroup, Args};
use families::Answer;
use families::sliding::{self, Method, Puzzle, Solution, SolverChoice, WalkNotation};
use grid_puzzle::error::SetupError;
use grid_puzzle::{Board, Setup, Snake};
use motion_core::Stop;
use motion_core::draw::{ANIMATION_LIMIT, PLAYER_LIMIT};
use motion_core::error::DrawError;

use shortest::Shortest;

use crate::named_values::{named_values, solver_value, value_of};
use crate::options::{Common, Sample, Size, count_from};
use crate::progress::watched;
use crate::report::{self, Summary};
use crate::sweep::{Begun, Instances, Sweep};
use crate::{CliError, Console, Verdict, input, output};

/// Solve sliding-tile puzzles.
///
/// A board consists of rows of numbers, 0 for every blank; blank lines separate boards, `#` begins
/// a comment. A board may also stand on one line, with `/` between its rows, and a line with its
/// size may precede it. Every solution is replayed and verified before it is printed.
///
/// Exit status: 0 all solved, 1 some proved unsolvable, 2 some stopped by a limit or by Ctrl-C or
/// not supported, 3 bad input or usage.
#[derive(Args, Debug)]
#[command(before_help = "Examples:\n  \
    motion-puzzles sliding --random 10x10 --html solution.html\n  \
    motion-puzzles sliding --random 20x20 --algorithm short --time-limit 10 --no-solution\n  \
    motion-puzzles sliding boards.txt --algorithm optimal --json")]
#[command(group(ArgGroup::new("boards").required(true).args(["file", "random"])))]
pub(crate) struct Arguments {
    /// File of boards, `-` for standard input
    file: Option<PathBuf>,

    /// Random solvable boards of this size, for example 10x10
    #[arg(long, value_name = "RxC", allow_hyphen_values = true)]
    random: Option<Size>,

    /// Number of blanks of random boards [default: those of the goal, or 1]
    #[arg(long, value_name = "B", value_parser = count_from::<0>, allow_hyphen_values = true)]
    blanks: Option<u32>,

    /// File with the goal; without it, tiles in reading order, then the blanks
    #[arg(long, value_name = "FILE")]
    goal: Option<PathBuf>,

    /// How to solve
    #[arg(long, default_value = "snake", value_parser = named_values(SolverChoice::all(), |choice| solver_value(choice.entry())))]
    algorithm: SolverChoice,

    /// Largest number of tiles in a snake, at least 2
    #[arg(long, value_name = "TILES", default_value_t = 2, value_parser = count_from::<2>, allow_hyphen_values = true)]
    snake_length: u32,

    /// The letters of the solution; with several blanks, those of the tile, after its number
    #[arg(long, default_value = "tile", value_parser = value_of::<WalkNotation>())]
    notation: WalkNotation,

    /// Do not print the solution itself
    #[arg(long)]
    no_solution: bool,

    #[command(flatten)]
    shortest: Shortest,

    #[command(flatten)]
    sample: Sample,

    #[command(flatten)]
    sweep: Sweep,

    #[command(flatten)]
    common: Common,
}

/// The puzzles of a run, and the goal of the first.
type Puzzles = (Instances<'static, Begun<Puzzle>>, Board);

/// Makes puzzles from boards that were read.
struct PuzzleMaker {
    goal_file: PathBuf,
    notation: WalkNotation,
}

impl PuzzleMaker {
    /// Returns all boards of a text, checked.
    fn puzzles(&self, file: &Path, text: &str, goal: Option<&Board>) -> Result<Vec<Puzzle>, CliError> {
        let bad_board = |why| CliError::in_file(file, why);
        let setups = Setup::all(text).map_err(bad_board)?.into_iter();
        setups.map(|setup| self.puzzle(Board::try_from(setup).map_err(bad_board)?, goal)).collect()
    }

    fn puzzle(&self, start: Board, goal: Option<&Board>) -> Result<Puzzle, CliError> {
        if start.blank_count() > 1 && !matches!(self.notation, WalkNotation::Tile) {
            return Err(usage("with several blanks, solutions name tiles: other notations go with one"));
        }
        Puzzle::new(start, goal).map_err(|why| CliError::in_file(&self.goal_file, why))
    }
}

/// Runs the subcommand.
pub(crate) fn run(arguments: &Arguments, console: &mut Console) -> Result<Verdict, CliError> {
    arguments.check()?;
    let goal = arguments.goal(console)?;
    let puzzles = match arguments.random {
        Some(size) => arguments.random_puzzles(size, goal, console)?,
        None => arguments.read(goal, console)?,
    };
    let (puzzles, goal) = match puzzles {
        Ok(puzzles) => puzzles,
        Err(report) => {
            report::write(&report, arguments.common.json, console.output)?;
            output::not_written(arguments.common.pictures(), console);
            return Ok(report::verdict(&report));
        }
    };
    // Tables that are made for one board also serve the next ones, which then take fewer nodes. If
    // nodes are the limit, no answer may depend on other boards. Tables are therefore made before
    // the first board, and any further tables that a board needs are its own.
    let with_tables = arguments.is_optimal() && puzzles.count > 1 && arguments.common.counts_nodes();
    let optimal = arguments.shortest.solver(&goal, with_tables, arguments.common.budget(), console)?;
    let snake = Snake::default().with_length(arguments.snake_length);
    let method = arguments.algorithm.method(snake, optimal);
    let layout = arguments.common.layout(!arguments.no_solution);
    arguments
        .sweep
        .run(puzzles, layout, console, |puzzle, _, console| arguments.answer(puzzle, &method, console))
}

fn usage(message: &str) -> CliError {
    CliError::usage::<Arguments>("sliding", message)
}

impl Arguments {
    /// Checks the conditions that clap cannot check.
    fn check(&self) -> Result<(), CliError> {
        let is_stdin = |path: &Option<PathBuf>| path.as_deref().is_some_and(input::is_standard);
        if is_stdin(&self.file) && is_stdin(&self.goal) {
            return Err(usage("only one of FILE and --goal can be standard input"));
        }
        self.shortest.check(self.is_optimal())?;
        if self.file.is_some() && self.sample.count != 1 {
            return Err(usage("--count goes with --random"));
        }
        if self.file.is_some() && self.blanks.is_some() {
            return Err(usage("--blanks goes with --random"));
        }
        if self.sample.count > 1 {
            self.refuse_drawing(self.sample.count as usize)?;
        }
        let read = self.file.iter().chain(&self.goal).chain(self.shortest.tables());
        output::check(read, self.common.pictures())
    }

    fn is_optimal(&self) -> bool {
        self.algorithm.entry().name == "optimal"
    }

    fn refuse_drawing(&self, puzzles: usize) -> Result<(), CliError> {
        match self.common.drawing() {
            Some(option) => Err(usage(&format!("{option} draws one puzzle, but there are {puzzles}"))),
            None => Ok(()),
        }
    }

    fn goal(&self, console: &mut Console) -> Result<Option<Board>, CliError> {
        let Some(path) = &self.goal else { return Ok(None) };
        input::read(path, console)?.parse().map(Some).map_err(|why: SetupError| CliError::in_file(path, why))
    }

    fn puzzle(&self, start: Board, goal: Option<&Board>) -> Result<Puzzle, CliError> {
        self.maker().puzzle(start, goal)
    }

    fn maker(&self) -> PuzzleMaker {
        PuzzleMaker { goal_file: self.goal.clone().unwrap_or_default(), notation: self.notation }
    }

    /// Returns the report of a puzzle that was stopped before it was made.
    fn not_made(&self, name: &str, why: Stop) -> Answer {
        Answer::not_made(name, self.algorithm.entry().name, why)
    }

    /// Returns random boards, and their goal.
    fn random_puzzles(
        &self,
        Size { rows, columns }: Size,
        goal: Option<Board>,
        console: &Console,
    ) -> Result<Result<Puzzles, Answer>, CliError> {
        let since = Instant::now();
        let blanks = self.blanks.or(goal.as_ref().map(Board::blank_count)).unwrap_or(1);
        let standard = Board::solved_with_blanks(rows, columns, blanks).map_err(CliError::instance)?;
        self.puzzle(standard.clone(), goal.as_ref())?;
        let goal = goal.unwrap_or(standard);
        let Sample { seed, count } = self.sample;
        let goal_of_all = goal.clone();
        let with = if blanks > 1 { format!(" with {blanks} blanks") } else { String::new() };
        let name = move |number| format!("random {rows}x{columns}{with}, seed {seed}, board {number}");
        let draw = move |_, rng: &mut _| Ok(Puzzle::random(goal_of_all.clone(), rng));
        let patience = self.common.patience(count, console);
        Ok(Ok((Instances::random_within((seed, count), patience, since, name, draw), goal)))
    }

    /// Returns all boards of the file, checked, and the goal of the first.
    fn read(&self, goal: Option<Board>, console: &mut Console) -> Result<Result<Puzzles, Answer>, CliError> {
        let path = self.file.as_deref().unwrap_or(Path::new("-"));
        let text = input::read(path, console)?;
        let (file, maker, since) = (input::name(path), self.maker(), Instant::now());
        let path = path.to_owned();
        let parse = move || maker.puzzles(&path, &text, goal.as_ref());
        let puzzles = match self.common.patience(1, console).make(since, parse)? {
            Ok(puzzles) => puzzles?,
            Err(why) => return Ok(Err(self.not_made(&file, why))),
        };
        if puzzles.len() > 1 {
            self.refuse_drawing(puzzles.len())?;
        }
        let goal = puzzles.first().expect("invariant: a text without boards is refused").goal().clone();
        // Boards that are read together have no time of their own before their solvers begin.
        let since = (puzzles.len() == 1).then_some(since);
        let begun =
            |(number, puzzle)| Begun { name: format!("{file}, board {number}"), since, made: Ok(puzzle) };
        Ok(Ok(((1..).zip(puzzles).map(begun).collect::<Vec<_>>().into(), goal)))
    }

    /// Solves a puzzle, verifies the solution, prints and draws it.
    fn answer(
        &self,
        begun: &Begun<Puzzle>,
        method: &Method,
        console: &mut Console,
    ) -> Result<Summary, CliError> {
        let puzzle = match &begun.made {
            Ok(puzzle) => puzzle,
            Err(why) => {
                let report = self.not_made(&begun.name, *why);
                report::write(&report, self.common.json, console.output)?;
                output::not_written(self.common.pictures(), console);
                return Ok(Summary::of(&report));
            }
        };
        let own = self.common.counts_nodes().then(|| method.clone());
        let method = own.as_ref().unwrap_or(method);
        let budget = self.common.budget_since(begun.since);
        let (solved, cost) = watched(console, budget, |control| method.solve(puzzle, control));
        let (solved, notation) =
            (solved.map_err(CliError::instance)?, (!self.no_solution).then_some(self.notation));
        let answer = sliding::answer(puzzle, solved, self.shortest.metric(), notation, cost, families::now);
        let (mut answer, solution) =
            answer.unwrap_or_else(|why| panic!("the verifier refuses a solution: {}", why.message()));
        answer.instance = Some(begun.name.clone());
        let shown = self.common.json || !self.no_solution;
        answer.start = (self.random.is_some() && shown).then(|| puzzle.start().to_string());
        report::write(&answer, self.common.json, console.output)?;
        match solution {
            Some(solution) => self.draw(puzzle, &solution)?,
            None => output::not_written(self.common.pictures(), console),
        }
        Ok(Summary::of(&answer))
    }

    fn draw(&self, puzzle: &Puzzle, solution: &Solution) -> Result<(), CliError> {
        let (start, moves) = (puzzle.start(), solution.len());
        // A plan takes 48 times the memory of a walk, so none is made if it is too long for
        // pictures.
        for (path, limit) in [(&self.common.svg, ANIMATION_LIMIT), (&self.common.html, PLAYER_LIMIT)] {
            if let Some(path) = path.as_ref().filter(|_| moves > limit) {
                return Err(CliError::in_file(path, DrawError::TooLong { moves, limit }));
            }
        }
        if self.common.drawing().is_none() {
            return Ok(());
        }
        output::draw(&self.common, &puzzle.scene(), &start.configuration(), solution.plan(start))
    }
}
