//! Start squares that are interchangeable.

use alloc::vec::Vec;

use motion_core::Direction;

use crate::analysis::{GoalMatching, GoalTable, goals_reached, starts_reaching};
use crate::board::{BoxSet, JoinedSides, SearchBoard, Square};

/// Which start squares stand for each other while the solved position is unpacked.
///
/// Each start square is used up by one box. A box that is pulled to one of several start squares
/// between which a lone box can be pushed in both directions need not be told from the boxes of the
/// others: these squares are sinks. Start squares in closets or behind one-way passages are not.
#[derive(Clone, Debug)]
pub(super) struct Sinks<'b, const W: usize> {
    board: &'b SearchBoard,
    /// For each live square the start squares from which a lone box reaches it.
    starts: GoalTable<W>,
    matching: GoalMatching<W>,
}

impl<'b, const W: usize> Sinks<'b, W> {
    pub(super) fn new(board: &'b SearchBoard) -> Self {
        let starts = starts_reaching(board, &board.boxes().iter().copied().collect(), &BoxSet::new());
        Self { board, starts, matching: GoalMatching::new(board) }
    }

    /// The largest set of free `bases` between which a lone box can be pushed in both directions
    /// beside these boxes; the first of several. Takes time linear in bases times squares.
    pub(super) fn largest(&self, bases: &BoxSet<W>, boxes: &BoxSet<W>) -> BoxSet<W> {
        let reached = goals_reached(self.board, bases, boxes);
        let mut left = bases.without(boxes);
        let mut largest = BoxSet::new();
        while let Some(base) = left.iter().next() {
            let there = reached[base.index()].and(&left);
            let component: BoxSet<W> =
                there.iter().filter(|&other| reached[other.index()].contains(base)).collect();
            left = left.without(&component);
            if component.len() > largest.len() {
                largest = component;
            }
        }
        largest
    }

    /// Whether each box can be assigned one of the bases, from which a lone box reaches it.
    pub(super) fn are_matched(&mut self, bases: &BoxSet<W>, boxes: &BoxSet<W>) -> bool {
        self.matching.is_complete(boxes, bases, &self.starts)
    }

    /// The live squares to which a lone box can be pushed from one of the sinks beside walls.
    pub(super) fn pushed_from(&self, sinks: &BoxSet<W>, walls: &BoxSet<W>) -> BoxSet<W> {
        let board = self.board;
        let is_open = |square: Square| !board.is_wall(square) && !walls.contains(square);
        let sides = JoinedSides::on(board, is_open);
        let mut reached = BoxSet::new();
        let mut seen = alloc::vec![0u8; board.live_square_count()];
        let mut stack: Vec<(Square, Direction)> = Vec::new();
        for sink in sinks.iter().filter(|&sink| is_open(sink)) {
            reached.insert(sink);
            for side in Direction::ALL.into_iter().filter(|&side| is_open(board.step(sink, side))) {
                seen[sink.index()] |= 1 << side.index();
                stack.push((sink, side));
            }
        }
        while let Some((from, side)) = stack.pop() {
            let to = board.step(from, side.opposite());
            if !board.is_live(to) || !is_open(to) {
                continue;
            }
            reached.insert(to);
            let new = sides.around(to, side) & !seen[to.index()];
            seen[to.index()] |= new;
            let is_new = |side: &Direction| new & 1 << side.index() != 0;
            stack.extend(Direction::ALL.into_iter().filter(is_new).map(|side| (to, side)));
        }
        reached
    }
}

/// Goals that have walls on three sides, and those that have when these are filled, and so on:
/// forward they are filled first.
pub(super) fn dead_ends<const W: usize>(board: &SearchBoard, goals: &BoxSet<W>) -> BoxSet<W> {
    let mut filled = BoxSet::new();
    loop {
        let is_closed = |square: Square| board.is_wall(square) || filled.contains(square);
        let is_end = |goal: &Square| {
            let closed = board.neighbours(*goal).iter().filter(|&&side| is_closed(side)).count();
            closed >= 3 && !filled.contains(*goal)
        };
        let more: BoxSet<W> = goals.iter().filter(is_end).collect();
        if more.is_empty() {
            return filled;
        }
        filled = filled.or(&more);
    }
}
