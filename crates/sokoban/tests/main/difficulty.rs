//! The measure of difficulty.

use motion_core::{Budget, Control, Outcome, Solver, Stop};
use motion_testing::cases;
use sokoban::{Auto, Level};

use crate::random_levels::{WALLED, levels};

#[test]
fn difficulty_is_the_work_of_auto_on_levels_that_need_no_shortening() {
    let mut solved = 0;
    for level in levels(39, &[(cases(100, 2_000), WALLED)]) {
        let controls = &mut [(), ()].map(|()| Control::unlimited());
        let difficulty = level.difficulty(&mut controls[0]).plan();
        let moves = Auto::default().solve(&level, &mut controls[1]).plan();
        let boxes = level.boxes().count() as u64;
        assert_eq!(difficulty, moves.map(|_| controls[1].stats().nodes * boxes), "{level}");
        assert_eq!(controls[0].stats(), controls[1].stats(), "{level}");
        solved += usize::from(difficulty.is_some());
    }
    assert!(solved > cases(20, 400), "{solved}");
}

#[test]
fn levels_without_a_solution_and_limits_are_told_apart() {
    let level: Level = "9#|#@-$---.#|#--$---.#|#--$---.#|9#".parse().expect("a level");
    let difficulty = |nodes| level.difficulty(&mut Control::new(Budget::new().with_nodes(nodes)));
    assert!(matches!(difficulty(3), Outcome::Stopped { why: Stop::Nodes, lower_bound: Some(12), .. }));
    assert!(difficulty(1_000) == difficulty(2_000) && difficulty(1_000).plan().is_some());
    // The nodes before do not count.
    let mut control = Control::unlimited();
    let twice = [(), ()].map(|()| level.difficulty(&mut control));
    assert_eq!(twice, [(), ()].map(|()| difficulty(1_000)));
    let lost: Level = "5#|#--@#|#$$##|#.-.#|5#".parse().expect("a level");
    assert_eq!(lost.difficulty(&mut control), Outcome::Unsolvable);
}
