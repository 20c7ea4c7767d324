use alloc::vec::Vec;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use motion_core::Direction;

use super::*;
use crate::board::{BoxDistances, MAX_WORDS, Push, SearchBoard, Square, UNREACHABLE};
use crate::samples::framed;
use crate::search::{MoveGenerator, Position};

/// A random board with four boxes, some walls, and no box on a dead square.
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

/// The fewest pushes of a lone box, by the sides that the player can walk to.
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

/// The least sum over all assignments of boxes to goals.
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
            // Positions that are skipped must not matter.
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
