//! Spaces to explore, written as plainly as possible.

use motion_core::search::fingerprint;
use motion_core::search::{PackedSpace, Space};

/// Sliding tiles on a small board: the tile in each cell, four bits each.
#[derive(Clone, Copy)]
pub(crate) struct Tiles {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl Tiles {
    pub(crate) fn solved(&self) -> u64 {
        (0..self.rows * self.columns).fold(0, |board, cell| board | (cell as u64) << (4 * cell))
    }
}

impl Space for Tiles {
    type State = u64;
    type Action = usize;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), &board: &u64) -> bool {
        board == self.solved()
    }

    fn successors(&self, (): &mut (), &board: &u64, visit: &mut impl FnMut(usize, u64, u32)) {
        let tile = |cell: usize| board >> (4 * cell) & 15;
        let cells = self.rows * self.columns;
        let blank = (0..cells).find(|&cell| tile(cell) == 0).expect("a blank");
        let (row, column) = (blank / self.columns, blank % self.columns);
        let mut slide = |cell: usize| {
            let tile = tile(cell);
            visit(cell, board ^ tile << (4 * cell) ^ tile << (4 * blank), 1);
        };
        if row > 0 {
            slide(blank - self.columns);
        }
        if row + 1 < self.rows {
            slide(blank + self.columns);
        }
        if column > 0 {
            slide(blank - 1);
        }
        if column + 1 < self.columns {
            slide(blank + 1);
        }
    }
}

impl Tiles {
    /// Returns the sum of the distances of all tiles to their cells.
    pub(crate) fn distance(&self, board: u64) -> u32 {
        let cell = |cell: usize| (cell / self.columns, cell % self.columns);
        let tiles = (0..self.rows * self.columns).map(|cell| (cell, (board >> (4 * cell) & 15) as usize));
        let moves = tiles.filter(|&(_, tile)| tile != 0).map(|(at, goal)| {
            let ((row, column), (goal_row, goal_column)) = (cell(at), cell(goal));
            row.abs_diff(goal_row) + column.abs_diff(goal_column)
        });
        moves.sum::<usize>() as u32
    }
}

impl PackedSpace<1> for Tiles {
    fn pack(&self, &board: &u64) -> [u64; 1] {
        [board]
    }

    fn unpack(&self, &[board]: &[u64; 1]) -> u64 {
        board
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(*b"tiles   ", [self.rows as u64, self.columns as u64])
    }
}

/// Numbers below a limit, each with steps to some others. Few of these steps can be undone, so
/// levels reach far back.
pub(crate) struct Jumps {
    pub(crate) limit: u64,
    pub(crate) goal: u64,
}

impl Space for Jumps {
    type State = [u64; 3];
    type Action = u8;
    type Scratch = ();

    fn scratch(&self) {}

    fn is_goal(&self, (): &mut (), &[_, _, low]: &[u64; 3]) -> bool {
        low == self.goal
    }

    fn successors(
        &self,
        (): &mut (),
        &[high, middle, low]: &[u64; 3],
        visit: &mut impl FnMut(u8, [u64; 3], u32),
    ) {
        assert!(high == low % 5 && middle == u64::MAX - low, "packed as it was");
        let to = |number: u64| [number % 5, u64::MAX - number, number];
        visit(0, to((low + 1) % self.limit), 1);
        visit(1, to(low * 7 % self.limit), 1);
        if low % 11 == 3 {
            visit(2, to(low / 3), 1);
        }
    }
}

impl PackedSpace<3> for Jumps {
    fn pack(&self, state: &[u64; 3]) -> [u64; 3] {
        *state
    }

    fn unpack(&self, words: &[u64; 3]) -> [u64; 3] {
        *words
    }

    fn is_reversible(&self) -> bool {
        false
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(*b"jumps   ", [self.limit])
    }
}
