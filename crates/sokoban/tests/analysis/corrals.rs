//! Some shortest solution goes on with a push that a corral forces, from every position.

use motion_core::Control;
use motion_core::search::{Space, breadth_first};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::{Board, Corrals, DeadlockRule, Generator, Level, Position, PrunedPushes, Pushes};

use super::levels::{Game, Style};

#[derive(Debug, Default)]
struct Seen {
    levels: usize,
    positions: usize,
    solvable: usize,
    /// Positions with a corral, those among them that can be solved, and those without a push left.
    forced: usize,
    forced_solvable: usize,
    hopeless: usize,
    /// Pushes of all positions, and those left over.
    pushes: usize,
    kept: usize,
}

fn look(level: &Level, seen: &mut Seen) {
    let board = Board::new(level);
    let Some(game) = Game::of(&board, 800) else { return };
    seen.levels += 1;
    let mut generator = Generator::new(&board);
    let mut corrals = Corrals::<1>::new(&board);
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
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    let styles = [
        (10_000, Style { side: 4, boxes: 3, walls: 0.12 }),
        (7_000, Style { side: 5, boxes: 4, walls: 0.2 }),
        (6_000, Style { side: 5, boxes: 7, walls: 0.12 }),
        (3_000, Style { side: 6, boxes: 5, walls: 0.3 }),
    ];
    let mut seen = Seen::default();
    for (count, style) in styles {
        for _ in 0..count {
            look(&style.level(&mut rng), &mut seen);
        }
    }
    assert!(seen.levels > 20_000 && seen.forced_solvable > 10_000, "{seen:?}");
}

/// The fewest pushes, and the positions expanded.
fn solve(space: &impl Space<State = Position<1>>, start: Position<1>) -> (Option<usize>, u64) {
    let mut control = Control::unlimited();
    let path = breadth_first(space, start, &mut control).plan();
    (path.map(|path| path.actions.len()), control.stats().nodes)
}

#[test]
fn pruned_searches_need_as_many_pushes() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let style = Style { side: 6, boxes: 4, walls: 0.25 };
    let mut nodes = [0; 3];
    for _ in 0..2_000 {
        let level = style.level(&mut rng);
        let board = Board::new(&level);
        let start = Position::start(&board).expect("alive");
        let (pushes, plain) = solve(&Pushes::new(&board), start);
        let corrals = PrunedPushes::with_rules(&board, &[]).corrals(true);
        let rules = PrunedPushes::with_rules(&board, &DeadlockRule::ALL);
        let found = [solve(&corrals, start), solve(&rules, start), solve(&PrunedPushes::new(&board), start)];
        for (nodes, (found, expanded)) in nodes.iter_mut().zip(found) {
            assert_eq!(found, pushes, "{level}");
            assert!(expanded <= plain || found.is_some(), "{expanded} of {plain} in\n{level}");
            *nodes += expanded;
        }
    }
    assert!(nodes[2] < nodes[0] && nodes[2] < nodes[1], "{nodes:?}");
}
