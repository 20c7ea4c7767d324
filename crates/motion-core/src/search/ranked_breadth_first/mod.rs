//! Breadth-first search over ranked spaces, with two bits per state.
//!
//! Every state has one of four labels: unseen, closed, and two labels that the present level and
//! the next one use alternately. A level is a sweep over all labels; nothing else is stored.
//!
//! With several threads, each has a part of the ranks, whose labels no other thread touches.
//! Successors in other parts are sent to their threads; see [`exchange`].

#[cfg(feature = "std")]
mod exchange;
mod labels;
mod part_search;
#[cfg(feature = "std")]
mod parts;

use alloc::vec::Vec;

use super::{RankGroup, RankedSpace};
use crate::control::Control;
use crate::outcome::Stop;
use part_search::{Level, NoOtherParts, PartSearch};

/// Calls `visit` with groups of states and their depth (the fewest actions from a start). Every
/// state reachable from the starts is in one of these groups, and the states of a group are in one
/// neighbourhood. Returns the number of states of each depth. Depths ascend, and ranks ascend
/// within a depth.
///
/// # Errors
/// [`Stop`] if a limit is reached or the run is cancelled; [`Stop::Memory`] also if the states
/// cannot be addressed.
///
/// # Complexity
/// A node is a state. The search holds two bits per state of the space, reachable or not. Time is
/// linear in the number of actions plus s·l/32, for s states of the space and l levels. The search
/// takes one thread; [`explore_ranked_in_parallel`] takes several.
///
/// # Panics
/// If a start is not a rank.
///
/// # References
/// R. E. Korf, P. Schultze, *Large-scale parallel breadth-first search*, AAAI 2005, for two bits
/// per state. There, a sweep between two levels relabels the states; here, two labels alternate.
///
/// # Examples
/// See [`RankedSpace`].
pub fn explore_ranked<S: RankedSpace>(
    space: &S,
    starts: impl IntoIterator<Item = u64>,
    control: &mut Control,
    visit: impl FnMut(&RankGroup<'_>, u32),
) -> Result<Vec<u64>, Stop> {
    control.scope(|control| {
        let mut search = PartSearch::new(0..space.states(), control)?;
        for start in starts {
            check_start(space, start);
            search.start(start);
        }
        let others = &mut NoOtherParts;
        let mut level = Level { space, scratch: space.scratch(), depth: 0, others, visit };
        let mut counts = Vec::new();
        loop {
            match search.expand_level(&mut level, control)? {
                0 => return Ok(counts),
                count => counts.push(count),
            }
            level.depth += 1;
        }
    })
}

/// Does the same as [`explore_ranked`] on several threads. Their number is at most what the run
/// may use, and is smaller for a small space. The counts do not depend on the number of threads.
///
/// `visit` is called from all of these threads at the same time, for states of the same depth.
/// Depths ascend. Within a depth, states whose ranks differ only in the last five bits are visited
/// by the same thread, so that `visit` can store data of 32 states in one word.
///
/// # Errors
/// Those of [`explore_ranked`]. If the memory limit does not allow several threads, one is used.
///
/// # Complexity
/// That of [`explore_ranked`]. With up to 30 threads, each thread takes less than one MiB more.
/// Each thread searches a part of consecutive ranks. A successor in
/// another part costs about as much as two in the same part. Without the feature `std`, a single
/// thread is used.
///
/// # Panics
/// If a start is not a rank.
///
/// # Examples
/// ```
/// use core::num::NonZero;
/// use core::sync::atomic::{AtomicU64, Ordering};
/// use motion_core::internal::{RankedSpace, explore_ranked_in_parallel};
/// use motion_core::{Budget, Control};
///
/// /// Binary numbers; an action flips a digit.
/// struct Digits(u32);
///
/// impl RankedSpace for Digits {
///     type Scratch = ();
///
///     fn states(&self) -> u64 {
///         1 << self.0
///     }
///
///     fn scratch(&self) {}
///
///     fn successors(&self, (): &mut (), rank: u64, visit: &mut impl FnMut(u64)) {
///         (0..self.0).for_each(|digit| visit(rank ^ 1 << digit));
///     }
///
///     fn fingerprint(&self) -> u64 {
///         u64::from(self.0)
///     }
/// }
///
/// let two = NonZero::new(2).expect("not zero");
/// let mut control = Control::new(Budget::new().with_threads(two));
/// let farthest = AtomicU64::new(0);
/// let counts = explore_ranked_in_parallel(&Digits(20), [0], &mut control, |group, depth| {
///     if depth == 20 {
///         group.ranks().for_each(|rank| farthest.store(rank, Ordering::Relaxed));
///     }
/// })?;
/// assert_eq!((counts.len(), counts[10]), (21, 184_756));
/// assert_eq!(farthest.into_inner(), (1 << 20) - 1);
/// # Ok::<(), motion_core::Stop>(())
/// ```
pub fn explore_ranked_in_parallel<S: RankedSpace>(
    space: &S,
    starts: impl IntoIterator<Item = u64>,
    control: &mut Control,
    visit: impl Fn(&RankGroup<'_>, u32) + Sync,
) -> Result<Vec<u64>, Stop> {
    #[cfg(feature = "std")]
    if let Some(ranges) = parts::ranges(space, parts::STATES_A_PART, control) {
        return parts::explore(space, starts, &ranges, control, visit);
    }
    explore_ranked(space, starts, control, visit)
}

fn check_start<S: RankedSpace>(space: &S, start: u64) {
    assert!(start < space.states(), "rank {start} of {} states", space.states());
}

#[cfg(test)]
mod tests;
