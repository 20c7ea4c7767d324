//! Proofs of the fewest pushes.

use std::time::Duration;

use motion_core::{Budget, Control, Outcome, Quality, Solver as _};
use serde::{Deserialize, Serialize};
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::bound::{GroupTables, LowerBounds};
use sokoban::search::Position;
use sokoban::solver::{Enhancement, Enhancements};
use sokoban::{Auto, Level};

use super::default_solver::{SETS, fewest_known};
use super::{Attempt, Puzzle, attempt, puzzles};
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;
use crate::thread_time::{thread_time, timed};

/// The limit of a level.
const SECONDS: u64 = 300;

/// Two searches, each with more and more of what makes proofs shorter.
const PROVERS: [&[&str]; 2] = [
    &[
        "A*+simple+pruned",
        "A*+pruned",
        "A*+pruned+TM",
        "A*+pruned+TM+tables",
        "A*+pruned+groups",
        "A*+pruned+TM+groups",
    ],
    &["FESS+optimal", "FESS+optimal+tables", "FESS+optimal+groups", "FESS+optimal+tables+groups"],
];

/// What the default solver proves of a level.
#[derive(Serialize, Deserialize)]
struct Proof {
    boxes: usize,
    /// The bounds of the start, by the matching and by groups.
    start: [Option<u64>; 2],
    pushes: Option<u64>,
    is_proved: bool,
    /// The bound at the end.
    end: Option<u64>,
    nodes: u64,
    seconds: f64,
    peak_bytes: u64,
}

/// The bounds of the start of a level.
struct StartBounds;

impl BoardSearch for StartBounds {
    type Output = [Option<u64>; 2];

    fn run<const W: usize>(self, board: &SearchBoard) -> [Option<u64>; 2] {
        let Some(start) = Position::<W>::start(board) else { return [None; 2] };
        let bounds = LowerBounds::new(board);
        let tables = GroupTables::new(board, &bounds, &start, &mut Control::unlimited())
            .expect("invariant: nothing is limited");
        [bounds.matching(&start), tables.bound(&bounds, &start)].map(|bound| bound.map(u64::from))
    }
}

impl Proof {
    fn of(level: &Level, budget: &Budget) -> Self {
        let board = SearchBoard::new(level);
        let start = board.with_width(StartBounds).unwrap_or([None; 2]);
        let solver = Auto::default().with_enhancements(Enhancements::new(&[Enhancement::Optimal]));
        let mut control = Control::new(budget.clone());
        let (outcome, time) = timed(|| solver.solve(level, &mut control));
        let (moves, bound) = match outcome {
            Outcome::Solved { plan, quality: Quality::Optimal } => (Some(plan), None),
            Outcome::Solved { plan, quality: Quality::Bounded { lower_bound } } => {
                (Some(plan), Some(lower_bound))
            }
            Outcome::Stopped { best, lower_bound, .. } => (best, lower_bound),
            _ => (None, None),
        };
        let count = |moves| level.verify(&moves).expect("invariant: solutions solve").pushes;
        let pushes = moves.map(count);
        let is_proved = pushes.is_some() && bound.is_none();
        Self {
            boxes: board.boxes().len(),
            start,
            pushes,
            is_proved,
            end: if is_proved { pushes } else { bound },
            nodes: control.stats().nodes,
            seconds: time.as_secs_f64(),
            peak_bytes: control.stats().peak_bytes,
        }
    }

