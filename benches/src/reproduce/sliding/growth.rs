//! The time that 24-puzzles take, expected from the growth of their searches.

use std::ops::ControlFlow;
use std::time::Duration;

use grid_puzzle::tables::PatternDatabases;
use grid_puzzle::{Instance, MoveMetric, Optimal};
use motion_core::observer::Progress;
use motion_core::{Budget, Control, Solver as _};
use serde::{Deserialize, Serialize};

use super::super::attempt::Attempt;
use super::super::findings::{Findings, Rows};
use super::super::obstacle::Obstacle;
use super::super::runner::Runner;
use super::optimal::published;

/// The seconds for each board.
const LIMIT: u64 = 10;

/// Times, with their seconds.
const TIMES: [(&str, f64); 5] = [
    ("a minute", 60.0),
    ("ten minutes", 600.0),
    ("an hour", 3600.0),
    ("a day", 86_400.0),
    ("a year", 3.15e7),
];

/// A run on one board.
#[derive(Serialize, Deserialize)]
struct Run {
    published: u64,
    is_solved: bool,
    seconds: f64,
    nodes: u64,
    /// The last bound whose search ended without a solution, if there is one.
    searched: Option<u64>,
    /// The nodes of that search, and their number in those of the search before.
    last: Option<(u64, f64)>,
}

impl Run {
    /// The expected seconds, in which the last search is counted whole.
    fn expected(&self) -> Option<f64> {
        if self.is_solved {
            return Some(self.seconds);
        }
        let (searched, (nodes, growth)) = self.searched.zip(self.last)?;
        // Bounds grow by two.
        let searches = (self.published - searched) / 2;
        let all: f64 = (1..=searches).map(|number| nodes as f64 * growth.powf(number as f64)).sum();
        Some(self.seconds + (all - nodes as f64).max(0.0) * self.seconds / self.nodes as f64)
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let text = runner.data("sliding/korf50_24puzzle.txt")?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let boards: Vec<_> = lines.filter_map(|line| published(line, 5, 1)).take(runner.size(50, 1)).collect();
    let goal = boards[0].0.goal().clone();
    let control = &mut Control::unlimited();
    // Large databases take a minute.
    let databases = if runner.size(true, false) {
        PatternDatabases::large(&goal, control)
    } else {
        PatternDatabases::new(&goal, MoveMetric::SingleTile, control)
    };
    let solver = Optimal::default().with_databases(databases.expect("invariant: nothing limits the run"));
    let limit = Duration::from_secs(runner.size(LIMIT, 1));
    let tasks = (1..).zip(&boards).map(|(number, board)| (format!("board {number}"), board)).collect();
    let runs =
        runner.map_kept("boards", tasks, |(instance, published)| run(&solver, instance, *published, limit));
    let expected =
        |seconds: f64| runs.iter().filter(|run| run.expected().is_some_and(|it| it <= seconds)).count();
    let summary = Rows::of(TIMES)
        .column("within", |(name, _)| *name)
        .column("expected to be solved", |(_, seconds)| expected(*seconds))
        .shown("", "All boards");
    let each = Rows::of((1_u64..).zip(&runs))
        .column("board", |(number, _)| *number)
        .column("moves", |(_, run)| run.published)
        .column("solved", |(_, run)| if run.is_solved { "yes" } else { "no" })
        .number("s", 2, |(_, run)| run.seconds)
        .column("nodes", |(_, run)| run.nodes)
        .column("searched in vain up to", |(_, run)| run.searched)
        .number("growth", 2, |(_, run)| run.last.map(|(_, growth)| growth))
        .number("expected s", 0, |(_, run)| run.expected())
        .shown("boards", "Each board");
    Ok(Findings::of([summary, each]).with_figure("limit", LIMIT))
}

/// Solves a board, and watches the bounds that are proved.
fn run(solver: &Optimal, instance: &Instance, published: Option<u64>, limit: Duration) -> Run {
    // Each bound, with the nodes before its search.
    let mut bounds: Vec<(u64, u64)> = Vec::new();
    let mut watch = |progress: &Progress| {
        if let Some(bound) = progress.lower_bound
            && bounds.last().is_none_or(|&(last, _)| last < bound)
        {
            bounds.push((bound, progress.stats.nodes));
        }
        ControlFlow::Continue(())
    };
    let mut control = Control::new(Budget::new().with_time(limit)).with_observer(&mut watch);
    let attempt = Attempt::of(&mut control, |control| solver.solve(instance, control));
    drop(control);
    let is_solved = attempt.is_proved();
    let (nodes, seconds) = (attempt.nodes, attempt.seconds);
    let attempt = attempt.verified(|walk| instance.verify(walk));
    let found = attempt.best.filter(|_| is_solved).map(|metrics| metrics.moves);
    let published = published.expect("invariant: the file has the moves of each board");
    assert!(found.is_none_or(|moves| moves == published), "{found:?} moves, but {published} are published");
    let searches: Vec<_> = bounds.windows(2).map(|pair| (pair[0].0, pair[1].1 - pair[0].1)).collect();
    let last = match searches[..] {
        [.., (_, before), (_, last)] => Some((last, last as f64 / before.max(1) as f64)),
        _ => None,
    };
    Run { published, is_solved, seconds, nodes, searched: searches.last().map(|&(bound, _)| bound), last }
}
