//! Properties of `Auto` beyond those that every solver promises.

use std::ops::ControlFlow;

use cpf::cpf_core::Referee;
use cpf::cpf_core::improve::Improver;
use cpf::internal::{Method, MethodsUsed};
use cpf::mapf::JointSearch;
use cpf::motion_core::observer::{Improvement, Observer};
use cpf::motion_core::sink::{Count, StreamingSolver};
use cpf::motion_core::{Move, Quality};
use cpf::solvers::bibox::EarInsertion;
use cpf::solvers::push_swap::Elimination;
use cpf::solvers::{ByEars, ByPushing, Replanner};
use cpf::{Auto, Budget, Control, Instance, MotionModel, Objective, Outcome, Plan, Solver};

use motion_testing_robots::cases::{self, permutation};
use motion_testing_robots::samples::{graph, instance};

fn methods(instance: &Instance) -> MethodsUsed {
    let mut count = Count::default();
    let (outcome, used) = Auto::default().solve_with_methods(instance, &mut count, &mut Control::unlimited());
    assert!(outcome.is_solved());
    used
}

#[test]
fn methods_are_those_of_the_component() {
    let path: Instance = "p edge 3 2\ne 1 2\ne 2 3\nr 1 2\n".parse().expect("an instance");
    assert_eq!(methods(&path), MethodsUsed::One(Method::Line));
    assert_eq!(methods(&permutation(4, 4, 1, 1)), MethodsUsed::One(Method::Sliding));
    let triangles = "p edge 4 5\ne 1 2\ne 2 3\ne 1 3\ne 3 4\ne 2 4\nr 1 2\nr 2 3\nr 3 1\n";
    assert_eq!(methods(&triangles.parse().expect("an instance")), MethodsUsed::One(Method::Ears));
    let case = |name: &str| {
        let case = cases::small().into_iter().find(|case| case.name == name);
        case.expect("a case of this name").instance
    };
    assert_eq!(methods(&case("butterfly, one blank")), MethodsUsed::One(Method::Blocks));
    assert_eq!(methods(&case("tree, four blanks")), MethodsUsed::One(Method::Elimination));
    let settled: Instance = "p edge 2 1\ne 1 2\nr 1 1\n".parse().expect("an instance");
    assert_eq!(methods(&settled), MethodsUsed::None);
}

/// No solver of special instances takes a graph where one of several components has a single blank.
#[test]
fn components_with_one_blank_are_solved_beside_others() {
    // Two triangles with a common vertex and one blank, two triangles with two, and a path.
    let butterfly =
        |first: u32| [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)].map(|(a, b)| (a + first, b + first));
    let edges = butterfly(0).into_iter().chain(butterfly(5)).chain([(10, 11)]);
    let starts = [0, 1, 3, 4, 5, 8, 6, 10];
    let goals = [1, 0, 4, 3, 8, 5, 6, 11];
    let instance = instance(&graph(12, edges), &starts, &goals);
    let mut moves = Vec::new();
    let (outcome, used) =
        Auto::default().solve_with_methods(&instance, &mut moves, &mut Control::unlimited());
    assert!(outcome.is_solved() && used == MethodsUsed::Several);
    assert!(instance.verify(&moves.into()).is_ok());
}

#[test]
#[ignore = "exhaustive: 0.03 minutes"]
fn the_rest_of_the_budget_is_for_sliding_on_open_grids_even_if_ears_give_the_first_plan() {
    let first = |instance: &Instance| {
        let mut moves = Vec::new();
        let control = &mut Control::unlimited();
        Auto::default().solve_with_methods(instance, &mut moves, control).1
    };
    let instances = (1..200).map(|seed| permutation(5, 5, 1, seed));
    let by_ears = instances.filter(|instance| first(instance) == MethodsUsed::One(Method::Ears));
    let by_ears: Vec<_> = by_ears.take(2).collect();
    assert_eq!(by_ears.len(), 2);
    for instance in by_ears {
        let mut moves = Vec::new();
        let mut control = Control::new(Budget::new().with_nodes(300_000));
        let (_, used) = Auto::default().solve_with_methods(&instance, &mut moves, &mut control);
        assert!(used == MethodsUsed::One(Method::Sliding), "{used:?}, {} moves", moves.len());
    }
}

