//! Solutions of cases.

use std::time::Duration;

use cpf::{
    AnySolver, Bibox, ByEars, EarDecomposition, EarInstance, EarShift, Instance, SnakeChoice, SnakePairing,
    SnakeRule,
};
use grid_puzzle::{Parberry, Snake};
use motion_core::{Budget, Control, Plan, Solver as _};

use super::cases::Case;
use crate::thread_time::timed;

/// An algorithm of the paper, or a reading of its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Solver {
    Parberry,
    Bibox,
    BiboxTheta,
    /// Whole cycles of ears are rotated.
    BiboxPrinted,
    /// Whole cycles, and snakes only of robots that have not been moved for one yet.
    BiboxPrintedDisjoint,
    /// Snakes only of robots that have not been moved for one yet.
    BiboxDisjoint,
    /// Snakes where trying says that they take the fewest moves.
    BiboxFewest,
    /// Disjoint snakes where trying says that they take the fewest moves.
    BiboxDisjointFewest,
    /// Snakes of up to four robots.
    BiboxLong,
    /// Disjoint snakes of up to four robots.
    BiboxLongDisjoint,
    /// Snakes of up to four robots where trying says that they take the fewest moves.
    BiboxLongFewest,
    /// All vacant vertices but two hold robots of their own, whose moves do not count.
    BiboxFilled,
    /// The same without snakes; with snakes vacant vertices are vacant.
    BiboxFilledBaseline,
    /// Its snakes are chosen by the fewest moves, as in the paper.
    PushAndSwap,
    /// Its snakes are chosen by the least weight, the default.
    PushAndSwapWeighted,
    /// Its snakes are chosen by the distances of algorithm 4.
    PushAndSwapDistances,
    PushAndRotate,
}

/// A verified plan.
#[derive(Clone, Copy, Debug, PartialEq)]
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
            Self::BiboxPrinted => "BIBOX as printed",
            Self::BiboxPrintedDisjoint => "BIBOX as printed, disjoint snakes",
            Self::BiboxDisjoint => "BIBOX, disjoint snakes",
            Self::BiboxFewest => "BIBOX, fewest moves",
            Self::BiboxDisjointFewest => "BIBOX, disjoint snakes, fewest moves",
            Self::BiboxLong => "BIBOX, snakes of four",
            Self::BiboxLongDisjoint => "BIBOX, disjoint snakes of four",
            Self::BiboxLongFewest => "BIBOX, snakes of four, fewest moves",
            Self::BiboxFilled => "BIBOX, robots for vacant vertices",
            Self::BiboxFilledBaseline => "BIBOX, robots for vacant vertices without snakes only",
            Self::PushAndSwap => "PUSH-and-SWAP",
            Self::PushAndSwapWeighted => "PUSH-and-SWAP, least weight",
            Self::PushAndSwapDistances => "PUSH-and-SWAP, by distances",
            Self::PushAndRotate => "PUSH-and-ROTATE",
        }
    }

    /// The algorithm that makes the same plans without snakes.
    pub(super) const fn baseline(self) -> Self {
        match self {
            Self::BiboxPrinted | Self::BiboxPrintedDisjoint => Self::BiboxPrinted,
            Self::BiboxDisjoint
            | Self::BiboxFewest
            | Self::BiboxDisjointFewest
            | Self::BiboxLong
            | Self::BiboxLongDisjoint
            | Self::BiboxLongFewest => Self::Bibox,
            Self::BiboxFilledBaseline => Self::BiboxFilled,
            Self::PushAndSwapWeighted | Self::PushAndSwapDistances => Self::PushAndSwap,
            other => other,
        }
    }

    /// Solves a case without or with snakes; `None` if it was not solved.
    pub(super) fn solve(self, snakes: bool, case: &Case, budget: &Budget) -> Option<Attempt> {
        let rule = SnakeRule::default();
        let disjoint = rule.with_pairing(SnakePairing::Disjoint);
        let fewest = rule.with_choice(SnakeChoice::FewestMoves);
        let bibox = Bibox::default().with_snakes(snakes);
        let printed = bibox.with_shift(EarShift::WholeCycle);
        let named = match self {
            Self::Parberry => return slide(snakes, case, budget),
            Self::Bibox | Self::BiboxFilledBaseline if snakes => "bibox-snake",
            Self::Bibox => "bibox",
            Self::BiboxTheta if snakes => "bibox-theta-snake",
            Self::BiboxTheta => "bibox-theta",
            Self::BiboxFilled | Self::BiboxFilledBaseline => return fill(bibox, case, budget),
            Self::BiboxPrinted => return by_ears(printed, case, budget),
            Self::BiboxPrintedDisjoint => return by_ears(printed.with_rule(disjoint), case, budget),
            Self::BiboxDisjoint => return by_ears(bibox.with_rule(disjoint), case, budget),
            Self::BiboxFewest => return by_ears(bibox.with_rule(fewest), case, budget),
            Self::BiboxDisjointFewest => {
                let rule = disjoint.with_choice(SnakeChoice::FewestMoves);
                return by_ears(bibox.with_rule(rule), case, budget);
            }
            Self::BiboxLong => return by_ears(bibox.with_rule(rule.with_longest(4)), case, budget),
            Self::BiboxLongDisjoint => {
                return by_ears(bibox.with_rule(disjoint.with_longest(4)), case, budget);
            }
            Self::BiboxLongFewest => return by_ears(bibox.with_rule(fewest.with_longest(4)), case, budget),
            Self::PushAndSwap if snakes => "push-swap-snake-fewest",
            Self::PushAndSwapWeighted if snakes => "push-swap-snake",
            Self::PushAndSwapDistances if snakes => "push-swap-snake-distances",
            Self::PushAndSwap | Self::PushAndSwapWeighted | Self::PushAndSwapDistances => "push-swap",
            Self::PushAndRotate if snakes => "push-rotate-snake",
            Self::PushAndRotate => "push-rotate",
        };
        let named: AnySolver = named.parse().expect("invariant: a solver of the crate");
        named.check(&case.robots).ok()?;
        attempt(&*named, case, budget)
    }
}

