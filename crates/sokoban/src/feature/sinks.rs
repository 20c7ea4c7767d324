//! Start squares that are interchangeable.

use alloc::vec::Vec;

use motion_core::Direction;

use crate::analysis::{GoalMatching, GoalTable, goals_reached_in_play, starts_reaching};
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

    /// The largest set of free `bases` between which a lone box can be pushed in both directions,
    /// possibly over others of them, beside these boxes; the first of several. Takes time bases
    /// times squares.
    pub(super) fn largest(&self, bases: &BoxSet<W>, boxes: &BoxSet<W>) -> BoxSet<W> {
        let free = bases.without(boxes);
        let next = goals_reached_in_play(self.board, &free, boxes);
        let reached_from = |base: Square| {
            let (mut reached, mut stack): (BoxSet<W>, _) = (BoxSet::new(), alloc::vec![base]);
            reached.insert(base);
            while let Some(here) = stack.pop() {
                for there in &next[here.index()].without(&reached) {
                    reached.insert(there);
                    stack.push(there);
                }
            }
            reached
        };
        let reached: Vec<(Square, BoxSet<W>)> = free.iter().map(|base| (base, reached_from(base))).collect();
        let mut largest = BoxSet::new();
        for &(base, there) in &reached {
            let is_mutual =
                |(other, back): &&(Square, BoxSet<W>)| there.contains(*other) && back.contains(base);
            let component: BoxSet<W> = reached.iter().filter(is_mutual).map(|&(other, _)| other).collect();
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

    /// As [`are_matched`](Self::are_matched), if that was so before a box moved.
    pub(super) fn are_matched_after(
        &mut self,
        bases: &BoxSet<W>,
        boxes: &BoxSet<W>,
        from: Square,
        to: Square,
    ) -> bool {
        let [before, after] = [from, to].map(|at| self.starts[at.index()].and(bases));
        before.is_subset(&after) || self.are_matched(bases, boxes)
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
