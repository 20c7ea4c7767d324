//! Instances from arbitrary text: accepted ones are solved, and the plans are verified.

use bibox::DiBox;
use cpf_core::directed::DirectedInstance;
use motion_core::{Budget, Control, Outcome, Solver, Stop};
use motion_testing::fuzzing::{Answer, Door};
use motion_testing_robots::fuzzed_instances;
use proptest::prelude::*;

use crate::solvers;

/// A triangle, a square with a diagonal, two squares, two triangles with a common vertex, θ₀.
const GOOD: [&str; 6] = [
    "p edge 3 3\ne 1 2\ne 2 3\ne 1 3\nr 1 2\nr 2 3\n",
    "p edge 4 5\ne 1 2\ne 2 3\ne 3 4\ne 1 4\ne 1 3\nr 1 2\nr 2 1\nr 3 3\n",
    "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 2\nr 2 1\nr 3 3\nr 4 4\nr 5 6\n",
    "p edge 6 7\ne 1 2\ne 2 3\ne 4 5\ne 5 6\ne 1 4\ne 2 5\ne 3 6\nr 1 2\nr 2 1\nr 3 3\n",
    "p edge 5 6\ne 1 2\ne 2 3\ne 1 3\ne 3 4\ne 4 5\ne 3 5\nr 1 2\nr 2 1\nr 4 4\nr 5 5\n",
    "p edge 7 8\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 1 6\ne 1 7\ne 4 7\nr 1 2\nr 2 1\nr 3 3\nr 4 5\nr 5 4\nr 6 6\n",
];

#[test]
fn instances_are_solved_ear_by_ear_and_block_by_block() {
    fuzzed_instances::fuzz("graph text, ears", &GOOD, &solvers::fuzzed());
}

/// A triangle, a square with an arc across, two triangles with a common edge, edges as two arcs.
const GOOD_ARCS: [&str; 4] = [
    "p arc 3 3\na 1 2\na 2 3\na 3 1\nr 1 3\nr 2 1\n",
    "p arc 4 5\na 1 2\na 2 3\na 3 4\na 4 1\na 3 1\nr 1 2\nr 2 1\n",
    "p arc 4 6\na 1 2\na 2 3\na 3 1\na 1 3\na 3 4\na 4 1\nr 1 2\nr 2 1\nr 4 4\n",
    "p arc 4 8\na 1 2\na 2 1\na 2 3\na 3 2\na 3 4\na 4 3\na 4 1\na 1 4\nr 1 3\nr 2 2\n",
];

const ARC_WORDS: &str = "p arc 3 3\n~p arc 4 5\n~p arc 4 6\n~a ~a 1 2\n~a 2 3\n~a 3 1\n~a 3 4\n~a 4 1\n~a 1 3\n~r ~\
     r 1 2\n~r 2 1\n~r 4 4\n~1~2~4~\n";

/// Plans go along arcs; if there is none, there is none on the underlying graph either.
#[test]
fn instances_on_arcs_are_solved() {
    Door { name: "graph text with arcs, ears", share: 1, words: ARC_WORDS, good: &GOOD_ARCS }.fuzz(|text| {
        let instance: DirectedInstance = match text.parse() {
            Ok(instance) => instance,
            Err(error) => return Ok(refused(&error)),
        };
        if instance.graph().vertex_count() > 20 {
            return Ok(Answer::Accepted);
        }
        let mut control = Control::new(Budget::new().with_nodes(20_000).with_bytes(1 << 20));
        match DiBox::default().solve(&instance, &mut control) {
            Outcome::Solved { plan, .. } => prop_assert!(instance.verify(&plan).is_ok()),
            Outcome::Unsolvable => prop_assert!(instance.feasibility().is_err()),
            Outcome::Stopped { why: Stop::Unsupported, .. } => {
                prop_assert!(!instance.graph().underlying().is_biconnected());
            }
            Outcome::Stopped { .. } => {}
        }
        prop_assert_eq!(control.stats().bytes, 0);
        Ok(Answer::Accepted)
    });
}

fn refused(error: &cpf_core::formats::FormatError) -> Answer {
    Answer::Refused(error.to_string(), Some((error.at.line, error.at.column)))
}
