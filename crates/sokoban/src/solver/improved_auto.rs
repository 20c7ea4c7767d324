//! The improver as a solver, which begins with the solution of [`Auto`].

use motion_core::{Control, Outcome, Quality, Solver};

use super::auto::Auto;
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
                let lower_bound = quality.lower_bound(plan.pushes() as u64);
                let improved = self.improve(level, plan, control).expect("invariant: a solver's solution");
                let metrics = level.verify(&improved.moves).expect("invariant: the solution is legal");
                let quality = Quality::of_cost(self.objective().cost(&metrics), lower_bound);
                Outcome::Solved { plan: improved.moves, quality }
            }
            outcome => outcome,
        }
    }
}