    fn row(&self, name: &str, known: Option<u64>) -> Vec<Cell> {
        let [matching, groups] = self.start;
        vec![
            name.into(),
            Cell::Count(self.boxes as u64),
            matching.into(),
            groups.into(),
            self.end.into(),
            self.pushes.into(),
            if self.is_proved { "yes" } else { "no" }.into(),
            known.into(),
            Cell::Count(self.nodes),
            Cell::Number(self.seconds, 2),
            Cell::Count(self.peak_bytes.div_ceil(1 << 20)),
        ]
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let budget = runner.size(
        Budget::new().with_time_by(thread_time, Duration::from_secs(SECONDS)).with_bytes(8 << 30),
        Budget::new().with_nodes(2_000),
    );
    let limits = runner.size(format!("{SECONDS} seconds and 8 GiB"), "2,000 nodes".to_owned());
    let nodes = runner.size(50_000, 200);
    let (mut sets, mut provers, mut levels) = (Vec::new(), Vec::new(), Vec::new());
    for (set, file, letter, known) in SETS {
        let puzzles = puzzles(runner, file, letter)?;
        let known = fewest_known(&runner.data(known)?);
        let tasks = puzzles.iter().map(|puzzle| (format!("proof, {}, {limits}", puzzle.name), &puzzle.level));
        let proofs = runner.map_kept("levels", tasks.collect(), |level| Proof::of(level, &budget));
        sets.push(set_row(set, &puzzles, &proofs));
        let known = known.iter().copied().chain(std::iter::repeat(None));
        let all = puzzles.iter().zip(&proofs).zip(known);
        levels.extend(all.map(|((puzzle, proof), known)| proof.row(&puzzle.name, known)));
        for solvers in PROVERS {
            let tasks = puzzles
                .iter()
                .flat_map(|puzzle| solvers.iter().map(|&solver| (solver, &puzzle.level)))
                .collect();
            let budget = Budget::new().with_nodes(nodes);
            let attempts = runner.map("levels", tasks, |(solver, level)| attempt(solver, level, &budget));
            provers.extend(prover_rows(set, solvers, &attempts));
        }
    }
    let set_columns = [
        "levels",
        "of",
        "proved",
        "seconds for these",
        "gap at the start by the matching",
        "gap at the start by groups",
        "proved levels",
    ];
    let prover_columns =
        ["levels", "solver", "proved", "thousand nodes on common proofs", "seconds on common proofs"];
    let level_columns = [
        "puzzle",
        "boxes",
        "matching at the start",
        "groups at the start",
        "bound at the end",
        "pushes",
        "proved",
        "fewest verified elsewhere",
        "nodes",
        "seconds",
        "MiB",
    ];
    Ok(Findings {
        tables: vec![
            Table::new("", "Summary", set_columns.map(str::to_owned), sets),
            Table::new("provers", "What the parts are worth", prover_columns.map(str::to_owned), provers),
            Table::new("levels", "Level by level", level_columns.map(str::to_owned), levels).in_a_file(),
        ],
        figures: vec![("limits", limits.to_string()), ("nodes", nodes.to_string())],
        ..Findings::default()
    })
}

fn set_row(set: &str, puzzles: &[Puzzle], proofs: &[Proof]) -> Vec<Cell> {
    let proved = || puzzles.iter().zip(proofs).filter(|(_, proof)| proof.is_proved);
    let gap =
        |number: usize| proved().filter_map(|(_, proof)| Some(proof.pushes? - proof.start[number]?)).sum();
    let names: Vec<_> = proved().map(|(puzzle, _)| puzzle.name.as_str()).collect();
    vec![
        set.into(),
        Cell::Count(proofs.len() as u64),
        Cell::Count(proved().count() as u64),
        Cell::Number(proved().map(|(_, proof)| proof.seconds).sum(), 1),
        Cell::Count(gap(0)),
        Cell::Count(gap(1)),
        if names.len() == proofs.len() { "all".into() } else { names.join(" ").into() },
    ]
}

/// A row for each of some solvers, whose attempts take turns.
fn prover_rows(set: &str, solvers: &[&str], attempts: &[Attempt]) -> Vec<Vec<Cell>> {
    let is_proof = |attempt: &Attempt| matches!(attempt.solved, Some((_, true)));
    let turns = || attempts.chunks(solvers.len());
    let proved = |number: usize| turns().filter(move |turn| is_proof(&turn[number])).count();
    let proving: Vec<_> = (0..solvers.len()).filter(|&number| proved(number) > 0).collect();
    let common = || turns().filter(|turn| proving.iter().all(|&number| is_proof(&turn[number])));
    let row = |(number, &solver): (usize, &&str)| {
        let proves = proving.contains(&number);
        let nodes: u64 = common().map(|turn| turn[number].nodes).sum();
        let seconds = common().map(|turn| turn[number].seconds).sum();
        vec![
            set.into(),
            solver.into(),
            Cell::Count(proved(number) as u64),
            if proves { Cell::Number(nodes as f64 / 1e3, 1) } else { Cell::None },
            if proves { Cell::Number(seconds, 2) } else { Cell::None },
        ]
    };
    solvers.iter().enumerate().map(row).collect()
}
