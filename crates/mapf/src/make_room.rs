//! Vectors that grow within the memory limit.

use alloc::vec::Vec;

use motion_core::{Control, Stop};

/// Makes room for more elements. If the capacity does not suffice, it is at least doubled.
pub(crate) fn make_room<T>(vector: &mut Vec<T>, more: usize, control: &mut Control) -> Result<(), Stop> {
    let needed = vector.len() + more;
    if needed > vector.capacity() {
        control.reserve(vector, needed.max(2 * vector.capacity()).max(16))?;
    }
    Ok(())
}
