//! The default solver, its improver, and the worth of the techniques of its strongest search.

use std::time::Duration;

use motion_core::{Budget, Control, Solver as _};
use sokoban::improve::Improver;
use sokoban::{Auto, Moves};

use super::{Attempt, MICROBAN, Puzzle, XSOKOBAN, attempt, names, nodes, puzzles, solved};
use crate::reproduce::attempt::Attempt as Run;
use crate::reproduce::findings::{Cell, Findings, Rows};
use crate::reproduce::obstacle::Obstacle;
use crate::reproduce::runner::Runner;
use crate::thread_time::thread_time;

/// The sets of levels, and the files with their fewest known pushes.
pub(super) const SETS: [(&str, &str, char, &str); 2] = [
    ("XSokoban", XSOKOBAN, 'X', "sokoban/known_pushes_xsokoban.tsv"),
    ("Microban 1", MICROBAN, 'M', "sokoban/known_pushes_microban1.tsv"),
];

/// The techniques that are left out, and the search without each of them.
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
    /// The number of steps of the plan by sinks, and the number of those that park a box.
    plan: (usize, usize),
    boxes: usize,
    nodes: u64,
    seconds: f64,
    /// The number of pushes, before and after improvement.
    pushes: Option<(u64, u64)>,
}

impl Solution {
    /// Solves a puzzle within a budget, and improves the solution within another.
    fn of(puzzle: &Puzzle, budget: &Budget, improvement: &Budget) -> Self {
        let analysis = puzzle.level.analysis();
        let plan = analysis.plan_by_sinks();
        let parked = (0..plan.steps().len()).filter(|&step| plan.is_parked(step)).count();
        let count = |moves: &Moves| puzzle.level.verify(moves).expect("invariant: solutions solve").pushes;
        let run = Run::of(&mut Control::new(budget.clone()), |control| {
            Auto::default().solve(&puzzle.level, control)
        });
        let pushes = run.best.map(|moves| {
            let before = count(&moves);
            let improved =
                Improver::default().improve(&puzzle.level, moves, &mut Control::new(improvement.clone()));
            (before, count(&improved.expect("invariant: solutions solve").moves))
        });
        Self {
            plan: (plan.steps().len(), parked),
            boxes: analysis.board().boxes().len(),
            nodes: run.nodes,
            seconds: run.seconds,
            pushes,
        }
    }
}

/// A set of levels, with the solutions of the default solver, the fewest known pushes, and for each
/// technique the attempts without it.
struct Set {
    name: &'static str,
    puzzles: Vec<Puzzle>,
    solutions: Vec<Solution>,
    known: Vec<Option<u64>>,
    without: [Vec<Attempt>; TECHNIQUES.len()],
}

impl Set {
    /// Returns the pushes, the pushes after improvement, and the fewest known pushes of the levels
    /// that have all three.
    fn compared(&self) -> impl Iterator<Item = [u64; 3]> {
        let pairs = self.solutions.iter().zip(&self.known);
        pairs.filter_map(|(it, known)| {
            it.pushes.zip(*known).map(|((before, after), known)| [before, after, known])
        })
    }

    /// Returns the levels, each with the attempts with all techniques and without one.
    fn pairs(&self, technique: usize) -> impl Iterator<Item = (&Puzzle, &Attempt, &Attempt)> {
        let pairs = self.without[0].iter().zip(&self.without[technique]);
        self.puzzles.iter().zip(pairs).map(|(puzzle, (all, it))| (puzzle, all, it))
    }
}

