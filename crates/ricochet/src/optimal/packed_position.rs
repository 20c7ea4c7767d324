//! Positions as numbers.

use core::ops::{BitOr, BitXor, Shl, Shr};

use crate::instance::MAX_ROBOTS;
use crate::slide_table::CellIndex;

/// A position as a number: the cells of the robots one after another, in ascending order for
/// interchangeable robots. No position is zero, because two robots never stand on the same cell,
/// and if only one robot moves it gets one more bit.
pub(super) trait PackedPosition:
    Copy
    + Eq
    + Default
    + From<u16>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Send
    + Sync
{
    /// Appends a number of this many bits.
    #[inline]
    fn push(self, bits: u32, number: u16) -> Self {
        self << bits | Self::from(number)
    }

    /// Removes the last number.
    fn pop(self, bits: u32) -> (Self, u16);

    /// Splits the number into the bits above the lowest ones, and the lowest ones.
    #[inline]
    fn split(self, bits: u32) -> (Self, Self) {
        let above = self >> bits;
        (above, self ^ above << bits)
    }

    /// Returns a hash whose highest bits are the best mixed.
    fn hash(self) -> u64;
}

/// The golden ratio as an odd 64-bit number: multiplying by it mixes the bits (Knuth's
/// multiplicative hashing).
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

macro_rules! packed_position {
    ($type:ty, $hash:expr) => {
        impl PackedPosition for $type {
            #[inline]
            fn pop(self, bits: u32) -> (Self, u16) {
                (self >> bits, (self & ((1 << bits) - 1)) as u16)
            }

            #[inline]
            fn hash(self) -> u64 {
                $hash(self)
            }
        }
    };
}

packed_position!(u32, |key| u64::from(key).wrapping_mul(GOLDEN_RATIO));
packed_position!(u64, |key: u64| key.wrapping_mul(GOLDEN_RATIO));
packed_position!(u128, |key| ((key as u64).wrapping_mul(GOLDEN_RATIO).rotate_left(29) ^ (key >> 64) as u64)
    .wrapping_mul(GOLDEN_RATIO));

/// A position without one of the interchangeable robots, to insert that robot on another cell.
#[derive(Clone, Copy)]
pub(super) struct PackedWithout<K> {
    key: K,
    /// The cells of the remaining ones, in ascending order, from index 1 on.
    rest: [CellIndex; MAX_ROBOTS],
}

impl<K: PackedPosition> PackedWithout<K> {
    /// Removes the robot at an index from 1 to `movers` − 1; each robot has this many bits.
    #[inline]
    pub(super) fn new(
        key: K,
        cells: &[CellIndex; MAX_ROBOTS],
        index: usize,
        movers: usize,
        bits: u32,
    ) -> Self {
        let below = bits * (movers - 1 - index) as u32;
        let (above, low) = key.split(below);
        let (above, _) = above.pop(bits);
        let mut rest = [0; MAX_ROBOTS];
        for place in 1..movers - 1 {
            rest[place % MAX_ROBOTS] = cells[(place + usize::from(place >= index)) % MAX_ROBOTS];
        }
        Self { key: above << below | low, rest }
    }

    /// Returns the position with the robot on this cell.
    #[inline]
    pub(super) fn with(&self, cell: CellIndex, movers: usize, bits: u32) -> K {
        let rest = &self.rest[1..movers - 1];
        let greater = rest.iter().map(|&other| u32::from(other > cell)).sum::<u32>();
        let below = bits * greater;
        let (above, low) = self.key.split(below);
        above.push(bits, cell) << below | low
    }
}
