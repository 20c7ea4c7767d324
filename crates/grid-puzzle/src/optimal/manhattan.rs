//! The sum of the tiles' distances to their goals.

use super::goal_layout::GoalLayout;
use super::sliding_state::{SlidingBound, TileSlide};

/// The sum of the tiles' distances (Manhattan).
#[derive(Clone)]
pub(super) struct ManhattanBound {
    pub(super) layout: GoalLayout,
    pub(super) sum: u32,
}

impl ManhattanBound {
    pub(super) fn new(layout: GoalLayout, cells: &[u32]) -> Self {
        let tiles = (0..).zip(cells).filter(|&(_, &goal)| goal != layout.goal_blank);
        Self { layout, sum: tiles.map(|(cell, &goal)| layout.distance(cell, goal)).sum() }
    }

    /// Returns the sum after a slide.
    pub(super) fn after(&self, slide: TileSlide) -> u32 {
        let TileSlide { tile, from, to } = slide;
        self.sum + self.layout.distance(to, tile) - self.layout.distance(from, tile)
    }
}

impl SlidingBound for ManhattanBound {
    /// The sum before.
    type Undo = u32;

    fn value(&self) -> u32 {
        self.sum
    }

    fn slide(&mut self, slide: TileSlide, _: &[u32], allowance: u32) -> Result<u32, u32> {
        let sum = self.after(slide);
        if sum > allowance {
            return Err(sum);
        }
        Ok(core::mem::replace(&mut self.sum, sum))
    }

    fn slide_back(&mut self, _: TileSlide, before: u32) {
        self.sum = before;
    }
}
