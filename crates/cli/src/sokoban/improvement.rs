//! A level solved, and its solution improved.

use std::time::{Duration, Instant};

use clap::ValueEnum;
use motion_core::{Control, Counted, Outcome, Quality, Solver as _};
use sokoban::improve::Objective;
use sokoban::{AnySolver, Improver, Level, Metrics, Moves};

/// What is made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Improvement {
    /// The pushes; steps without a push cost nothing
    Pushes,
    /// The moves of the player: all steps, pushes included
    #[value(alias = "steps")]
    Moves,
}

impl Improvement {
    /// The name on the command line.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pushes => "pushes",
            Self::Moves => "moves",
        }
    }

    const fn objective(self) -> Objective {
        match self {
            Self::Pushes => Objective::Pushes,
            Self::Moves => Objective::Steps,
        }
    }
}

/// A solution, and what the solver's solution cost, if it was to be improved.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) moves: Moves,
    pub(super) before: Option<Metrics>,
}

/// What solving and improving a level has come to.
pub(super) struct Answer {
    pub(super) outcome: Outcome<Found>,
    /// Whether steps are counted, not pushes.
    pub(super) counts_steps: bool,
    pub(super) solving: Duration,
    /// The time for the improvement.
    pub(super) finishing: Option<Duration>,
}

impl Answer {
    /// Solves a level, and improves the solution within the rest of the budget.
    pub(super) fn new(
        level: &Level,
        solver: AnySolver,
        improve: Option<Improvement>,
        control: &mut Control<'_>,
    ) -> Self {
        let began = Instant::now();
        let outcome = solver.solve(level, control);
        let (solving, solver_counts_steps) = (began.elapsed(), solver.counts_steps());
        let Some(improve) = improve else {
            let outcome = outcome.map(|moves| Found { moves, before: None });
            return Self { outcome, counts_steps: solver_counts_steps, solving, finishing: None };
        };
        let counts_steps = improve == Improvement::Moves;
        let is_same_unit = counts_steps == solver_counts_steps;
        let began = Instant::now();
        let outcome = match outcome {
            Outcome::Solved { plan, quality } if is_same_unit && quality == Quality::Optimal => {
                Outcome::Solved { plan: unimproved(level, plan), quality }
            }
            Outcome::Solved { plan, quality } => {
                // Bounds on the pushes are bounds on the steps, too.
                let lower_bound = match quality {
                    Quality::Optimal => Some(plan.pushes() as u64),
                    Quality::Bounded { lower_bound } => Some(lower_bound),
                    Quality::Feasible => None,
                };
                let plan = improved(level, plan, improve, control);
                let cost = if counts_steps { plan.moves.len() } else { plan.moves.pushes() } as u64;
                let quality = match lower_bound {
                    Some(bound) if bound >= cost => Quality::Optimal,
                    Some(lower_bound) => Quality::Bounded { lower_bound },
                    None => Quality::Feasible,
                };
                Outcome::Solved { plan, quality }
            }
            outcome => outcome.map(|plan| improved(level, plan, improve, control)),
        };
        Self { outcome, counts_steps, solving, finishing: Some(began.elapsed()) }
    }
}

fn unimproved(level: &Level, moves: Moves) -> Found {
    let before = level.verify(&moves).unwrap_or_else(|why| panic!("the verifier refuses a solution: {why}"));
    Found { moves, before: Some(before) }
}

fn improved(level: &Level, moves: Moves, improve: Improvement, control: &mut Control<'_>) -> Found {
    let found = unimproved(level, moves);
    let improver = Improver::default().with_objective(improve.objective());
    let improved = improver.improve(level, found.moves, control);
    Found { moves: improved.expect("invariant: the solution is verified").moves, ..found }
}

impl Found {
    /// What the solution costs, and what it has cost before.
    pub(super) fn in_words(&self) -> String {
        let counted = |steps: u64, pushes: u64| {
            let are_pushes = if pushes == 1 { "a push" } else { "pushes" };
            format!("{} of the player, {pushes} of them {are_pushes}", Counted(steps, "step"))
        };
        let now = counted(self.moves.len() as u64, self.moves.pushes() as u64);
        let before = self.before.map(|before| format!("; before: {}", counted(before.steps, before.pushes)));
        now + &before.unwrap_or_default()
    }
}
