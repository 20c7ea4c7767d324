//! Compares Push and Rotate with exhaustive search, the feasibility test and incomplete rules.
//! Tests Push and Swap where it must succeed and where it gives up.

use alloc::vec::Vec;

use cpf_core::internal::BlankRoute;
use cpf_core::{Instance, generate};
use motion_core::internal::Metered;
use motion_core::sink::Count;
use motion_core::{Control, Outcome, Plan, Quality, Solver, Stop};
use motion_testing_robots::cases;
use motion_testing_robots::samples::{graph, instance, random_instance};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::path_rule::PathRule;
use super::placer::PlaceError;
use super::solver::PlacingRules;
use super::{GoalOrder, Placing, Priorities};
use crate::PushInstance;
use crate::internal::{Root, VertexOrder};

const BREADTH_FIRST: VertexOrder = VertexOrder::BREADTH_FIRST_FROM_GOAL_BLANK.with_root(Root::Centre);
const CORNER: VertexOrder = BREADTH_FIRST.with_root(Root::Periphery);
const FROM_CENTRE: GoalOrder = GoalOrder::Outwards(BREADTH_FIRST);
const TOWARDS_CENTRE: GoalOrder = GoalOrder::Inwards(BREADTH_FIRST);
const FROM_CORNER: GoalOrder = GoalOrder::Outwards(CORNER);
const TOWARDS_CORNER: GoalOrder = GoalOrder::Inwards(CORNER);
const ORDERS: [GoalOrder; 5] = [TOWARDS_CORNER, FROM_CORNER, TOWARDS_CENTRE, FROM_CENTRE, GoalOrder::Numbers];

/// Many variants.
fn solvers() -> [Placing; 9] {
    let default = Placing::push_and_rotate();
    let learnt = default.with_priorities(Priorities::Learnt);
    let around = default.with_path_rule(PathRule::AroundFinished);
    let weighted = default.with_route(BlankRoute::default());
    [
        default,
        learnt.with_order(TOWARDS_CORNER),
        around.with_order(TOWARDS_CENTRE),
        weighted.with_order(FROM_CORNER),
        learnt.with_order(FROM_CENTRE),
        default.with_order(GoalOrder::Numbers),
        around.with_order(GoalOrder::Numbers).with_priorities(Priorities::Learnt),
        default.with_path_rule(PathRule::FewestFinished),
        learnt.with_path_rule(PathRule::Direct).with_order(FROM_CORNER),
    ]
}

/// Solves an instance; if it is infeasible, also without the feasibility test.
fn check(instance: &Instance, feasible: bool, solver: Placing) {
    let problem = PushInstance::new(instance).expect("room enough");
    let outcome = solver.solve(&problem, &mut Control::unlimited());
    if feasible {
        let Outcome::Solved { plan, quality: Quality::Feasible } = outcome else {
            panic!("{instance:?} by {solver:?}: {outcome:?}");
        };
        assert!(instance.verify(&plan).is_ok(), "{instance:?} by {solver:?}");
    } else {
        assert_eq!(outcome, Outcome::Unsolvable, "{instance:?} by {solver:?}");
        let result =
            solver.run(&problem, &mut Metered::new(&mut Count::default()), &mut Control::unlimited());
        assert!(
            matches!(result, Err(PlaceError::Stuck { .. } | PlaceError::Failed)),
            "{instance:?} by {solver:?}: {result:?}"
        );
    }
}

#[test]
fn what_is_infeasible_is_not_found() {
    for (number, instance) in cases::small_and_on_corridors().enumerate() {
        if instance.vacant_count() > 0 && PushInstance::new(&instance).is_ok() {
            check(&instance, instance.feasibility().is_ok(), solvers()[number % 9]);
        }
    }
}

