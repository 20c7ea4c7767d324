//! Graph-DP and its variants on games of Ricochet Robots: the paper's section of results, which is
//! empty.

use std::time::Duration;

use motion_core::{Budget, Control, Outcome, Solver};
use ricochet::{GraphMethod, GraphSolver, Instance, Moves, Optimal, QuadrantSet, RandomGame};

use crate::reproduce::findings::{Axis, Cell, Curve, Findings, Plot, Table};
use crate::reproduce::runner::Runner;
use crate::statistics::{mean, median};
use crate::thread_time::timed;

const METHODS: [(&str, Option<GraphMethod>); 5] = [
    ("Graph-DP", Some(GraphMethod::Dp)),
    ("Graph v2", Some(GraphMethod::V2)),
    ("Graph v1", Some(GraphMethod::V1)),
    ("v1 and v2", Some(GraphMethod::Combined)),
    ("optimal", None),
];

/// The solution of a game by one method.
struct Attempt {
    moves: Option<u64>,
    positions: u64,
    time: Duration,
}

/// All methods on one game.
struct GameRuns {
    /// The fewest moves.
    fewest: u64,
    attempts: Vec<Attempt>,
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
    Findings {
        tables: vec![methods(&trials), lengths(&trials)],
        plots: vec![
            plot(&trials, "positions", "Positions by the fewest moves", "positions, mean", |it| {
                it.positions as f64
            }),
            plot(&trials, "times", "Times by the fewest moves", "seconds, mean", |it| it.time.as_secs_f64()),
        ],
        figures: vec![
            ("count", count.to_string()),
            ("positions", Cell::Count(nodes).shown().to_string()),
            ("left_out", (count - trials.len()).to_string()),
        ],
        ..Findings::default()
    }
}

/// `None` if the fewest moves are unknown.
fn trial(game: &Instance, budget: &Budget) -> Option<GameRuns> {
    let attempts: Vec<_> = METHODS.iter().map(|&(_, method)| attempt(game, method, budget)).collect();
    let fewest = attempts.last().and_then(|attempt| attempt.moves)?;
    Some(GameRuns { fewest, attempts })
}

fn attempt(game: &Instance, method: Option<GraphMethod>, budget: &Budget) -> Attempt {
    let control = &mut Control::new(budget.clone());
    let (outcome, time): (Outcome<Moves>, _) = timed(|| match method {
        Some(method) => GraphSolver::default().with_method(method).solve(game, control),
        None => Optimal::default().solve(game, control),
    });
    let moves = match outcome {
        Outcome::Solved { plan, .. } => Some(game.verify(&plan).expect("invariant: solutions solve").moves),
        _ => None,
    };
    Attempt { moves, positions: control.stats().nodes, time }
}

fn methods(trials: &[GameRuns]) -> Table {
    let columns = [
        "method",
        "solved",
        "fewest moves",
        "longer, %",
        "longer by, mean",
        "longer by, most",
        "positions, mean",
        "positions, median",
        "milliseconds, mean",
        "milliseconds, median",
        "milliseconds, worst",
    ];
    let row = |(number, &(name, _)): (usize, &(&str, Option<GraphMethod>))| {
        let attempts = || trials.iter().map(move |trial| (&trial.attempts[number], trial.fewest));
        let excess: Vec<u64> =
            attempts().filter_map(|(attempt, fewest)| Some(attempt.moves? - fewest)).collect();
        let longer: Vec<_> = excess.iter().copied().filter(|&moves| moves > 0).collect();
        let positions = || attempts().map(|(attempt, _)| attempt.positions as f64);
        let times = || attempts().map(|(attempt, _)| 1000.0 * attempt.time.as_secs_f64());
        vec![
            name.into(),
            Cell::Count(excess.len() as u64),
            Cell::Count((excess.len() - longer.len()) as u64),
            Cell::Number(100.0 * longer.len() as f64 / excess.len().max(1) as f64, 1),
            Cell::Number(longer.iter().sum::<u64>() as f64 / longer.len().max(1) as f64, 2),
            Cell::Count(longer.iter().max().copied().unwrap_or(0)),
            Cell::number(mean(positions()), 0),
            Cell::number(median(positions()), 0),
            Cell::number(mean(times()), 3),
            Cell::number(median(times()), 3),
            Cell::number(times().reduce(f64::max), 1),
        ]
    };
    Table::new("methods", "By method", columns, METHODS.iter().enumerate().map(row))
}

/// The moves of Graph-DP beyond the fewest, for games of each length.
fn lengths(trials: &[GameRuns]) -> Table {
    let row = |fewest: u64| {
        let games: Vec<_> = trials.iter().filter(|trial| trial.fewest == fewest).collect();
        let longer =
            games.iter().filter(|trial| trial.attempts[0].moves.is_some_and(|moves| moves > fewest)).count();
        let unsolved = games.iter().filter(|trial| trial.attempts[0].moves.is_none()).count();
        let (games, longer, unsolved) = (games.len() as u64, longer as u64, unsolved as u64);
        vec![fewest.into(), games.into(), longer.into(), unsolved.into()]
    };
    let columns = ["fewest moves", "games", "longer by Graph-DP", "not solved by Graph-DP"];
    Table::new("lengths", "Graph-DP by the fewest moves", columns, lengths_of(trials).map(row))
}

/// The numbers of moves of games.
fn lengths_of(trials: &[GameRuns]) -> impl Iterator<Item = u64> {
    let most = trials.iter().map(|trial| trial.fewest).max().unwrap_or(0);
    (1..=most).filter(|&length| trials.iter().any(|trial| trial.fewest == length))
}

fn plot(
    trials: &[GameRuns],
    name: &'static str,
    title: &str,
    y: &'static str,
    figure: fn(&Attempt) -> f64,
) -> Plot {
    let curve = |(number, &(name, _)): (usize, &(&str, Option<GraphMethod>))| {
        let points = lengths_of(trials).filter_map(|length| {
            let games = trials.iter().filter(|trial| trial.fewest == length);
            Some((length as f64, mean(games.map(|trial| figure(&trial.attempts[number])))?))
        });
        Curve::ours(name, points)
    };
    Plot {
        name,
        title: title.to_owned(),
        x: Axis::linear("fewest moves"),
        y: Axis::logarithmic(y),
        curves: METHODS.iter().enumerate().map(curve).collect(),
    }
}
