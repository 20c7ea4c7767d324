//! A comparison of our figures with those of the thesis.

use super::reading::{Figures, Reading};
use super::thesis::{self, Column, REFERENCES, Thesis};
use super::{Attempt, Named, Puzzle, seconds, solved};
use crate::reproduce::findings::{Axis, Curve, Plot, Rows, Table};
use crate::statistics::{deviation, mean, median};

/// The attempts of all solvers on all puzzles.
pub(super) struct Comparison<'a> {
    pub(super) puzzles: &'a [Puzzle],
    pub(super) solvers: &'a [Named],
    /// The attempts by solver, then by puzzle.
    pub(super) attempts: Vec<Vec<Attempt>>,
    pub(super) thesis: Thesis,
}

/// Two solvers that are compared: their places among ours, and the place of the second among the
/// thesis's.
struct Pair {
    number: usize,
    place: usize,
    reference: usize,
}

impl Comparison<'_> {
    /// Returns our attempts and, if there are any, those of the thesis, puzzle by puzzle.
    fn pairs(
        &self,
        number: usize,
    ) -> impl Iterator<Item = (&Puzzle, &Attempt, Option<thesis::Attempt>)> + Clone {
        let theirs = self.solvers[number].1;
        self.puzzles.iter().zip(&self.attempts[number]).map(move |(puzzle, ours)| {
            (puzzle, ours, theirs.and_then(|name| self.thesis.attempt(name, &puzzle.name)))
        })
    }

    /// Returns the fewest pushes of a puzzle, if a solver has proved them.
    fn fewest(&self, puzzle: usize) -> Option<u64> {
        let of_puzzle = self.attempts.iter().filter_map(|attempts| attempts[puzzle].solved);
        of_puzzle.filter(|&(_, is_proved)| is_proved).map(|(pushes, _)| pushes).next()
    }

    /// Returns the column of the thesis's tables 1 to 4 for a solver.
    fn column(&self, number: usize) -> Option<Column> {
        self.solvers[number].1.and_then(Column::of)
    }

    /// Returns the number of puzzles that the thesis has solved by the corresponding solver.
    fn solved_in_thesis(&self, number: usize) -> Option<usize> {
        let is_solved = |theirs: Option<thesis::Attempt>| theirs.is_some_and(|it| it.pushes.is_some());
        self.solvers[number].1.map(|_| self.pairs(number).filter(|it| is_solved(it.2)).count())
    }

    /// Returns our nodes and those of the thesis for the puzzles that both have solved.
    fn nodes_of_both(&self, number: usize) -> Option<Vec<(u64, u64)>> {
        let both = self.pairs(number).filter_map(|(_, ours, theirs)| {
            ours.solved?;
            theirs?.pushes?;
            Some((ours.nodes, theirs?.nodes?))
        });
        self.solvers[number].1.map(|_| both.collect())
    }

    /// Returns a table with a row for each solver.
    pub(super) fn summary(&self) -> Table {
        let ours = |&number: &usize| self.attempts[number].iter();
        let speeds = |number: &usize| self.attempts[*number].iter().filter_map(Attempt::speed);
        Rows::of(0..self.solvers.len())
            .column("solver", |&number| self.solvers[number].0)
            .column("solved", |number| solved(ours(number)))
            .column("solved in the thesis", |&number| self.solved_in_thesis(number))
            .column("fewest pushes", |number| {
                let solved = ours(number).enumerate().filter(|(_, attempt)| attempt.is_solved());
                solved.filter(|(puzzle, attempt)| self.fewest(*puzzle) == attempt.pushes()).count()
            })
            .column("fewest pushes in the thesis", |&number| self.column(number).map(|it| it.fewest))
            .number("1,000 nodes/s, mean", 0, |number| mean(speeds(number)))
            .number("deviation", 0, |number| deviation(speeds(number)))
            .number("median", 0, |number| median(speeds(number)))
            .number("mean in the thesis", 1, |&number| self.column(number).map(|it| it.speed[0]))
            .number("deviation in the thesis", 1, |&number| self.column(number).map(|it| it.speed[1]))
            .number("median in the thesis", 1, |&number| self.column(number).map(|it| it.speed[2]))
            .column("nodes ≤ thesis's", |&number| {
                let both = self.nodes_of_both(number)?;
                Some(both.iter().filter(|(ours, theirs)| ours <= theirs).count())
            })
            .column("of", |&number| self.nodes_of_both(number).map(|both| both.len()))
            .number("seconds in all", 1, |number| seconds(ours(number)))
            .shown("", "Summary")
    }

    /// Returns those solvers with which the thesis compares others and which were run: their places
    /// among ours, and among the thesis's.
    fn references(&self) -> Vec<(usize, usize)> {
        let place = |name: &&str| self.solvers.iter().position(|(_, theirs)| *theirs == Some(*name));
        REFERENCES.iter().enumerate().filter_map(|(theirs, name)| Some((place(name)?, theirs))).collect()
    }

    /// Tabulates the number of puzzles on which a solver is better than another, as in the thesis's
    /// tables 1 to 3, and on puzzles that both solve; returns `None` if those others were not run.
    pub(super) fn comparisons(&self) -> Option<Table> {
        let references = self.references();
        if references.is_empty() {
            return None;
        }
        let pairs = (0..self.solvers.len()).flat_map(|number| {
            let others = references.iter().filter(move |&&(place, _)| place != number);
            others.map(move |&(place, reference)| Pair { number, place, reference })
        });
        let [tables, both] = [Reading::AsInTables, Reading::SolvedByBoth];
        let fewer = |pair: &Pair, reading: Reading| {
            self.count(pair, |one, other| reading.has_fewer_nodes(one, other))
        };
        let faster =
            |pair: &Pair, reading: Reading| self.count(pair, |one, other| reading.is_faster(one, other));
        let theirs = |pair: &Pair| Some([self.solvers[pair.number].1?, self.solvers[pair.place].1?]);
        let rows = Rows::of(pairs)
            .column("solver", |pair| self.solvers[pair.number].0)
            .column("than", |pair| self.solvers[pair.place].0)
            .column("fewer nodes", |pair| fewer(pair, tables))
            .column("fewer nodes in the thesis", |pair| self.column(pair.number)?.fewer[pair.reference])
            .column("fewer nodes, both solve", |pair| fewer(pair, both))
            .column("fewer nodes, both solve, in the thesis", |pair| {
                theirs(pair).map(|solvers| self.thesis.fewer_nodes(solvers, both))
            })
            .column("faster", |pair| faster(pair, tables))
            .column("faster in the thesis", |pair| self.column(pair.number)?.faster[pair.reference])
            .column("faster, both solve", |pair| faster(pair, both))
            .column("faster, both solve, in the thesis", |pair| {
                theirs(pair).map(|solvers| self.thesis.faster(solvers, both))
            });
        Some(rows.shown("comparison", "Comparison"))
    }

    /// Returns the number of puzzles of which this holds for two solvers.
    fn count(&self, pair: &Pair, is: impl Fn(Figures, Figures) -> bool) -> usize {
        let pairs = self.attempts[pair.number].iter().zip(&self.attempts[pair.place]);
        pairs.filter(|(one, other)| is(one.figures(), other.figures())).count()
    }

    /// Returns a table with a row for each puzzle and solver, as in the appendix.
    pub(super) fn levels(&self) -> Table {
        let rows = (0..self.solvers.len()).flat_map(|number| {
            self.pairs(number).map(move |(puzzle, ours, theirs)| (number, puzzle, ours, theirs))
        });
        Rows::of(rows)
            .column("solver", |row| self.solvers[row.0].0)
            .column("puzzle", |row| &*row.1.name)
            .column("boxes", |row| row.1.level.boxes().count())
            .column("pushes", |row| row.2.pushes())
            .column("proved", |row| row.2.is_proved())
            .column("nodes", |row| row.2.nodes)
            .number("seconds", 4, |row| row.2.seconds)
            .column("thesis pushes", |row| row.3?.pushes)
            .column("thesis nodes", |row| row.3?.nodes)
            .number("thesis seconds", 3, |row| row.3?.seconds)
            .in_a_file("levels", "Level by level")
    }

    pub(super) fn nodes(&self) -> Plot {
        let curves =
            self.curves(|attempt| attempt.nodes as f64, |attempt| attempt.nodes.map(|nodes| nodes as f64));
        Plot::new(
            "nodes",
            "Nodes of the levels that are solved; dashed: the thesis",
            over_levels("nodes"),
            curves,
        )
    }

    pub(super) fn times(&self) -> Plot {
        let curves = self.curves(|attempt| attempt.seconds, |attempt| attempt.seconds);
        Plot::new(
            "times",
            "Times of the levels that are solved; dashed: the thesis",
            over_levels("seconds"),
            curves,
        )
    }

    /// Plots the speeds level by level, in the order of the first solver's speed or, with
    /// `by_number`, of the levels; of the thesis, only those of the first solver.
    pub(super) fn speeds(&self, by_number: bool) -> Plot {
        let mut order: Vec<_> = (0..self.puzzles.len()).collect();
        if !by_number {
            let first = |&puzzle: &usize| self.attempts[0][puzzle].speed();
            order.retain(|puzzle| first(puzzle).is_some());
            order.sort_by(|one, other| {
                first(one).partial_cmp(&first(other)).expect("invariant: speeds are finite")
            });
        }
        let points = |speed: &dyn Fn(usize) -> Option<f64>| {
            let placed = order.iter().zip(1..);
            placed.filter_map(|(&puzzle, place)| Some((f64::from(place), speed(puzzle)?))).collect::<Vec<_>>()
        };
        let mut curves: Vec<_> = (0..self.solvers.len())
            .map(|solver| {
                Curve::ours(self.solvers[solver].0, points(&|puzzle| self.attempts[solver][puzzle].speed()))
            })
            .collect();
        let theirs: Vec<_> = self.pairs(0).map(|(_, _, attempt)| attempt?.speed()).collect();
        let name = format!("{} of the thesis", self.solvers[0].0);
        curves.insert(1, Curve::of_paper(name, points(&|puzzle| theirs[puzzle])));
        let x = if by_number { "level" } else { "levels in the order of the first solver's speed" };
        let axes = [Axis::linear(x), Axis::logarithmic("1,000 nodes a second")];
        Plot::new("speeds", "Speeds, level by level", axes, curves)
    }

    /// Returns for each solver the figures of the levels that it has solved, in ascending order,
    /// followed by those of the thesis's solver where no solver before has the same.
    fn curves(&self, ours: fn(&Attempt) -> f64, theirs: fn(&thesis::Attempt) -> Option<f64>) -> Vec<Curve> {
        let ascending = |mut values: Vec<f64>| {
            values.sort_by(f64::total_cmp);
            values.into_iter().zip(1..).map(|(value, number)| (f64::from(number), value))
        };
        let of_solver = |number: usize| {
            let (name, in_thesis) = self.solvers[number];
            let solved = self.attempts[number].iter().filter(|attempt| attempt.is_solved());
            let is_first = self.solvers[..number].iter().all(|(_, before)| *before != in_thesis);
            let of_thesis = in_thesis.filter(|_| is_first).map(|_| {
                let attempts = self.pairs(number).filter_map(|(_, _, attempt)| attempt);
                let solved = attempts.filter(|attempt| attempt.pushes.is_some());
                Curve::of_paper("", ascending(solved.filter_map(|attempt| theirs(&attempt)).collect()))
            });
            [Curve::ours(name, ascending(solved.map(ours).collect()))].into_iter().chain(of_thesis)
        };
        (0..self.solvers.len()).flat_map(of_solver).collect()
    }
}

fn over_levels(figure: &'static str) -> [Axis; 2] {
    [Axis::linear("levels solved with at most this value"), Axis::logarithmic(figure)]
}
