//! The search on several threads.

use alloc::vec::Vec;
use core::ops::Range;

use super::check_start;
use super::exchange::Exchange;
use super::labels::{Labels, STATES_A_WORD};
use super::part_search::{Level, PartSearch};
use crate::control::Control;
use crate::outcome::Stop;
use crate::search::{RankGroup, RankedSpace};

/// The minimum number of states for a thread. Its work must take longer than starting it, once per
/// level.
pub(super) const STATES_A_PART: u64 = 1 << 18;

/// Returns the ranks of each part. There are as many parts as the run may use threads, as the
/// memory limit allows, and as leave each about `states_a_part` states or more; `None` for one
/// thread.
pub(super) fn ranges<S: RankedSpace>(
    space: &S,
    states_a_part: u64,
    control: &Control,
) -> Option<Vec<Range<u64>>> {
    let states = space.states();
    // A part begins with a neighbourhood and with a word of labels.
    let len = u64::from(space.neighbourhood_len().max(1));
    let unit = len << (STATES_A_WORD.trailing_zeros() - len.trailing_zeros().min(5));
    let most = (states / states_a_part).min(control.threads().get() as u64);
    let threads = (2..=most).rev().find(|&threads| {
        let bytes = threads * PartSearch::BUFFER_BYTES + Exchange::bytes(threads);
        Labels::bytes(states).saturating_add(bytes) <= control.free_bytes()
    })?;
    let part_len = states.div_ceil(unit).div_ceil(threads).saturating_mul(unit);
    let begins = (0..threads).map(|part| part.saturating_mul(part_len)).filter(|&begin| begin < states);
    let ranges: Vec<_> = begins.map(|begin| begin..begin.saturating_add(part_len).min(states)).collect();
    (ranges.len() > 1).then_some(ranges)
}

/// Searches each part on its own thread.
pub(super) fn explore<S: RankedSpace>(
    space: &S,
    starts: impl IntoIterator<Item = u64>,
    ranges: &[Range<u64>],
    control: &mut Control,
    visit: impl Fn(&RankGroup<'_>, u32) + Sync,
) -> Result<Vec<u64>, Stop> {
    control.scope(|control| {
        control.hold(Exchange::bytes(ranges.len() as u64))?;
        let mut parts = Vec::new();
        for range in ranges {
            parts.push(PartSearch::new(range.clone(), control)?);
        }
        for start in starts {
            check_start(space, start);
            for part in &mut parts {
                part.start(start);
            }
        }
        let cuts: Vec<u64> = ranges[1..].iter().map(|range| range.start).collect();
        let mut counts = Vec::new();
        for depth in 0.. {
            let tasks = parts.iter_mut().zip(Exchange::between(&cuts)).collect();
            let expanded = control.in_parallel(tasks, |(part, mut others): (&mut PartSearch, _), control| {
                let mut level =
                    Level { space, scratch: space.scratch(), depth, others: &mut others, visit: &visit };
                let count = part.expand_level(&mut level, control)?;
                others.finish(&mut part.reached(depth + 1));
                Ok::<_, Stop>(count)
            });
            match expanded?.iter().sum() {
                0 => break,
                count => counts.push(count),
            }
        }
        Ok(counts)
    })
}
