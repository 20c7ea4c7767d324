//! Distances modulo three in two bits each.

use alloc::vec::Vec;

use motion_core::Stop;

/// A distance for each board, two bits each.
pub(super) struct PackedDistances(Vec<u8>);

impl PackedDistances {
    /// The value of boards whose distance is not known.
    pub(super) const UNKNOWN: u8 = 3;

    pub(super) const fn bytes(boards: usize) -> usize {
        boards.div_ceil(4)
    }

    pub(super) fn unknown(boards: usize) -> Result<Self, Stop> {
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(Self::bytes(boards)).map_err(|_| Stop::Memory)?;
        bytes.resize(Self::bytes(boards), u8::MAX);
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

    #[inline]
    pub(super) fn get(&self, board: usize) -> u8 {
        self.0[board / 4] >> (board % 4 * 2) & 3
    }

    /// Sets the distance of a board if it is not known; returns whether it was not known.
    #[inline]
    pub(super) fn enter(&mut self, board: usize, distance: u8) -> bool {
        let shift = board % 4 * 2;
        let byte = &mut self.0[board / 4];
        let is_unknown = *byte >> shift & 3 == Self::UNKNOWN;
        if is_unknown {
            *byte ^= (Self::UNKNOWN ^ distance) << shift;
        }
        is_unknown
    }
}