#[test]
fn the_rest_of_the_budget_makes_plans_shorter() {
    let instance = permutation(8, 8, 2, 1);
    let solve = |budget| {
        let plan = Auto::default().solve(&instance, &mut Control::new(budget)).into_result();
        let plan = plan.expect("solvable");
        assert!(instance.verify(&plan).is_ok());
        plan.len()
    };
    assert!(solve(Budget::new().with_nodes(3_000_000)) < solve(Budget::new()));
}

/// With few robots, most of the budget is left when the fewest moves are proved.
#[test]
fn few_robots_get_a_proof() {
    let bay = "p edge 4 3\ne 1 2\ne 2 3\ne 2 4\nr 1 3\nr 3 1\n".parse().expect("an instance");
    for instance in [bay, permutation(3, 3, 1, 1)] {
        let joint = JointSearch::default().with_model(MotionModel::Pebble).with_objective(Objective::Moves);
        let fewest = joint.solve(&instance, &mut Control::unlimited()).into_result().expect("solvable");
        let mut control = Control::new(Budget::new().with_nodes(1_000_000));
        let outcome = Auto::default().solve(&instance, &mut control);
        let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else { panic!("{outcome:?}") };
        let moves = instance.verify(&plan).map(|metrics| metrics.moves);
        assert_eq!(moves, Ok(fewest.moves().len() as u64));
        assert!(control.stats().nodes < 100_000, "{:?}", control.stats());
    }
}

#[test]
fn large_components_are_streamed() {
    let instance = permutation(30, 30, 1, 1);
    let mut referee = Referee::new(&instance);
    let mut control = Control::unlimited();
    let streaming = Auto::default().with_streamed_above(100);
    let outcome = streaming.solve_into(&instance, &mut referee, &mut control);
    assert!(matches!(outcome, Outcome::Solved { .. }));
    let moves = referee.finish().expect("a solution").moves;
    assert!(control.stats().peak_bytes < 12 * moves * 40, "{:?} for {moves}", control.stats());
}

/// Rows, columns, vacant cells, and the moves of `Auto` on a random permutation: before robots were
/// planned again, now, and with 200,000 nodes.
const SPARSE: [[u64; 6]; 4] = [
    [10, 10, 20, 809, 749, 703],
    [10, 10, 50, 467, 423, 397],
    [8, 16, 96, 287, 275, 269],
    [16, 16, 192, 719, 667, 661],
];

/// Returns the shorter of the plans of the two methods that need no budget, without redundancy.
fn rule_based(instance: &Instance) -> Plan {
    let solvers: [&dyn StreamingSolver<Instance, Move = Move, Solution = Plan>; 2] =
        [&ByEars::new(EarInsertion::default()), &ByPushing::new(Elimination::default())];
    let plans = solvers.map(|solver| {
        let plan = solver.solve(instance, &mut Control::unlimited()).into_result().expect("solvable");
        Improver::redundancy().improve(instance, plan, &mut Control::unlimited()).expect("legal").plan
    });
    plans.into_iter().min_by_key(Plan::len).expect("two plans")
}

#[test]
fn plans_on_sparse_grids_have_the_moves_of_the_table() {
    let found = SPARSE.map(|[rows, columns, vacant, ..]| {
        let instance = permutation(rows as u32, columns as u32, vacant as usize, 1);
        let before = rule_based(&instance).len() as u64;
        let [free, limited] = [Budget::new(), Budget::new().with_nodes(200_000)].map(|budget| {
            let outcome = Auto::default().solve(&instance, &mut Control::new(budget));
            let Outcome::Solved { plan, quality } = outcome else { panic!("{outcome:?}") };
            assert!(instance.verify(&plan).is_ok());
            let moves = plan.len() as u64;
            assert_eq!(quality == Quality::Optimal, Some(moves) == instance.sum_of_distances());
            assert!(moves <= before);
            moves
        });
        [rows, columns, vacant, before, free, limited]
    });
    assert_eq!(found, SPARSE);
    assert_eq!(methods(&permutation(10, 10, 50, 1)), MethodsUsed::One(Method::Replanning));
}

