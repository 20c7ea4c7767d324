use alloc::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::samples::{board_of, framed};

fn board(text: &str) -> SearchBoard {
    board_of(text)
}

/// Generates random floors in a frame, without boxes.
fn floors() -> impl Strategy<Value = SearchBoard> {
    (2usize..8, proptest::collection::vec(0u8..4, 4..56)).prop_map(|(width, cells)| {
        let mut tiles: Vec<u8> = cells.iter().map(|&cell| if cell == 0 { b'#' } else { b' ' }).collect();
        tiles[0] = b'@';
        board(&framed(&tiles, width))
    })
}

/// Whether the player can walk from one square to another around a box.
fn walks(board: &SearchBoard, box_at: Square, from: Square, to: Square) -> bool {
    let mut seen = alloc::vec![false; board.square_count() + 1];
    seen[board.wall().index()] = true;
    seen[box_at.index()] = true;
    if seen[from.index()] || seen[to.index()] {
        return false;
    }
    seen[from.index()] = true;
    let mut stack = alloc::vec![from];
    while let Some(square) = stack.pop() {
        for &next in board.neighbours(square) {
            if !seen[next.index()] {
                seen[next.index()] = true;
                stack.push(next);
            }
        }
    }
    seen[to.index()]
}

/// Computes the fewest pushes of a lone box to a square, by relaxing every push until nothing
/// changes.
fn slow_pushes(board: &SearchBoard, target: Square) -> Vec<[u16; 4]> {
    let mut table = alloc::vec![[UNREACHABLE; 4]; board.square_count()];
    for side in Direction::ALL {
        if !board.is_wall(board.step(target, side)) {
            table[target.index()][side.index()] = 0;
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for square in (0..board.square_count() as u16).map(Square) {
            for (side, push) in Direction::ALL.into_iter().flat_map(|a| Direction::ALL.map(|b| (a, b))) {
                let to = board.step(square, push);
                let behind = push.opposite();
                let there = [side, behind].map(|side| board.step(square, side));
                if board.is_wall(to) || !walks(board, square, there[0], there[1]) {
                    continue;
                }
                let distance = table[to.index()][behind.index()].saturating_add(1);
                let entry = &mut table[square.index()][side.index()];
                if distance < *entry {
                    (*entry, changed) = (distance, true);
                }
            }
        }
    }
    table
}

proptest! {
    #[test]
    fn sides_are_joined_where_the_player_can_walk(board in floors()) {
        for square in (0..board.square_count() as u16).map(Square) {
            for (side, other) in Direction::ALL.into_iter().flat_map(|a| Direction::ALL.map(|b| (a, b))) {
                let [from, to] = [side, other].map(|side| board.step(square, side));
                prop_assert_eq!(board.are_joined(square, side, other), walks(&board, square, from, to));
            }
        }
    }

    #[test]
    fn distances_are_the_least_whatever_the_side(board in floors(), target in 0u16..60) {
        let target = Square(target % board.square_count() as u16);
        let pushes = BoxDistances::pushes(&board, &[target]);
        let slow = slow_pushes(&board, target);
        for square in (0..board.square_count() as u16).map(Square) {
            for side in Direction::ALL {
                prop_assert_eq!(pushes.from_side(0, square, side), slow[square.index()][side.index()]);
            }
            // Since pulls undo pushes, both ways have the same length if the player may be on any
            // side before and after.
            let back = BoxDistances::pulls(&board, &[square]);
            prop_assert_eq!(back.least(0, target), pushes.least(0, square));
        }
    }

    #[test]
    fn the_numbers_are_those_of_the_grid(board in floors()) {
        for square in (0..board.square_count() as u16).map(Square) {
            prop_assert_eq!(board.square(board.cell(square)), square);
            for direction in Direction::ALL {
                let next = board.step(square, direction);
                if !board.is_wall(next) {
                    prop_assert_eq!(board.step(next, direction.opposite()), square);
                }
            }
        }
    }
}

#[test]
fn dead_squares_come_last_and_reached_ones_are_known() {
    let board = board(
        "
#######
#.    #
#   $ #
#  @  #
#######",
    );
    let live = |row: u32, column: u32| board.is_live(board.square(Cell(row * 7 + column)));
    let expected = ["1111.", "1111.", "....."];
    for (row, line) in (1..).zip(expected) {
        for (column, letter) in (1..).zip(line.chars()) {
            assert_eq!(live(row, column), letter == '1', "row {row}, column {column}");
        }
    }
    assert_eq!(board.live_square_count(), 8);
    let reached = |row: u32, column: u32| board.can_be_reached(board.square(Cell(row * 7 + column)));
    assert!((1..=3).all(|row| (1..=5).all(|column| reached(row, column))));
}

#[test]
fn a_square_is_dead_where_the_player_cannot_go_round() {
    // At the bend the player would have to pass the box to reach its right side.
    let board = board("######\n#.  ##\n## ###\n##$###\n##@###\n######");
    assert_eq!((board.square_count(), board.live_square_count()), (6, 2));
    assert!(!board.starts_on_live_squares());
    assert_eq!(BoxDistances::pushes(&board, board.goals()).least(0, board.boxes()[0]), UNREACHABLE);
}
