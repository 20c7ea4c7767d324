//! The entries of one pattern database while it is filled, four bits each.

/// Entries by the cells of the tiles, the first tile's as the least significant digit.
pub(super) struct PackedEntries<'e> {
    /// Two entries a byte, the even one low.
    pairs: &'e mut [u8],
    cells: u32,
    tiles: usize,
}

impl<'e> PackedEntries<'e> {
    /// All entries with the greatest value. The first one is even.
    pub(super) fn new(pairs: &'e mut [u8], first: u32, cells: u32, tiles: usize) -> Self {
        let bytes = (cells as usize).pow(tiles as u32).div_ceil(2);
        let pairs = &mut pairs[first as usize / 2..][..bytes];
        pairs.fill(u8::MAX);
        Self { pairs, cells, tiles }
    }

    /// Lowers an entry to this value if it is greater.
    #[inline]
    pub(super) fn lower(&mut self, entry: u32, value: u8) {
        let shift = entry % 2 * 4;
        let byte = &mut self.pairs[entry as usize / 2];
        let known = *byte >> shift & 15;
        if value < known {
            *byte ^= (known ^ value) << shift;
        }
    }

    /// Sets the entries to 0 whose index stands for two tiles in one cell, and what is left of the
    /// last byte.
    pub(super) fn clear_collisions(&mut self) {
        let mut entry = 0;
        for others in 0..self.cells.pow(self.tiles as u32 - 1) {
            // The cells of all tiles but the first.
            let (mut rest, mut set) = (others, 0u64);
            let mut is_collision = false;
            for _ in 1..self.tiles {
                let cell = 1 << (rest % self.cells);
                rest /= self.cells;
                is_collision |= set & cell != 0;
                set |= cell;
            }
            for cell in 0..self.cells {
                if is_collision || set >> cell & 1 == 1 {
                    self.clear(entry);
                }
                entry += 1;
            }
        }
        if entry % 2 == 1 {
            self.clear(entry);
        }
    }

    fn clear(&mut self, entry: u32) {
        self.pairs[entry as usize / 2] &= 15 << (4 - entry % 2 * 4);
    }
}
