//! Instances as text that nobody meant: what is accepted is solved, and the plan is verified.

#[path = "../../motion-core/tests/fuzzing/mod.rs"]
mod fuzzing;

use cpf_core::formats::graph_text;
use cpf_core::{Instance, Solver};
use fuzzing::{Answer, Door};
use motion_core::{Budget, Control, Outcome, Stop};
use proptest::prelude::*;
use push_swap::{Elimination, EliminationBeam, PushAndRotate, PushAndSwap, PushInstance, Steps};

const WORDS: [&str; 24] = [
    "p edge 4 3\n",
    "p edge 5 4\n",
    "e ",
    "e 1 2\n",
    "e 2 3\n",
    "e 1 3\n",
    "e 3 4\n",
    "e 1 4\n",
    "e 4 5\n",
    "e 1 5\n",
    "r ",
    "r 1 2\n",
    "r 2 1\n",
    "r 3 3\n",
    "c x\n",
    "1",
    "2",
    "3",
    "4",
    "5",
    " ",
    "\n",
    "1 2\n",
    "3 4\n",
];

/// A path, a cycle, a star, a tree, a grid with two blanks, and two components.
const GOOD: [&str; 6] = [
    "p edge 4 3\ne 1 2\ne 2 3\ne 3 4\nr 1 3\nr 2 4\n",
    "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 1 5\nr 1 2\nr 2 3\nr 3 4\nr 4 1\n",
    "p edge 4 3\ne 1 2\ne 1 3\ne 1 4\nr 2 3\nr 3 2\n",
    "p edge 8 7\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 4 6\ne 2 7\ne 7 8\nr 1 8\nr 8 1\nr 3 3\nr 5 6\n",
    "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 2\nr 2 1\nr 3 3\nr 4 6\n",
    "p edge 9 8\ne 1 2\ne 2 3\ne 3 1\ne 3 4\ne 5 6\ne 6 7\ne 7 8\ne 7 9\nr 1 2\nr 2 1\nr 6 6\nr 8 9\nr 9 8\n",
];

fn solve(
    solver: &dyn for<'i> Solver<PushInstance<'i>>,
    treats_all: bool,
    instance: &Instance,
) -> Result<(), TestCaseError> {
    let problem = PushInstance::new(instance).expect("room enough");
    let mut control = Control::new(Budget::unlimited().nodes(20_000).bytes(1 << 20));
    let outcome = solver.solve(&problem, &mut control);
    prop_assert_eq!(control.stats().bytes, 0);
    let feasible = instance.feasibility().is_ok();
    prop_assert!(feasible || !outcome.is_solved());
    prop_assert!(!feasible || !matches!(outcome, Outcome::Unsolvable));
    let is_untreated = matches!(outcome, Outcome::Stopped { why: Stop::Untreated, .. });
    prop_assert!(!treats_all || !is_untreated);
    if let Some(plan) = outcome.plan() {
        let verified = instance.verify_plan(&plan);
        prop_assert!(verified.is_ok(), "{:?}", verified);
    }
    Ok(())
}

#[test]
fn instances_are_solved_by_pushing_and_swapping() {
    Door { name: "graph text, pushes", share: 1, words: &WORDS, good: &GOOD }.fuzz(|text| {
        let instance = match graph_text::read(text) {
            Ok(instance) => instance,
            Err(error) => {
                return Ok(Answer::Refused(error.to_string(), Some((error.at.line, error.at.column))));
            }
        };
        if instance.graph().vertex_count() <= 20 && PushInstance::new(&instance).is_ok() {
            solve(&Elimination::default(), true, &instance)?;
            solve(&Elimination::default().with_steps(Steps::Path).with_snakes(true), true, &instance)?;
            solve(&EliminationBeam::default(), true, &instance)?;
            solve(&PushAndRotate::default(), true, &instance)?;
            solve(&PushAndRotate::default().with_snakes(true), true, &instance)?;
            solve(&PushAndSwap::default(), false, &instance)?;
        }
        Ok(Answer::Accepted)
    });
}
