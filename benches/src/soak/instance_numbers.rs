//! The numbers of instances, which the threads take in turn.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The end of a run.
pub(super) enum RunEnd {
    Count(u64),
    Time(Duration),
}

/// Numbers from 0 without gaps. A number is taken only if its instance is solved.
pub(super) struct InstanceNumbers {
    next: AtomicU64,
    began: Instant,
    end: RunEnd,
}

impl InstanceNumbers {
    /// Begins now.
    pub(super) fn new(end: RunEnd) -> Self {
        Self { next: AtomicU64::new(0), began: Instant::now(), end }
    }

    /// Returns the next number, unless the run is over.
    pub(super) fn take(&self) -> Option<u64> {
        match self.end {
            RunEnd::Count(count) => self
                .next
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| (next < count).then(|| next + 1))
                .ok(),
            RunEnd::Time(time) => {
                (self.began.elapsed() < time).then(|| self.next.fetch_add(1, Ordering::Relaxed))
            }
        }
    }

    /// How much of the run is over: numbers taken, or seconds.
    pub(super) fn position(&self) -> u64 {
        match self.end {
            RunEnd::Count(_) => self.next.load(Ordering::Relaxed),
            RunEnd::Time(time) => self.began.elapsed().min(time).as_secs(),
        }
    }

    /// The position at the end of the run.
    pub(super) const fn length(&self) -> u64 {
        match self.end {
            RunEnd::Count(count) => count,
            RunEnd::Time(time) => time.as_secs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::Workers;

    fn taken(end: RunEnd) -> Vec<u64> {
        let numbers = InstanceNumbers::new(end);
        let shares = Workers::new(Some(4), false).all(|| {
            std::iter::from_fn(|| numbers.take()).inspect(|_| std::thread::yield_now()).collect::<Vec<_>>()
        });
        let mut all = shares.concat();
        all.sort_unstable();
        all
    }

    #[test]
    fn threads_leave_no_gaps() {
        for time in [0, 1, 5, 20] {
            let all = taken(RunEnd::Time(Duration::from_millis(time)));
            assert_eq!(all, (0..all.len() as u64).collect::<Vec<_>>());
        }
        assert_eq!(taken(RunEnd::Count(1000)), (0..1000).collect::<Vec<_>>());
    }
}
