//! Macro moves: one box moves over any number of squares while the others stay.

use alloc::sync::Arc;
use alloc::vec::Vec;

use motion_core::Direction;

use crate::analysis::{BoxTables, Deadlocks, PullDeadlocks};
use crate::board::{BoxSet, Push, Reach, SearchBoard, Square};
use crate::search::{MoveGenerator, Position};

/// The move of one box from a square to another, after which the player is in a certain zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MacroMove {
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The lowest square of the player's zone.
    pub(crate) player: Square,
    /// The excess of the position after it, if the excess is limited.
    pub(crate) excess: u16,
}

/// The end of a macro move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MacroMoveEnd {
    /// The number of pushes.
    pub(super) pushes: u16,
    /// The last push or, for pulls, the push that the last pull undoes.
    pub(super) last: Push,
}

/// The kind of moves of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoxAction {
    /// Pushes that no deadlock rule refutes.
    Pushes,
    /// Pulls.
    Pulls,
    /// Pulls that no rule for pull deadlocks refutes.
    PrunedPulls,
}

/// The rules that refute moves.
#[derive(Clone, Debug)]
enum Refutation<'b, const W: usize> {
    /// No rules.
    Nothing,
    /// The rules for pushes.
    Pushes(Deadlocks<'b, W>),
    /// The rules for pulls.
    Pulls(PullDeadlocks<'b, W>),
}

/// No node.
const NONE: u32 = u32::MAX;

/// A square that the box has reached, with the zone of the player.
#[derive(Clone, Copy, Debug)]
struct MacroMoveNode {
    at: Square,
    player: Square,
    /// The previous node.
    before: u32,
    /// The push that led here, or that the pull undoes.
    push: Push,
    /// The number of pushes.
    depth: u16,
    /// The excess of the position, if the excess is limited.
    excess: u16,
    /// Another node on the same square.
    same: u32,
}

/// Generates the macro moves of one position after another.
///
/// This is a search loop of its own, which reaches all destinations at once: with
/// `motion_core::search::explore`, searches by features take 1.1 times as long.
#[derive(Clone, Debug)]
pub(super) struct MacroMoveGenerator<'b, const W: usize> {
    board: &'b SearchBoard,
    action: BoxAction,
    generator: MoveGenerator<'b>,
    /// The position entered last.
    entered: Option<Position<W>>,
    tables: Option<Arc<BoxTables<W>>>,
    refutation: Refutation<'b, W>,
    nodes: Vec<MacroMoveNode>,
    /// The squares that the player reaches: in the entered position, then in that of each node but
    /// the first, each in as many words as the board has.
    reached: Vec<u64>,
    /// For each live square, the latest node there.
    first: Vec<u32>,
}

impl<'b, const W: usize> MacroMoveGenerator<'b, W> {
    pub(super) fn new(board: &'b SearchBoard, action: BoxAction) -> Self {
        let refutation = match action {
            BoxAction::Pushes => Refutation::Pushes(Deadlocks::in_play(board)),
            BoxAction::Pulls => Refutation::Nothing,
            BoxAction::PrunedPulls => Refutation::Pulls(PullDeadlocks::new(board)),
        };
        Self {
            board,
            action,
            generator: MoveGenerator::new(board),
            entered: None,
            tables: None,
            refutation,
            nodes: Vec::new(),
            reached: Vec::new(),
            first: alloc::vec![NONE; board.live_square_count()],
        }
    }

    /// Sets the tables that also refute moves: those of pushes or of pulls.
    pub(super) fn with_tables(mut self, tables: Option<Arc<BoxTables<W>>>) -> Self {
        self.tables = tables;
        self
    }

    /// Returns the squares that the player can reach in a position.
    pub(super) fn reach(&mut self, position: &Position<W>) -> &Reach {
        self.generator.enter(position);
        self.entered = Some(*position);
        self.reached.clear();
        self.reached.extend_from_slice(self.generator.reach().words());
        self.generator.reach()
    }

