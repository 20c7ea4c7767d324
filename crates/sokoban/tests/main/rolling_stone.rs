//! Rolling Stone's solver: with every part of it, the verdict is that of trying everything.

use motion_core::{Control, Outcome, Quality, Solver};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::solver::{Enhancement, Enhancements};
use sokoban::{Level, RollingStone};

use crate::brute_force::brute_force;
use crate::random_levels::{Style, levels, small};

/// The solver with every set of the parts that cut moves, each without and with all others.
fn solvers() -> Vec<RollingStone> {
    use Enhancement::{GoalCuts, GoalMacros, Overestimate, Penalties, Relevance, Restarts};
    let others: [&[Enhancement]; 2] = [&[], &[Penalties, Overestimate, Restarts]];
    let macros: [&[Enhancement]; 3] = [&[], &[GoalMacros], &[GoalMacros, GoalCuts]];
    let relevance: [&[Enhancement]; 2] = [&[], &[Relevance]];
    let sets = others.into_iter().flat_map(|others| {
        macros
            .into_iter()
            .flat_map(move |macros| relevance.map(|relevance| [others, macros, relevance].concat()))
    });
    sets.map(|set| RollingStone::default().with_enhancements(Enhancements::new(&set))).collect()
}

/// Many boxes in narrow rooms.
const CROWDED: Style = Style { side: 7, boxes: 4, walls: 0.2, spare: 0 };

/// Solves a level; returns whether the solution is longer than needed.
fn check(solver: RollingStone, level: &Level, least: Option<u32>) -> bool {
    let mut control = Control::unlimited();
    let outcome = solver.solve(level, &mut control);
    assert_eq!(control.stats().bytes, 0);
    match outcome {
        Outcome::Solved { plan, quality } => {
            let pushes = level.verify(&plan).expect("a solution").pushes;
            let least = u64::from(least.unwrap_or_else(|| panic!("{solver:?} solves\n{level}")));
            match quality {
                Quality::Optimal => assert_eq!(pushes, least, "{solver:?}\n{level}"),
                Quality::Bounded { lower_bound } => assert!(lower_bound <= least, "{solver:?}\n{level}"),
                Quality::Feasible => panic!("a bound is known"),
            }
            pushes > least
        }
        Outcome::Unsolvable => {
            assert_eq!(least, None, "{solver:?}\n{level}");
            false
        }
        Outcome::Stopped { why, .. } => panic!("{why}: {solver:?}\n{level}"),
    }
}

fn verdicts_are_those_of_trying_everything(count: usize) {
    let solvers = solvers();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(71);
    let (mut solvable, mut longer) = (0, vec![0; solvers.len()]);
    let small = (0..count).map(|number| small(&mut rng, 3 + number % 4, 4));
    for level in small.chain(levels(72, &[(count / 4, CROWDED)])) {
        let least = brute_force(&level);
        solvable += usize::from(least.is_some_and(|least| least > 0));
        for (&solver, longer) in solvers.iter().zip(&mut longer) {
            *longer += usize::from(check(solver, &level, least));
        }
    }
    assert!(solvable > count / 8, "{solvable} have a solution");
    for (solver, longer) in solvers.iter().zip(longer) {
        let keeps_the_fewest = solver.enhancements() == Enhancements::NONE;
        assert!(longer == 0 || !keeps_the_fewest, "{longer} by {solver:?}");
        // Whatever cuts moves costs pushes somewhere.
        let cuts = solver.enhancements().contains(Enhancement::GoalCuts);
        assert!(longer > 0 || !cuts || count < 1_000, "{solver:?} finds the fewest pushes of all levels");
    }
}

#[test]
fn every_part_leaves_the_verdict() {
    verdicts_are_those_of_trying_everything(100);
}

#[test]
#[ignore = "exhaustive: 1 minutes"]
fn every_part_leaves_the_verdict_of_12_500_levels() {
    verdicts_are_those_of_trying_everything(10_000);
}

#[test]
fn cuts_need_macros() {
    let cuts = Enhancements::new(&[Enhancement::GoalCuts]);
    assert_eq!(RollingStone::default().with_enhancements(cuts).enhancements(), Enhancements::NONE);
    assert!(RollingStone::default().enhancements().contains(Enhancement::GoalCuts));
}
