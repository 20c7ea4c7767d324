//! Processor time, which other programs of the machine do not lengthen.

use std::time::Duration;
#[cfg(not(unix))]
use std::{sync::LazyLock, time::Instant};

/// The processor time of this thread; where the system does not tell it, the time since the first
/// call.
#[cfg(unix)]
pub(crate) fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

#[cfg(not(unix))]
pub(crate) fn thread_time() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let before = thread_time();
        let work: u64 = (0..1_000_000).map(std::hint::black_box).sum();
        assert!(work > 0 && thread_time() > before);
    }
}
