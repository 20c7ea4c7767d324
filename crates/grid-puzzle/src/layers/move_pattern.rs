//! Moves of the blank that are repeated to carry tiles, and the cells that they touch.

use motion_core::Direction;

use super::frame::{FramePosition, OpenRegion};

/// A sequence of moves of the blank after which its position relative to the carried tiles is the
/// same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovePattern {
    moves: [Direction; Self::MAX],
    length: usize,
    /// Rows and columns by which the moves shift the blank and the carried tiles.
    shift: (i32, i32),
    /// The upper left and the lower right corner of the blank's path, relative to its start.
    reach: [(i32, i32); 2],
}

impl MovePattern {
    /// The greatest number of moves in a pattern.
    const MAX: usize = 20;

    #[inline]
    pub(crate) fn new<const N: usize>(given: [Direction; N]) -> Self {
        const { assert!(matches!(N, 5 | 6 | 7 | 20), "the workspace for one blank repeats these only") };
        let mut moves = [Direction::Up; Self::MAX];
        moves[..N].copy_from_slice(&given);
        let (mut shift, mut reach) = ((0, 0), [(0, 0); 2]);
        for direction in &given {
            let (row, column) = direction.delta();
            shift = (shift.0 + row, shift.1 + column);
            reach[0] = (shift.0.min(reach[0].0), shift.1.min(reach[0].1));
            reach[1] = (shift.0.max(reach[1].0), shift.1.max(reach[1].1));
        }
        Self { moves, length: N, shift, reach }
    }

    pub(crate) fn moves(&self) -> &[Direction] {
        &self.moves[..self.length]
    }

    #[inline]
    pub(crate) const fn shifted(&self, place: FramePosition, times: i32) -> FramePosition {
        FramePosition { row: place.row + self.shift.0 * times, column: place.column + self.shift.1 * times }
    }

    /// Returns the upper left and the lower right corner of the blank's path, for this many
    /// repetitions.
    #[inline]
    fn rectangle(&self, blank: FramePosition, times: i32) -> [FramePosition; 2] {
        let last = self.shifted(blank, times - 1);
        let [low, high] = self.reach;
        let upper_left = FramePosition {
            row: blank.row.min(last.row) + low.0,
            column: blank.column.min(last.column) + low.1,
        };
        let lower_right = FramePosition {
            row: blank.row.max(last.row) + high.0,
            column: blank.column.max(last.column) + high.1,
        };
        [upper_left, lower_right]
    }

    /// Whether the repeated moves might touch a position, because it lies in the rectangle of the
    /// blank's path.
    #[inline]
    pub(crate) fn may_touch(&self, blank: FramePosition, times: i32, place: FramePosition) -> bool {
        let [from, to] = self.rectangle(blank, times);
        (from.row..=to.row).contains(&place.row) && (from.column..=to.column).contains(&place.column)
    }

    /// Returns a number of repetitions that do not touch these positions; 0 if the moves must be
    /// made one by one.
    #[inline]
    pub(crate) fn portion(
        &self,
        blank: FramePosition,
        times: i32,
        others: impl IntoIterator<Item = FramePosition>,
    ) -> i32 {
        others.into_iter().fold(times, |mut portion, place| {
            while portion > 0 && self.may_touch(blank, portion, place) {
                portion /= 2;
            }
            portion
        })
    }

    /// Whether the rectangle of the blank's path is free.
    pub(crate) fn fits(&self, region: OpenRegion, blank: FramePosition, times: i32) -> bool {
        // If all corners are free, every cell is, because the finished cells are the first ones of
        // the top row.
        self.rectangle(blank, times).into_iter().all(|corner| region.is_free(corner))
    }
}
