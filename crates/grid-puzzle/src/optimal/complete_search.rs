//! Breadth-first search over all boards, level by level, in the order of their numbers.

use alloc::vec::Vec;

use motion_core::{Control, Direction, Stop};

use super::board_ranking::{BoardRanking, RankedBoard};
use super::metric::MoveMetric;
use super::packed_distances::PackedDistances;

/// The present and the next level of a search, a bit for each board.
pub(super) struct CompleteSearch<'r> {
    ranks: &'r BoardRanking,
    metric: MoveMetric,
    distances: &'r mut PackedDistances,
    level: Vec<u64>,
    next: Vec<u64>,
}

impl<'r> CompleteSearch<'r> {
    /// Holds the bytes of both levels.
    pub(super) fn new(
        ranks: &'r BoardRanking,
        metric: MoveMetric,
        distances: &'r mut PackedDistances,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let words = ranks.boards().div_ceil(u64::BITS as usize);
        control.hold(2 * size_of::<u64>() as u64 * words as u64)?;
        let (mut level, mut next) = (Vec::new(), Vec::new());
        for bits in [&mut level, &mut next] {
            bits.try_reserve_exact(words).map_err(|_| Stop::Memory)?;
            bits.resize(words, 0);
        }
        Ok(Self { ranks, metric, distances, level, next })
    }

    /// Finds all distances; returns the number of boards with each.
    pub(super) fn run(mut self, control: &mut Control) -> Result<Vec<u64>, Stop> {
        let goal = self.ranks.index(self.ranks.goal());
        self.distances.enter(goal, 0);
        self.level[goal / 64] |= 1 << (goal % 64);
        let mut boards = Vec::new();
        for distance in (1..=3).cycle() {
            let count = self.expand_level(distance % 3, control)?;
            if count == 0 {
                break;
            }
            boards.push(count);
            core::mem::swap(&mut self.level, &mut self.next);
        }
        Ok(boards)
    }

    /// Expands the present level into the next one and empties it; returns its number of boards.
    fn expand_level(&mut self, distance: u8, control: &mut Control) -> Result<u64, Stop> {
        let mut count = 0;
        for word in 0..self.level.len() {
            let mut bits = core::mem::take(&mut self.level[word]);
            if bits == 0 {
                continue;
            }
            control.spend(u64::from(bits.count_ones()))?;
            count += u64::from(bits.count_ones());
            while bits != 0 {
                let board = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let row = board / self.ranks.row_boards();
                let index = board - row * self.ranks.row_boards();
                self.expand(self.ranks.position(row as u32, index as u32), distance);
            }
        }
        Ok(count)
    }

    #[inline]
    fn expand(&mut self, position: RankedBoard, distance: u8) {
        for direction in Direction::ALL {
            for next in self.metric.steps(self.ranks, position, direction) {
                let board = self.ranks.index(next);
                if self.distances.enter(board, distance) {
                    self.next[board / 64] |= 1 << (board % 64);
                }
            }
        }
    }
}
