//! The memory that a run holds.

use alloc::vec::Vec;

use super::Control;
use crate::outcome::Stop;

impl Control<'_> {
    /// Accounts for memory before it is allocated.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the limit forbids it; nothing is then counted.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.free_bytes() {
            self.limit_met = Some(Stop::Memory);
            return Err(Stop::Memory);
        }
        let stats = &mut self.progress.stats;
        stats.bytes += bytes;
        stats.peak_bytes = stats.peak_bytes.max(stats.bytes);
        Ok(())
    }

    /// Releases memory.
    pub fn release(&mut self, bytes: u64) {
        let stats = &mut self.progress.stats;
        stats.bytes = stats.bytes.saturating_sub(bytes);
    }

    /// Does some work and then releases all memory that the work holds.
    ///
    /// # Examples
    /// ```
    /// use motion_core::Control;
    ///
    /// let mut control = Control::unlimited();
    /// control.hold(10)?;
    /// control.scope(|control| control.hold(100))?;
    /// assert_eq!((control.stats().bytes, control.stats().peak_bytes), (10, 110));
    /// # Ok::<(), motion_core::Stop>(())
    /// ```
    #[doc(hidden)]
    pub fn scope<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.progress.stats.bytes;
        let result = work(self);
        self.progress.stats.bytes = self.progress.stats.bytes.min(before);
        result
    }

    /// Grows a vector to at least this capacity, and accounts for its memory. The old memory counts
    /// until the new memory is allocated. Returns the number of bytes by which the vector has
    /// grown.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the limit or the system refuses; the vector is then unchanged.
    #[doc(hidden)]
    pub fn reserve<T>(&mut self, vector: &mut Vec<T>, capacity: usize) -> Result<u64, Stop> {
        let old = vector.capacity();
        if capacity <= old {
            return Ok(0);
        }
        let bytes = |capacity: usize| (capacity as u64).saturating_mul(size_of::<T>() as u64);
        if bytes(capacity) > self.free_bytes() || vector.try_reserve_exact(capacity - vector.len()).is_err() {
            self.limit_met = Some(Stop::Memory);
            return Err(Stop::Memory);
        }
        self.hold(bytes(capacity))?;
        self.release(bytes(old));
        Ok(bytes(capacity) - bytes(old))
    }

    /// The number of bytes that [`hold`](Control::hold) would still grant.
    #[doc(hidden)]
    pub fn free_bytes(&self) -> u64 {
        self.budget.bytes.unwrap_or(u64::MAX).saturating_sub(self.progress.stats.bytes)
    }

    /// Whether memory is limited.
    #[doc(hidden)]
    pub const fn limits_bytes(&self) -> bool {
        self.budget.bytes.is_some()
    }
}
