//! The command line of `cpf`, and the conflicts between its options.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{ArgGroup, Args, ValueEnum};
use cpf::{AnySolver, MotionModel, Objective};
use families::NamedValue;
use families::robots::{PlanImprovement, PlanNotation, SolverChoice, Task, model_for};

use crate::named_values::{named_values, solver_value, value_of};
use crate::options::{Common, Sample, Size, count_from};
use crate::sweep::Sweep;
use crate::{CliError, input, output};

/// Sources without a map.
const OTHER_SOURCES: [&str; 3] = ["graph", "grid", "biconnected"];

/// Solve cooperative path-finding (MAPF, pebble motion): robots on a graph, each with a start and a
/// goal.
///
/// The instance comes from a file, from a map with a scenario or lists of cells, or is random.
/// Every plan is replayed and verified before it is reported.
///
/// Solvers of plans move one robot at a time, and their moves are then arranged in steps;
/// schedulers move several robots at once. Without --model, the model is that of the papers on
/// pebble motion if the objective is moves, and the standard model of multi-agent path-finding
/// otherwise. On a graph with arcs, solvers of plans move robots along the arcs.
///
/// Exit status: 0 all solved, 1 some proved unsolvable, 2 some stopped by a limit or by Ctrl-C or
/// not supported, 3 bad input or usage.
#[derive(Args, Debug)]
#[command(before_help = "Examples:\n  \
    motion-puzzles cpf --map maze.map --scen maze.scen --robots 50 --objective sum-of-costs --html plan.html\n  \
    motion-puzzles cpf --grid 20x20 --blanks 2 --time-limit 5\n  \
    motion-puzzles cpf --graph robots.txt --plan plan.txt --json")]
#[command(group(ArgGroup::new("source").required(true).args(["graph", "map", "grid", "biconnected"])))]
#[command(group(ArgGroup::new("robots of a map").args(["scen", "agents"])))]
pub(crate) struct Arguments {
    /// Instance as graph text, with edges or arcs, or `.cpf`; `-` for standard input
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,

    /// `.map` of open and closed cells, `-` for standard input
    #[arg(long, value_name = "FILE", requires = "robots of a map")]
    map: Option<PathBuf>,

    /// `.scen` with the robots' starts and goals on the map, `-` for standard input
    #[arg(long, value_name = "FILE", requires = "map", conflicts_with_all = OTHER_SOURCES)]
    scen: Option<PathBuf>,

    /// Starts on the map, as `.agents` of the League of Robot Runners: the number of cells, then
    /// one cell a line as row * width + column; `-` for standard input
    #[arg(long, value_name = "FILE", requires_all = ["map", "tasks"], conflicts_with_all = OTHER_SOURCES)]
    agents: Option<PathBuf>,

    /// Goals on the map, as `.tasks` in the same form: robot i takes task i, further tasks are left
    /// out; `-` for standard input
    #[arg(long, value_name = "FILE", requires = "agents", conflicts_with = "scen")]
    tasks: Option<PathBuf>,

    /// Use only the first robots of the scenario or list
    #[arg(long, value_name = "K", requires = "map", value_parser = count_from::<0>, allow_hyphen_values = true)]
    robots: Option<u32>,

    /// Use only the robots of this bucket of the scenario
    #[arg(long, value_name = "N", requires = "scen", conflicts_with = "agents", value_parser = count_from::<0>, allow_hyphen_values = true)]
    bucket: Option<u32>,

    /// Random permutation on an open grid of this size, for example 10x10; solvable from 2x2 on
    #[arg(long, value_name = "RxC", requires = "blanks", allow_hyphen_values = true)]
    grid: Option<Size>,

    /// Random bi-connected graph with robots: a cycle of C vertices and ears of E vertices on
    /// average, until there are at least V vertices
    #[arg(long, value_name = "C,E,V", requires = "blanks", allow_hyphen_values = true)]
    biconnected: Option<Ears>,

    /// Vertices without a robot, of random instances
    #[arg(long, value_name = "B", conflicts_with_all = ["graph", "map"], value_parser = count_from::<1>, allow_hyphen_values = true)]
    blanks: Option<u32>,

    /// How to solve
    #[arg(long, default_value = "auto", value_parser = named_values(SolverChoice::all(), |choice| solver_value(choice.entry())))]
    pub(super) algorithm: SolverChoice,

    /// Begin with this plan or schedule of the instance, in any form of --plan-format; it is
    /// verified in the model, and the answer never costs more. `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count_only", "feasibility_only"])]
    pub(super) known: Option<PathBuf>,

    /// Allowed ratio of a schedule's cost to the least cost, for conflict-search: 1.05 allows 5 %
    /// more
    #[arg(long, value_name = "W", value_parser = ratio, allow_hyphen_values = true)]
    ratio: Option<u32>,

