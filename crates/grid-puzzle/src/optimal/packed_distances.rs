//! Distances modulo three in two bits each.

use alloc::vec::Vec;

use motion_core::Stop;

/// A distance for each board, two bits each.
pub(super) struct PackedDistances(Vec<u8>);

/// The bits of a distance that is not known.
const UNKNOWN: u8 = 3;

impl PackedDistances {
    pub(super) const fn bytes(boards: u64) -> u64 {
        boards.div_ceil(4)
    }

    pub(super) fn unknown(boards: u64) -> Result<Self, Stop> {
        let len = usize::try_from(Self::bytes(boards)).map_err(|_| Stop::Memory)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).map_err(|_| Stop::Memory)?;
        bytes.resize(len, u8::MAX);
        Ok(Self(bytes))
    }

    /// Takes bytes with four distances each.
    #[cfg(feature = "std")]
    pub(super) const fn from_packed(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Bytes with four distances each.
    pub(super) fn packed(&self) -> &[u8] {
        &self.0
    }

    /// The distance of a board modulo three.
    #[inline]
    pub(super) fn get(&self, board: u64) -> u8 {
        self.0[(board / 4) as usize] >> (board % 4 * 2) & 3
    }

    /// Sets the distance of a board that is not known.
    #[inline]
    pub(super) fn set(&mut self, board: u64, distance: u32) {
        self.0[(board / 4) as usize] ^= (UNKNOWN ^ (distance % 3) as u8) << (board % 4 * 2);
    }
}
