//! Tests of conflict-based search, with every set of techniques and with ratios, against joint
//! search.

use std::collections::BTreeMap;

use cpf_core::formats::moving_ai::{Map, Scenario};
use mapf::cpf_core::generate;
use mapf::motion_core::{Budget, Control, Outcome, Quality, Solver};
use mapf::{ConflictSearch, ConflictTechnique, ConflictTechniques, MotionModel, Objective, cpf_core};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::grids::instance;
use crate::harness::{Candidate, Case, Endings, Promise, Verdict, check, verdict};
use motion_testing::published;

/// The node limit of one conflict-based search.
pub(crate) const NODES: u64 = 5_000;

/// The searches with all techniques but one, and with one technique and those that it needs.
fn candidates(model: MotionModel, objective: Objective) -> Vec<Candidate> {
    let search = ConflictSearch::default().with_model(model).with_objective(objective);
    let optimal = |name, techniques| {
        Candidate::new(name, Promise::Optimal, search.with_techniques(techniques)).within_nodes(NODES)
    };
    let within = |name, percent: u32, techniques| {
        let search = search.with_ratio(10 * percent).with_techniques(techniques);
        Candidate::new(name, Promise::Percent(percent.into()), search).within_nodes(NODES)
    };
    let mut candidates = vec![
        within("1.02", 102, ConflictTechniques::default()),
        within("1.5", 150, ConflictTechniques::default()),
        within("1.5, none", 150, ConflictTechniques::NONE),
        within(
            "1.2, all but improvement",
            120,
            ConflictTechniques::ALL.without(ConflictTechnique::Improvement),
        ),
        within("1.2, improvement", 120, ConflictTechniques::NONE.with(ConflictTechnique::Improvement)),
    ];
    // `Improvement`, which works only with ratios above 1, is left out.
    for technique in ConflictTechnique::ALL
        .iter()
        .copied()
        .filter(|&technique| technique != ConflictTechnique::Improvement)
    {
        let without = ConflictTechniques::ALL.without(technique);
        candidates.push(optimal(without_name(technique), without));
        candidates.push(optimal(technique.name(), alone(technique)));
    }
    let weaker = ConflictTechniques::default().without(ConflictTechnique::WeightedGraph);
    candidates.push(optimal("dependency graph in place of the weighted one", weaker));
    candidates
        .push(optimal("cardinal graph in place of it", weaker.without(ConflictTechnique::DependencyGraph)));
    candidates
}

/// A technique together with those that it needs.
pub(crate) fn alone(technique: ConflictTechnique) -> ConflictTechniques {
    let needed = ConflictTechniques::NONE.with(technique);
    match technique {
        ConflictTechnique::Bypass | ConflictTechnique::Target | ConflictTechnique::DisjointSplitting => {
            needed
        }
        _ => needed.with(ConflictTechnique::Prioritise),
    }
}

fn without_name(technique: ConflictTechnique) -> &'static str {
    match technique {
        ConflictTechnique::Prioritise => "all but prioritise",
        ConflictTechnique::Bypass => "all but bypass",
        ConflictTechnique::CardinalGraph => "all but cardinal-graph",
        ConflictTechnique::DependencyGraph => "all but dependency-graph",
        ConflictTechnique::WeightedGraph => "all but weighted-graph",
        ConflictTechnique::Corridor => "all but corridor",
        ConflictTechnique::Target => "all but target",
        ConflictTechnique::Rectangle => "all but rectangle",
        ConflictTechnique::DisjointSplitting => "all but disjoint-splitting",
        ConflictTechnique::Improvement => "all but improvement",
        _ => unreachable!("{technique} has no name here"),
    }
}

#[test]
fn every_technique_on_random_grids() {
    let seeds = cases(5, 2_000);
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
fn improvement_ends_searches_that_would_go_on() {
    let search = ConflictSearch::default().with_ratio(1200);
    let alone = search.with_techniques(ConflictTechniques::default().without(ConflictTechnique::Improvement));
    let mut sooner = 0;
    for seed in 0..3 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let instance = generate::permutation_on_grid(10, 10, 60, &mut rng).expect("a feasible instance");
        let solve = |search: ConflictSearch| {
            let mut control = Control::new(Budget::new().with_nodes(300_000));
            (search.solve(&instance, &mut control), control.stats().nodes)
        };
        let (outcome, nodes) = solve(search);
        let Outcome::Solved { plan, quality } = outcome else { panic!("seed {seed}: not solved") };
        let metrics = instance.verify_schedule(&plan, MotionModel::Standard).expect("a legal schedule");
        if let Quality::Bounded { lower_bound } = quality {
            assert!(10 * metrics.sum_of_costs <= 12 * lower_bound, "seed {seed}");
            assert!(Some(lower_bound) >= instance.sum_of_distances(), "seed {seed}");
        }
        let (outcome, others) = solve(alone);
        sooner += u32::from(!matches!(outcome, Outcome::Solved { .. }) || nodes < others);
    }
    assert!(sooner > 0, "improvement never helps");
}

/// Least sums of costs proved by CBSH2-RTC, each with its number of robots.
const PROVED: [(&str, &[(usize, u64)]); 5] = [
    ("empty-16-16", &[(10, 102), (20, 189), (30, 287), (40, 425), (50, 507), (60, 629)]),
    ("maze-32-32-2", &[(10, 389), (15, 666), (20, 1110)]),
    ("random-32-32-20", &[(10, 200), (20, 413), (30, 637), (40, 837), (45, 1016)]),
    ("room-64-64-8", &[(10, 472), (20, 1055), (30, 1664), (40, 2278), (45, 2529)]),
    ("warehouse-10-20-10-2-1", &[(20, 1505), (40, 3196), (60, 5054), (80, 7220), (100, 9016)]),
];

#[test]
fn least_costs_are_those_that_another_program_has_proved() {
    let Some(folder) = published("cpf") else { return };
    let text = |name: String| std::fs::read_to_string(folder.join(name)).expect("a readable file");
    for (name, rows) in PROVED {
        let map: Map = text(format!("{name}.map")).parse().expect("a map");
        let scenario: Scenario = text(format!("{name}-random-1.scen")).parse().expect("a scenario");
        for &(robots, sum) in rows {
            let instance = scenario.instance(map.clone(), robots).expect("enough robots");
            let outcome = ConflictSearch::default().solve(&instance, &mut Control::unlimited());
            let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else {
                panic!("{name}, {robots} robots: no proof");
            };
            let metrics = instance.verify_schedule(&plan, MotionModel::Standard).expect("a legal schedule");
            assert_eq!(metrics.sum_of_costs, sum, "{name}, {robots} robots");
        }
    }
}
