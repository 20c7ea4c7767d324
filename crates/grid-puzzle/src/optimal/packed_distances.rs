//! Distances modulo three in two bits each.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicU8, Ordering};

use motion_core::Stop;

/// A distance for each board, two bits each.
#[derive(Debug)]
pub(super) struct PackedDistances(Vec<u8>);

/// Distances that threads are filling in. Each thread has bytes of its own.
pub(super) struct GrowingDistances(Vec<AtomicU8>);

/// The bits of an unknown distance.
const UNKNOWN: u8 = 3;

impl PackedDistances {
    pub(super) const fn bytes(boards: u64) -> u64 {
        boards.div_ceil(4)
    }

    /// Takes bytes with four distances each.
    #[cfg(feature = "std")]
    pub(super) const fn from_packed(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The bytes, with four distances each.
    pub(super) fn packed(&self) -> &[u8] {
        &self.0
    }

    /// Returns the distance of a board modulo three.
    #[inline]
    pub(super) fn get(&self, board: u64) -> u8 {
        self.0[(board / 4) as usize] >> (board % 4 * 2) & 3
    }
}

impl GrowingDistances {
    pub(super) fn unknown(boards: u64) -> Result<Self, Stop> {
        let len = usize::try_from(PackedDistances::bytes(boards)).map_err(|_| Stop::Memory)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).map_err(|_| Stop::Memory)?;
        bytes.resize_with(len, || AtomicU8::new(u8::MAX));
        Ok(Self(bytes))
    }

    /// Sets the unknown distance of a board. No other thread may set one of the four boards in the
    /// same byte at the same time.
    #[inline]
    pub(super) fn set(&self, board: u64, distance: u32) {
        let byte = &self.0[(board / 4) as usize];
        let change = (UNKNOWN ^ (distance % 3) as u8) << (board % 4 * 2);
        byte.store(byte.load(Ordering::Relaxed) ^ change, Ordering::Relaxed);
    }

    pub(super) fn finish(self) -> PackedDistances {
        PackedDistances(self.0.into_iter().map(AtomicU8::into_inner).collect())
    }
}
