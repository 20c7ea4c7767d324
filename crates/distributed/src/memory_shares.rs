//! How the memory of a worker is divided.

use motion_core::{Control, Stop};

use crate::portions::PortionSizes;

/// The memory of a worker where the run has no limit.
const USUAL_BYTES: u64 = 256 << 20;

/// The most states of a portion; larger ones do not pay.
const LARGEST_PORTION: usize = 1 << 16;

/// The least memory of a worker.
const LEAST_BYTES: u64 = 1 << 20;

/// How the memory of a worker is divided.
#[derive(Clone, Copy)]
pub(crate) struct MemoryShares {
    pub(crate) candidates: u64,
    pub(crate) portions: PortionSizes,
    /// Of a block of states.
    pub(crate) block: usize,
    /// The most files that are read at once.
    pub(crate) readers: usize,
}

impl MemoryShares {
    pub(crate) fn new(
        control: &mut Control,
        workers: usize,
        processes: usize,
        state_bytes: usize,
    ) -> Result<Self, Stop> {
        let bytes = if control.limits_bytes() { control.free_bytes() / workers as u64 } else { USUAL_BYTES };
        if bytes < LEAST_BYTES {
            return Err(Stop::Memory);
        }
        control.hold(bytes * workers as u64)?;
        let block = (bytes as usize / 256).clamp(4 << 10, 64 << 10);
        // A quarter is left to blocks that are read and written, and one to portions: of that, a
        // quarter to the buffers of each worker for each other process, the rest to what is under
        // way from and to each of these.
        let others = processes - 1;
        let portions = bytes as usize / 4 * workers / others.max(1);
        Ok(Self {
            candidates: bytes / 4 * if others == 0 { 3 } else { 2 },
            portions: PortionSizes {
                states: (portions / 4 / (workers * state_bytes)).clamp(16, LARGEST_PORTION),
                under_way: portions * 3 / 8,
            },
            block,
            readers: bytes as usize / 4 / block,
        })
    }
}
