//! Levels for tests.

use alloc::collections::BTreeSet;
use alloc::string::String;

use motion_core::Direction;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::board::{BoxSet, Push, SearchBoard, Square};

/// Returns rows of this width in a frame of walls; the last row is padded with floor.
pub(crate) fn framed(tiles: &[u8], width: usize) -> String {
    let border = "#".repeat(width + 2);
    let mut text = border.clone();
    for row in tiles.chunks(width) {
        text.push_str("\n#");
        text.extend(row.iter().map(|&tile| char::from(tile)));
        text.extend(core::iter::repeat_n(' ', width - row.len()));
        text.push('#');
    }
    text + "\n" + &border
}

/// Returns the board of a level.
pub(crate) fn board_of(text: &str) -> SearchBoard {
    SearchBoard::new(&text.parse().expect("a level"))
}

/// Returns the live square in a row and a column.
pub(crate) fn live_at(board: &SearchBoard, (row, column): (u32, u32)) -> Square {
    let mut live = (0..board.live_square_count() as u16).map(Square);
    live.find(|&at| board.coordinates(at) == (row, column)).expect("a live square")
}

/// Generates a random board of 7 by 7 squares with this many boxes, all on live squares.
pub(crate) fn random_board(rng: &mut Xoshiro256PlusPlus, boxes: usize) -> SearchBoard {
    loop {
        let mut tiles: [u8; 49] = core::array::from_fn(|_| if rng.random_bool(0.2) { b'#' } else { b' ' });
        for tile in core::iter::repeat_n([b'$', b'.'], boxes).flatten().chain([b'@']) {
            tiles[rng.random_range(0..49)] = tile;
        }
        let Ok(level) = framed(&tiles, 7).parse() else { continue };
        let board = SearchBoard::new(&level);
        if board.starts_on_live_squares() && board.boxes().len() == boxes {
            return board;
        }
    }
}

/// Whether pushes, which are taken as legal, move the boxes of a board to all its goals.
pub(crate) fn end_on_goals(board: &SearchBoard, pushes: &[Push]) -> bool {
    let mut boxes: BoxSet<4> = board.boxes().iter().copied().collect();
    for push in pushes {
        boxes.shift(push.from, board.step(push.from, push.direction));
    }
    board.goals().iter().all(|&goal| boxes.contains(goal))
}

/// Finds the squares that a box and the player can reach by pushes or pulls of this box among
/// others, move by move, from these two squares.
pub(crate) fn moves_of_a_box<const W: usize>(
    board: &SearchBoard,
    others: &BoxSet<W>,
    start: (Square, Square),
    pulls: bool,
) -> BTreeSet<(Square, Square)> {
    let is_free = |at: Square| !board.is_wall(at) && !others.contains(at);
    let mut seen = BTreeSet::from([start]);
    let mut stack = alloc::vec![start];
    while let Some((box_at, player)) = stack.pop() {
        for direction in Direction::ALL {
            let to = board.step(player, direction);
            let mut next = alloc::vec![];
            if to == box_at {
                let beyond = board.step(to, direction);
                next.extend((!pulls && is_free(beyond)).then_some((beyond, to)));
            } else if is_free(to) {
                next.push((box_at, to));
                let pulled = pulls && board.step(player, direction.opposite()) == box_at;
                next.extend(pulled.then_some((player, to)));
            }
            stack.extend(next.into_iter().filter(|&state| seen.insert(state)));
        }
    }
    seen
}
