//! Moves passed on to a sink in batches, and the memory that the sink holds.

use alloc::vec::Vec;

use crate::control::Control;
use crate::outcome::Stop;
use crate::sink::Sink;

/// The number of items passed to a sink at once.
const PORTION: usize = 256;

/// Passes items on to a sink in batches, and accounts for the memory that the sink holds.
///
/// Every streaming solver writes through this type, so that the sink is called and its memory
/// accounted for once per batch. Items still waiting when this is dropped are passed on then.
///
/// # Examples
/// ```
/// use motion_core::internal::Metered;
/// use motion_core::{Budget, Control, Stop};
///
/// let mut items = Vec::<u64>::new();
/// let mut control = Control::new(Budget::new().with_bytes(10_000));
/// let mut metered = Metered::new(&mut items);
/// assert_eq!(metered.accept_each(0..1000, &mut control), Ok(()));
/// assert_eq!(metered.accept_each(0..1000, &mut control), Err(Stop::Memory));
/// metered.release(&mut control);
/// assert_eq!(control.stats().bytes, 0);
/// assert!(items.len() > 1000);
/// ```
pub struct Metered<'s, T: Copy> {
    sink: &'s mut dyn Sink<T>,
    waiting: Vec<T>,
    /// The bytes that `control` has granted for the sink.
    held: u64,
}

impl<'s, T: Copy> Metered<'s, T> {
    /// Passes items on to this sink.
    pub fn new(sink: &'s mut dyn Sink<T>) -> Self {
        Self { sink, waiting: Vec::with_capacity(PORTION), held: 0 }
    }

    /// Passes on an item.
    #[inline]
    pub fn accept(&mut self, item: T) {
        if self.waiting.len() == PORTION {
            self.flush();
        }
        self.waiting.push(item);
    }

    /// Passes on several items; faster than one by one.
    #[inline]
    pub fn accept_all(&mut self, items: &[T]) {
        if items.len() > PORTION - self.waiting.len() {
            self.flush();
            if items.len() > PORTION {
                return self.sink.accept_all(items);
            }
        }
        self.waiting.extend_from_slice(items);
    }

    /// Passes on an item this many times; faster than one by one.
    #[inline]
    pub fn accept_repeated(&mut self, item: T, mut times: usize) {
        while times > PORTION - self.waiting.len() {
            times -= PORTION - self.waiting.len();
            self.waiting.resize(PORTION, item);
            self.flush();
        }
        self.waiting.resize(self.waiting.len() + times, item);
    }

    /// Passes on all waiting items.
    pub fn flush(&mut self) {
        self.sink.accept_all(&self.waiting);
        self.waiting.clear();
    }

    /// Passes on all waiting items, and accounts for the memory that the sink now holds.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not allow it; the sink has received the items
    /// nevertheless.
    pub fn account(&mut self, control: &mut Control) -> Result<(), Stop> {
        self.flush();
        let bytes = self.sink.heap_bytes();
        control.release(core::mem::take(&mut self.held));
        control.hold(bytes)?;
        self.held = bytes;
        Ok(())
    }

    /// Passes on many items, and accounts for the sink's memory after every 4,096.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget does not allow it; the sink has then received the first
    /// items.
    pub fn accept_each(
        &mut self,
        items: impl IntoIterator<Item = T>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        const INTERVAL: usize = 4096;
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            items.by_ref().take(INTERVAL).for_each(|item| self.accept(item));
            self.account(control)?;
        }
        Ok(())
    }

    /// Passes on all waiting items; the sink's memory is no longer accounted for.
    pub fn release(mut self, control: &mut Control) {
        control.release(core::mem::take(&mut self.held));
    }
}

impl<T: Copy> Drop for Metered<'_, T> {
    fn drop(&mut self) {
        self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_passed_on_in_order_whatever_the_portions() {
        let (mut expected, mut items) = (Vec::new(), Vec::new());
        let mut metered = Metered::new(&mut items);
        for length in [0, 1, 7, PORTION - 9, 2, PORTION, PORTION + 1, 3 * PORTION, 5] {
            let portion: Vec<u32> = (0..length as u32).collect();
            for &item in &portion {
                metered.accept(item);
            }
            metered.accept_all(&portion);
            metered.accept_repeated(9, length);
            expected.extend_from_slice(&portion);
            expected.extend_from_slice(&portion);
            expected.extend(core::iter::repeat_n(9, length));
        }
        drop(metered);
        assert_eq!(items, expected);
    }
}
