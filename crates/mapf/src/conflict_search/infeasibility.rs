//! The proof that no schedule exists, which branching cannot give.

use cpf_core::Objective;
use motion_core::{Control, Stop};

use super::problem::Problem;
use crate::groups::Answer;
use crate::joint::JointSearch;

/// Returns whether a schedule exists, or `None` if this number of nodes does not suffice to find
/// out. Tries all placements by joint search.
pub(super) fn is_feasible(
    problem: &Problem,
    nodes: u64,
    control: &mut Control,
) -> Result<Option<bool>, Stop> {
    let joint = JointSearch::default().with_model(problem.model).with_objective(Objective::Moves);
    let run = |control: &mut Control| joint.run(problem.instance, None, control);
    match control.scope(|control| control.within_nodes(nodes, run)) {
        Answer::Found(_) => Ok(Some(true)),
        Answer::Unsolvable => Ok(Some(false)),
        // The limit here was reached, or that of the run.
        Answer::Stopped { why: Stop::Nodes, .. } => control.spend(0).map(|()| None),
        Answer::Stopped { why, .. } => Err(why),
        Answer::AboveLimit => unreachable!("invariant: there is no limit"),
    }
}
