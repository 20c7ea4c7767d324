//! A buffer for states of several parts, in which one part can use the room that others do not
//! need.

use std::ops::Range;

/// The most states of a chunk.
const LARGEST_CHUNK: usize = 1024;

/// The least number of chunks for each part, so that the unused places in the last chunks of all
/// parts are a small share.
const CHUNKS_OF_PART: usize = 8;

/// A buffer for states, divided into chunks; a part takes another chunk when its last one is full.
pub(crate) struct PartBuffer<const N: usize> {
    states: Vec<[u64; N]>,
    /// The number of states of a chunk.
    chunk: usize,
    /// By chunk: its owner, the part that has taken it.
    owners: Vec<usize>,
    /// By part: the free places of its last chunk. After [`sort`](Self::sort), the places of its
    /// states.
    places: Vec<Range<usize>>,
}

impl<const N: usize> PartBuffer<N> {
    /// Creates a buffer of this many bytes for this many parts, with room for at least one state of
    /// each. The system provides the memory at first use.
    pub(crate) fn new(parts: usize, bytes: u64) -> Self {
        let capacity = bytes as usize / size_of::<[u64; N]>();
        let chunk = (capacity / (parts * CHUNKS_OF_PART)).clamp(1, LARGEST_CHUNK);
        let chunks = (capacity / chunk).max(parts);
        Self {
            states: vec![[0; N]; chunks * chunk],
            chunk,
            owners: Vec::with_capacity(chunks),
            places: vec![0..0; parts],
        }
    }

    /// Adds a state; returns false if there is no room. Must not be called after
    /// [`sort`](Self::sort).
    #[inline]
    pub(crate) fn add(&mut self, part: usize, state: [u64; N]) -> bool {
        let Some(place) = self.places[part].next().or_else(|| self.place_in_another_chunk(part)) else {
            return false;
        };
        self.states[place] = state;
        true
    }

    #[cold]
    fn place_in_another_chunk(&mut self, part: usize) -> Option<usize> {
        let begin = self.owners.len() * self.chunk;
        if begin == self.states.len() {
            return None;
        }
        self.owners.push(part);
        self.places[part] = begin..begin + self.chunk;
        self.places[part].next()
    }

    /// Groups the states by part, and sorts each part; repetitions stay.
    pub(crate) fn sort(&mut self) {
        let mut counts = vec![0; self.places.len()];
        self.owners.iter().for_each(|&part| counts[part] += 1);
        let mut next = 0;
        for (places, count) in self.places.iter_mut().zip(&counts) {
            let end = next + count * self.chunk - places.len();
            *places = next..end;
            next += count * self.chunk;
        }
        self.arrange_chunks();
        for places in &self.places {
            self.states[places.clone()].sort_unstable();
        }
    }

    /// Moves the chunks of each part to its places. They keep the order in which they were taken,
    /// so that the last chunk of a part is the one with free places.
    fn arrange_chunks(&mut self) {
        let mut next: Vec<usize> = self.places.iter().map(|places| places.start / self.chunk).collect();
        let mut target: Vec<usize> = Vec::with_capacity(self.owners.len());
        for &part in &self.owners {
            target.push(next[part]);
            next[part] += 1;
        }
        for chunk in 0..target.len() {
            while target[chunk] != chunk {
                let other = target[chunk];
                let (low, high) = (chunk.min(other), chunk.max(other));
                let (before, from_high) = self.states.split_at_mut(high * self.chunk);
                before[low * self.chunk..][..self.chunk].swap_with_slice(&mut from_high[..self.chunk]);
                target.swap(chunk, other);
            }
        }
    }

    /// The states of a part, after [`sort`](Self::sort).
    pub(crate) fn states(&self, part: usize) -> &[[u64; N]] {
        &self.states[self.places[part].clone()]
    }

    /// Removes all states.
    pub(crate) fn clear(&mut self) {
        self.owners.clear();
        self.places.fill(0..0);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn parts_are_whole_and_in_order(
            parts in 1..9_usize,
            bytes in 0..3000_u64,
            added in prop::collection::vec((0..9_usize, 0..50_u64), 0..500),
        ) {
            let mut buffer = PartBuffer::<1>::new(parts, bytes);
            for _ in 0..2 {
                let mut expected = vec![Vec::new(); parts];
                for &(part, state) in &added {
                    let part = part % parts;
                    if buffer.add(part, [state]) {
                        expected[part].push([state]);
                    }
                }
                let count = expected.iter().map(Vec::len).sum::<usize>() as u64;
                let spared = (parts * buffer.chunk * 8) as u64;
                prop_assert!(count == added.len() as u64 || count * 8 + spared >= bytes);
                buffer.sort();
                for (part, expected) in expected.iter_mut().enumerate() {
                    expected.sort_unstable();
                    prop_assert_eq!(buffer.states(part), &**expected);
                }
                buffer.clear();
            }
        }
    }

    #[test]
    fn one_part_may_take_all_room() {
        let mut buffer = PartBuffer::<2>::new(64, 1 << 20);
        let added = (0..1 << 20).take_while(|&number| buffer.add(7, [number, 0])).count();
        assert_eq!(added, (1 << 20) / 16);
        assert!(!buffer.add(8, [0; 2]));
    }
}
