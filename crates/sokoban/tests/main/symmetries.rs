//! Compares searches with images as one position with brute force and with other searches.

use motion_core::search::{Path, Space};
use motion_core::{Control, Outcome, Quality, Solver};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sokoban::board::{SearchBoard, Symmetries, Symmetry};
use sokoban::search::{Position, Pushes, Symmetric, SymmetricPush};
use sokoban::solver::{Enhancement, Enhancements};
use sokoban::{AnySolver, Level};

use crate::brute_force::{brute_force, judge};

/// Generates a level whose walls and goals have some of the symmetries of a square: each tile is
/// also put on the images of its cell. Boxes and the player are anywhere.
pub(crate) fn symmetric(rng: &mut Xoshiro256PlusPlus) -> Level {
    const GROUPS: [&[Symmetry]; 5] = [
        &[Symmetry::Identity, Symmetry::LeftRight],
        &[Symmetry::Identity, Symmetry::FallingDiagonal],
        &[Symmetry::Identity, Symmetry::HalfTurn],
        &[Symmetry::Identity, Symmetry::QuarterTurn, Symmetry::HalfTurn, Symmetry::ThreeQuarterTurn],
        &Symmetry::ALL,
    ];
    loop {
        let group = GROUPS[rng.random_range(0..GROUPS.len())];
        let side = rng.random_range(3..=5);
        let mut tiles = vec![b' '; side * side];
        let image = |place: usize, symmetry: Symmetry| {
            let (row, column) = (place / side, place % side);
            let (back, beside) = (side - 1 - row, side - 1 - column);
            let (row, column) = match symmetry {
                Symmetry::Identity => (row, column),
                Symmetry::QuarterTurn => (column, back),
                Symmetry::HalfTurn => (back, beside),
                Symmetry::ThreeQuarterTurn => (beside, row),
                Symmetry::LeftRight => (row, beside),
                Symmetry::RisingDiagonal => (beside, back),
                Symmetry::UpDown => (back, column),
                Symmetry::FallingDiagonal => (column, row),
            };
            row * side + column
        };
        for tile in *b"##." {
            let place = rng.random_range(0..tiles.len());
            for &symmetry in group {
                tiles[image(place, symmetry)] = tile;
            }
        }
        let goals: Vec<_> = (0..tiles.len()).filter(|&place| tiles[place] == b'.').collect();
        for _ in goals {
            let free: Vec<_> = (0..tiles.len()).filter(|&place| b" .".contains(&tiles[place])).collect();
            let Some(&place) = free.get(rng.random_range(0..free.len().max(1))) else { break };
            tiles[place] = if tiles[place] == b' ' { b'$' } else { b'*' };
        }
        let Some(place) = tiles.iter().position(|&tile| tile == b' ') else { continue };
        tiles[place] = b'@';
        let rim = "#".repeat(side + 2);
        let rows = tiles.chunks(side).map(|row| format!("#{}#\n", String::from_utf8_lossy(row)));
        let level = format!("{rim}\n{}{rim}", rows.collect::<String>()).parse::<Level>();
        if let Ok(level) = level
            && (1..=4).contains(&level.boxes().count())
        {
            return level;
        }
    }
}

/// Returns the solvers with `sym`, and the same without.
fn solvers() -> impl Iterator<Item = (AnySolver, AnySolver)> {
    let with = AnySolver::all().filter(|solver| solver.enhancements().contains(Enhancement::Symmetry));
    with.map(|solver| {
        let others = solver.enhancements().iter().filter(|&other| other != Enhancement::Symmetry);
        (solver, solver.with_enhancements(others.collect::<Enhancements>()))
    })
}

#[test]
fn images_as_one_position_take_the_fewest_pushes() {
    let count = cases(400, 10_000);
    assert_eq!(solvers().count(), 5);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(71);
    let mut solvable = 0;
    let mut nodes = vec![(0, 0); solvers().count()];
    for _ in 0..count {
        let level = symmetric(&mut rng);
        let least = brute_force(&level);
        solvable += usize::from(least.is_some_and(|least| least > 0));
        for ((solver, without), nodes) in solvers().zip(&mut nodes) {
            let mut control = Control::unlimited();
            let outcome = solver.solve(&level, &mut control);
            let is_bounded = matches!(outcome, Outcome::Solved { quality: Quality::Bounded { .. }, .. });
            assert!(!is_bounded, "{solver}");
            judge(&solver, &level, least, outcome);
            nodes.0 += control.stats().nodes;
            let mut control = Control::unlimited();
            assert_eq!(without.solve(&level, &mut control).is_solved(), least.is_some(), "{without}");
            nodes.1 += control.stats().nodes;
        }
    }
    assert!(15 * solvable > count, "{solvable}");
    assert!(nodes.iter().all(|(with, without)| 10 * with < 11 * without), "{nodes:?}");
}

/// Makes random pushes with images as one position. When assembled, they are legal and lead to an
/// image of the position reached. One continues another if and only if both push the same box.
#[test]
fn paths_between_images_become_pushes() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(72);
    let (mut same_box, mut turned) = (0, 0);
    for _ in 0..400 {
        let level = symmetric(&mut rng);
        let board = SearchBoard::new(&level);
        let Some(start) = Position::<4>::start(&board) else { continue };
        let space = Symmetric::new(&board, Pushes::new(&board));
        let mut scratch = space.scratch();
        let (mut position, mut actions) = (space.least_image(start), Vec::<SymmetricPush>::new());
        for _ in 0..8 {
            let mut next = Vec::new();
            space.successors(&mut scratch, &position, &mut |action, after, _| next.push((action, after)));
            if next.is_empty() {
                break;
            }
            let (action, after) = next[rng.random_range(0..next.len())];
            let last = actions.last().copied();
            actions.push(action);
            let path = Path { actions: actions.clone(), cost: actions.len() as u64 };
            let pushes = space.to_pushes(start, path).actions;
            assert!(board.moves(pushes.iter().copied()).is_some(), "{pushes:?} in\n{level}");
            // The boxes after the pushes, on the board itself.
            let mut boxes = start.boxes;
            for push in &pushes {
                boxes.shift(push.from, board.step(push.from, push.direction));
            }
            let last_push = pushes[pushes.len() - 1];
            let reached = Position::new(&board, boxes, last_push.from);
            assert_eq!(space.least_image(reached), after, "{pushes:?} in\n{level}");
            if let (Some(last), [.., before, now]) = (last, &pushes[..]) {
                let expected = board.step(before.from, before.direction) == now.from;
                assert_eq!(space.continues(last, action), expected, "{pushes:?} in\n{level}");
                same_box += usize::from(expected);
                turned += usize::from(action.push() != *now);
            }
            position = after;
        }
    }
    assert!(same_box > 100 && turned > 100, "{same_box} {turned}");
}

#[test]
fn symmetries_are_those_of_walls_and_goals() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(73);
    let (mut with_symmetries, mut of_order) = (0, [0; 9]);
    for _ in 0..300 {
        let level = symmetric(&mut rng);
        let symmetries = Symmetries::new(&SearchBoard::new(&level));
        let all: Vec<_> = symmetries.iter().collect();
        // The symmetries form a group.
        for &one in &all {
            assert!(all.iter().all(|&other| all.contains(&one.then(other))), "{all:?} in\n{level}");
        }
        with_symmetries += usize::from(!symmetries.is_trivial());
        of_order[all.len()] += 1;
    }
    assert!(with_symmetries > 200 && [2, 4, 8].iter().all(|&order| of_order[order] > 5), "{of_order:?}");
}