    /// How to improve the plan or schedule afterwards
    #[arg(long, default_value = "none", value_parser = value_of::<PlanImprovement>())]
    pub(super) improve: PlanImprovement,

    /// The objective to minimise; by default moves for solvers of plans, sum-of-costs for
    /// schedulers
    #[arg(long, value_parser = value_of::<Objective>())]
    objective: Option<Objective>,

    /// Where robots may go in one step; by default pebble for moves, standard for other objectives
    #[arg(long, value_parser = value_of::<MotionModel>())]
    model: Option<MotionModel>,

    /// Only decide whether there is a solution; options for plans have no effect
    #[arg(long, conflicts_with_all = ["plan", "svg", "html", "curve"])]
    pub(super) feasibility_only: bool,

    /// Write the instance as graph text, or as `.cpf` if the file name ends in that
    #[arg(long, value_name = "FILE")]
    pub(super) write_instance: Option<PathBuf>,

    /// Write the plan; with `-`, standard output holds only the plan
    #[arg(long, value_name = "FILE")]
    pub(super) plan: Option<PathBuf>,

    /// How plans are written
    #[arg(long, default_value = "moves", value_parser = value_of::<PlanNotation>())]
    pub(super) plan_format: PlanNotation,

    /// The meaning of the robots' colours in --svg and --html
    #[arg(long, value_enum, default_value_t = Colouring::Goal)]
    pub(super) colour: Colouring,

    /// Write a picture of the best cost over time, or over nodes with --node-limit only
    #[arg(long, value_name = "FILE.svg")]
    pub(super) curve: Option<PathBuf>,

    /// Leave plans and random instances out of the answer
    #[arg(long)]
    pub(super) no_solution: bool,

    /// Only count the moves: plans are verified as they are made, but not kept in memory and not
    /// arranged in steps
    #[arg(long, conflicts_with_all = ["improve", "model", "objective", "plan", "plan_format", "svg", "html", "curve", "feasibility_only"])]
    pub(super) count_only: bool,

    #[command(flatten)]
    pub(super) sample: Sample,

    #[command(flatten)]
    pub(super) sweep: Sweep,

    #[command(flatten)]
    pub(super) common: Common,
}

/// The meaning of the colours of robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Colouring {
    /// The goal of each robot
    Goal,
    /// The delay of each robot: the steps by which it is behind its shortest path
    Delay,
}

/// The source of instances.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Files(Files<'a>),
    Random(RandomSource),
}

/// The source of a single instance from files.
#[derive(Clone, Copy)]
pub(super) enum Files<'a> {
    Graph(&'a Path),
    Scenario { map: &'a Path, scenario: &'a Path, bucket: Option<u32>, robots: Option<u32> },
    Cells { map: &'a Path, agents: &'a Path, tasks: &'a Path, robots: Option<u32> },
}

/// The source of random instances.
#[derive(Clone, Copy)]
pub(super) enum RandomSource {
    Grid { size: Size, blanks: u32 },
    Biconnected { ears: Ears, blanks: u32 },
}

/// The parameters of a random bi-connected graph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ears {
    pub(super) cycle: u32,
    pub(super) mean_ear: u32,
    pub(super) vertices: u32,
}

impl FromStr for Ears {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<u32>> = text.split(',').map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[cycle, mean_ear, vertices]) => Ok(Self { cycle, mean_ear, vertices }),
            _ => Err("expected three numbers – cycle, mean ear, vertices –, for example 5,4,60".to_owned()),
        }
    }
}

/// Parses a ratio in thousandths.
fn ratio(text: &str) -> Result<u32, String> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    let number = (part.len() <= 3 && is_number(whole) && is_number(part))
        .then(|| format!("{whole}{part:0<3}").parse().ok())
        .flatten()
        .filter(|ratio| (1000..=1_000_000).contains(ratio));
    number.ok_or_else(|| "expected a number from 1 to 1000 with at most three decimals".to_owned())
}

pub(super) fn usage(message: impl std::fmt::Display) -> CliError {
    CliError::usage::<Arguments>("cpf", message)
}

