//! Ascending sequences of states as one, less others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::slice;

use crate::error::Error;
use crate::state_file::StateReader;

/// An ascending sequence of states.
pub(crate) enum Source<'m, const N: usize> {
    File(StateReader<N>),
    Memory(slice::Iter<'m, [u64; N]>),
}

impl<const N: usize> Source<'_, N> {
    #[inline]
    fn next(&mut self) -> Result<Option<[u64; N]>, Error> {
        match self {
            Self::File(reader) => reader.next(),
            Self::Memory(states) => Ok(states.next().copied()),
        }
    }
}

/// Several sources as one ascending sequence without repetitions.
pub(crate) struct Merged<'m, const N: usize> {
    sources: Vec<Source<'m, N>>,
    /// The next state of each source that has one.
    heap: BinaryHeap<Reverse<([u64; N], usize)>>,
}

impl<'m, const N: usize> Merged<'m, N> {
    pub(crate) fn new(mut sources: Vec<Source<'m, N>>) -> Result<Self, Error> {
        let mut heap = BinaryHeap::with_capacity(sources.len());
        for (number, source) in sources.iter_mut().enumerate() {
            heap.extend(source.next()?.map(|state| Reverse((state, number))));
        }
        Ok(Self { sources, heap })
    }

    /// The next state.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<[u64; N]>, Error> {
        let Some(&Reverse((state, _))) = self.heap.peek() else { return Ok(None) };
        while let Some(mut top) = self.heap.peek_mut() {
            let Reverse((other, number)) = *top;
            if other != state {
                break;
            }
            match self.sources[number].next()? {
                Some(next) => *top = Reverse((next, number)),
                None => drop(PeekMut::pop(top)),
            }
        }
        Ok(Some(state))
    }
}

/// States that are asked for in ascending order.
pub(crate) struct Known<const N: usize> {
    readers: Vec<StateReader<N>>,
    /// Each reader's first state that is not less than what was asked for last; `None` at its end.
    next: Vec<Option<[u64; N]>>,
}

impl<const N: usize> Known<N> {
    pub(crate) fn new(mut readers: Vec<StateReader<N>>) -> Result<Self, Error> {
        let next = readers.iter_mut().map(StateReader::next).collect::<Result<_, _>>()?;
        Ok(Self { readers, next })
    }

    /// Whether a state, not less than that of the call before, is in any of the sequences.
    #[inline]
    pub(crate) fn contains(&mut self, state: &[u64; N]) -> Result<bool, Error> {
        let mut is_known = false;
        for (reader, next) in self.readers.iter_mut().zip(&mut self.next) {
            if next.is_some_and(|next| next < *state) {
                *next = reader.next_from(state)?;
            }
            is_known |= *next == Some(*state);
        }
        Ok(is_known)
    }
}
