//! The improver as a solver: it begins with the solution of [`Auto`].

use motion_core::{Control, Outcome, Quality, Solver};

use super::Auto;
use crate::improve::{Improver, Objective};
use crate::level::Level;
use crate::moves::Moves;

impl Solver<Level> for Improver {
    type Solution = Moves;

    fn solve(&self, level: &Level, control: &mut Control) -> Outcome<Moves> {
        match Auto::default().solve(level, control) {
            Outcome::Solved { plan, quality } => {
                if (quality, self.objective()) == (Quality::Optimal, Objective::Pushes) {
                    return Outcome::Solved { plan, quality };
                }
                let lower_bound = match quality {
                    Quality::Optimal => Some(plan.pushes() as u64),
                    Quality::Bounded { lower_bound } => Some(lower_bound),
                    Quality::Feasible => None,
                };
                let improved = self.improve(level, plan, control).expect("invariant: a solver's solution");
                outcome(*self, level, improved.moves, lower_bound)
            }
            outcome => outcome,
        }
    }
}

/// A solution with its quality, if every solution has at least this many pushes.
fn outcome(improver: Improver, level: &Level, plan: Moves, lower_bound: Option<u64>) -> Outcome<Moves> {
    let metrics = level.verify(&plan).expect("invariant: the solution is legal");
    let cost = improver.objective().cost(&metrics);
    let quality = match lower_bound {
        Some(lower_bound) if lower_bound == cost => Quality::Optimal,
        Some(lower_bound) => Quality::Bounded { lower_bound },
        None => Quality::Feasible,
    };
    Outcome::Solved { plan, quality }
}
