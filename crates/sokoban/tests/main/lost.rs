//! The positions that `Level::lost` names, against brute force.

use std::collections::BTreeMap;

use motion_core::{Budget, Control, Stop};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sokoban::board::SearchBoard;
use sokoban::search::{MoveGenerator, Position};
use sokoban::{Level, LostReason};

use crate::brute_force::brute_force;
use crate::random_levels::{Style, WALLED, levels};

/// The numbers of levels of each style: few boxes on small boards, few walls, many walls, more
/// goals than boxes.
const STYLES: [(usize, Style); 4] = [
    (8_000, Style { side: 4, boxes: 3, walls: 0.12, spare: 0 }),
    (6_000, Style { side: 5, boxes: 4, walls: 0.12, spare: 0 }),
    (8_000, WALLED),
    (3_000, Style { spare: 1, ..WALLED }),
];

/// Returns the level after up to `most` random pushes of boxes to live squares.
fn after_random_pushes(level: &Level, rng: &mut Xoshiro256PlusPlus, most: usize) -> Option<Level> {
    let board = SearchBoard::new(level);
    let mut position = Position::<4>::start(&board)?;
    let mut generator = MoveGenerator::new(&board);
    for _ in 0..rng.random_range(1..=most) {
        generator.enter(&position);
        let pushes: Vec<_> = generator.pushes(&position.boxes).collect();
        if pushes.is_empty() {
            break;
        }
        position = generator.after_push(&position.boxes, pushes[rng.random_range(0..pushes.len())]);
    }
    let boxes = position.boxes.iter().map(|at| board.cell(at));
    Some(level.with_position(boxes, board.cell(position.player)).expect("a legal position"))
}

#[test]
fn only_lost_positions_are_called_lost_and_nearly_all_of_them() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(37);
    let (mut solvable, mut lost, mut unnamed) = (0, 0, 0);
    let mut named = BTreeMap::<String, usize>::new();
    let few = cases(100, 1);
    for start in levels(38, &STYLES.map(|(count, style)| (count / few, style))) {
        let later = after_random_pushes(&start, &mut rng, 12);
        for level in [Some(start), later].into_iter().flatten() {
            let mut control = Control::unlimited();
            let reason = level.lost(&mut control).expect("no limits");
            assert_eq!(control.stats().bytes, 0);
            if brute_force(&level).is_some() {
                assert_eq!(reason, None, "{level}");
                solvable += 1;
                continue;
            }
            lost += 1;
            match reason {
                Some(reason) => *named.entry(reason.to_string()).or_default() += 1,
                None => unnamed += 1,
            }
        }
    }
    println!("{solvable} with a solution, {lost} lost, of which {unnamed} are not named: {named:#?}");
    assert!(
        4 * solvable > lost && 1_000 * unnamed <= lost,
        "{unnamed} of {lost}, {solvable} with a solution"
    );
    // All but dead squares, on which no box of these levels starts.
    assert_eq!(named.len(), 5, "{named:?}");
}

#[test]
fn limits_of_nodes_end_the_searches_and_without_memory_less_is_proved() {
    let level: Level = "6#|#2-#.#|#.3$#|#-@.-#|6#".parse().expect("a level");
    let lost = |budget| {
        let mut control = Control::new(budget);
        (level.lost(&mut control), control.stats().nodes)
    };
    let (reason, needed) = lost(Budget::new());
    assert_eq!(reason, Ok(Some(LostReason::Exhausted)));
    assert!(needed > 2, "{needed}");
    for nodes in 0..needed {
        assert_eq!(lost(Budget::new().with_nodes(nodes)), (Err(Stop::Nodes), nodes));
    }
    assert_eq!(lost(Budget::new().with_bytes(0)).0, Ok(None));
}
