//! All schedulers that the tests of every scheduler try.

use mapf::{ConflictSearch, IncreasingCostTree, JointSearch, MotionModel, Objective, Technique, Techniques};

use crate::conflict_search::NODES;
use crate::harness::{Candidate, Promise};

/// The schedulers for a model and an objective; one line for each set of options.
///
/// [`Candidate::within_nodes`] gives a scheduler a limit of nodes where it may not come to an end by
/// itself; where that limit stops it, its bound and its best schedule are checked.
pub(crate) fn schedulers(model: MotionModel, objective: Objective) -> Vec<Candidate> {
    let joint = JointSearch::new(model, objective);
    let mut schedulers = vec![
        Candidate::new("joint", Promise::Optimal, joint),
        Candidate::new(
            "joint, all robots together",
            Promise::Optimal,
            joint.with_independence_detection(false),
        )
        .on_at_most_placements(1e5),
    ];
    if objective != Objective::Moves {
        let tree = IncreasingCostTree::new(model, objective);
        let together = tree.with_independence_detection(false);
        let many = |name, tree| Candidate::new(name, Promise::Optimal, tree).within_nodes(20_000);
        schedulers.extend([
            many("cost tree", tree),
            many("cost tree, all robots together", together),
            many("cost tree, no pairs", tree.with_pairwise_pruning(false)),
            many("cost tree, no pairs, all robots together", together.with_pairwise_pruning(false)),
        ]);
    }
    #[cfg(feature = "sat")]
    if objective != Objective::Moves {
        let sat = mapf::MddSat::new(model, objective);
        let eager = sat.with_lazy_collisions(false);
        let many = |name, sat| Candidate::new(name, Promise::Optimal, sat).within_nodes(20_000);
        schedulers.extend([
            many("sat", sat),
            many("sat, all robots together", sat.with_independence_detection(false)),
            many("sat, eager", eager),
            many("sat, eager, all robots together", eager.with_independence_detection(false)),
        ]);
    }
    if objective != Objective::Moves {
        let search = ConflictSearch::default().with_model(model).with_objective(objective);
        let many = |name, search| Candidate::new(name, Promise::Optimal, search).within_nodes(NODES);
        let within = search.with_ratio(1200).with_techniques(Techniques::all());
        schedulers.extend([
            many("conflicts", search),
            many("conflicts, all techniques", search.with_techniques(Techniques::all())),
            many("conflicts, no technique", search.with_techniques(Techniques::none())),
            Candidate::new("conflicts, 1.2", Promise::Percent(120), within).within_nodes(NODES),
        ]);
    }
    schedulers
}
