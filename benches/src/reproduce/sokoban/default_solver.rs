//! The default solver, its improver, and what the techniques of its strongest search are worth.

use std::time::Duration;

use motion_core::{Budget, Control, Solver as _};
use sokoban::{Auto, Improver, LevelAnalysis, Moves};

use super::{Attempt, MICROBAN, Puzzle, XSOKOBAN, attempt, puzzles};
use crate::reproduce::findings::{Cell, Findings, Table};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;
use crate::thread_time::{thread_time, timed};

/// The sets of levels, and the files with the fewest pushes known for them.
pub(super) const SETS: [(&str, &str, char, &str); 2] = [
    ("XSokoban", XSOKOBAN, 'X', "sokoban/known_pushes_xsokoban.tsv"),
    ("Microban 1", MICROBAN, 'M', "sokoban/known_pushes_microban1.tsv"),
];

/// What is left out, and the search without it.
const TECHNIQUES: [(&str, &str); 7] = [
    ("nothing", "FESS+sinks+efficient"),
    ("sinks", "FESS+sinks+efficient+nearest"),
    ("ties by features", "FESS+sinks+efficient+near"),
    ("opener", "FESS+sinks+efficient+no-opener"),
    ("explorer", "FESS+sinks+efficient+no-explorer"),
    ("links of rooms", "FESS+sinks+efficient+no-tunnels"),
    ("inefficient squares left out", "FESS+sinks"),
];

/// A level solved by the default solver.
struct Solution {
    /// The steps of the plan by sinks, and those of them that park a box.
    plan: (usize, usize),
    boxes: usize,
    nodes: u64,
    seconds: f64,
    /// The pushes, and those after improvement.
    pushes: Option<(u64, u64)>,
}

impl Solution {
    /// The default solver's within a budget, improved within another.
    fn of(puzzle: &Puzzle, budget: &Budget, improvement: &Budget) -> Self {
        let analysis = LevelAnalysis::new(&puzzle.level);
        let plan = analysis.plan_by_sinks();
        let parked = (0..plan.steps().len()).filter(|&step| plan.is_parked(step)).count();
        let mut control = Control::new(budget.clone());
        let (outcome, time) = timed(|| Auto::default().solve(&puzzle.level, &mut control));
        let pushes = outcome.plan().map(|moves| {
            let count =
                |moves: &Moves| puzzle.level.verify(moves).expect("invariant: solutions solve").pushes;
            let before = count(&moves);
            let improved =
                Improver::default().improve(&puzzle.level, moves, &mut Control::new(improvement.clone()));
            (before, count(&improved.expect("invariant: solutions solve").moves))
        });
        Self {
            plan: (plan.steps().len(), parked),
            boxes: analysis.board().boxes().len(),
            nodes: control.stats().nodes,
            seconds: time.as_secs_f64(),
            pushes,
        }
    }

