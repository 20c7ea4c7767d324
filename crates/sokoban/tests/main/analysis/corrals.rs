//! From every solvable position, some shortest solution begins with a push that a corral forces.

use motion_testing::cases;
use sokoban::Level;
use sokoban::analysis::{Corrals, PrunedPushes};
use sokoban::board::SearchBoard;
use sokoban::search::{MoveGenerator, Position, Pushes};

use crate::games::{Game, each_game, solve};
use crate::random_levels::{WALLED, levels};

#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    solvable: usize,
    /// The numbers of positions with a corral, of those among them that can be solved, and of those
    /// without a push left.
    forced: usize,
    forced_solvable: usize,
    hopeless: usize,
    /// The numbers of pushes of all positions, and of those kept.
    pushes: usize,
    kept: usize,
}

fn look(level: &Level, board: &SearchBoard, game: &Game, seen: &mut Seen) {
    let mut generator = MoveGenerator::new(board);
    let mut corrals = Corrals::<4>::new(board);
    for position in &game.reached {
        generator.enter(position);
        let all: Vec<_> = generator.pushes(&position.boxes).collect();
        let distance = game.solvable.get(position).copied();
        seen.positions += 1;
        seen.solvable += usize::from(distance.is_some());
        seen.pushes += all.len();
        let Some(forced) = corrals.forced(generator.reach()) else {
            seen.kept += all.len();
            continue;
        };
        seen.kept += forced.len();
        seen.forced += 1;
        seen.hopeless += usize::from(forced.is_empty());
        assert!(forced.iter().all(|push| all.contains(push)), "{forced:?} in {position:?} of\n{level}");
        if let Some(distance) = distance {
            seen.forced_solvable += 1;
            let mut goes_on = |push| {
                let after = generator.after_push(&position.boxes, push);
                game.solvable.get(&after).is_some_and(|&left| left + 1 == distance)
            };
            assert!(forced.iter().any(|&push| goes_on(push)), "{forced:?} in {position:?} of\n{level}");
        }
    }
}

#[test]
fn every_solvable_position_keeps_a_shortest_solution() {
    let part = cases(79, 1);
    let mut seen = Seen::default();
    each_game(13, part, |level, board, game| look(level, board, game, &mut seen));
    assert!(seen.forced_solvable > 10_000 / part, "{seen:?}");
}

#[test]
fn pruned_searches_need_as_many_pushes() {
    let mut nodes = [0; 3];
    for level in levels(17, &[(cases(200, 2_000), WALLED)]) {
        let board = SearchBoard::new(&level);
        let start = Position::start(&board).expect("alive");
        let (pushes, plain) = solve(&Pushes::new(&board), start);
        let corrals = PrunedPushes::new(&board).with_rules(&[]);
        let rules = PrunedPushes::new(&board).with_corrals(false);
        let found = [solve(&corrals, start), solve(&rules, start), solve(&PrunedPushes::new(&board), start)];
        for (nodes, (found, expanded)) in nodes.iter_mut().zip(found) {
            assert_eq!(found, pushes, "{level}");
            assert!(expanded <= plain || found.is_some(), "{expanded} of {plain} in\n{level}");
            *nodes += expanded;
        }
    }
    assert!(nodes[2] < nodes[0] && nodes[2] < nodes[1], "{nodes:?}");
}
