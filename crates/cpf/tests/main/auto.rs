//! What `Auto` does beside what every solver promises.

use cpf::{Auto, Budget, Control, Count, Instance, Method, MethodsUsed, Outcome, Solver, StreamingSolver};

use crate::cases::{self, permutation};
use crate::samples::{graph, instance};

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
    assert_eq!(methods(&permutation(4, 4, 1, 1)), MethodsUsed::One(Method::Ears));
    let case = |name: &str| {
        let case = cases::small().into_iter().find(|case| case.name == name);
        case.expect("a case of this name").instance
    };
    assert_eq!(methods(&case("butterfly, one blank")), MethodsUsed::One(Method::Blocks));
    assert_eq!(methods(&case("tree, four blanks")), MethodsUsed::One(Method::Elimination));
    let settled: Instance = "p edge 2 1\ne 1 2\nr 1 1\n".parse().expect("an instance");
    assert_eq!(methods(&settled), MethodsUsed::None);
}

/// A single blank in one of several components: no solver of special instances takes that.
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

#[test]
fn large_components_are_streamed() {
    let instance = permutation(30, 30, 1, 1);
    let mut referee = cpf::Referee::new(&instance);
    let mut control = Control::unlimited();
    let streaming = Auto::default().with_streamed_above(100);
    let outcome = streaming.solve_into(&instance, &mut referee, &mut control);
    assert!(matches!(outcome, Outcome::Solved { .. }));
    let moves = referee.finish().expect("a solution").moves;
    assert!(control.stats().peak_bytes < 12 * moves * 40, "{:?} for {moves}", control.stats());
}
