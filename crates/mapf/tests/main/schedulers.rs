//! The schedulers that the tests of all schedulers use.

use core::num::NonZeroU32;

use mapf::{
    ConflictSearch, ConflictTechnique, ConflictTechniques, IncreasingCostTree, JointSearch, Lacam,
    LacamTechnique, LacamTechniques, MotionModel, Objective, PathShifts, ScheduleImprover, Scheduler,
};

use crate::conflict_search::{NODES, alone};
use crate::harness::{Candidate, Promise};

/// The schedulers for a model and an objective, one line for each set of options.
///
/// [`Candidate::within_nodes`] limits the nodes of a scheduler that may not end by itself. If the
/// limit stops it, its bound and its best schedule are checked.
pub(crate) fn schedulers(model: MotionModel, objective: Objective) -> Vec<Candidate> {
    let mut schedulers = joint_searches(model, objective);
    if objective != Objective::Moves {
        let tree = IncreasingCostTree::default().with_model(model).with_objective(objective);
        let together = tree.with_independence_detection(false);
        let many = |name, tree| Candidate::new(name, Promise::Optimal, tree).within_nodes(20_000);
        schedulers.extend([
            many("cost tree", tree),
            many("cost tree, all robots together", together),
            many("cost tree, no pairs", tree.with_pairwise_pruning(false)),
            many("cost tree, no pairs, all robots together", together.with_pairwise_pruning(false)),
        ]);
    }
    let lacam = Lacam::default().with_model(model).with_objective(objective);
    let without = |technique| lacam.with_techniques(LacamTechniques::ALL.without(technique));
    let some = |name, lacam| Candidate::new(name, Promise::Feasible, lacam).within_nodes(5_000);
    schedulers.extend([
        some("lacam", lacam),
        some("lacam, one try", lacam.with_tries(NonZeroU32::MIN)),
        some("lacam, no technique", lacam.with_techniques(LacamTechniques::NONE)),
        some("lacam, no swap", without(LacamTechnique::Swap)),
        some("lacam, no guidance", without(LacamTechnique::Guidance)),
        some("lacam, no restarts", without(LacamTechnique::Restarts)),
        some("lacam, no replanning", without(LacamTechnique::Replanning)),
        some("lacam, no trains first", without(LacamTechnique::TrainFirst)),
    ]);
    #[cfg(feature = "sat")]
    if objective != Objective::Moves {
        let sat = mapf::MddSat::default().with_model(model).with_objective(objective);
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
        let within = search.with_ratio(1200).with_techniques(ConflictTechniques::ALL);
        schedulers.extend([
            many("conflicts", search),
            many("conflicts, all techniques", search.with_techniques(ConflictTechniques::ALL)),
            many("conflicts, no technique", search.with_techniques(ConflictTechniques::NONE)),
            Candidate::new("conflicts, 1.2", Promise::Percent(120), within).within_nodes(NODES),
        ]);
    }
    schedulers
}

/// Every scheduler once, and conflict-based search with all techniques, with none, and with each
/// alone. These are few enough for many instances.
pub(crate) fn each_once(model: MotionModel, objective: Objective) -> Vec<Candidate> {
    let lacam = Lacam::default().with_model(model).with_objective(objective);
    let improver = ScheduleImprover::default().with_model(model).with_objective(objective);
    let shifts = PathShifts::default().with_model(model).with_objective(objective);
    let mut all = vec![
        Candidate::new("lacam", Promise::Feasible, lacam).within_nodes(1_000),
        Candidate::new("repair and improver", Promise::Attempt, improver).within_nodes(500),
        Candidate::new("path shifts", Promise::Attempt, shifts).within_nodes(500),
    ];
    if objective == Objective::Moves {
        return all;
    }
    let search = ConflictSearch::default().with_model(model).with_objective(objective);
    let mut prover = |name, nodes, scheduler: Box<dyn Scheduler>| {
        all.push(Candidate::boxed(name, Promise::Optimal, scheduler).within_nodes(nodes));
    };
    prover(
        "cost tree",
        1_000,
        Box::new(IncreasingCostTree::default().with_model(model).with_objective(objective)),
    );
    #[cfg(feature = "sat")]
    prover("sat", 5_000, Box::new(mapf::MddSat::default().with_model(model).with_objective(objective)));
    let mut conflicts = |name, techniques| prover(name, 1_000, Box::new(search.with_techniques(techniques)));
    conflicts("conflicts, all techniques", ConflictTechniques::ALL);
    conflicts("conflicts, no technique", ConflictTechniques::NONE);
    for &technique in ConflictTechnique::ALL {
        conflicts(technique.name(), alone(technique));
    }
    all
}

/// Joint search, the referee of the others on graphs with many placements.
pub(crate) fn joint_searches(model: MotionModel, objective: Objective) -> Vec<Candidate> {
    let joint = JointSearch::default().with_model(model).with_objective(objective);
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
