use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::num::NonZero;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use motion_core::{Budget, Control, Direction, Stop};

use super::*;
use crate::board::{BoxDistances, BoxSet, MAX_WORDS, Push, Reach, SearchBoard, Square, UNREACHABLE};
use crate::samples::{framed, random_board};
use crate::search::{MoveGenerator, Position};

/// Generates a random board with four boxes, some walls, and no box on a dead square.
fn scattered(rng: &mut Xoshiro256PlusPlus) -> SearchBoard {
    loop {
        let mut tiles = alloc::vec![b' '; 42];
        for tile in &mut tiles {
            if rng.random_bool(0.25) {
                *tile = b'#';
            }
        }
        for tile in b"$.$.$.*@" {
            let place = rng.random_range(0..tiles.len());
            tiles[place] = *tile;
        }
        if let Ok(level) = framed(&tiles, 7).parse() {
            let board = SearchBoard::new(&level);
            if board.starts_on_live_squares() && !board.boxes().is_empty() {
                return board;
            }
        }
    }
}

/// Returns the fewest pushes of a lone box, by the sides that the player can walk to.
fn pushes(
    distances: &BoxDistances,
    board: &SearchBoard,
    goal: usize,
    box_at: Square,
    player: Square,
) -> Option<u32> {
    let mut seen = alloc::vec![false; board.square_count() + 1];
    seen[board.wall().index()] = true;
    seen[box_at.index()] = true;
    let mut stack = alloc::vec![player];
    while let Some(square) = stack.pop() {
        if !core::mem::replace(&mut seen[square.index()], true) {
            stack.extend(board.neighbours(square));
        }
    }
    let open = Direction::ALL.into_iter().filter(|&side| {
        let next = board.step(box_at, side);
        !board.is_wall(next) && seen[next.index()]
    });
    let least = open.map(|side| distances.from_side(goal, box_at, side)).min();
    least.filter(|&least| least != UNREACHABLE).map(u32::from)
}

/// Returns the least sum over all assignments of boxes to goals.
fn by_trying(costs: &[Vec<Option<u32>>], used: u32) -> Option<u32> {
    let Some((first, rest)) = costs.split_first() else { return Some(0) };
    let goals = (0..first.len()).filter(|goal| used & 1 << goal == 0);
    goals.filter_map(|goal| Some(first[goal]? + by_trying(rest, used | 1 << goal)?)).min()
}

#[test]
fn bounds_are_what_trying_all_matchings_says_wherever_a_game_goes() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut lost, mut apart, mut on_the_side) = (0, 0, 0);
    for _ in 0..300 {
        let board = scattered(&mut rng);
        let (bounds, distances) = (LowerBounds::new(&board), BoxDistances::pushes(&board, board.goals()));
        let mut position = Position::<MAX_WORDS>::start(&board).expect("boxes are alive");
        let (mut matching, mut generator) = (MatchingBound::new(&bounds), MoveGenerator::new(&board));
        let exact = |position: &Position<MAX_WORDS>| {
            let row = |box_at| {
                let goals = 0..board.goals().len();
                goals.map(|goal| pushes(&distances, &board, goal, box_at, position.player)).collect()
            };
            let costs: Vec<Vec<_>> = position.boxes.iter().map(row).collect();
            let simple = costs.iter().map(|row| row.iter().flatten().min().copied()).sum::<Option<u32>>();
            (simple, by_trying(&costs, 0), costs)
        };
        for step in 0..25 {
            let (simple, least, costs) = exact(&position);
            assert_eq!(bounds.simple(&position), simple);
            assert_eq!(bounds.matching(&position), least);
            // The bounds must not depend on positions that are skipped.
            if step % 3 != 1 {
                assert_eq!(matching.enter(&position), least);
                generator.enter(&position);
                let pushes: Vec<Push> = generator.pushes(&position.boxes).collect();
                for &push in &pushes {
                    let after = generator.after_push(&position.boxes, push);
                    let to = board.step(push.from, push.direction);
                    let exact = exact(&after).1;
                    let found = matching.after(push, to, after.player);
                    assert_eq!(found.map(|found| found.bound), exact);
                    assert!(exact.is_none_or(|exact| least.is_some_and(|least| exact + 1 >= least)));
                }
            }
            lost += usize::from(least.is_none());
            apart += usize::from(least != simple);
            let nearest = |(box_at, goal)| distances.least(goal, box_at);
            let boxes = position.boxes.iter().zip(&costs);
            on_the_side += boxes
                .flat_map(|(box_at, row)| (0..).zip(row).map(move |(goal, cost)| ((box_at, goal), cost)))
                .filter(|&(pair, &cost)| cost != Some(nearest(pair).into()) && nearest(pair) != UNREACHABLE)
                .count();
            generator.enter(&position);
            let pushes: Vec<Push> = generator.pushes(&position.boxes).collect();
            if pushes.is_empty() {
                break;
            }
            let push = pushes[rng.random_range(0..pushes.len())];
            position = generator.after_push(&position.boxes, push);
        }
    }
    assert!(lost > 100 && apart > 1000 && on_the_side > 100, "{lost}, {apart}, {on_the_side}");
}

