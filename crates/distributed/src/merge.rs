//! Merging of ascending sequences of states, without the states of others.

use std::slice;

use crate::disk_error::DiskError;
use crate::state_file::StateReader;

/// An ascending sequence of states.
pub(crate) enum Source<'m, const N: usize> {
    File(StateReader<N>),
    Memory(slice::Iter<'m, [u64; N]>),
}

impl<const N: usize> Source<'_, N> {
    #[inline]
    fn next(&mut self) -> Result<Option<[u64; N]>, DiskError> {
        match self {
            Self::File(reader) => reader.next(),
            Self::Memory(states) => Ok(states.next().copied()),
        }
    }
}

/// Several sources as one ascending sequence without repetitions, by a tree of losers. Every inner
/// node keeps the source that lost the comparison there; the overall winner is kept apart.
pub(crate) struct Merged<'m, const N: usize> {
    /// The sources that have not ended.
    sources: Vec<Source<'m, N>>,
    /// The next state of each source.
    next: Vec<[u64; N]>,
    /// The losers of the inner nodes 1, 2, …. The leaves are numbered from the number of sources
    /// on, and the parent of a node has half its number.
    losers: Vec<usize>,
    least: usize,
}

impl<'m, const N: usize> Merged<'m, N> {
    pub(crate) fn new(all: Vec<Source<'m, N>>) -> Result<Self, DiskError> {
        let (mut sources, mut next) = (Vec::with_capacity(all.len()), Vec::with_capacity(all.len()));
        for mut source in all {
            if let Some(state) = source.next()? {
                sources.push(source);
                next.push(state);
            }
        }
        let mut this = Self { sources, next, losers: Vec::new(), least: 0 };
        this.compare_all();
        Ok(this)
    }

    /// Builds the tree.
    fn compare_all(&mut self) {
        let count = self.sources.len();
        self.losers = vec![0; count];
        // The winners of all nodes; the winner of a leaf is its source.
        let mut winners: Vec<usize> = (0..2 * count).map(|node| node.saturating_sub(count)).collect();
        for node in (1..count).rev() {
            let [one, other] = [winners[2 * node], winners[2 * node + 1]];
            let is_less = self.next[one] < self.next[other];
            (winners[node], self.losers[node]) = if is_less { (one, other) } else { (other, one) };
        }
        self.least = winners.get(1).copied().unwrap_or(0);
    }

    /// Returns the next state.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<[u64; N]>, DiskError> {
        let Some(&state) = self.next.get(self.least) else { return Ok(None) };
        while self.next.get(self.least) == Some(&state) {
            if let Some(next) = self.sources[self.least].next()? {
                self.next[self.least] = next;
                self.compare_path();
            } else {
                self.sources.swap_remove(self.least);
                self.next.swap_remove(self.least);
                self.compare_all();
            }
        }
        Ok(Some(state))
    }

    /// Compares the source that has advanced with the losers on its way to the root.
    #[inline]
    fn compare_path(&mut self) {
        let mut winner = self.least;
        let mut node = winner.midpoint(self.sources.len());
        while node > 0 {
            let loser = self.losers[node];
            if self.next[loser] < self.next[winner] {
                self.losers[node] = winner;
                winner = loser;
            }
            node /= 2;
        }
        self.least = winner;
    }
}

/// Sequences of states that are queried in ascending order.
pub(crate) struct Known<const N: usize> {
    readers: Vec<StateReader<N>>,
    /// Each reader's first state that is not less than the last query; `None` at its end.
    next: Vec<Option<[u64; N]>>,
}

impl<const N: usize> Known<N> {
    pub(crate) fn new(mut readers: Vec<StateReader<N>>) -> Result<Self, DiskError> {
        let next = readers.iter_mut().map(StateReader::next).collect::<Result<_, _>>()?;
        Ok(Self { readers, next })
    }

    /// Returns whether a state is in any of the sequences. It must not be less than that of the
    /// call before.
    #[inline]
    pub(crate) fn contains(&mut self, state: &[u64; N]) -> Result<bool, DiskError> {
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn merged_sequences_are_ascending_and_whole(
            mut all in prop::collection::vec(prop::collection::vec(0..40_u64, 0..20), 0..9),
        ) {
            let mut states: Vec<[u64; 1]> = all.iter().flatten().map(|&state| [state]).collect();
            states.sort_unstable();
            states.dedup();
            for states in &mut all {
                states.sort_unstable();
            }
            let all: Vec<Vec<[u64; 1]>> =
                all.into_iter().map(|states| states.into_iter().map(|state| [state]).collect()).collect();
            let sources = all.iter().map(|states| Source::Memory(states.iter())).collect();
            let mut merged = Merged::new(sources).expect("in memory");
            let in_order = std::iter::from_fn(|| merged.next().expect("in memory"));
            prop_assert_eq!(in_order.collect::<Vec<_>>(), states);
        }
    }
}
