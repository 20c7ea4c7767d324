//! Figures of the thesis beside ours.

use super::thesis::{self, Column, REFERENCES, Thesis};
use super::{Attempt, Named, Puzzle};
use crate::reproduce::findings::{Axis, Cell, Curve, Plot, Table};
use crate::statistics::{deviation, mean, median};

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
            "solved in the thesis",
            "fewest pushes",
            "fewest pushes in the thesis",
            "1,000 nodes/s, mean",
            "deviation",
            "median",
            "mean in the thesis",
            "deviation in the thesis",
            "median in the thesis",
            "nodes ≤ thesis's",
            "of",
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
        let speeds = ours.iter().filter_map(Attempt::speed);
        let column = theirs.and_then(Column::of);
        let their_solved =
            self.pairs(number).filter(|(_, _, theirs)| theirs.is_some_and(|it| it.pushes.is_some()));
        let both: Vec<_> = self
            .pairs(number)
            .filter_map(|(_, ours, theirs)| {
                ours.solved?;
                theirs?.pushes?;
                Some((ours.nodes, theirs?.nodes?))
            })
            .collect();
        let no_more = both.iter().filter(|(ours, theirs)| ours <= theirs).count() as u64;
        let of_thesis = |figure: u64| theirs.map(|_| figure);
        let their_speed = |place: usize| Cell::number(column.map(|column| column.speed[place]), 1);
        vec![
            name.into(),
            solved.into(),
            of_thesis(their_solved.count() as u64).into(),
            fewest.into(),
            column.map(|column| column.fewest).into(),
            Cell::number(mean(speeds.clone()), 0),
            Cell::number(deviation(speeds.clone()), 0),
            Cell::number(median(speeds), 0),
            their_speed(0),
            their_speed(1),
            their_speed(2),
            of_thesis(no_more).into(),
            of_thesis(both.len() as u64).into(),
            Cell::Number(ours.iter().map(|attempt| attempt.seconds).sum(), 1),
        ]
    }

    /// The solvers with which the thesis compares others, as far as they were run: their places,
    /// and their places among the thesis's.
    fn references(&self) -> Vec<(usize, usize)> {
        let place = |name: &&str| self.solvers.iter().position(|(_, theirs)| *theirs == Some(*name));
        REFERENCES.iter().enumerate().filter_map(|(theirs, name)| Some((place(name)?, theirs))).collect()
    }

    /// For each solver, on how many puzzles it is better than some others, as in the thesis's
    /// tables 1 to 3; `None` if these were not run.
    pub(super) fn comparisons(&self) -> Option<Table> {
        let references = self.references();
        if references.is_empty() {
            return None;
        }
        let mut columns = vec!["solver".to_owned()];
        for what in ["fewer nodes than", "faster than"] {
            for &(place, _) in &references {
                columns.push(format!("{what} {}", self.solvers[place].0));
                columns.push(format!("{what} {} in the thesis", self.solvers[place].0));
            }
        }
        let rows = (0..self.solvers.len()).map(|number| self.compared(number, &references));
        Some(Table::new("comparison", "Comparison", columns, rows))
    }

    fn compared(&self, number: usize, references: &[(usize, usize)]) -> Vec<Cell> {
        let (name, theirs) = self.solvers[number];
        let column = theirs.and_then(Column::of);
        let mut cells = vec![name.into()];
        for by_nodes in [true, false] {
            for &(place, reference) in references {
                let pairs = self.attempts[number].iter().zip(&self.attempts[place]);
                let better = pairs.filter(|(ours, other)| {
                    let is_better = if by_nodes {
                        other.solved.is_none() || ours.nodes < other.nodes
                    } else {
                        other.solved.is_some() && ours.seconds < other.seconds
                    };
                    ours.solved.is_some() && is_better
                });
                let better = better.count() as u64;
                cells.push(if number == place { Cell::None } else { Cell::Count(better) });
                let of_column = |column: Column| if by_nodes { column.fewer } else { column.faster };
                cells.push(column.and_then(|column| of_column(column)[reference]).into());
            }
        }
        cells
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

    /// The speeds, level by level, in the order of the first solver's or, `by_number`, of the
    /// levels.
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
        curves.push(Curve::of_paper(
            format!("{} of the thesis", self.solvers[0].0),
            points(&|puzzle| theirs[puzzle]),
        ));
        let x = if by_number { "level" } else { "levels in the order of the first solver's speed" };
        Plot {
            name: "speeds",
            title: "Speeds, level by level".to_owned(),
            x: Axis::linear(x),
            y: Axis::logarithmic("1,000 nodes a second"),
            curves,
        }
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
        x: Axis::linear("levels solved with at most this value"),
        y: Axis::logarithmic(y),
        curves,
    }
}
