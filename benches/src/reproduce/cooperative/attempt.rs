//! Solutions of cases.

use std::time::Instant;

use grid_puzzle::{Parberry, Snake};
use motion_core::{Budget, Control, Plan, Solver as _};
use motion_puzzles::cpf::algorithm::{self as robots, Algorithm};

use super::cases::Case;

/// An algorithm of the paper.
#[derive(Clone, Copy)]
pub(super) enum Solver {
    Parberry,
    Bibox,
    BiboxTheta,
    /// Its snakes are chosen by the fewest moves, as in the paper.
    PushAndSwap,
    /// Its snakes are chosen by the least weight, the default.
    PushAndSwapWeighted,
    PushAndRotate,
}

/// A verified plan.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    pub(super) moves: u64,
    pub(super) seconds: f64,
}

impl Solver {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Parberry => "Parberry",
            Self::Bibox => "BIBOX",
            Self::BiboxTheta => "BIBOX-θ",
            Self::PushAndSwap => "PUSH-and-SWAP",
            Self::PushAndSwapWeighted => "PUSH-and-SWAP, least weight",
            Self::PushAndRotate => "PUSH-and-ROTATE",
        }
    }

    /// Solves a case without or with snakes; `None` if it was not solved.
    pub(super) fn solve(self, snakes: bool, case: &Case, budget: &Budget) -> Option<Attempt> {
        let algorithm = match (self, snakes) {
            (Self::Parberry, _) => return slide(snakes, case, budget),
            (Self::Bibox, false) => Algorithm::Bibox,
            (Self::Bibox, true) => Algorithm::BiboxSnake,
            (Self::BiboxTheta, false) => Algorithm::BiboxTheta,
            (Self::BiboxTheta, true) => Algorithm::BiboxThetaSnake,
            (Self::PushAndSwap | Self::PushAndSwapWeighted, false) => Algorithm::PushSwap,
            (Self::PushAndSwap, true) => Algorithm::PushSwapSnakeMoves,
            (Self::PushAndSwapWeighted, true) => Algorithm::PushSwapSnake,
            (Self::PushAndRotate, false) => Algorithm::PushRotate,
            (Self::PushAndRotate, true) => Algorithm::PushRotateSnake,
        };
        let control = &mut Control::new(budget.clone());
        let chosen = robots::solver(algorithm, &case.robots).ok()?;
        let began = Instant::now();
        let plan = chosen.solver().solve(&case.robots, control).plan();
        let seconds = began.elapsed().as_secs_f64();
        Some(verified(case, &plan?, seconds))
    }
}

fn slide(snakes: bool, case: &Case, budget: &Budget) -> Option<Attempt> {
    let puzzle = case.puzzle.as_ref()?;
    let control = &mut Control::new(budget.clone());
    let began = Instant::now();
    let walk = if snakes {
        Snake::default().solve(puzzle, control)
    } else {
        Parberry::default().solve(puzzle, control)
    };
    let seconds = began.elapsed().as_secs_f64();
    let plan: Plan = puzzle.start().moves(&walk.plan()?).collect();
    Some(verified(case, &plan, seconds))
}

fn verified(case: &Case, plan: &Plan, seconds: f64) -> Attempt {
    let metrics = case.robots.verify(plan).expect("invariant: plans are right");
    Attempt { moves: metrics.moves, seconds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::cooperative::cases::puzzle;
    use crate::reproduce::seed::Seed;

    #[test]
    fn everyone_solves_what_they_are_made_for() {
        let one = puzzle(Seed(1), 5, 1);
        let three = one.without_two();
        let budget = Budget::new();
        for snakes in [false, true] {
            assert!(Solver::Parberry.solve(snakes, &one, &budget).is_some());
            assert!(Solver::Parberry.solve(snakes, &three, &budget).is_none());
            assert!(Solver::PushAndSwap.solve(snakes, &one, &budget).is_none());
            // With one vacant vertex both use the same core.
            let [bibox, theta] = [Solver::Bibox, Solver::BiboxTheta]
                .map(|solver| solver.solve(snakes, &one, &budget).map(|attempt| attempt.moves));
            assert!(bibox.is_some() && bibox == theta);
            let placing = [Solver::PushAndSwap, Solver::PushAndSwapWeighted, Solver::PushAndRotate];
            for solver in [Solver::Bibox, Solver::BiboxTheta].into_iter().chain(placing) {
                let attempt = solver.solve(snakes, &three, &budget);
                assert!(attempt.is_some_and(|attempt| attempt.moves > 20), "{}", solver.name());
                assert!(solver.solve(snakes, &three, &Budget::new().with_nodes(3)).is_none());
            }
        }
    }
}