/// Places robots by some of the rules, and returns the number of moves.
fn by(rules: PlacingRules, order: GoalOrder, instance: &Instance) -> Result<u64, PlaceError> {
    let problem = PushInstance::new(instance).expect("room enough");
    let mut plan = Plan::new();
    let job = Placing { order, path_rule: PathRule::Direct, rules, ..Placing::push_and_swap() };
    job.run(&problem, &mut Metered::new(&mut plan), &mut Control::unlimited())?;
    Ok(instance.verify(&plan).expect("a plan").moves)
}

/// Returns the orders in which the rules fail, while the complete rules succeed.
fn failures(rules: PlacingRules, instance: &Instance) -> Vec<GoalOrder> {
    assert_eq!(instance.feasibility(), Ok(()));
    for solver in solvers() {
        check(instance, true, solver);
    }
    let fails = |&order: &GoalOrder| {
        assert!(by(PlacingRules::PUSH_AND_ROTATE, order, instance).is_ok());
        by(rules, order, instance).is_err()
    };
    ORDERS.into_iter().filter(fails).collect()
}

/// A robot that ends on the border of a foreign subgraph must not come before the robots of the
/// subgraph.
#[test]
fn without_priorities_borders_are_closed() {
    let sparse = graph(6, [(0, 1), (0, 4), (0, 5), (1, 2), (1, 3)]);
    let unordered =
        PlacingRules { classes: Some(Priorities::Learnt), repair: false, ..PlacingRules::PUSH_AND_ROTATE };
    let made = instance(&sparse, &[1, 5, 2, 4], &[2, 1, 3, 0]);
    assert_eq!(failures(unordered, &made), [FROM_CENTRE]);
    let frozen = instance(&sparse, &[5, 1, 4, 2], &[4, 1, 5, 0]);
    assert_eq!(failures(unordered, &frozen), [FROM_CORNER, FROM_CENTRE]);
    // In the opposite order, priorities would also close them.
    let ordered = PlacingRules { repair: false, ..PlacingRules::PUSH_AND_ROTATE };
    assert_eq!(failures(ordered, &made), []);
    assert_eq!(failures(ordered, &frozen), []);
}

/// Priorities alone do not help if finished robots of a third class keep the blanks out.
#[test]
fn without_repair_the_blanks_are_walled_off() {
    let edges =
        [(0, 2), (1, 7), (1, 8), (2, 12), (3, 7), (3, 10), (3, 11), (4, 8), (5, 9), (6, 8), (7, 9), (9, 12)];
    let (starts, goals) = ([10, 11, 1, 3, 9, 6, 5, 4, 0, 8, 2], [11, 10, 3, 7, 9, 8, 5, 6, 0, 1, 12]);
    let made = instance(&graph(13, edges), &starts, &goals);
    let unrepaired = PlacingRules { repair: false, ..PlacingRules::PUSH_AND_ROTATE };
    assert_eq!(failures(unrepaired, &made), [FROM_CORNER, TOWARDS_CENTRE, FROM_CENTRE]);
}

/// Robots that are never exchanged for another can be pushed only after all others have passed.
#[test]
fn without_classes_robots_without_one_come_too_early() {
    let made = instance(&graph(5, [(0, 1), (0, 3), (0, 4), (1, 2)]), &[0, 1, 2], &[4, 3, 0]);
    let unordered = PlacingRules { classes: None, ..PlacingRules::PUSH_AND_ROTATE };
    assert_eq!(failures(unordered, &made), [FROM_CORNER, FROM_CENTRE]);
}

/// On a cycle, a shortest way may lead through a finished robot.
#[test]
fn without_polygons_cycles_fail() {
    let made = instance(&graph(4, [(0, 2), (2, 1), (1, 3), (3, 0)]), &[0, 1], &[2, 0]);
    assert_eq!(failures(PlacingRules { polygons: false, ..PlacingRules::PUSH_AND_ROTATE }, &made), ORDERS);
}

