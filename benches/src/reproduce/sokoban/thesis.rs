//! The figures of the thesis, from its appendix.

use std::collections::HashMap;

use serde::Deserialize;

/// Solver, puzzle, and the result within 300 seconds.
const TABLES: &str = include_str!("thesis.csv");

/// A line of the appendix.
#[derive(Deserialize)]
struct Line {
    solver: String,
    puzzle: String,
    pushes: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
}

/// The result of a solver of the thesis for a puzzle.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    /// `None` if the puzzle was not solved.
    pub(super) pushes: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) seconds: Option<f64>,
}

/// All of the appendix.
pub(super) struct Thesis(HashMap<(String, String), Attempt>);

impl Thesis {
    pub(super) fn read() -> Self {
        let lines = csv::Reader::from_reader(TABLES.as_bytes()).into_deserialize::<Line>();
        let attempts = lines.map(|line| {
            let Line { solver, puzzle, pushes, nodes, seconds } =
                line.expect("invariant: the table is well formed");
            ((solver, puzzle), Attempt { pushes, nodes, seconds })
        });
        Self(attempts.collect())
    }

    pub(super) fn attempt(&self, solver: &str, puzzle: &str) -> Option<Attempt> {
        self.0.get(&(solver.to_owned(), puzzle.to_owned())).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The totals that the thesis gives in its own tables 1 to 4.
    #[test]
    fn as_many_puzzles_are_solved_as_the_thesis_says() {
        let thesis = Thesis::read();
        let solved = |solver: &str| {
            let of_solver = thesis.0.iter().filter(|((name, _), _)| name == solver);
            of_solver.filter(|(_, attempt)| attempt.pushes.is_some()).count()
        };
        let totals = [
            ("BFS", 151),
            ("IDDFS", 136),
            ("IDDFS+PP", 147),
            ("IDDFS+IMO", 136),
            ("IDDFS+PP+IMO", 147),
            ("RBFS", 151),
            ("BBFS", 154),
            ("RIDDFS+PP+IMO", 148),
            ("IDDFS/RBFS+PP+IMO", 148),
            ("BFS/RIDDFS+PP+IMO", 149),
            ("BFS+PI", 151),
            ("IDDFS+PI+PP+IMO", 148),
            ("BFS+VL", 24),
            ("IDDFS+VL+PP+IMO", 4),
        ];
        for (solver, total) in totals {
            assert_eq!(solved(solver), total, "{solver}");
        }
    }
}