/// Ears row by row on grids.
fn by_ears(solver: Bibox, case: &Case, budget: &Budget) -> Option<Attempt> {
    attempt(&ByEars::row_by_row(solver), case, budget)
}

fn attempt(
    solver: &impl motion_core::Solver<Instance, Solution = Plan>,
    case: &Case,
    budget: &Budget,
) -> Option<Attempt> {
    let (outcome, time) = timed(|| solver.solve(&case.robots, &mut Control::new(budget.clone())));
    Some(verified(case, &outcome.plan()?, time))
}

/// Solves the case with robots on all vertices but two; the plan is that of the case's own robots.
fn fill(solver: Bibox, case: &Case, budget: &Budget) -> Option<Attempt> {
    let filled = case.filled();
    let problem = EarInstance::with_ears(&filled, EarDecomposition::for_instance(&case.robots).ok()?).ok()?;
    let (outcome, time) = timed(|| solver.solve(&problem, &mut Control::new(budget.clone())));
    let own = case.robots.robot_count();
    let plan: Plan = outcome.plan()?.iter().filter(|action| (action.token.0 as usize) < own).collect();
    Some(verified(case, &plan, time))
}

fn slide(snakes: bool, case: &Case, budget: &Budget) -> Option<Attempt> {
    let puzzle = case.puzzle.as_ref()?;
    let control = &mut Control::new(budget.clone());
    let (walk, time) = timed(|| {
        if snakes {
            Snake::default().solve(puzzle, control)
        } else {
            Parberry::default().solve(puzzle, control)
        }
    });
    let plan: Plan = puzzle.start().moves(&walk.plan()?).collect();
    Some(verified(case, &plan, time))
}

fn verified(case: &Case, plan: &Plan, time: Duration) -> Attempt {
    let metrics = case.robots.verify(plan).expect("invariant: plans are right");
    Attempt { moves: metrics.moves, seconds: time.as_secs_f64() }
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
            for solver in [
                Solver::Bibox,
                Solver::BiboxTheta,
                Solver::BiboxPrinted,
                Solver::BiboxPrintedDisjoint,
                Solver::BiboxDisjoint,
                Solver::BiboxFewest,
                Solver::BiboxDisjointFewest,
                Solver::BiboxLong,
                Solver::BiboxLongDisjoint,
                Solver::BiboxLongFewest,
                Solver::BiboxFilled,
                Solver::BiboxFilledBaseline,
                Solver::PushAndSwap,
                Solver::PushAndSwapWeighted,
                Solver::PushAndSwapDistances,
                Solver::PushAndRotate,
            ] {
                let attempt = solver.solve(snakes, &three, &budget);
                assert!(attempt.is_some_and(|attempt| attempt.moves > 20), "{}", solver.name());
                let baseline = solver.baseline().solve(snakes, &three, &budget);
                let moves = [attempt, baseline].map(|attempt| attempt.map(|attempt| attempt.moves));
                assert!(snakes || moves[0] == moves[1], "{}", solver.name());
                assert!(solver.solve(snakes, &three, &Budget::new().with_nodes(3)).is_none());
            }
        }
    }
}
