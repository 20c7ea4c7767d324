//! Figures of the thesis beside ours.

use super::thesis::{self, Thesis};
use super::{Attempt, Named, Puzzle};
use crate::reproduce::findings::{Axis, Cell, Curve, Plot, Table};
use crate::statistics::median;

/// What all solvers did with all puzzles.
pub(super) struct Comparison<'a> {
    pub(super) puzzles: &'a [Puzzle],
    pub(super) solvers: &'a [Named],
    /// By solver, then by puzzle.
    pub(super) attempts: Vec<Vec<Attempt>>,
    pub(super) thesis: Thesis,
}

impl Comparison<'_> {
    /// Ours and, if there is one, the thesis's, puzzle by puzzle.
    fn pairs(
        &self,
        number: usize,
    ) -> impl Iterator<Item = (&Puzzle, &Attempt, Option<thesis::Attempt>)> + Clone {
        let theirs = self.solvers[number].1;
        self.puzzles.iter().zip(&self.attempts[number]).map(move |(puzzle, ours)| {
            (puzzle, ours, theirs.and_then(|name| self.thesis.attempt(name, &puzzle.name)))
        })
    }

    /// The fewest pushes of each puzzle, if a solver has proved them.
    fn fewest(&self, puzzle: usize) -> Option<u64> {
        let of_puzzle = self.attempts.iter().filter_map(|attempts| attempts[puzzle].solved);
        of_puzzle.filter(|&(_, is_proved)| is_proved).map(|(pushes, _)| pushes).next()
    }

    /// A row for each solver.
    pub(super) fn summary(&self) -> Table {
        let columns = [
            "solver",
            "solved",
            "in the thesis",
            "fewest pushes",
            "1,000 nodes/s",
            "in the thesis",
            "nodes ≤ thesis's",
            "of",
            "fewer nodes than the first",
            "faster than the first",
            "seconds in all",
        ];
        let rows = (0..self.solvers.len()).map(|number| self.row(number));
        Table::new("", "Summary", columns, rows)
    }

    fn row(&self, number: usize) -> Vec<Cell> {
        let (name, theirs) = self.solvers[number];
        let ours = &self.attempts[number];
        let count = |is: &dyn Fn(usize, &Attempt) -> bool| {
            ours.iter().enumerate().filter(|&(puzzle, attempt)| is(puzzle, attempt)).count() as u64
        };
        let solved = count(&|_, attempt| attempt.solved.is_some());
        let fewest = count(&|puzzle, attempt| {
            attempt.solved.is_some_and(|(pushes, _)| self.fewest(puzzle) == Some(pushes))
        });
        let speed = |nodes: u64, seconds: f64| (seconds >= 0.001).then(|| nodes as f64 / seconds / 1000.0);
        let our_speed = median(ours.iter().filter_map(|attempt| speed(attempt.nodes, attempt.seconds)));
        let attempts = self.pairs(number).filter_map(|(_, _, theirs)| theirs);
        let their_speed =
            median(attempts.clone().filter_map(|attempt| speed(attempt.nodes?, attempt.seconds?)));
        let both: Vec<_> = self
            .pairs(number)
            .filter_map(|(_, ours, theirs)| {
                ours.solved?;
                theirs?.pushes?;
                Some((ours.nodes, theirs?.nodes?))
            })
            .collect();
        let no_more = both.iter().filter(|(ours, theirs)| ours <= theirs).count() as u64;
        // Both must have solved a puzzle to be compared on it.
        let against_first = |is_better: &dyn Fn(&Attempt, &Attempt) -> bool| {
            let first = &self.attempts[0];
            let better = ours.iter().zip(first).filter(|(ours, first)| {
                ours.solved.is_some() && first.solved.is_some() && is_better(ours, first)
            });
            if number == 0 { Cell::None } else { Cell::Count(better.count() as u64) }
        };
        let of_thesis = |figure: u64| theirs.map(|_| figure);
        vec![
            name.into(),
            solved.into(),
            of_thesis(attempts.filter(|attempt| attempt.pushes.is_some()).count() as u64).into(),
            fewest.into(),
            Cell::number(our_speed, 0),
            Cell::number(their_speed, 1),
            of_thesis(no_more).into(),
            of_thesis(both.len() as u64).into(),
            against_first(&|ours, first| ours.nodes < first.nodes),
            against_first(&|ours, first| ours.seconds < first.seconds),
            Cell::Number(ours.iter().map(|attempt| attempt.seconds).sum(), 1),
        ]
    }

    /// A row for each puzzle and solver, as in the appendix.
    pub(super) fn levels(&self) -> Table {
        let columns = [
            "solver",
            "puzzle",
            "boxes",
            "pushes",
            "proved",
            "nodes",
            "seconds",
            "thesis pushes",
            "thesis nodes",
            "thesis seconds",
        ];
        let rows = (0..self.solvers.len()).flat_map(|number| {
            self.pairs(number).map(move |(puzzle, ours, theirs)| {
                vec![
                    self.solvers[number].0.into(),
                    puzzle.name.clone().into(),
                    Cell::Count(puzzle.level.boxes().count() as u64),
                    ours.solved.map(|(pushes, _)| pushes).into(),
                    ours.solved.map(|(_, is_proved)| if is_proved { "yes" } else { "no" }).into(),
                    ours.nodes.into(),
                    Cell::Number(ours.seconds, 4),
                    theirs.and_then(|theirs| theirs.pushes).map(u64::from).into(),
                    theirs.and_then(|theirs| theirs.nodes).into(),
                    Cell::number(theirs.and_then(|theirs| theirs.seconds), 3),
                ]
            })
        });
        Table::new("levels", "Level by level", columns, rows).in_a_file()
    }

    pub(super) fn nodes(&self) -> Plot {
        let curves =
            self.curves(|attempt| attempt.nodes as f64, |attempt| attempt.nodes.map(|nodes| nodes as f64));
        plot("nodes", "Nodes of the levels that are solved", "nodes", curves)
    }

    pub(super) fn times(&self) -> Plot {
        let curves = self.curves(|attempt| attempt.seconds, |attempt| attempt.seconds);
        plot("times", "Times of the levels that are solved", "seconds", curves)
    }

    /// For each solver the figures of the levels it has solved, from the least to the greatest, and
    /// the first one's of the thesis.
    fn curves(&self, ours: fn(&Attempt) -> f64, theirs: fn(&thesis::Attempt) -> Option<f64>) -> Vec<Curve> {
        let ascending = |mut values: Vec<f64>| {
            values.sort_by(f64::total_cmp);
            values.into_iter().zip(1..).map(|(value, number)| (f64::from(number), value))
        };
        let mut curves: Vec<_> = self
            .solvers
            .iter()
            .zip(&self.attempts)
            .map(|(&(name, _), attempts)| {
                let solved = attempts.iter().filter(|attempt| attempt.solved.is_some());
                Curve::ours(name, ascending(solved.map(ours).collect()))
            })
            .collect();
        let solved = self.pairs(0).filter_map(|(_, _, attempt)| attempt).filter(|it| it.pushes.is_some());
        let values = solved.filter_map(|attempt| theirs(&attempt)).collect();
        curves.push(Curve::of_paper(format!("{} of the thesis", self.solvers[0].0), ascending(values)));
        curves
    }
}

fn plot(name: &'static str, title: &str, y: &'static str, curves: Vec<Curve>) -> Plot {
    Plot {
        name,
        title: title.to_owned(),
        x: Axis::linear("levels solved with so much or less"),
        y: Axis::logarithmic(y),
        curves,
    }
}
