//! Compares searches for the fewest steps of the player with brute force.

use motion_core::{Budget, Control, Outcome, Quality, Solver, Stop};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::{AnySolver, Level};

use crate::brute_force::fewest_steps;
use crate::random_levels::{Style, WALLED, levels, small_with_spare_goals};

/// The solvers that minimise steps.
fn solvers() -> impl Iterator<Item = AnySolver> {
    AnySolver::all().filter(|solver| solver.counts_steps())
}

/// Compares the solvers with brute force. Returns whether the fewest steps take more than the
/// fewest pushes; `None` if there is no solution.
fn compare(level: &Level) -> Option<bool> {
    let expected = fewest_steps(level);
    for solver in solvers() {
        match solver.solve(level, &mut Control::unlimited()) {
            Outcome::Solved { plan, quality } => {
                let metrics = level.verify(&plan).unwrap_or_else(|error| panic!("{solver}: {error}"));
                let found = (metrics.steps, metrics.pushes);
                assert_eq!(Some(found), expected, "{solver}: {plan} in\n{level}");
                assert_eq!(quality, Quality::Optimal, "{solver}");
            }
            Outcome::Unsolvable => assert_eq!(expected, None, "{solver} in\n{level}"),
            Outcome::Stopped { why, .. } => panic!("{solver}: {why} in\n{level}"),
        }
    }
    let (_, pushes) = expected?;
    let least = sokoban::solver::BreadthFirst::default()
        .solve(level, &mut Control::unlimited())
        .plan()
        .expect("a solution");
    Some(pushes > least.pushes() as u64)
}

fn compare_levels(count: usize, spare: usize) {
    assert_eq!(solvers().count(), 3);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    let styles = [(count / 2, Style { spare, ..WALLED })];
    let small = (0..count).map(|number| small_with_spare_goals(&mut rng, 3 + number % 3, 3, spare));
    let walled = levels(13, &styles);
    let (mut solvable, mut with_more_pushes) = (0, 0);
    for level in small.chain(walled) {
        let found = compare(&level);
        solvable += usize::from(found.is_some());
        with_more_pushes += usize::from(found == Some(true));
    }
    assert!(8 * solvable > count, "{solvable}");
    assert!(400 * with_more_pushes > count || spare > 0, "{with_more_pushes}");
}

#[test]
fn the_fewest_steps_and_then_pushes_are_those_of_trying_everything() {
    compare_levels(cases(60, 4_000), 0);
}

#[test]
fn the_fewest_steps_of_levels_with_more_goals_than_boxes_are_those_of_trying_everything() {
    for spare in cases(2..=2, 1..=3) {
        compare_levels(cases(30, 2_000), spare);
    }
}

/// When stopped, the bound is on the steps.
#[test]
fn a_stopped_search_has_a_bound_on_the_steps() {
    let mut bounded = 0;
    for level in levels(14, &[(cases(30, 300), WALLED)]) {
        let Some((steps, _)) = fewest_steps(&level) else { continue };
        for nodes in [0, 3, 30] {
            for solver in solvers() {
                let mut control = Control::new(Budget::new().with_nodes(nodes));
                if let Outcome::Stopped { why, best, lower_bound } = solver.solve(&level, &mut control) {
                    assert_eq!((why, best), (Stop::Nodes, None));
                    let bound = lower_bound.expect("a bound");
                    assert!(bound <= steps, "{solver}: {bound} of {steps} in\n{level}");
                    bounded += usize::from(bound > 0);
                }
            }
        }
    }
    assert!(bounded > cases(4, 50), "{bounded}");
}
