//! Graph-DP and its variants on games of Ricochet Robots, for the paper's section of results, which
//! is empty.

use motion_core::{Budget, Control};
use ricochet::internal::{GraphCounts, GraphMethod, GraphSolver};
use ricochet::quadrants::{QuadrantSet, RandomGame};
use ricochet::{Instance, Metrics, Optimal};

use crate::reproduce::attempt::{Attempt, attempt};
use crate::reproduce::findings::{Axis, Cell, Curve, Findings, Plot, Rows, Table};
use crate::reproduce::runner::Runner;
use crate::statistics::{mean, median};

const METHODS: [(&str, Option<GraphMethod>); 5] = [
    ("Graph-DP", Some(GraphMethod::Dp)),
    ("Graph v2", Some(GraphMethod::V2)),
    ("Graph v1", Some(GraphMethod::V1)),
    ("v1 and v2", Some(GraphMethod::Combined)),
    ("optimal", None),
];

/// The runs of all methods on one game.
struct GameRuns {
    /// The fewest moves.
    fewest: u64,
    attempts: Vec<Attempt<Metrics>>,
    /// The placements and the cells of the goal robot, for each method that has them.
    counts: Vec<Option<GraphCounts>>,
}

impl GameRuns {
    /// The number of moves of one method's solution.
    fn moves(&self, method: usize) -> Option<u64> {
        solved(&self.attempts[method])
    }
}

/// Returns the moves of a solution, unless a limit was reached first.
fn solved(attempt: &Attempt<Metrics>) -> Option<u64> {
    attempt.quality.and(attempt.best).map(|metrics| metrics.moves)
}

pub(super) fn measure(runner: &Runner) -> Findings {
    let (count, nodes) = runner.size((3000, 3_000_000), (60, 20_000));
    let mut rng = runner.seed().generator([]);
    let (random_game, quadrants) = (RandomGame::default(), QuadrantSet::standard());
    let games =
        (0..count).map(|_| random_game.generate(&quadrants, &mut rng).expect("invariant: a legal deal"));
    let budget = Budget::new().with_nodes(nodes).with_bytes(4 << 30);
    let trials = runner.map("games", games.collect(), |game| trial(&game, &budget));
    let trials: Vec<_> = trials.into_iter().flatten().collect();
    Findings::of([methods(&trials), lengths(&trials)])
        .with_plots([
            plot(&trials, "positions", "Positions by the fewest moves", "positions, mean", |it| {
                it.nodes as f64
            }),
            plot(&trials, "times", "Times by the fewest moves", "seconds, mean", |it| it.seconds),
        ])
        .with_figure("count", count)
        .with_figure("positions", Cell::Count(nodes).shown())
        .with_figure("left_out", count - trials.len())
}

/// Runs all methods on a game; returns `None` if the fewest moves are unknown.
fn trial(game: &Instance, budget: &Budget) -> Option<GameRuns> {
    let (attempts, counts): (Vec<_>, Vec<_>) = METHODS
        .iter()
        .map(|&(_, method)| match method {
            Some(method) => by_graph(method, game, budget),
            None => (attempt(&Optimal::default(), game, budget), None),
        })
        .unzip();
    let fewest = attempts.last().and_then(solved)?;
    Some(GameRuns { fewest, attempts, counts })
}

/// Runs one of the paper's methods. Only Graph v1 has no placements.
fn by_graph(
    method: GraphMethod,
    game: &Instance,
    budget: &Budget,
) -> (Attempt<Metrics>, Option<GraphCounts>) {
    let mut counts = GraphCounts::default();
    let attempt = Attempt::of(&mut Control::new(budget.clone()), |control| {
        let outcome;
        (outcome, counts) = GraphSolver::default().with_method(method).solve_and_count(game, control);
        outcome
    });
    let attempt = attempt.verified(|moves| game.verify(moves));
    (attempt, Some(counts).filter(|_| method != GraphMethod::V1))
}

