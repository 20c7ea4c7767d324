//! The division of a worker's memory.

use motion_core::{Control, Stop};

use crate::portions::PortionSizes;

/// The memory of a worker if the run has no limit.
const USUAL_BYTES: u64 = 256 << 20;

/// The most states of a portion; larger portions gain nothing.
const LARGEST_PORTION: usize = 1 << 16;

/// The least memory of a worker.
const LEAST_BYTES: u64 = 1 << 20;

/// The division of a worker's memory.
#[derive(Clone, Copy)]
pub(crate) struct MemoryShares {
    pub(crate) candidates: u64,
    pub(crate) portions: PortionSizes,
    /// The bytes of a block of states.
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
        // A quarter is for blocks that are read and written, and another for portions. Of the
        // quarter for portions, a quarter holds the buffers that each worker has for each other
        // process. The rest holds data on its way to and from the other processes.
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
