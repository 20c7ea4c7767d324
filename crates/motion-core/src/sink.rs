//! Sinks, and solvers that write their moves into them while they work.

use alloc::vec::Vec;

pub use crate::solver::StreamingSolver;

/// A receiver of the items that a solver writes: a collection, a counter, a stream.
///
/// Solvers write into a sink so that counting or streaming a long solution does not keep the plan
/// in memory. Every closure that takes one item is a sink.
///
/// A sink cannot refuse an item. A sink that may fail, such as a pipe or a disk, stores its error
/// and raises the [`CancelFlag`](crate::CancelFlag) of the solver's budget, which stops the solver.
///
/// # Examples
/// ```
/// use motion_core::sink::{Count, Sink};
///
/// fn solve(sink: &mut impl Sink<u8>) {
///     (0..3).for_each(|item| sink.accept(item));
/// }
///
/// let mut count = Count::default();
/// solve(&mut count);
/// assert_eq!(count.get(), 3);
///
/// let mut sum = 0;
/// solve(&mut |item: u8| sum += item);
/// assert_eq!(sum, 3);
/// ```
pub trait Sink<T> {
    /// Takes the next item.
    fn accept(&mut self, item: T);

    /// Takes the next items, in order.
    fn accept_all(&mut self, items: &[T])
    where
        T: Copy,
    {
        for &item in items {
            self.accept(item);
        }
    }

    /// The heap memory of the items so far. Solvers read it from time to time and count it against
    /// the byte limit.
    fn heap_bytes(&self) -> u64 {
        0
    }
}

impl<T, F: FnMut(T)> Sink<T> for F {
    #[inline]
    fn accept(&mut self, item: T) {
        self(item);
    }
}

impl<T> Sink<T> for Vec<T> {
    #[inline]
    fn accept(&mut self, item: T) {
        self.push(item);
    }

    fn accept_all(&mut self, items: &[T])
    where
        T: Copy,
    {
        self.extend_from_slice(items);
    }

    fn heap_bytes(&self) -> u64 {
        (self.capacity() * size_of::<T>()) as u64
    }
}

/// A [`Sink`] that counts its items and keeps none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count(u64);

impl Count {
    /// The number of items.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl<T> Sink<T> for Count {
    #[inline]
    fn accept(&mut self, _: T) {
        self.0 += 1;
    }

    fn accept_all(&mut self, items: &[T])
    where
        T: Copy,
    {
        self.0 += items.len() as u64;
    }
}