/// A robot comes back to a vertex to which another one has yet to return, and the cycle turns.
/// Going back along the departed vertices takes more moves.
#[test]
fn cycles_turn() {
    let edges = [(0, 1), (0, 5), (1, 2), (2, 3), (3, 4), (3, 6), (4, 5), (4, 7)];
    let made = instance(&graph(8, edges), &[6, 4, 3, 5, 7], &[4, 0, 3, 7, 1]);
    let retreating = PlacingRules { rotates: false, ..PlacingRules::PUSH_AND_ROTATE };
    assert_eq!(failures(retreating, &made), []);
    let moves = |rules| by(rules, GoalOrder::Numbers, &made).expect("solved");
    assert!(moves(PlacingRules::PUSH_AND_ROTATE) < moves(retreating));
}

/// Exchanges two neighbours by swaps alone, which fail if swaps follow the published rules.
fn exchange(vertices: u32, edges: &[(u32, u32)], [first, second]: [u32; 2], others: &[u32]) {
    let starts: Vec<_> = [first, second].iter().chain(others).copied().collect();
    let goals: Vec<_> = [second, first].iter().chain(others).copied().collect();
    let made = instance(&graph(vertices, edges.iter().copied()), &starts, &goals);
    assert_eq!(failures(PlacingRules::PUSH_AND_SWAP, &made), []);
}

#[test]
fn stage_three_keeps_clear_where_the_second_robot_was() {
    exchange(5, &[(0, 1), (0, 2), (0, 4), (1, 2), (1, 3)], [0, 1], &[2]);
}

#[test]
fn stage_four_retreats_to_any_neighbour() {
    exchange(7, &[(0, 1), (1, 2), (1, 6), (2, 3), (2, 5), (3, 4)], [1, 2], &[0, 5]);
}

#[test]
fn stage_four_clears_the_second_side_when_the_two_are_back() {
    exchange(5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)], [0, 2], &[4]);
    exchange(5, &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3)], [0, 4], &[2]);
}

#[test]
fn swaps_do_not_stop_at_the_nearest_hub() {
    exchange(5, &[(0, 1), (1, 2), (2, 0), (0, 4), (1, 3)], [0, 1], &[4]);
}

fn push_and_swaps() -> [Placing; 4] {
    let around = Placing::push_and_swap().with_path_rule(PathRule::AroundFinished);
    [
        Placing::push_and_swap(),
        around.with_order(TOWARDS_CENTRE),
        Placing::push_and_swap().with_order(FROM_CORNER),
        around.with_route(BlankRoute::default()),
    ]
}

#[test]
fn push_and_swap_solves_grids_and_bi_connected_graphs() {
    let seeds = motion_testing::cases(12, 60);
    for seed in 0..seeds {
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
        let grid = generate::permutation_on_grid(4 + seed as u32 % 9, 9, 3, rng).expect("legal");
        let blanks = 2 + seed as usize % 5;
        let ears = generate::biconnected(5, 1 + seed as u32 % 6, 10 + seed as u32, rng);
        let ears = random_instance(&ears.expect("legal").graph, blanks, rng);
        for made in [grid, ears] {
            let problem = PushInstance::new(&made).expect("room enough");
            for solver in push_and_swaps() {
                let plan = solver.solve(&problem, &mut Control::unlimited()).plan();
                let plan = plan.unwrap_or_else(|| panic!("{solver:?} gives up on {made:?}"));
                assert!(made.verify(&plan).is_ok());
            }
        }
    }
}

/// A robot that ends on the border of a subgraph closes it.
#[test]
fn push_and_swap_gives_up_where_push_and_rotate_does_not() {
    let sparse = graph(6, [(0, 1), (0, 4), (0, 5), (1, 2), (1, 3)]);
    let made = instance(&sparse, &[1, 5, 2, 4], &[2, 1, 3, 0]);
    let problem = PushInstance::new(&made).expect("two blanks");
    let control = &mut Control::unlimited();
    let outwards = FROM_CENTRE;
    let outcome = Placing::push_and_swap().with_order(outwards).solve(&problem, control);
    assert_eq!(outcome, Outcome::stopped(Stop::GaveUp));
    assert!(Placing::push_and_rotate().with_order(outwards).solve(&problem, control).is_solved());
}
