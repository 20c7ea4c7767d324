//! Time limits and deadlines.

use core::time::Duration;

use crate::outcome::Stop;

/// The maximum number of nodes between two readings.
const LONGEST_INTERVAL: u64 = 256;

/// A time limit and the clock that measures it, as the time since some fixed moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeLimit {
    pub(super) limit: Duration,
    pub(super) now: fn() -> Duration,
}

/// Returns the time since the first call.
#[cfg(feature = "std")]
pub(super) fn wall_clock() -> Duration {
    static FIRST: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(std::time::Instant::now).elapsed()
}

/// A deadline, and the number of nodes between two readings of the clock. The longer the nodes
/// take, the smaller the number.
pub(super) struct Clock {
    time: TimeLimit,
    start: Duration,
    last_reading: Duration,
    interval: u64,
}

impl Clock {
    /// The intended time between two readings, if nodes are short enough.
    const PAUSE: Duration = Duration::from_millis(1);

    pub(super) fn new(time: TimeLimit) -> Self {
        let start = (time.now)();
        Self { time, start, last_reading: start, interval: 1 }
    }

    /// Restarts the time, and returns the number of nodes until the next reading.
    pub(super) fn restart(&mut self) -> u64 {
        self.start = (self.time.now)();
        self.interval
    }

    /// The limit for a run that starts now and ends with this one.
    pub(super) fn remaining(&self) -> TimeLimit {
        let passed = (self.time.now)().saturating_sub(self.start);
        TimeLimit { limit: self.time.limit.saturating_sub(passed), ..self.time }
    }

    /// The limit for work that starts now and may take this percentage of the remaining time.
    pub(super) fn share(&self, percent: u8) -> TimeLimit {
        let TimeLimit { limit, now } = self.remaining();
        TimeLimit { limit: limit / 100 * u32::from(percent.min(100)), now }
    }

    /// The time that has passed, and the limit.
    pub(super) fn time_used(&self) -> (Duration, Duration) {
        ((self.time.now)().saturating_sub(self.start), self.time.limit)
    }

    /// The fraction of the limit that has passed, 0 to 1.
    pub(super) fn fraction_used(&self) -> f64 {
        let (passed, _) = self.time_used();
        if passed < self.time.limit { passed.as_secs_f64() / self.time.limit.as_secs_f64() } else { 1.0 }
    }

    /// Reads the clock and returns the number of nodes until the next reading.
    pub(super) fn read(&mut self) -> Result<u64, Stop> {
        let now = (self.time.now)();
        if now.saturating_sub(self.start) >= self.time.limit {
            return Err(Stop::Time);
        }
        let passed = now.saturating_sub(self.last_reading);
        self.last_reading = now;
        self.interval = if passed < Self::PAUSE { self.interval * 2 } else { self.interval / 4 };
        self.interval = self.interval.clamp(1, LONGEST_INTERVAL);
        Ok(self.interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::from_secs(7200);

    #[test]
    fn the_clock_is_read_more_often_where_nodes_take_long() {
        let limit = Duration::from_secs(3600);
        let mut clock = Clock::new(TimeLimit { limit, now: || NOW });
        let mut next = |last_reading: Duration| {
            clock.last_reading = last_reading;
            clock.read().expect("an hour is left")
        };
        let rising = [(); 9].map(|()| next(NOW));
        assert_eq!(rising, [2, 4, 8, 16, 32, 64, 128, 256, 256]);
        let falling = [(); 5].map(|()| next(NOW.saturating_sub(Duration::from_millis(20))));
        assert_eq!(falling, [64, 16, 4, 1, 1]);
        clock.start = NOW.saturating_sub(limit / 2);
        assert!((clock.fraction_used() - 0.5).abs() < 1e-9);
        assert_eq!(clock.remaining().limit, limit / 2);
        clock.start = NOW.saturating_sub(limit);
        assert_eq!((clock.read(), clock.fraction_used()), (Err(Stop::Time), 1.0));
    }
}