fn methods(trials: &[GameRuns]) -> Table {
    // The moves beyond the fewest, in the games that are solved.
    let excess = |&(method, _): &(usize, &str)| {
        trials.iter().filter_map(move |trial| Some(trial.moves(method)? - trial.fewest))
    };
    let longer = |row: &(usize, &str)| excess(row).filter(|&moves| moves > 0);
    let positions = |row: &(usize, &str)| {
        let method = row.0;
        trials.iter().map(move |trial| trial.attempts[method].nodes as f64)
    };
    let counts = |row: &(usize, &str), part: fn(&GraphCounts) -> u64| {
        let method = row.0;
        mean(trials.iter().filter_map(|trial| Some(part(trial.counts[method].as_ref()?) as f64)))
    };
    let times = |row: &(usize, &str)| {
        let method = row.0;
        trials.iter().map(move |trial| 1000.0 * trial.attempts[method].seconds)
    };
    Rows::of(METHODS.iter().map(|method| method.0).enumerate())
        .column("method", |row| row.1)
        .column("solved", |row| excess(row).count())
        .column("fewest moves", |row| excess(row).filter(|&moves| moves == 0).count())
        .number("longer, %", 1, |row| 100.0 * longer(row).count() as f64 / excess(row).count().max(1) as f64)
        .number("longer by, mean", 2, |row| {
            longer(row).sum::<u64>() as f64 / longer(row).count().max(1) as f64
        })
        .column("longer by, most", |row| longer(row).max().unwrap_or(0))
        .number("positions, mean", 0, |row| mean(positions(row)))
        .number("positions, median", 0, |row| median(positions(row)))
        .number("placements, mean", 0, |row| counts(row, |it| it.placements))
        .number("cells of the goal robot, mean", 0, |row| counts(row, |it| it.goal_robot_cells))
        .number("milliseconds, mean", 3, |row| mean(times(row)))
        .number("milliseconds, median", 3, |row| median(times(row)))
        .number("milliseconds, worst", 1, |row| times(row).reduce(f64::max))
        .shown("methods", "By method")
}

/// Tabulates the moves of Graph-DP beyond the fewest, for games of each length.
fn lengths(trials: &[GameRuns]) -> Table {
    let count = |fewest: u64, is: &dyn Fn(Option<u64>) -> bool| {
        trials.iter().filter(|trial| trial.fewest == fewest && is(trial.moves(0))).count()
    };
    Rows::of(lengths_of(trials))
        .column("fewest moves", |&fewest| fewest)
        .column("games", |&fewest| count(fewest, &|_| true))
        .column("longer by Graph-DP", |&fewest| count(fewest, &|moves| moves.is_some_and(|it| it > fewest)))
        .column("not solved by Graph-DP", |&fewest| count(fewest, &|moves| moves.is_none()))
        .shown("lengths", "Graph-DP by the fewest moves")
}

/// Returns the lengths that occur among the games.
fn lengths_of(trials: &[GameRuns]) -> impl Iterator<Item = u64> {
    let most = trials.iter().map(|trial| trial.fewest).max().unwrap_or(0);
    (1..=most).filter(|&length| trials.iter().any(|trial| trial.fewest == length))
}

fn plot(
    trials: &[GameRuns],
    name: &'static str,
    title: &str,
    y: &'static str,
    figure: fn(&Attempt<Metrics>) -> f64,
) -> Plot {
    let curve = |(number, &(name, _)): (usize, &(&str, Option<GraphMethod>))| {
        let points = lengths_of(trials).filter_map(|length| {
            let games = trials.iter().filter(|trial| trial.fewest == length);
            Some((length as f64, mean(games.map(|trial| figure(&trial.attempts[number])))?))
        });
        Curve::ours(name, points)
    };
    let axes = [Axis::linear("fewest moves"), Axis::logarithmic(y)];
    Plot::new(name, title, axes, METHODS.iter().enumerate().map(curve))
}
