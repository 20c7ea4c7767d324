//! The board as IDA* changes it: the blank slides, and a bound follows.

use alloc::vec::Vec;

use motion_core::Direction;
use motion_core::search::{Attempt, ReversibleSpace};

use super::goal_layout::{DirectionSet, GoalLayout};
use super::operator_fsm::DuplicateOperatorFsm;

/// A tile on its way: its goal cell, and the cells between which it moves.
#[derive(Clone, Copy)]
pub(super) struct TileSlide {
    pub(super) tile: u32,
    pub(super) from: u32,
    pub(super) to: u32,
}

/// A lower bound on the moves to the goal that follows the tiles.
///
/// It is zero on the goal and nowhere else.
pub(super) trait SlidingBound {
    /// What has to be remembered to take a slide back.
    type Undo;

    /// The bound of the present arrangement.
    fn value(&self) -> u32;

    /// Follows a slide if the bound does not exceed `allowance` afterwards; otherwise nothing changes and the bound
    /// is the error. `cells` are the tiles' goal cells before the slide.
    fn slide(&mut self, slide: TileSlide, cells: &[u32], allowance: u32) -> Result<Self::Undo, u32>;

    /// Takes back the last slide that was followed.
    fn slide_back(&mut self, slide: TileSlide, undo: Self::Undo);
}

/// An arrangement of tiles and a bound for it.
pub(super) struct SlidingState<'d, B> {
    /// The goal cells of the tiles in each cell; the blank's cell holds anything.
    cells: Vec<u32>,
    blank: u32,
    exits: Vec<DirectionSet>,
    /// What a step of the blank adds to its cell, by direction.
    steps: [i32; 4],
    fsm: &'d DuplicateOperatorFsm,
    /// How [`DuplicateOperatorFsm`] remembers the walk.
    walked: u16,
    bound: B,
}

impl<'d, B> SlidingState<'d, B> {
    /// Heap bytes of an arrangement.
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

    /// The slide that moves the blank from this cell.
    #[inline]
    fn slide_of(&self, blank: u32, direction: Direction) -> TileSlide {
        let from = blank.wrapping_add_signed(self.steps[direction.index()]);
        TileSlide { tile: self.cells[from as usize], from, to: blank }
    }
}

impl<B: SlidingBound> ReversibleSpace for SlidingState<'_, B> {
    type Action = Direction;
    /// What the bound remembers, and how the walk was remembered.
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

    #[inline]
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
