//! The command line of `cpf`, and the options that exclude each other.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{ArgGroup, Args, ValueEnum};

use super::algorithm::Algorithm;
use super::improvement::{Level, Model};
use crate::options::{Common, Sample, Size, count_from};
use crate::{CliError, input, output};

/// Solve cooperative path-finding (MAPF, pebble motion): robots on a graph, each with a start and a
/// goal.
///
/// The instance comes from a file or from a map with a scenario, or is random. Every plan is
/// replayed and verified before it is reported.
///
/// Exit status: 0 all solved, 1 some proved unsolvable, 2 some stopped by a limit or by Ctrl-C or
/// not supported, 3 bad input or usage.
#[derive(Args, Debug)]
#[command(before_help = "Examples:\n  \
    motion-puzzles cpf --map maze.map --scen maze.scen --robots 50 --model train --html plan.html\n  \
    motion-puzzles cpf --grid 20x20 --blanks 2 --time-limit 5\n  \
    motion-puzzles cpf --graph robots.txt --plan plan.txt --json")]
#[command(group(ArgGroup::new("source").required(true).args(["graph", "map", "grid", "biconnected"])))]
pub(crate) struct Arguments {
    /// Instance as graph text or `.cpf`, `-` for standard input
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,

    /// `.map` of open and closed cells, `-` for standard input
    #[arg(long, value_name = "FILE", requires = "scen")]
    map: Option<PathBuf>,

    /// `.scen` with the robots' starts and goals on the map, `-` for standard input
    #[arg(long, value_name = "FILE", requires = "map")]
    scen: Option<PathBuf>,

    /// Use only the first robots of the scenario
    #[arg(long, value_name = "K", requires = "map", value_parser = count_from::<1>, allow_hyphen_values = true)]
    robots: Option<u32>,

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
    #[arg(long, value_enum, default_value_t = Algorithm::Auto)]
    pub(super) algorithm: Algorithm,

    /// What to do with the plan afterwards
    #[arg(long, value_enum, default_value_t = Level::None)]
    pub(super) improve: Level,

    /// Where robots may go in one step
    #[arg(long, value_enum, default_value_t = Model::Pebble)]
    pub(super) model: Model,

    /// Only decide whether there is a solution; limits and options for plans have no effect
    #[arg(long, conflicts_with_all = ["plan", "svg", "html"])]
    pub(super) feasibility_only: bool,

    /// Write the instance as graph text, or as `.cpf` if the file name ends so
    #[arg(long, value_name = "FILE")]
    pub(super) write_instance: Option<PathBuf>,

    /// Write the plan
    #[arg(long, value_name = "FILE")]
    pub(super) plan: Option<PathBuf>,

    /// How plans are written
    #[arg(long, value_enum, default_value_t = PlanFormat::Moves)]
    pub(super) plan_format: PlanFormat,

    /// Leave plans and random instances out of JSON
    #[arg(long)]
    pub(super) no_solution: bool,

    /// Only count the moves: plans are verified as they are made, not kept in memory, not put into
    /// steps
    #[arg(long, conflicts_with_all = ["improve", "model", "plan", "plan_format", "svg", "html", "feasibility_only"])]
    pub(super) count_only: bool,

    #[command(flatten)]
    pub(super) sample: Sample,

    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PlanFormat {
    /// Lines TIME ROBOT FROM TO
    Moves,
    /// The positions of all robots at each time, `t:(x,y),…`; for grids
    Steps,
}

/// The source of instances.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Files(Files<'a>),
    Random(RandomSource),
}

/// One instance from files.
#[derive(Clone, Copy)]
pub(super) enum Files<'a> {
    Graph(&'a Path),
    Scenario { map: &'a Path, scenario: &'a Path, robots: Option<u32> },
}

/// Random instances.
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

fn usage(message: impl std::fmt::Display) -> CliError {
    CliError::usage::<Arguments>("cpf", message)
}

impl Arguments {
    pub(super) fn source(&self) -> Source<'_> {
        let blanks = self.blanks.unwrap_or_default();
        match (&self.graph, &self.map, &self.scen, self.grid, self.biconnected) {
            (Some(graph), ..) => Source::Files(Files::Graph(graph)),
            (_, Some(map), Some(scenario), ..) => {
                Source::Files(Files::Scenario { map, scenario, robots: self.robots })
            }
            (_, _, _, Some(size), _) => Source::Random(RandomSource::Grid { size, blanks }),
            (_, _, _, _, Some(ears)) => Source::Random(RandomSource::Biconnected { ears, blanks }),
            _ => unreachable!("invariant: clap asks for a source"),
        }
    }

    /// Checks what clap cannot check.
    pub(super) fn check(&self) -> Result<(), CliError> {
        let given = |path: &Option<PathBuf>| path.as_deref().is_some_and(input::is_standard);
        if given(&self.map) && given(&self.scen) {
            return Err(usage("only one of --map and --scen can be standard input"));
        }
        let from_files = matches!(self.source(), Source::Files(_));
        if from_files && self.sample.count != 1 {
            return Err(usage("--count goes with --grid and --biconnected"));
        }
        if self.plan_format == PlanFormat::Steps && (self.graph.is_some() || self.biconnected.is_some()) {
            return Err(usage("--plan-format steps needs the coordinates of --map or --grid"));
        }
        let single = self.plan.as_ref().map(|_| "--plan");
        let single = single.or(self.write_instance.as_ref().map(|_| "--write-instance"));
        if let Some(option) = single.or(self.common.drawing()).filter(|_| self.sample.count > 1) {
            return Err(usage(format!("{option} is for one instance, but there are {}", self.sample.count)));
        }
        let read = self.graph.iter().chain(&self.map).chain(&self.scen);
        let written = self.write_instance.iter().chain(&self.plan).chain(self.common.pictures());
        output::check(read, written)
    }
}
