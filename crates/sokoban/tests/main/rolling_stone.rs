//! Rolling Stone's solver gives the verdict of brute force with every combination of its parts.

use motion_core::{Control, Solver};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::solver::RollingStone;
use sokoban::solver::{Enhancement, Enhancements};

use crate::brute_force::{brute_force, judge};
use crate::random_levels::{Style, levels, small};

/// Returns the solver with every set of the parts that cut moves, each without and with all others.
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

#[test]
fn every_part_leaves_the_verdict() {
    let count = cases(100, 10_000);
    let solvers = solvers();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(71);
    let (mut solvable, mut longer) = (0, vec![0; solvers.len()]);
    let small = (0..count).map(|number| small(&mut rng, 3 + number % 4, 4));
    for level in small.chain(levels(72, &[(count / 4, CROWDED)])) {
        let least = brute_force(&level);
        solvable += usize::from(least.is_some_and(|least| least > 0));
        for (&solver, longer) in solvers.iter().zip(&mut longer) {
            let mut control = Control::unlimited();
            let outcome = solver.solve(&level, &mut control);
            assert_eq!(control.stats().bytes, 0);
            *longer += usize::from(judge(&format_args!("{solver:?}"), &level, least, outcome));
        }
    }
    assert!(solvable > count / 8, "{solvable} have a solution");
    for (solver, longer) in solvers.iter().zip(longer) {
        let keeps_the_fewest = solver.enhancements() == Enhancements::NONE;
        assert!(longer == 0 || !keeps_the_fewest, "{longer} by {solver:?}");
        // Any cut of moves costs pushes somewhere.
        let cuts = solver.enhancements().contains(Enhancement::GoalCuts);
        assert!(longer > 0 || !cuts || count < 1_000, "{solver:?} finds the fewest pushes of all levels");
    }
}

#[test]
fn cuts_need_macros() {
    let cuts = Enhancements::new(&[Enhancement::GoalCuts]);
    assert_eq!(RollingStone::default().with_enhancements(cuts).enhancements(), Enhancements::NONE);
    assert!(RollingStone::default().enhancements().contains(Enhancement::GoalCuts));
}
