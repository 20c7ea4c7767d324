//! Instances as text that nobody meant: what is accepted is solved, and the plan is verified.

#[path = "../../motion-core/tests/fuzzing/mod.rs"]
mod fuzzing;

use bibox::{Bibox, BiboxTheta, BlockByBlock, BlockInstance, EarBeam, EarInsertion, EarInstance};
use cpf_core::formats::graph_text;
use cpf_core::{Instance, Solver};
use fuzzing::{Answer, Door};
use motion_core::{Budget, Control, Outcome};
use proptest::prelude::*;

const WORDS: [&str; 24] = [
    "p edge 4 4\n",
    "p edge 3 3\n",
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

/// A triangle, a square with a diagonal, two squares, two triangles with a common vertex, θ₀.
const GOOD: [&str; 6] = [
    "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\nr 2 3\n",
    "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 2\nr 2 1\nr 3 3\n",
    "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 2\nr 2 1\nr 3 3\nr 4 4\nr 5 6\n",
    "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 2\nr 2 1\nr 3 3\n",
    "p edge 5 6\ne 1 2\ne 2 3\ne 1 3\ne 3 4\ne 4 5\ne 3 5\nr 1 2\nr 2 1\nr 4 4\nr 5 5\n",
    "p edge 7 8\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 1 6\ne 1 7\ne 4 7\nr 1 2\nr 2 1\nr 3 3\nr 4 5\nr 5 4\nr 6 6\n",
];

fn solve<P>(solver: &dyn Solver<P>, problem: &P, instance: &Instance) -> Result<(), TestCaseError> {
    let mut control = Control::new(Budget::unlimited().nodes(20_000).bytes(1 << 20));
    let outcome = solver.solve(problem, &mut control);
    prop_assert_eq!(control.stats().bytes, 0);
    let feasible = instance.feasibility().is_ok();
    prop_assert!(feasible || !outcome.is_solved());
    prop_assert!(!feasible || !matches!(outcome, Outcome::Unsolvable));
    if let Some(plan) = outcome.plan() {
        let verified = instance.verify_plan(&plan);
        prop_assert!(verified.is_ok(), "{:?}", verified);
    }
    Ok(())
}

#[test]
fn instances_are_solved_ear_by_ear_and_block_by_block() {
    Door { name: "graph text, ears", share: 1, words: &WORDS, good: &GOOD }.fuzz(|text| {
        let instance = match graph_text::read(text) {
            Ok(instance) => instance,
            Err(error) => {
                return Ok(Answer::Refused(error.to_string(), Some((error.at.line, error.at.column))));
            }
        };
        if instance.graph().vertex_count() > 20 {
            return Ok(Answer::Accepted);
        }
        if let Ok(problem) = EarInstance::new(&instance) {
            solve(&EarInsertion::default(), &problem, &instance)?;
            solve(&EarInsertion::single_steps().with_snakes(true), &problem, &instance)?;
            solve(&EarInsertion::default().with_beam(4, 2), &problem, &instance)?;
            solve(&EarBeam::default(), &problem, &instance)?;
            solve(&Bibox::default(), &problem, &instance)?;
            solve(&BiboxTheta::default(), &problem, &instance)?;
        }
        if let Ok(problem) = BlockInstance::new(&instance) {
            solve(&BlockByBlock::default(), &problem, &instance)?;
        }
        Ok(Answer::Accepted)
    });
}
