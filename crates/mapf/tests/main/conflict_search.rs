//! Conflict search with every set of techniques and with ratios, against joint search.

use std::collections::BTreeMap;

use mapf::{ConflictSearch, MotionModel, Objective, Technique, Techniques};

use crate::grids::instance;
use crate::harness::{Candidate, Case, Endings, Promise, Verdict, check, verdict};

/// The nodes for one conflict search.
pub(crate) const NODES: u64 = 5_000;

/// Searches with all techniques but one, and with one beside those that it needs.
fn candidates(model: MotionModel, objective: Objective) -> Vec<Candidate> {
    let search = ConflictSearch::default().with_model(model).with_objective(objective);
    let optimal = |name, techniques| {
        Candidate::new(name, Promise::Optimal, search.with_techniques(techniques)).within_nodes(NODES)
    };
    let within = |name, percent: u32, techniques| {
        let search = search.with_ratio(10 * percent).with_techniques(techniques);
        Candidate::new(name, Promise::Percent(percent.into()), search).within_nodes(NODES)
    };
    let needs = |technique| {
        let needed = Techniques::none().with(technique);
        match technique {
            Technique::Bypass | Technique::Target | Technique::DisjointSplitting => needed,
            _ => needed.with(Technique::Prioritise),
        }
    };
    let mut candidates = vec![
        within("1.02", 102, Techniques::default()),
        within("1.5", 150, Techniques::default()),
        within("1.5, none", 150, Techniques::none()),
    ];
    for technique in Technique::ALL {
        let without = Techniques::all().without(technique);
        candidates.push(optimal(without_name(technique), without));
        candidates.push(optimal(technique.name(), needs(technique)));
    }
    let weaker = Techniques::default().without(Technique::WeightedGraph);
    candidates.push(optimal("dependency graph in place of the weighted one", weaker));
    candidates.push(optimal("cardinal graph in place of it", weaker.without(Technique::DependencyGraph)));
    candidates
}

fn without_name(technique: Technique) -> &'static str {
    match technique {
        Technique::Prioritise => "all but prioritise",
        Technique::Bypass => "all but bypass",
        Technique::CardinalGraph => "all but cardinal-graph",
        Technique::DependencyGraph => "all but dependency-graph",
        Technique::WeightedGraph => "all but weighted-graph",
        Technique::Corridor => "all but corridor",
        Technique::Target => "all but target",
        Technique::Rectangle => "all but rectangle",
        Technique::DisjointSplitting => "all but disjoint-splitting",
    }
}

fn compare(seeds: u64) {
    for model in MotionModel::ALL {
        let mut endings = BTreeMap::<_, Endings>::new();
        for objective in [Objective::SumOfCosts, Objective::Makespan] {
            for seed in 0..seeds {
                let instance = instance(1_000_000 + seed);
                let best = match verdict(&instance, model, objective) {
                    Verdict::Best(schedule) => Some(schedule),
                    Verdict::Unsolvable => None,
                    Verdict::Unknown => continue,
                };
                let cost = |schedule| {
                    instance.verify_schedule(schedule, model).expect("a legal schedule").cost(objective)
                };
                let optimum = best.as_ref().map(cost);
                let case = Case { instance: &instance, model, objective, optimum };
                for candidate in candidates(model, objective) {
                    check(&case, &candidate, endings.entry(candidate.name).or_default());
                }
            }
        }
        for (name, of_it) in endings {
            of_it.report(&format!("{model}, {name}"));
        }
    }
}

#[test]
fn every_technique_on_a_few_grids() {
    compare(15);
}

#[test]
#[ignore = "exhaustive: 0.5 minutes"]
fn every_technique_on_many_grids() {
    compare(400);
}
