//! Compares packing orders with all orders of the goals.

use std::collections::{HashSet, VecDeque};

use motion_core::Direction;
use motion_testing::cases;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sokoban::analysis::Structure;
use sokoban::board::{SearchBoard, Square};
use sokoban::one_box_at_a_time::PackingOrder;

use crate::random_levels::small;

/// Returns the squares that can be reached from a square.
fn walked(board: &SearchBoard, from: Square, walls: &[Square]) -> HashSet<Square> {
    let (mut seen, mut stack) = (HashSet::new(), vec![from]);
    while let Some(square) = stack.pop() {
        if !board.is_wall(square) && !walls.contains(&square) && seen.insert(square) {
            stack.extend(board.neighbours(square));
        }
    }
    seen
}

/// Returns a square of the part in which the player has to end: the part of the floor, without the
/// goals, with most boxes.
fn anchor(board: &SearchBoard) -> Option<Square> {
    let squares =
        (0..board.square_count() as u16).map(Square).filter(|square| !board.goals().contains(square));
    let boxes = |from| {
        let part = walked(board, from, board.goals());
        board.boxes().iter().filter(|square| part.contains(square)).count()
    };
    let most = squares.clone().map(boxes).max()?;
    squares.clone().find(|&square| boxes(square) == most)
}

/// Whether a box can be pushed from one square to another, with the player anywhere at first and
/// outside at the end.
fn leads(board: &SearchBoard, from: Square, to: Square, walls: &[Square], outside: &HashSet<Square>) -> bool {
    let is_open = |square: Square| !board.is_wall(square) && !walls.contains(&square);
    let players = Direction::ALL.map(|side| board.step(from, side)).into_iter().filter(|&side| is_open(side));
    let mut queue: VecDeque<_> = players.map(|player| (from, player)).collect();
    let mut seen = HashSet::new();
    while let Some((at, player)) = queue.pop_front() {
        if !seen.insert((at, player)) {
            continue;
        }
        if at == to && outside.contains(&player) {
            return true;
        }
        for direction in Direction::ALL {
            let next = board.step(player, direction);
            if next != at && is_open(next) {
                queue.push_back((at, next));
            } else if next == at && is_open(board.step(at, direction)) {
                queue.push_back((board.step(at, direction), at));
            }
        }
    }
    false
}

/// Whether a box that is off the goals, or on this one, can be pushed from the start to each goal
/// while those before it in the order are filled.
fn is_sound(board: &SearchBoard, order: &[Square]) -> bool {
    let Some(anchor) = anchor(board) else { return order.iter().all(|goal| board.boxes().contains(goal)) };
    (0..order.len()).all(|last| {
        let (goal, walls) = (order[last], &order[..last]);
        let outside = walked(board, anchor, &order[..=last]);
        let mut starts = board.boxes().iter().filter(|start| !order[..=last].contains(start));
        starts.any(|&start| leads(board, start, goal, walls, &outside)) || board.boxes().contains(&goal)
    })
}

/// Returns all orders of these goals.
fn permutations(goals: &[Square]) -> Vec<Vec<Square>> {
    if goals.is_empty() {
        return vec![Vec::new()];
    }
    let begin = |&first: &Square| {
        let rest: Vec<_> = goals.iter().copied().filter(|&goal| goal != first).collect();
        permutations(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    goals.iter().flat_map(begin).collect()
}

#[test]
fn an_order_is_sound_if_any_is() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    let (mut sound, mut unsound, mut by_walls, mut by_routes, mut choices) = (0, 0, 0, 0, 0);
    for number in 0..cases(300, 3_000) {
        let level = small(&mut rng, 3 + number % 4, 4);
        let board = SearchBoard::new(&level);
        let order = PackingOrder::new(&board);
        let mut sorted = order.goals().to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, board.goals(), "in\n{level}");
        let all = permutations(board.goals());
        let possible = all.iter().filter(|order| is_sound(&board, order)).count();
        assert_eq!(order.is_sound(), possible > 0, "{:?} in\n{level}", order.goals());
        assert_eq!(order.is_sound(), is_sound(&board, order.goals()), "{:?} in\n{level}", order.goals());
        sound += usize::from(possible > 0);
        unsound += usize::from(possible == 0);
        choices += usize::from(possible > 0 && possible < all.len());
        let found = PackingOrder::by_walls(&board, &Structure::new(&board));
        let only = PackingOrder::by_walls_only(&board);
        let has_sound = found.as_ref().is_some_and(PackingOrder::is_sound);
        by_walls += usize::from(has_sound);
        by_routes += usize::from(has_sound && !only.is_sound());
        for order in found.into_iter().chain([only]) {
            assert_eq!(order.is_sound(), is_sound(&board, order.goals()), "{:?} in\n{level}", order.goals());
        }
    }
    assert!(
        sound > cases(50, 500) && unsound > cases(40, 500) && choices > cases(5, 100),
        "{sound} sound, {unsound} not, {choices} choices"
    );
    assert!(
        by_walls > cases(20, 300) && by_routes > cases(0, 10),
        "{by_walls} by walls, {by_routes} not by walls only"
    );
}

#[test]
fn what_lies_behind_comes_first() {
    let level = "
#########
#   #####
# $ ....#
# $@$####
#  $ ####
#   #####
#########";
    let board = SearchBoard::new(&level.parse().expect("a level"));
    let by_walls = PackingOrder::by_walls(&board, &Structure::new(&board)).expect("an order");
    for order in [PackingOrder::new(&board), by_walls] {
        let columns: Vec<_> = order.goals().iter().map(|&goal| board.coordinates(goal).1).collect();
        assert_eq!(columns, [7, 6, 5, 4]);
        assert!(order.is_sound());
    }
}

#[test]
fn by_walls_only_closed_goals_come_first() {
    // Once the goal in the dead end is filled, its neighbour has walls on three sides, and so on.
    let level = "
##########
#     ####
# $$ @...#
#  $  ####
##########";
    let board = SearchBoard::new(&level.parse().expect("a level"));
    let order = PackingOrder::by_walls_only(&board);
    let columns: Vec<_> = order.goals().iter().map(|&goal| board.coordinates(goal).1).collect();
    assert_eq!(columns, [8, 7, 6]);
    assert!(order.is_sound());
}
