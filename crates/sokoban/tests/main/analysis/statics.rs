//! Compares chambers and zones with their definitions.

use motion_core::Direction;
use motion_testing::cases;
use sokoban::analysis::{Chambers, CorralKind, Corrals, DeadlockRule, Deadlocks, Zones};
use sokoban::board::{SearchBoard, Square};
use sokoban::search::MoveGenerator;

use crate::games::Game;
use crate::random_levels::{Style, levels};

const STYLE: Style = Style { side: 5, boxes: 5, walls: 0.2, spare: 0 };

/// Returns the squares of a lone box and the sides of the player that can be reached from one over
/// live squares.
fn pushed(board: &SearchBoard, from: (Square, Direction)) -> Vec<(Square, Direction)> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(&(square, side)) = found.get(next) {
        next += 1;
        let to = board.step(square, side.opposite());
        let walks = Direction::ALL.into_iter().filter(|&other| board.are_joined(square, side, other));
        let all = walks.map(|other| (square, other)).chain(board.is_live(to).then_some((to, side)));
        let new: Vec<_> = all.filter(|place| !found.contains(place)).collect();
        found.extend(new);
    }
    found
}

#[test]
fn boxes_are_pushed_to_and_fro_within_chambers_only() {
    let mut several = 0;
    for level in levels(19, &[(300, STYLE)]) {
        let board = SearchBoard::new(&level);
        let chambers = Chambers::new(&board);
        let live = (0..board.live_square_count() as u16).map(Square);
        let places: Vec<_> = live
            .flat_map(|square| Direction::ALL.map(|side| (square, side)))
            .filter(|&(square, side)| !board.is_wall(board.step(square, side)))
            .collect();
        let reached: Vec<_> = places.iter().map(|&place| pushed(&board, place)).collect();
        for (first, from_first) in places.iter().zip(&reached) {
            let chamber = chambers.chamber_of(first.0, first.1).expect("the player can be there");
            assert!(chambers.chambers()[chamber].squares.contains(&first.0));
            for (second, from_second) in places.iter().zip(&reached) {
                let other = chambers.chamber_of(second.0, second.1).expect("the player can be there");
                let both = from_first.contains(second) && from_second.contains(first);
                assert_eq!(both, chamber == other, "{first:?} and {second:?} in\n{level}");
                let next = first.1 == second.1 && board.step(first.0, first.1.opposite()) == second.0;
                assert!(!next || both || chambers.chambers()[chamber].exits.contains(&other), "in\n{level}");
            }
        }
        several += usize::from(chambers.chambers().len() > 1);
    }
    assert!(several > 100, "{several}");
}

#[test]
fn overfull_chambers_are_lost_and_commitment_knows_it() {
    let count = cases(250, 3_000);
    let (mut overfull, mut kept) = (0, 0);
    for level in levels(23, &[(count, STYLE)]) {
        let board = SearchBoard::new(&level);
        let Some(game) = Game::new(&board, 1_000) else { continue };
        let chambers = Chambers::new(&board);
        let mut commitment = Deadlocks::<4>::from_rules(&board, &[DeadlockRule::FrozenGoals]);
        for position in &game.reached {
            if chambers.are_overfull(&position.boxes) {
                overfull += 1;
                assert!(commitment.position(position).is_some(), "{position:?} of\n{level}");
                assert!(chambers.overfull(&position.boxes).is_some());
                assert!(!game.solvable.contains_key(position), "{position:?} of\n{level}");
            } else {
                kept += 1;
            }
        }
    }
    assert!(3 * overfull > count && 3 * kept > count, "{overfull} and {kept}");
}

#[test]
fn single_corrals_are_found_by_pruning() {
    let mut kinds = [0; 3];
    for level in levels(29, &[(cases(100, 2_000), STYLE)]) {
        let board = SearchBoard::new(&level);
        let Some(game) = Game::new(&board, 500) else { continue };
        let (mut generator, mut corrals) = (MoveGenerator::new(&board), Corrals::<4>::new(&board));
        for position in &game.reached {
            generator.enter(position);
            let forced = corrals.forced(generator.reach()).is_some();
            let zones = Zones::new(&board, &position.boxes, position.player);
            assert_eq!(zones.corral(zones.player()), None);
            for zone in (0..zones.count()).filter(|&zone| zone != zones.player()) {
                let kind = zones.corral(zone).expect("not the player's");
                kinds[kind as usize] += 1;
                let stray = |square: Square| !board.goals().contains(&square);
                let mut goals = board.goals().iter();
                let is_unfinished =
                    zones.barrier(zone).any(stray) || goals.any(|&goal| zones.zone_of(goal) == Some(zone));
                if kind == CorralKind::Pushable && is_unfinished {
                    assert!(forced, "zone {zone} in {position:?} of\n{level}");
                }
            }
            if zones.count() == 1 {
                assert!(!forced, "{position:?} of\n{level}");
            }
        }
    }
    assert!(kinds.iter().all(|&kind| kind > cases(30, 1_000)), "{kinds:?}");
}
