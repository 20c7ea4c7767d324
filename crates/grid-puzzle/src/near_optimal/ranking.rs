//! The criteria by which the states of a [beam](super::rearrange_beam) are ranked.

use super::small_board::MAX_LINES;
use super::weights::{STEP_WEIGHT, power};

/// The weight of one step in [`Ranking::far_first`].
pub(super) const UNIT: u32 = 8;

/// The weights that determine the rank of a state.
#[derive(Clone)]
pub(super) struct Ranking {
    /// The weight of a tile at each distance from its goal, for rows and columns separately.
    pub(super) weights: [u32; MAX_LINES],
    /// The weight of a tile that must leave its line.
    conflict: u32,
    /// The weight of a cycle of tiles, each in the goal of the next, that the blank is not part of
    /// but must visit. The first entry is for an even number of tiles: such cycles can only be
    /// solved together with another one. The second is for an odd number.
    cycles: [u32; 2],
}

impl Ranking {
    /// Ranks by the squares of the distances, the distances, and the conflicts. The squares matter
    /// most: with 2,000 states, random boards of 5×5 take 108 moves on average, but 114 by
    /// distances and conflicts alone.
    pub(super) fn squares() -> Self {
        Self {
            weights: core::array::from_fn(|steps| (steps * steps + steps) as u32),
            conflict: 7,
            cycles: [0; 2],
        }
    }

    /// Ranks by the distances to the power 7/4, and the conflicts.
    pub(super) fn far_first() -> Self {
        let weight = |steps| (power(steps as u64, 7) * i64::from(UNIT) / STEP_WEIGHT).cast_unsigned() as u32;
        Self { weights: core::array::from_fn(weight), conflict: 5 * UNIT / 2, cycles: [0; 2] }
    }

    /// Ranks like [`far_first`](Self::far_first), and by the cycles.
    pub(super) fn far_first_with_cycles() -> Self {
        Self { cycles: [6 * UNIT, UNIT], ..Self::far_first() }
    }

    /// Returns the rank for the weight of the distances, the number of conflicts and the weight of
    /// the cycles.
    pub(super) const fn rank(&self, distances: u32, conflicts: u32, cycles: u32) -> u32 {
        distances + self.conflict * conflicts + cycles
    }

    /// Whether cycles count.
    pub(super) const fn has_cycles(&self) -> bool {
        self.cycles[0] > 0
    }

    /// Returns the weight of a cycle of this number of tiles.
    pub(super) const fn of_cycle(&self, len: usize) -> u32 {
        if len < 2 { 0 } else { self.cycles[len % 2] }
    }

    /// Returns the weight of the cycles after the tile in this cell is moved; `cycles` is the
    /// weight before. Either the blank joins a cycle, which then no longer counts, or it leaves a
    /// new one behind. `goal_blank` is the blank's goal.
    #[inline]
    pub(super) fn of_cycles_after(
        &self,
        cycles: u32,
        board: &[u16],
        goal_blank: usize,
        [blank, from]: [usize; 2],
    ) -> u32 {
        let next = usize::from(board[from]);
        // The tile is in its cell.
        if next == from {
            return cycles;
        }
        let (end, _) = follow(board, goal_blank, [blank, from]);
        if end == from {
            cycles + self.of_cycle(follow(board, next, [blank; 2]).1)
        } else {
            cycles - self.of_cycle(follow(board, next, [from; 2]).1)
        }
    }
}

/// Follows the cells from one to the goal of its tile, and so on, to one of these ends. Returns
/// that end and the number of cells.
#[inline]
fn follow(board: &[u16], first: usize, ends: [usize; 2]) -> (usize, usize) {
    let (mut at, mut count) = (first, 1);
    while !ends.contains(&at) {
        (at, count) = (board[at].into(), count + 1);
    }
    (at, count)
}
