//! Compares answers of `OneBoxAtATime` with every way to push one box after another to its goal.

use std::collections::{BTreeSet, HashSet, VecDeque};

use motion_core::{Control, Direction, Outcome, Quality, Solver};
use motion_testing::cases;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sokoban::Level;
use sokoban::board::{Push, SearchBoard, Square};
use sokoban::one_box_at_a_time::{OneBoxAtATime, PackingOrder, UntilOneBoxAtATime};
use sokoban::search::{MoveGenerator, Position, Pushes};
use sokoban::solver::BreadthFirst;
use sokoban::solver::{Enhancement, Enhancements};

use crate::brute_force::brute_force;
use crate::random_levels::small;

/// Finds all ways to push one box to a square while the others stay, by the squares on which the
/// player ends.
fn ends(
    board: &SearchBoard,
    others: &BTreeSet<Square>,
    from: Square,
    player: Square,
    to: Square,
) -> Vec<Square> {
    let is_free = |square: Square| !board.is_wall(square) && !others.contains(&square);
    let (mut queue, mut seen, mut ends) = (VecDeque::from([(from, player)]), HashSet::new(), Vec::new());
    while let Some((at, player)) = queue.pop_front() {
        if !seen.insert((at, player)) {
            continue;
        }
        if at == to {
            ends.push(player);
        }
        for direction in Direction::ALL {
            let next = board.step(player, direction);
            if next != at && is_free(next) {
                queue.push_back((at, next));
            } else if next == at && is_free(board.step(at, direction)) {
                queue.push_back((board.step(at, direction), at));
            }
        }
    }
    ends
}

/// Whether one box after another can be pushed to its goal in this order, in any way.
fn goes(board: &SearchBoard, boxes: &BTreeSet<Square>, player: Square, order: &[Square]) -> bool {
    let Some(first) = order.iter().position(|goal| !boxes.contains(goal)) else { return true };
    let (home, goal) = (&order[..first], order[first]);
    boxes.iter().filter(|at| !home.contains(at)).any(|&at| {
        let mut others = boxes.clone();
        others.remove(&at);
        let ends = ends(board, &others, at, player, goal);
        others.insert(goal);
        ends.into_iter().any(|player| goes(board, &others, player, order))
    })
}

/// Checks that the pushes move one box after another to the next goal of the order.
fn check_shape(board: &SearchBoard, start: &Position<4>, pushes: &[Push], order: &[Square]) {
    let mut boxes = start.boxes;
    let mut moving = None;
    for (number, push) in pushes.iter().enumerate() {
        let goal = order.iter().position(|&goal| !boxes.contains(goal)).expect("something left to do");
        let home: Vec<_> = order[..goal].to_vec();
        assert!(!home.contains(&push.from), "push {number} takes a box away");
        assert!(moving.is_none_or(|at| at == push.from), "push {number} leaves a box alone");
        let to = board.step(push.from, push.direction);
        boxes.shift(push.from, to);
        moving = (to != order[goal]).then_some(to);
    }
    assert!(moving.is_none() && order.iter().all(|&goal| boxes.contains(goal)));
}

/// Returns the positions on a random sequence of pushes, and the pushes.
fn wander(board: &SearchBoard, rng: &mut Xoshiro256PlusPlus) -> Vec<(Vec<Push>, Position<4>)> {
    let mut position = Position::start(board).expect("boxes are alive");
    let (mut generator, mut pushes, mut met) = (MoveGenerator::new(board), Vec::new(), Vec::new());
    for _ in 0..8 {
        met.push((pushes.clone(), position));
        generator.enter(&position);
        let all: Vec<_> = generator.pushes(&position.boxes).collect();
        if all.is_empty() {
            break;
        }
        let push = all[rng.random_range(0..all.len())];
        position = generator.after_push(&position.boxes, push);
        pushes.push(push);
    }
    met
}

#[test]
fn answers_are_those_of_trying_everything() {
    let levels = cases(650, 6_500);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(22);
    let (mut yes, mut no, mut missed) = (0, 0, 0);
    for number in 0..levels {
        let level = small(&mut rng, 3 + number % 4, 4);
        let board = SearchBoard::new(&level);
        if !board.starts_on_live_squares() {
            continue;
        }
        let order = PackingOrder::new(&board);
        let method = OneBoxAtATime::<4>::new(&board, &order);
        let mut scratch = method.scratch();
        let space = UntilOneBoxAtATime::new(Pushes::<4>::new(&board), method.clone());
        for (mut pushes, position) in wander(&board, &mut rng) {
            let squares: BTreeSet<_> = position.boxes.iter().collect();
            let expected = goes(&board, &squares, position.player, order.goals());
            let Some(rest) = method.solve(&mut scratch, &position) else {
                missed += usize::from(expected);
                no += usize::from(!expected);
                continue;
            };
            assert!(expected, "{rest:?} in\n{level}");
            check_shape(&board, &position, rest, order.goals());
            // Without the failed positions stored by earlier queries, the same pushes are found
            // again.
            let again = space.rest(&position, &mut Control::unlimited()).expect("no limit");
            assert_eq!(again.as_deref(), Some(rest), "in\n{level}");
            pushes.extend_from_slice(rest);
            let moves = board.moves(pushes).unwrap_or_else(|| panic!("impossible in\n{level}"));
            assert!(level.verify(&moves).is_ok(), "{moves} in\n{level}");
            yes += 1;
        }
    }
    assert!(13 * yes > 6 * levels && 8 * no > levels, "{yes} yes, {no} no");
    assert!(500 * missed < yes, "{missed} missed of {yes}");
}

/// Returns the number of positions expanded, and the pushes.
fn solve(level: &Level, solver: BreadthFirst) -> (u64, Outcome<u64>) {
    let mut control = Control::unlimited();
    let outcome = solver.solve(level, &mut control).map(|moves| level.verify(&moves).expect("legal").pushes);
    (control.stats().nodes, outcome)
}

#[test]
fn some_levels_go_at_once_and_others_after_a_push() {
    let only = Enhancements::new(&[Enhancement::OneBoxAtATime]);
    let one_box_at_a_time = BreadthFirst::default().with_enhancements(only);
    let level: Level = "
##########
#    #####
# $ $ ...#
# @$ #####
#    #####
##########"
        .parse()
        .expect("a level");
    assert_eq!(
        solve(&level, one_box_at_a_time),
        (0, Outcome::Solved { plan: 13, quality: Quality::Optimal })
    );
    let board = SearchBoard::new(&level);
    let order = PackingOrder::new(&board);
    let columns: Vec<_> = order.goals().iter().map(|&goal| board.coordinates(goal).1).collect();
    assert_eq!(columns, [8, 7, 6]);

    let level: Level = "
######
#    #
#$ . #
#@ $ #
#.$# #
#.   #
######"
        .parse()
        .expect("a level");
    let bounded = Quality::Bounded { lower_bound: 7 };
    assert_eq!(solve(&level, one_box_at_a_time), (1, Outcome::Solved { plan: 9, quality: bounded }));
    assert_eq!(brute_force(&level), Some(7));
}
