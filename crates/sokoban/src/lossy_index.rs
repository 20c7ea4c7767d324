//! The index of a key in a lossy table: each key has a single entry, and a later key overwrites an
//! earlier one.

use core::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// Returns the index of a key in a table whose length is a power of two.
#[inline]
pub(crate) fn lossy_index(key: &impl Hash, entries: usize) -> usize {
    let mixed = BuildHasherDefault::<WordHasher>::default().hash_one(key);
    (mixed >> 32) as usize & (entries - 1)
}

/// A hasher that multiplies once per word; good enough for lossy tables.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::search::Position;
    use alloc::collections::BTreeSet;

    #[test]
    fn positions_that_differ_little_have_places_of_their_own() {
        let squares = || (0..128).map(Square);
        for player in [Square(0), Square(127)] {
            for entries in [64, 4096, 1 << 18] {
                let taken: BTreeSet<_> = squares()
                    .flat_map(|first| squares().map(move |second| [first, second]))
                    .map(|pair| Position::<4> { boxes: pair.into_iter().collect(), player })
                    .map(|position| lossy_index(&position, entries))
                    .collect();
                // Random indices of 8,256 sets would take 87 % of 4,096 entries; of 262,144 entries
                // they would take 8,128.
                let least = (entries * 5 / 6).min(7_800);
                assert!((least..=entries).contains(&taken.len()), "{} of {entries}", taken.len());
            }
        }
    }
}