pub(super) fn measure(runner: &Runner) -> Result<Findings, Obstacle> {
    let by_time = |milliseconds| Budget::new().with_time_by(thread_time, Duration::from_millis(milliseconds));
    let (budget, improvement) = runner.size(
        (by_time(60_000).with_bytes(4 << 30), by_time(2_000)),
        (Budget::new().with_nodes(2_000), Budget::new().with_nodes(200)),
    );
    let limit = runner.size(150_000, 200);
    let mut sets = Vec::new();
    for (name, file, letter, known) in SETS {
        let puzzles = puzzles(runner, file, letter)?;
        let mut known = fewest_known(&runner.data(known)?);
        known.resize(puzzles.len(), None);
        let solutions = runner
            .map("levels", puzzles.iter().collect(), |puzzle| Solution::of(puzzle, &budget, &improvement));
        let without = TECHNIQUES.map(|(_, solver)| {
            let tasks = puzzles.iter().map(|puzzle| &puzzle.level).collect();
            let budget = Budget::new().with_nodes(limit);
            runner.map("levels", tasks, |level| attempt(solver, level, &budget))
        });
        sets.push(Set { name, puzzles, solutions, known, without });
    }
    let summary = Rows::of(&sets)
        .column("levels", |set| set.name)
        .column("of", |set| set.solutions.len())
        .column("solved", |set| set.solutions.iter().filter(|it| it.pushes.is_some()).count())
        .number("seconds together", 1, |set| {
            let solved = set.solutions.iter().filter(|it| it.pushes.is_some());
            solved.map(|it| it.seconds).sum::<f64>()
        })
        .column("compared", |set| set.compared().count())
        .column("pushes", |set| set.compared().map(|it| it[0]).sum::<u64>())
        .column("pushes improved", |set| set.compared().map(|it| it[1]).sum::<u64>())
        .column("fewest verified elsewhere", |set| set.compared().map(|it| it[2]).sum::<u64>())
        .column("shorter than these", |set| set.compared().filter(|it| it[1] < it[2]).count())
        .column("longer than these", |set| set.compared().filter(|it| it[1] > it[2]).count())
        .shown("", "Summary");
    let listed = |technique: usize, is: fn(&Attempt, &Attempt) -> bool| -> Cell {
        let pairs = sets.iter().flat_map(|set| set.pairs(technique));
        names(pairs.filter(|(_, all, it)| is(all, it)).map(|(puzzle, ..)| puzzle))
    };
    let techniques = Rows::of(TECHNIQUES.into_iter().enumerate())
        .column("without", |row| row.1.0)
        .column("solver", |row| row.1.1)
        .for_each(&sets, |rows, set| {
            rows.column(format!("solved of {}", set.name), |row| solved(&set.without[row.0]))
        })
        .column("lost", |row| listed(row.0, |all, it| all.is_solved() && !it.is_solved()))
        .column("won", |row| listed(row.0, |all, it| !all.is_solved() && it.is_solved()))
        .number("million nodes", 2, |row| nodes(sets.iter().flat_map(|set| &set.without[row.0])) as f64 / 1e6)
        .shown("techniques", "Techniques");
    let levels = sets.iter().flat_map(|set| set.puzzles.iter().zip(&set.solutions).zip(&set.known));
    let levels = Rows::of(levels)
        .column("puzzle", |((puzzle, _), _)| &*puzzle.name)
        .column("boxes", |((_, it), _)| it.boxes)
        .column("steps of the plan", |((_, it), _)| it.plan.0)
        .column("of them parking", |((_, it), _)| it.plan.1)
        .column("nodes", |((_, it), _)| it.nodes)
        .number("seconds", 2, |((_, it), _)| it.seconds)
        .column("pushes", |((_, it), _)| it.pushes.map(|pushes| pushes.0))
        .column("pushes improved", |((_, it), _)| it.pushes.map(|pushes| pushes.1))
        .column("fewest verified elsewhere", |(_, known)| **known)
        .in_a_file("levels", "Level by level");
    let limits = runner.size(
        "60 seconds and 4 GiB a level for the default solver, 2 seconds for the improver",
        "2,000 nodes a level for the default solver, 200 for the improver",
    );
    Ok(Findings::of([summary, techniques, levels]).with_figure("limits", limits).with_figure("nodes", limit))
}

/// Returns the fewest verified pushes of each level, from a table with a row for each level.
pub(super) fn fewest_known(table: &str) -> Vec<Option<u64>> {
    let rows = table.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    rows.map(|row| row.split('\t').nth(2).and_then(|pushes| pushes.parse().ok())).collect()
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
