//! Spaces whose states are numbered without gaps, for searches that keep two bits per state.

/// A space whose states are the numbers from 0 to [`states`](Self::states) − 1, their *ranks*.
///
/// A search then needs no table of states, only two bits per rank; see
/// [`explore_ranked`](super::ranked_breadth_first::explore_ranked).
///
/// # Contract
/// Consecutive ranks form *neighbourhoods* of equal [length](Self::neighbourhood_len); the last may
/// be shorter. An engine expands the states of a neighbourhood together, so a space can share work
/// between them, and several workers can each take some neighbourhoods. A space does not change
/// while it is searched; buffers of a worker are its [`Scratch`](Self::Scratch). Ranks outlive a
/// run in files, so they are the same on every machine and in every version; otherwise the
/// [`fingerprint`](Self::fingerprint) must change.
///
/// # Examples
/// A ring of places with steps of two lengths:
/// ```
/// use motion_core::Control;
/// use motion_core::internal::{RankedSpace, explore_ranked};
/// use motion_core::search::fingerprint;
///
/// struct Ring {
///     places: u64,
/// }
///
/// impl RankedSpace for Ring {
///     type Scratch = ();
///
///     fn states(&self) -> u64 {
///         self.places
///     }
///
///     fn scratch(&self) {}
///
///     fn successors(&self, (): &mut (), rank: u64, visit: &mut impl FnMut(u64)) {
///         visit((rank + 1) % self.places);
///         visit((rank + 3) % self.places);
///     }
///
///     fn fingerprint(&self) -> u64 {
///         fingerprint(*b"ring    ", [self.places])
///     }
/// }
///
/// let (ring, mut farthest) = (Ring { places: 10 }, 0);
/// let counts = explore_ranked(&ring, [0], &mut Control::unlimited(), |group, depth| {
///     if depth == 4 {
///         farthest = group.ranks().max().expect("a group is not empty");
///     }
/// })?;
/// assert_eq!(counts, [1, 2, 3, 3, 1]); // 0; 1, 3; 2, 4, 6; 5, 7, 9; 8
/// assert_eq!(farthest, 8);
/// # Ok::<(), motion_core::Stop>(())
/// ```
pub trait RankedSpace: Sync {
    /// Buffers of one worker; `()` if none are needed. They must not change the results.
    type Scratch;

    /// The number of states.
    fn states(&self) -> u64;

    /// Creates the scratch of one worker.
    fn scratch(&self) -> Self::Scratch;

    /// Calls `visit` with the rank of every state that an action leads to; repetitions are allowed.
    fn successors(&self, scratch: &mut Self::Scratch, rank: u64, visit: &mut impl FnMut(u64));

    /// Returns a number that identifies the space, so that data written for one space are not read
    /// for another. [`fingerprint`](super::packed_space::fingerprint) makes one.
    fn fingerprint(&self) -> u64;

    /// Returns the number of consecutive ranks in a neighbourhood, at least 1. There should be far
    /// more neighbourhoods than workers.
    fn neighbourhood_len(&self) -> u32 {
        1024
    }

    /// Passes the [`successors`](Self::successors) of all states of a group to `visitor`.
    fn expand(&self, scratch: &mut Self::Scratch, group: &RankGroup<'_>, visitor: &mut impl RankVisitor) {
        for rank in group.ranks() {
            self.successors(scratch, rank, &mut |next| visitor.visit(next));
        }
    }
}

/// A receiver of the successors of a group.
pub trait RankVisitor {
    /// Visits one state.
    fn visit(&mut self, rank: u64);

    /// Visits one successor for each state of the group: the state with the same offset from the
    /// rank `first`. `group` is the group being expanded. This lets engines visit many states at
    /// once.
    #[inline]
    fn visit_moved(&mut self, group: &RankGroup<'_>, first: u64) {
        RankGroup { first, ..*group }.ranks().for_each(|rank| self.visit(rank));
    }
}

/// Some states of one neighbourhood of a [`RankedSpace`], in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankGroup<'a> {
    /// The first rank of the neighbourhood, a multiple of its length.
    pub first: u64,
    /// The offset of each state from the first rank; smaller than the length of the neighbourhood.
    pub offsets: &'a [u32],
}

impl RankGroup<'_> {
    /// The ranks of the states.
    #[inline]
    pub fn ranks(&self) -> impl Iterator<Item = u64> {
        self.offsets.iter().map(|&offset| self.first + u64::from(offset))
    }
}
