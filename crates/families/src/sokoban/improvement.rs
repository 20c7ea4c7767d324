//! Runs that solve a level and improve the solution.

use std::time::Duration;

use motion_core::internal::Counted;
use motion_core::{Control, Outcome, Quality, Solver as _};
use sokoban::improve::Improver;
use sokoban::improve::Objective;
use sokoban::{AnySolver, Level, Metrics, Moves};

use crate::run::with_cheaper;

/// A solution, with the costs of the solver's solution if an improvement was requested.
#[derive(Clone)]
pub struct ImprovedMoves {
    /// The solution.
    pub moves: Moves,
    /// The costs of the solver's solution.
    pub before: Option<Metrics>,
}

/// A run that solved a level and improved the solution.
pub struct LevelRun {
    /// The way in which the run ended.
    pub outcome: Outcome<ImprovedMoves>,
    /// The time of the solver.
    pub solving: Duration,
    /// The time for the improvement.
    pub finishing: Option<Duration>,
}

impl LevelRun {
    /// Solves a level, and improves the solution within the rest of the budget.
    pub fn new(
        level: &Level,
        solver: AnySolver,
        improve: Option<Objective>,
        clock: fn() -> Duration,
        control: &mut Control<'_>,
    ) -> Self {
        let began = clock();
        let outcome = solver.solve(level, control);
        let solving = clock().saturating_sub(began);
        let Some(improve) = improve else {
            let outcome = outcome.map(|moves| ImprovedMoves { moves, before: None });
            return Self { outcome, solving, finishing: None };
        };
        let counts_steps = improve == Objective::Steps;
        let is_same_unit = counts_steps == solver.counts_steps();
        let began = clock();
        let outcome = match outcome {
            Outcome::Solved { plan, quality } if is_same_unit && quality == Quality::Optimal => {
                Outcome::Solved { plan: unimproved(level, plan), quality }
            }
            Outcome::Solved { plan, quality } => {
                // Bounds on the pushes are also bounds on the steps.
                let lower_bound = quality.lower_bound(plan.pushes() as u64);
                let plan = improved(level, plan, improve, control);
                let cost = if counts_steps { plan.moves.len() } else { plan.moves.pushes() } as u64;
                Outcome::Solved { plan, quality: Quality::of_cost(cost, lower_bound) }
            }
            outcome => outcome.map(|plan| improved(level, plan, improve, control)),
        };
        Self { outcome, solving, finishing: Some(clock().saturating_sub(began)) }
    }

    /// Replaces the solution by a reported one that costs less.
    pub(super) fn with_reported(self, reported: Option<Moves>, cost: impl Fn(&Moves) -> u64) -> Self {
        let before = match &self.outcome {
            Outcome::Solved { plan, .. } | Outcome::Stopped { best: Some(plan), .. } => plan.before,
            _ => None,
        };
        let reported = reported.map(|moves| ImprovedMoves { moves, before });
        Self { outcome: with_cheaper(self.outcome, reported, |found| cost(&found.moves)), ..self }
    }
}

fn unimproved(level: &Level, moves: Moves) -> ImprovedMoves {
    let before = level.verify(&moves).unwrap_or_else(|why| panic!("the verifier refuses a solution: {why}"));
    ImprovedMoves { moves, before: Some(before) }
}

fn improved(level: &Level, moves: Moves, improve: Objective, control: &mut Control<'_>) -> ImprovedMoves {
    let found = unimproved(level, moves);
    let improver = Improver::default().with_objective(improve);
    let improved = improver.improve(level, found.moves, control);
    ImprovedMoves { moves: improved.expect("invariant: the solution is verified").moves, ..found }
}

impl ImprovedMoves {
    /// Describes the cost of the solution and the cost before the improvement.
    pub fn in_words(&self) -> String {
        let counted = |steps: u64, pushes: u64| {
            let are_pushes = if pushes == 1 { "a push" } else { "pushes" };
            format!("{} of the player, {pushes} of them {are_pushes}", Counted(steps, "step"))
        };
        let now = counted(self.moves.len() as u64, self.moves.pushes() as u64);
        let before = self.before.map(|before| format!("; before: {}", counted(before.steps, before.pushes)));
        now + &before.unwrap_or_default()
    }
}
