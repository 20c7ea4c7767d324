//! The goals that a lone box reaches from every square, and the start squares from which it reaches
//! every square, if some boxes are walls.

use alloc::vec::Vec;

use motion_core::Direction;

use crate::board::{BoxSet, JoinedSides, SearchBoard, Square, sides_where};

/// For each live square, the goals to which a lone box can be pushed from there.
pub(crate) type GoalTable<const W: usize> = Vec<BoxSet<W>>;

/// Finds the goals that a lone box reaches from every live square if some boxes are walls, by pulls
/// from each goal.
pub(crate) fn goals_reached<const W: usize>(
    board: &SearchBoard,
    goals: &BoxSet<W>,
    walls: &BoxSet<W>,
) -> GoalTable<W> {
    goals_pushed_to(board, goals, walls, |_, _| true)
}

/// Works as [`goals_reached`] for boxes that are pushed from their start squares: the player pushes
/// a box only from sides that it can reach when a lone box is there.
pub(crate) fn goals_reached_in_play<const W: usize>(
    board: &SearchBoard,
    goals: &BoxSet<W>,
    walls: &BoxSet<W>,
) -> GoalTable<W> {
    goals_pushed_to(board, goals, walls, |square, side| board.can_be_reached_from(square, side))
}

/// Finds the goals that a lone box reaches; `may_push` decides whether the player may push a box on
/// a square from a side.
fn goals_pushed_to<const W: usize>(
    board: &SearchBoard,
    goals: &BoxSet<W>,
    walls: &BoxSet<W>,
    may_push: impl Fn(Square, Direction) -> bool,
) -> GoalTable<W> {
    moved_from(board, goals, walls, |to, side| {
        let from = board.step(to, side);
        let is_free = board.is_live(from)
            && is_free(board, walls, from)
            && is_free(board, walls, board.step(from, side))
            && may_push(from, side);
        is_free.then_some(from)
    })
}

/// Finds the start squares from which a lone box reaches every live square if some boxes are walls,
/// by pushes from each.
pub(crate) fn starts_reaching<const W: usize>(
    board: &SearchBoard,
    starts: &BoxSet<W>,
    walls: &BoxSet<W>,
) -> GoalTable<W> {
    moved_from(board, starts, walls, |from, side| {
        let to = board.step(from, side.opposite());
        (board.is_live(to) && is_free(board, walls, to)).then_some(to)
    })
}

/// Finds for each live square the origins from which a box can be moved there by a player beside
/// it. `moved` returns the square after a move of the box on a square with the player on a side, if
/// the move is possible; the player stays on that side.
fn moved_from<const W: usize>(
    board: &SearchBoard,
    origins: &BoxSet<W>,
    walls: &BoxSet<W>,
    moved: impl Fn(Square, Direction) -> Option<Square>,
) -> GoalTable<W> {
    let is_open = |square: Square| is_free(board, walls, square);
    let sides = JoinedSides::on(board, is_open);
    let mut table = alloc::vec![BoxSet::new(); board.live_square_count()];
    let mut seen = alloc::vec![0u8; board.live_square_count()];
    let mut stack = Vec::new();
    for origin in origins.iter().filter(|&origin| is_open(origin)) {
        seen.fill(0);
        table[origin.index()].insert(origin);
        let open = sides_where(|side| is_open(board.step(origin, side)));
        sides.spread([(origin, open)], &mut seen, &mut stack, |at, side| {
            let next = moved(at, side)?;
            table[next.index()].insert(origin);
            Some(next)
        });
    }
    table
}

/// Whether a square is neither a wall nor one of these boxes.
pub(super) fn is_free<const W: usize>(board: &SearchBoard, walls: &BoxSet<W>, at: Square) -> bool {
    !board.is_wall(at) && !walls.contains(at)
}
