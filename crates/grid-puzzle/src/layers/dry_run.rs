//! Dry runs: moves that are counted but not made.

use motion_core::Direction;

use super::blank_mover::{BlankMover, CarriedTiles, FillError, Routine, TrackedTile};
use super::frame::FramePosition;
use super::move_pattern::MovePattern;

/// The blanks, the two tracked tiles, and the number of moves. With one blank, `O` is an empty
/// array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DryRun<O> {
    blank: FramePosition,
    tiles: [FramePosition; 2],
    /// The other blanks.
    others: O,
    max_repetitions: i32,
    moves: u32,
    limit: u32,
}

impl<O: AsRef<[FramePosition]> + AsMut<[FramePosition]>> DryRun<O> {
    /// Begins a dry run from the present state of a mover. It is blocked after `limit` moves.
    pub(super) fn new(mover: &impl BlankMover, others: O, limit: u32) -> Self {
        let tiles = [TrackedTile::First, TrackedTile::Second].map(|tile| mover.position_of(tile));
        let max_repetitions = mover.max_repetitions();
        Self { blank: mover.blank(), tiles, others, max_repetitions, moves: 0, limit }
    }

    pub(super) fn count_moves(mut self, routine: &Routine) -> Result<u32, FillError> {
        routine(&mut self)?;
        Ok(self.moves)
    }
}

impl<O: AsRef<[FramePosition]> + AsMut<[FramePosition]>> BlankMover for DryRun<O> {
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
        let blank = self.blank;
        let met = |place: &FramePosition| place.is_met(blank, direction, steps);
        for tile in self.tiles.iter_mut().filter(|tile| met(tile)) {
            *tile = tile.step(direction, -1);
        }
        let mut vacant = 0;
        for other in self.others.as_mut().iter_mut().filter(|other| met(other)) {
            *other = other.step(direction, -1);
            vacant += 1;
        }
        self.blank = self.blank.step(direction, steps);
        self.moves += steps as u32 - vacant;
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
            let bystander = match carried {
                CarriedTiles::One(tile) => Some(self.tiles[1 - tile as usize]),
                CarriedTiles::Both => None,
            };
            let others = bystander.iter().chain(self.others.as_ref()).copied();
            let portion = pattern.portion(self.blank, left, others);
            if portion == 0 {
                pattern.moves().iter().try_for_each(|&direction| self.go(direction, 1))?;
                left -= 1;
                continue;
            }
            match carried {
                CarriedTiles::One(tile) => {
                    let tile = &mut self.tiles[tile as usize];
                    *tile = pattern.shifted(*tile, portion);
                }
                CarriedTiles::Both => self.tiles = self.tiles.map(|tile| pattern.shifted(tile, portion)),
            }
            self.blank = pattern.shifted(self.blank, portion);
            self.moves += pattern.moves().len() as u32 * portion as u32;
            left -= portion;
        }
        if self.moves > self.limit { Err(FillError::Blocked) } else { Ok(()) }
    }

    fn max_repetitions(&self) -> i32 {
        self.max_repetitions
    }

    fn choose_blank(&mut self, _: FramePosition, cost: &dyn Fn(FramePosition, u32) -> Option<u32>) -> bool {
        if self.others.as_ref().is_empty() {
            return false;
        }
        let chosen = cheapest_blank(self.blank, self.others.as_ref().iter().copied(), cost);
        if let Some(index) = chosen {
            core::mem::swap(&mut self.blank, &mut self.others.as_mut()[index]);
        }
        chosen.is_some()
    }
}

/// Returns the index of the cheapest of these blanks, if it is cheaper than the present one. Ties
/// go to the upper left blank, so that a dry run, whose blanks have another order, chooses the same
/// one.
pub(super) fn cheapest_blank(
    present: FramePosition,
    blanks: impl Iterator<Item = FramePosition>,
    cost: &dyn Fn(FramePosition, u32) -> Option<u32>,
) -> Option<usize> {
    let mut least = cost(present, u32::MAX).unwrap_or(u32::MAX);
    let mut chosen = None;
    for (index, place) in blanks.enumerate() {
        let first = chosen.is_some_and(|(_, other): (usize, FramePosition)| {
            (place.row, place.column) < (other.row, other.column)
        });
        let limit = least.saturating_add(u32::from(first));
        if let Some(cost) = cost(place, limit).filter(|&cost| cost < limit) {
            (least, chosen) = (cost, Some((index, place)));
        }
    }
    chosen.map(|(index, _)| index)
}
