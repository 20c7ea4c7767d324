//! Proofs of the fewest pushes.

use std::time::Duration;

use motion_core::{Budget, Control};
use serde::{Deserialize, Serialize};
use sokoban::board::{BoardSearch, SearchBoard};
use sokoban::bound::{GroupTables, LowerBounds};
use sokoban::search::Position;
use sokoban::solver::{Enhancement, Enhancements};
use sokoban::{Auto, Level};

use super::default_solver::{SETS, fewest_known};
use super::{Attempt, Puzzle, attempt, names, nodes, puzzles, seconds};
use crate::reproduce::findings::{Cell, Findings, Rows};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;
use crate::thread_time::thread_time;

/// The time limit of a level.
const SECONDS: u64 = 300;

/// Two searches, each with more and more techniques that shorten proofs.
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

/// The default solver's proof for a level.
#[derive(Serialize, Deserialize)]
struct Proof {
    boxes: usize,
    /// The lower bounds at the start, by the matching and by groups.
    start: [Option<u64>; 2],
    pushes: Option<u64>,
    is_proved: bool,
    /// The lower bound at the end.
    end: Option<u64>,
    nodes: u64,
    seconds: f64,
    peak_bytes: u64,
}

/// A search that returns the lower bounds at the start of a level.
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
        let attempt = super::super::attempt::attempt(&solver, level, budget);
        let is_proved = attempt.is_proved();
        let pushes = attempt.best.map(|metrics| metrics.pushes);
        Self {
            boxes: board.boxes().len(),
            start,
            pushes,
            is_proved,
            end: if is_proved { pushes } else { attempt.lower_bound },
            nodes: attempt.nodes,
            seconds: attempt.seconds,
            peak_bytes: attempt.peak_bytes,
        }
    }
}

/// A set of levels, their proofs, and the fewest known pushes.
struct Set {
    name: &'static str,
    puzzles: Vec<Puzzle>,
    proofs: Vec<Proof>,
    known: Vec<Option<u64>>,
}

impl Set {
    fn proved(&self) -> impl Iterator<Item = (&Puzzle, &Proof)> {
        self.puzzles.iter().zip(&self.proofs).filter(|(_, proof)| proof.is_proved)
    }

    /// Returns by how much the fewest pushes exceed a bound at the start, in total.
    fn gap(&self, number: usize) -> u64 {
        self.proved().filter_map(|(_, proof)| Some(proof.pushes? - proof.start[number]?)).sum()
    }
}

/// The attempts of some solvers on a set of levels.
struct Family {
    set: &'static str,
    solvers: &'static [&'static str],
    /// The attempts for each level, one by each solver.
    attempts: Vec<Vec<Attempt>>,
}

impl Family {
    fn proved(&self, solver: usize) -> usize {
        self.attempts.iter().filter(|of_level| of_level[solver].is_proved() == Some(true)).count()
    }

    /// Returns a solver's attempts on the levels whose fewest pushes are proved by all solvers that
    /// prove any; `None` if this solver proves none.
    fn on_common_proofs(&self, solver: usize) -> Option<impl Iterator<Item = &Attempt>> {
        let proving: Vec<_> = (0..self.solvers.len()).filter(|&it| self.proved(it) > 0).collect();
        proving.contains(&solver).then(|| {
            let is_common = move |of_level: &&Vec<Attempt>| {
                proving.iter().all(|&it| of_level[it].is_proved() == Some(true))
            };
            self.attempts.iter().filter(is_common).map(move |of_level| &of_level[solver])
        })
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let budget = runner.size(
        Budget::new().with_time_by(thread_time, Duration::from_secs(SECONDS)).with_bytes(8 << 30),
        Budget::new().with_nodes(2_000),
    );
    let limits = runner.size(format!("{SECONDS} seconds and 8 GiB"), "2,000 nodes".to_owned());
    let limit = runner.size(50_000, 200);
    let (mut sets, mut families) = (Vec::new(), Vec::new());
    for (name, file, letter, known) in SETS {
        let puzzles = puzzles(runner, file, letter)?;
        let mut known = fewest_known(&runner.data(known)?);
        known.resize(puzzles.len(), None);
        let tasks = puzzles.iter().map(|puzzle| (format!("proof, {}, {limits}", puzzle.name), &puzzle.level));
        let proofs = runner.map_kept("levels", tasks.collect(), |level| Proof::of(level, &budget));
        for solvers in PROVERS {
            let budget = Budget::new().with_nodes(limit);
            let attempts = runner.map_pairs("levels", &puzzles, solvers, |puzzle, solver| {
                attempt(solver, &puzzle.level, &budget)
            });
            families.push(Family { set: name, solvers, attempts });
        }
        sets.push(Set { name, puzzles, proofs, known });
    }
    let summary = Rows::of(&sets)
        .column("levels", |set| set.name)
        .column("of", |set| set.proofs.len())
        .column("proved", |set| set.proved().count())
        .number("seconds for these", 1, |set| set.proved().map(|(_, proof)| proof.seconds).sum::<f64>())
        .column("gap at the start by the matching", |set| set.gap(0))
        .column("gap at the start by groups", |set| set.gap(1))
        .column("proved levels", |set| {
            let are_all = set.proofs.iter().all(|proof| proof.is_proved);
            if are_all { Cell::from("all") } else { names(set.proved().map(|(puzzle, _)| puzzle)) }
        })
        .shown("", "Summary");
    let rows = families.iter().flat_map(|it| it.solvers.iter().enumerate().map(move |solver| (it, solver)));
    let provers = Rows::of(rows)
        .column("levels", |(family, _)| family.set)
        .column("solver", |(_, (_, solver))| **solver)
        .column("proved", |(family, (number, _))| family.proved(*number))
        .number("thousand nodes on common proofs", 1, |(family, (number, _))| {
            Some(nodes(family.on_common_proofs(*number)?) as f64 / 1e3)
        })
        .number("seconds on common proofs", 2, |(family, (number, _))| {
            family.on_common_proofs(*number).map(seconds)
        })
        .shown("provers", "What the parts are worth");
    let rows = sets.iter().flat_map(|set| set.puzzles.iter().zip(&set.proofs).zip(&set.known));
    let levels = Rows::of(rows)
        .column("puzzle", |((puzzle, _), _)| &*puzzle.name)
        .column("boxes", |((_, proof), _)| proof.boxes)
        .column("matching at the start", |((_, proof), _)| proof.start[0])
        .column("groups at the start", |((_, proof), _)| proof.start[1])
        .column("bound at the end", |((_, proof), _)| proof.end)
        .column("pushes", |((_, proof), _)| proof.pushes)
        .column("proved", |((_, proof), _)| proof.is_proved)
        .column("fewest verified elsewhere", |(_, known)| **known)
        .column("nodes", |((_, proof), _)| proof.nodes)
        .number("seconds", 2, |((_, proof), _)| proof.seconds)
        .column("MiB", |((_, proof), _)| proof.peak_bytes.div_ceil(1 << 20))
        .in_a_file("levels", "Level by level");
    Ok(Findings::of([summary, provers, levels]).with_figure("limits", limits).with_figure("nodes", limit))
}
