//! Compares the planner over abstract states of rooms with brute force.

use motion_core::{Budget, Control, Outcome, Solver, Stop};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::RandomLevel;
use sokoban::solver::RoomAbstraction;

use crate::brute_force::{brute_force, judge};
use crate::random_levels::small;

#[test]
fn plans_solve_and_nothing_found_proves_nothing() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(81);
    let (mut solvable, mut solved, mut given_up) = (0, 0, 0);
    for number in 0..1_500 {
        let level = small(&mut rng, 4 + number % 3, 3);
        let least = brute_force(&level);
        let mut control = Control::unlimited();
        let outcome = RoomAbstraction.solve(&level, &mut control);
        assert_eq!(control.stats().bytes, 0);
        solvable += u32::from(least.is_some());
        match outcome {
            outcome @ Outcome::Solved { .. } => {
                judge(&"room abstraction", &level, least, outcome);
                solved += 1;
            }
            // The dead squares or the matching of the start prove this.
            Outcome::Unsolvable => assert_eq!((least, control.stats().nodes), (None, 0), "{level}"),
            Outcome::Stopped { why, lower_bound, .. } => {
                assert_eq!(why, Stop::GaveUp);
                assert!(lower_bound.is_some_and(|bound| least.is_none_or(|least| bound <= least.into())));
                given_up += u32::from(least.is_some());
            }
        }
    }
    assert_eq!(solved + given_up, solvable);
    assert!(solved > 250 && solved > 10 * given_up, "{solved} of {solvable}");
}

#[test]
fn open_exits_shorten_searches() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let is_solved = |_: &u32| {
        let level = RandomLevel::default().with_boxes(6).generate(&mut rng).expect("a level");
        let mut control = Control::new(Budget::new().with_nodes(40));
        matches!(RoomAbstraction.solve(&level, &mut control), Outcome::Solved { .. })
    };
    // If closed exits cost nothing, two levels take more than 100 nodes.
    assert_eq!((0..20).filter(is_solved).count(), 18);
}

#[test]
fn plans_keep_to_limits() {
    let level: sokoban::Level = include_str!("../../testdata/crossing.xsb").parse().expect("a level");
    let mut control = Control::unlimited();
    let plan = RoomAbstraction.solve(&level, &mut control).plan().expect("a plan");
    assert!(level.verify(&plan).is_ok());
    let (nodes, peak) = (control.stats().nodes, control.stats().peak_bytes);
    for (budget, why) in [
        (Budget::new().with_nodes(nodes - 1), Stop::Nodes),
        (Budget::new().with_bytes(peak / 100), Stop::Memory),
        (Budget::new().with_bytes(0), Stop::Memory),
    ] {
        let mut control = Control::new(budget);
        let outcome = RoomAbstraction.solve(&level, &mut control);
        assert!(matches!(outcome, Outcome::Stopped { why: stop, .. } if stop == why), "{outcome:?}");
        assert_eq!(control.stats().bytes, 0);
    }
}
