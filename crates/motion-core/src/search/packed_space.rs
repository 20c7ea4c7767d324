//! Spaces whose states fit into a fixed number of words, to be sorted, stored and sent.

use super::Space;

/// A [`Space`] whose states can be packed into `N` words, so that a search can sort them, keep them
/// on disk, and send them to other machines.
///
/// # Contract
/// Two states have equal words if and only if they are equal. [`unpack`](Self::unpack) is the
/// inverse of [`pack`](Self::pack) – on every machine and in every version, since words outlive a
/// run. The first word is the most significant. Neighbouring numbers compress best: in a sorted
/// file, a dense numbering takes one or two bytes where a sparse one takes five.
///
/// # Examples
/// Two counters in one word:
/// ```
/// use motion_core::search::fingerprint;
/// use motion_core::search::{PackedSpace, Space};
///
/// struct Counters {
///     limit: u32,
/// }
///
/// impl Space for Counters {
///     type State = [u32; 2];
///     type Action = usize;
///     type Scratch = ();
///
///     fn scratch(&self) {}
///
///     fn successors(
///         &self,
///         (): &mut (),
///         &counters: &[u32; 2],
///         visit: &mut impl FnMut(usize, [u32; 2], u32),
///     ) {
///         for counter in (0..2).filter(|&counter| counters[counter] < self.limit) {
///             let mut next = counters;
///             next[counter] += 1;
///             visit(counter, next, 1);
///         }
///     }
/// }
///
/// impl PackedSpace<1> for Counters {
///     fn pack(&self, &[high, low]: &[u32; 2]) -> [u64; 1] {
///         [u64::from(high) << 32 | u64::from(low)]
///     }
///
///     fn unpack(&self, &[word]: &[u64; 1]) -> [u32; 2] {
///         [(word >> 32) as u32, word as u32]
///     }
///
///     fn is_reversible(&self) -> bool {
///         false // counters only grow
///     }
///
///     fn fingerprint(&self) -> u64 {
///         fingerprint(*b"counters", [self.limit.into()])
///     }
/// }
///
/// let space = Counters { limit: 9 };
/// assert_eq!(space.unpack(&space.pack(&[7, 2])), [7, 2]);
/// ```
pub trait PackedSpace<const N: usize>: Space + Sync {
    /// Returns the words of a state.
    fn pack(&self, state: &Self::State) -> [u64; N];

    /// Returns the state of words made by [`pack`](Self::pack).
    fn unpack(&self, words: &[u64; N]) -> Self::State;

    /// Returns whether every action can be undone by another. If so, the neighbours of a state are
    /// at most one level away, and a breadth-first search need not look at earlier levels.
    fn is_reversible(&self) -> bool;

    /// Returns a number that identifies the space, so that data written for one space are not read
    /// for another. [`fingerprint`] makes one.
    fn fingerprint(&self) -> u64;

    /// Returns the number of the neighbourhood of a state. Searches keep a neighbourhood in one
    /// place, so that actions within it need not be sent. There must be far more neighbourhoods
    /// than workers, and they should have similar sizes. By default every state is its own
    /// neighbourhood.
    #[inline]
    fn neighbourhood(&self, words: &[u64; N]) -> u64 {
        words.iter().fold(0, |sum, word| (sum ^ word).wrapping_mul(ODD).rotate_left(29))
    }
}

/// An odd number with bits that look random: 2⁶⁴ divided by the golden ratio.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns a number for the name of a kind of space and the words that describe a particular space.
/// It is the same on every platform and in every version.
///
/// # Examples
/// ```
/// use motion_core::search::fingerprint;
///
/// assert_ne!(fingerprint(*b"sliding ", [3, 4]), fingerprint(*b"sliding ", [4, 3]));
/// ```
pub fn fingerprint(kind: [u8; 8], words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(u64::from_le_bytes(kind), |sum, word| {
        let mixed = (sum.rotate_left(23) ^ word).wrapping_mul(ODD);
        mixed ^ mixed >> 32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Directories of earlier versions must stay readable.
    #[test]
    fn fingerprints_never_change() {
        let none = fingerprint(*b"sliding ", []);
        assert_eq!(none, u64::from_le_bytes(*b"sliding "));
        let (one, other) = (fingerprint(*b"sliding ", [3, 4]), fingerprint(*b"sliding ", [3, 4, 0]));
        assert_eq!([one, other], [16_668_815_547_265_345_178, 2_856_038_950_273_274_036]);
    }
}
