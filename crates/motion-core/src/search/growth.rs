//! Vectors whose memory a [`Control`] grants before they grow.

use alloc::vec::Vec;

use crate::control::Control;
use crate::outcome::Stop;

/// Adds an item. A full vector first doubles; if that is refused, nothing changes.
#[inline]
pub(super) fn push<T>(
    vector: &mut Vec<T>,
    item: T,
    held: &mut u64,
    control: &mut Control,
) -> Result<(), Stop> {
    if vector.len() == vector.capacity() {
        reserve(vector, (2 * vector.len()).max(4), held, control)?;
    }
    vector.push(item);
    Ok(())
}

/// Grows a vector to `capacity`; see [`Control::reserve`].
#[cold]
pub(super) fn reserve<T>(
    vector: &mut Vec<T>,
    capacity: usize,
    held: &mut u64,
    control: &mut Control,
) -> Result<(), Stop> {
    *held += control.reserve(vector, capacity)?;
    Ok(())
}
