//! From which states those of a beam come, level by level.

use alloc::vec::Vec;

use motion_core::Direction;

/// For each state of each level, its parent and the blank's last direction.
#[derive(Default)]
pub(super) struct BeamHistory {
    /// The parent's number in its level times four, plus the direction.
    origins: Vec<u32>,
    /// The end of each level.
    ends: Vec<usize>,
}

impl BeamHistory {
    /// Adds a state to the level that has not ended.
    #[inline]
    pub(super) fn push(&mut self, parent: u32, direction: Direction) {
        self.origins.push(parent << 2 | direction as u32);
    }

    /// Ends a level.
    pub(super) fn end_level(&mut self) {
        self.ends.push(self.origins.len());
    }

    /// The number of levels after the start.
    pub(super) const fn level(&self) -> usize {
        self.ends.len()
    }

    pub(super) const fn bytes(&self) -> usize {
        4 * self.origins.capacity() + 8 * self.ends.capacity()
    }

    /// The moves that lead to a state of a level.
    pub(super) fn moves(&self, level: usize, state: usize) -> Vec<Direction> {
        let mut at = state;
        let mut moves: Vec<_> = (0..level)
            .rev()
            .map(|level| {
                let begin = level.checked_sub(1).map_or(0, |before| self.ends[before]);
                let origin = self.origins[begin + at];
                at = (origin >> 2) as usize;
                Direction::from_index(origin as u8)
            })
            .collect();
        moves.reverse();
        moves
    }
}
