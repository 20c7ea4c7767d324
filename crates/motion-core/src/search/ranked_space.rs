//! Spaces whose states are numbered without gaps, for searches that keep two bits a state.

/// A space whose states are the numbers from 0 to [`states`](Self::states) − 1, their *ranks*.
///
/// A search needs no table of states then, only a few bits for each rank: see
/// [`explore_ranked`](super::ranked_breadth_first::explore_ranked).
///
/// # Contract
/// Consecutive ranks make *neighbourhoods* of equal [length](Self::neighbourhood_len), the last of
/// which may be shorter. An engine expands states of one neighbourhood together, so that a space
/// can do once for all of them what they have in common, and several workers can each take some
/// neighbourhoods. A space does not change while it is searched; what a worker needs for itself is
/// its [`Scratch`](Self::Scratch). Ranks outlive a run, in files, so they are the same on every
/// machine and in every version, or the [`fingerprint`](Self::fingerprint) changes.
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
    /// Buffers of one worker; `()` where none are needed. They must not change the answers.
    type Scratch;

    /// The number of states.
    fn states(&self) -> u64;

    /// The scratch of one worker.
    fn scratch(&self) -> Self::Scratch;

    /// Calls `visit` with the rank of every state that an action leads to; repetitions do no harm.
    fn successors(&self, scratch: &mut Self::Scratch, rank: u64, visit: &mut impl FnMut(u64));

    /// A number that other spaces do not have: what was written for one is not read for another.
    /// [`fingerprint`](super::packed_space::fingerprint) makes one.
    fn fingerprint(&self) -> u64;

    /// How many consecutive ranks make a neighbourhood, at least 1. There should be far more
    /// neighbourhoods than workers.
    fn neighbourhood_len(&self) -> u32 {
        1024
    }

    /// Shows the [`successors`](Self::successors) of all states of a group to `visitor`.
    fn expand(&self, scratch: &mut Self::Scratch, group: &RankGroup<'_>, visitor: &mut impl RankVisitor) {
        for rank in group.ranks() {
            self.successors(scratch, rank, &mut |next| visitor.visit(next));
        }
    }
}

/// What an engine does with the successors of a group.
pub trait RankVisitor {
    /// Visits one state.
    fn visit(&mut self, rank: u64);

    /// Visits a state for each of the group: the one with the same offset from another first rank.
    /// `group` is the group that is expanded. Engines can visit many states at once so.
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
    /// What is added to it for each state of the group; smaller than the length of the
    /// neighbourhood.
    pub offsets: &'a [u32],
}

impl RankGroup<'_> {
    /// The ranks of the states.
    #[inline]
    pub fn ranks(&self) -> impl Iterator<Item = u64> {
        self.offsets.iter().map(|&offset| self.first + u64::from(offset))
    }
}