impl Arguments {
    pub(super) fn source(&self) -> Source<'_> {
        let blanks = self.blanks.unwrap_or_default();
        match (&self.graph, &self.map, &self.scen, self.grid, self.biconnected) {
            (Some(graph), ..) => Source::Files(Files::Graph(graph)),
            (_, Some(map), Some(scenario), ..) => {
                let (bucket, robots) = (self.bucket, self.robots);
                Source::Files(Files::Scenario { map, scenario, bucket, robots })
            }
            (_, Some(map), ..) => {
                let (agents, tasks) = self
                    .agents
                    .as_deref()
                    .zip(self.tasks.as_deref())
                    .expect("invariant: clap asks for robots of a map, and for both lists");
                Source::Files(Files::Cells { map, agents, tasks, robots: self.robots })
            }
            (_, _, _, Some(size), _) => Source::Random(RandomSource::Grid { size, blanks }),
            (_, _, _, _, Some(ears)) => Source::Random(RandomSource::Biconnected { ears, blanks }),
            _ => unreachable!("invariant: clap asks for a source"),
        }
    }

    /// Returns the task that the options describe.
    pub(super) fn task(&self) -> Task {
        let objective = self.objective.unwrap_or(self.algorithm.objective());
        let model = self.model.unwrap_or(model_for(objective));
        Task {
            model,
            objective,
            ratio: self.ratio.unwrap_or(1000),
            seed: self.sample.seed,
            improve: self.improve,
        }
    }

    /// Checks the conditions that clap cannot check.
    pub(super) fn check(&self) -> Result<(), CliError> {
        let inputs = [
            ("--graph", &self.graph),
            ("--map", &self.map),
            ("--scen", &self.scen),
            ("--agents", &self.agents),
            ("--tasks", &self.tasks),
            ("--known", &self.known),
        ];
        let given = |path: &Option<PathBuf>| path.as_deref().is_some_and(input::is_standard);
        let mut standard = inputs.iter().filter(|(_, path)| given(path)).map(|(option, _)| option);
        if let (Some(first), Some(second)) = (standard.next(), standard.next()) {
            return Err(usage(format!("only one of {first} and {second} can be standard input")));
        }
        let from_files = matches!(self.source(), Source::Files(_));
        if from_files && self.sample.count != 1 {
            return Err(usage("--count goes with --grid and --biconnected"));
        }
        let needs_grid = self.plan_format != PlanNotation::Moves;
        if needs_grid && (self.graph.is_some() || self.biconnected.is_some()) {
            let name = self.plan_format.row().name;
            return Err(usage(format!("--plan-format {name} needs the coordinates of --map or --grid")));
        }
        if let (SolverChoice::Schedules(scheduler), true) = (self.algorithm, self.count_only) {
            return Err(usage(format!(
                "--count-only is for plans, and {} finds schedules",
                scheduler.name()
            )));
        }
        if let SolverChoice::Schedules(scheduler) = self.algorithm
            && !scheduler.takes_moves()
            && self.objective == Some(Objective::Moves)
        {
            let message =
                "takes sum-of-costs and makespan as --objective, not moves; auto, joint and lacam take them";
            return Err(usage(format!("{} {message}", scheduler.name())));
        }
        if let SolverChoice::Plans(algorithm) = self.algorithm
            && algorithm != AnySolver::default()
            && self.known.is_some()
        {
            let name = algorithm.name();
            return Err(usage(format!(
                "--known goes with auto and with schedulers, and {name} finds plans anew"
            )));
        }
        let takes_ratio =
            matches!(self.algorithm, SolverChoice::Schedules(scheduler) if scheduler.takes_ratio());
        if self.ratio.is_some() && !takes_ratio {
            return Err(usage("--ratio goes with --algorithm conflict-search"));
        }
        if self.colour == Colouring::Delay && self.common.drawing().is_none() {
            return Err(usage("--colour delay goes with --svg and --html"));
        }
        let single = self.plan.as_ref().map(|_| "--plan");
        let single = single.or(self.known.as_ref().map(|_| "--known"));
        let single = single.or(self.curve.as_ref().map(|_| "--curve"));
        let single = single.or(self.write_instance.as_ref().map(|_| "--write-instance"));
        if let Some(option) = single.or(self.common.drawing()).filter(|_| self.sample.count > 1) {
            return Err(usage(format!("{option} is for one instance, but there are {}", self.sample.count)));
        }
        if self.plans_alone() && (self.common.json || self.no_solution) {
            let option = if self.common.json { "--json" } else { "--no-solution" };
            return Err(usage(format!("--plan - prints the plan alone, and {option} something else")));
        }
        let read = inputs.iter().filter_map(|(_, path)| path.as_ref());
        let is_file = |path: &&PathBuf| !(self.plans_alone() && Some(*path) == self.plan.as_ref());
        let written = self.write_instance.iter().chain(self.files_of_plans().filter(is_file));
        output::check(read, written)
    }

    /// Returns whether standard output holds only the plan.
    pub(super) fn plans_alone(&self) -> bool {
        self.plan.as_deref().is_some_and(input::is_standard)
    }

    /// Returns whether answers in text have the plan below them.
    pub(super) fn shows_plans(&self) -> bool {
        let is_asked = !self.no_solution && !self.count_only && !self.feasibility_only;
        is_asked && !self.common.json && self.plan.is_none()
    }

    /// Returns the files that are written if there is a plan.
    pub(super) fn files_of_plans(&self) -> impl Iterator<Item = &PathBuf> {
        self.plan.iter().chain(self.common.pictures()).chain(&self.curve)
    }
}