    fn row(&self, puzzle: &Puzzle, known: Option<u64>) -> Vec<Cell> {
        let [steps, parked, boxes] = [self.plan.0, self.plan.1, self.boxes].map(|count| count as u64);
        vec![
            puzzle.name.clone().into(),
            Cell::Count(boxes),
            Cell::Count(steps),
            Cell::Count(parked),
            Cell::Count(self.nodes),
            Cell::Number(self.seconds, 2),
            self.pushes.map(|(before, _)| before).into(),
            self.pushes.map(|(_, after)| after).into(),
            known.into(),
        ]
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let by_time = |milliseconds| Budget::new().with_time_by(thread_time, Duration::from_millis(milliseconds));
    let (budget, improvement) = runner.size(
        (by_time(60_000).with_bytes(4 << 30), by_time(2_000)),
        (Budget::new().with_nodes(2_000), Budget::new().with_nodes(200)),
    );
    let nodes = runner.size(150_000, 200);
    let (mut sets, mut levels) = (Vec::new(), Vec::new());
    let mut techniques: Vec<Vec<Vec<Attempt>>> = TECHNIQUES.map(|_| Vec::new()).into();
    let mut names = Vec::new();
    for (set, file, letter, known) in SETS {
        let puzzles = puzzles(runner, file, letter)?;
        let known = fewest_known(&runner.data(known)?);
        let solutions = runner
            .map("levels", puzzles.iter().collect(), |puzzle| Solution::of(puzzle, &budget, &improvement));
        sets.push(set_row(set, &solutions, &known));
        let known = known.iter().copied().chain(std::iter::repeat(None));
        levels.extend(
            puzzles
                .iter()
                .zip(&solutions)
                .zip(known)
                .map(|((puzzle, solution), known)| solution.row(puzzle, known)),
        );
        for ((_, solver), attempts) in TECHNIQUES.iter().zip(&mut techniques) {
            let tasks = puzzles.iter().map(|puzzle| &puzzle.level).collect();
            let budget = Budget::new().with_nodes(nodes);
            attempts.push(runner.map("levels", tasks, |level| attempt(solver, level, &budget)));
        }
        names.push(puzzles.into_iter().map(|puzzle| puzzle.name).collect::<Vec<_>>());
    }
    let rows = TECHNIQUES
        .iter()
        .zip(&techniques)
        .map(|((name, solver), attempts)| technique_row(name, solver, &names, &techniques[0], attempts));
    let level_columns = [
        "puzzle",
        "boxes",
        "steps of the plan",
        "of them parking",
        "nodes",
        "seconds",
        "pushes",
        "pushes improved",
        "fewest verified elsewhere",
    ];
    let set_columns = [
        "levels",
        "of",
        "solved",
        "seconds together",
        "compared",
        "pushes",
        "pushes improved",
        "fewest verified elsewhere",
        "shorter than these",
        "longer than these",
    ];
    let technique_columns =
        ["without", "solver", "solved of XSokoban", "solved of Microban 1", "lost", "won", "million nodes"];
    let limits = runner.size(
        "60 seconds and 4 GiB a level for the default solver, 2 seconds for the improver",
        "2,000 nodes a level for the default solver, 200 for the improver",
    );
    Ok(Findings {
        tables: vec![
            Table::new("", "Summary", set_columns.map(str::to_owned), sets),
            Table::new("techniques", "Techniques", technique_columns.map(str::to_owned), rows),
            Table::new("levels", "Level by level", level_columns.map(str::to_owned), levels).in_a_file(),
        ],
        figures: vec![("limits", limits.to_string()), ("nodes", nodes.to_string())],
        ..Findings::default()
    })
}

/// The fewest verified pushes of each level, from a table with a row for each.
pub(super) fn fewest_known(table: &str) -> Vec<Option<u64>> {
    let rows = table.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    rows.map(|row| row.split('\t').nth(2).and_then(|pushes| pushes.parse().ok())).collect()
}

fn set_row(set: &str, solutions: &[Solution], known: &[Option<u64>]) -> Vec<Cell> {
    let solved = || solutions.iter().filter(|it| it.pushes.is_some());
    let compared: Vec<(u64, u64, u64)> = solutions
        .iter()
        .zip(known)
        .filter_map(|(it, known)| {
            it.pushes.zip(*known).map(|((before, after), known)| (before, after, known))
        })
        .collect();
    let count =
        |is: fn(&(u64, u64, u64)) -> bool| Cell::Count(compared.iter().filter(|it| is(it)).count() as u64);
    vec![
        set.into(),
        Cell::Count(solutions.len() as u64),
        Cell::Count(solved().count() as u64),
        Cell::Number(solved().map(|it| it.seconds).sum(), 1),
        Cell::Count(compared.len() as u64),
        Cell::Count(compared.iter().map(|it| it.0).sum()),
        Cell::Count(compared.iter().map(|it| it.1).sum()),
        Cell::Count(compared.iter().map(|it| it.2).sum()),
        count(|it| it.1 < it.2),
        count(|it| it.1 > it.2),
    ]
}

/// What a search without a technique solves, of each set, beside the search with all of them.
fn technique_row(
    name: &str,
    solver: &str,
    names: &[Vec<String>],
    all: &[Vec<Attempt>],
    attempts: &[Vec<Attempt>],
) -> Vec<Cell> {
    let solved = |set: usize| attempts[set].iter().filter(|it| it.solved.is_some()).count() as u64;
    let pairs = || names.iter().flatten().zip(all.iter().flatten().zip(attempts.iter().flatten()));
    let listed = |is: fn(&Attempt, &Attempt) -> bool| -> Cell {
        let names: Vec<_> =
            pairs().filter(|(_, (all, it))| is(all, it)).map(|(name, _)| name.as_str()).collect();
        names.join(" ").into()
    };
    let nodes: u64 = attempts.iter().flatten().map(|it| it.nodes).sum();
    vec![
        name.into(),
        solver.into(),
        Cell::Count(solved(0)),
        Cell::Count(solved(1)),
        listed(|all, it| all.solved.is_some() && it.solved.is_none()),
        listed(|all, it| all.solved.is_none() && it.solved.is_some()),
        Cell::Number(nodes as f64 / 1e6, 2),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_pushes_are_read_from_the_third_column() {
        let table = "# a comment\nlevel\toptimal\tbest_verified\n1\t97\t97\n2\t-\t131\n3\t-\t-\n";
        assert_eq!(fewest_known(table), [Some(97), Some(131), None]);
    }
}