#[test]
fn crowded_instances_are_left_as_they_were_without_a_budget() {
    for vacant in [2, 5, 10, 19] {
        let instance = permutation(10, 10, vacant, 1);
        let plan = Auto::default().solve(&instance, &mut Control::unlimited()).into_result();
        assert_eq!(plan.expect("solvable"), rule_based(&instance));
    }
}

/// Two grids beside each other.
#[test]
fn components_share_the_budget() {
    let edges = |first: u32| {
        let cells = (0..36).map(move |cell| (cell / 6, cell % 6, cell + first));
        cells.flat_map(|(row, column, cell)| {
            [(column < 5).then_some((cell, cell + 1)), (row < 5).then_some((cell, cell + 6))]
        })
    };
    let edges = edges(0).chain(edges(36)).flatten();
    let half = permutation(6, 6, 12, 1);
    let [starts, goals]: [Vec<u32>; 2] = [half.start(), half.goal()].map(|end| {
        let places = end.places().iter().map(|vertex| vertex.0);
        places.clone().chain(places.map(|vertex| vertex + 36)).collect()
    });
    let both = instance(&graph(72, edges), &starts, &goals);
    let solve = |budget| {
        let mut control = Control::new(budget);
        let plan = Auto::default().solve(&both, &mut control).into_result().expect("solvable");
        assert!(both.verify(&plan).is_ok());
        assert_eq!(control.stats().bytes, 0, "memory is kept");
        plan.len()
    };
    let long = 2 * rule_based(&half).len();
    let [free, limited] = [Budget::new(), Budget::new().with_nodes(300_000)].map(solve);
    assert!(limited < free && free < long, "{limited}, {free}, {long}");
}

/// Records the moves of all plans that are reported, and verifies the plans.
struct Verifier<'i>(&'i Instance, Vec<u64>);

impl Observer for Verifier<'_> {
    fn improved(&mut self, improvement: &Improvement) -> ControlFlow<()> {
        let plan: Plan = improvement.solution().expect("a plan");
        assert_eq!(self.0.verify(&plan).map(|metrics| metrics.moves), Ok(improvement.cost));
        self.1.push(improvement.cost);
        ControlFlow::Continue(())
    }
}

#[test]
fn robots_planned_again_make_plans_shorter_and_are_reported() {
    for vacant in [10, 40] {
        let instance = permutation(8, 8, vacant, 1);
        let first = rule_based(&instance);
        for nodes in [0, 300, 10_000, 100_000] {
            let improve = |observer: &mut Verifier<'_>| {
                let mut control = Control::new(Budget::new().with_nodes(nodes)).with_observer(observer);
                let improved = Replanner::default().improve(&instance, first.clone(), &mut control);
                assert!(control.stats().nodes <= nodes && control.stats().bytes == 0);
                improved.expect("a legal plan").plan
            };
            let [mut seen, mut again] = [(); 2].map(|()| Verifier(&instance, Vec::new()));
            let plan = improve(&mut seen);
            assert_eq!(improve(&mut again), plan);
            assert_eq!(seen.1, again.1);
            assert!(instance.verify(&plan).is_ok() && seen.1.is_sorted_by(|a, b| a > b));
            let least = seen.1.last().copied().unwrap_or(first.len() as u64);
            assert!(plan.len() as u64 <= least, "{} of {least}", plan.len());
            assert!(nodes < 100_000 || plan.len() < first.len());
        }
        // A plan that does not end at the goal stays as it is.
        let part: Plan = first.iter().take(first.len() / 2).collect();
        let kept = Replanner::default().improve(&instance, part.clone(), &mut Control::unlimited());
        assert_eq!(kept.expect("a legal plan").plan, part);
        // An illegal plan is refused.
        let cut: Plan = first.iter().skip(1).collect();
        assert!(Replanner::default().improve(&instance, cut, &mut Control::unlimited()).is_err());
    }
}
