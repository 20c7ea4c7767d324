//! All schedulers that the tests of every scheduler try.

use mapf::{ConflictSearch, IncreasingCostTree, JointSearch, MotionModel, Objective, Technique, Techniques};

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
        schedulers.extend(conflict_searches(model, objective));
    }
    schedulers
}

/// Conflict search with sets of techniques, and with ratios.
fn conflict_searches(model: MotionModel, objective: Objective) -> Vec<Candidate> {
    use Technique::{
        Bypass, CardinalGraph, Corridor, DependencyGraph, DisjointSplitting, Prioritise, Rectangle, Target,
        WeightedGraph,
    };
    let search = ConflictSearch::default().with_model(model).with_objective(objective);
    let (all, none) = (Techniques::all(), Techniques::none());
    let heuristics = [CardinalGraph, DependencyGraph, WeightedGraph];
    let [cardinal, dependency, weighted] = heuristics.map(|graph| none.with(Prioritise).with(graph));
    let optimal = |name, techniques| {
        Candidate::new(name, Promise::Optimal, search.with_techniques(techniques)).within_nodes(NODES)
    };
    let within = |name, percent: u32, techniques| {
        let search = search.with_ratio(10 * percent).with_techniques(techniques);
        Candidate::new(name, Promise::Percent(percent.into()), search).within_nodes(NODES)
    };
    vec![
        optimal("conflicts", Techniques::default()),
        optimal("conflicts, none", none),
        optimal("conflicts, all", all),
        optimal("conflicts, no priority", all.without(Prioritise)),
        optimal("conflicts, no bypass", all.without(Bypass)),
        optimal("conflicts, no corridor", all.without(Corridor)),
        optimal("conflicts, no target", all.without(Target)),
        optimal("conflicts, no rectangle", all.without(Rectangle)),
        optimal("conflicts, priority", none.with(Prioritise)),
        optimal("conflicts, bypass", none.with(Bypass)),
        optimal("conflicts, cardinal graph", cardinal),
        optimal("conflicts, dependency graph", dependency),
        optimal("conflicts, weighted graph", weighted),
        optimal("conflicts, corridor", none.with(Corridor)),
        optimal("conflicts, target", none.with(Target)),
        optimal("conflicts, rectangle", none.with(Prioritise).with(Rectangle)),
        optimal("conflicts, disjoint", none.with(DisjointSplitting)),
        within("conflicts, 1.02", 102, Techniques::default()),
        within("conflicts, 1.2", 120, Techniques::default()),
        within("conflicts, 1.2, all", 120, all),
        within("conflicts, 1.5, none", 150, none),
    ]
}

/// The nodes for one conflict search.
const NODES: u64 = 20_000;