/// Returns the fewest pushes from every position of a board that has a solution, found by all
/// pulls, also onto squares that no box reaches from the start.
fn exact_pushes(board: &SearchBoard) -> BTreeMap<(Vec<Square>, Square), u32> {
    let goals: BoxSet<MAX_WORDS> = board.goals().iter().copied().collect();
    let is_free = |boxes: &BoxSet<MAX_WORDS>, at: Square| {
        !board.is_wall(at) && (!board.is_live(at) || !boxes.contains(at))
    };
    let squares = (0..board.square_count() as u16).map(Square);
    let players = squares.filter(|&player| is_free(&goals, player));
    let mut layer: Vec<_> = players.map(|player| Position::new(board, goals, player)).collect();
    let (mut exact, mut reach) = (BTreeMap::new(), Reach::new(board));
    for pushes in 0.. {
        let key = |position: &Position<MAX_WORDS>| (position.boxes.iter().collect(), position.player);
        layer.retain(|position| exact.insert(key(position), pushes).is_none());
        if layer.is_empty() {
            break;
        }
        let mut before = BTreeMap::new();
        for position in &layer {
            reach.flood(board, &position.boxes, position.player);
            for (from, side) in position.boxes.iter().flat_map(|at| Direction::ALL.map(|side| (at, side))) {
                let to = board.step(from, side);
                let player = board.step(to, side);
                if board.is_live(to) && reach.contains(to) && is_free(&position.boxes, player) {
                    let mut boxes = position.boxes;
                    boxes.shift(from, to);
                    let next = Position::new(board, boxes, player);
                    before.insert(key(&next), next);
                }
            }
        }
        before.retain(|key, _| !exact.contains_key(key));
        layer = before.into_values().collect();
    }
    exact
}

/// Compares the bound by groups with the fewest pushes from all positions of random boards; the
/// potentials come from a random position. Returns the number of raised bounds.
fn compare_groups(rng: &mut Xoshiro256PlusPlus, boards: u32, boxes: usize) -> u32 {
    let mut raised = 0;
    for _ in 0..boards {
        let board = random_board(rng, boxes);
        let (bounds, exact) = (LowerBounds::new(&board), exact_pushes(&board));
        let position = |(boxes, player): &(Vec<Square>, Square)| Position::<MAX_WORDS> {
            boxes: boxes.iter().copied().collect(),
            player: *player,
        };
        let positions: Vec<_> = exact.keys().collect();
        let Some(count) = NonZero::new(positions.len()) else { continue };
        let first = position(positions[rng.random_range(0..count.get())]);
        let mut control = Control::unlimited();
        let tables = GroupTables::new(&board, &bounds, &first, &mut control).expect("no limit");
        let mut groups = GroupBound::new(&tables);
        for (key, &pushes) in &exact {
            let position = position(key);
            let matching = bounds.matching(&position).expect("there is a solution");
            let bound = groups.bound(&position, &bounds, matching).expect("there is a solution");
            assert!(matching <= bound && bound <= pushes, "{matching} {bound} {pushes}");
            assert_eq!(bound % 2, pushes % 2);
            assert!(boxes > 3 || position != first || bound == pushes, "not exact");
            raised += u32::from(bound > matching);
        }
        // With up to three boxes, positions without a solution are detected.
        for _ in 0..20 {
            let live = board.live_square_count() as u16;
            let boxes: BoxSet<MAX_WORDS> = (0..boxes).map(|_| Square(rng.random_range(0..live))).collect();
            let player = Square(rng.random_range(0..board.square_count() as u16));
            if boxes.len() != board.goals().len() || boxes.iter().any(|at| at == player) {
                continue;
            }
            let position = Position::new(&board, boxes, player);
            let Some(matching) = bounds.matching(&position) else { continue };
            let bound = groups.bound(&position, &bounds, matching);
            let is_solvable = exact.contains_key(&(boxes.iter().collect(), position.player));
            assert!(if boxes.len() > 3 {
                bound.is_some() || !is_solvable
            } else {
                bound.is_some() == is_solvable
            });
        }
    }
    raised
}

#[test]
fn the_bound_by_groups_is_admissible_and_exact_for_three_boxes() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for (boxes, boards) in [(1, 20), (2, 30), (3, 8), (4, 1)] {
        let raised = compare_groups(&mut rng, boards, boxes);
        assert!(boxes < 2 || raised > 100, "{raised} raised, {boxes} boxes");
    }
}

#[test]
#[ignore = "exhaustive: 2 minutes"]
fn the_bound_by_groups_is_admissible_on_many_boards() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    for (boxes, boards) in [(2, 19_000), (3, 900), (4, 100)] {
        assert!(compare_groups(&mut rng, boards, boxes) > 10_000);
    }
}

#[test]
fn tables_that_do_not_fit_are_refused_and_released() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let board = random_board(&mut rng, 3);
    let (bounds, start) = (LowerBounds::new(&board), Position::<4>::start(&board).expect("alive"));
    let mut control = Control::unlimited();
    let fits = control.scope(|control| GroupTables::new(&board, &bounds, &start, control).map(|_| ()));
    let most = control.stats().peak_bytes;
    assert_eq!((fits, control.stats().bytes), (Ok(()), 0));
    assert!(most > 10_000, "{most}");
    for bytes in [0, most / 2, most - 1] {
        let mut control = Control::new(Budget::new().with_bytes(bytes));
        let refused = control.scope(|control| GroupTables::new(&board, &bounds, &start, control).map(|_| ()));
        assert_eq!((refused, control.stats().bytes), (Err(Stop::Memory), 0));
    }
}