    /// Calls `visit` with every macro move of a box, its end, the boxes after it and the squares
    /// that the player then reaches, by increasing numbers of pushes. If `first` is given, the
    /// first push is one of these. `excess` is called for each position on the way with the number
    /// of pushes up to there; the box does not enter positions for which it returns `None`.
    ///
    /// Returns the number of squares and zones that the box reaches. Takes an update of the
    /// player's zone for each.
    pub(super) fn each(
        &mut self,
        position: &Position<W>,
        from: Square,
        first: Option<&[Push]>,
        mut excess: impl FnMut(&Position<W>, u16) -> Option<u16>,
        mut visit: impl FnMut(MacroMove, MacroMoveEnd, &BoxSet<W>, &Reach),
    ) -> u64 {
        for node in self.nodes.drain(..) {
            self.first[node.at.index()] = NONE;
        }
        if self.entered != Some(*position) {
            self.reach(position);
        }
        let words = self.board.floor().words();
        self.reached.truncate(words);
        let push = Push { from, direction: Direction::Up };
        let player = position.player;
        self.add(MacroMoveNode { at: from, player, before: NONE, push, depth: 0, excess: 0, same: NONE });
        let mut number = 0;
        while let Some(&MacroMoveNode { at, player, push, depth, excess: here, .. }) = self.nodes.get(number)
        {
            let mut boxes = position.boxes;
            boxes.shift(from, at);
            self.generator.enter_known(&boxes, &self.reached[number * words..][..words]);
            if number > 0 {
                let end = MacroMoveEnd { pushes: depth, last: push };
                visit(MacroMove { from, to: at, player, excess: here }, end, &boxes, self.generator.reach());
            }
            for direction in Direction::ALL {
                let Some((push, to, after)) = self.step(&boxes, at, direction) else { continue };
                let is_excluded = number == 0 && first.is_some_and(|first| !first.contains(&push));
                if is_excluded || self.is_seen(to, after.player) || self.is_lost(&after.boxes, push) {
                    continue;
                }
                let (before, same) = (number as u32, self.first[to.index()]);
                let depth = depth.saturating_add(1);
                let Some(excess) = excess(&after, depth) else { continue };
                self.reached.extend_from_slice(self.generator.reached_after());
                self.add(MacroMoveNode { at: to, player: after.player, before, push, depth, excess, same });
            }
            number += 1;
        }
        number as u64
    }

    /// Makes one push or pull of a box of the entered position, if it is legal.
    fn step(
        &mut self,
        boxes: &BoxSet<W>,
        at: Square,
        direction: Direction,
    ) -> Option<(Push, Square, Position<W>)> {
        let to = self.board.step(at, direction);
        if !self.board.is_live(to) {
            return None;
        }
        match self.action {
            BoxAction::Pushes => {
                let push = Push { from: at, direction };
                self.generator.can_push(push).then(|| (push, to, self.generator.after_push(boxes, push)))
            }
            BoxAction::Pulls | BoxAction::PrunedPulls => {
                let push = Push { from: to, direction: direction.opposite() };
                self.generator.can_undo(push).then(|| (push, to, self.generator.after_pull(boxes, push)))
            }
        }
    }

    fn add(&mut self, node: MacroMoveNode) {
        self.first[node.at.index()] = self.nodes.len() as u32;
        self.nodes.push(node);
    }

    fn is_seen(&self, at: Square, player: Square) -> bool {
        let mut node = self.first[at.index()];
        while let Some(seen) = self.nodes.get(node as usize) {
            if seen.player == player {
                return true;
            }
            node = seen.same;
        }
        false
    }

    fn is_lost(&mut self, boxes: &BoxSet<W>, push: Push) -> bool {
        if let Some(tables) = &self.tables {
            let at = match self.action {
                BoxAction::Pushes => self.board.step(push.from, push.direction),
                BoxAction::Pulls | BoxAction::PrunedPulls => push.from,
            };
            if tables.is_lost_at(boxes, at, push.direction.opposite()) {
                return true;
            }
        }
        match &mut self.refutation {
            Refutation::Nothing => false,
            Refutation::Pushes(deadlocks) => deadlocks.after_push(boxes, push).is_some(),
            Refutation::Pulls(deadlocks) => deadlocks.after_pull(boxes, push),
        }
    }

    /// Returns the pushes of a macro move; `None` if it is illegal.
    pub(super) fn pushes(&mut self, position: &Position<W>, macro_move: MacroMove) -> Option<Vec<Push>> {
        self.each(position, macro_move.from, None, |_, _| Some(0), |_, _, _, _| {});
        let end = |node: &&MacroMoveNode| (node.at, node.player) == (macro_move.to, macro_move.player);
        let mut node = self.nodes.iter().find(end)?;
        let mut pushes = Vec::new();
        while node.before != NONE {
            pushes.push(node.push);
            node = &self.nodes[node.before as usize];
        }
        pushes.reverse();
        Some(pushes)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Visits the macro moves of the first box of a board at its start, as
    /// [`each`](MacroMoveGenerator::each) does.
    pub(in crate::feature) fn each_of_first_box(
        board: &SearchBoard,
        visit: impl FnMut(MacroMove, MacroMoveEnd, &BoxSet<4>, &Reach),
    ) {
        let start = Position::start(board).expect("live");
        let mut macro_moves = MacroMoveGenerator::new(board, BoxAction::Pushes);
        macro_moves.each(&start, board.boxes()[0], None, |_, _| Some(0), visit);
    }
}
