//! Compares pushes, pulls and searches from both ends with brute force.

use motion_core::search::{Bidirectional, breadth_first_from};
use motion_core::{Control, Outcome, Quality, Solver};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::Level;
use sokoban::board::SearchBoard;
use sokoban::search::{Position, Pulls, Pushes};
use sokoban::solver::BreadthFirst;

use crate::brute_force::brute_force;
use crate::random_levels::small_with_spare_goals;

/// Returns the fewest pushes, found by pulls and from both ends.
fn backward(level: &Level) -> Option<u64> {
    let board = SearchBoard::new(level);
    let (start, pushes) = (Position::start(&board)?, Pushes::<4>::new(&board));
    let (pulls, mut control) = (Pulls::new(&board)?, Control::unlimited());
    let pulled =
        breadth_first_from(&pulls, pulls.starts(), &mut control).plan().map(|path| path.reversed(&pulls));
    let met = Bidirectional::default().search(&pushes, &start, &pulls, &pulls.starts(), &mut control).plan();
    let [pulled, met] = [pulled, met].map(|path| {
        let moves = board.moves(path?.actions).expect("pushes that are possible");
        Some(level.verify(&moves).expect("a solution").pushes)
    });
    assert_eq!(pulled, met, "in\n{level}");
    pulled
}

fn compare_directions(levels: usize, spare: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut solvable = 0;
    for number in 0..levels {
        let level = small_with_spare_goals(&mut rng, 3 + number % 3, 3, spare);
        let least = brute_force(&level);
        match BreadthFirst::default().solve(&level, &mut Control::unlimited()) {
            Outcome::Solved { plan, quality } => {
                let metrics =
                    level.verify(&plan).unwrap_or_else(|error| panic!("{error}: {plan} in\n{level}"));
                assert_eq!(Some(metrics.pushes as u32), least, "{plan} in\n{level}");
                assert_eq!((metrics.pushes, metrics.steps), (plan.pushes() as u64, plan.len() as u64));
                assert_eq!(quality, Quality::Optimal);
                assert_eq!(level.replay(&plan).expect("legal").0, plan);
                solvable += 1;
            }
            Outcome::Unsolvable => assert_eq!(least, None, "of\n{level}"),
            Outcome::Stopped { why, .. } => panic!("{why}"),
        }
        assert_eq!(backward(&level), least.map(u64::from), "pulls in\n{level}");
    }
    assert!(20 * solvable > 3 * levels, "only {solvable} have a solution");
}

#[test]
fn pushes_pulls_and_both_at_once_find_the_fewest_pushes() {
    compare_directions(cases(2_000, 20_000), 0);
    compare_directions(cases(600, 6_000), 2);
}
