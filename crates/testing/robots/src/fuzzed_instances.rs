//! Arbitrary graph text as input for solvers of cooperative path-finding.

use cpf_core::Instance;
use motion_core::{Budget, Control, Outcome, Stop};
use motion_testing::fuzzing::{Answer, Door};
use proptest::prelude::*;

use crate::promises::{NamedSolver, Promise};

/// The most vertices of an instance that is solved.
const MOST_VERTICES: usize = 20;

const WORDS: &str = "p edge 3 3\n~p edge 4 3\n~p edge 5 5\n~e ~e 1 2\n~e 2 3\n~e 1 3\n~e 3 4\n~e 1 4\n~\
     e 4 5\n~e 1 5\n~r ~r 1 2\n~r 2 1\n~r 3 3\n~c x\n~1~2~3~4~5~ ~\n~1 2\n~3 4\n";

/// Runs solvers under small limits on instances that are parsed from bytes, words and damaged good
/// texts.
pub fn fuzz(name: &'static str, good: &'static [&'static str], solvers: &[NamedSolver]) {
    Door { name, share: 1, words: WORDS, good }.fuzz(|text| match text.parse::<Instance>() {
        Ok(instance) => {
            if instance.graph().vertex_count() <= MOST_VERTICES {
                solvers.iter().try_for_each(|solver| solve(solver, &instance))?;
            }
            Ok(Answer::Accepted)
        }
        Err(error) => Ok(Answer::Refused(error.to_string(), Some((error.at.line, error.at.column)))),
    });
}

/// Checks that the answer is right, and that no memory stays held. Complete solvers may stop only
/// at limits.
fn solve(solver: &NamedSolver, instance: &Instance) -> Result<(), TestCaseError> {
    let Some(attempt) = solver.attempt(instance) else { return Ok(()) };
    let name = solver.name;
    let mut control = Control::new(Budget::new().with_nodes(20_000).with_bytes(1 << 20));
    let outcome = attempt.solve(&mut control);
    prop_assert_eq!(control.stats().bytes, 0, "{}", name);
    let feasible = instance.feasibility().is_ok();
    prop_assert!(feasible || !outcome.is_solved(), "{}", name);
    prop_assert!(!feasible || !matches!(outcome, Outcome::Unsolvable), "{}", name);
    let gave_up = matches!(outcome, Outcome::Stopped { why: Stop::Unsupported | Stop::GaveUp, .. });
    prop_assert!(!gave_up || solver.promise == Promise::Incomplete, "{}", name);
    if let Some(plan) = outcome.plan() {
        let verified = instance.verify(&plan);
        prop_assert!(verified.is_ok(), "{}: {:?}", name, verified);
    }
    Ok(())
}
