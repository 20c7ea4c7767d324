//! Moves with one blank, counted but not made.

use motion_core::Direction;

use super::blank_mover::{BlankMover, CarriedTiles, FillError, Routine, TrackedTile};
use super::frame::FramePosition;
use super::move_pattern::MovePattern;

/// The blank, the two tracked tiles, and the number of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SingleBlankDryRun {
    blank: FramePosition,
    tiles: [FramePosition; 2],
    moves: u32,
    limit: u32,
}

impl SingleBlankDryRun {
    pub(super) const fn new(blank: FramePosition, tiles: [FramePosition; 2], limit: u32) -> Self {
        Self { blank, tiles, moves: 0, limit }
    }

    pub(super) fn count_moves(mut self, routine: &Routine) -> Result<u32, FillError> {
        routine(&mut self)?;
        Ok(self.moves)
    }
}

impl BlankMover for SingleBlankDryRun {
    #[inline]
    fn blank(&self) -> FramePosition {
        self.blank
    }

    #[inline]
    fn position_of(&self, tile: TrackedTile) -> FramePosition {
        self.tiles[tile as usize]
    }

    #[inline]
    fn go(&mut self, direction: Direction, steps: i32) -> Result<(), FillError> {
        for tile in &mut self.tiles {
            if tile.is_met(self.blank, direction, steps) {
                *tile = tile.step(direction, -1);
            }
        }
        self.blank = self.blank.step(direction, steps);
        self.moves += steps as u32;
        if self.moves > self.limit { Err(FillError::Blocked) } else { Ok(()) }
    }

    #[inline]
    fn repeat_pattern(
        &mut self,
        carried: CarriedTiles,
        pattern: &MovePattern,
        times: i32,
    ) -> Result<(), FillError> {
        let mut left = times;
        while left > 0 {
            let mut portion = left;
            if let CarriedTiles::One(tile) = carried {
                portion = pattern.portion(self.blank, left, [self.tiles[1 - tile as usize]]);
                if portion == 0 {
                    pattern.moves().iter().try_for_each(|&direction| self.go(direction, 1))?;
                    left -= 1;
                    continue;
                }
                let tile = &mut self.tiles[tile as usize];
                *tile = pattern.shifted(*tile, portion);
            } else {
                self.tiles = self.tiles.map(|tile| pattern.shifted(tile, portion));
            }
            self.blank = pattern.shifted(self.blank, portion);
            self.moves += pattern.moves().len() as u32 * portion as u32;
            left -= portion;
        }
        if self.moves > self.limit { Err(FillError::Blocked) } else { Ok(()) }
    }
}
