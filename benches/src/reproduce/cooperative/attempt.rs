//! Solutions of cases.

use std::fmt::Debug;

use cpf::AnySolver;
use cpf::solvers::ByEars;
use cpf::solvers::bibox::internal::{EarShift, SnakeChoice, SnakeDistance, SnakePairing, SnakeRule};
use cpf::solvers::bibox::{Bibox, EarDecomposition, EarInstance};
use grid_puzzle::{Parberry, Snake};
use motion_core::{Budget, Control, Plan, Solver as _, Verify};

use super::cases::Case;
use crate::reproduce::attempt::{Attempt, attempt};

/// An algorithm of the paper, or a reading of its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Solver {
    Parberry,
    Bibox,
    BiboxTheta,
    /// The whole cycle of each ear is rotated.
    BiboxPrinted,
    /// As `BiboxPrinted`, but snakes consist only of robots that have not yet been moved in one.
    BiboxPrintedDisjoint,
    /// Snakes consist only of robots that have not yet been moved in one.
    BiboxDisjoint,
    /// Inequality (7) compares distances on the whole graph, as printed.
    BiboxWhole,
    /// As `BiboxPrintedDisjoint`, and inequality (7) compares distances on the whole graph.
    BiboxPrintedWhole,
    /// Snakes are used where trying them shows that they take the fewest moves.
    BiboxFewest,
    /// Disjoint snakes are used where trying them shows that they take the fewest moves.
    BiboxDisjointFewest,
    /// Snakes of up to four robots.
    BiboxLong,
    /// Disjoint snakes of up to four robots.
    BiboxLongDisjoint,
    /// Snakes of up to four robots are used where trying them shows that they take the fewest
    /// moves.
    BiboxLongFewest,
    /// All vacant vertices but two are filled with additional robots, whose moves do not count.
    BiboxFilled,
    /// The same without snakes; with snakes, vacant vertices stay vacant.
    BiboxFilledBaseline,
    /// Snakes are chosen by the fewest moves, as in the paper.
    PushAndSwap,
    /// Snakes are chosen by the least weight, the default.
    PushAndSwapWeighted,
    /// Snakes are chosen by the distances of algorithm 4.
    PushAndSwapDistances,
    PushAndRotate,
}

/// A verified plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Solved {
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
            Self::BiboxWhole => "BIBOX, whole distances",
            Self::BiboxPrintedWhole => "BIBOX as printed, disjoint snakes, whole distances",
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

    /// Returns the algorithm that makes the same plans without snakes.
    pub(super) const fn baseline(self) -> Self {
        match self {
            Self::BiboxPrinted | Self::BiboxPrintedDisjoint | Self::BiboxPrintedWhole => Self::BiboxPrinted,
            Self::BiboxDisjoint
            | Self::BiboxWhole
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
    pub(super) fn solve(self, snakes: bool, case: &Case, budget: &Budget) -> Option<Solved> {
        let rule = SnakeRule::default();
        let disjoint = rule.with_pairing(SnakePairing::Disjoint);
        let fewest = rule.with_choice(SnakeChoice::FewestMoves);
        let bibox = Bibox::default().with_snakes(snakes);
        let printed = bibox.with_shift(EarShift::WholeCycle);
        // The ears are row by row on grids.
        let by_ears = |solver: Bibox| solved(&ByEars::row_by_row(solver), &case.robots, budget);
        let with_rule = |rule| by_ears(bibox.with_rule(rule));
        let named = match self {
            Self::Parberry if snakes => return solved(&Snake::default(), case.puzzle.as_ref()?, budget),
            Self::Parberry => return solved(&Parberry::default(), case.puzzle.as_ref()?, budget),
            Self::Bibox | Self::BiboxFilledBaseline if snakes => "bibox-snake",
            Self::Bibox => "bibox",
            Self::BiboxTheta if snakes => "bibox-theta-snake",
            Self::BiboxTheta => "bibox-theta",
            Self::BiboxFilled | Self::BiboxFilledBaseline => return fill(bibox, case, budget),
            Self::BiboxPrinted => return by_ears(printed),
            Self::BiboxPrintedDisjoint => return by_ears(printed.with_rule(disjoint)),
            Self::BiboxDisjoint => return with_rule(disjoint),
            Self::BiboxWhole => return with_rule(rule.with_distance(SnakeDistance::WholeGraph)),
            Self::BiboxPrintedWhole => {
                return by_ears(printed.with_rule(disjoint.with_distance(SnakeDistance::WholeGraph)));
            }
            Self::BiboxFewest => return with_rule(fewest),
            Self::BiboxDisjointFewest => return with_rule(disjoint.with_choice(SnakeChoice::FewestMoves)),
            Self::BiboxLong => return with_rule(rule.with_longest(4)),
            Self::BiboxLongDisjoint => return with_rule(disjoint.with_longest(4)),
            Self::BiboxLongFewest => return with_rule(fewest.with_longest(4)),
            Self::PushAndSwap if snakes => "push-swap-snake-fewest",
            Self::PushAndSwapWeighted if snakes => "push-swap-snake",
            Self::PushAndSwapDistances if snakes => "push-swap-snake-distances",
            Self::PushAndSwap | Self::PushAndSwapWeighted | Self::PushAndSwapDistances => "push-swap",
            Self::PushAndRotate if snakes => "push-rotate-snake",
            Self::PushAndRotate => "push-rotate",
        };
        let named: AnySolver = named.parse().expect("invariant: a solver of the crate");
        named.check(&case.robots).ok()?;
        solved(&*named, &case.robots, budget)
    }
}

impl Solved {
    fn of<P: Verify<S>, S>(attempt: &Attempt<P::Metrics>) -> Option<Self> {
        Some(Self { moves: P::moves(attempt.best.as_ref()?), seconds: attempt.seconds })
    }
}

pub(super) fn solved<P: Verify<S, Error: Debug>, S>(
    solver: &impl motion_core::Solver<P, Solution = S>,
    problem: &P,
    budget: &Budget,
) -> Option<Solved> {
    Solved::of::<P, S>(&attempt(solver, problem, budget))
}

/// Solves the case with robots on all vertices but two, and returns the plan of the case's own
/// robots.
fn fill(solver: Bibox, case: &Case, budget: &Budget) -> Option<Solved> {
    let filled = case.filled();
    let problem = EarInstance::with_ears(&filled, EarDecomposition::for_instance(&case.robots).ok()?).ok()?;
    let own = case.robots.robot_count();
    let attempt = Attempt::of(&mut Control::new(budget.clone()), |control| solver.solve(&problem, control));
    let attempt = attempt.verified(|plan| {
        let plan: Plan = plan.iter().filter(|action| (action.token.0 as usize) < own).collect();
        case.robots.verify(&plan)
    });
    Solved::of::<cpf::Instance, Plan>(&attempt)
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
            // With one vacant vertex both solvers use the same core.
            let [bibox, theta] = [Solver::Bibox, Solver::BiboxTheta]
                .map(|solver| solver.solve(snakes, &one, &budget).map(|attempt| attempt.moves));
            assert!(bibox.is_some() && bibox == theta);
            for solver in [
                Solver::Bibox,
                Solver::BiboxTheta,
                Solver::BiboxPrinted,
                Solver::BiboxPrintedDisjoint,
                Solver::BiboxDisjoint,
                Solver::BiboxWhole,
                Solver::BiboxPrintedWhole,
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
