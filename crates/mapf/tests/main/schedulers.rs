//! All schedulers that the tests of every scheduler try.

use mapf::{JointSearch, MotionModel, Objective};

use crate::harness::{Candidate, Promise};

/// The schedulers for a model and an objective; one line for each set of options.
///
/// [`Candidate::within_nodes`] gives a scheduler a limit of nodes where it may not come to an end by
/// itself; where that limit stops it, its bound and its best schedule are checked.
pub(crate) fn schedulers(model: MotionModel, objective: Objective) -> Vec<Candidate> {
    let joint = JointSearch::new(model, objective);
    vec![
        Candidate::new("joint", Promise::Optimal, joint),
        Candidate::new(
            "joint, all robots together",
            Promise::Optimal,
            joint.with_independence_detection(false),
        )
        .on_at_most_placements(1e5),
    ]
}
