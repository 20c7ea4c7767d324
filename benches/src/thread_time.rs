//! Processor time, which other load on the machine distorts less than it does wall time.

use std::time::Duration;

/// Returns the processor time of the calling thread, or the wall time if the system does not count
/// it.
pub(crate) fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let now = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.cast_unsigned(), now.tv_nsec.try_into().unwrap_or(0))
    }
    #[cfg(not(unix))]
    {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.unwrap_or_default()
    }
}

/// Returns the processor time of all threads of the process, or the wall time if the system does
/// not count it.
pub(crate) fn process_time() -> Duration {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let now = clock_gettime(ClockId::ProcessCPUTime);
        Duration::new(now.tv_sec.cast_unsigned(), now.tv_nsec.try_into().unwrap_or(0))
    }
    #[cfg(not(unix))]
    thread_time()
}

/// Returns the result of some work, and the processor time that it took.
pub(crate) fn timed<R>(work: impl FnOnce() -> R) -> (R, Duration) {
    let began = thread_time();
    let result = work();
    (result, thread_time().saturating_sub(began))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn work_counts_and_sleep_does_not() {
        let began = std::time::Instant::now();
        let ((), slept) = timed(|| std::thread::sleep(Duration::from_millis(20)));
        assert!(slept < began.elapsed());
        let (sum, worked) = timed(|| (0..1_000_000).map(std::hint::black_box).sum::<u64>());
        assert!(sum > 0 && worked > Duration::ZERO);
    }

    #[cfg(unix)]
    #[test]
    fn the_process_counts_its_other_threads() {
        let (before, began) = (process_time(), thread_time());
        let work = || (0..1_000_000).map(std::hint::black_box).sum::<u64>();
        let on_the_other = std::thread::spawn(move || timed(work).1).join().expect("a time");
        let here = thread_time().saturating_sub(began);
        assert!(process_time().saturating_sub(before) >= on_the_other + here);
    }
}
