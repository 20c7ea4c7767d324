//! The state that IDA* changes: a board, a bound that follows its tiles, and the automaton against
//! duplicates.

use alloc::vec::Vec;

use motion_core::Direction;
use motion_core::search::{Attempt, ReversibleSpace};

use super::goal_layout::{DirectionSet, GoalLayout};
use super::operator_fsm::DuplicateOperatorFsm;

/// A slide of a tile: its goal cell, and the cells between which it moves.
#[derive(Clone, Copy)]
pub(super) struct TileSlide {
    pub(super) tile: u32,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// A lower bound on the moves to the goal, updated with every slide.
///
/// It is zero only at the goal.
pub(super) trait SlidingBound {
    /// The data needed to undo a slide.
    type Undo;

    /// Returns the bound of the current board.
    fn value(&self) -> u32;

    /// Updates the bound for a slide if it does not exceed `allowance` afterwards. Otherwise,
    /// changes nothing and returns the bound as the error. `cells` are the tiles' goal cells before
    /// the slide.
    fn slide(&mut self, slide: TileSlide, cells: &[u32], allowance: u32) -> Result<Self::Undo, u32>;

    /// Undoes the last slide.
    fn slide_back(&mut self, slide: TileSlide, undo: Self::Undo);
}

/// A board and a bound for it.
#[derive(Clone)]
pub(super) struct SlidingState<'d, B> {
    /// The goal cell of the tile in each cell. The value of the blank's cell does not matter.
    cells: Vec<u32>,
    blank: u32,
    exits: Vec<DirectionSet>,
    /// The difference of the cells' numbers for a step of the blank, by direction.
    steps: [i32; 4],
    fsm: &'d DuplicateOperatorFsm,
    /// The state of the automaton after the walk.
    walked: u16,
    bound: B,
}

impl<'d, B> SlidingState<'d, B> {
    /// Returns the heap memory of a board in bytes.
    pub(super) fn bytes(layout: GoalLayout) -> u64 {
        u64::from(layout.cells()) * (size_of::<u32>() + size_of::<DirectionSet>()) as u64
    }

    pub(super) fn new(layout: GoalLayout, cells: &[u32], fsm: &'d DuplicateOperatorFsm, bound: B) -> Self {
        let blank = (0..).zip(cells).find(|&(_, &goal)| goal == layout.goal_blank);
        let (blank, _) = blank.expect("invariant: an arrangement has a blank");
        let down = layout.columns.cast_signed();
        Self {
            cells: cells.to_vec(),
            blank,
            exits: layout.exits().collect(),
            steps: [-down, 1, down, -1],
            fsm,
            walked: 0,
            bound,
        }
    }

    /// Returns the slide that moves the blank from this cell.
    #[inline]
    fn slide_of(&self, blank: u32, direction: Direction) -> TileSlide {
        let from = blank.wrapping_add_signed(self.steps[direction.index()]);
        TileSlide { tile: self.cells[from as usize], from, to: blank }
    }
}

impl<B: SlidingBound> ReversibleSpace for SlidingState<'_, B> {
    type Action = Direction;
    /// The undo data of the bound, and the previous state of the automaton.
    type Undo = (B::Undo, u16);
    type Actions = DirectionSet;

    #[inline]
    fn is_goal(&self) -> bool {
        self.bound.value() == 0
    }

    fn lower_bound(&self) -> Option<u32> {
        Some(self.bound.value())
    }

    #[inline]
    fn actions(&self, _: Option<Direction>) -> DirectionSet {
        self.exits[self.blank as usize].and(self.fsm.exits(self.walked))
    }

    #[expect(
        clippy::inline_always,
        reason = "otherwise the data to undo a move are copied, which takes a tenth longer"
    )]
    #[inline(always)]
    fn make(&mut self, direction: Direction, allowance: u32) -> Attempt<Self::Undo> {
        let slide = self.slide_of(self.blank, direction);
        match self.bound.slide(slide, &self.cells, allowance) {
            Ok(undo) => {
                self.cells[slide.to as usize] = slide.tile;
                self.blank = slide.from;
                let walked = self.fsm.after(self.walked, direction);
                Attempt::Made((undo, core::mem::replace(&mut self.walked, walked)))
            }
            Err(bound) => Attempt::Pruned(bound),
        }
    }

    #[inline]
    fn undo(&mut self, direction: Direction, (undo, walked): Self::Undo) {
        self.walked = walked;
        let from = self.blank;
        let to = from.wrapping_add_signed(self.steps[direction.opposite().index()]);
        let tile = self.cells[to as usize];
        self.cells[from as usize] = tile;
        self.blank = to;
        self.bound.slide_back(TileSlide { tile, from, to }, undo);
    }
}
