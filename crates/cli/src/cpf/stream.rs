//! Plans that are only counted: they are verified move by move as they are made, and never kept in
//! memory.

use std::time::Instant;

use cpf::Outcome;
use cpf::cpf_core::Referee;
use families::Answer;
use families::robots::{NamedSolver, lower_bound, unsolvable_because};

use super::arguments::Arguments;
use super::facts::beside;
use super::instances::NamedInstance;
use crate::Console;
use crate::progress::watched;

/// Solves an instance; the time for solving includes verifying.
pub(super) fn solve(
    named: &NamedInstance,
    since: Option<Instant>,
    arguments: &Arguments,
    console: &Console,
    chosen: &NamedSolver,
) -> Answer {
    let instance = named.instance();
    let mut referee = Referee::new(instance);
    let (outcome, run) = watched(console, arguments.common.budget_since(since), |control| {
        chosen.solve_into(instance, &mut referee, control)
    });
    let algorithm = chosen.name();
    let outcome = match outcome {
        Outcome::Solved { quality, .. } => {
            let metrics = referee.finish();
            let metrics = metrics.unwrap_or_else(|why| panic!("the verifier refuses a plan: {why}"));
            Outcome::Solved { plan: metrics.moves, quality }
        }
        Outcome::Unsolvable => Outcome::Unsolvable,
        Outcome::Stopped { why, lower_bound, .. } => Outcome::Stopped { why, best: None, lower_bound },
    };
    let task = arguments.task();
    let control = &mut beside(since, arguments, console);
    let reason = unsolvable_because(&outcome, algorithm, &named.problem, task, control);
    Answer {
        objective: Some(task.objective.name()),
        lower_bound: reason.is_none().then(|| lower_bound(instance, task, control)).flatten(),
        reason,
        ..Answer::of_run(&named.name, algorithm, outcome, run)
    }
}
