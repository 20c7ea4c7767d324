//! Positions as numbers.

use core::ops::{BitOr, BitXor, Shl, Shr};

/// A position as a number: where robots stand, one after the other, sorted where they are alike. Zero is none: two robots
/// never stand on the same spot, and a lone one is given a number with a bit more.
pub(super) trait Key:
    Copy
    + Eq
    + Default
    + From<u16>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    /// Appends a number of so many bits.
    #[inline]
    fn push(self, bits: u32, number: u16) -> Self {
        self << bits | Self::from(number)
    }

    /// Takes off the last number.
    fn pop(self, bits: u32) -> (Self, u16);

    /// What is above so many bits, and what is in them.
    #[inline]
    fn split(self, bits: u32) -> (Self, Self) {
        let above = self >> bits;
        (above, self ^ above << bits)
    }

    /// A number that is as good as random in its highest bits.
    fn hash(self) -> u64;
}

/// An odd number without a pattern: the golden ratio's.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

macro_rules! key {
    ($type:ty, $hash:expr) => {
        impl Key for $type {
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

key!(u32, |key| u64::from(key).wrapping_mul(SPREAD));
key!(u64, |key: u64| key.wrapping_mul(SPREAD));
key!(u128, |key| ((key as u64).wrapping_mul(SPREAD).rotate_left(29) ^ (key >> 64) as u64)
    .wrapping_mul(SPREAD));
