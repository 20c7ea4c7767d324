//! The ways to solve a puzzle, and what is said of a solution beside its moves.

use clap::ValueEnum;
use grid_puzzle::{
    Clockwise, ClockwiseSolution, Instance, Optimal, Parberry, Short, Snake, Solver, verify_clockwise,
};
use motion_core::{Control, Outcome, Walk};

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Algorithm {
    /// One tile after another (Parberry 1995)
    Parberry,
    /// Two tiles at a time where that is shorter (Surynek & Michalík 2011)
    Snake,
    /// As short as the limit of time or nodes allows; about a second's work for 20x20 without one
    Short,
    /// The same by its first, quickest round
    ShortQuick,
    /// Never turning left, with few choice squares (Almulla & Newborn): of several walks the shortest
    Clockwise,
    /// The same by the paper's procedure, corrected, and nothing else
    ClockwiseProcedure,
    /// Never turning left, but right wherever that is shorter
    ClockwiseAnywhere,
    /// The fewest moves, by IDA* (Korf 1985); for boards up to 4x4, and larger ones near the goal
    Optimal,
}

/// A solution, with its claims if it is a clockwise one.
#[derive(Clone, PartialEq)]
pub(crate) enum Solution {
    Free(Walk),
    Clockwise(ClockwiseSolution),
}

impl Algorithm {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Parberry => "parberry",
            Self::Snake => "snake",
            Self::Short => "short",
            Self::ShortQuick => "short-quick",
            Self::Clockwise => "clockwise",
            Self::ClockwiseProcedure => "clockwise-procedure",
            Self::ClockwiseAnywhere => "clockwise-anywhere",
            Self::Optimal => "optimal",
        }
    }

    /// Solves a puzzle; `optimal` keeps its tables from one to the next.
    pub(crate) fn solve(
        self,
        optimal: &Optimal,
        instance: &Instance,
        control: &mut Control,
    ) -> Outcome<Solution> {
        let clockwise = match self {
            Self::Parberry => return Parberry::default().solve(instance, control).map(Solution::Free),
            Self::Snake => return Snake::default().solve(instance, control).map(Solution::Free),
            Self::Short => return Short::default().solve(instance, control).map(Solution::Free),
            Self::ShortQuick => return Short::quick().solve(instance, control).map(Solution::Free),
            Self::Optimal => return optimal.solve(instance, control).map(Solution::Free),
            Self::Clockwise => Clockwise::default(),
            Self::ClockwiseProcedure => Clockwise::procedure(),
            Self::ClockwiseAnywhere => Clockwise::anywhere(),
        };
        clockwise.solution(instance, control).map(Solution::Clockwise)
    }
}

impl Solution {
    pub(crate) const fn walk(&self) -> &Walk {
        match self {
            Self::Free(walk) | Self::Clockwise(ClockwiseSolution { walk, .. }) => walk,
        }
    }

    /// The choice squares that a clockwise solution uses, numbered from 1, once all its claims are verified.
    ///
    /// # Panics
    /// If a claim does not hold.
    pub(crate) fn choice_squares(&self, instance: &Instance) -> Option<Vec<u32>> {
        let Self::Clockwise(solution) = self else { return None };
        let clockwise = verify_clockwise(&solution.walk);
        assert!(clockwise == Ok(solution.walk.len() as u64), "the verifier sees a left turn: {clockwise:?}");
        let claimed = solution.walk.len() - solution.approach as usize;
        let walk: Walk = solution.walk.iter().take(claimed).collect();
        if let Some(squares) = &solution.choice_squares {
            let kept = instance.start().verify_choices(&walk, squares);
            assert!(kept == Ok(()), "the verifier sees a turn elsewhere: {kept:?}");
        }
        let used = instance.start().choice_squares(&walk).expect("invariant: a walk that was verified");
        Some(used.iter().map(|cell| cell.0 + 1).collect())
    }
}

/// A line for people.
pub(crate) fn choices_line(squares: &[u32]) -> String {
    let numbers: Vec<_> = squares.iter().map(u32::to_string).collect();
    match numbers.len() {
        0 => "no choice squares".to_owned(),
        1 => format!("1 choice square: {}", numbers[0]),
        count => format!("{count} choice squares: {}", numbers.join(", ")),
    }
}
