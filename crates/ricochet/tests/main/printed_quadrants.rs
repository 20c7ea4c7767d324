//! Games on the quadrants of the printed game.
//!
//! The files are not part of the repository. Without them, these tests print a message and pass.

use std::fs;

use motion_core::{Control, Outcome, Quality, Solver};
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use ricochet::internal::{GraphMethod, GraphSolver};
use ricochet::quadrants::{QuadrantSet, RandomGame};
use ricochet::{Instance, Optimal};

use crate::random_games::verified_moves;
use motion_testing::published;

/// Reads the quadrants; without their files, prints a message and returns `None`.
fn quadrants() -> Option<QuadrantSet> {
    let folder = published("ricochet")?;
    let mut set = QuadrantSet::default();
    for file in ["quadrants.txt", "mirrors.txt"] {
        let text = fs::read_to_string(folder.join(file)).expect("a readable file");
        set.add_text(&text).expect("quadrants");
    }
    Some(set)
}

fn moves(game: &Instance) -> usize {
    let outcome = Optimal::default().solve(game, &mut Control::unlimited());
    let Outcome::Solved { plan, quality: Quality::Optimal } = outcome else {
        panic!("{outcome:?} on\n{game}")
    };
    assert_eq!(verified_moves(game, &plan), Some(plan.len()), "{plan} on\n{game}");
    plan.len()
}

#[test]
fn a_thousand_games_take_six_moves_on_average() {
    let Some(set) = quadrants() else { return };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut sum = 0;
    for _ in 0..1000 {
        sum += moves(&RandomGame::default().generate(&set, &mut rng).expect("a game"));
    }
    assert!((5900..6200).contains(&sum), "{sum}");
}

#[test]
fn all_sides_and_targets_are_solved() {
    let games = cases(40, 200);
    let Some(set) = quadrants() else { return };
    assert_eq!(set.quadrants().len(), 16);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let random_game = RandomGame::default().with_sides("ABCD").with_any_robot_targets(true);
    for _ in 0..games {
        moves(&random_game.generate(&set, &mut rng).expect("a game"));
    }
}

/// Checks that Graph-DP is longer on at least one game in twenty and on less than three in twenty.
#[test]
fn graph_dp_is_longer_on_some_games() {
    let games = cases(40, 300);
    let Some(set) = quadrants() else { return };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut longer = 0;
    for _ in 0..games {
        let game = RandomGame::default().generate(&set, &mut rng).expect("a game");
        let outcome =
            GraphSolver::default().with_method(GraphMethod::V2).solve(&game, &mut Control::unlimited());
        let found = outcome.plan().expect("a solution under the assumption");
        assert_eq!(verified_moves(&game, &found), Some(found.len()));
        longer += u32::from(found.len() > moves(&game));
    }
    assert!((games / 20..games * 3 / 20).contains(&longer), "{longer} of {games}");
}
