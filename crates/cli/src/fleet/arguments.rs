//! The command line of `fleet`, and the conflicts between its options.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};
use cpf::MotionModel;
use motion_core::Budget;

use super::problem::TasksForEach;
use crate::named_values::value_of;
use crate::options::{Size, bounded, count_from, whole_number};
use crate::{CliError, input, output};

/// Simulate a fleet of robots that do a stream of tasks.
///
/// A task is a list of places that one robot visits in order, and then it is given another. The
/// next steps are planned again and again, within a limit for each step, and every step is verified
/// before it is made.
///
/// The fleet comes from a problem file, from a map with lists of cells, or is random. The tasks of
/// a file begin again after the last one.
///
/// Exit status: 0 all steps are made, 2 stopped by Ctrl-C, 3 bad input or usage.
#[derive(Args, Debug)]
#[command(before_help = "Examples:\n  \
    motion-puzzles fleet problem.json --step-time 100 --output result.json\n  \
    motion-puzzles fleet --map maze.map --agents robots.agents --tasks robots.tasks --steps 1000 --guidance\n  \
    motion-puzzles fleet --random 20x30 --robots 100 --places 2 --html fleet.html")]
#[command(group(ArgGroup::new("source").required(true).args(["problem", "map", "random"])))]
pub(crate) struct Arguments {
    /// Problem file of the League of Robot Runners, in JSON: mapFile, agentFile, taskFile, teamSize
    /// and numTasksReveal; files are named from its folder. `-` for standard input
    pub(super) problem: Option<PathBuf>,

    /// `.map` of open and closed cells, `-` for standard input
    #[arg(long, value_name = "FILE", requires_all = ["agents", "tasks"])]
    pub(super) map: Option<PathBuf>,

    /// Starts on the map, as `.agents` of the League of Robot Runners: the number of cells, then
    /// one cell a line as row * width + column; `-` for standard input
    #[arg(long, value_name = "FILE", requires = "map", conflicts_with_all = ["problem", "random"])]
    pub(super) agents: Option<PathBuf>,

    /// Tasks on the map, as `.tasks` in the same form: a task a line, its cells separated by
    /// commas; `-` for standard input
    #[arg(long, value_name = "FILE", requires = "map", conflicts_with_all = ["problem", "random"])]
    pub(super) tasks: Option<PathBuf>,

    /// Random fleet on a grid of this size, for example 20x30, with random tasks without end
    #[arg(long, value_name = "RxC", requires = "robots", allow_hyphen_values = true)]
    pub(super) random: Option<Size>,

    /// Number of random robots, or of those of the list that are used
    #[arg(long, value_name = "N", conflicts_with = "problem", value_parser = count_from::<1>, allow_hyphen_values = true)]
    pub(super) robots: Option<u32>,

    /// Closed cells of a random grid, in per cent; robots are on its largest connected part
    /// [default: 10]
    #[arg(long, value_name = "PERCENT", requires = "random", conflicts_with_all = ["problem", "map"], value_parser = percent, allow_hyphen_values = true)]
    pub(super) closed: Option<u32>,

    /// Places of a random task [default: 1]
    #[arg(long, value_name = "K", requires = "random", conflicts_with_all = ["problem", "map"], value_parser = count_from::<1>, allow_hyphen_values = true)]
    pub(super) places: Option<u32>,

    /// Number of steps
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole_number::<1>, allow_hyphen_values = true)]
    pub(super) steps: u64,

    /// Plan each step for at most this time
    #[arg(long, value_name = "MS", value_parser = whole_number::<0>, allow_hyphen_values = true)]
    step_time: Option<u64>,

    /// Plan each step with at most this many nodes; 0 for priority inheritance alone [default:
    /// 200 for each robot, at least 10000; no limit with --step-time]
    #[arg(long, value_name = "N", value_parser = whole_number::<0>, allow_hyphen_values = true)]
    node_limit: Option<u64>,

    /// Where robots may go in one step
    #[arg(long, default_value = "standard", value_parser = value_of::<MotionModel>())]
    pub(super) model: MotionModel,

    /// Number of steps that are planned ahead, the present one included
    #[arg(long, value_name = "H", default_value_t = 16, value_parser = horizon, allow_hyphen_values = true)]
    pub(super) horizon: u16,

    /// Let robots drift into lanes: steps against and into the traffic of earlier steps cost more
    #[arg(long)]
    pub(super) guidance: bool,

    /// Seed of random fleets, and of planning
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole_number::<0>, allow_hyphen_values = true)]
    pub(super) seed: u64,

    /// Tasks known at once for each robot [default: as the problem file says, otherwise 1.5]
    #[arg(long, value_name = "X", allow_hyphen_values = true)]
    pub(super) reveal: Option<TasksForEach>,

    /// Print only a JSON object
    #[arg(long)]
    pub(super) json: bool,

    /// Write all moves and events, in the format of the League of Robot Runners
    #[arg(long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,

    /// Write an animated picture of the first steps, up to 20,000 moves
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,

    /// Write a page that plays the first steps, up to 2,000,000 moves
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
}

/// The least number of nodes for a step if no limit is chosen, and that for each robot.
const NODES: u64 = 10_000;
const NODES_OF_ROBOT: u64 = 200;

/// The most steps that are planned ahead; more would only take memory.
const MOST_PLANNED: u64 = 1000;

fn percent(text: &str) -> Result<u32, String> {
    bounded(text, 0, 100).map(|percent| percent as u32)
}

fn horizon(text: &str) -> Result<u16, String> {
    bounded(text, 0, MOST_PLANNED).map(|steps| steps as u16)
}

impl Arguments {
    /// Checks the conditions that clap cannot check.
    pub(super) fn check(&self) -> Result<(), CliError> {
        let lists = [("--map", &self.map), ("--agents", &self.agents), ("--tasks", &self.tasks)];
        let given = |path: &Option<PathBuf>| path.as_deref().is_some_and(input::is_standard);
        let mut standard = lists.iter().filter(|(_, path)| given(path)).map(|(option, _)| option);
        if let (Some(first), Some(second)) = (standard.next(), standard.next()) {
            let message = format!("only one of {first} and {second} can be standard input");
            return Err(CliError::usage::<Self>("fleet", message));
        }
        let read = lists.iter().filter_map(|(_, path)| path.as_ref()).chain(&self.problem);
        output::check(read, self.written())
    }

    /// Returns the files that are written.
    pub(super) fn written(&self) -> impl Iterator<Item = &PathBuf> {
        self.output.iter().chain(&self.svg).chain(&self.html)
    }

    /// Returns the budget of a step.
    pub(super) fn step_budget(&self, robots: usize) -> Budget {
        let usual = NODES.max(NODES_OF_ROBOT * robots as u64);
        let budget = match self.step_time {
            Some(milliseconds) => Budget::new().with_time(Duration::from_millis(milliseconds)),
            None => Budget::new(),
        };
        match self.node_limit.or(self.step_time.is_none().then_some(usual)) {
            Some(nodes) => budget.with_nodes(nodes),
            None => budget,
        }
    }
}
